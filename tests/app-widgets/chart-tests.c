/* Tests of the chart widget with areas: selecting, dragging, zooming, keys, and the overview. */
#include "app-widgets/chart-seen.h"

#include "app/chart/chart-overview.h"

#include <math.h>

#define N_ITEMS 1000

/* Returns a y coordinate in the middle of the plot. */
static double
middle (PoplensChartWidget *widget)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (widget), &x, &y, &width, &height);
  return y + height / 2;
}

static void
test_area_clicks (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_chart (N_ITEMS);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double y = middle (self), pixel = N_ITEMS / (x_of (self, N_ITEMS) - x_of (self, 0));

  poplens_chart_widget_click (self, x_of (self, 200), y, 0);
  g_assert_cmpuint (seen.selected, ==, 1);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_REPLACE);
  g_assert_cmpuint (seen.to, ==, seen.from + 1);
  g_assert_cmpfloat (fabs ((double) seen.from - 200), <=, 1 + pixel);
  poplens_chart_widget_click (self, x_of (self, 300), y, GDK_CONTROL_MASK);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_TOGGLE);
  /* Shift selects from the last click to this one, in either direction. */
  poplens_chart_widget_click (self, x_of (self, 100), y, GDK_SHIFT_MASK);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_ADD);
  g_assert_cmpfloat (fabs ((double) seen.from - 100), <=, 1 + pixel);
  g_assert_cmpfloat (fabs ((double) seen.to - 301), <=, 1 + pixel);
  poplens_chart_widget_drag (self, x_of (self, 500), 0, x_of (self, 400), 0, 0);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_REPLACE);
  g_assert_cmpfloat (fabs ((double) seen.from - 400), <=, 1 + pixel);
  g_assert_cmpfloat (fabs ((double) seen.to - 500), <=, 1 + pixel);
  g_assert_cmpuint (seen.selected, ==, 4);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.clear-selection", NULL);
  g_assert_cmpuint (seen.from, ==, seen.to);
  g_assert_cmpuint (seen.views, ==, 0);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_legend_and_limit (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_chart (N_ITEMS);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double x, y;

  g_assert_true (find_area (self, POPLENS_CHART_HIT_LEGEND, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpstr (seen.series, ==, "low");
  g_assert_true (find_area (self, POPLENS_CHART_HIT_LIMIT, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.limits, ==, 1);
  g_assert_cmpuint (seen.selected, ==, 0);
  g_free (seen.series);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_zoom (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_chart (N_ITEMS);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double x = x_of (self, 250), before, span;
  PoplensChartView view;
  PoplensItemRange range = {100, 110};
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof range);

  before = poplens_chart_layout_x_to_position (poplens_chart_widget_get_layout (self), x);
  poplens_chart_widget_zoom_at (self, 4, x, 0);
  g_assert_cmpuint (seen.views, ==, 1);
  view = poplens_chart_widget_get_view (self);
  span = view.to - view.from;
  g_assert_cmpfloat (fabs (span - N_ITEMS / 4.0), <, 0.5);
  /* The position under the pointer does not move. */
  g_assert_cmpfloat (
      fabs (poplens_chart_layout_x_to_position (poplens_chart_widget_get_layout (self), x) -
            before),
      <, 0.5);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.pan-right", NULL);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).from, >, view.from);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.zoom-in", NULL);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.zoom-out", NULL);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.pan-left", NULL);
  g_assert_cmpuint (seen.views, ==, 5);
  g_array_append_val (selected, range);
  poplens_chart_widget_set_selected (self, selected);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit-selection", NULL);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.from, <=, 100);
  g_assert_cmpfloat (view.to, >=, 110);
  g_assert_cmpfloat (view.to - view.from, <, 40);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.from, ==, 0);
  g_assert_cmpfloat (view.to, ==, N_ITEMS);
  /* Setting the view from outside emits no signal. */
  seen.views = 0;
  view.to = 20;
  poplens_chart_widget_set_view (self, view);
  g_assert_cmpuint (seen.views, ==, 0);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 20);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_chart_swap (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_chart (N_ITEMS);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  g_autoptr (PoplensChart) same = make_chart (N_ITEMS);
  g_autoptr (PoplensChart) smaller = make_chart (10);
  g_autoptr (PoplensChart) empty = make_chart (0);
  PoplensChartView view = {200, 300, FALSE};

  poplens_chart_widget_set_view (self, view);
  poplens_chart_widget_set_chart (self, same);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).from, ==, 200);
  poplens_chart_widget_set_chart (self, smaller);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 10);
  settle (window);
  poplens_chart_widget_set_chart (self, empty);
  poplens_chart_widget_click (self, 300, 300, 0);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.zoom-in", NULL);
  settle (window);
  poplens_chart_widget_set_chart (self, NULL);
  poplens_chart_widget_click (self, 300, 300, 0);
  settle (window);
  g_assert_cmpuint (seen.selected, ==, 0);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
on_overview_view (GtkWidget *widget, gpointer n_views)
{
  (*(guint *) n_views)++;
}

static void
test_overview (void)
{
  guint n_views = 0;
  GtkWidget *widget = poplens_chart_overview_new ();
  PoplensChartOverview *self = POPLENS_CHART_OVERVIEW (widget);
  g_autoptr (PoplensChart) chart = make_chart (N_ITEMS);
  GtkWidget *window;
  double width, step;
  PoplensChartView view = {400, 600, FALSE};

  g_signal_connect (widget, "view-changed", G_CALLBACK (on_overview_view), &n_views);
  gtk_widget_set_valign (widget, GTK_ALIGN_START);
  poplens_chart_overview_set_chart (self, chart);
  poplens_chart_overview_set_view (self, view);
  g_assert_cmpuint (n_views, ==, 0);
  window = show_in_window (widget);
  width = gtk_widget_get_width (widget);
  /* Dragging the window of the overview keeps its length. */
  poplens_chart_overview_press (self, width / 2, 20);
  step = width / 20;
  poplens_chart_overview_move (self, step);
  view = poplens_chart_overview_get_view (self);
  g_assert_cmpfloat (view.from, >, 430);
  g_assert_cmpfloat (fabs (view.to - view.from - 200), <, 1e-6);
  /* The window stops at the end. */
  poplens_chart_overview_move (self, 10 * width);
  view = poplens_chart_overview_get_view (self);
  g_assert_cmpfloat (fabs (view.to - N_ITEMS), <, 1e-6);
  g_assert_cmpfloat (fabs (view.from - (N_ITEMS - 200)), <, 1e-6);
  /* A press beside the window moves the window there. */
  poplens_chart_overview_press (self, width / 4, 20);
  view = poplens_chart_overview_get_view (self);
  g_assert_cmpfloat (view.from, <, 300);
  g_assert_cmpfloat (fabs (view.to - view.from - 200), <, 1e-6);
  g_assert_cmpuint (n_views, ==, 3);
  check_finalizes (window, widget);
}

void
add_chart_tests (void)
{
  g_test_add_func ("/app-widgets/chart/clicks", test_area_clicks);
  g_test_add_func ("/app-widgets/chart/legend-and-limit", test_legend_and_limit);
  g_test_add_func ("/app-widgets/chart/zoom", test_zoom);
  g_test_add_func ("/app-widgets/chart/swap", test_chart_swap);
  g_test_add_func ("/app-widgets/chart/overview", test_overview);
}
