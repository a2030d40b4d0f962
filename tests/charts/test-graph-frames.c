/* Tests of frames of a graph: the space that graphviz leaves for them, and the hit test. */
#include <string.h>

#include "charts/graph-fixture.h"
#include "charts/graph/graph-private.h"

#define SECONDS 60
#define FRAMES 6

static gboolean
lacks_dot (void)
{
  g_autofree char *dot = g_find_program_in_path ("dot");

  if (!dot)
    g_test_skip ("graphviz is not installed");
  return !dot;
}

static const PoplensGraphNode *
node_at (const PoplensGraph *graph, guint i)
{
  return &g_array_index (graph->nodes, PoplensGraphNode, i);
}

/* Returns nested frames, some without boxes, and lines between any two boxes in both directions, at
 * most one for each direction. */
static PoplensGraph *
make_graph (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  PoplensGraph *graph = poplens_graph_new ();
  guint n = (guint) g_rand_int_range (random, 5, 60);

  for (guint32 i = 0; i < FRAMES; i++) {
    PoplensGraphFrame frame = {
        .item = n + i, .group = i, .parent = POPLENS_GRAPH_NONE, .title = g_strdup ("frame")};
    if (i && g_rand_boolean (random))
      frame.parent = (guint32) g_rand_int_range (random, 0, (gint32) i);
    g_array_append_val (graph->frames, frame);
  }
  for (guint32 i = 0; i < n; i++) {
    PoplensGraphNode node = {.item = i, .enter = POPLENS_GRAPH_NONE};
    node.frame = (guint32) g_rand_int_range (random, 0, FRAMES + 2);
    g_array_append_val (graph->nodes, node);
  }
  for (guint i = 0; i < 2 * n; i++) {
    guint32 from = (guint32) g_rand_int_range (random, 0, (gint32) n - 1);
    guint32 to = (guint32) g_rand_int_range (random, (gint32) from + 1, (gint32) n);
    gboolean returns = g_rand_boolean (random);
    PoplensGraphEdge edge = {
        .from = returns ? to : from, .to = returns ? from : to, .returns = returns};
    if (!g_hash_table_add (known, GUINT_TO_POINTER (edge.from * n + edge.to)))
      continue;
    if (i % 5 == 0)
      edge.label = g_strdup ("f16 [2, 3]");
    g_array_append_val (graph->edges, edge);
  }
  return graph;
}

static gboolean
is_around (const PoplensGraph *graph, guint32 outer, guint32 frame)
{
  while (frame < graph->frames->len && frame != outer)
    frame = poplens_graph_frame_at (graph, frame)->parent;
  return frame == outer;
}

/* TRUE if the rectangles overlap by more than rounding. */
static gboolean
meet (double ax, double ay, double aw, double ah, double bx, double by, double bw, double bh)
{
  return ax + 0.5 < bx + bw && bx + 0.5 < ax + aw && ay + 0.5 < by + bh && by + 0.5 < ay + ah;
}

static void
check_frame (const PoplensGraph *graph, guint32 f)
{
  const PoplensGraphFrame *frame = poplens_graph_frame_at (graph, f);

  for (guint i = 0; i < graph->nodes->len; i++) {
    double x = node_at (graph, i)->x - POPLENS_GRAPH_WIDTH / 2;
    double y = node_at (graph, i)->y - POPLENS_GRAPH_HEIGHT / 2;
    gboolean met = meet (frame->x, frame->y, frame->width, frame->height, x, y, POPLENS_GRAPH_WIDTH,
                         POPLENS_GRAPH_HEIGHT);
    g_assert_true (met == is_around (graph, f, node_at (graph, i)->frame));
    if (met)
      g_assert_true (x >= frame->x && x + POPLENS_GRAPH_WIDTH <= frame->x + frame->width &&
                     y >= frame->y + POPLENS_GRAPH_TITLE - 0.5 &&
                     y + POPLENS_GRAPH_HEIGHT <= frame->y + frame->height);
  }
  for (guint32 g = 0; g < f; g++) {
    const PoplensGraphFrame *other = poplens_graph_frame_at (graph, g);
    if (frame->width > 0 && other->width > 0 && !is_around (graph, g, f))
      g_assert_false (meet (frame->x, frame->y, frame->width, frame->height, other->x, other->y,
                            other->width, other->height));
  }
}

/* Frames do not overlap each other, nor boxes outside them. */
static void
test_frame_places (void)
{
  if (lacks_dot ())
    return;
  for (guint32 seed = 1; seed <= 40; seed++) {
    g_autoptr (PoplensGraph) graph = make_graph (seed);
    g_autoptr (GError) error = NULL;
    g_assert_true (poplens_graph_place (graph, SECONDS, NULL, &error));
    g_assert_no_error (error);
    for (guint32 f = 0; f < FRAMES; f++)
      check_frame (graph, f);
  }
}

/* A box is hit before its frame, and a frame before the one around it; empty space hits nothing. */
static void
test_frame_hits (void)
{
  g_autoptr (PoplensChart) chart = fixture_graph ();
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, NULL, 1300, 500);
  double x, y, width, height;

  for (gsize i = 0; i < FIXTURE_GRAPH_BOXES; i++) {
    g_assert_true (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height));
    g_assert_cmpuint (poplens_chart_layout_hit (layout, x + 2, y + 2).item, ==, i);
  }
  for (gsize i = FIXTURE_GRAPH_IPU0; i <= FIXTURE_GRAPH_IPU1; i++) {
    g_assert_true (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height));
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x + 2, y + 2);
    g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ITEM);
    g_assert_cmpuint (hit.item, ==, i);
    g_assert_cmpint (poplens_chart_layout_hit (layout, x - 2, y + 2).item, !=, i);
  }
}

/* The legend has the classes, and their boxes have styles of their own. */
static void
test_graph_classes (void)
{
  g_autoptr (PoplensChart) chart = fixture_graph_classes ();
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, NULL, 1300, 500);
  guint n_words[4] = {0}, hatched = 0;

  for (guint32 i = 0; i < FIXTURE_GRAPH_BOXES; i++)
    g_assert_cmpuint (poplens_graph_class (chart, i), ==, i % 4);
  for (guint s = 0; s < 4; s++)
    for (guint t = 0; t < layout->texts->len; t++)
      n_words[s] +=
          !strcmp (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, t).layout),
                   poplens_chart_series (chart, s)->name);
  for (guint s = 0; s < 4; s++)
    g_assert_cmpuint (n_words[s], ==, s ? 1 : 0);
  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    hatched += op->kind == POPLENS_DRAW_HATCH ? op->n : 0;
  }
  /* Two boxes, and one in the legend; boxes of the quiet class are plain. */
  g_assert_cmpuint (hatched, ==, 3);
}

/* The group that a double click opens or closes, and the one that Backspace closes. */
static void
test_graph_groups (void)
{
  g_autoptr (PoplensChart) chart = fixture_graph ();
  guint group = 0;

  g_assert_true (poplens_chart_get_graph_group (chart, 5, &group));
  g_assert_cmpuint (group, ==, FIXTURE_GRAPH_REPEATED_GROUP);
  g_assert_true (poplens_chart_get_graph_group (chart, FIXTURE_GRAPH_ENCODER, &group));
  g_assert_cmpuint (group, ==, FIXTURE_GRAPH_ENCODER_GROUP);
  g_assert_false (poplens_chart_get_graph_group (chart, 0, &group));
  g_assert_false (poplens_chart_get_graph_group (chart, FIXTURE_GRAPH_IPU0, &group));
  g_assert_false (poplens_chart_get_graph_group (chart, G_MAXSIZE, &group));
  /* In the frame, on it, beside it, nowhere. */
  static const gsize items[] = {1, FIXTURE_GRAPH_ENCODER, 0, G_MAXSIZE};
  for (guint i = 0; i < G_N_ELEMENTS (items); i++) {
    group = 0;
    g_assert_true (poplens_chart_get_graph_around (chart, items[i], &group));
    g_assert_cmpuint (group, ==, FIXTURE_GRAPH_ENCODER_GROUP);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-frames/places", test_frame_places);
  g_test_add_func ("/graph-frames/hits", test_frame_hits);
  g_test_add_func ("/graph-frames/groups", test_graph_groups);
  g_test_add_func ("/graph-frames/classes", test_graph_classes);
  return g_test_run ();
}
