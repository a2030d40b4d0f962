/* A graph with fixed positions (see the header). */
#include "charts/graph-fixture.h"

#include "charts/graph/graph-private.h"

#define FRAMES 3
#define COLUMN 190
#define ROW 64

static const struct {
  const char *name;
  int column, row;
  guint32 frame, enter;
  guint n_copies;
  guint64 cost;
} boxes[FIXTURE_GRAPH_BOXES] = {
    {"Fwd/embedding/lookup", 0, 0, 0, POPLENS_GRAPH_NONE, 1, 400},
    {"Fwd/encoder/layer0/qkv", 1, 0, 1, POPLENS_GRAPH_NONE, 1, 5200},
    {"Fwd/encoder/layer0/attention", 1, 1, 1, 42, 1, 9000},
    {"Fwd/encoder/layer0/out", 2, 0, 1, POPLENS_GRAPH_NONE, 1, 3100},
    {"Bwd/embedding/lookup", 0, 2, 0, POPLENS_GRAPH_NONE, 1, 600},
    {"Fwd/encoder/layer* ×11", 3, 0, 2, FIXTURE_GRAPH_REPEATED_GROUP, 11, 60000},
    {"Bwd/encoder/layer* ×12", 3, 2, 2, 43, 12, 100000},
    {"Fwd/head/transpose", 4, 0, 2, POPLENS_GRAPH_NONE, 1, 0},
    {"Loss", 5, 1, POPLENS_GRAPH_NONE, POPLENS_GRAPH_NONE, 1, 70},
    {"Update/adam", 0, 3, POPLENS_GRAPH_NONE, POPLENS_GRAPH_NONE, 1, 33000},
};

static const struct {
  guint32 from, to;
  gboolean returns, dotted;
  const char *label;
} lines[] = {{0, 1, FALSE, FALSE, NULL}, {1, 3, FALSE, FALSE, "f16 [64, 128]"},
             {2, 3, FALSE, FALSE, NULL}, {3, 5, FALSE, FALSE, NULL},
             {5, 7, FALSE, TRUE, NULL},  {7, 8, FALSE, FALSE, NULL},
             {8, 6, FALSE, TRUE, NULL},  {6, 4, TRUE, FALSE, NULL}};

static char *
name_box (gconstpointer data, gsize item)
{
  static const char *const frames[FRAMES] = {"IPU 0", "Fwd/encoder", "IPU 1"};

  return g_strdup (item < FIXTURE_GRAPH_BOXES ? boxes[item].name
                                              : frames[item - FIXTURE_GRAPH_BOXES]);
}

/* Adds a line from box to box, as one Bézier curve. */
static void
add_line (PoplensGraph *graph, guint i)
{
  const PoplensGraphNode *from = &g_array_index (graph->nodes, PoplensGraphNode, lines[i].from);
  const PoplensGraphNode *to = &g_array_index (graph->nodes, PoplensGraphNode, lines[i].to);
  double side = to->x > from->x ? POPLENS_GRAPH_WIDTH / 2 : -POPLENS_GRAPH_WIDTH / 2;
  double middle = (from->x + to->x) / 2;
  const PoplensGraphPoint points[] = {
      {from->x + side, from->y}, {middle, from->y}, {middle, to->y}, {to->x - side, to->y}};
  PoplensGraphEdge edge = {.from = lines[i].from,
                           .to = lines[i].to,
                           .returns = lines[i].returns,
                           .dotted = lines[i].dotted,
                           .label = g_strdup (lines[i].label),
                           .label_x = middle,
                           .label_y = (from->y + to->y) / 2 - 10,
                           .first = graph->points->len,
                           .n = G_N_ELEMENTS (points)};

  g_array_append_vals (graph->points, points, G_N_ELEMENTS (points));
  g_array_append_val (graph->edges, edge);
}

PoplensChart *
fixture_graph (void)
{
  const guint n = FIXTURE_GRAPH_BOXES + FRAMES;
  static const guint32 parents[FRAMES] = {POPLENS_GRAPH_NONE, 0, POPLENS_GRAPH_NONE};
  PoplensGraph *graph = poplens_graph_new ();
  PoplensChart *chart =
      poplens_chart_new (&poplens_graph_kind, "Graph", n, POPLENS_CHART_UNIT_CYCLES, 0);
  guint32 *shown = g_new (guint32, n);
  guint64 *values = g_new0 (guint64, n);

  graph->width = 6 * COLUMN;
  graph->height = 4 * ROW + 30;
  for (guint i = 0; i < FIXTURE_GRAPH_BOXES; i++) {
    PoplensGraphNode node = {.item = i,
                             .enter = boxes[i].enter,
                             .frame = boxes[i].frame,
                             .look = boxes[i].n_copies > 1                  ? POPLENS_GRAPH_REPEATED
                                     : boxes[i].enter != POPLENS_GRAPH_NONE ? POPLENS_GRAPH_GROUP
                                                                            : POPLENS_GRAPH_PLAIN,
                             .n_copies = boxes[i].n_copies,
                             .x = (boxes[i].column + 0.5) * COLUMN,
                             .y = (boxes[i].row + 0.5) * ROW + 20};
    g_array_append_val (graph->nodes, node);
    values[i] = boxes[i].cost;
  }
  for (guint i = 0; i < n; i++)
    shown[i] = i < FIXTURE_GRAPH_BOXES ? i : POPLENS_GRAPH_NONE;
  for (guint i = 0; i < FRAMES; i++) {
    guint32 item = FIXTURE_GRAPH_BOXES + i;
    PoplensGraphFrame frame = {.item = item,
                               .group = item == FIXTURE_GRAPH_ENCODER ? FIXTURE_GRAPH_ENCODER_GROUP
                                                                      : POPLENS_GRAPH_NONE,
                               .parent = parents[i],
                               .title = name_box (NULL, item)};
    g_array_append_val (graph->frames, frame);
  }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    add_line (graph, i);
  poplens_graph_place_frames (graph);
  poplens_chart_set_item_axis (chart, NULL, "operation");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "cost", "Tile cycles", POPLENS_INK_OTHER, 0,
                            values, FALSE);
  poplens_chart_set_item_names (chart, name_box, NULL, NULL);
  poplens_chart_set_graph (chart, graph, shown);
  return chart;
}

PoplensChart *
fixture_graph_classes (void)
{
  static const struct {
    const char *title;
    PoplensSeriesKind kind;
    PoplensInk ink;
  } classes[] = {{"Compute", POPLENS_SERIES_BAND, POPLENS_INK_COMPUTE},
                 {"Unused tiles", POPLENS_SERIES_QUIET, POPLENS_INK_TILES},
                 {"Own tiles' exchange", POPLENS_SERIES_WAITING, POPLENS_INK_EXCHANGE}};
  PoplensChart *chart = fixture_graph ();
  guint8 *series = g_new0 (guint8, poplens_chart_get_n_items (chart));

  for (guint c = 0; c < G_N_ELEMENTS (classes); c++)
    poplens_chart_add_series (chart, classes[c].kind, classes[c].title, classes[c].title,
                              classes[c].ink, 0, NULL, FALSE);
  for (guint i = 0; i < FIXTURE_GRAPH_BOXES; i++)
    series[i] = (guint8) (i % (G_N_ELEMENTS (classes) + 1));
  poplens_chart_set_graph_classes (chart, series);
  return chart;
}
