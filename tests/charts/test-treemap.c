/* Tests of treemaps: cells against the tree for which they are drawn. */
#include <math.h>
#include <string.h>

#include "charts/treemap-fixture.h"
#include "charts/treemap/treemap-private.h"

static gint64
area (const PoplensTreemapCell *cell)
{
  return (gint64) (cell->x1 - cell->x0) * (cell->y1 - cell->y0);
}

/* ---- squarify ---- */

static void
test_squarify (void)
{
  for (guint round = 0; round < 300; round++) {
    guint n = (guint) g_test_rand_int_range (1, 60);
    g_autofree PoplensTreemapPart *parts = g_new0 (PoplensTreemapPart, n);
    PoplensEdges all = {3, 7, 3 + g_test_rand_double_range (5, 900),
                        7 + g_test_rand_double_range (5, 900)};
    double whole = (all.x1 - all.x0) * (all.y1 - all.y0), sum = 0, covered = 0;
    for (guint i = 0; i < n; i++)
      sum += parts[i].value = g_test_rand_double_range (0.001, 1000);
    poplens_treemap_squarify (parts, n, all);
    for (guint i = 0; i < n; i++) {
      const PoplensEdges *a = &parts[i].edges;
      double size = (a->x1 - a->x0) * (a->y1 - a->y0);
      g_assert_cmpfloat (fabs (size - whole * parts[i].value / sum), <, 1e-6 * whole);
      g_assert_true (a->x0 >= all.x0 && a->y0 >= all.y0 && a->x1 <= all.x1 && a->y1 <= all.y1);
      covered += size;
      for (guint k = 0; k < i; k++) {
        const PoplensEdges *b = &parts[k].edges;
        g_assert_true (a->x1 <= b->x0 || b->x1 <= a->x0 || a->y1 <= b->y0 || b->y1 <= a->y0);
      }
    }
    g_assert_cmpfloat (fabs (covered - whole), <, 1e-6 * whole);
  }
}

/* Six equal parts of 3 × 2 are squares. */
static void
test_squares (void)
{
  PoplensTreemapPart parts[6];

  for (guint i = 0; i < 6; i++)
    parts[i].value = 5;
  poplens_treemap_squarify (parts, 6, (PoplensEdges){0, 0, 300, 200});
  for (guint i = 0; i < 6; i++) {
    const PoplensEdges *e = &parts[i].edges;
    g_assert_cmpfloat (fabs (e->x1 - e->x0 - 100), <, 1e-9);
    g_assert_cmpfloat (fabs (e->y1 - e->y0 - 100), <, 1e-9);
  }
}

/* ---- cells of random trees ---- */

/* Returns the cells directly below one, among the cells [@from, @end). */
static GPtrArray *
list_siblings (const PoplensChartLayout *layout, guint from, guint end)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = from; i < end; i = poplens_treemap_cell (layout, i)->end)
    g_ptr_array_add (list, (gpointer) poplens_treemap_cell (layout, i));
  g_assert_cmpuint (list->len, >, 0);
  return list;
}

static void
assert_apart (const GPtrArray *cells)
{
  for (guint i = 0; i < cells->len; i++)
    for (guint k = 0; k < i; k++) {
      const PoplensTreemapCell *a = cells->pdata[i], *b = cells->pdata[k];
      g_assert_true (a->x1 <= b->x0 || b->x1 <= a->x0 || a->y1 <= b->y0 || b->y1 <= a->y0);
    }
}

/* Asserts that areas are proportional to values, except for rounded edges, and for a rest that was
 * enlarged to be visible. */
static void
assert_proportional (const GPtrArray *cells)
{
  gint64 pixels = 0;
  double value = 0;

  for (guint i = 0; i < cells->len; i++) {
    const PoplensTreemapCell *cell = cells->pdata[i];
    if ((cell->kind == POPLENS_TREEMAP_MORE || cell->with_own) &&
        MIN (cell->x1 - cell->x0, cell->y1 - cell->y0) <= POPLENS_TREEMAP_LEAST_MORE + 1)
      continue;
    pixels += area (cell);
    value += cell->value;
  }
  for (guint i = 0; i < cells->len; i++) {
    const PoplensTreemapCell *cell = cells->pdata[i];
    double width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;
    if (cell->kind == POPLENS_TREEMAP_MORE || cell->with_own)
      continue;
    g_assert_cmpfloat (fabs ((double) area (cell) - cell->value / value * (double) pixels), <=,
                       width + height + 2 + 0.01 * (double) area (cell));
  }
}

/* Asserts that every part of the group is a cell or part of the rest, and that together they are
 * the group. */
static void
assert_complete (const PoplensChart *chart, guint32 group, const GPtrArray *cells)
{
  const PoplensTreemapData *tree = poplens_treemap (chart);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  guint32 rest = 0, left = 0;
  double sum = 0, rest_value = 0;
  gboolean own = FALSE;

  for (guint i = 0; i < cells->len; i++) {
    const PoplensTreemapCell *cell = cells->pdata[i];
    sum += cell->value;
    if (cell->kind == POPLENS_TREEMAP_OWN) {
      g_assert_false (own);
      g_assert_cmpfloat (cell->value, ==, (double) tree->own[group]);
      own = TRUE;
    } else if (cell->kind == POPLENS_TREEMAP_MORE) {
      g_assert_cmpuint (rest, ==, 0);
      rest = cell->n;
      rest_value = cell->value - (cell->with_own ? (double) tree->own[group] : 0);
      own = own || cell->with_own;
    } else {
      g_assert_cmpuint (tree->parent[cell->top], ==, group);
      g_assert_true (g_hash_table_add (shown, GUINT_TO_POINTER (cell->top)));
    }
  }
  g_assert_cmpint (own, ==, tree->own[group] > 0);
  g_assert_cmpfloat (sum, ==, (double) tree->total[group]);
  for (guint32 i = 1; i < chart->n_items; i++)
    if (tree->parent[i] == group && tree->total[i] &&
        !g_hash_table_contains (shown, GUINT_TO_POINTER (i))) {
      left++;
      rest_value -= (double) tree->total[i];
    }
  g_assert_cmpuint (left, ==, rest);
  g_assert_cmpfloat (rest_value, ==, 0);
}

static void
assert_inside (const PoplensTreemapCell *group, const GPtrArray *cells)
{
  for (guint i = 0; i < cells->len; i++) {
    const PoplensTreemapCell *cell = cells->pdata[i];
    g_assert_true (cell->x0 > group->x0 && cell->x1 < group->x1 &&
                   cell->y0 >= group->y0 + MAX (group->header, 1) && cell->y1 < group->y1);
    g_assert_cmpuint (cell->depth, ==, group->depth + 1);
  }
}

static void
assert_layout (const PoplensChartLayout *layout)
{
  guint n = poplens_treemap_layout (layout)->cells->len;
  g_autoptr (GPtrArray) top = list_siblings (layout, 0, n);

  assert_apart (top);
  if (top->len > 1 ||
      poplens_treemap_cell (layout, 0)->top != poplens_treemap_layout (layout)->root) {
    assert_complete (layout->chart, poplens_treemap_layout (layout)->root, top);
    assert_proportional (top);
  }
  for (guint i = 0; i < n; i++) {
    const PoplensTreemapCell *cell = poplens_treemap_cell (layout, i);
    g_assert_cmpint (MIN (cell->x1 - cell->x0, cell->y1 - cell->y0), >=,
                     MIN (POPLENS_TREEMAP_LEAST_SIDE, layout->plot.height));
    if (cell->kind != POPLENS_TREEMAP_GROUP) {
      g_assert_cmpuint (cell->end, ==, i + 1);
      continue;
    }
    g_autoptr (GPtrArray) inside = list_siblings (layout, i + 1, cell->end);
    assert_inside (cell, inside);
    assert_apart (inside);
    assert_complete (layout->chart, cell->item, inside);
    assert_proportional (inside);
  }
}

static void
assert_hits (const PoplensChartLayout *layout)
{
  for (guint i = 0; i < 100; i++) {
    double x = floor (g_test_rand_double_range (0, layout->width)) + 0.5;
    double y = floor (g_test_rand_double_range (0, layout->height)) + 0.5;
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
    const PoplensTreemapCell *deepest = NULL;
    for (guint k = 0; k < poplens_treemap_layout (layout)->cells->len; k++) {
      const PoplensTreemapCell *cell = poplens_treemap_cell (layout, k);
      if (x >= cell->x0 && x < cell->x1 && y >= cell->y0 && y < cell->y1 &&
          (!deepest || cell->depth > deepest->depth))
        deepest = cell;
    }
    if (!deepest) {
      g_assert_true (hit.area == POPLENS_CHART_HIT_NONE || hit.area == POPLENS_CHART_HIT_PATH);
      continue;
    }
    g_assert_cmpuint (hit.item, ==, deepest->item);
    g_assert_cmpint (hit.area, ==,
                     deepest->kind == POPLENS_TREEMAP_MORE ? POPLENS_CHART_HIT_MORE
                                                           : POPLENS_CHART_HIT_ITEM);
  }
}

static void
test_random_treemaps (void)
{
  for (guint round = 0; round < 120; round++) {
    guint32 n = (guint32) pow (10, g_test_rand_double_range (0, 4));
    g_autoptr (PoplensChart) chart = fixture_random_treemap (n, round);
    gsize root = round % 3 ? 0 : (gsize) g_test_rand_int_range (0, (gint32) n);
    g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (
        chart, root, g_test_rand_double_range (40, 1300), g_test_rand_double_range (40, 800));
    if (!poplens_chart_get_treemap_total (chart, root)) {
      g_assert_true (layout->empty);
      continue;
    }
    assert_layout (layout);
    assert_hits (layout);
  }
}

/* An item without a cell of its own is marked in the cell that includes it. */
static void
test_rects (void)
{
  for (guint32 round = 0; round < 20; round++) {
    g_autoptr (PoplensChart) chart = fixture_random_treemap (3000, round);
    g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, 400, 300);
    for (gsize i = 1; i < 3000; i++) {
      double x, y, width, height;
      gboolean found = poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height);
      g_assert_cmpint (found, ==, poplens_treemap (chart)->total[i] > 0);
      if (found)
        g_assert_cmpfloat (MIN (width, height), >=, POPLENS_TREEMAP_LEAST_SIDE);
    }
    g_assert_false (poplens_chart_layout_item_rect (layout, 3000, NULL, NULL, NULL, NULL));
  }
}

/* ---- a known tree ---- */

static void
test_treemap_text (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  gsize query = fixture_treemap_item (chart, "encoder/layer1/attention/query");
  g_autofree char *text = poplens_chart_describe_item (chart, query);
  g_autofree char *group = NULL;
  g_autofree char *all = NULL;
  PoplensItemRange one = {query, query + 1};
  g_autofree char *selected = poplens_chart_describe_range (chart, one);

  /* 189 of 90 + 189 + 165 + 66 KiB; in total, layers 716 + 850 + 804, 500, 642 and 350: 3,862
   * KiB. */
  g_assert_cmpstr (text, ==,
                   "encoder/layer1/attention/query\nMemory\t189 KiB (193,536 B)\n"
                   "Share of attention\t37.1 %\nShare of total\t4.9 %");
  g_assert_cmpstr (selected, ==,
                   "encoder/layer1/attention/query: 189 KiB (193,536 B), 4.9 % of total");
  group =
      poplens_chart_describe_item (chart, fixture_treemap_item (chart, "encoder/layer1/attention"));
  g_assert_nonnull (strstr (group, "\nParts\t3\nNot in a part\t90.0 KiB"));
  all = poplens_chart_view_describe (chart, &(PoplensChartView){.root = 0});
  g_assert_true (g_str_has_prefix (all, "All operations: "));
  g_assert_nonnull (strstr (all, "largest: encoder "));
  g_assert_nonnull (strstr (all, ", and 2 more"));
}

static void
test_drill (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  gsize encoder = fixture_treemap_item (chart, "encoder");
  gsize layer = fixture_treemap_item (chart, "layer2");
  gsize forward = fixture_treemap_item (chart, "layer2/feedforward");
  gsize matmul = fixture_treemap_item (chart, "layer2/feedforward/dense/MatMul_with_a_rather_long_"
                                              "name");

  g_assert_cmpuint (poplens_chart_get_treemap_drill (chart, 0, encoder), ==, encoder);
  g_assert_cmpuint (poplens_chart_get_treemap_drill (chart, 0, layer), ==, layer);
  /* A leaf leads to its group; the chain above a leaf counts as a leaf too. */
  g_assert_cmpuint (poplens_chart_get_treemap_parent (chart, matmul), ==, forward + 4);
  g_assert_cmpuint (poplens_chart_get_treemap_drill (chart, layer, matmul), ==, layer);
  g_assert_cmpuint (poplens_chart_get_treemap_drill (chart, 0, forward), ==, layer);
  g_assert_cmpuint (poplens_chart_get_treemap_up (chart, matmul), ==, layer);
  g_assert_cmpuint (poplens_chart_get_treemap_up (chart, layer), ==, encoder);
  g_assert_cmpuint (poplens_chart_get_treemap_up (chart, encoder), ==, 0);
  g_assert_cmpuint (poplens_chart_get_treemap_up (chart, 0), ==, 0);
  g_assert_cmpuint (poplens_chart_get_treemap_up (chart, 99999), ==, 0);
  g_assert_cmpuint (poplens_chart_get_treemap_drill (chart, 3, 99999), ==, 3);
}

/* Each name of the path is a button, except the last. */
static void
test_path (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  gsize encoder = fixture_treemap_item (chart, "encoder");
  gsize layer = fixture_treemap_item (chart, "layer2");
  g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, layer, 700, 300);
  gboolean seen_root = FALSE, seen_encoder = FALSE;

  for (double x = 0; x < 700; x++) {
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x, 18);
    if (hit.area != POPLENS_CHART_HIT_PATH)
      continue;
    g_assert_true (hit.item == 0 || hit.item == encoder);
    seen_root = seen_root || hit.item == 0;
    seen_encoder = seen_encoder || hit.item == encoder;
  }
  g_assert_true (seen_root && seen_encoder);
}

/* Returns the hit at the first point of "… more" of a group; .area is NONE if there is none. */
static PoplensChartHit
find_more (const PoplensChartLayout *layout, gsize group)
{
  for (double y = 0; y < 200; y++)
    for (double x = 0; x < 300; x++) {
      PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
      if (hit.area == POPLENS_CHART_HIT_MORE && hit.item == group)
        return hit;
    }
  return (PoplensChartHit){.area = POPLENS_CHART_HIT_NONE};
}

static void
test_more (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  gsize optimizer = fixture_treemap_item (chart, "optimizer");
  g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, 300, 200);
  PoplensChartHit hit = find_more (layout, optimizer);
  g_autofree char *text = NULL;

  g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_MORE);
  g_assert_cmpuint (hit.n_items, ==, 34);
  text = poplens_chart_layout_describe_more (layout, optimizer);
  /* 34 parts of 3 KiB, of 34 × 3 + 6 × 90 KiB. */
  g_assert_true (g_str_has_prefix (text, "34 more in optimizer\nMemory\t102 KiB (104,448 B)\n"
                                         "Share of optimizer\t15.9 %\n"));
  g_assert_cmpint (find_more (layout, 0).area, ==, POPLENS_CHART_HIT_NONE);
}

/* Steps to the right, back, down and up from cell to cell reach all cells of the same depth. */
static void
test_neighbours (void)
{
  static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, 800, 500);
  g_autoptr (GHashTable) reached = g_hash_table_new (NULL, NULL);
  g_autoptr (GQueue) queue = g_queue_new ();
  guint n = 0;

  for (guint i = 0; i < poplens_treemap_layout (layout)->cells->len; i++)
    n += poplens_treemap_cell (layout, i)->depth == 0;
  g_queue_push_tail (queue, GSIZE_TO_POINTER (fixture_treemap_item (chart, "encoder")));
  g_hash_table_add (reached, g_queue_peek_head (queue));
  while (!g_queue_is_empty (queue)) {
    gsize item = GPOINTER_TO_SIZE (g_queue_pop_head (queue));
    for (guint s = 0; s < 4; s++) {
      gsize next = poplens_chart_layout_treemap_neighbour (layout, item, steps[s][0], steps[s][1]);
      if (g_hash_table_add (reached, GSIZE_TO_POINTER (next)))
        g_queue_push_tail (queue, GSIZE_TO_POINTER (next));
    }
  }
  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpuint (g_hash_table_size (reached), ==, n);
}

/* ---- odd trees ---- */

static PoplensChart *
make_chain (guint32 n, guint64 own)
{
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "Chain", n,
                                           POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  guint32 *parent = g_new (guint32, n);
  guint64 *values = g_new0 (guint64, n);

  for (guint32 i = 0; i < n; i++) {
    parent[i] = i - 1;
    values[i] = own;
  }
  values[n - 1] = 7;
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                            FALSE);
  poplens_chart_set_treemap (chart, parent, values, g_new0 (guint8, n));
  return chart;
}

static void
test_deep_treemaps (void)
{
  g_autoptr (PoplensChart) chain = make_chain (200000, 0);
  g_autoptr (PoplensChart) stairs = make_chain (200000, 1);
  g_autoptr (PoplensChartLayout) one = fixture_treemap_layout (chain, 0, 900, 600);
  g_autoptr (PoplensChartLayout) many = fixture_treemap_layout (stairs, 0, 3e5, 3e5);

  g_assert_cmpuint (poplens_treemap_layout (one)->cells->len, ==, 1);
  g_assert_cmpuint (poplens_treemap_cell (one, 0)->item, ==, 199999);
  g_assert_cmpuint (poplens_treemap_layout (many)->cells->len, <, 3 * POPLENS_TREEMAP_DEEPEST);
  assert_layout (many);
}

/* A million equal parts in one group are one cell, whose text has the number. */
static void
test_dust (void)
{
  guint32 n = 1000000;
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_treemap_kind, "Dust", n, POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  guint64 *own = g_new (guint64, n);
  g_autoptr (PoplensChartLayout) layout = NULL;

  for (guint32 i = 0; i < n; i++)
    own[i] = i > 0;
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                            FALSE);
  poplens_chart_set_treemap (chart, g_new0 (guint32, n), own, g_new0 (guint8, n));
  layout = fixture_treemap_layout (chart, 0, 800, 600);
  g_assert_cmpuint (poplens_treemap_layout (layout)->cells->len, ==, 1);
  g_assert_cmpint (poplens_treemap_cell (layout, 0)->kind, ==, POPLENS_TREEMAP_MORE);
  g_assert_cmpuint (poplens_treemap_cell (layout, 0)->n, ==, n - 1);
}

/* Parents that do not come first, sums beyond 2^64, sizes without space: nothing crashes. */
static void
test_hostile (void)
{
  for (guint round = 0; round < 200; round++) {
    guint32 n = (guint32) g_test_rand_int_range (0, 30);
    g_autoptr (PoplensChart) chart = poplens_chart_new (
        &poplens_treemap_kind, "Odd", n, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
    guint32 *parent = g_new (guint32, MAX (n, 1));
    guint64 *own = g_new (guint64, MAX (n, 1));
    guint8 *series = g_new (guint8, MAX (n, 1));
    g_autoptr (PoplensChartLayout) layout = NULL;
    cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 50, 50);
    cairo_t *cr = cairo_create (surface);
    PoplensItemRange range = {0, 1000};
    PoplensChartOverlay overlay = {
        .selected = &range, .n_selected = 1, .has_hover = TRUE, .hover = 3, .focused = TRUE};
    for (guint32 i = 0; i < n; i++) {
      parent[i] = (guint32) g_test_rand_int_range (-2, 40);
      own[i] = g_test_rand_bit () ? G_MAXUINT64 : (guint64) g_test_rand_int_range (0, 3);
      series[i] = (guint8) g_test_rand_int_range (0, 256);
    }
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                              FALSE);
    poplens_chart_set_treemap (chart, parent, own, series);
    layout = fixture_treemap_layout (chart, (gsize) g_test_rand_int_range (0, 40),
                                     g_test_rand_double_range (0, 300),
                                     g_test_rand_double_range (0, 300));
    poplens_chart_layout_draw (layout, cr);
    poplens_chart_layout_draw_overlay (layout, cr, &overlay);
    for (guint32 i = 0; i < n + 2; i++) {
      g_autofree char *text = poplens_chart_describe_item (chart, i);
      g_autofree char *words = poplens_chart_view_describe (chart, &(PoplensChartView){.root = i});
      g_autofree char *more = poplens_chart_layout_describe_more (layout, i);
      poplens_chart_layout_treemap_neighbour (layout, i, 1, 0);
      poplens_chart_layout_hit (layout, i * 7, i * 5);
    }
    cairo_destroy (cr);
    cairo_surface_destroy (surface);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/treemap/squarify", test_squarify);
  g_test_add_func ("/charts/treemap/squares", test_squares);
  g_test_add_func ("/charts/treemap/random", test_random_treemaps);
  g_test_add_func ("/charts/treemap/rects", test_rects);
  g_test_add_func ("/charts/treemap/words", test_treemap_text);
  g_test_add_func ("/charts/treemap/drill", test_drill);
  g_test_add_func ("/charts/treemap/path", test_path);
  g_test_add_func ("/charts/treemap/more", test_more);
  g_test_add_func ("/charts/treemap/neighbours", test_neighbours);
  g_test_add_func ("/charts/treemap/deep", test_deep_treemaps);
  g_test_add_func ("/charts/treemap/dust", test_dust);
  g_test_add_func ("/charts/treemap/hostile", test_hostile);
  return g_test_run ();
}
