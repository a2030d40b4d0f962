/* The graph of operations: its nodes and edges, frames around regions and groups, colours by time
 * class, and its section on the page. */
#include "pages/operations/operations-graph.h"

#include "analysis/operations/operation-graph.h"
#include "analysis/time/time.h"
#include "analysis/trace/name-parts.h"
#include "base/error.h"
#include "base/format.h"
#include "base/search.h"
#include "charts/graph/graph.h"
#include "derived/operations/operation-edges-source.h"
#include "derived/operations/operations-source.h"
#include "derived/time/time-source.h"
#include "pages/core/look.h"
#include "pages/operations/operations-open.h"

#include <string.h>

/* ---- frames ---------------------------------------------------------------------------------- */

/* Frames of the graph: one around each region (IPU or pipeline stage). Inside that frame, one
 * around each open group. */

#define NONE POPLENS_PATH_NONE
/* Temporary value: the node has operations in several regions. Becomes NONE in the result. */
#define SEVERAL (NONE - 1)

typedef struct {
  PoplensGraph *graph;
  const PoplensPathTree *tree;
  const PoplensFoldedGraph *folded;
  const PoplensOperationRegions *regions; /* (nullable) */
  guint32 *group;    /* [node of .tree] innermost open group with the node; NONE: no group */
  GHashTable *known; /* key: region << 32 | group (guint64); value: 1 + index of the frame */
} Frames;

static void
join_region (guint32 *region, guint32 other)
{
  if (*region == NONE)
    *region = other;
  else if (other != NONE && other != *region)
    *region = SEVERAL;
}

/* Returns, for each node of @tree, the region of its operations; NONE if the operations are in
 * several regions. @hidden: (nullable): [operation] TRUE: ignore the operation. (transfer full) */
static guint32 *
operations_node_regions (const PoplensPathTree *tree, const gboolean *hidden,
                         const PoplensOperationRegions *regions)
{
  guint32 *region = g_new (guint32, tree->n);

  for (guint32 node = 0; node < tree->n; node++)
    region[node] = NONE;
  for (guint32 thing = 0; thing < tree->n_things; thing++)
    if (!hidden || !hidden[thing])
      join_region (&region[tree->node[thing]], regions->of_operation[thing]);
  for (guint32 node = tree->n; node-- > 1;)
    join_region (&region[tree->parent[node]], region[node]);
  for (guint32 node = 0; node < tree->n; node++)
    region[node] = region[node] == SEVERAL ? NONE : region[node];
  return region;
}

/* Returns the region of each box of the graph; NONE if the operations of the box are in several
 * regions. (transfer full) */
static guint32 *
box_regions (const Frames *self)
{
  guint32 *region = g_new (guint32, MAX (self->folded->nodes->len, 1));

  for (guint i = 0; i < self->folded->nodes->len; i++)
    region[i] = NONE;
  for (guint32 thing = 0; self->regions && thing < self->tree->n_things; thing++)
    if (self->folded->of_thing[thing] != NONE)
      join_region (&region[self->folded->of_thing[thing]], self->regions->of_operation[thing]);
  for (guint i = 0; i < self->folded->nodes->len; i++)
    region[i] = region[i] == SEVERAL ? NONE : region[i];
  return region;
}

/* Returns the frame of @group in @region. Creates the frame if necessary. If @group is NONE: the
 * frame of @region; if both are NONE: POPLENS_GRAPH_NONE. */
static guint32
find_frame (Frames *self, guint32 region, guint32 group)
{
  guint64 key = (guint64) region << 32 | group;
  gpointer found = g_hash_table_lookup (self->known, &key);
  PoplensGraphFrame frame = {.group = group, .parent = POPLENS_GRAPH_NONE};

  if (region == NONE && group == NONE)
    return POPLENS_GRAPH_NONE;
  if (found)
    return GPOINTER_TO_UINT (found) - 1;
  if (group != NONE) {
    frame.parent = find_frame (self, region, self->group[self->tree->parent[group]]);
    frame.title = poplens_path_tree_path (self->tree, group);
  } else {
    frame.title = g_strdup (g_ptr_array_index (self->regions->titles, region));
  }
  frame.item = self->folded->n_items + self->graph->frames->len;
  g_array_append_val (self->graph->frames, frame);
  g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->graph->frames->len));
  return self->graph->frames->len - 1;
}

static gboolean
is_in (const Frames *self, guint32 node, guint32 group)
{
  while (node && node != group)
    node = self->tree->parent[node];
  return node == group;
}

/* Adds frames to @graph, and assigns the nodes to frames. @folded: graph with the same nodes;
 * @open: guint32: open groups as nodes of @tree, in the order of opening; @regions: (nullable) */
static void
operations_add_frames (PoplensGraph *graph, const PoplensPathTree *tree,
                       const PoplensFoldedGraph *folded, const GArray *open,
                       const PoplensOperationRegions *regions)
{
  g_autofree guint32 *group = g_new (guint32, tree->n);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Frames self = {graph, tree, folded, regions, group, known};
  g_autofree guint32 *region = box_regions (&self);

  for (guint32 node = 0; node < tree->n; node++)
    group[node] = NONE;
  for (guint i = 0; i < open->len; i++)
    group[g_array_index (open, guint32, i)] = g_array_index (open, guint32, i);
  for (guint32 node = 1; node < tree->n; node++)
    if (group[node] == NONE)
      group[node] = group[tree->parent[node]];
  for (guint32 r = 0; regions && r < regions->n; r++)
    for (guint i = 0; i < folded->nodes->len; i++)
      if (region[i] == r)
        find_frame (&self, r, NONE);
  /* Create the frames in the order in which the user opened the groups. */
  for (guint o = 0; o < open->len; o++)
    for (guint i = 0; i < folded->nodes->len; i++)
      if (is_in (&self, g_array_index (folded->nodes, PoplensFoldedNode, i).first,
                 g_array_index (open, guint32, o)))
        find_frame (&self, region[i], g_array_index (open, guint32, o));
  for (guint i = 0; i < folded->nodes->len; i++) {
    guint32 first = g_array_index (folded->nodes, PoplensFoldedNode, i).first;
    g_array_index (graph->nodes, PoplensGraphNode, i).frame =
        find_frame (&self, region[i], group[first]);
  }
}

/* ---- classes --------------------------------------------------------------------------------- */

/* Colours of the graph by time class. The colour of a box is that of the class with most of the
 * box's time. */

/* The hover box lists time classes with at least this share of a box's time. */
#define LEAST_SHARE 0.0005

/* TRUE if the report records how long steps take. FALSE with @error (nullable), which says why
 * not. */
static gboolean
operations_has_time (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);

  return execution && poplens_time_has_steps (execution, error);
}

/* Returns the tile cycles of each operation of @source by time class. Time counts while a step of
 * the operation is on the critical path, on all IPUs. @time: (out): owned by the report. NULL with
 * @error. (transfer full) */
static PoplensTimeClasses *
operations_classes (PoplensReport *report, const PoplensOperationSource *source,
                    const PoplensTime **time, GCancellable *cancellable, GError **error)
{
  PoplensWork work = poplens_work_of (cancellable);
  g_autofree guint32 *owner = NULL;
  const PoplensExecution *x;
  PoplensTimeClasses *classes;

  *time = poplens_report_time (report, cancellable, error);
  if (!*time)
    return NULL;
  x = (*time)->execution;
  owner = g_new (guint32, MAX (x->n_rows, 1));
  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 id = x->step_program[x->row_step[row]];
    guint32 program =
        id == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW : poplens_programs_find (source->programs, id);
    owner[row] = program == POPLENS_NO_ROW ? POPLENS_TIME_NO_OWNER
                                           : source->operations->program_operation[program];
  }
  classes = poplens_time_by_owner (*time, owner, source->operations->operations->len, &work);
  if (!classes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return classes;
}

/* ---- classes: the chart ---------------------------------------------------------------------- */

/* Returns sums of @classes by item of the chart. The sum of a frame includes all boxes in the
 * frame. (transfer full) */
static PoplensTimeClasses *
sum_items (gsize n_items, const PoplensGraph *graph, const PoplensPathTree *tree,
           const PoplensFoldedGraph *folded, const PoplensTimeClasses *classes)
{
  PoplensTimeClasses *sums = g_new0 (PoplensTimeClasses, MAX (n_items, 1));

  for (guint32 thing = 0; thing < tree->n_things; thing++) {
    if (folded->of_thing[thing] == POPLENS_PATH_NONE)
      continue;
    const PoplensGraphNode *box =
        &g_array_index (graph->nodes, PoplensGraphNode, folded->of_thing[thing]);
    for (guint c = 0; c < POPLENS_N_TIMES; c++)
      sums[box->item][c] += classes[thing][c];
    for (guint32 f = box->frame; f < graph->frames->len;
         f = g_array_index (graph->frames, PoplensGraphFrame, f).parent)
      for (guint c = 0; c < POPLENS_N_TIMES; c++)
        sums[g_array_index (graph->frames, PoplensGraphFrame, f).item][c] += classes[thing][c];
  }
  return sums;
}

/* Lists the time classes and their shares for the hover box: "Compute\t62.0 %\nLoad imbalance\t21.3
 * %". (transfer full) (nullable): NULL if there are none */
static char *
note_new (const PoplensTime *time, const guint64 *classes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  double all = 0;

  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    all += (double) classes[c];
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    double share = all > 0 ? (double) classes[c] / all : 0;
    PoplensNumber number;
    if (share >= LEAST_SHARE)
      g_string_append_printf (out, "%s%s%s\t%s", out->len ? "\n" : "",
                              poplens_time_is_guess (time, c) ? "≈ " : "",
                              poplens_time_class_title (c), poplens_format_percent (number, share));
  }
  return out->len ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static char *
note_of (gconstpointer notes, gsize item)
{
  return g_strdup (g_ptr_array_index ((GPtrArray *) notes, item));
}

/* Colours the boxes of @chart by time class. Adds the shares of time classes as notes to boxes and
 * frames. @classes: [operation] */
static void
operations_colour_classes (PoplensChart *chart, const PoplensGraph *graph,
                           const PoplensPathTree *tree, const PoplensFoldedGraph *folded,
                           const PoplensTimeClasses *classes, const PoplensTime *time)
{
  gsize n = poplens_chart_get_n_items (chart);
  g_autofree PoplensTimeClasses *sums = sum_items (n, graph, tree, folded, classes);
  GPtrArray *notes = g_ptr_array_new_full ((guint) n, g_free);
  guint8 *series = g_new0 (guint8, MAX (n, 1)), added[POPLENS_N_TIMES] = {0}, next = 1;
  gboolean seen[POPLENS_N_TIMES + 1] = {FALSE};

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (notes, note_new (time, sums[i]));
  for (guint i = 0; i < graph->nodes->len; i++)
    seen[poplens_time_largest_class (
        sums[g_array_index (graph->nodes, PoplensGraphNode, i).item])] = TRUE;
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    PoplensTimeLook look = poplens_time_look (c);
    if (!seen[c])
      continue;
    g_autofree char *title = g_strconcat (poplens_time_is_guess (time, c) ? "≈ " : "",
                                          poplens_time_class_title (c), NULL);
    poplens_chart_add_series (chart, look.kind, poplens_time_class_key (c), title, look.ink, 0,
                              NULL, FALSE);
    added[c] = next++;
  }
  for (gsize i = 0; i < n; i++) {
    PoplensTimeClass largest = poplens_time_largest_class (sums[i]);
    series[i] = largest < POPLENS_N_TIMES ? added[largest] : 0;
  }
  poplens_chart_set_graph_classes (chart, series);
  poplens_chart_set_item_notes (chart, note_of, notes, (GDestroyNotify) g_ptr_array_unref);
}

/* ---- graph ----------------------------------------------------------------------------------- */

/* By default, groups are opened as long as the graph has at most this number of boxes. */
#define MOST_FOLDED 40
/* Largest number of boxes. If a group has more members, the cheapest members are joined to one
 * box. */
#define MOST_BOXES 800
/* Seconds after which graphviz, which computes the layout, is stopped. */
#define SECONDS 20

typedef PoplensOperationSource Source;

/* Data from which the chart is made. Each operation has one node in .tree. */
typedef struct {
  const Source *source;
  PoplensPathTree *tree;
  PoplensMetric metric;
  const PoplensOperationEdges *edges;
  GArray *pairs;      /* PoplensThingPair: an operation, and one that uses its results */
  GArray *pair_edges; /* guint32: [pair] index of the pair's edge in .edges->edges */
  /* [operation] .hidden: TRUE: not drawn; .backward: TRUE: in the backward pass */
  gboolean *hidden, *backward;
  guint64 *cost;   /* [operation] cost by .metric */
  guint32 *family; /* [node of .tree] the same number for nodes of one region whose names differ
                      only in a number ("layer.0", "layer.1"); 0: no number in the name */
  PoplensOperationRegions *regions;    /* (nullable) NULL: regions are not framed */
  PoplensFoldedGraph *folded, *closed; /* .folded: the graph to draw. .closed: (nullable) the graph
                                          while no group is open; NULL: equal to .folded */
  GArray *open;                /* guint32: nodes of .tree that are open, in the order of opening */
  gboolean *is_open;           /* [node of .tree] TRUE: the node is an open group */
  PoplensTimeClasses *classes; /* (nullable) [operation] NULL: boxes are coloured by cost */
  const PoplensTime *time;     /* the time to which .classes refers */
  gboolean shapes;
} GraphMaker;

static void
graph_maker_clear (GraphMaker *self)
{
  g_clear_pointer (&self->tree, poplens_path_tree_unref);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_clear_pointer (&self->pair_edges, g_array_unref);
  g_clear_pointer (&self->hidden, g_free);
  g_clear_pointer (&self->backward, g_free);
  g_clear_pointer (&self->family, g_free);
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->is_open, g_free);
  g_clear_pointer (&self->cost, g_free);
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->regions, poplens_operation_regions_free);
  g_clear_pointer (&self->folded, poplens_folded_graph_free);
  g_clear_pointer (&self->closed, poplens_folded_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GraphMaker, graph_maker_clear)

static const PoplensOperation *
operation_at (const Source *source, guint32 row)
{
  return &g_array_index (source->operations->operations, PoplensOperation, row);
}

/* ---- edges between operations ---------------------------------------------------------------- */

/* State of the search for pairs of operations. A debug context without a program or variable is not
 * an operation. The search goes through such contexts to the next operations. */
typedef struct {
  GraphMaker *maker;
  GHashTable *seen; /* contexts that were visited from the current operation */
} EdgeWalk;

/* Returns the index of the first edge from @context; edges are sorted by .from. */
static guint
first_from (const GArray *edges, guint32 context)
{
  guint low = 0, high = edges->len;

  POPLENS_SEARCH (low, high, at, g_array_index (edges, PoplensOperationEdge, at).from < context);
  return low;
}

/* Adds a pair for each operation that uses results of @context. Searches through contexts that are
 * not operations. @row: first operation of the pairs */
static void
operations_graph_follow (EdgeWalk *self, guint32 row, guint32 context)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *edges = self->maker->edges->edges;

  g_hash_table_remove_all (self->seen);
  g_array_append_val (stack, context);
  while (stack->len) {
    guint32 at = g_array_index (stack, guint32, stack->len - 1);
    g_array_set_size (stack, stack->len - 1);
    for (guint32 i = first_from (edges, at); i < edges->len; i++) {
      const PoplensOperationEdge *edge = &g_array_index (edges, PoplensOperationEdge, i);
      guint32 to = edge->from == at
                       ? poplens_operations_find (self->maker->source->operations, edge->to)
                       : G_MAXUINT32;
      if (edge->from != at)
        break;
      if (to != G_MAXUINT32) {
        PoplensThingPair pair = {row, to};
        g_array_append_val (self->maker->pairs, pair);
        g_array_append_val (self->maker->pair_edges, i);
      } else if (g_hash_table_add (self->seen, GUINT_TO_POINTER (edge->to))) {
        g_array_append_val (stack, edge->to);
      }
    }
  }
}

/* Collects the pairs of operations that exchange data, with their edges. */
static void
list_pairs (GraphMaker *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  EdgeWalk walk = {self, seen};

  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensThingPair));
  self->pair_edges = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; row < self->tree->n_things; row++)
    if (operation_at (self->source, row)->kind == POPLENS_OPERATION_CONTEXT)
      operations_graph_follow (&walk, row, operation_at (self->source, row)->context);
}

/* ---- families and phases --------------------------------------------------------------------- */

/* Sets .family: nodes of one region get the same number if their names differ only in a number. */
static void
find_families (GraphMaker *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint32 *regions =
      self->regions ? operations_node_regions (self->tree, self->hidden, self->regions) : NULL;

  self->family = g_new0 (guint32, self->tree->n);
  for (guint32 node = 1; node < self->tree->n; node++) {
    g_autofree char *starred = poplens_name_starred (poplens_path_tree_name (self->tree, node));
    g_autofree char *family =
        g_strdup_printf ("%s/%u", starred, regions ? regions[node] : POPLENS_PATH_NONE);
    gpointer at;
    if (!strchr (starred, '*'))
      continue;
    at = g_hash_table_lookup (known, family);
    if (!at) {
      at = GUINT_TO_POINTER (g_hash_table_size (known) + 1);
      g_hash_table_insert (known, g_steal_pointer (&family), at);
    }
    self->family[node] = GPOINTER_TO_UINT (at);
  }
}

/* Marks operations of the backward pass, and operations that are not drawn. */
static void
find_phases (GraphMaker *self, gboolean with_backward)
{
  self->hidden = g_new0 (gboolean, MAX (self->tree->n_things, 1));
  self->backward = g_new0 (gboolean, MAX (self->tree->n_things, 1));
  for (guint32 thing = 0; thing < self->tree->n_things; thing++) {
    g_autofree char *path = poplens_path_tree_path (self->tree, self->tree->node[thing]);
    self->backward[thing] = poplens_name_phase (path, FALSE) == POPLENS_PHASE_BACKWARD;
    self->hidden[thing] = operation_at (self->source, thing)->kind != POPLENS_OPERATION_CONTEXT ||
                          (self->backward[thing] && !with_backward);
  }
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Returns the label of an edge: "f16 [64, 128]", or "3 tensors" if it joins several edges.
 * (transfer full) (nullable) */
static char *
graph_edge_label (const GraphMaker *self, const PoplensFoldedEdge *edge)
{
  const PoplensOperationEdge *one =
      &g_array_index (self->edges->edges, PoplensOperationEdge,
                      g_array_index (self->pair_edges, guint32, edge->pair));
  PoplensNumber number;

  if (!self->shapes)
    return NULL;
  if (edge->n > 1)
    return g_strdup (poplens_format_items (number, edge->n, "tensor"));
  return one->type || one->shape
             ? g_strdup_printf ("%s %s", poplens_strings_get (self->edges->strings, one->type),
                                poplens_strings_get (self->edges->strings, one->shape))
             : NULL;
}

static PoplensGraph *
make_graph (const GraphMaker *self)
{
  PoplensGraph *graph = poplens_graph_new ();
  const PoplensFoldedGraph *folded = self->folded;

  for (guint i = 0; i < folded->nodes->len; i++) {
    const PoplensFoldedNode *node = &g_array_index (folded->nodes, PoplensFoldedNode, i);
    PoplensGraphNode box = {.item = node->item,
                            .enter = node->enter,
                            .look = node->n_copies > 1                 ? POPLENS_GRAPH_REPEATED
                                    : node->enter != POPLENS_PATH_NONE ? POPLENS_GRAPH_GROUP
                                                                       : POPLENS_GRAPH_PLAIN,
                            .n_copies = node->n_copies};
    g_array_append_val (graph->nodes, box);
  }
  for (guint i = 0; i < folded->edges->len; i++) {
    const PoplensFoldedEdge *edge = &g_array_index (folded->edges, PoplensFoldedEdge, i);
    const PoplensFoldedNode *nodes = (const PoplensFoldedNode *) (gpointer) folded->nodes->data;
    PoplensGraphEdge line = {.from = edge->from,
                             .to = edge->to,
                             .returns =
                                 nodes[edge->from].is_backward && nodes[edge->to].is_backward,
                             .dotted = !self->edges->recorded_by,
                             .label = graph_edge_label (self, edge)};
    g_array_append_val (graph->edges, line);
  }
  operations_add_frames (graph, self->tree, folded, self->open, self->regions);
  return graph;
}

/* Names of the chart's items, for its callback. */
typedef struct {
  PoplensPathTree *tree;
  GHashTable *others; /* item → name (owned), for items that are not nodes of the tree */
} GraphItemNames;

static void
graph_names_free (gpointer data)
{
  GraphItemNames *names = data;

  poplens_path_tree_unref (names->tree);
  g_hash_table_unref (names->others);
  g_free (names);
}

static char *
item_name (gconstpointer data, gsize item)
{
  const GraphItemNames *names = data;

  return item < names->tree->n
             ? poplens_path_tree_path (names->tree, (guint32) item)
             : g_strdup (g_hash_table_lookup (names->others, GSIZE_TO_POINTER (item)));
}

/* Names a box that represents several nodes: "Fwd/encoder/layer.* ×24"; "Fwd/encoder/… ×19,200" if
 * it joins the cheapest parts of a group. (transfer full) */
static char *
name_of_several (const GraphMaker *self, const PoplensFoldedNode *node)
{
  g_autofree char *group = poplens_path_tree_path (self->tree, self->tree->parent[node->first]);
  g_autofree char *name =
      node->is_rest ? g_strdup ("…")
                    : poplens_name_starred (poplens_path_tree_name (self->tree, node->first));
  PoplensNumber number;

  return g_strdup_printf ("%s%s%s ×%s", group, *group ? "/" : "", name,
                          poplens_format_count (number, node->n_copies));
}

static GraphItemNames *
graph_names_new (const GraphMaker *self, const PoplensGraph *graph)
{
  GraphItemNames *names = g_new (GraphItemNames, 1);

  *names = (GraphItemNames){poplens_path_tree_ref (self->tree),
                            g_hash_table_new_full (NULL, NULL, NULL, g_free)};
  for (guint i = 0; i < self->folded->nodes->len; i++) {
    const PoplensFoldedNode *node = &g_array_index (self->folded->nodes, PoplensFoldedNode, i);
    if (node->item >= self->tree->n)
      g_hash_table_insert (names->others, GUINT_TO_POINTER (node->item),
                           name_of_several (self, node));
  }
  for (guint i = 0; i < graph->frames->len; i++) {
    const PoplensGraphFrame *frame = &g_array_index (graph->frames, PoplensGraphFrame, i);
    g_hash_table_insert (names->others, GUINT_TO_POINTER (frame->item), g_strdup (frame->title));
  }
  return names;
}

/* Returns the cost of each item of the chart: of all operations that a box represents, and of
 * everything in a frame. (transfer full) */
static guint64 *
graph_item_values (const GraphMaker *self, const PoplensGraph *graph)
{
  guint64 *values = g_new0 (guint64, self->folded->n_items + graph->frames->len);

  for (guint32 thing = 0; thing < self->tree->n_things; thing++) {
    guint32 node = self->folded->of_thing[thing], frame;
    if (node == POPLENS_PATH_NONE)
      continue;
    values[g_array_index (self->folded->nodes, PoplensFoldedNode, node).item] += self->cost[thing];
    frame = g_array_index (graph->nodes, PoplensGraphNode, node).frame;
    while (frame != POPLENS_GRAPH_NONE) {
      const PoplensGraphFrame *around = &g_array_index (graph->frames, PoplensGraphFrame, frame);
      values[around->item] += self->cost[thing];
      frame = around->parent;
    }
  }
  return values;
}

/* Returns the end of the colour scale: the largest cost of a box while no group is open. So opening
 * a group does not change the colours of other boxes. */
static guint64
highest_closed (const GraphMaker *self)
{
  g_autofree guint64 *values = g_new0 (guint64, MAX (self->closed->nodes->len, 1));
  guint64 highest = 0;

  for (guint32 thing = 0; thing < self->tree->n_things; thing++) {
    guint32 node = self->closed->of_thing[thing];
    if (node == POPLENS_PATH_NONE)
      continue;
    values[node] += self->cost[thing];
    highest = MAX (highest, values[node]);
  }
  return highest;
}

/* Creates the chart with a layout of @graph. @graph: (transfer full). Returns (transfer full) */
static PoplensChart *
operations_graph_make_chart (const GraphMaker *self, PoplensGraph *graph, const PoplensPage *page)
{
  guint32 n = self->folded->n_items + graph->frames->len;
  PoplensChart *chart = poplens_chart_new (&poplens_graph_kind, "Graph of operations", n,
                                           poplens_operations_page_unit (self->metric), page->unit);
  guint32 *shown = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    shown[i] = i < self->folded->n_items ? self->folded->shown[i] : POPLENS_GRAPH_NONE;
  poplens_chart_set_item_axis (chart, NULL, "operation");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "cost", poplens_metric_title (self->metric),
                            POPLENS_INK_OTHER, 0, graph_item_values (self, graph), FALSE);
  poplens_chart_set_item_names (chart, item_name, graph_names_new (self, graph), graph_names_free);
  if (self->classes)
    operations_colour_classes (chart, graph, self->tree, self->folded,
                               (const PoplensTimeClasses *) self->classes, self->time);
  poplens_chart_set_graph (chart, graph, shown);
  if (self->closed)
    poplens_chart_set_graph_highest (chart, highest_closed (self));
  return chart;
}

/* ---- the section ----------------------------------------------------------------------------- */

/* Finds the groups that the location opens; adds a misuse for each unknown one. */
static void
find_open (GraphMaker *self, PoplensPage *page)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);

  self->open = poplens_operations_open_groups (self->tree, page->location, unknown);
  self->is_open = g_new0 (gboolean, self->tree->n);
  for (guint i = 0; i < self->open->len; i++)
    self->is_open[g_array_index (self->open, guint32, i)] = TRUE;
  for (guint i = 0; i < unknown->len; i++) {
    g_autofree char *text = g_strdup_printf ("unknown group “%s”: no such operation",
                                             (const char *) g_ptr_array_index (unknown, i));
    poplens_page_add_misuse (page, text);
  }
}

/* Makes the graph to draw, .folded, small enough. If groups are open, also makes .closed, the graph
 * without open groups. */
static void
graph_fold (GraphMaker *self, const PoplensLocation *location)
{
  gboolean folds = poplens_location_get_bool (location, "fold", TRUE);

  self->cost = g_new0 (guint64, MAX (self->tree->n_things, 1));
  for (guint32 thing = 0; thing < self->tree->n_things; thing++)
    self->cost[thing] = (guint64) MAX (operation_at (self->source, thing)->costs[self->metric], 0);
  find_phases (self, poplens_location_get_bool (location, "backward", TRUE));
  find_families (self);
  list_pairs (self);
  self->shapes = poplens_location_get_bool (location, "shapes", FALSE);
  PoplensFoldInput input = {.tree = self->tree,
                            .family = self->family,
                            .hidden = self->hidden,
                            .backward = self->backward,
                            .cost = self->cost,
                            .pairs = self->pairs,
                            .open = self->is_open,
                            .most = folds ? MOST_FOLDED : MOST_BOXES,
                            .limit = MOST_BOXES,
                            .unfolded = !folds};
  self->folded = poplens_folded_graph_new (&input);
  input.open = NULL;
  self->closed = self->open->len ? poplens_folded_graph_new (&input) : NULL;
}

/* Finds the region of each operation: an IPU or pipeline stage. FALSE with @error if reading is
 * interrupted. */
static gboolean
find_regions (GraphMaker *self, const PoplensPageContext *context, GError **error)
{
  PoplensReport *report = context->report;
  gconstpointer vertices, execution, target;

  if (!poplens_page_load_optional (report, POPLENS_PART_VERTICES, &vertices, context->cancellable,
                                   error) ||
      !poplens_page_load_optional (report, POPLENS_PART_EXECUTION, &execution, context->cancellable,
                                   error) ||
      !poplens_page_load_optional (report, POPLENS_PART_TARGET, &target, context->cancellable,
                                   error))
    return FALSE;
  PoplensOperationIpuInput input = {
      .operations = self->source->operations,
      .programs = self->source->programs,
      .vertices = vertices,
      .execution = execution,
      .tiles_per_ipu = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0};
  g_autofree guint16 *ipus = poplens_operation_ipus (&input);
  g_autofree int *stages = g_new (int, MAX (self->tree->n_things, 1));
  for (guint32 thing = 0; thing < self->tree->n_things; thing++) {
    g_autofree char *path = poplens_path_tree_path (self->tree, self->tree->node[thing]);
    stages[thing] = poplens_name_stage (path);
  }
  self->regions = poplens_operation_regions_new (ipus, stages, self->tree->n_things);
  return TRUE;
}

/* Creates the chart, including the layout of the graph. NULL with @error. (transfer full) */
static PoplensChart *
operations_graph_make (GraphMaker *self, PoplensPage *page, const PoplensPageContext *context,
                       const PoplensLocation *location, GError **error)
{
  g_autoptr (PoplensGraph) graph = NULL;

  self->edges =
      poplens_operation_edges_get (context->report, self->source, context->cancellable, error);
  if (!self->edges || (poplens_location_get_bool (location, "regions", TRUE) &&
                       !find_regions (self, context, error)))
    return NULL;
  if ((!g_strcmp0 (poplens_location_get (location, "colour"), "class") &&
       operations_has_time (context->report, context->cancellable, NULL)) &&
      !(self->classes = operations_classes (context->report, self->source, &self->time,
                                            context->cancellable, error)))
    return NULL;
  graph_fold (self, location);
  graph = make_graph (self);
  if (graph->nodes->len && !poplens_graph_place (graph, SECONDS, context->cancellable, error))
    return NULL;
  return operations_graph_make_chart (self, g_steal_pointer (&graph), page);
}

/* TRUE if one replica uses several IPUs. */
static gboolean
has_ipus (const PoplensPageContext *context)
{
  const PoplensTarget *target =
      poplens_report_load_target (context->report, context->cancellable, NULL);

  return target && target->num_ipus > MAX (target->num_replicas, 1);
}

static void
graph_add_controls (PoplensPage *page, const PoplensPageContext *context)
{
  static const char *const options[] = {"measure", "class"};
  static const char *const titles[] = {"Measure", "Time class"};

  if (operations_has_time (context->report, context->cancellable, NULL))
    poplens_page_add_choice (page, "colour", "Colour by", "Quantity that colours the boxes",
                             options, titles, G_N_ELEMENTS (options), 0);
  poplens_page_add_search (page, "filter.operations", "Search operations",
                           "Search operations; others are dimmed in the graph");
  poplens_page_add_switch (page, "fold", "Fold Repeated Layers",
                           "Draw layers that differ in a number as one box", TRUE);
  if (has_ipus (context))
    poplens_page_add_switch (page, "regions", "Frame IPUs",
                             "Frame operations that run on one IPU, or are one pipeline stage",
                             TRUE);
  poplens_page_add_switch (page, "backward", "Backward Pass",
                           "Draw operations of the backward pass", TRUE);
  poplens_page_add_switch (page, "shapes", "Tensor Shapes",
                           "Write element type and shape beside each edge", FALSE);
}

/* Returns the chart of the earlier page if no key that the chart depends on has changed, else NULL.
 * (transfer full) (nullable) */
static PoplensChart *
take_chart (PoplensSection *section, const PoplensPageContext *context)
{
  const PoplensSection *old =
      context->before ? poplens_page_find_section (context->before, section->key) : NULL;

  if (!old || !old->chart || !poplens_made_of_is (&old->made, context->location))
    return NULL;
  section->made.location = poplens_location_ref (old->made.location);
  section->made.reads = poplens_location_reads_ref (old->made.reads);
  return poplens_chart_ref (old->chart);
}

gboolean
poplens_operations_page_add_graph (PoplensPage *page, const PoplensPageContext *context,
                                   const Source *source, PoplensMetric metric, GError **error)
{
  g_auto (GraphMaker) self = {.source = source, .metric = metric};
  g_autoptr (GError) local = NULL;
  PoplensSection *section;

  graph_add_controls (page, context);
  section = poplens_page_add_section (page, POPLENS_SECTION_CHART, "graph", "Graph of operations");
  section->plot.items = poplens_operation_items_new (source, context->report);
  section->plot.items->root_key = NULL;
  section->plot.selects = POPLENS_SELECTS_OPERATIONS;
  self.tree = poplens_path_tree_ref (section->plot.items->tree);
  find_open (&self, page);
  section->chart = take_chart (section, context);
  if (!section->chart) {
    g_autoptr (PoplensLocation) watched = poplens_made_of_begin (&section->made, context->location);
    /* The chart depends on these keys too, which were read before the recording began. Read them
     * again to record them. */
    poplens_location_get (watched, "open");
    poplens_location_get (watched, "layer");
    poplens_location_get (watched, "measure");
    poplens_location_get (watched, "unit");
    section->chart = operations_graph_make (&self, page, context, watched, &local);
  }
  if (!section->chart && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!section->chart) {
    /* Show an empty chart with the reason why there is no graph. */
    PoplensChart *chart = poplens_chart_new (&poplens_graph_kind, "Graph of operations",
                                             self.tree->n, POPLENS_CHART_UNIT_COUNT, page->unit);
    poplens_chart_set_empty_text (chart, local->message);
    section->chart = chart;
  }
  if (!self.edges)
    self.edges = poplens_operation_edges_get (context->report, source, context->cancellable, NULL);
  const char *layer = poplens_operation_source_layer (source);
  if (self.edges && !self.edges->recorded_by && layer) {
    g_autofree char *text = g_strdup_printf (
        "Edges derived from the order of programs; layer %s records no inputs and outputs", layer);
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "derived", text);
  }
  return TRUE;
}
