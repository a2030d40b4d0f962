/* Sums the costs of executed steps by program, and by the paths in names. */
#include "analysis/trace/trace-costs.h"

#include "analysis/id-table.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/trace-range.h"

#include <string.h>

gboolean
poplens_trace_wanted_has (const PoplensTraceWanted *self, const PoplensExecution *execution,
                          guint32 row)
{
  return (self->ipu < 0 || self->ipu == execution->row_ipu[row]) &&
         (!self->steps || self->steps[execution->row_step[row]]) &&
         (!self->rows || self->rows[row]) &&
         (self->all || poplens_trace_row_touches (execution, row, self->from, self->to));
}

gboolean
poplens_trace_row_waits (const PoplensExecution *execution, guint32 row)
{
  return poplens_step_kind_is_waiting (
      poplens_execution_step_kind (execution, execution->row_step[row]));
}

/* ---- one cost -------------------------------------------------------------------------------- */

void
poplens_trace_cost_add (PoplensTraceCost *self, const PoplensTraceCost *other)
{
  self->rows += other->rows;
  self->cycles += other->cycles;
  self->known += other->known;
  self->known_cycles += other->known_cycles;
  self->tile_cycles += other->tile_cycles;
  self->moving += other->moving;
  self->moving_cycles += other->moving_cycles;
  self->received += other->received;
  self->sent += other->sent;
}

static void
trace_cost_add_bytes (PoplensTraceCost *self, const PoplensTraceFacts *facts, guint32 row)
{
  const PoplensExecution *x = facts->execution;
  guint32 exchange = facts->exchange[x->row_step[row]];
  gsize at = (gsize) exchange * x->n_ipus + x->row_ipu[row];

  if (exchange == G_MAXUINT32)
    return;
  self->moving++;
  self->moving_cycles += poplens_cycles_at (facts->cycles, row);
  self->received += facts->received[at];
  self->sent += facts->sent[at];
}

static void
trace_cost_add_row (PoplensTraceCost *self, const PoplensTraceFacts *facts, guint32 row)
{
  guint64 cycles = poplens_cycles_at (facts->cycles, row);
  guint64 tile_cycles = poplens_cycles_at (facts->tile_cycles, row);

  self->rows++;
  self->cycles += cycles;
  if (facts->tiles && tile_cycles != POPLENS_NO_CYCLES) {
    self->known++;
    self->known_cycles += cycles;
    self->tile_cycles += tile_cycles;
  }
  if (facts->exchange)
    trace_cost_add_bytes (self, facts, row);
}

double
poplens_trace_cost_imbalance (const PoplensTraceCost *self, guint32 tiles)
{
  guint64 most = tiles * self->known_cycles;

  return tiles && most > self->tile_cycles ? (double) (most - self->tile_cycles) / tiles : 0;
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* State of grouping steps by program. .last_step and .last_group cache the last result, because
 * adjacent rows often belong to the same step. */
typedef struct {
  const PoplensExecution *execution;
  PoplensIdTable known;
  GArray *groups;
  guint32 last_step, last_group;
} StepGrouper;

static guint32
grouper_find_group (StepGrouper *self, guint32 step)
{
  const PoplensExecution *x = self->execution;
  PoplensTraceGroupCost new = {
      .program = x->step_program[step], .type = x->step_type[step], .step = step};
  guint32 found;

  if (step == self->last_step)
    return self->last_group;
  new.sync = x->step_sync ? x->step_sync[step] : 0;
  guint64 key = new.program != G_MAXUINT32
                    ? new.program
                    : (G_GUINT64_CONSTANT (1) << 40 | (guint64) new.type << 8 | new.sync);
  found = poplens_id_table_add (&self->known, key, self->groups->len);
  if (found == POPLENS_NO_INDEX) {
    found = self->groups->len;
    g_array_append_val (self->groups, new);
  }
  self->last_step = step;
  self->last_group = found;
  return found;
}

static StepGrouper
grouper_new (const PoplensExecution *execution)
{
  return (StepGrouper){
      execution, {0}, g_array_new (FALSE, TRUE, sizeof (PoplensTraceGroupCost)), G_MAXUINT32, 0};
}

guint32 *
poplens_trace_group_steps (const PoplensExecution *execution, GArray **groups,
                           const PoplensWork *work)
{
  StepGrouper grouper = grouper_new (execution);
  g_autofree guint32 *group = g_new (guint32, MAX (execution->n_steps, 1));
  guint32 s;

  for (s = 0; s < execution->n_steps; s++) {
    if (!POPLENS_WORK_GO_ON (work, "Grouping steps", s, execution->n_steps))
      break;
    group[s] = grouper_find_group (&grouper, s);
  }
  poplens_id_table_clear (&grouper.known);
  if (s < execution->n_steps) {
    g_array_unref (grouper.groups);
    return NULL;
  }
  *groups = grouper.groups;
  return g_steal_pointer (&group);
}

PoplensTraceCosts *
poplens_trace_costs_new (const PoplensTraceFacts *facts, const PoplensTraceWanted *wanted,
                         const PoplensWork *work)
{
  const PoplensExecution *x = facts->execution;
  g_autoptr (PoplensTraceCosts) self = g_new0 (PoplensTraceCosts, 1);
  StepGrouper grouper = grouper_new (x);
  gboolean whole = TRUE;

  self->tiles = facts->tiles;
  self->groups = grouper.groups;
  for (guint32 row = 0; row < x->n_rows && whole; row++) {
    if (!POPLENS_WORK_GO_ON (work, "Summing up steps", row, x->n_rows))
      whole = FALSE;
    else if (!poplens_trace_wanted_has (wanted, x, row))
      continue;
    else if (poplens_trace_row_waits (x, row) != wanted->waits)
      trace_cost_add_row (&self->left, facts, row);
    else {
      guint32 group = grouper_find_group (&grouper, x->row_step[row]);
      trace_cost_add_row (&g_array_index (self->groups, PoplensTraceGroupCost, group).cost, facts,
                          row);
    }
  }
  poplens_id_table_clear (&grouper.known);
  if (!whole)
    return NULL;
  for (guint g = 0; g < self->groups->len; g++)
    poplens_trace_cost_add (&self->all,
                            &g_array_index (self->groups, PoplensTraceGroupCost, g).cost);
  return g_steal_pointer (&self);
}

void
poplens_trace_costs_free (PoplensTraceCosts *self)
{
  if (!self)
    return;
  g_array_unref (self->groups);
  g_free (self);
}

/* ---- by path --------------------------------------------------------------------------------- */

/* Returns @path with its parts in reverse order: "c/b/a" for "a/b/c". (transfer full) */
static char *
path_reverse (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path ? path : "", "/", -1);
  GString *out = g_string_new (NULL);

  for (guint i = g_strv_length (parts); i--;) {
    g_string_append (out, parts[i]);
    g_string_append_c (out, '/');
  }
  return g_string_free (out, FALSE);
}

/* Different paths, each with the sum of the costs of all items that have this path. */
typedef struct {
  PoplensPathIndex *index;
  GArray *places; /* guint32: index of the path in .index */
  GArray *costs;  /* PoplensTraceCost */
  GArray *first;  /* guint32: first item with the path */
} UniquePaths;

static UniquePaths
unique_paths_new (const PoplensTraceNames *names, gboolean backwards)
{
  UniquePaths self = {poplens_path_index_new (), g_array_new (FALSE, FALSE, sizeof (guint32)),
                      g_array_new (FALSE, FALSE, sizeof (PoplensTraceCost)),
                      g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < names->n; i++) {
    const char *path = names->names[i] ? poplens_name_path (names->names[i]) : NULL;
    g_autofree char *turned = backwards ? path_reverse (path) : NULL;
    guint32 place = poplens_path_index_add (self.index, 0, turned ? turned : path);
    guint at = GPOINTER_TO_UINT (g_hash_table_lookup (seen, GUINT_TO_POINTER (place)));
    if (at) {
      poplens_trace_cost_add (&g_array_index (self.costs, PoplensTraceCost, at - 1),
                              &names->costs[i]);
      continue;
    }
    g_array_append_val (self.places, place);
    g_array_append_val (self.costs, names->costs[i]);
    g_array_append_val (self.first, i);
    g_hash_table_insert (seen, GUINT_TO_POINTER (place), GUINT_TO_POINTER (self.costs->len));
  }
  return self;
}

static void
unique_paths_clear (UniquePaths *self)
{
  poplens_path_index_unref (self->index);
  g_array_unref (self->places);
  g_array_unref (self->costs);
  g_array_unref (self->first);
}

/* ---- tree ------------------------------------------------------------------------------------ */

/* Costs by node of the tree of paths. */
typedef struct {
  const PoplensPathTree *tree;
  /* .own: cost of the node itself; .below: .own plus the cost of all nodes below. */
  PoplensTraceCost *own, *below;
  guint32 *order; /* all nodes but the root; children of a node together, most cycles first */
  guint32 *first; /* [n + 1] index in .order of the first child of each node */
} PathNodeCosts;

static void
nodes_clear (PathNodeCosts *self)
{
  g_free (self->own);
  g_free (self->below);
  g_free (self->order);
  g_free (self->first);
}

static int
compare_node_cycles (gconstpointer a, gconstpointer b, gpointer data)
{
  const PathNodeCosts *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  guint64 left = self->below[x].cycles, right = self->below[y].cycles;

  if (left != right)
    return left > right ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Fills .order and .first: puts the children of a node together, most cycles first. */
static void
nodes_sort_siblings (PathNodeCosts *self)
{
  guint32 n = self->tree->n;
  g_autofree guint32 *at = NULL;

  self->first = g_new0 (guint32, (gsize) n + 1);
  self->order = g_new (guint32, n);
  for (guint32 i = 1; i < n; i++)
    self->first[self->tree->parent[i] + 1]++;
  for (guint32 i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  at = g_memdup2 (self->first, (gsize) n * sizeof (guint32));
  for (guint32 i = 1; i < n; i++)
    self->order[at[self->tree->parent[i]]++] = i;
  for (guint32 i = 0; i < n; i++)
    if (self->first[i + 1] - self->first[i] > 1)
      g_qsort_with_data (self->order + self->first[i], (gint) (self->first[i + 1] - self->first[i]),
                         sizeof (guint32), compare_node_cycles, self);
}

static PathNodeCosts
nodes_new (const PoplensPathTree *tree, const UniquePaths *unique)
{
  PathNodeCosts self = {.tree = tree};

  self.own = g_new0 (PoplensTraceCost, tree->n);
  self.below = g_new0 (PoplensTraceCost, tree->n);
  for (guint32 t = 0; t < tree->n_things; t++)
    poplens_trace_cost_add (&self.own[tree->node[t]],
                            &g_array_index (unique->costs, PoplensTraceCost, t));
  /* A parent comes before its children, so sum from the end. */
  for (guint32 i = tree->n; i-- > 0;) {
    poplens_trace_cost_add (&self.below[i], &self.own[i]);
    if (i)
      poplens_trace_cost_add (&self.below[tree->parent[i]], &self.below[i]);
  }
  nodes_sort_siblings (&self);
  return self;
}

typedef void (*PathRowFunc) (const PathNodeCosts *nodes, guint32 node, PoplensTracePathRow *row);

/* Returns the rows of the tree in preorder, without the root. Does not use recursion, as names in a
 * file may be arbitrarily deep. (transfer full) */
static GArray *
nodes_list_rows (const PathNodeCosts *nodes, const UniquePaths *unique, PathRowFunc fill)
{
  GArray *rows = g_array_sized_new (FALSE, TRUE, sizeof (PoplensTracePathRow), nodes->tree->n);
  g_autofree guint32 *next = g_memdup2 (nodes->first, (gsize) nodes->tree->n * sizeof (guint32));
  guint32 node = 0, depth = 0;

  for (;;) {
    if (next[node] == nodes->first[node + 1]) {
      if (!node)
        return rows;
      node = nodes->tree->parent[node];
      depth--;
      continue;
    }
    node = nodes->order[next[node]++];
    guint32 thing = nodes->tree->thing[node];
    PoplensTracePathRow row = {.node = node,
                               .thing = thing == POPLENS_PATH_NONE
                                            ? POPLENS_PATH_NONE
                                            : g_array_index (unique->first, guint32, thing),
                               .depth = (guint16) MIN (depth, G_MAXUINT16)};
    fill (nodes, node, &row);
    g_array_append_val (rows, row);
    depth++;
  }
}

static void
row_fill_top_down (const PathNodeCosts *nodes, guint32 node, PoplensTracePathRow *row)
{
  row->own = nodes->own[node];
  row->all = nodes->below[node];
  row->has_all = TRUE;
}

static void
row_fill_bottom_up (const PathNodeCosts *nodes, guint32 node, PoplensTracePathRow *row)
{
  row->own = nodes->below[node];
}

/* Sets .all of each top row to the cost of all items that have the part of the row anywhere in
 * their path. An item counts once per row, even if its path has the part several times. */
static void
paths_add_everywhere (PoplensTracePaths *self, const UniquePaths *unique)
{
  const PoplensPathTree *tree = self->tree;
  /* By string id of a part: index of the part's top row + 1; 0: none. */
  g_autofree guint32 *row_of = g_new0 (guint32, tree->n + 1);
  /* By string id of a part: index + 1 of the path whose cost was last added for the part; 0: none.
   */
  g_autofree guint32 *last = g_new0 (guint32, tree->n + 1);

  for (guint32 i = 0; i < self->rows->len; i++) {
    PoplensTracePathRow *row = &g_array_index (self->rows, PoplensTracePathRow, i);
    if (row->depth || tree->parent[row->node])
      continue;
    row->has_all = TRUE;
    row_of[tree->name[row->node]] = i + 1;
  }
  for (guint32 t = 0; t < tree->n_things; t++)
    for (guint32 node = tree->node[t]; node; node = tree->parent[node]) {
      guint32 name = tree->name[node];
      if (!row_of[name] || last[name] == t + 1)
        continue;
      last[name] = t + 1;
      poplens_trace_cost_add (
          &g_array_index (self->rows, PoplensTracePathRow, row_of[name] - 1).all,
          &g_array_index (unique->costs, PoplensTraceCost, t));
    }
}

static PoplensTracePaths *
paths_new (const PoplensTraceNames *names, gboolean backwards, PathRowFunc fill)
{
  UniquePaths unique = unique_paths_new (names, backwards);
  PoplensTracePaths *self = g_new0 (PoplensTracePaths, 1);
  PathNodeCosts nodes;

  self->tree = poplens_path_tree_new (
      unique.index, (const guint32 *) (gconstpointer) unique.places->data, unique.places->len);
  nodes = nodes_new (self->tree, &unique);
  self->rows = nodes_list_rows (&nodes, &unique, fill);
  nodes_clear (&nodes);
  if (backwards)
    paths_add_everywhere (self, &unique);
  unique_paths_clear (&unique);
  return self;
}

PoplensTracePaths *
poplens_trace_paths_top_down (const PoplensTraceNames *names)
{
  return paths_new (names, FALSE, row_fill_top_down);
}

PoplensTracePaths *
poplens_trace_paths_bottom_up (const PoplensTraceNames *names)
{
  return paths_new (names, TRUE, row_fill_bottom_up);
}

void
poplens_trace_paths_free (PoplensTracePaths *self)
{
  if (!self)
    return;
  poplens_path_tree_unref (self->tree);
  g_array_unref (self->rows);
  g_free (self);
}
