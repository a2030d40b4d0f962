/* Tests of the chart widget with lanes of blocks over cycles. */
#include "app-widgets/chart-seen.h"

#include "app/chart/chart-overview.h"
#include "charts/lanes/field.h"
#include "support/work-time.h"

#include <math.h>

#define ROWS 40
#define LENGTH 100
#define N_A_ROW 100
#define SPAN (N_A_ROW * LENGTH)

/* Returns blocks: block i of row r is item r × n + i and has the cycles [100 i, 100 i + 90),
 * shifted by @origin. */
static PoplensLaneBlocks *
make_blocks (guint rows, gsize n, guint64 origin)
{
  guint64 *from = g_new (guint64, rows * n), *to = g_new (guint64, rows * n);
  guint32 *row = g_new (guint32, rows * n);
  guint8 *series = g_new (guint8, rows * n);

  for (gsize k = 0; k < rows * n; k++) {
    from[k] = origin + k % n * LENGTH;
    to[k] = from[k] + 90;
    row[k] = (guint32) (k / n);
    series[k] = (guint8) (k % 2);
  }
  return poplens_lane_blocks_new (rows * n, from, to, row, series, NULL);
}

static PoplensChart *
make_lanes (guint rows, gsize n, guint64 origin)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Steps", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  PoplensLaneBlocks *blocks = make_blocks (rows, n, origin);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "compute", "Compute", POPLENS_INK_COMPUTE,
                            0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "exchange", "Exchange",
                            POPLENS_INK_EXCHANGE, 0, NULL, FALSE);
  poplens_chart_set_item_axis (chart, NULL, "step");
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_lane_blocks_unref (blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", rows, TRUE, FALSE);
  return chart;
}

/* Finds a point of @item in the drawn layout. FALSE if it is not visible. */
static gboolean
find_item (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  for (*y = 0; *y < gtk_widget_get_height (GTK_WIDGET (self)); *y += 4)
    for (*x = 0; *x < gtk_widget_get_width (GTK_WIDGET (self)); *x += 2) {
      PoplensChartHit hit = poplens_chart_layout_hit (layout, *x, *y);
      if (hit.area == POPLENS_CHART_HIT_ITEM && hit.item == item)
        return TRUE;
    }
  return FALSE;
}

static void
test_lane_clicks (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (2, 4, 0);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double x, y, x2, y2;

  g_assert_true (find_item (self, 6, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.from, ==, 6);
  g_assert_cmpuint (seen.to, ==, 7);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_REPLACE);
  /* Shift selects the cycles from the last click to this one, in either direction. */
  g_assert_true (find_item (self, 0, &x2, &y2));
  poplens_chart_widget_click (self, x2, y2, GDK_SHIFT_MASK);
  g_assert_cmpfloat (seen.span_from, ==, 0);
  g_assert_cmpfloat (seen.span_to, ==, 290);
  g_assert_cmpuint (seen.selected, ==, 1);
  /* A click between two blocks clears the selection. */
  poplens_chart_widget_click (self, x_of (self, 195), y, 0);
  g_assert_cmpuint (seen.selected, ==, 2);
  g_assert_cmpuint (seen.from, ==, seen.to);
  g_assert_true (find_area (self, POPLENS_CHART_HIT_GROUP, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.groups, ==, 1);
  g_assert_cmpuint (seen.selected, ==, 2);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_drag_and_fit (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (2, N_A_ROW, 0);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double pixel = SPAN / (x_of (self, SPAN) - x_of (self, 0));
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  PoplensItemRange blocks[] = {{20, 21}, {130, 131}};
  PoplensChartView view;

  poplens_chart_widget_drag (self, x_of (self, 5000), 0, x_of (self, 3000), 0, 0);
  g_assert_cmpfloat (fabs (seen.span_from - 3000), <=, 1 + pixel);
  g_assert_cmpfloat (fabs (seen.span_to - 5000), <=, 1 + pixel);
  g_assert_cmpfloat (seen.span_from, ==, floor (seen.span_from));
  g_assert_cmpuint (seen.selected, ==, 0);
  g_assert_false (poplens_chart_widget_has_selection (self));
  poplens_chart_widget_set_span (self, 3000, 5000);
  g_assert_true (poplens_chart_widget_has_selection (self));
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit-selection", NULL);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.from, <=, 3000);
  g_assert_cmpfloat (view.from, >, 2500);
  g_assert_cmpfloat (view.to, >=, 5000);
  g_assert_cmpfloat (view.to, <, 5500);
  /* Two blocks in different rows: cycles 2,000 … 2,090 and 3,000 … 3,090. */
  poplens_chart_widget_set_span (self, 0, 0);
  g_array_append_vals (selected, blocks, 2);
  poplens_chart_widget_set_selected (self, selected);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit-selection", NULL);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (fabs (view.from - 2000), <, 100);
  g_assert_cmpfloat (fabs (view.to - 3090), <, 100);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).from, ==, 0);
  g_assert_cmpuint (seen.views, ==, 3);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_scroll (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (ROWS, N_A_ROW, 0);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  gsize last = ROWS * N_A_ROW - 1;
  PoplensChartView view;
  double x, y;

  g_assert_cmpfloat (
      poplens_chart_layout_get_content_height (poplens_chart_widget_get_layout (self)), >,
      gtk_widget_get_height (GTK_WIDGET (self)));
  g_assert_false (find_item (self, last, &x, &y));
  poplens_chart_widget_set_current (self, last);
  g_assert_true (find_item (self, last, &x, &y));
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.scroll, >, 0);
  g_assert_cmpfloat (view.from, ==, 0);
  g_assert_cmpfloat (view.to, ==, SPAN - 10);
  /* Zoomed in elsewhere, the item is outside in both directions: the zoom factor is kept. */
  view.from = 100;
  view.to = 1100;
  view.scroll = 0;
  poplens_chart_widget_set_view (self, view);
  poplens_chart_widget_set_current (self, last);
  g_assert_true (find_item (self, last, &x, &y));
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (fabs (view.to - view.from - 1000), <, 10);
  /* Scrolling stops at the end. */
  view.scroll = 1e9;
  poplens_chart_widget_set_view (self, view);
  settle (window);
  g_assert_true (find_item (self, last, &x, &y));
  poplens_chart_widget_set_current (self, G_MAXSIZE);
  check_finalizes (window, GTK_WIDGET (self));
}

/* A wait of a million cycles is folded: the block after it is shown at the same zoom. */
static void
test_folds (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  guint64 *from = g_new (guint64, 2), *to = g_new (guint64, 2);
  guint8 *series = g_new0 (guint8, 2);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  g_autoptr (PoplensChart) chart = make_lanes (1, 10, 0);
  PoplensChartWidget *self;
  PoplensChartView view = {0, 400, FALSE, 0};
  double x, y;

  from[0] = 0;
  to[0] = 1000;
  from[1] = 1001000;
  to[1] = 1002000;
  blocks = poplens_lane_blocks_new (2, from, to, g_new0 (guint32, 2), series, NULL);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_run (chart, "Run 0", 0, 1000);
  poplens_chart_add_lane_run (chart, "Run 1", 1001000, 1002000);
  poplens_chart_add_lane_break (chart, 1000, 1001000);
  self = show_chart (chart, &seen, &window);
  g_assert_true (find_area (self, POPLENS_CHART_HIT_BREAK, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.breaks, ==, 1);
  g_assert_cmpuint (seen.fold, ==, 0);
  poplens_chart_widget_set_view (self, view);
  poplens_chart_widget_set_current (self, 1);
  view = poplens_chart_widget_get_view (self);
  /* Some cycles before the block are visible too, and with them the fold. */
  g_assert_cmpfloat (view.from, <, 1000);
  g_assert_cmpfloat (view.to, >, 1001300);
  g_assert_cmpfloat (fabs (view.to - view.from - 1000000 - 400), <, 40);
  /* A click on a run shows it whole; before, only its end was visible. */
  g_assert_true (find_area (self, POPLENS_CHART_HIT_RUN, &x, &y));
  poplens_chart_widget_click (self, x, y, 0);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.from, ==, 0);
  g_assert_cmpfloat (view.to, >=, 1000);
  g_assert_cmpfloat (view.to, <, 1001100);
  x = x_of (self, view.to) - 2;
  poplens_chart_widget_click (self, x, y, 0);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.from, >, 900);
  g_assert_cmpfloat (view.from, <=, 1001000);
  g_assert_cmpfloat (view.to, ==, 1002000);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_lane_keys (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (ROWS, N_A_ROW, 0);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double scroll;

  /* The first key shows the cursor, at the first visible block. */
  press_key (GTK_WIDGET (self), GDK_KEY_Right, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_space, 0);
  g_assert_cmpuint (seen.from, ==, 0);
  press_key (GTK_WIDGET (self), GDK_KEY_Right, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_Right, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_Down, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_Return, 0);
  g_assert_cmpuint (seen.from, ==, N_A_ROW + 2);
  press_key (GTK_WIDGET (self), GDK_KEY_Left, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_c, GDK_CONTROL_MASK);
  g_assert_cmpuint (seen.copied, ==, N_A_ROW + 1 + 1);
  for (guint i = 0; i < ROWS; i++)
    press_key (GTK_WIDGET (self), GDK_KEY_Down, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_space, 0);
  g_assert_cmpuint (seen.from, ==, (ROWS - 1) * N_A_ROW + 1);
  scroll = poplens_chart_widget_get_view (self).scroll;
  g_assert_cmpfloat (scroll, >, 0);
  press_key (GTK_WIDGET (self), GDK_KEY_Page_Up, 0);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).scroll, <, scroll);
  press_key (GTK_WIDGET (self), GDK_KEY_w, 0);
  press_key (GTK_WIDGET (self), GDK_KEY_d, 0);
  g_assert_cmpuint (seen.views, >, 0);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

/* No block, and cycles so large that a double has whole numbers only. */
static void
test_extreme_lanes (void)
{
  static const guint64 origins[] = {0, (G_GUINT64_CONSTANT (1) << 53) - 300};

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    for (gsize n = 0; n < 3; n++) {
      ChartSeen seen = {0};
      GtkWidget *window;
      g_autoptr (PoplensChart) chart = make_lanes (2, n, origins[i]);
      PoplensChartWidget *self = show_chart (chart, &seen, &window);
      for (int k = 0; k < 60; k++)
        poplens_chart_widget_zoom_at (self, 2, 400, 0);
      gtk_widget_activate_action (GTK_WIDGET (self), "chart.pan-right", NULL);
      poplens_chart_widget_set_current (self, 1);
      poplens_chart_widget_click (self, 400, 100, 0);
      poplens_chart_widget_drag (self, 100, 0, 500, 0, 0);
      gtk_widget_activate_action (GTK_WIDGET (self), "chart.copy-details", NULL);
      settle (window);
      PoplensChartView view = poplens_chart_widget_get_view (self);
      g_assert_cmpfloat (view.from, <, view.to);
      gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
      settle (window);
      check_finalizes (window, GTK_WIDGET (self));
    }
}

/* Search matches of other blocks are not drawn over a new chart. */
static void
test_swap (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (2, 1000, 0);
  g_autoptr (PoplensChart) small = make_lanes (1, 2, 0);
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (chart);
  gsize items[] = {1999, 3};
  PoplensChartWidget *self = show_chart (chart, &seen, &window);

  poplens_chart_widget_set_lane_found (
      self, poplens_lane_found_new (blocks, items, G_N_ELEMENTS (items)));
  poplens_chart_widget_set_current (self, 1999);
  settle (window);
  poplens_chart_widget_set_chart (self, small);
  settle (window);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 190);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_overview (void)
{
  GtkWidget *widget = poplens_chart_overview_new ();
  PoplensChartOverview *self = POPLENS_CHART_OVERVIEW (widget);
  g_autoptr (PoplensChart) chart = make_lanes (2, N_A_ROW, 0);
  PoplensChartView view = {4000, 6000, FALSE, 0};
  GtkWidget *window;

  gtk_widget_set_valign (widget, GTK_ALIGN_START);
  poplens_chart_overview_set_chart (self, chart);
  poplens_chart_overview_set_view (self, view);
  window = show_in_window (widget);
  poplens_chart_overview_press (self, gtk_widget_get_width (widget) / 2, 20);
  poplens_chart_overview_move (self, gtk_widget_get_width (widget) / 20);
  view = poplens_chart_overview_get_view (self);
  g_assert_cmpfloat (view.from, >, 4200);
  g_assert_cmpfloat (fabs (view.to - view.from - 2000), <, 1);
  check_finalizes (window, widget);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 i = *(const gint64 *) a, j = *(const gint64 *) b;

  return i < j ? -1 : i > j;
}

/* Measures the time of a frame of a pan with 10^6 blocks: layout and drawing. */
static void
test_speed (void)
{
  g_autoptr (PoplensChart) chart = make_lanes (10, 100000, 0);
  PoplensChartView view = poplens_chart_view_all (chart);
  PoplensChartStyle style = {FALSE, NULL};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1600, 600);
  gint64 times[60];

  view = poplens_chart_view_zoom (chart, view, 3, view.to / 2);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    gint64 start = work_time ();
    g_autoptr (PoplensChartLayout) layout = NULL;
    cairo_t *cr = cairo_create (surface);
    view = poplens_chart_view_pan (chart, view, 12345);
    layout = poplens_chart_layout_new (chart, &view, &style, 1600, 600);
    poplens_chart_layout_draw (layout, cr);
    cairo_destroy (cr);
    times[i] = work_time () - start;
  }
  cairo_surface_destroy (surface);
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_times);
  g_test_message ("a frame of 10^6 blocks: median %.1f ms, worst %.1f ms",
                  (double) times[G_N_ELEMENTS (times) / 2] / 1000,
                  (double) times[G_N_ELEMENTS (times) - 1] / 1000);
  /* A frame has 16 ms; the limit is higher for sanitizers and shared caches. */
  g_assert_cmpint (times[G_N_ELEMENTS (times) / 2], <, 60000);
}

/* ---- fields ---- */

static GPtrArray *
no_cells (gconstpointer data)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_field_cells_unref);
}

static char *
name_line (gconstpointer data, guint line)
{
  return g_strdup_printf ("%u", line);
}

static gboolean
nothing_selected (gconstpointer data, guint line, guint64 *from, guint64 *to)
{
  return FALSE;
}

static char *
no_note (gconstpointer data)
{
  return NULL;
}

/* A field below more rows than fit is scrolled into view, and a visible one stays where it is. */
static void
test_fields (void)
{
  static const PoplensFieldClass klass = {.get_cells = no_cells,
                                          .name_line = name_line,
                                          .get_selected = nothing_selected,
                                          .get_note = no_note};
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_lanes (ROWS, N_A_ROW, 0);
  double y, height, bottom, scroll;

  poplens_chart_set_lane_field (chart, 0, 1000, &klass, NULL, NULL);
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  g_assert_true (
      poplens_chart_layout_first_field (poplens_chart_widget_get_layout (self), &y, &height));
  bottom = gtk_widget_get_height (GTK_WIDGET (self));
  g_assert_cmpfloat (y, >, bottom);
  poplens_chart_widget_show_fields (self);
  scroll = poplens_chart_widget_get_view (self).scroll;
  g_assert_cmpfloat (y + height - scroll, <=, bottom + 1);
  poplens_chart_widget_show_fields (self);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).scroll, ==, scroll);
  check_finalizes (window, GTK_WIDGET (self));
}

void
add_lanes_tests (void)
{
  g_test_add_func ("/app-widgets/lanes/fields", test_fields);
  g_test_add_func ("/app-widgets/lanes/clicks", test_lane_clicks);
  g_test_add_func ("/app-widgets/lanes/drag-and-fit", test_drag_and_fit);
  g_test_add_func ("/app-widgets/lanes/scroll", test_scroll);
  g_test_add_func ("/app-widgets/lanes/folds", test_folds);
  g_test_add_func ("/app-widgets/lanes/keys", test_lane_keys);
  g_test_add_func ("/app-widgets/lanes/extremes", test_extreme_lanes);
  g_test_add_func ("/app-widgets/lanes/swap", test_swap);
  g_test_add_func ("/app-widgets/lanes/overview", test_overview);
  g_test_add_func ("/app-widgets/lanes/speed", test_speed);
}
