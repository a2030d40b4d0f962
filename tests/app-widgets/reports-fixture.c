/* Shows a folder of generated reports in a window (see the header). */
#include "app-widgets/reports-fixture.h"

#include "support/run-demo.h"
#include "support/temp-dir.h"

void
reports_put (const char *folder, const char *name, const char *plant)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const char *const options[] = {"--tiles=32", "--without=archive,debug,json", plant, NULL};

  g_assert_true (run_demo (path, options));
}

PoplensTableWidget *
reports_table_of (ReportsFixture *f)
{
  return POPLENS_TABLE_WIDGET (find_hidden_type (f->view, POPLENS_TYPE_TABLE_WIDGET));
}

PoplensTableModel *
reports_model_of (ReportsFixture *f)
{
  return POPLENS_TABLE_MODEL (
      gtk_column_view_get_model (poplens_table_widget_get_view (reports_table_of (f))));
}

gboolean
reports_has_rows (gpointer data)
{
  ReportsFixture *f = data;
  PoplensReportList *list = poplens_reports_table_get_list (f->reports);

  return list && list->reports->len == f->rows;
}

static void
on_open (GtkWidget *view, const char *address, const char *location, ReportsFixture *f)
{
  g_free (f->address);
  g_free (f->location);
  f->address = g_strdup (address);
  f->location = g_strdup (location);
}

void
reports_show (ReportsFixture *f)
{
  f->view = poplens_reports_view_new (f->folder);
  f->window = show_in_window_of (f->view, 1000, 700);
  f->reports = POPLENS_REPORTS_TABLE (find_type (f->view, POPLENS_TYPE_REPORTS_TABLE));
  g_signal_connect (f->view, "open", G_CALLBACK (on_open), f);
  wait_until (reports_has_rows, f);
  settle (f->window);
}

void
reports_set_up (ReportsFixture *f)
{
  *f = (ReportsFixture){.folder = temp_dir_new (), .rows = REPORTS_MADE + 1};
  for (guint n = 1; n <= REPORTS_MADE; n++) {
    g_autofree char *name = g_strdup_printf ("run-%u", n);
    reports_put (f->folder, name, n == REPORTS_MADE ? REPORTS_SLOW : NULL);
  }
  g_free (temp_dir_write (f->folder, "broken/profile.pop", "no profile", -1));
  reports_show (f);
}

void
reports_tear_down (ReportsFixture *f)
{
  check_finalizes (f->window, f->view);
  temp_dir_remove (f->folder);
  g_free (f->folder);
  g_free (f->address);
  g_free (f->location);
}

void
reports_select_rows (ReportsFixture *f, guint first, guint second)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (reports_model_of (f));

  gtk_selection_model_select_item (model, first, TRUE);
  if (second != first)
    gtk_selection_model_select_item (model, second, FALSE);
}

PoplensChartWidget *
reports_chart_of (GtkWidget *widget, const char *title)
{
  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (POPLENS_IS_CHART_WIDGET (widget)) {
    PoplensChart *chart = poplens_chart_widget_get_chart (POPLENS_CHART_WIDGET (widget));
    return chart && !g_strcmp0 (poplens_chart_get_title (chart), title)
               ? POPLENS_CHART_WIDGET (widget)
               : NULL;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    PoplensChartWidget *found = reports_chart_of (child, title);
    if (found)
      return found;
  }
  return NULL;
}
