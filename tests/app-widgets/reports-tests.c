/* Tests of the reports of a folder: rows, the selection, and the reports that are opened. */
#include "app-widgets/reports-fixture.h"

#include "app/window/settings.h"
#include "support/temp-dir.h"

#include <string.h>

static void
assert_asked (ReportsFixture *f, const char *name, const char *other)
{
  g_autofree char *address = g_build_filename (f->folder, name, NULL);
  g_autofree char *with = other ? g_build_filename (f->folder, other, NULL) : NULL;
  g_autoptr (PoplensLocation) location =
      f->location ? poplens_location_parse (f->location, NULL) : NULL;

  g_assert_cmpstr (f->address, ==, address);
  g_assert_cmpstr (location ? poplens_location_get (location, "with") : NULL, ==, with);
}

static void
activate (ReportsFixture *f, const char *action)
{
  g_assert_true (gtk_widget_activate_action (f->view, action, NULL));
}

static void
press_enter (ReportsFixture *f, guint position)
{
  g_signal_emit_by_name (poplens_table_widget_get_view (reports_table_of (f)), "activate",
                         position);
}

/* The headline says what happened, with a button for the details; each row is a report; the damaged
 * one says why it has no figures. */
static void
test_answer (void)
{
  ReportsFixture f;
  PoplensTable *table;

  reports_set_up (&f);
  table = poplens_table_widget_get_table (reports_table_of (&f));
  g_assert_nonnull (find_label (f.view, "1 of 7 reports cannot be read, or only in part."));
  g_assert_cmpuint (poplens_table_n_rows (table), ==, REPORTS_MADE + 1);
  for (guint c = 0; c < 2; c++) {
    static const char *const columns[] = {"error", "verdict"};
    PoplensValue why = poplens_table_get (table, REPORTS_MADE,
                                          (guint) poplens_table_find_column (table, columns[c]));
    g_assert_true (g_str_has_prefix (why.text, "profile.pop is not a Poplar profile"));
  }
  g_assert_nonnull (find_label (f.view, "Open run-6"));
  GtkWidget *compare =
      gtk_widget_get_ancestor (find_label (f.view, "Compare run-5 With run-6"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (compare, "clicked");
  assert_asked (&f, "run-5", "run-6");
  /* The details of segments and noise are behind a button. */
  GtkWidget *more = find_type (f.view, GTK_TYPE_MENU_BUTTON);
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (more),
                                   "7 reports, 6 readable. 1 got worse:\n  run-6: iteration "));
  reports_tear_down (&f);
}

/* Two reports are too few for a verdict: the page offers to compare them if a figure rose. */
static void
test_few (void)
{
  ReportsFixture f = {.folder = temp_dir_new (), .rows = 2};

  reports_put (f.folder, "run-1", NULL);
  reports_put (f.folder, "run-2", REPORTS_SLOW);
  reports_show (&f);
  GtkWidget *cause =
      gtk_widget_get_ancestor (find_label (f.view, "Compare run-1 With run-2"), GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_visible (cause));
  g_signal_emit_by_name (cause, "clicked");
  assert_asked (&f, "run-1", "run-2");
  g_assert_true (g_str_has_prefix (f.location, "trace"));
  reports_tear_down (&f);
}

static gboolean
has_time (gpointer data)
{
  ReportsFixture *f = data;
  const PoplensReportList *list = poplens_reports_table_get_list (f->reports);

  return ((const PoplensListedReport *) g_ptr_array_index (list->reports, 0))->time_asked;
}

/* Tab reaches all widgets that can be used. */
static void
test_tab (void)
{
  static const char *const types[] = {
      "GtkToggleButton",    "GtkButton",          "GtkButton",          "PoplensChartWidget",
      "PoplensChartWidget", "PoplensChartWidget", "PoplensChartWidget", "GtkText",
      "GtkColumnListView"};
  ReportsFixture f;

  reports_set_up (&f);
  wait_until (has_time, &f);
  settle (f.window);
  /* Starts at the window's first widget; Tab returns to it at the end. */
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (f.reports)));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_assert_true (gtk_widget_child_focus (f.window, GTK_DIR_TAB_FORWARD));
    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (f.window));
    g_assert_cmpstr (G_OBJECT_TYPE_NAME (focus), ==, types[i]);
  }
  reports_tear_down (&f);
}

/* One selected report is opened; two are compared, with the older one as Before, regardless of the
 * sorting. */
static void
test_selected (void)
{
  ReportsFixture f;

  reports_set_up (&f);
  /* The reports that the headline names are selected first. */
  activate (&f, "reports.open");
  assert_asked (&f, "run-6", NULL);
  /* The focused row need not be selected. */
  press_enter (&f, 0);
  assert_asked (&f, "run-1", NULL);
  reports_select_rows (&f, 4, 1);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (reports_model_of (&f)), 3, FALSE);
  press_enter (&f, 3);
  assert_asked (&f, "run-1", NULL);
  reports_select_rows (&f, 2, 2);
  press_enter (&f, 2);
  assert_asked (&f, "run-3", NULL);
  activate (&f, "reports.compare");
  assert_asked (&f, "run-2", "run-3");
  reports_select_rows (&f, 4, 1);
  press_enter (&f, 1);
  assert_asked (&f, "run-2", "run-5");
  g_signal_emit_by_name (reports_table_of (&f), "sort-changed", "-path");
  while (poplens_table_widget_is_busy (reports_table_of (&f)))
    g_main_context_iteration (NULL, TRUE);
  settle (f.window);
  /* The selection is unchanged. */
  activate (&f, "reports.open");
  assert_asked (&f, "run-2", "run-5");
  activate (&f, "reports.compare");
  assert_asked (&f, "run-2", "run-5");
  g_assert_cmpuint (poplens_table_model_get_row (reports_model_of (&f), 1), ==, REPORTS_MADE - 2);
  reports_tear_down (&f);
}

static void
on_toast (GtkWidget *view, const char *text, char **last)
{
  g_free (*last);
  *last = g_strdup (text);
}

/* If many reports are selected, Enter opens none of them, and copying gives all paths. */
static void
test_many_selected_reports (void)
{
  ReportsFixture f = {.folder = temp_dir_new (), .rows = 70};
  g_autofree char *toast = NULL;

  for (guint n = 0; n < f.rows; n++) {
    g_autofree char *name = g_strdup_printf ("run-%u/profile.pop", n);
    g_free (temp_dir_write (f.folder, name, "no profile", -1));
  }
  reports_show (&f);
  g_signal_connect (f.view, "toast", G_CALLBACK (on_toast), &toast);
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (reports_model_of (&f)));
  press_enter (&f, 3);
  g_assert_null (f.address);
  g_assert_cmpstr (toast, ==, "Select one report to open it, two to compare them");
  activate (&f, "reports.copy-path");
  g_assert_cmpstr (toast, ==, "Copied the paths");
  reports_tear_down (&f);
}

/* Reading the folder again keeps the selection, although a new report is inserted before it, and
 * the filter. */
static void
test_reload_reports (void)
{
  ReportsFixture f;
  g_autoptr (GArray) before = NULL, after = NULL;

  reports_set_up (&f);
  g_signal_emit_by_name (reports_table_of (&f), "filter-changed", "run");
  while (poplens_table_widget_is_busy (reports_table_of (&f)))
    g_main_context_iteration (NULL, TRUE);
  reports_select_rows (&f, 3, 1);
  before = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (before->len, ==, 2);
  g_assert_cmpuint (g_array_index (before, guint32, 1), ==, 3);
  reports_put (f.folder, "run-0", NULL);
  f.rows++;
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  /* The old rows are shown meanwhile. */
  g_assert_cmpuint (poplens_reports_table_get_list (f.reports)->reports->len, ==, REPORTS_MADE + 1);
  wait_until (reports_has_rows, &f);
  settle (f.window);
  after = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (after->len, ==, 2);
  g_assert_cmpuint (g_array_index (after, guint32, 0), ==, 2);
  g_assert_cmpuint (g_array_index (after, guint32, 1), ==, 4);
  g_assert_cmpuint (poplens_table_model_n_view_rows (reports_model_of (&f)), ==, REPORTS_MADE + 1);
  reports_tear_down (&f);
}

static const char *
budget_of (ReportsFixture *f, guint row)
{
  PoplensTable *table = poplens_table_widget_get_table (reports_table_of (f));
  int column = poplens_table_find_column (table, "budget");

  return column < 0 ? "none" : poplens_table_get (table, row, (guint) column).text;
}

static gboolean
has_budget (gpointer data)
{
  return g_str_equal (budget_of (data, 0), "pass");
}

static gboolean
has_less (gpointer data)
{
  return g_str_equal (budget_of (data, 0), "fail");
}

/* The folder's limits are read again with the reports. */
static void
test_budget (void)
{
  ReportsFixture f;

  reports_set_up (&f);
  g_assert_cmpstr (budget_of (&f, 0), ==, "none");
  /* Between the slow report and the others: about 5.53 and 5.05 million cycles. */
  g_free (temp_dir_write (f.folder, "budget.ini", "[budget]\nmax-trace-cycles = 5,300,000\n", -1));
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  wait_until (has_budget, &f);
  g_assert_cmpstr (budget_of (&f, REPORTS_MADE - 1), ==, "fail");
  g_assert_null (budget_of (&f, REPORTS_MADE));
  g_free (temp_dir_write (f.folder, "budget.ini", "[budget]\nmax-trace-cycles = 100\n", -1));
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  wait_until (has_less, &f);
  reports_tear_down (&f);
}

/* Asserts that the chart has space for its drawing, and can be scrolled into view. */
static void
check_reachable (PoplensChartWidget *chart)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (chart), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *along = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  graphene_rect_t at;

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (chart)));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (chart)), >=, 140);
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (chart), scrolled, &at));
  g_assert_cmpfloat (gtk_adjustment_get_value (along) + at.origin.x + at.size.width, <=,
                     gtk_adjustment_get_upper (along));
}

/* The main buttons can be used in every window width, by pointer and by keyboard. */
static void
test_narrow (void)
{
  static const int widths[] = {360, 480, 600, 720, 1000};
  static const char *const buttons[] = {"Open run-6", "Compare run-5 With run-6"};
  static const char *const titles[] = {"Program time", "Iteration", "Fullest tile", "Peak live"};
  ReportsFixture f;

  reports_set_up (&f);
  reports_select_rows (&f, 1, 2);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++) {
    gtk_window_set_default_size (GTK_WINDOW (f.window), widths[i], 640);
    settle (f.window);
    g_assert_cmpint (gtk_widget_get_width (f.view), <=, widths[i]);
    for (guint a = 0; a < G_N_ELEMENTS (buttons); a++) {
      GtkWidget *button =
          gtk_widget_get_ancestor (find_label (f.view, buttons[a]), GTK_TYPE_BUTTON);
      graphene_rect_t at;
      g_assert_true (gtk_widget_get_mapped (button));
      g_assert_true (gtk_widget_compute_bounds (button, f.view, &at));
      g_assert_cmpfloat (at.origin.x, >=, 0);
      g_assert_cmpfloat (at.origin.x + at.size.width, <=, gtk_widget_get_width (f.view));
      g_assert_true (gtk_widget_grab_focus (button));
    }
    for (guint c = 0; c < G_N_ELEMENTS (titles); c++)
      check_reachable (reports_chart_of (f.view, titles[c]));
  }
  reports_tear_down (&f);
}

/* Leaving the page while reports are read leaves nothing running. */
static void
test_left (void)
{
  ReportsFixture f = {.folder = temp_dir_new ()};

  reports_put (f.folder, "run-1", NULL);
  f.view = poplens_reports_view_new (f.folder);
  f.window = show_in_window (f.view);
  poplens_reports_view_stop (POPLENS_REPORTS_VIEW (f.view));
  reports_tear_down (&f);
}

void
add_reports_tests (void)
{
  g_test_add_func ("/app-widgets/reports/answer", test_answer);
  g_test_add_func ("/app-widgets/reports/few", test_few);
  g_test_add_func ("/app-widgets/reports/tab", test_tab);
  g_test_add_func ("/app-widgets/reports/selected", test_selected);
  g_test_add_func ("/app-widgets/reports/many", test_many_selected_reports);
  g_test_add_func ("/app-widgets/reports/reload", test_reload_reports);
  g_test_add_func ("/app-widgets/reports/budget", test_budget);
  g_test_add_func ("/app-widgets/reports/narrow", test_narrow);
  g_test_add_func ("/app-widgets/reports/left", test_left);
}
