/* Tests of the chart widget with floor plans, and with an address map of a tile's memory. */
#include "app-widgets/chart-seen.h"

#include "charts/lanes/address.h"

#define COLUMNS 10
#define ROWS 6

/* Returns two plans; item k of a plan is in column k % COLUMNS of row k / COLUMNS. */
static PoplensChart *
make_floor (void)
{
  gsize n = 2 * COLUMNS * ROWS;
  PoplensChart *chart = poplens_chart_new (&poplens_floor_kind, "Memory by tile", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  PoplensFloorCell *cells = g_new (PoplensFloorCell, n);
  guint64 *values = g_new (guint64, n);

  poplens_chart_add_floor_group (chart, "IPU 0", COLUMNS, ROWS);
  poplens_chart_add_floor_group (chart, "IPU 1", COLUMNS, ROWS);
  for (gsize i = 0; i < n; i++) {
    cells[i].group = (guint16) (i / (COLUMNS * ROWS));
    cells[i].column = (guint16) (i % COLUMNS);
    cells[i].row = (guint16) (i / COLUMNS % ROWS);
    values[i] = i * 1024;
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "total", "Total", POPLENS_INK_TOTAL, 0,
                            values, FALSE);
  poplens_chart_set_floor_cells (chart, cells);
  return chart;
}

static void
middle_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  double width, height;

  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (self), item, x, y,
                                                 &width, &height));
  *x += width / 2;
  *y += height / 2;
}

static void
test_floor_pointer (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_floor ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double x, y, x1, y1;

  middle_of (self, 11, &x, &y);
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.from, ==, 11);
  g_assert_cmpuint (seen.to, ==, 12);
  /* Shift selects the rectangle from the last click to this one, not the range of numbers. */
  middle_of (self, 33, &x1, &y1);
  poplens_chart_widget_click (self, x1, y1, GDK_SHIFT_MASK);
  g_assert_cmpuint (seen.selected, ==, 1);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_ADD);
  g_assert_cmpuint (seen.ranges->len, ==, 3);
  g_assert_cmpuint (g_array_index (seen.ranges, PoplensItemRange, 1).from, ==, 21);
  g_assert_cmpuint (g_array_index (seen.ranges, PoplensItemRange, 1).to, ==, 24);
  /* Drags a rectangle backwards. */
  poplens_chart_widget_drag (self, x1, y1, x, y, 0);
  g_assert_cmpint (seen.mode, ==, POPLENS_SELECT_REPLACE);
  g_assert_cmpuint (seen.ranges->len, ==, 3);
  g_assert_cmpuint (seen.dragged, ==, 2);
  poplens_chart_widget_drag (self, 1, 1, 2, 2, 0);
  g_assert_cmpuint (seen.dragged, ==, 2);
  check_finalizes (window, GTK_WIDGET (self));
  g_clear_pointer (&seen.ranges, g_array_unref);
}

static void
test_floor_view (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_floor ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  PoplensItemRange range = {82, 83};
  PoplensChartView view;
  PoplensChartHit hit;
  double x, y;

  middle_of (self, 95, &x, &y);
  poplens_chart_widget_zoom_at (self, 1.5, x, y);
  g_assert_cmpuint (seen.views, ==, 1);
  hit = poplens_chart_layout_hit (poplens_chart_widget_get_layout (self), x, y);
  g_assert_cmpuint (hit.item, ==, 95);
  /* Nothing moves when the view is written into a location and read again. */
  view = poplens_chart_widget_get_view (self);
  {
    g_autofree char *text = poplens_floor_view_format (&view);
    g_assert_true (poplens_floor_view_parse (text, &view));
  }
  poplens_chart_widget_set_view (self, view);
  hit = poplens_chart_layout_hit (poplens_chart_widget_get_layout (self), x, y);
  g_assert_cmpuint (hit.item, ==, 95);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).zoom, <=, 1);
  g_array_append_val (selected, range);
  poplens_chart_widget_set_selected (self, selected);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit-selection", NULL);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).zoom, >, 1);
  middle_of (self, 82, &x, &y);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
map_press (PoplensChartWidget *self, guint key)
{
  press_key (GTK_WIDGET (self), key, 0);
}

/* Arrow keys go from cell to cell, and past the end of a plan into the next one. */
static void
test_floor_keys (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_floor ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  double x, y;

  middle_of (self, 11, &x, &y);
  poplens_chart_widget_click (self, x, y, 0);
  map_press (self, GDK_KEY_Right);
  map_press (self, GDK_KEY_Down);
  map_press (self, GDK_KEY_Return);
  g_assert_cmpuint (seen.from, ==, 22);
  map_press (self, GDK_KEY_Up);
  map_press (self, GDK_KEY_Left);
  map_press (self, GDK_KEY_Left);
  map_press (self, GDK_KEY_space);
  g_assert_cmpuint (seen.from, ==, 10);
  g_assert_cmpuint (seen.views, ==, 0);
  map_press (self, GDK_KEY_w);
  map_press (self, GDK_KEY_w);
  g_assert_cmpuint (seen.views, ==, 2);
  /* The cell at the cursor is visible. */
  for (guint i = 0; i < 2 * COLUMNS + ROWS; i++) {
    map_press (self, GDK_KEY_Right);
    map_press (self, GDK_KEY_Down);
  }
  map_press (self, GDK_KEY_Return);
  g_assert_cmpuint (seen.from, ==, 2 * COLUMNS * ROWS - 1);
  middle_of (self, (gsize) seen.from, &x, &y);
  map_press (self, GDK_KEY_a);
  map_press (self, GDK_KEY_d);
  map_press (self, GDK_KEY_Page_Up);
  map_press (self, GDK_KEY_0);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).zoom, <=, 1);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

/* Returns blocks of 100 bytes from 0x4c000 on, with a gap of 28 bytes after each. */
static PoplensChart *
make_address (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_address_kind, "Memory map", 0,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  const gsize n = 40;
  guint64 *from = g_new (guint64, n), *to = g_new (guint64, n);
  guint32 *row = g_new0 (guint32, n);
  guint8 *series = g_new (guint8, n);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;

  for (gsize i = 0; i < n; i++) {
    from[i] = 0x4c000 + i / 2 * 128 + (i % 2 ? 100 : 0);
    to[i] = from[i] + (i % 2 ? 28 : 100);
    series[i] = i % 2;
  }
  blocks = poplens_lane_blocks_new (n, from, to, row, series, NULL);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "Variables", POPLENS_INK_TENSORS, 0,
                            NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_GAP, "gaps", "Gaps", POPLENS_INK_GAPS, 0, NULL,
                            FALSE);
  poplens_chart_set_item_axis (chart, NULL, "variable");
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_address_region (chart, "Memory", POPLENS_INK_INTERLEAVED, 0x4c000,
                                    0x4c000 + 20 * 128, 256);
  return chart;
}

static void
test_address (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_address ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  PoplensChartView view;
  double x, y;

  middle_of (self, 7, &x, &y);
  poplens_chart_widget_click (self, x, y, 0);
  g_assert_cmpuint (seen.from, ==, 7);
  press_key (GTK_WIDGET (self), GDK_KEY_Right, GDK_CONTROL_MASK);
  press_key (GTK_WIDGET (self), GDK_KEY_Return, 0);
  g_assert_cmpuint (seen.from, ==, 8);
  poplens_chart_widget_drag (self, x, 0, x + 100, 0, 0);
  g_assert_cmpfloat (seen.span_from, >=, 0x4c000 + 3 * 128 + 100);
  g_assert_cmpfloat (seen.span_to, >, seen.span_from);
  /* Zooms in to single bytes, and out again. */
  for (guint i = 0; i < 60; i++)
    poplens_chart_widget_zoom_at (self, 1.5, x, y);
  view = poplens_chart_widget_get_view (self);
  g_assert_cmpfloat (view.to - view.from, <=, 4.001);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  middle_of (self, 39, &x, &y);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

/* The map first shows the used addresses; the key for all shows the whole memory, also for the next
 * tile. */
static void
test_address_opening (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_address ();
  g_autoptr (PoplensChart) next = make_address ();
  g_autoptr (PoplensChart) last = make_address ();
  PoplensChart *const charts[] = {chart, next, last};

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++) {
    poplens_chart_set_lane_extent (charts[i], 0x4c000, 0x60000);
    poplens_chart_set_lane_opening (charts[i], 0x4c000, 0x4d000 + 256 * i);
  }
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 0x4d000);
  poplens_chart_widget_set_chart (self, next);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 0x4d100);
  press_key (GTK_WIDGET (self), GDK_KEY_Home, 0);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 0x60000);
  poplens_chart_widget_set_chart (self, last);
  g_assert_cmpfloat (poplens_chart_widget_get_view (self).to, ==, 0x60000);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

void
add_map_tests (void)
{
  g_test_add_func ("/app-widgets/maps/floor-pointer", test_floor_pointer);
  g_test_add_func ("/app-widgets/maps/floor-view", test_floor_view);
  g_test_add_func ("/app-widgets/maps/floor-keys", test_floor_keys);
  g_test_add_func ("/app-widgets/maps/address", test_address);
  g_test_add_func ("/app-widgets/maps/address-opening", test_address_opening);
}
