/* Merges nodes of a graph of operations until it is small enough to show. Also groups operations by
 * IPU or pipeline stage. */
#include "analysis/operations/operation-graph.h"

#include "analysis/programs/program-tree.h"

#include <stdlib.h>

#define NONE POPLENS_PATH_NONE

/* Lower half of the key of a merged node whose members are merged because their group is too large.
 * For repeated siblings, the lower half is the siblings' PoplensFoldInput.family. */
#define REST G_MAXUINT32

typedef struct {
  const PoplensFoldInput *in;
  const PoplensPathTree *tree;
  PoplensFoldedGraph *graph;
  guint32 *n_things; /* by node: number of operations in the node and its descendants, except hidden
                        operations */
  guint32 *n_backward; /* by node: number of backward operations in .n_things */
  guint64 *cost;       /* by node: sum of the costs of the operations that .n_things counts */
  guint32 *child;      /* by node: first child */
  guint32 *next;       /* by node: next sibling */
  gboolean *on_path;   /* by node: TRUE: the caller wants the node or a node below it open */
  gboolean *open; /* by node: TRUE: the graph shows the members of the group instead of the group */
  gboolean *rest; /* by node: TRUE: the node is merged with others because its group is too large */
  guint n;        /* number of nodes that will be shown */
  GHashTable *n_repeated; /* repeated_key () → number of nodes with this key, which are merged */
  GHashTable *repeated;   /* repeated_key () → index in graph->nodes of the merged node, + 1 */
} Fold;

/* Hashes both halves of the key, parent and family. g_int64_hash () would use only the family, but
 * thousands of parents have members of the same families. */
static guint
hash_key (gconstpointer key)
{
  guint64 value = *(const guint64 *) key;

  return (guint) (value >> 32) * 0x9e3779b1u ^ (guint) value;
}

static GHashTable *
keys_new (void)
{
  return g_hash_table_new_full (hash_key, g_int64_equal, g_free, NULL);
}

static gboolean
is_hidden (const Fold *self, guint32 thing)
{
  return self->in->hidden && self->in->hidden[thing];
}

static void
count_things (Fold *self)
{
  const PoplensPathTree *tree = self->tree;

  for (guint32 thing = 0; thing < tree->n_things; thing++) {
    if (is_hidden (self, thing))
      continue;
    self->n_things[tree->node[thing]]++;
    self->n_backward[tree->node[thing]] += self->in->backward && self->in->backward[thing];
    self->cost[tree->node[thing]] += self->in->cost ? self->in->cost[thing] : 0;
  }
  for (guint32 node = tree->n; node-- > 1;) {
    self->n_things[tree->parent[node]] += self->n_things[node];
    self->n_backward[tree->parent[node]] += self->n_backward[node];
    self->cost[tree->parent[node]] += self->cost[node];
    self->next[node] = self->child[tree->parent[node]];
    self->child[tree->parent[node]] = node;
  }
}

/* ---- repetitions ----------------------------------------------------------------------------- */

/* TRUE if the caller wants @node open. */
static gboolean
is_wanted (const Fold *self, guint32 node)
{
  return self->in->open && self->in->open[node];
}

/* TRUE if @node may be merged with siblings that repeat it: "layer.0", "layer.1". */
static gboolean
may_repeat (const Fold *self, guint32 node)
{
  return !self->in->unfolded && self->in->family && self->in->family[node] &&
         !self->on_path[node] && !is_wanted (self, self->tree->parent[node]);
}

static guint64
repeated_key (const Fold *self, guint32 node)
{
  return (guint64) self->tree->parent[node] << 32 | (self->in->family ? self->in->family[node] : 0);
}

static void
count_repeated (Fold *self)
{
  for (guint32 node = 1; node < self->tree->n; node++) {
    guint64 key = repeated_key (self, node);
    guint n;
    if (!self->n_things[node] || !may_repeat (self, node))
      continue;
    n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_repeated, &key));
    g_hash_table_insert (self->n_repeated, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n + 1));
  }
}

/* Returns the number of siblings that are merged into one node with @node, including @node; 1 if
 * @node is not merged. */
static guint32
count_copies (const Fold *self, guint32 node)
{
  guint64 key = repeated_key (self, node);

  return may_repeat (self, node) ? GPOINTER_TO_UINT (g_hash_table_lookup (self->n_repeated, &key))
                                 : 1;
}

/* ---- open groups ----------------------------------------------------------------------------- */

static gboolean
has_own (const Fold *self, guint32 node)
{
  return self->tree->thing[node] != NONE && !is_hidden (self, self->tree->thing[node]);
}

static gboolean
is_group (const Fold *self, guint32 node)
{
  return self->n_things[node] > (guint32) has_own (self, node);
}

/* Returns the number of nodes that the graph needs to show the members of @node. */
static guint
count_inside (const Fold *self, guint32 node)
{
  g_autoptr (GHashTable) families = g_hash_table_new (NULL, NULL);
  guint n = has_own (self, node);

  for (guint32 c = self->child[node]; c != NONE; c = self->next[c]) {
    if (!self->n_things[c])
      continue;
    if (!may_repeat (self, c) ||
        g_hash_table_add (families, GUINT_TO_POINTER (self->in->family[c])))
      n++;
  }
  return n;
}

/* A node of the graph that shows a member of a group, or several merged members. */
typedef struct {
  guint64 cost;
  guint32 at; /* index of the node in the result of list_slots (), before sorting by cost */
} SharedNode;

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const SharedNode *x = a, *y = b;

  return x->cost != y->cost ? (x->cost > y->cost ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

/* Lists the nodes (SharedNode) that show the members of the group @node, in the order of the
 * members. Members that repeat share a node. @at: guint32: appends for each member the index of its
 * node. (transfer full) */
static GArray *
list_slots (const Fold *self, guint32 node, GArray *at)
{
  GArray *slots = g_array_new (FALSE, FALSE, sizeof (SharedNode));
  g_autoptr (GHashTable) families = g_hash_table_new (NULL, NULL);

  for (guint32 c = self->child[node]; c != NONE; c = self->next[c]) {
    gboolean repeats = may_repeat (self, c);
    gpointer family = GUINT_TO_POINTER (repeats ? self->in->family[c] : 0), found = NULL;
    guint32 slot = slots->len;
    SharedNode added = {self->on_path[c] ? G_MAXUINT64 : 0, slot};
    if (!self->n_things[c])
      continue;
    if (repeats && g_hash_table_lookup_extended (families, family, NULL, &found))
      slot = GPOINTER_TO_UINT (found);
    else
      g_array_append_val (slots, added);
    if (repeats)
      g_hash_table_insert (families, family, GUINT_TO_POINTER (slot));
    if (!self->on_path[c])
      g_array_index (slots, SharedNode, slot).cost += self->cost[c];
    g_array_append_val (at, slot);
  }
  return slots;
}

/* Merges the cheapest members of the group @node into one node, so that the group has at most @room
 * nodes. Keeps the nodes of members that the caller wants open, even if there are more than @room.
 * Returns the number of nodes. */
static guint
fold_rest (Fold *self, guint32 node, guint room)
{
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) slots = list_slots (self, node, at);
  g_autofree gboolean *kept = g_new0 (gboolean, MAX (slots->len, 1));
  guint member = 0, n = has_own (self, node) + 1;

  g_array_sort (slots, compare_slots);
  for (guint i = 0; i < slots->len; i++) {
    const SharedNode *slot = &g_array_index (slots, SharedNode, i);
    if (slot->cost < G_MAXUINT64 && n >= room)
      break;
    kept[slot->at] = TRUE;
    n++;
  }
  for (guint32 c = self->child[node]; c != NONE; c = self->next[c])
    if (self->n_things[c])
      self->rest[c] = !kept[g_array_index (at, guint32, member++)];
  return n;
}

/* TRUE if the group @node opens. It opens if the caller wants this, or if the group does not repeat
 * and the graph stays within its limits. @n_in: number of nodes in the innermost group around @node
 * that the caller opened, or else in the root */
static gboolean
opens (const Fold *self, guint32 node, guint n_in)
{
  guint more;

  if (!self->n_things[node] || !is_group (self, node) || self->rest[node])
    return FALSE;
  if (self->on_path[node])
    return TRUE;
  /* Do not open repeated groups automatically: the limits would open only the first few of 24 equal
   * layers. */
  if (!self->in->unfolded && self->in->family && self->in->family[node] &&
      is_wanted (self, self->tree->parent[node]))
    return FALSE;
  more = count_inside (self, node) - 1;
  return count_copies (self, node) == 1 && n_in + more <= self->in->most &&
         self->n + more <= self->in->limit;
}

typedef struct {
  guint32 node, home; /* .home: innermost group around .node that the caller opened; the root if
                         there is none */
} Waiting;

static void
open_group (Fold *self, guint32 node, guint32 home, guint *n_in)
{
  guint inside = count_inside (self, node);
  guint room = self->in->limit >= self->n ? self->in->limit - self->n + 1 : 0;

  if (inside > MAX (room, POPLENS_FOLD_LEAST))
    inside = fold_rest (self, node, MAX (room, POPLENS_FOLD_LEAST));
  self->open[node] = TRUE;
  self->n += inside - 1;
  n_in[home] += home == node ? inside : inside - 1;
}

/* Opens groups, from the root down, until the limits are reached. */
static void
open_groups (Fold *self)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (Waiting));
  g_autofree guint *n_in = g_new0 (guint, self->tree->n);
  Waiting root = {0, 0};

  self->n = 1;
  g_array_append_val (queue, root);
  for (guint i = 0; i < queue->len; i++) {
    Waiting at = g_array_index (queue, Waiting, i);
    if (at.node && !opens (self, at.node, n_in[at.home]))
      continue;
    if (is_wanted (self, at.node))
      at.home = at.node;
    open_group (self, at.node, at.home, n_in);
    for (guint32 c = self->child[at.node]; c != NONE; c = self->next[c]) {
      Waiting member = {c, at.home};
      g_array_append_val (queue, member);
    }
  }
}

/* ---- nodes and edges ------------------------------------------------------------------------- */

static guint32
add_node (Fold *self, guint32 item, guint32 first, guint32 enter)
{
  PoplensFoldedNode node = {item, enter, first, 0, 0, TRUE, FALSE};

  g_array_append_val (self->graph->nodes, node);
  return self->graph->nodes->len - 1;
}

static void
add_to_node (Fold *self, guint32 at, guint32 n_things, guint32 n_backward)
{
  PoplensFoldedNode *node = &g_array_index (self->graph->nodes, PoplensFoldedNode, at);

  node->n_things += n_things;
  node->n_copies++;
  node->is_backward = node->is_backward && n_backward == n_things;
}

/* Returns the node of the graph into which @node is merged, as a repetition or because its group is
 * too large. Adds this node if it is new. */
static guint32
find_shared (Fold *self, guint32 node)
{
  guint32 parent = self->tree->parent[node];
  guint64 key = self->rest[node] ? (guint64) parent << 32 | REST : repeated_key (self, node);
  gpointer at = g_hash_table_lookup (self->repeated, &key);

  if (at)
    return GPOINTER_TO_UINT (at) - 1;
  guint32 added = add_node (self, self->graph->n_items++, node, self->rest[node] ? NONE : parent);
  g_array_index (self->graph->nodes, PoplensFoldedNode, added).is_rest = self->rest[node];
  g_hash_table_insert (self->repeated, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (added + 1));
  return added;
}

/* Adds the nodes to the graph, parents before their children. Returns for each node of the tree the
 * index of the graph's node that shows it. NONE: the node is hidden, or is an open group and not an
 * operation itself. (transfer full) */
static guint32 *
add_nodes (Fold *self)
{
  const PoplensPathTree *tree = self->tree;
  guint32 *at = g_new (guint32, tree->n);

  for (guint32 node = 0; node < tree->n; node++) {
    guint32 parent = tree->parent[node];
    at[node] = NONE;
    if (node && !self->open[parent]) {
      at[node] = at[parent];
    } else if (self->open[node]) {
      if (has_own (self, node)) {
        at[node] = add_node (self, node, node, NONE);
        add_to_node (self, at[node], 1,
                     self->in->backward && self->in->backward[tree->thing[node]]);
      }
    } else if (self->n_things[node]) {
      at[node] = self->rest[node] || count_copies (self, node) > 1
                     ? find_shared (self, node)
                     : add_node (self, node, node, is_group (self, node) ? node : NONE);
      add_to_node (self, at[node], self->n_things[node], self->n_backward[node]);
    }
  }
  return at;
}

static void
add_edges (Fold *self)
{
  g_autoptr (GHashTable) known = keys_new ();
  const guint32 *of_thing = self->graph->of_thing;

  for (guint32 i = 0; i < self->in->pairs->len; i++) {
    const PoplensThingPair *pair = &g_array_index (self->in->pairs, PoplensThingPair, i);
    PoplensFoldedEdge edge = {of_thing[pair->from], of_thing[pair->to], 1, i};
    guint64 key = (guint64) edge.from << 32 | edge.to;
    gpointer at = g_hash_table_lookup (known, &key);
    if (edge.from == NONE || edge.to == NONE || edge.from == edge.to)
      continue;
    if (at) {
      g_array_index (self->graph->edges, PoplensFoldedEdge, GPOINTER_TO_UINT (at) - 1).n++;
      continue;
    }
    g_array_append_val (self->graph->edges, edge);
    g_hash_table_insert (known, g_memdup2 (&key, sizeof key),
                         GUINT_TO_POINTER (self->graph->edges->len));
  }
}

/* Sets graph->shown and graph->of_thing. @at: result of add_nodes () */
static void
place (Fold *self, const guint32 *at)
{
  PoplensFoldedGraph *graph = self->graph;
  const PoplensPathTree *tree = self->tree;

  graph->of_thing = g_new (guint32, MAX (tree->n_things, 1));
  for (guint32 thing = 0; thing < tree->n_things; thing++)
    graph->of_thing[thing] = is_hidden (self, thing) ? NONE : at[tree->node[thing]];
  graph->shown = g_new (guint32, graph->n_items);
  for (guint32 node = 0; node < tree->n; node++)
    graph->shown[node] = at[node];
  for (guint32 i = 0; i < graph->nodes->len; i++) {
    guint32 item = g_array_index (graph->nodes, PoplensFoldedNode, i).item;
    graph->shown[item] = i;
  }
}

PoplensFoldedGraph *
poplens_folded_graph_new (const PoplensFoldInput *input)
{
  const PoplensPathTree *tree = input->tree;
  PoplensFoldedGraph *graph = g_new0 (PoplensFoldedGraph, 1);
  g_autofree guint32 *things = g_new0 (guint32, tree->n), *backward = g_new0 (guint32, tree->n);
  g_autofree guint32 *child = g_new (guint32, tree->n), *next = g_new (guint32, tree->n);
  g_autofree guint64 *cost = g_new0 (guint64, tree->n);
  g_autofree gboolean *on_path = g_new0 (gboolean, tree->n), *open = g_new0 (gboolean, tree->n);
  g_autofree gboolean *rest = g_new0 (gboolean, tree->n);
  g_autoptr (GHashTable) n_repeated = keys_new (), repeated = keys_new ();
  Fold self = {.in = input,
               .tree = tree,
               .graph = graph,
               .n_things = things,
               .n_backward = backward,
               .cost = cost,
               .child = child,
               .next = next,
               .on_path = on_path,
               .open = open,
               .rest = rest,
               .n_repeated = n_repeated,
               .repeated = repeated};

  graph->nodes = g_array_new (FALSE, FALSE, sizeof (PoplensFoldedNode));
  graph->edges = g_array_new (FALSE, FALSE, sizeof (PoplensFoldedEdge));
  graph->n_items = tree->n;
  for (guint32 node = 0; node < tree->n; node++)
    child[node] = next[node] = NONE;
  for (guint32 node = tree->n; node-- > 1;) {
    on_path[node] |= is_wanted (&self, node);
    on_path[tree->parent[node]] |= on_path[node];
  }
  count_things (&self);
  count_repeated (&self);
  open_groups (&self);
  g_autofree guint32 *at = add_nodes (&self);
  place (&self, at);
  add_edges (&self);
  return graph;
}

void
poplens_folded_graph_free (PoplensFoldedGraph *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self->shown);
  g_free (self->of_thing);
  g_free (self);
}

/* ---- IPUs of operations ---------------------------------------------------------------------- */

/* Limit of pipeline stages. If a name has a higher number, the numbers in names are not stages. */
#define MOST_STAGES 1024

typedef struct {
  const PoplensOperationIpuInput *in;
  guint32 n_ipus;
  guint64 *weight; /* [operations × n_ipus] cycles or vertices of the operation on the IPU */
} Weights;

static guint32
operation_of (const Weights *self, guint32 program)
{
  return program == POPLENS_NO_ROW ? G_MAXUINT32 : self->in->operations->program_operation[program];
}

static void
add_weight (Weights *self, guint32 operation, guint32 ipu, guint64 weight)
{
  if (operation != G_MAXUINT32 && ipu < self->n_ipus)
    self->weight[(gsize) operation * self->n_ipus + ipu] += weight;
}

/* Adds the cycles of executed steps to .weight. Leaves out steps in which IPUs only wait: syncs,
 * and the begin and end of stream copies. */
static void
add_steps (Weights *self)
{
  const PoplensExecution *x = self->in->execution;

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 step = x->row_step[row], id = x->step_program[step];
    if (x->row_from[row] == G_MAXUINT64 || id == POPLENS_NO_PROGRAM ||
        poplens_step_kind_is_waiting (poplens_execution_step_kind (x, step)))
      continue;
    add_weight (self, operation_of (self, poplens_programs_find (self->in->programs, id)),
                x->row_ipu[row], poplens_execution_row_to (x, row) - x->row_from[row]);
  }
}

/* Adds to .weight the number of vertices of the compute sets that programs execute. */
static void
add_vertices (Weights *self)
{
  const PoplensVertices *v = self->in->vertices;
  guint32 per_ipu = self->in->tiles_per_ipu;
  g_autofree guint32 *operation = g_new (guint32, MAX (v->n_compute_sets, 1));

  for (guint32 c = 0; c < v->n_compute_sets; c++)
    operation[c] = G_MAXUINT32;
  for (guint32 p = 0; p < self->in->programs->n; p++) {
    guint32 c = poplens_program_compute_set (self->in->programs, v, p);
    if (c != G_MAXUINT32)
      operation[c] = operation_of (self, p);
  }
  for (guint32 i = 0; i < v->n_instances; i++) {
    if (v->instance_compute_set[i] >= v->n_compute_sets ||
        operation[v->instance_compute_set[i]] == G_MAXUINT32)
      continue;
    g_autoptr (GArray) tiles = poplens_lists_values (v->instances, i);
    for (guint t = 0; t < tiles->len; t++)
      add_weight (self, operation[v->instance_compute_set[i]], t / per_ipu,
                  g_array_index (tiles, guint64, t));
  }
}

static guint16
heaviest (const Weights *self, guint32 operation)
{
  const guint64 *weight = self->weight + (gsize) operation * self->n_ipus;
  guint64 sum = 0;
  guint32 most = 0;

  for (guint32 i = 0; i < self->n_ipus; i++) {
    sum += weight[i];
    most = weight[i] > weight[most] ? i : most;
  }
  return sum && sum - weight[most] <= sum / 10 ? (guint16) most : POPLENS_NO_IPU;
}

static guint32
count_operation_ipus (const PoplensOperationIpuInput *in, gboolean ran)
{
  guint64 tiles = 0;

  if (ran)
    return in->execution->n_ipus;
  if (!in->vertices || !in->vertices->instances || !in->tiles_per_ipu)
    return 0;
  for (guint32 i = 0; i < in->vertices->n_instances; i++)
    tiles = MAX (tiles, poplens_lists_length (in->vertices->instances, i));
  return (guint32) MIN ((tiles + in->tiles_per_ipu - 1) / in->tiles_per_ipu, POPLENS_NO_IPU);
}

guint16 *
poplens_operation_ipus (const PoplensOperationIpuInput *input)
{
  guint32 n = input->operations->operations->len;
  gboolean ran = input->execution && input->execution->n_rows;
  Weights self = {input, count_operation_ipus (input, ran), NULL};
  g_autofree guint64 *weight = g_new0 (guint64, MAX ((gsize) n * self.n_ipus, 1));
  guint16 *ipus = g_new (guint16, MAX (n, 1));

  self.weight = weight;
  if (ran)
    add_steps (&self);
  else if (self.n_ipus)
    add_vertices (&self);
  for (guint32 i = 0; i < n; i++)
    ipus[i] = self.n_ipus ? heaviest (&self, i) : POPLENS_NO_IPU;
  return ipus;
}

/* ---- regions --------------------------------------------------------------------------------- */

typedef struct {
  int stage; /* pipeline stage; −1: none */
  guint16 ipu;
} Region;

static int
compare_regions (gconstpointer a, gconstpointer b)
{
  const Region *x = a, *y = b;

  return x->stage != y->stage ? (x->stage < y->stage ? -1 : 1)
                              : (x->ipu > y->ipu) - (x->ipu < y->ipu);
}

/* Finds the pipeline stage of each operation by the number in its name. FALSE if the numbers cannot
 * be pipeline stages: a number is on two IPUs or too large, or there are fewer than two numbers. */
static gboolean
find_stages (const guint16 *ipus, const int *stages, guint32 n, Region *regions)
{
  guint16 ipu_of[MOST_STAGES];
  guint n_stages = 0;

  for (guint i = 0; i < MOST_STAGES; i++)
    ipu_of[i] = POPLENS_NO_IPU;
  for (guint32 i = 0; i < n; i++) {
    int stage = stages[i];
    regions[i] = (Region){-1, POPLENS_NO_IPU};
    if (stage < 0 || ipus[i] == POPLENS_NO_IPU)
      continue;
    if (stage >= MOST_STAGES || (ipu_of[stage] != POPLENS_NO_IPU && ipu_of[stage] != ipus[i]))
      return FALSE;
    n_stages += ipu_of[stage] == POPLENS_NO_IPU;
    ipu_of[stage] = ipus[i];
    regions[i] = (Region){stage, ipus[i]};
  }
  return n_stages > 1;
}

static void
add_title (PoplensOperationRegions *self, const Region *region)
{
  g_ptr_array_add (self->titles, region->stage < 0 ? g_strdup_printf ("IPU %u", region->ipu)
                                                   : g_strdup_printf ("Stage %d, IPU %u",
                                                                      region->stage, region->ipu));
}

/* Numbers the regions of all operations by stage and IPU. @regions: region of each operation.
 * @sorted: a copy of @regions, sorted by stage and IPU */
static void
number (PoplensOperationRegions *self, const Region *regions, const Region *sorted, guint32 n)
{
  g_autofree guint32 *of_sorted = g_new (guint32, MAX (n, 1));
  guint32 next = 0;

  for (guint32 i = 0; i < n; i++) {
    gboolean is_first = !i || compare_regions (&sorted[i], &sorted[i - 1]);
    if (sorted[i].ipu != POPLENS_NO_IPU && is_first)
      next++;
    of_sorted[i] = next - 1;
  }
  for (guint32 i = 0; i < n; i++) {
    const Region *found = bsearch (&regions[i], sorted, n, sizeof *sorted, compare_regions);
    self->of_operation[i] = self->n && found && found->ipu != POPLENS_NO_IPU
                                ? of_sorted[found - sorted]
                                : POPLENS_NO_REGION;
  }
}

PoplensOperationRegions *
poplens_operation_regions_new (const guint16 *ipus, const int *stages, guint32 n)
{
  PoplensOperationRegions *self = g_new0 (PoplensOperationRegions, 1);
  g_autofree Region *regions = g_new (Region, MAX (n, 1));
  g_autofree Region *sorted = NULL;

  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->of_operation = g_new (guint32, MAX (n, 1));
  if (!find_stages (ipus, stages, n, regions))
    for (guint32 i = 0; i < n; i++)
      regions[i] = (Region){-1, ipus[i]};
  sorted = g_memdup2 (regions, MAX (n, 1) * sizeof *regions);
  qsort (sorted, n, sizeof *sorted, compare_regions);
  for (guint32 i = 0; i < n; i++)
    if (sorted[i].ipu != POPLENS_NO_IPU && (!i || compare_regions (&sorted[i], &sorted[i - 1]))) {
      add_title (self, &sorted[i]);
      self->n++;
    }
  if (self->n < 2)
    self->n = 0;
  number (self, regions, sorted, n);
  return self;
}

void
poplens_operation_regions_free (PoplensOperationRegions *self)
{
  g_ptr_array_unref (self->titles);
  g_free (self->of_operation);
  g_free (self);
}
