/* Tests of the Liveness page in the window, on a whole report: selected steps, and its source. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/page/page-chart.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"

#include <string.h>

typedef struct {
  ReportWindow on;
  const char *wanted; /* text to wait for, in the table's note or in the chart's title */
} LivenessFixture;

static gboolean
has_table_about (gpointer data)
{
  LivenessFixture *f = data;
  const char *note =
      report_window_table (&f->on) ? poplens_table_get_note (report_window_table (&f->on)) : NULL;

  return note && strstr (note, f->wanted);
}

static gboolean
has_chart_of (gpointer data)
{
  LivenessFixture *f = data;
  PoplensChart *chart = report_window_chart (&f->on)
                            ? poplens_chart_widget_get_chart (report_window_chart (&f->on))
                            : NULL;

  return chart && strstr (poplens_chart_get_title (chart), f->wanted);
}

static void
wait_for_text (LivenessFixture *f, gboolean (*done) (gpointer data), const char *wanted)
{
  f->wanted = wanted;
  wait_until (done, f);
}

static void
liveness_set_up (LivenessFixture *f, gconstpointer text)
{
  if (!report_window_open (&f->on, text))
    return;
  wait_for_text (f, has_chart_of, "all tiles");
  settle (f->on.window);
}

static void
liveness_tear_down (LivenessFixture *f, gconstpointer text)
{
  report_window_close (&f->on);
}

static void
select_step (LivenessFixture *f, guint64 step, PoplensSelectMode mode)
{
  g_signal_emit_by_name (report_window_chart (&f->on), "select-items", step, step + 1, mode);
}

/* Selects one step, a second one to compare it with, and deselects the first. */
static void
test_selected_steps (LivenessFixture *f, gconstpointer text)
{
  g_autofree char *peak = NULL;

  if (!f->on.report)
    return;
  wait_for_text (f, has_table_about, "Step ");
  peak = g_strdup (poplens_table_get_note (report_window_table (&f->on)));
  /* The peak step is marked without a selection that Escape would clear. */
  g_assert_false (poplens_chart_widget_has_selection (report_window_chart (&f->on)));
  select_step (f, 14, POPLENS_SELECT_REPLACE);
  g_assert_true (poplens_chart_widget_has_selection (report_window_chart (&f->on)));
  g_assert_cmpstr (report_window_key (&f->on, "step"), ==, "14");
  wait_for_text (f, has_table_about, "Step 14,");
  select_step (f, 30, POPLENS_SELECT_TOGGLE);
  g_assert_cmpstr (report_window_key (&f->on, "step"), ==, "14,30");
  wait_for_text (f, has_table_about, "2 steps");
  g_assert_cmpint (poplens_table_find_column (report_window_table (&f->on), "difference_2"), >=, 0);
  /* A second click on the first step leaves the second step alone. */
  select_step (f, 14, POPLENS_SELECT_TOGGLE);
  g_assert_cmpstr (report_window_key (&f->on, "step"), ==, "30");
  wait_for_text (f, has_table_about, "Step 30,");
  g_assert_cmpint (poplens_table_find_column (report_window_table (&f->on), "difference_2"), <, 0);
  g_signal_emit_by_name (report_window_chart (&f->on), "select-items", (guint64) 0, (guint64) 0,
                         POPLENS_SELECT_REPLACE);
  g_assert_null (report_window_key (&f->on, "step"));
  g_assert_false (poplens_chart_widget_has_selection (report_window_chart (&f->on)));
  wait_for_text (f, has_table_about, peak);
}

/* Entering tiles makes them the source; choosing all tiles again keeps them selected. */
static void
test_source (LivenessFixture *f, gconstpointer text)
{
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_parse ("5", NULL);
  GtkWidget *toolbar;

  if (!f->on.report)
    return;
  toolbar = find_type (f->on.view, POPLENS_TYPE_PAGE_TOOLBAR);
  g_signal_emit_by_name (toolbar, "tiles", tiles);
  g_assert_cmpstr (report_window_key (&f->on, "tile"), ==, "5");
  wait_for_text (f, has_chart_of, "tile 5");
  g_signal_emit_by_name (toolbar, "choice", "scope", "all");
  wait_for_text (f, has_chart_of, "all tiles");
  g_assert_cmpstr (report_window_key (&f->on, "tile"), ==, "5");
  g_signal_emit_by_name (toolbar, "choice", "always-live", "no");
  g_assert_cmpstr (report_window_key (&f->on, "always-live"), ==, "no");
}

void
add_liveness_tests (void)
{
  g_test_add ("/app-widgets/liveness/steps", LivenessFixture, "liveness", liveness_set_up,
              test_selected_steps, liveness_tear_down);
  g_test_add ("/app-widgets/liveness/source", LivenessFixture, "liveness", liveness_set_up,
              test_source, liveness_tear_down);
}
