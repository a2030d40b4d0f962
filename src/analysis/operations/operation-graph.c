#include "analysis/operations/operation-graph.h"

#define NONE POPLENS_PATH_NONE

typedef struct {
  const PoplensFoldInput *in;
  const PoplensPathTree *tree;
  PoplensFoldedGraph *graph;
  guint32 *n_things;      /* by node: in it and below, without what is hidden */
  guint32 *n_backward;    /* of these */
  guint32 *child;         /* by node: the first … */
  guint32 *next;          /* … and the one behind it */
  gboolean *on_path;      /* by node: it is the one to open, or above it */
  gboolean *open;         /* by node: what is in it is shown */
  guint n;                /* nodes that will be shown */
  GHashTable *n_repeated; /* guint64 of parent and family → how many */
  GHashTable *repeated;   /* the same → node of the graph plus one */
} Fold;

static GHashTable *
keys_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
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
  }
  for (guint32 node = tree->n; node-- > 1;) {
    self->n_things[tree->parent[node]] += self->n_things[node];
    self->n_backward[tree->parent[node]] += self->n_backward[node];
    self->next[node] = self->child[tree->parent[node]];
    self->child[tree->parent[node]] = node;
  }
}

/* ---- repetitions -------------------------------------------------------------------------------
 */

/* Members of an open group that are put together with others of it. */
static gboolean
may_repeat (const Fold *self, guint32 node)
{
  return !self->in->unfolded && self->in->family && self->in->family[node] &&
         !self->on_path[node] && self->tree->parent[node] != self->in->open;
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
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_repeated, &key));
    if (self->n_things[node] && may_repeat (self, node))
      g_hash_table_insert (self->n_repeated, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (n + 1));
  }
}

/* How many of the group's members are put together with @node. */
static guint32
count_copies (const Fold *self, guint32 node)
{
  guint64 key = repeated_key (self, node);

  return may_repeat (self, node) ? GPOINTER_TO_UINT (g_hash_table_lookup (self->n_repeated, &key))
                                 : 1;
}

/* ---- what is open ------------------------------------------------------------------------------
 */

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

/* Nodes that stand for the inside of @node. */
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

/* Groups that repeat stay closed, or of 24 layers the first few would be open. */
static gboolean
opens (const Fold *self, guint32 node)
{
  if (!self->n_things[node] || !is_group (self, node))
    return FALSE;
  if (self->on_path[node])
    return TRUE;
  if (!self->in->unfolded && self->in->family && self->in->family[node] &&
      self->tree->parent[node] == self->in->open)
    return FALSE;
  return count_copies (self, node) == 1 &&
         self->n - 1 + count_inside (self, node) <= self->in->most;
}

/* What is near the root first. */
static void
open_groups (Fold *self)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 root = 0;

  self->n = 1;
  g_array_append_val (queue, root);
  for (guint i = 0; i < queue->len; i++) {
    guint32 node = g_array_index (queue, guint32, i);
    if (node && !opens (self, node))
      continue;
    self->open[node] = TRUE;
    self->n += count_inside (self, node) - 1;
    for (guint32 c = self->child[node]; c != NONE; c = self->next[c])
      g_array_append_val (queue, c);
  }
}

/* ---- nodes and edges ---------------------------------------------------------------------------
 */

static guint32
add_node (Fold *self, guint32 item, guint32 first, guint32 enter)
{
  PoplensFoldedNode node = {item, enter, first, 0, 0, TRUE};

  g_array_append_val (self->graph->nodes, node);
  return self->graph->nodes->len - 1;
}

static void
join (Fold *self, guint32 at, guint32 n_things, guint32 n_backward)
{
  PoplensFoldedNode *node = &g_array_index (self->graph->nodes, PoplensFoldedNode, at);

  node->n_things += n_things;
  node->n_copies++;
  node->is_backward = node->is_backward && n_backward == n_things;
}

/* The node of a member that is put together with others. */
static guint32
find_repeated (Fold *self, guint32 node)
{
  guint64 key = repeated_key (self, node);
  gpointer at = g_hash_table_lookup (self->repeated, &key);

  if (at)
    return GPOINTER_TO_UINT (at) - 1;
  guint32 added = add_node (self, self->graph->n_items++, node, self->tree->parent[node]);
  g_hash_table_insert (self->repeated, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (added + 1));
  return added;
}

/* By node: the one that is shown for what is below it; of open groups their own. Parents come
 * first. (transfer full) */
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
        join (self, at[node], 1, self->in->backward && self->in->backward[tree->thing[node]]);
      }
    } else if (self->n_things[node]) {
      at[node] = count_copies (self, node) > 1
                     ? find_repeated (self, node)
                     : add_node (self, node, node, is_group (self, node) ? node : NONE);
      join (self, at[node], self->n_things[node], self->n_backward[node]);
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

/* What items and things are shown as. @at: by node, as above */
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
  g_autofree gboolean *on_path = g_new0 (gboolean, tree->n), *open = g_new0 (gboolean, tree->n);
  g_autoptr (GHashTable) n_repeated = keys_new (), repeated = keys_new ();
  Fold self = {input, tree,    graph, things, backward,   child,
               next,  on_path, open,  0,      n_repeated, repeated};

  graph->nodes = g_array_new (FALSE, FALSE, sizeof (PoplensFoldedNode));
  graph->edges = g_array_new (FALSE, FALSE, sizeof (PoplensFoldedEdge));
  graph->n_items = tree->n;
  for (guint32 node = 0; node < tree->n; node++)
    child[node] = next[node] = NONE;
  for (guint32 node = input->open; node && node < tree->n; node = tree->parent[node])
    on_path[node] = TRUE;
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
