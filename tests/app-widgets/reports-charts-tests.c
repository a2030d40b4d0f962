/* The small charts of the reports of a folder. */
#include "app-widgets/reports-fixture.h"

#include "app/reports/reports-charts.h"

static void
click_item (PoplensChartWidget *chart, gsize item)
{
  double x, y, width, height;

  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (chart), item, &x,
                                                 &y, &width, &height));
  poplens_chart_widget_click (chart, x + width / 2, y + height / 2, 0);
}

/* A report that is selected in a chart is selected in the table, and the other way round. */
static void
test_charts (void)
{
  ReportsFixture f;
  PoplensChartWidget *cycles, *peak;

  reports_set_up (&f);
  cycles = reports_chart_of (f.view, "Iteration");
  peak = reports_chart_of (f.view, "Peak");
  g_assert_true (cycles && peak && reports_chart_of (f.view, "Fullest tile"));
  PoplensChart *chart = poplens_chart_widget_get_chart (cycles);
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, REPORTS_MADE);
  for (guint i = 0; i < REPORTS_MADE; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (poplens_reports_table_get_list (f.reports)->reports, i);
    g_assert_cmpuint (poplens_chart_get_value (chart, 1, i), ==, report->timing.iteration);
  }
  g_assert_false (poplens_chart_widget_has_selection (cycles));
  click_item (cycles, 3);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 3);
  g_assert_true (poplens_chart_widget_has_selection (cycles));
  g_assert_true (poplens_chart_widget_has_selection (peak));
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (reports_model_of (&f)));
  g_assert_false (poplens_chart_widget_has_selection (peak));
  reports_select_rows (&f, 1, 4);
  g_assert_true (poplens_chart_widget_has_selection (peak));
  /* That which cannot be read has no figure. */
  reports_select_rows (&f, REPORTS_MADE, REPORTS_MADE);
  g_assert_false (poplens_chart_widget_has_selection (peak));
  reports_tear_down (&f);
}

static int
height_of_width (GtkWidget *widget, int width)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}

static int
height_of (GtkWidget *widget)
{
  return height_of_width (widget, 1000);
}

/* While reports are read the charts have the place that they will need. */
static void
test_place (void)
{
  ReportsFixture f;
  PoplensReportsCharts *charts;
  GtkWidget *widget = g_object_ref_sink (g_object_new (POPLENS_TYPE_REPORTS_CHARTS, NULL));

  reports_set_up (&f);
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
  reports_tear_down (&f);
}

static gboolean
has_time (gpointer data)
{
  return poplens_table_find_column (poplens_table_widget_get_table (reports_table_of (data)),
                                    "time_compute") >= 0;
}

static gboolean
has_no_time (gpointer data)
{
  return !has_time (data);
}

static guint64
time_of (ReportsFixture *f, guint report, PoplensTimeClass class)
{
  const PoplensReportList *list = poplens_reports_table_get_list (f->reports);

  return ((const PoplensListedReport *) g_ptr_array_index (list->reports, report))->time[class];
}

/* By how much the class differs among the reports that can be read; G_MAXUINT64: it is always 0. */
static guint64
extent_of (ReportsFixture *f, PoplensTimeClass class)
{
  guint64 least = G_MAXUINT64, most = 0;

  for (guint r = 0; r < REPORTS_MADE; r++) {
    least = MIN (least, time_of (f, r, class));
    most = MAX (most, time_of (f, r, class));
  }
  return most ? most - least : G_MAXUINT64;
}

static double
left_of (GtkWidget *widget, GtkWidget *in)
{
  graphene_rect_t at;

  g_assert_true (gtk_widget_compute_bounds (widget, in, &at));
  return at.origin.x;
}

/* Classes that are always 0 have no chart. What differs most stands first. */
static void
check_time_charts (ReportsFixture *f)
{
  double left[POPLENS_N_TIMES];
  guint64 extents[POPLENS_N_TIMES];
  guint n = 0;

  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    PoplensChartWidget *widget = reports_chart_of (f->view, poplens_time_class_title (c));
    extents[n] = extent_of (f, c);
    g_assert_cmpint (widget != NULL, ==, extents[n] < G_MAXUINT64);
    if (!widget)
      continue;
    PoplensChart *chart = poplens_chart_widget_get_chart (widget);
    for (guint r = 0; r < REPORTS_MADE; r++)
      g_assert_cmpuint (poplens_chart_get_value (chart, 0, r), ==, time_of (f, r, c));
    left[n++] = left_of (GTK_WIDGET (widget), f->view);
  }
  g_assert_cmpuint (n, >, 5);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      if (extents[i] > extents[k])
        g_assert_cmpfloat (left[i], <, left[k]);
}

/* Columns and charts of time classes come when they are asked for, with their values, and go again.
 * The charts have their place at once. */
static void
test_time (void)
{
  ReportsFixture f;
  GtkWidget *toggle, *charts;

  reports_set_up (&f);
  g_assert_false (has_time (&f));
  g_assert_null (reports_chart_of (f.view, "Compute"));
  toggle = find_type (f.view, GTK_TYPE_TOGGLE_BUTTON);
  charts = find_type (f.view, POPLENS_TYPE_REPORTS_CHARTS);
  int without = height_of (charts);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  int with = height_of (charts);
  g_assert_cmpint (with, >, without);
  g_assert_null (reports_chart_of (f.view, "Compute"));
  wait_until (has_time, &f);
  settle (f.window);
  g_assert_cmpint (height_of (charts), ==, with);
  PoplensTable *table = poplens_table_widget_get_table (reports_table_of (&f));
  PoplensValue value =
      poplens_table_get (table, 0, (guint) poplens_table_find_column (table, "time_compute"));
  g_assert_cmpint (value.type, ==, POPLENS_VALUE_INT);
  g_assert_cmpint (value.integer, >, 0);
  check_time_charts (&f);
  click_item (reports_chart_of (f.view, "Compute"), 2);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 2);
  g_assert_true (poplens_chart_widget_has_selection (reports_chart_of (f.view, "Iteration")));
  g_assert_true (
      poplens_chart_widget_has_selection (reports_chart_of (f.view, "Inter-IPU exchange")));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  g_assert_cmpint (height_of (charts), ==, without);
  wait_until (has_no_time, &f);
  g_assert_null (reports_chart_of (f.view, "Compute"));
  /* What was read is there at once, with what is selected. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  g_assert_true (poplens_chart_widget_has_selection (reports_chart_of (f.view, "Compute")));
  wait_until (has_time, &f);
  reports_tear_down (&f);
}

/* In a low window what is above the rows is scrolled: rows are left, and nothing is cut. */
static void
test_low (void)
{
  static const int sizes[][2] = {{360, 480}, {360, 640}, {1000, 420}, {1000, 700}};
  ReportsFixture f;
  GtkWidget *toggle;

  reports_set_up (&f);
  toggle = find_type (f.view, GTK_TYPE_TOGGLE_BUTTON);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  wait_until (has_time, &f);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    gtk_window_set_default_size (GTK_WINDOW (f.window), sizes[i][0], sizes[i][1]);
    settle (f.window);
    GtkWidget *answer = find_label (f.view, "it may still be being written)");
    GtkWidget *scrolled = gtk_widget_get_ancestor (answer, GTK_TYPE_SCROLLED_WINDOW);
    GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
    GtkWidget *charts = find_type (f.view, POPLENS_TYPE_REPORTS_CHARTS);
    int needed = height_of_width (answer, gtk_widget_get_width (answer)) + height_of (charts);
    g_assert_cmpint (gtk_widget_get_height (f.view), <=, sizes[i][1]);
    g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (f.reports)), >=, 150);
    g_assert_cmpfloat (gtk_adjustment_get_upper (down), >=, needed);
    /* Where there is room for all, nothing is scrolled. */
    if (sizes[i][1] == 700)
      g_assert_cmpfloat (gtk_adjustment_get_page_size (down), >=, needed);
  }
  reports_tear_down (&f);
}

void
add_reports_charts_tests (void)
{
  g_test_add_func ("/app-widgets/reports/charts", test_charts);
  g_test_add_func ("/app-widgets/reports/place", test_place);
  g_test_add_func ("/app-widgets/reports/time", test_time);
  g_test_add_func ("/app-widgets/reports/low", test_low);
}
