/* Tests of LANES: drawing against the blocks themselves, one by one, and the hit test. */
#include <math.h>

#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"
#include "support/work-time.h"

#define WIDTH 700
#define HEIGHT 300

static PoplensChartLayout *
lay_out_lanes (PoplensChart *chart, PoplensChartView view)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
}

/* Returns a random part of the chart, large or small. */
static PoplensChartView
random_view (PoplensChart *chart)
{
  PoplensChartView all = poplens_chart_view_all (chart), view = all;
  double span = (all.to - all.from) * pow (10, -g_test_rand_double_range (0, 4));

  view.from = all.from + g_test_rand_double () * (all.to - all.from - span);
  view.to = view.from + span;
  view.scroll = g_test_rand_int_range (0, 3) ? 0 : g_test_rand_int_range (0, 60);
  return poplens_chart_view_clamp (chart, view);
}

static void
add_random_breaks (PoplensChart *chart)
{
  double low, high;
  guint64 at;

  poplens_lane_extent (chart, &low, &high);
  at = (guint64) (g_test_rand_int_range (0, 3) ? g_test_rand_double () * high / 4 : low);
  for (guint i = 0; i < 5; i++) {
    guint64 length = 1 + (guint64) (g_test_rand_double () * high / 12);
    poplens_chart_add_lane_break (chart, at, at + length);
    at += length + 1 + (guint64) (g_test_rand_double () * high / 12);
  }
}

static PoplensChart *
random_chart (guint round)
{
  PoplensChart *chart = fixture_random_lanes (1 + round * 53 % 3000, 1 + round % 4);

  if (round % 3 == 2)
    add_random_breaks (chart);
  return chart;
}

/* ---- blocks ---- */

static void
brute_mix (const PoplensLaneBlocks *blocks, gsize from, gsize end, double cycle, double cycle_end,
           double *mix)
{
  for (gsize s = from; s < end; s++)
    mix[poplens_lane_series (blocks, s)] +=
        MAX (MIN (poplens_lane_end (blocks, s), cycle_end) -
                 MAX ((double) poplens_lane_from (blocks, s), cycle),
             0);
}

static void
assert_mix (const double *mix, const double *brute)
{
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    g_assert_cmpfloat_with_epsilon (mix[m], brute[m], 1e-3 * (1 + brute[m]));
}

static void
test_lane_blocks (void)
{
  for (guint round = 0; round < 60; round++) {
    guint n_rows = 1 + round % 4, row = round % n_rows;
    gsize n = round * 97 % 5000;
    g_autoptr (PoplensLaneBlocks) blocks = fixture_random_blocks (n, n_rows, 5);
    double mix[POPLENS_LANE_MIX] = {0}, brute[POPLENS_LANE_MIX] = {0};
    double between[POPLENS_LANE_MIX] = {0}, brute_between[POPLENS_LANE_MIX] = {0};
    gsize from = n ? (gsize) g_test_rand_int_range (0, (gint32) n) : 0, end;
    double cycle = g_test_rand_double () * 9000;
    end = from + (n ? (gsize) g_test_rand_int_range (0, (gint32) (n - from) + 1) : 0);
    for (gsize i = 0; i < n; i++)
      g_assert_cmpuint (poplens_lane_item (blocks, poplens_lane_slot (blocks, i)), ==, i);
    for (gsize s = 1; s < n; s++)
      if (poplens_lane_row (blocks, s) == poplens_lane_row (blocks, s - 1))
        g_assert_true (poplens_lane_end (blocks, s - 1) <= (double) poplens_lane_from (blocks, s));
    poplens_lane_add_mix (blocks, from, end, mix);
    brute_mix (blocks, from, end, -INFINITY, INFINITY, brute);
    assert_mix (mix, brute);
    poplens_lane_add_mix_between (blocks, row, cycle, cycle + 700, between);
    if (row < blocks->n_rows)
      brute_mix (blocks, blocks->row_first[row], blocks->row_first[row + 1], cycle, cycle + 700,
                 brute_between);
    assert_mix (between, brute_between);
  }
}

/* ---- boxes ---- */

static const PoplensLaneCell *
cell_at (const PoplensChartLayout *layout, guint i)
{
  return &g_array_index (poplens_lanes_layout (layout)->cells, PoplensLaneCell, i);
}

static double
width_of (const PoplensChartLayout *layout, gsize slot)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (layout->chart)->blocks;

  return poplens_item_axis_to_x (&layout->axis, poplens_lane_end (blocks, slot), TRUE) -
         poplens_item_axis_to_x (&layout->axis, (double) poplens_lane_from (blocks, slot), FALSE);
}

/* TRUE if a part of the block is in view and outside of all folds. */
static gboolean
is_seen (const PoplensChartLayout *layout, gsize slot)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (layout->chart)->blocks;

  for (guint i = 0; i < layout->axis.runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (layout->axis.runs, PoplensAxisRun, i);
    if (poplens_lane_end (blocks, slot) > run->p0 &&
        (double) poplens_lane_from (blocks, slot) < run->p1)
      return TRUE;
  }
  return FALSE;
}

static void
assert_parts (const PoplensChartLayout *layout, const PoplensLaneCell *cell)
{
  guint sum = 0;
  const PoplensLanePart *part;

  if (cell->mix < 0)
    return;
  part = &g_array_index (poplens_lanes_layout (layout)->mixes, PoplensLanePart, (guint) cell->mix);
  for (; part->height; part++) {
    gboolean found = FALSE;
    for (gsize s = cell->first; s < cell->end && !found; s++)
      found = poplens_lane_series (poplens_lanes (layout->chart)->blocks, s) == part->series;
    g_assert_true (found);
    sum += part->height;
  }
  g_assert_cmpuint (sum, ==, POPLENS_LANE_HEIGHT);
}

static void
assert_row (const PoplensChartLayout *layout, const PoplensLaneRow *row)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (layout->chart)->blocks;
  gsize next = blocks->row_first[row->row];
  double free_x = layout->plot.x, right = layout->plot.x + layout->plot.width;

  for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
    const PoplensLaneCell *cell = cell_at (layout, c);
    g_assert_cmpfloat (cell->x0, >=, free_x);
    g_assert_cmpfloat (cell->x1, >=, cell->x0 + 1);
    g_assert_cmpfloat (cell->x1, <=, right);
    g_assert_cmpfloat (cell->x0, ==, floorf (cell->x0));
    g_assert_cmpfloat (cell->x1, ==, floorf (cell->x1));
    free_x = cell->x1;
    for (; next < cell->first; next++)
      g_assert_false (is_seen (layout, next));
    g_assert_cmpuint (cell->end, >, cell->first);
    /* A mixture has narrow blocks only, unless the right end left no pixel. */
    for (gsize s = cell->first; s < cell->end; s++)
      g_assert_true (cell->mix < 0 || cell->x1 >= right ||
                     width_of (layout, s) < POPLENS_LANE_LEAST);
    g_assert_true (cell->mix >= 0 || cell->end - cell->first == 1);
    assert_parts (layout, cell);
    next = cell->end;
  }
  for (; next < blocks->row_first[row->row + 1]; next++)
    g_assert_false (is_seen (layout, next));
}

static void
test_cells (void)
{
  for (guint round = 0; round < 80; round++) {
    g_autoptr (PoplensChart) chart = random_chart (round);
    for (guint v = 0; v < 6; v++) {
      PoplensChartView view = v ? random_view (chart) : poplens_chart_view_all (chart);
      g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, view);
      for (guint r = 0; r < poplens_lanes_layout (layout)->rows->len; r++) {
        const PoplensLaneRow *row =
            &g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, r);
        if (row->row < poplens_lanes (chart)->blocks->n_rows)
          assert_row (layout, row);
      }
    }
  }
}

/* ---- hit test ---- */

/* Returns the series whose data box covers the middle of a pixel: −2 none, −1 a group. */
static int
drawn_at (const PoplensChartLayout *layout, double x, double y)
{
  int series = -2;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint i = op->first; op->part == POPLENS_PART_LOW && i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height)
        series = op->series;
    }
  }
  return series;
}

static void
assert_hit (const PoplensChartLayout *layout, double x, double y)
{
  PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
  int drawn = drawn_at (layout, x, y);
  PoplensRect rect;

  if (hit.area == POPLENS_CHART_HIT_BREAK)
    return;
  if (hit.area != POPLENS_CHART_HIT_ITEM) {
    g_assert_cmpint (drawn, ==, -2);
    return;
  }
  g_assert_true (poplens_lane_rect (
      layout, poplens_lane_slot (poplens_lanes (layout->chart)->blocks, hit.item), &rect));
  g_assert_true (x >= rect.x && x < rect.x + rect.width);
  g_assert_true (y >= rect.y && y < rect.y + rect.height);
  g_assert_cmpuint (hit.n_items, >=, 1);
  /* Only the pixel between two blocks is empty. */
  if (drawn == -2)
    g_assert_cmpfloat (x, >=, rect.x + rect.width - 1);
  else if (hit.n_items == 1)
    g_assert_cmpint (drawn, ==, hit.series);
}

static void
test_hit (void)
{
  for (guint round = 0; round < 24; round++) {
    g_autoptr (PoplensChart) chart = random_chart (round);
    g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, random_view (chart));
    const PoplensRect *plot = &layout->plot;
    for (guint i = 0; i < 400; i++)
      assert_hit (layout, plot->x + floor (g_test_rand_double () * plot->width) + 0.5,
                  plot->y + floor (g_test_rand_double () * plot->height) + 0.5);
  }
}

/* Whatever the height, the top of a plot with space for a lane shows a lane, or live bytes above
 * one; the less height there is, the lower the live bytes are. */
static void
test_low_plots (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, -1, FALSE);
  double last = 0;

  for (double height = 60; height < 400; height += 5) {
    PoplensChartStyle style = {FALSE, "DejaVu Sans"};
    PoplensChartView view = poplens_chart_view_all (chart);
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, 500, height);
    const PoplensLaneLayout *lanes = poplens_lanes_layout (layout);
    g_assert_cmpfloat (lanes->area.height, >=, last);
    last = lanes->area.height;
    if (layout->plot.height < 2 * (POPLENS_LANE_HEIGHT + POPLENS_LANE_GAP))
      continue;
    g_assert_cmpuint (lanes->rows->len, >, 0);
    g_assert_cmpfloat (g_array_index (lanes->rows, PoplensLaneRow, 0).bottom, <=,
                       layout->plot.y + layout->plot.height);
    g_assert_cmpfloat (g_array_index (lanes->rows, PoplensLaneRow, 0).bottom -
                           g_array_index (lanes->rows, PoplensLaneRow, 0).top,
                       ==, POPLENS_LANE_HEIGHT);
  }
  g_assert_cmpfloat (last, >, 40);
}

static void
test_zones (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, TRUE, 3, FALSE);
  g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, poplens_chart_view_all (chart));
  const PoplensLaneRow *row =
      &g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, 0);
  const PoplensAxisRun *run = &g_array_index (layout->axis.runs, PoplensAxisRun, 0);
  PoplensChartHit hit = poplens_chart_layout_hit (layout, 20, row->y + 5);

  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_GROUP);
  g_assert_cmpuint (hit.item, ==, 0);
  hit = poplens_chart_layout_hit (layout, run->x1 + 3, row->y + 5);
  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_BREAK);
  g_assert_cmpuint (hit.item, ==, 0);
  hit = poplens_chart_layout_hit (layout, layout->plot.x + 4, layout->plot.y - 8);
  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_RUN);
  hit = poplens_chart_layout_hit (layout, layout->plot.x + 200,
                                  poplens_lanes_layout (layout)->area.y + 4);
  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_AREA);
  hit = poplens_chart_layout_hit (layout, layout->plot.x + 4, 15);
  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_LEGEND);
  /* Hidden series are not drawn. */
  for (guint i = 0; i < layout->ops->len; i++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, i);
    g_assert_true (op->part == POPLENS_PART_FURNITURE || op->series != 3);
  }
}

/* ---- folds and views ---- */

static gboolean
in_break (const PoplensChart *chart, double cycle)
{
  for (guint i = 0; i < poplens_lanes (chart)->breaks->len; i++) {
    const PoplensLaneBreak *b = &g_array_index (poplens_lanes (chart)->breaks, PoplensLaneBreak, i);
    if (cycle >= (double) b->from && cycle <= (double) b->to)
      return TRUE;
  }
  return FALSE;
}

static void
test_folds (void)
{
  for (guint round = 2; round < 60; round += 3) {
    g_autoptr (PoplensChart) chart = random_chart (round);
    PoplensChartView view = random_view (chart);
    g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, view);
    double low, high, last = -INFINITY;
    poplens_lane_extent (chart, &low, &high);
    for (double c = low; c < high; c += (high - low) / 1000) {
      double folded = poplens_lane_fold (chart, c);
      g_assert_cmpfloat (folded, >=, last);
      g_assert_cmpfloat (poplens_lane_unfold (chart, folded, FALSE), <=, c + 1e-6);
      g_assert_cmpfloat (poplens_lane_unfold (chart, folded, TRUE), >=, c - 1e-6);
      if (!in_break (chart, c))
        g_assert_cmpfloat_with_epsilon (poplens_lane_unfold (chart, folded, FALSE), c, 1e-6);
      last = folded;
    }
    /* Conversion of pixels outside of fold marks is reversible. */
    for (double x = layout->plot.x + 0.5; x < layout->plot.x + layout->plot.width; x++)
      if (poplens_lane_break_at (&layout->axis, chart, x) < 0)
        g_assert_cmpfloat_with_epsilon (poplens_chart_layout_position_to_x (
                                            layout, poplens_chart_layout_x_to_position (layout, x)),
                                        x, 0.01);
  }
}

static void
assert_view (PoplensChart *chart, PoplensChartView view)
{
  PoplensChartView all = poplens_chart_view_all (chart);
  PoplensChartView again = poplens_chart_view_clamp (chart, view);

  g_assert_cmpfloat (view.from, <, view.to);
  g_assert_cmpfloat (view.from, >=, all.from);
  g_assert_cmpfloat (view.to, <=, all.to);
  g_assert_cmpfloat (again.from, ==, view.from);
  g_assert_cmpfloat (again.to, ==, view.to);
}

static void
test_lane_views (void)
{
  for (guint round = 0; round < 90; round++) {
    g_autoptr (PoplensChart) chart = random_chart (round);
    PoplensChartView view = random_view (chart), next;
    double about = view.from + (view.to - view.from) * 0.3, part, next_part;
    double from = poplens_lane_fold (chart, view.from), to = poplens_lane_fold (chart, view.to);
    next = poplens_chart_view_zoom (chart, view, 1.25, about);
    assert_view (chart, next);
    /* The position under the pointer stays there, unless the view reaches an end. */
    part = (poplens_lane_fold (chart, about) - from) / (to - from);
    next_part = (poplens_lane_fold (chart, about) - poplens_lane_fold (chart, next.from)) /
                (poplens_lane_fold (chart, next.to) - poplens_lane_fold (chart, next.from));
    if (to - from > 10)
      g_assert_cmpfloat_with_epsilon (part, next_part, 1e-6);
    assert_view (chart, poplens_chart_view_zoom (chart, view, 0.1, about));
    assert_view (chart, poplens_chart_view_zoom (chart, view, 1e9, about));
    assert_view (chart, poplens_chart_view_pan (chart, view, (to - from) / 3));
    assert_view (chart, poplens_chart_view_pan (chart, view, -1e12));
    assert_view (chart, poplens_chart_view_fit_span (chart, view, about, about + 3));
    next = poplens_chart_view_fit (chart, view, (PoplensItemRange){0, 1});
    assert_view (chart, next);
    g_assert_cmpfloat (
        next.from, <=,
        (double) MAX (poplens_lane_from (poplens_lanes (chart)->blocks,
                                         poplens_lane_slot (poplens_lanes (chart)->blocks, 0)),
                      next.from));
  }
}

/* ---- texts, keys, extremes ---- */

static void
test_lane_text (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, -1, FALSE);
  g_autofree char *item = NULL, *range = NULL, *beyond = NULL;

  poplens_chart_set_lane_clock (chart, 1000000000);
  item = poplens_chart_describe_item (chart, 1);
  range = poplens_chart_describe_range (chart, (PoplensItemRange){0, 2});
  beyond = poplens_chart_describe_item (chart, 100000);
  g_assert_cmpstr (
      item, ==,
      "model/encoder/layer_1/Softmax · IPU 0\nHost copy\t400 cycles (nominal time 400 ns)"
      "\nFrom cycle\t400\nTo cycle\t800");
  g_assert_cmpstr (range, ==, "2 steps: sum 800 cycles (nominal time 800 ns), cycles 0–800");
  g_assert_cmpstr (beyond, ==, "");
  g_assert_cmpuint (poplens_chart_get_value (chart, 2, 1), ==, 400);
  g_assert_cmpuint (poplens_chart_get_value (chart, 1, 1), ==, 0);
}

static void
test_neighbours (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, -1, FALSE);
  guint row;

  g_assert_cmpuint (poplens_chart_get_lane_neighbour (chart, 0, 1, 0), ==, 1);
  g_assert_cmpuint (poplens_chart_get_lane_neighbour (chart, 1, -1, 0), ==, 0);
  g_assert_cmpuint (poplens_chart_get_lane_neighbour (chart, 0, -1, 0), ==, 0);
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    gsize below = poplens_chart_get_lane_neighbour (chart, i, 0, 1);
    guint other;
    guint64 from, to, other_from, other_to;
    poplens_chart_get_lane_item (chart, i, &from, &to, &row);
    poplens_chart_get_lane_item (chart, below, &other_from, &other_to, &other);
    g_assert_true (below == i || (other > row && other_from < to && other_to > from));
  }
}

static void
draw_all (PoplensChart *chart)
{
  static const double sizes[][2] = {{300, 200}, {0, 0}, {1, 1}, {70, 60}, {-5, NAN}, {3000, 90}};
  static const PoplensChartView views[] = {
      {0, 1}, {0, 0}, {-NAN, 7}, {1e18, 2e18, FALSE, 1e9}, {-1e300, 1e300, TRUE, NAN}};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 200);
  cairo_t *cr = cairo_create (surface);
  PoplensItemRange selected[] = {{0, 1}, {2, 9000}};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = 2,
                                 .has_hover = TRUE,
                                 .dragging = TRUE,
                                 .drag_from = -5,
                                 .drag_to = 7,
                                 .focused = TRUE,
                                 .cursor = 3,
                                 .has_span = TRUE,
                                 .span_from = NAN,
                                 .has_current = TRUE,
                                 .current = 1000000};

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    for (guint s = 0; s < 2 * G_N_ELEMENTS (sizes); s++) {
      g_autoptr (PoplensChartLayout) layout =
          (s % 2 ? poplens_chart_layout_new_overview : poplens_chart_layout_new) (
              chart, &views[v], NULL, sizes[s / 2][0], sizes[s / 2][1]);
      poplens_chart_layout_draw (layout, cr);
      poplens_chart_layout_draw_overlay (layout, cr, &overlay);
      for (guint i = 0; i < layout->boxes->len; i++) {
        const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
        g_assert_true (isfinite (box->x) && isfinite (box->y));
        g_assert_true (isfinite (box->width) && isfinite (box->height));
      }
      for (double x = -10; x < 310; x += 17)
        for (double y = -10; y < 210; y += 17)
          g_assert_cmpuint (poplens_chart_layout_hit (layout, x, y).item, <=,
                            poplens_chart_get_n_items (chart) + 10);
      g_assert_true (isfinite (poplens_chart_layout_x_to_position (layout, 100)));
      g_assert_true (isfinite (poplens_chart_layout_position_to_x (layout, 1)));
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static PoplensChart *
one_block (guint64 from, guint64 to, gboolean hidden, gboolean folded)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "One", 0, POPLENS_CHART_UNIT_COUNT,
                                           POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLaneBlocks) blocks = poplens_lane_blocks_new (
      1, g_memdup2 (&from, 8), g_memdup2 (&to, 8), g_new0 (guint32, 1), g_new0 (guint8, 1), NULL);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_COMPUTE, 0, NULL,
                            hidden);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", 1, FALSE, FALSE);
  poplens_chart_set_lane_clock (chart, hidden ? 0 : 1850000000);
  if (folded)
    poplens_chart_add_lane_break (chart, from, to);
  return chart;
}

static void
test_extreme_blocks (void)
{
  static const guint64 ends[][2] = {
      {0, 0}, {0, 1}, {5, 2}, {0, G_MAXUINT64}, {G_MAXUINT64 - 1, G_MAXUINT64}, {7, 1ull << 60}};
  g_autoptr (PoplensChart) none = poplens_chart_new (
      &poplens_lanes_kind, "None", 0, POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensChart) many = fixture_lanes (300, TRUE, 2, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (guint k = 0; k < 4; k++) {
      g_autoptr (PoplensChart) chart = one_block (ends[i][0], ends[i][1], k & 1, k & 2);
      draw_all (chart);
    }
  draw_all (none);
  draw_all (many);
}

/* A fold mark shows how many cycles it hides; the overview draws it too, but not as a button. */
static void
test_break (void)
{
  g_autoptr (PoplensChart) chart = one_block (1000, 1252447, FALSE, TRUE);
  PoplensChartView view = poplens_chart_view_all (chart);
  PoplensChartStyle style = {.font = "DejaVu Sans"};
  g_autofree char *text = poplens_chart_describe_lane_break (chart, 0);

  g_assert_true (g_str_has_prefix (text, "1,251,447 cycles"));
  g_assert_null (poplens_chart_describe_lane_break (chart, 1));
  for (guint whole = 0; whole < 2; whole++) {
    g_autoptr (PoplensChartLayout) layout =
        whole ? poplens_chart_layout_new_overview (chart, &view, &style, 600, 40)
              : poplens_chart_layout_new (chart, &view, &style, 600, 300);
    gboolean any = FALSE;
    for (double x = 0; x < 600; x++)
      any |= poplens_chart_layout_hit (layout, x, whole ? 20 : 200).area == POPLENS_CHART_HIT_BREAK;
    g_assert_cmpint (any, ==, !whole);
  }
}

/* A block that reaches to the last pixel keeps a box of its own, and leaves that pixel to the block
 * after it. */
static void
test_right_end (void)
{
  guint64 *from = g_new (guint64, 2), *to = g_new (guint64, 2);
  guint32 *row = g_new0 (guint32, 2);
  guint8 *series = g_new0 (guint8, 2);
  g_autoptr (PoplensChart) chart =
      poplens_chart_new (&poplens_lanes_kind, "Trace", 0, POPLENS_CHART_UNIT_BYTES, 0);
  PoplensLaneCell *cells;

  from[0] = 0, to[0] = from[1] = 1000000, to[1] = 1000100;
  series[1] = 1;
  g_autoptr (PoplensLaneBlocks) blocks = poplens_lane_blocks_new (2, from, to, row, series, NULL);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", 1, 0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "b", "B", 2, 0, NULL, FALSE);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", 1, FALSE, FALSE);
  g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, poplens_chart_view_all (chart));

  g_assert_cmpuint (poplens_lanes_layout (layout)->cells->len, ==, 2);
  cells = (PoplensLaneCell *) (gpointer) poplens_lanes_layout (layout)->cells->data;
  g_assert_cmpuint (cells[0].end - cells[0].first, ==, 1);
  g_assert_cmpfloat (cells[0].x1, ==, cells[1].x0);
  g_assert_cmpfloat (cells[1].x1 - cells[1].x0, ==, 1);
  g_assert_cmpfloat (cells[1].x1, ==, layout->plot.x + layout->plot.width);
}

/* There are no more boxes than pixels, and the layout is fast, however many blocks there are. */
static void
test_many_blocks (void)
{
  const gsize n = 1000000;
  g_autoptr (PoplensChart) chart = fixture_random_lanes (n, 3);
  gint64 start = work_time ();
  g_autoptr (PoplensChartLayout) layout = lay_out_lanes (chart, poplens_chart_view_all (chart));

  g_test_message ("a layout of 10^6 blocks: %.1f ms", (double) (work_time () - start) / 1000);
  g_assert_cmpuint (poplens_lanes_layout (layout)->cells->len, >, 100);
  g_assert_cmpuint (poplens_lanes_layout (layout)->cells->len, <=, 3 * WIDTH);
  g_assert_cmpuint (layout->boxes->len, <, 10 * 3 * WIDTH);
}

/* A search without matches, or with items that do not exist: UBSan checks the accesses. */
static void
test_found_none (void)
{
  g_autoptr (PoplensLaneBlocks) blocks = fixture_random_blocks (10, 2, 2);
  const gsize gone[] = {10, G_MAXSIZE};
  g_autoptr (PoplensLaneFound) none = poplens_lane_found_new (blocks, NULL, 0);
  g_autoptr (PoplensLaneFound) others = poplens_lane_found_new (blocks, gone, 2);

  g_assert_true (none && others);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/lanes/blocks", test_lane_blocks);
  g_test_add_func ("/charts/lanes/cells", test_cells);
  g_test_add_func ("/charts/lanes/hit", test_hit);
  g_test_add_func ("/charts/lanes/low-plots", test_low_plots);
  g_test_add_func ("/charts/lanes/zones", test_zones);
  g_test_add_func ("/charts/lanes/folds", test_folds);
  g_test_add_func ("/charts/lanes/views", test_lane_views);
  g_test_add_func ("/charts/lanes/words", test_lane_text);
  g_test_add_func ("/charts/lanes/neighbours", test_neighbours);
  g_test_add_func ("/charts/lanes/extremes", test_extreme_blocks);
  g_test_add_func ("/charts/lanes/break", test_break);
  g_test_add_func ("/charts/lanes/right-end", test_right_end);
  g_test_add_func ("/charts/lanes/many", test_many_blocks);
  g_test_add_func ("/charts/lanes/found-none", test_found_none);
  return g_test_run ();
}
