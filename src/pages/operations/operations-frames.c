#include "pages/operations/operations-frames.h"

#define NONE POPLENS_PATH_NONE
/* Beside regions: of several, which is none. */
#define SEVERAL (NONE - 1)

typedef struct {
  PoplensGraph *graph;
  const PoplensPathTree *tree;
  const PoplensFoldedGraph *folded;
  const PoplensOperationRegions *regions; /* nullable */
  guint32 *group;                         /* by node: the innermost open group it is in, or NONE */
  GHashTable *known;                      /* guint64 of region and group → frame plus one */
} Frames;

static void
join_region (guint32 *region, guint32 other)
{
  if (*region == NONE)
    *region = other;
  else if (other != NONE && other != *region)
    *region = SEVERAL;
}

guint32 *
poplens_operations_node_regions (const PoplensPathTree *tree, const gboolean *hidden,
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

/* By node of the graph. (transfer full) */
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

/* The frame of an open group in a region, of a region (@group is NONE), or POPLENS_GRAPH_NONE. */
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

void
poplens_operations_add_frames (PoplensGraph *graph, const PoplensPathTree *tree,
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
  /* What was opened last is last. */
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
