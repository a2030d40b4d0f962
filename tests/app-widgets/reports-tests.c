/* The reports of a folder: rows, what is selected, and what is asked for. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/reports/reports-charts.h"
#include "app/reports/reports-table.h"
#include "app/reports/reports-view.h"
#include "app/table/table-widget.h"
#include "app/window/settings.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

#define REPORTS 6
/* More cycles, by one in ten. */
#define SLOW "--plant=inter-ipu=60000"

typedef struct {
  char *folder;
  GtkWidget *window, *view;
  PoplensReportsTable *reports;
  guint rows;               /* that are waited for */
  char *address, *location; /* as "open" was last told */
} Fixture;

static void
put (const char *folder, const char *name, const char *plant)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const char *const options[] = {"--tiles=32", "--without=archive,debug,json", plant, NULL};

  g_assert_true (run_demo (path, options));
}

static PoplensTableWidget *
table_of (Fixture *f)
{
  return POPLENS_TABLE_WIDGET (find_hidden_type (f->view, POPLENS_TYPE_TABLE_WIDGET));
}

static PoplensTableModel *
model_of (Fixture *f)
{
  return POPLENS_TABLE_MODEL (
      gtk_column_view_get_model (poplens_table_widget_get_view (table_of (f))));
}

/* All are read, and shown. */
static gboolean
has_rows (gpointer data)
{
  Fixture *f = data;
  PoplensReportList *list = poplens_reports_table_get_list (f->reports);

  return list && list->reports->len == f->rows;
}

static void
on_open (GtkWidget *view, const char *address, const char *location, Fixture *f)
{
  g_free (f->address);
  g_free (f->location);
  f->address = g_strdup (address);
  f->location = g_strdup (location);
}

static void
show (Fixture *f)
{
  f->view = poplens_reports_view_new (f->folder);
  f->window = show_in_window_of (f->view, 1000, 700);
  f->reports = POPLENS_REPORTS_TABLE (find_type (f->view, POPLENS_TYPE_REPORTS_TABLE));
  g_signal_connect (f->view, "open", G_CALLBACK (on_open), f);
  wait_until (has_rows, f);
  settle (f->window);
}

/* run-1 … run-6, the last slower, and one that cannot be read. */
static void
set_up (Fixture *f)
{
  *f = (Fixture){.folder = temp_dir_new (), .rows = REPORTS + 1};
  for (guint n = 1; n <= REPORTS; n++) {
    g_autofree char *name = g_strdup_printf ("run-%u", n);
    put (f->folder, name, n == REPORTS ? SLOW : NULL);
  }
  g_free (temp_dir_write (f->folder, "broken/profile.pop", "no profile", -1));
  show (f);
}

static void
tear_down (Fixture *f)
{
  check_finalizes (f->window, f->view);
  temp_dir_remove (f->folder);
  g_free (f->folder);
  g_free (f->address);
  g_free (f->location);
}

static void
assert_asked (Fixture *f, const char *name, const char *other)
{
  g_autofree char *address = g_build_filename (f->folder, name, NULL);
  g_autofree char *with = other ? g_build_filename (f->folder, other, NULL) : NULL;
  g_autoptr (PoplensLocation) location =
      f->location ? poplens_location_parse (f->location, NULL) : NULL;

  g_assert_cmpstr (f->address, ==, address);
  g_assert_cmpstr (location ? poplens_location_get (location, "with") : NULL, ==, with);
}

static void
select_rows (Fixture *f, guint first, guint second)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (model_of (f));

  gtk_selection_model_select_item (model, first, TRUE);
  if (second != first)
    gtk_selection_model_select_item (model, second, FALSE);
}

static void
activate (Fixture *f, const char *action)
{
  g_assert_true (gtk_widget_activate_action (f->view, action, NULL));
}

static void
press_enter (Fixture *f, guint position)
{
  g_signal_emit_by_name (poplens_table_widget_get_view (table_of (f)), "activate", position);
}

/* What happened is said first; each row has its report; the broken one says why. */
static void
test_answer (void)
{
  Fixture f;
  GtkWidget *answer;
  PoplensTable *table;

  set_up (&f);
  table = poplens_table_widget_get_table (table_of (&f));
  answer = find_label (f.view, "it may still be being written)");
  g_assert_nonnull (answer);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (answer)),
                                   "7 reports, 6 readable. 1 got worse:\n  run-6: cycles +"));
  g_assert_cmpuint (poplens_table_n_rows (table), ==, REPORTS + 1);
  PoplensValue why =
      poplens_table_get (table, REPORTS, (guint) poplens_table_find_column (table, "error"));
  g_assert_true (g_str_has_prefix (why.text, "profile.pop is not a Poplar profile"));
  g_assert_nonnull (find_label (f.view, "Compare run-5 With run-6"));
  tear_down (&f);
}

/* A report that the answer names is a link to its row. */
static void
test_links (void)
{
  Fixture f;
  gboolean done = FALSE;

  set_up (&f);
  GtkWidget *answer = find_label (f.view, "it may still be being written)");
  const char *markup = gtk_label_get_label (GTK_LABEL (answer));
  g_assert_nonnull (strstr (markup, "<a href=\"#5\">run-6</a>: cycles +"));
  g_assert_nonnull (strstr (markup, "<a href=\"#6\">broken</a>: profile.pop is not"));
  g_assert_true (gtk_widget_get_focusable (answer));
  g_signal_emit_by_name (answer, "activate-link", "#5", &done);
  g_assert_true (done);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 5);
  activate (&f, "reports.compare");
  assert_asked (&f, "run-5", "run-6");
  tear_down (&f);
}

/* Two reports are too few to tell: the page leads to their comparison, where the largest rise is.
 */
static void
test_few (void)
{
  Fixture f = {.folder = temp_dir_new (), .rows = 2};

  put (f.folder, "run-1", NULL);
  put (f.folder, "run-2", SLOW);
  show (&f);
  g_assert_nonnull (find_label (f.view, " more cycles than run-1."));
  GtkWidget *cause =
      gtk_widget_get_ancestor (find_label (f.view, "Compare run-1 With run-2"), GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_visible (cause));
  g_signal_emit_by_name (cause, "clicked");
  assert_asked (&f, "run-1", "run-2");
  g_assert_true (g_str_has_prefix (f.location, "trace"));
  tear_down (&f);
}

/* Tab leads through all that can be used, links first. */
static void
test_tab (void)
{
  static const char *const types[] = {
      "GtkLabel",           "GtkLabel",        "PoplensChartWidget", "PoplensChartWidget",
      "PoplensChartWidget", "GtkToggleButton", "GtkButton",          "GtkText",
      "GtkColumnListView"};
  static const char *const links[] = {"#5", "#6"};
  Fixture f;

  set_up (&f);
  /* Where the window begins; from there Tab goes round. */
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (f.reports)));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_assert_true (gtk_widget_child_focus (f.window, GTK_DIR_TAB_FORWARD));
    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (f.window));
    if (i < G_N_ELEMENTS (links))
      g_assert_cmpstr (gtk_label_get_current_uri (GTK_LABEL (focus)), ==, links[i]);
    g_assert_cmpstr (G_OBJECT_TYPE_NAME (focus), ==, types[i]);
  }
  /* Back to them from what comes behind, and in the order of the text again. */
  gtk_widget_grab_focus (find_type (f.view, POPLENS_TYPE_CHART_WIDGET));
  for (guint i = G_N_ELEMENTS (links); i-- > 0;) {
    g_assert_true (gtk_widget_child_focus (f.window, GTK_DIR_TAB_BACKWARD));
    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (f.window));
    g_assert_true (GTK_IS_LABEL (focus));
    g_assert_cmpstr (gtk_label_get_current_uri (GTK_LABEL (focus)), ==, links[i]);
  }
  tear_down (&f);
}

/* The small chart of that title, where it is shown. */
static PoplensChartWidget *
chart_of (GtkWidget *widget, const char *title)
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
    PoplensChartWidget *found = chart_of (child, title);
    if (found)
      return found;
  }
  return NULL;
}

/* One is opened; of two the older one is before, however they are sorted. */
static void
test_selected (void)
{
  Fixture f;

  set_up (&f);
  g_assert_false (gtk_widget_activate_action (f.view, "reports.open", NULL) && f.address);
  /* The keyboard may be in a row that is not selected. */
  press_enter (&f, 0);
  assert_asked (&f, "run-1", NULL);
  select_rows (&f, 4, 1);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model_of (&f)), 3, FALSE);
  press_enter (&f, 3);
  assert_asked (&f, "run-1", NULL);
  select_rows (&f, 2, 2);
  press_enter (&f, 2);
  assert_asked (&f, "run-3", NULL);
  activate (&f, "reports.compare");
  assert_asked (&f, "run-2", "run-3");
  select_rows (&f, 4, 1);
  press_enter (&f, 1);
  assert_asked (&f, "run-2", "run-5");
  g_signal_emit_by_name (table_of (&f), "sort-changed", "-path");
  while (poplens_table_widget_is_busy (table_of (&f)))
    g_main_context_iteration (NULL, TRUE);
  settle (f.window);
  /* They are selected still. */
  activate (&f, "reports.open");
  assert_asked (&f, "run-2", "run-5");
  activate (&f, "reports.compare");
  assert_asked (&f, "run-2", "run-5");
  g_assert_cmpuint (poplens_table_model_get_row (model_of (&f), 1), ==, REPORTS - 2);
  tear_down (&f);
}

static void
on_toast (GtkWidget *view, const char *text, char **last)
{
  g_free (*last);
  *last = g_strdup (text);
}

/* However many are selected, Enter opens none of them, and their paths are copied. */
static void
test_many (void)
{
  Fixture f = {.folder = temp_dir_new (), .rows = 70};
  g_autofree char *toast = NULL;

  for (guint n = 0; n < f.rows; n++) {
    g_autofree char *name = g_strdup_printf ("run-%u/profile.pop", n);
    g_free (temp_dir_write (f.folder, name, "no profile", -1));
  }
  show (&f);
  g_signal_connect (f.view, "toast", G_CALLBACK (on_toast), &toast);
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (model_of (&f)));
  press_enter (&f, 3);
  g_assert_null (f.address);
  g_assert_cmpstr (toast, ==, "Select one report to open it, two to compare them");
  activate (&f, "reports.copy-path");
  g_assert_cmpstr (toast, ==, "Copied the paths");
  tear_down (&f);
}

/* Read again: what is selected stays so where a new report comes before it, and so does the filter.
 */
static void
test_reload (void)
{
  Fixture f;
  g_autoptr (GArray) before = NULL, after = NULL;

  set_up (&f);
  g_signal_emit_by_name (table_of (&f), "filter-changed", "run");
  while (poplens_table_widget_is_busy (table_of (&f)))
    g_main_context_iteration (NULL, TRUE);
  select_rows (&f, 3, 1);
  before = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (before->len, ==, 2);
  g_assert_cmpuint (g_array_index (before, guint32, 1), ==, 3);
  put (f.folder, "run-0", NULL);
  f.rows++;
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  /* What there was is shown meanwhile. */
  g_assert_cmpuint (poplens_reports_table_get_list (f.reports)->reports->len, ==, REPORTS + 1);
  wait_until (has_rows, &f);
  settle (f.window);
  after = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (after->len, ==, 2);
  g_assert_cmpuint (g_array_index (after, guint32, 0), ==, 2);
  g_assert_cmpuint (g_array_index (after, guint32, 1), ==, 4);
  g_assert_cmpuint (poplens_table_model_n_view_rows (model_of (&f)), ==, REPORTS + 1);
  tear_down (&f);
}

/* A report that is selected in a chart is selected in the table, and the other way round. */
static void
test_charts (void)
{
  Fixture f;
  PoplensChartWidget *cycles, *peak;
  double x, y, width, height;

  set_up (&f);
  cycles = chart_of (f.view, "Cycles");
  peak = chart_of (f.view, "Peak");
  g_assert_true (cycles && peak && chart_of (f.view, "Fullest tile"));
  PoplensChart *chart = poplens_chart_widget_get_chart (cycles);
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, REPORTS);
  for (guint i = 0; i < REPORTS; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (poplens_reports_table_get_list (f.reports)->reports, i);
    g_assert_cmpuint (poplens_chart_get_value (chart, 1, i), ==, report->headline.cycles);
  }
  g_assert_false (poplens_chart_widget_has_selection (cycles));
  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (cycles), 3, &x,
                                                 &y, &width, &height));
  poplens_chart_widget_click (cycles, x + width / 2, y + height / 2, 0);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 3);
  g_assert_true (poplens_chart_widget_has_selection (cycles));
  g_assert_true (poplens_chart_widget_has_selection (peak));
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (model_of (&f)));
  g_assert_false (poplens_chart_widget_has_selection (peak));
  select_rows (&f, 1, 4);
  g_assert_true (poplens_chart_widget_has_selection (peak));
  /* That which cannot be read has no figure. */
  select_rows (&f, REPORTS, REPORTS);
  g_assert_false (poplens_chart_widget_has_selection (peak));
  tear_down (&f);
}

static int
height_of (GtkWidget *widget)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, 1000, NULL, &height, NULL, NULL);
  return height;
}

/* While reports are read the charts have the place that they will need. */
static void
test_place (void)
{
  Fixture f;
  PoplensReportsCharts *charts;
  GtkWidget *widget = g_object_ref_sink (g_object_new (POPLENS_TYPE_REPORTS_CHARTS, NULL));

  set_up (&f);
  charts = POPLENS_REPORTS_CHARTS (widget);
  g_assert_false (gtk_widget_get_visible (widget));
  poplens_reports_charts_expect (charts, TRUE);
  g_assert_true (gtk_widget_get_visible (widget));
  int height = height_of (widget);
  poplens_reports_charts_set_list (charts, NULL, POPLENS_BYTE_UNIT_BINARY);
  g_assert_true (gtk_widget_get_visible (widget));
  poplens_reports_charts_set_list (charts, poplens_reports_table_get_list (f.reports),
                                   POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpint (height_of (widget), ==, height);
  poplens_reports_charts_set_list (charts, NULL, POPLENS_BYTE_UNIT_BINARY);
  poplens_reports_charts_expect (charts, FALSE);
  g_assert_false (gtk_widget_get_visible (widget));
  g_object_unref (widget);
  tear_down (&f);
}

static gboolean
has_time (gpointer data)
{
  return poplens_table_find_column (poplens_table_widget_get_table (table_of (data)),
                                    "time_compute") >= 0;
}

static gboolean
has_no_time (gpointer data)
{
  return !has_time (data);
}

/* Columns of time classes come when they are asked for, with their values, and go again. */
static void
test_time (void)
{
  Fixture f;
  GtkWidget *toggle;

  set_up (&f);
  g_assert_false (has_time (&f));
  toggle = find_type (f.view, GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  wait_until (has_time, &f);
  PoplensTable *table = poplens_table_widget_get_table (table_of (&f));
  PoplensValue value =
      poplens_table_get (table, 0, (guint) poplens_table_find_column (table, "time_compute"));
  g_assert_cmpint (value.type, ==, POPLENS_VALUE_INT);
  g_assert_cmpint (value.integer, >, 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  wait_until (has_no_time, &f);
  tear_down (&f);
}

static const char *
budget_of (Fixture *f, guint row)
{
  PoplensTable *table = poplens_table_widget_get_table (table_of (f));
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

/* Limits of the folder: by those that it has now. */
static void
test_budget (void)
{
  Fixture f;

  set_up (&f);
  g_assert_cmpstr (budget_of (&f, 0), ==, "none");
  /* Between the slow one and the others: about 5.05 and 5.53 million. */
  g_free (temp_dir_write (f.folder, "budget.ini", "[budget]\nmax-cycles = 5,300,000\n", -1));
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  wait_until (has_budget, &f);
  g_assert_cmpstr (budget_of (&f, REPORTS - 1), ==, "fail");
  g_assert_null (budget_of (&f, REPORTS));
  g_free (temp_dir_write (f.folder, "budget.ini", "[budget]\nmax-cycles = 100\n", -1));
  poplens_reports_view_reload (POPLENS_REPORTS_VIEW (f.view));
  wait_until (has_less, &f);
  tear_down (&f);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *action)
{
  const char *name =
      GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  GtkWidget *found = name && !strcmp (name, action) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, action);
  return found;
}

/* It has room for what it draws, and can be scrolled to where it is not in view. */
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

/* What the list is for can be pressed in every window, by pointer and by keyboard. */
static void
test_narrow (void)
{
  static const int widths[] = {360, 480, 600, 720, 1000};
  static const char *const actions[] = {"reports.open", "reports.compare"};
  static const char *const titles[] = {"Cycles", "Fullest tile", "Peak"};
  Fixture f;

  set_up (&f);
  select_rows (&f, 1, 2);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++) {
    gtk_window_set_default_size (GTK_WINDOW (f.window), widths[i], 640);
    settle (f.window);
    g_assert_cmpint (gtk_widget_get_width (f.view), <=, widths[i]);
    for (guint a = 0; a < G_N_ELEMENTS (actions); a++) {
      GtkWidget *button = find_button (f.view, actions[a]);
      graphene_rect_t at;
      g_assert_true (gtk_widget_get_mapped (button));
      g_assert_true (gtk_widget_compute_bounds (button, f.view, &at));
      g_assert_cmpfloat (at.origin.x, >=, 0);
      g_assert_cmpfloat (at.origin.x + at.size.width, <=, gtk_widget_get_width (f.view));
    }
    g_assert_true (gtk_widget_grab_focus (find_button (f.view, "reports.compare")));
    GtkWidget *cause = find_label (f.view, "Compare run-5 With run-6");
    graphene_rect_t at;
    g_assert_true (gtk_widget_get_mapped (cause));
    g_assert_true (gtk_widget_compute_bounds (cause, f.view, &at));
    g_assert_cmpfloat (at.origin.x + at.size.width, <=, gtk_widget_get_width (f.view));
    for (guint c = 0; c < G_N_ELEMENTS (titles); c++)
      check_reachable (chart_of (f.view, titles[c]));
    /* Of the last one enough is seen to scroll to it. */
    g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (chart_of (f.view, "Peak")), f.view, &at));
    g_assert_cmpfloat (at.origin.x + 20, <=, gtk_widget_get_width (f.view));
  }
  tear_down (&f);
}

/* Who leaves while it reads leaves nothing behind. */
static void
test_left (void)
{
  Fixture f = {.folder = temp_dir_new ()};

  put (f.folder, "run-1", NULL);
  f.view = poplens_reports_view_new (f.folder);
  f.window = show_in_window (f.view);
  poplens_reports_view_stop (POPLENS_REPORTS_VIEW (f.view));
  tear_down (&f);
}

void
add_reports_tests (void)
{
  g_test_add_func ("/app-widgets/reports/answer", test_answer);
  g_test_add_func ("/app-widgets/reports/links", test_links);
  g_test_add_func ("/app-widgets/reports/few", test_few);
  g_test_add_func ("/app-widgets/reports/tab", test_tab);
  g_test_add_func ("/app-widgets/reports/selected", test_selected);
  g_test_add_func ("/app-widgets/reports/many", test_many);
  g_test_add_func ("/app-widgets/reports/reload", test_reload);
  g_test_add_func ("/app-widgets/reports/charts", test_charts);
  g_test_add_func ("/app-widgets/reports/place", test_place);
  g_test_add_func ("/app-widgets/reports/time", test_time);
  g_test_add_func ("/app-widgets/reports/budget", test_budget);
  g_test_add_func ("/app-widgets/reports/narrow", test_narrow);
  g_test_add_func ("/app-widgets/reports/left", test_left);
}
