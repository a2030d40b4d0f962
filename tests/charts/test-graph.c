/* Tests of graphs: layouts by graphviz, invalid output of graphviz, and the hit test of boxes. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include <glib/gstdio.h>

#include "base/error.h"
#include "charts/graph/graph-private.h"
#include "support/temp-dir.h"

#define SECONDS 60

static void
add_node (PoplensGraph *graph, guint32 enter)
{
  PoplensGraphNode node = {.item = graph->nodes->len, .enter = enter};

  node.look = enter == POPLENS_GRAPH_NONE ? POPLENS_GRAPH_PLAIN : POPLENS_GRAPH_GROUP;
  g_array_append_val (graph->nodes, node);
}

static void
add_edge (PoplensGraph *graph, guint from, guint to, gboolean returns)
{
  PoplensGraphEdge edge = {.from = from, .to = to, .returns = returns};

  g_array_append_val (graph->edges, edge);
}

/* Returns @n boxes of a forward pass and @n of a backward pass, each connected with its
 * counterpart. */
static PoplensGraph *
make_model (guint n)
{
  PoplensGraph *graph = poplens_graph_new ();

  for (guint i = 0; i < 2 * n; i++)
    add_node (graph, POPLENS_GRAPH_NONE);
  for (guint i = 0; i + 1 < n; i++) {
    add_edge (graph, i, i + 1, FALSE);
    add_edge (graph, n + i, n + i + 1, TRUE);
  }
  for (guint i = 0; i < n; i++)
    add_edge (graph, i, 2 * n - 1 - i, FALSE);
  return graph;
}

static const PoplensGraphNode *
node (const PoplensGraph *graph, guint i)
{
  return &g_array_index (graph->nodes, PoplensGraphNode, i);
}

static gboolean
lacks_dot (void)
{
  g_autofree char *dot = g_find_program_in_path ("dot");

  if (!dot)
    g_test_skip ("graphviz is not installed");
  return !dot;
}

static PoplensChart *
chart_of (PoplensGraph *graph, guint64 *values)
{
  guint32 n = graph->nodes->len;
  PoplensChart *chart =
      poplens_chart_new (&poplens_graph_kind, "Graph", n, POPLENS_CHART_UNIT_COUNT, 0);
  guint32 *shown = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    shown[i] = i;
  poplens_chart_set_item_axis (chart, NULL, "operation");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "cost", "Cost", POPLENS_INK_OTHER, 0,
                            values, FALSE);
  poplens_chart_set_graph (chart, graph, shown);
  return chart;
}

/* ---- layouts by graphviz ---- */

/* Data flows to the right in the forward pass and to the left in the backward pass; boxes do not
 * overlap; lines begin and end at their boxes. */
static void
test_box_places (void)
{
  g_autoptr (PoplensGraph) graph = make_model (12);
  g_autoptr (GError) error = NULL;

  if (lacks_dot ())
    return;
  g_assert_true (poplens_graph_place (graph, SECONDS, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < graph->nodes->len; i++) {
    g_assert_cmpfloat (node (graph, i)->x, >=, POPLENS_GRAPH_WIDTH / 2 - 1);
    g_assert_cmpfloat (node (graph, i)->x, <=, graph->width - POPLENS_GRAPH_WIDTH / 2 + 1);
    for (guint k = 0; k < i; k++)
      g_assert_true (fabs (node (graph, i)->x - node (graph, k)->x) >= POPLENS_GRAPH_WIDTH - 1 ||
                     fabs (node (graph, i)->y - node (graph, k)->y) >= POPLENS_GRAPH_HEIGHT - 1);
  }
  for (guint i = 0; i < graph->edges->len; i++) {
    const PoplensGraphEdge *edge = &g_array_index (graph->edges, PoplensGraphEdge, i);
    const PoplensGraphNode *from = node (graph, edge->from), *to = node (graph, edge->to);
    const PoplensGraphPoint *points =
        &g_array_index (graph->points, PoplensGraphPoint, edge->first);
    double near = hypot (POPLENS_GRAPH_WIDTH, POPLENS_GRAPH_HEIGHT) / 2 + 4;
    g_assert_cmpuint (edge->n % 3, ==, 1);
    g_assert_true (edge->returns ? to->x < from->x : to->x > from->x);
    g_assert_cmpfloat (hypot (points[0].x - from->x, points[0].y - from->y), <, near);
    g_assert_cmpfloat (hypot (points[edge->n - 1].x - to->x, points[edge->n - 1].y - to->y), <,
                       near);
  }
}

/* Two boxes that use each other have two lines. */
static void
test_twins (void)
{
  g_autoptr (PoplensGraph) graph = poplens_graph_new ();
  g_autoptr (GError) error = NULL;

  if (lacks_dot ())
    return;
  add_node (graph, POPLENS_GRAPH_NONE);
  add_node (graph, POPLENS_GRAPH_NONE);
  add_edge (graph, 0, 1, FALSE);
  add_edge (graph, 1, 0, TRUE);
  g_assert_true (poplens_graph_place (graph, SECONDS, NULL, &error));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (g_array_index (graph->edges, PoplensGraphEdge, i).n, >=, 4);
}

/* A label does not overlap boxes. */
static void
test_line_labels (void)
{
  g_autoptr (PoplensGraph) graph = make_model (5);
  g_autoptr (GError) error = NULL;

  if (lacks_dot ())
    return;
  for (guint i = 0; i < graph->edges->len; i++)
    g_array_index (graph->edges, PoplensGraphEdge, i).label = g_strdup ("f16 [2, \"3\" <4>]");
  g_assert_true (poplens_graph_place (graph, SECONDS, NULL, &error));
  for (guint i = 0; i < graph->edges->len; i++) {
    const PoplensGraphEdge *edge = &g_array_index (graph->edges, PoplensGraphEdge, i);
    for (guint k = 0; k < graph->nodes->len; k++)
      g_assert_true (fabs (edge->label_x - node (graph, k)->x) > POPLENS_GRAPH_WIDTH / 2 ||
                     fabs (edge->label_y - node (graph, k)->y) > POPLENS_GRAPH_HEIGHT / 2);
  }
}

/* ---- invalid output, failures ---- */

/* Writes a program "dot" to a folder, which the tests search exclusively. */
static void
fake_dot (const char *dir, const char *script)
{
  g_autofree char *file = g_build_filename (dir, "dot", NULL);

  g_assert_true (g_file_set_contents (file, script, -1, NULL));
  g_assert_cmpint (g_chmod (file, 0755), ==, 0);
}

typedef void (*WithPath) (const char *dir);

static void
with_path (WithPath run)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autofree char *dir = temp_dir_new ();

  g_setenv ("PATH", dir, TRUE);
  run (dir);
  g_setenv ("PATH", path, TRUE);
  temp_dir_remove (dir);
}

static void
check_absent (const char *dir)
{
  g_autoptr (PoplensGraph) graph = make_model (2);
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_graph_place (graph, SECONDS, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_assert_nonnull (strstr (error->message, "graphviz"));
}

static void
test_no_dot (void)
{
  with_path (check_absent);
}

static void
check_strange (const char *dir)
{
  static const char *const answers[] = {
      "",
      "stop",
      "graph 1 x 2\nstop",
      "graph 1 2 2\nnode n99 1 1 1 1\nstop",
      "graph 1 2 2\nnode n1\nstop",
      "graph 1 2 2\nedge n0 n1 4 1 1 2 2\nstop",
      "graph 1 2 2\nedge n0 n3 4000000000 1 1\nstop",
      "graph 1 2 2\nedge n3 n0 1 1 1\nstop",
      "graph 1 0 0\nstop",
      "edge\nnode\ngraph\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autofree char *script =
        g_strdup_printf ("#!/bin/sh\n/bin/cat >/dev/null\n/bin/echo '%s'\n", answers[i]);
    g_autoptr (PoplensGraph) graph = make_model (2);
    g_autoptr (GError) error = NULL;
    fake_dot (dir, script);
    g_assert_false (poplens_graph_place (graph, SECONDS, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  }
}

static void
test_strange (void)
{
  with_path (check_strange);
}

/* A dot that writes its process id and never ends. */
#define SLEEPS "#!/bin/sh\necho $$ > \"${0%/*}/pid\"\nexec /bin/sleep 1000\n"

static void
assert_ended (const char *dir)
{
  g_autofree char *file = g_build_filename (dir, "pid", NULL);
  g_autofree char *text = NULL;
  gint64 end = g_get_monotonic_time () + SECONDS * G_TIME_SPAN_SECOND;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  while (kill ((pid_t) atoi (text), 0) == 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_usleep (10000);
  }
}

static void
check_late (const char *dir)
{
  g_autoptr (PoplensGraph) graph = make_model (2);
  g_autoptr (GError) error = NULL;

  fake_dot (dir, SLEEPS);
  g_assert_false (poplens_graph_place (graph, 1, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_assert_nonnull (strstr (error->message, "too long"));
  assert_ended (dir);
}

static void
test_late (void)
{
  with_path (check_late);
}

typedef struct {
  char *file;
  GCancellable *cancellable;
} Cancel;

/* Cancels once the child process runs. */
static gpointer
cancel_thread (gpointer data)
{
  Cancel *cancel = data;
  gint64 end = g_get_monotonic_time () + SECONDS * G_TIME_SPAN_SECOND;
  g_autofree char *text = NULL;

  while (g_get_monotonic_time () < end && (!text || !*text)) {
    g_clear_pointer (&text, g_free);
    g_file_get_contents (cancel->file, &text, NULL, NULL);
    g_usleep (10000);
  }
  g_cancellable_cancel (cancel->cancellable);
  return NULL;
}

static void
check_cancelled (const char *dir)
{
  g_autoptr (PoplensGraph) graph = make_model (2);
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *file = g_build_filename (dir, "pid", NULL);
  Cancel cancel = {file, cancellable};

  fake_dot (dir, SLEEPS);
  GThread *thread = g_thread_new ("cancel", cancel_thread, &cancel);
  g_assert_false (poplens_graph_place (graph, 10 * SECONDS, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  assert_ended (dir);
}

static void
test_cancelled_dot (void)
{
  with_path (check_cancelled);
}

/* ---- boxes ---- */

/* Returns boxes on a grid, which needs no graphviz. */
static PoplensGraph *
make_grid (guint columns, guint rows)
{
  PoplensGraph *graph = poplens_graph_new ();

  graph->width = columns * 200.0;
  graph->height = rows * 80.0;
  for (guint i = 0; i < columns * rows; i++) {
    add_node (graph, i % 3 ? POPLENS_GRAPH_NONE : i);
    g_array_index (graph->nodes, PoplensGraphNode, i).x = (i % columns) * 200 + 100;
    g_array_index (graph->nodes, PoplensGraphNode, i).y = (i / columns) * 80 + 40;
  }
  return graph;
}

static PoplensChart *
make_chart (guint columns, guint rows)
{
  guint64 *values = g_new (guint64, columns * rows);

  for (guint i = 0; i < columns * rows; i++)
    values[i] = i * 100;
  return chart_of (make_grid (columns, rows), values);
}

static void
test_box_hits (void)
{
  g_autoptr (PoplensChart) chart = make_chart (7, 4);
  double x, y, width, height;

  for (guint zoom = 0; zoom < 4; zoom++) {
    PoplensChartView view = poplens_chart_view_all (chart);
    view.zoom = zoom;
    view.column = view.row = 150;
    g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, NULL, 900, 400);
    guint n = 0;
    for (gsize i = 0; i < 28; i++) {
      if (!poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height))
        continue;
      double px, py, pw, ph, at = x + width / 2, row = y + height / 2;
      n++;
      poplens_chart_layout_get_plot (layout, &px, &py, &pw, &ph);
      if (at < px || at >= px + pw || row < py || row >= py + ph)
        continue;
      PoplensChartHit hit = poplens_chart_layout_hit (layout, at, row);
      g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ITEM);
      g_assert_cmpuint (hit.item, ==, i);
      g_assert_cmpint (poplens_chart_layout_hit (layout, at, y + height + 3).area, ==,
                       POPLENS_CHART_HIT_NONE);
    }
    g_assert_true (zoom < 2 ? n == 28 : n < 28 && n > 0);
  }
}

/* The point under the pointer stays there while zooming. */
static void
test_zoom (void)
{
  g_autoptr (PoplensChart) chart = make_chart (9, 6);
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, NULL, 900, 400);
  double x, y, width, height, x2, y2;

  g_assert_true (poplens_chart_layout_item_rect (layout, 30, &x, &y, &width, &height));
  x += width / 2;
  y += height / 2;
  view = poplens_chart_layout_zoom (layout, 2, x, y);
  g_assert_cmpfloat (fabs (view.zoom - 2), <, 1e-9);
  g_autoptr (PoplensChartLayout) larger = poplens_chart_layout_new (chart, &view, NULL, 900, 400);
  g_assert_true (poplens_chart_layout_item_rect (larger, 30, &x2, &y2, &width, &height));
  g_assert_cmpfloat (fabs (x2 + width / 2 - x), <, 0.5);
  g_assert_cmpfloat (fabs (y2 + height / 2 - y), <, 0.5);
  view = poplens_chart_layout_zoom (larger, 0.01, x, y);
  g_assert_cmpfloat (view.zoom, <=, 1);
  /* If the graph is larger than the plot, no space beside it is shown. */
  view = poplens_chart_layout_pan (larger, -1e6, 1e6);
  g_autoptr (PoplensChartLayout) corner = poplens_chart_layout_new (chart, &view, NULL, 900, 400);
  g_assert_true (poplens_chart_layout_item_rect (corner, 45, &x, &y, &width, &height));
}

static void
test_neighbours (void)
{
  g_autoptr (PoplensChart) chart = make_chart (7, 4);
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, NULL, 900, 400);

  for (int i = 0; i < 28; i++) {
    int column = i % 7, row = i / 7;
    g_assert_cmpuint (poplens_chart_layout_graph_neighbour (layout, (gsize) i, 1, 0), ==,
                      column < 6 ? i + 1 : i);
    g_assert_cmpuint (poplens_chart_layout_graph_neighbour (layout, (gsize) i, -1, 0), ==,
                      column ? i - 1 : i);
    g_assert_cmpuint (poplens_chart_layout_graph_neighbour (layout, (gsize) i, 0, 1), ==,
                      row < 3 ? i + 7 : i);
  }
  g_assert_cmpuint (poplens_chart_layout_graph_neighbour (layout, G_MAXSIZE, 0, 0), <, 28);
}

static void
test_box_text (void)
{
  g_autoptr (PoplensGraph) graph = make_grid (3, 1);
  guint64 *values = g_new0 (guint64, 3);

  values[1] = 1234;
  add_edge (graph, 0, 1, FALSE);
  add_edge (graph, 1, 2, FALSE);
  g_autoptr (PoplensChart) chart = chart_of (g_steal_pointer (&graph), values);
  g_autofree char *item = poplens_chart_describe_item (chart, 1);
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autofree char *whole = poplens_chart_view_describe (chart, &view);
  g_assert_cmpstr (item, ==, "operation\nCost\t1,234\nInputs from\t1\nOutputs to\t1");
  g_assert_cmpstr (whole, ==, "3 nodes, 2 edges");
}

static char *
name_box (gconstpointer data, gsize item)
{
  return g_strdup (((const char *const *) data)[item]);
}

/* Two boxes of the same name in different phases have different texts, in any font. */
static void
test_box_names (void)
{
  static const char *const names[] = {"Fwd/bert/encoder/layer.11/attention/lookup",
                                      "Bwd/bert/encoder/layer.11/attention/lookup",
                                      "Fwd/bert/anOperationWithANameThatFitsNoBoxWhatever", "Loss"};
  /* The names before the last ones are on lines above them. */
  static const struct {
    const char *begins, *ends;
    guint n;
  } lines[] = {{"Fwd/…/", "layer.11", 1},
               {"Bwd/…/", "layer.11", 1},
               {"attention/lookup", "attention/lookup", 2},
               {"Fwd/bert", "Fwd/bert", 1},
               {"anOperation", "FitsNoBoxWhatever", 1},
               {"Loss", "Loss", 1}};
  g_autoptr (PoplensChart) chart = make_chart (2, 2);

  poplens_chart_set_item_names (chart, name_box, (gpointer) names, NULL);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, NULL, 900, 400);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    guint n = 0;
    for (guint t = 0; t < layout->texts->len; t++) {
      const char *text =
          pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, t).layout);
      n += g_str_has_prefix (text, lines[i].begins) && g_str_has_suffix (text, lines[i].ends);
    }
    g_assert_cmpuint (n, ==, lines[i].n);
  }
}

/* Layouts of any size, with and without a graph. */
static void
test_sizes (void)
{
  static const double sizes[] = {1, 7, 60, 150, 300, 3000};
  g_autoptr (PoplensChart) empty =
      poplens_chart_new (&poplens_graph_kind, "Graph", 5, POPLENS_CHART_UNIT_COUNT, 0);
  g_autoptr (PoplensChart) full = make_chart (5, 5);
  PoplensItemRange range = {2, 4};
  PoplensChartOverlay overlay = {.found = &range,
                                 .n_found = 1,
                                 .selected = &range,
                                 .n_selected = 1,
                                 .has_hover = TRUE,
                                 .focused = TRUE};

  poplens_chart_set_empty_text (empty, "Graphviz is not installed.");
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes) * G_N_ELEMENTS (sizes); i++) {
    PoplensChart *chart = i % 2 ? full : empty;
    double width = sizes[i / 2 % G_N_ELEMENTS (sizes)],
           height = sizes[i / 2 / G_N_ELEMENTS (sizes)];
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, NULL, NULL, width, height);
    cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 64, 64);
    cairo_t *cr = cairo_create (surface);
    poplens_chart_layout_draw (layout, cr);
    poplens_chart_layout_draw_overlay (layout, cr, &overlay);
    g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
    poplens_chart_layout_zoom (layout, 2, 3, 4);
    poplens_chart_layout_fit (layout, &range, 1);
    poplens_chart_layout_hit (layout, 5, 5);
    cairo_destroy (cr);
    cairo_surface_destroy (surface);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/places", test_box_places);
  g_test_add_func ("/graph/twins", test_twins);
  g_test_add_func ("/graph/labels", test_line_labels);
  g_test_add_func ("/graph/absent", test_no_dot);
  g_test_add_func ("/graph/strange", test_strange);
  g_test_add_func ("/graph/late", test_late);
  g_test_add_func ("/graph/cancelled", test_cancelled_dot);
  g_test_add_func ("/graph/hits", test_box_hits);
  g_test_add_func ("/graph/zoom", test_zoom);
  g_test_add_func ("/graph/neighbours", test_neighbours);
  g_test_add_func ("/graph/words", test_box_text);
  g_test_add_func ("/graph/names", test_box_names);
  g_test_add_func ("/graph/sizes", test_sizes);
  return g_test_run ();
}
