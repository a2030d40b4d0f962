/* Shows a page of a whole report in a window (see the header). */
#include "app-widgets/report-window.h"

#include "app-widgets/app-widgets-test.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"
#include "support/report-fixture.h"

gboolean
report_window_open (ReportWindow *self, const char *location_text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (location_text, NULL);

  self->report = report_fixture_open (report_fixture_choose ("integrals", "demo-run"));
  if (!self->report)
    return FALSE;
  self->session = poplens_session_new (self->report, location);
  self->view = poplens_page_view_new (self->session);
  self->window = show_in_window (self->view);
  return TRUE;
}

static gboolean
on_time (gpointer passed)
{
  *(gboolean *) passed = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_set (gpointer passed)
{
  return *(gboolean *) passed;
}

/* Waits 600 ms. Opening a menu may request a tooltip, which appears after 500 ms, and GTK 4.8 does
 * not check whether its window still exists. */
static void
wait_for_tooltips (void)
{
  gboolean passed = FALSE;

  g_timeout_add (600, on_time, &passed);
  wait_until (is_set, &passed);
}

void
report_window_close (ReportWindow *self)
{
  if (!self->report)
    return;
  wait_for_tooltips ();
  check_finalizes (self->window, self->view);
  g_object_unref (self->session);
  g_object_unref (self->report);
}

const char *
report_window_key (const ReportWindow *self, const char *key)
{
  return poplens_location_get (poplens_session_get_location (self->session), key);
}

PoplensChartWidget *
report_window_chart (const ReportWindow *self)
{
  return (PoplensChartWidget *) find_type (self->view, POPLENS_TYPE_CHART_WIDGET);
}

PoplensTable *
report_window_table (const ReportWindow *self)
{
  GtkWidget *table = find_type (self->view, POPLENS_TYPE_TABLE_WIDGET);

  return table ? poplens_table_widget_get_table (POPLENS_TABLE_WIDGET (table)) : NULL;
}
