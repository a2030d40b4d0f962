/* Tests of measuring along LANES: edges and counts against the blocks themselves, one by one. */
#include <math.h>
#include <string.h>

#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"

#define WIDTH 700
#define HEIGHT 400
#define REACH 10

static void
test_count (void)
{
  for (guint i_round = 0; i_round < 40; i_round++) {
    g_autoptr (PoplensChart) chart = fixture_random_lanes (1 + i_round * 53 % 900, 1 + i_round % 4);
    PoplensChartView all = poplens_chart_view_all (chart);
    double a = all.from + g_test_rand_double () * (all.to - all.from);
    double b = all.from + g_test_rand_double () * (all.to - all.from);
    double from = MIN (a, b), to = MAX (a, b);
    gsize n = 0;

    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
      guint64 begin, end;
      guint row;
      g_assert_true (poplens_chart_get_lane_item (chart, i, &begin, &end, &row));
      n += row < poplens_lanes (chart)->n_rows && (double) begin >= from && (double) begin < to &&
           (double) MAX (end, begin + 1) <= to;
    }
    g_assert_cmpuint (poplens_chart_count_lane_blocks (chart, from, to), ==, n);
  }
}

static char *
note_block (gconstpointer data, gsize item)
{
  return g_strdup ("Change\t+3");
}

/* If lanes show a tree of sizes, begins of blocks mean nothing, and the text omits them. */
static void
test_sizes (void)
{
  g_autoptr (PoplensChart) chart = fixture_random_lanes (20, 2);

  poplens_chart_set_item_notes (chart, note_block, NULL, NULL);
  poplens_chart_set_lane_sizes (chart, TRUE);
  g_autofree char *item = poplens_chart_describe_item (chart, 3);
  g_autofree char *span = poplens_chart_describe_span (chart, 1000, 1234);
  g_assert_nonnull (strchr (item, '\n'));
  g_assert_cmpstr (strchr (item, '\n'), ==, "\nChange\t+3");
  g_assert_cmpstr (span, ==, "234 cycles wide");
}

/* Returns the nearest edge within reach, among the visible rows. */
static double
nearest_edge (const PoplensChartLayout *layout, double x)
{
  const PoplensChart *chart = layout->chart;
  double best = INFINITY;

  for (guint r = 0; r < poplens_lanes_layout (layout)->rows->len; r++)
    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
      guint64 ends[2];
      guint row;
      poplens_chart_get_lane_item (chart, i, &ends[0], &ends[1], &row);
      ends[1] = MAX (ends[1], ends[0] + 1);
      if (row == g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, r).row)
        for (guint e = 0; e < 2; e++)
          best = MIN (best,
                      fabs (poplens_item_axis_to_x (&layout->axis, (double) ends[e], FALSE) - x));
    }
  return best;
}

static void
test_snap (void)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  for (guint i_round = 0; i_round < 40; i_round++) {
    g_autoptr (PoplensChart) chart = fixture_random_lanes (1 + i_round * 37 % 200, 1 + i_round % 3);
    PoplensChartView view = poplens_chart_view_all (chart);
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
    for (guint k = 0; k < 20; k++) {
      double x = layout->plot.x + g_test_rand_double () * layout->plot.width;
      double at = poplens_chart_layout_snap (layout, x), best = nearest_edge (layout, x);
      double there = poplens_item_axis_to_x (&layout->axis, at, FALSE);
      if (best <= REACH)
        g_assert_cmpfloat_with_epsilon (fabs (there - x), best, 1e-6);
      else
        g_assert_cmpfloat (at, ==, round (poplens_chart_layout_x_to_position (layout, x)));
    }
  }
}

static GBytes *
picture_of_drag (double from, double to)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (40, FALSE, -1, FALSE);
  PoplensChartView view = {0, 100000};
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, NULL, 700, 200);
  PoplensChartOverlay overlay = {.dragging = TRUE, .drag_from = from, .drag_to = to};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 700, 200);
  cairo_t *cr = cairo_create (surface);

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  cairo_surface_flush (surface);
  GBytes *bytes = g_bytes_new (cairo_image_surface_get_data (surface),
                               (gsize) cairo_image_surface_get_stride (surface) * 200);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return bytes;
}

/* A dragged range is as long as the selection it will become: every cycle that it touches. */
static void
test_drag_length (void)
{
  g_autoptr (GBytes) dragged = picture_of_drag (40000.9, 41234.1);
  g_autoptr (GBytes) selected = picture_of_drag (40000, 41235);
  g_autoptr (GBytes) shorter = picture_of_drag (40000, 41234);

  g_assert_true (g_bytes_equal (dragged, selected));
  g_assert_false (g_bytes_equal (shorter, selected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/measure/count", test_count);
  g_test_add_func ("/charts/measure/snap", test_snap);
  g_test_add_func ("/charts/measure/sizes", test_sizes);
  g_test_add_func ("/charts/measure/drag", test_drag_length);
  return g_test_run ();
}
