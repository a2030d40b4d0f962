/* Tests of LANES: blocks that a search did not find are pale, as are groups without matches; folded
 * groups have the colours of their contents. Also outlines, and lanes that all fit. */
#include "charts/lanes/lanes-private.h"

#include <string.h>

enum { FIRST, SECOND, A, B, C, OTHER, LEAF, N };

/* Returns two groups of blocks with leaves below them, and another lane group with the same
 * cycles. */
static PoplensChart *
seven_blocks (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Test", 0, POPLENS_CHART_UNIT_BYTES,
                                           POPLENS_BYTE_UNIT_BINARY);
  const guint64 from[N] = {0, 500, 0, 200, 500, 0, 500},
                to[N] = {400, 900, 200, 400, 900, 400, 900};
  const guint32 row[N] = {0, 0, 1, 1, 1, 2, 3};
  const guint8 series[N] = {POPLENS_LANE_GROUP, POPLENS_LANE_GROUP, 0, 0, 0, POPLENS_LANE_GROUP, 0};
  g_autoptr (PoplensLaneBlocks) blocks = poplens_lane_blocks_new (
      N, g_memdup2 (from, sizeof from), g_memdup2 (to, sizeof to), g_memdup2 (row, sizeof row),
      g_memdup2 (series, sizeof series), NULL);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "one", "One", POPLENS_INK_COMPUTE, 0, NULL,
                            FALSE);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", 2, TRUE, FALSE);
  poplens_chart_add_lane_group (chart, "IPU 1", 2, TRUE, FALSE);
  return chart;
}

/* Returns bits of the items whose upper half the overlay changes. */
static guint
find_changed (const gsize *hits, gsize n)
{
  g_autoptr (PoplensChart) chart = seven_blocks ();
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, &style, 600, 300);
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (chart);
  g_autoptr (PoplensLaneFound) found = poplens_lane_found_new (blocks, hits, n);
  PoplensChartOverlay overlay = {.lane_found = found};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 300);
  cairo_t *cr = cairo_create (surface);
  guint changed = 0;

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  cairo_surface_flush (surface);
  for (gsize i = 0; i < N; i++) {
    double x, y, width, height;
    g_assert_true (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height));
    const guint8 *line = cairo_image_surface_get_data (surface) +
                         (int) (y + 3) * cairo_image_surface_get_stride (surface);
    changed |= ((const guint32 *) (gconstpointer) line)[(int) (x + width / 2)] ? 1u << i : 0;
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return changed;
}

static void
test_veil (void)
{
  const gsize b = B, leaf = LEAF;

  g_assert_cmphex (find_changed (NULL, 0), ==, 0);
  g_assert_cmphex (find_changed (&b, 1), ==,
                   1u << SECOND | 1u << A | 1u << C | 1u << OTHER | 1u << LEAF);
  /* A match in the other lane group, with the same cycles and no group above it. */
  g_assert_cmphex (find_changed (&leaf, 1), ==,
                   1u << FIRST | 1u << SECOND | 1u << A | 1u << B | 1u << C | 1u << OTHER);
}

/* Returns the colour of a group's upper or lower edge. @folded: its inside is not shown. @one,
 * @two: cycles of its contents by series. @hidden: series two is hidden. */
static guint32
colour_of_group (gboolean folded, gboolean upper, float one, float two, gboolean hidden)
{
  g_autoptr (PoplensChart) chart = seven_blocks ();
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (chart);
  const PoplensLaneRowLook looks[4] = {{NULL, 0}, {NULL, folded ? 1 : 0}};
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);
  PoplensLaneInsides *insides = poplens_lane_insides_new (2);
  const float cycles[] = {one, two};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 300);
  cairo_t *cr = cairo_create (surface);
  double x, y, width, height;

  poplens_lane_insides_add (insides, FIRST, cycles);
  poplens_lane_insides_add (insides, SECOND, cycles);
  poplens_lane_blocks_set_insides (blocks, insides);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "two", "Two", POPLENS_INK_EXCHANGE, 0, NULL,
                            hidden);
  poplens_chart_set_lane_row_looks (chart, looks, G_N_ELEMENTS (looks));
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, &style, 600, 300);
  poplens_chart_layout_draw (layout, cr);
  cairo_surface_flush (surface);
  g_assert_true (poplens_chart_layout_item_rect (layout, FIRST, &x, &y, &width, &height));
  const guint8 *line =
      cairo_image_surface_get_data (surface) +
      (int) (upper ? y + 3 : y + height - 3) * cairo_image_surface_get_stride (surface);
  guint32 colour = ((const guint32 *) (gconstpointer) line)[(int) (x + width * 0.9)];
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return colour;
}

static void
test_insides (void)
{
  guint32 grey = colour_of_group (FALSE, TRUE, 0, 0, FALSE);
  guint32 one = colour_of_group (TRUE, TRUE, 100, 0, FALSE);
  guint32 two = colour_of_group (TRUE, TRUE, 0, 100, FALSE);

  g_assert_cmphex (one, !=, grey);
  g_assert_cmphex (two, !=, grey);
  g_assert_cmphex (one, !=, two);
  g_assert_cmphex (colour_of_group (FALSE, TRUE, 100, 0, FALSE), ==, grey);
  g_assert_cmphex (colour_of_group (TRUE, TRUE, 0, 0, FALSE), ==, grey);
  /* By their shares, from the bottom up; a share of less than a pixel gets one. */
  g_assert_cmphex (colour_of_group (TRUE, TRUE, 50, 50, FALSE), ==, two);
  g_assert_cmphex (colour_of_group (TRUE, FALSE, 50, 50, FALSE), ==, one);
  g_assert_cmphex (colour_of_group (TRUE, TRUE, 95, 5, FALSE), ==, one);
  g_assert_cmphex (colour_of_group (TRUE, FALSE, 5, 95, FALSE), ==, two);
  /* Hidden series are left out; a group that contains nothing else is left out too. */
  g_assert_cmphex (colour_of_group (TRUE, TRUE, 50, 50, TRUE), ==, one);
  guint32 none = colour_of_group (TRUE, TRUE, 0, 50, TRUE);
  g_assert_true (none != one && none != two && none != grey);
}

/* The text of a group lists its contents, the largest first; that of a step does not. */
static void
test_described (void)
{
  g_autoptr (PoplensChart) chart = seven_blocks ();
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (chart);
  PoplensLaneInsides *insides = poplens_lane_insides_new (2);
  const float cycles[] = {100, 300};
  GString *group = g_string_new (NULL), *step = g_string_new (NULL);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "two", "Two", POPLENS_INK_EXCHANGE, 0, NULL,
                            FALSE);
  poplens_lane_insides_add (insides, SECOND, cycles);
  poplens_lane_blocks_set_insides (blocks, insides);
  poplens_lane_describe_item (chart, group, SECOND);
  poplens_lane_describe_item (chart, step, A);
  g_assert_nonnull (strstr (group->str, "\nTwo\t75.0 %\nOne\t25.0 %"));
  g_assert_null (strstr (step->str, " %"));
  g_string_free (group, TRUE);
  g_string_free (step, TRUE);
}

/* Returns the number of boxes in the ink of outlines. @widest: (out): pixels */
static guint
count_outlines (guint marked, double *widest)
{
  g_autoptr (PoplensChart) chart = seven_blocks ();
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);
  guint8 *outlined = g_malloc (N);
  guint plain;

  {
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, 600, 300);
    plain = layout->boxes->len;
  }
  for (guint i = 0; i < N; i++)
    outlined[i] = marked >> i & 1;
  poplens_chart_set_lane_outlined (chart, outlined);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, &style, 600, 300);
  guint n = layout->boxes->len - plain;
  *widest = 0;
  for (gsize i = 0; i < N; i++) {
    double x, y, width, height;
    if (marked >> i & 1 && poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height))
      *widest = MAX (*widest, width);
  }
  return n;
}

/* Adjacent blocks have one outline of four sides; blocks with a gap between them have two. */
static void
test_outlines (void)
{
  double width;

  g_assert_cmpuint (count_outlines (0, &width), ==, 0);
  g_assert_cmpuint (count_outlines (1u << A, &width), ==, 4);
  g_assert_cmpuint (count_outlines (1u << A | 1u << B, &width), ==, 4);
  g_assert_cmpuint (count_outlines (1u << A | 1u << C, &width), ==, 8);
  g_assert_cmpfloat (width, >, 100);
}

/* With all groups in view, each has one row of the least height, and more if there is space. */
static void
test_compact (void)
{
  g_autoptr (PoplensChart) chart = seven_blocks ();
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);

  g_assert_cmpfloat (poplens_chart_get_lane_compact_height (chart), ==, 0);
  poplens_chart_set_lane_compact (chart, TRUE);
  double least = poplens_chart_get_lane_compact_height (chart);
  for (guint more = 0; more < 2; more++) {
    double height = least + (more ? 2 * (POPLENS_LANE_COMPACT_HEIGHT + POPLENS_LANE_GAP) : 0), y;
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, 600, height);
    g_assert_cmpuint (poplens_lanes_layout (layout)->rows->len, ==, more ? 4 : 2);
    g_assert_cmpfloat (poplens_chart_layout_get_content_height (layout), <=, height);
    g_assert_true (poplens_chart_layout_lane_y (layout, OTHER, &y));
    g_assert_cmpfloat (y + POPLENS_LANE_COMPACT_HEIGHT, <=, height);
    g_assert_cmpint (poplens_chart_layout_lane_y (layout, LEAF, &y), ==, more);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/lane-found/veil", test_veil);
  g_test_add_func ("/charts/lane-found/outlines", test_outlines);
  g_test_add_func ("/charts/lane-found/compact", test_compact);
  g_test_add_func ("/charts/lane-found/insides", test_insides);
  g_test_add_func ("/charts/lane-found/described", test_described);
  return g_test_run ();
}
