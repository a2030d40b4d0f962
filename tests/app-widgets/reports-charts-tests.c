/* Tests of the small charts of the reports of a folder. */
#include "app-widgets/reports-fixture.h"

#include "app/reports/reports-charts.h"
#include "support/temp-dir.h"

static void
click_item (PoplensChartWidget *chart, gsize item)
{
  double x, y, width, height;

  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (chart), item, &x,
                                                 &y, &width, &height));
  poplens_chart_widget_click (chart, x + width / 2, y + height / 2, 0);
}

/* Selecting a report in a chart selects it in the table, and the other way round. */
static void
test_charts (void)
{
  ReportsFixture f;
  PoplensChartWidget *cycles, *peak;

  reports_set_up (&f);
  cycles = reports_chart_of (f.view, "Iteration");
  peak = reports_chart_of (f.view, "Peak live");
  g_assert_true (cycles && peak && reports_chart_of (f.view, "Fullest tile"));
  PoplensChart *chart = poplens_chart_widget_get_chart (cycles);
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, REPORTS_MADE);
  for (guint i = 0; i < REPORTS_MADE; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (poplens_reports_table_get_list (f.reports)->reports, i);
    g_assert_cmpuint (poplens_chart_get_value (chart, 1, i), ==, report->timing.iteration);
  }
  /* The reports that the headline names are selected first. */
  g_assert_true (poplens_chart_widget_has_selection (cycles));
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (reports_model_of (&f)));
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
  /* An unreadable report has no figure. */
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

/* While reports are read, the charts reserve their final height. */
static void
test_place (void)
{
  ReportsFixture f;
  const PoplensReportsHeadline none = {POPLENS_REPORTS_GOOD};
  PoplensReportsCharts *charts;
  GtkWidget *widget = g_object_ref_sink (g_object_new (POPLENS_TYPE_REPORTS_CHARTS, NULL));

  reports_set_up (&f);
  charts = POPLENS_REPORTS_CHARTS (widget);
  g_assert_false (gtk_widget_get_visible (widget));
  poplens_reports_charts_expect (charts, TRUE);
  g_assert_true (gtk_widget_get_visible (widget));
  int height = height_of (widget);
  poplens_reports_charts_expect (charts, FALSE);
  g_assert_false (gtk_widget_get_visible (widget));
  poplens_reports_charts_set_list (charts, poplens_reports_table_get_list (f.reports), &none,
                                   POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpint (height_of (widget), ==, height);
  g_object_unref (widget);
  reports_tear_down (&f);
}

static gboolean
has_time (gpointer data)
{
  ReportsFixture *f = data;
  const PoplensReportList *list = poplens_reports_table_get_list (f->reports);

  return ((const PoplensListedReport *) g_ptr_array_index (list->reports, 0))->time_asked;
}

/* Time classes arrive later: the columns add up to the program time of each report, nothing moves,
 * and the selection is kept. */
static void
test_time (void)
{
  ReportsFixture f;

  reports_set_up (&f);
  GtkWidget *charts = find_type (f.view, POPLENS_TYPE_REPORTS_CHARTS);
  int height = height_of (charts);
  wait_until (has_time, &f);
  settle (f.window);
  g_assert_cmpint (height_of (charts), ==, height);
  PoplensChartWidget *widget = reports_chart_of (f.view, "Program time");
  PoplensChart *chart = poplens_chart_widget_get_chart (widget);
  for (guint r = 0; r < REPORTS_MADE; r++) {
    const PoplensListedReport *report =
        g_ptr_array_index (poplens_reports_table_get_list (f.reports)->reports, r);
    guint64 sum = 0;
    for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
      sum += poplens_chart_get_value (chart, s, r);
    g_assert_cmpuint (sum, >=, report->timing.program - POPLENS_N_TIMES);
    g_assert_cmpuint (sum, <=, report->timing.program + POPLENS_N_TIMES);
  }
  g_assert_true (poplens_chart_widget_has_selection (widget));
  click_item (widget, 2);
  g_autoptr (GArray) rows = poplens_reports_table_get_selected (f.reports);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 2);
  g_assert_true (poplens_chart_widget_has_selection (reports_chart_of (f.view, "Iteration")));
  g_assert_nonnull (find_label (f.view, "because of inter-IPU exchange"));
  reports_tear_down (&f);
}

/* Models with one report each form no series: there is a bar and a verdict for each report. */
static void
test_unlike (void)
{
  ReportsFixture f = {.folder = temp_dir_new (), .rows = 2};

  reports_put (f.folder, "small", NULL);
  reports_put (f.folder, "other", "--tiles=64");
  reports_show (&f);
  g_assert_null (reports_chart_of (f.view, "Iteration"));
  PoplensChartWidget *tile = reports_chart_of (f.view, "Fullest tile");
  PoplensChartWidget *time = reports_chart_of (f.view, "Program time");
  g_assert_cmpuint (poplens_chart_get_n_items (poplens_chart_widget_get_chart (tile)), ==, 2);
  g_assert_cmpuint (poplens_chart_get_n_items (poplens_chart_widget_get_chart (time)), ==, 2);
  g_assert_nonnull (find_label (f.view, "There is one report of each model"));
  click_item (time, 1);
  g_assert_true (poplens_chart_widget_has_selection (tile));
  reports_tear_down (&f);
}

/* In a low window the part above the rows scrolls: rows remain visible, and nothing is cut off. */
static void
test_low (void)
{
  static const int sizes[][2] = {{360, 480}, {360, 640}, {1000, 420}, {1000, 700}};
  ReportsFixture f;

  reports_set_up (&f);
  wait_until (has_time, &f);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    gtk_window_set_default_size (GTK_WINDOW (f.window), sizes[i][0], sizes[i][1]);
    settle (f.window);
    GtkWidget *answer = find_label (f.view, "because of inter-IPU exchange");
    GtkWidget *scrolled = gtk_widget_get_ancestor (answer, GTK_TYPE_SCROLLED_WINDOW);
    GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
    GtkWidget *charts = find_type (f.view, POPLENS_TYPE_REPORTS_CHARTS);
    int needed = height_of_width (answer, gtk_widget_get_width (answer)) +
                 height_of_width (charts, gtk_widget_get_width (charts));
    g_assert_cmpint (gtk_widget_get_height (f.view), <=, sizes[i][1]);
    g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (f.reports)), >=, 150);
    g_assert_cmpfloat (gtk_adjustment_get_upper (down), >=, needed);
    /* Nothing scrolls if everything fits. */
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
  g_test_add_func ("/app-widgets/reports/unlike", test_unlike);
  g_test_add_func ("/app-widgets/reports/low", test_low);
}
