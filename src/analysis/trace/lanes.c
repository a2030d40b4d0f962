#include "analysis/trace/lanes.h"

#include "base/sort.h"

#include <string.h>

/* ---- first fit ------------------------------------------------------------------------------- */

typedef struct {
  guint64 key;
  guint32 lane;
} Entry;

/* A heap, the least key on top. */
typedef struct {
  GArray *entries;
} Heap;

static void
heap_push (Heap *self, guint64 key, guint32 lane)
{
  Entry entry = {key, lane}, *e;
  guint at = self->entries->len;

  g_array_append_val (self->entries, entry);
  e = (Entry *) (void *) self->entries->data;
  for (; at && e[(at - 1) / 2].key > key; at = (at - 1) / 2)
    e[at] = e[(at - 1) / 2];
  e[at] = entry;
}

static guint32
heap_pop (Heap *self)
{
  Entry *e = (Entry *) (void *) self->entries->data;
  guint n = self->entries->len - 1, at = 0;
  guint32 lane = e[0].lane;
  Entry last = e[n];

  for (;;) {
    guint child = 2 * at + 1;
    if (child >= n)
      break;
    if (child + 1 < n && e[child + 1].key < e[child].key)
      child++;
    if (e[child].key >= last.key)
      break;
    e[at] = e[child];
    at = child;
  }
  e[at] = last;
  g_array_set_size (self->entries, n);
  return lane;
}

struct _PoplensLaneFit {
  Heap busy, idle; /* by their end; by their number */
  guint32 n;
};

PoplensLaneFit *
poplens_lane_fit_new (void)
{
  PoplensLaneFit *self = g_new0 (PoplensLaneFit, 1);

  self->busy.entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->idle.entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  return self;
}

guint32
poplens_lane_fit_take (PoplensLaneFit *self, guint64 from, guint64 to)
{
  Entry *first = (Entry *) (void *) self->busy.entries->data;
  const Entry *idle = (const Entry *) (void *) self->idle.entries->data;
  guint32 lane;

  /* Nearly always: one block after the other, in one lane. */
  if (self->busy.entries->len == 1 && first->key <= from &&
      (!self->idle.entries->len || first->lane < idle->key)) {
    first->key = MAX (to, from + 1);
    return first->lane;
  }
  while (self->busy.entries->len && g_array_index (self->busy.entries, Entry, 0).key <= from) {
    guint32 ended = heap_pop (&self->busy);
    heap_push (&self->idle, ended, ended);
  }
  lane = self->idle.entries->len ? heap_pop (&self->idle) : self->n++;
  heap_push (&self->busy, MAX (to, from + 1), lane);
  return lane;
}

guint32
poplens_lane_fit_free (PoplensLaneFit *self)
{
  guint32 n = self->n;

  g_array_unref (self->busy.entries);
  g_array_unref (self->idle.entries);
  g_free (self);
  return n;
}

guint32
poplens_lanes_assign (guint32 n, const guint64 *from, const guint64 *to, guint32 *lane)
{
  g_autofree guint32 *order = poplens_sort_order (n, from);
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 i = 0; i < n; i++) {
    guint32 block = order ? order[i] : i;
    lane[block] = poplens_lane_fit_take (fit, from[block], to[block]);
  }
  return poplens_lane_fit_free (fit);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static PoplensLanes *
lanes_alloc (guint32 n)
{
  PoplensLanes *self = g_new0 (PoplensLanes, 1);

  self->n_blocks = n;
  self->from = g_new (guint64, n);
  self->to = g_new (guint64, n);
  self->row = g_new (guint32, n);
  return self;
}

static void
set_block (PoplensLanes *self, guint32 block, guint64 from, guint64 to)
{
  /* A group may end before it begins: by the order of steps, not of cycles. */
  self->from[block] = MIN (from, to);
  self->to[block] = MAX (from, to);
}

static void
add_rows (PoplensLanes *self, GArray *depths, guint32 depth, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (depths, depth);
  self->n_rows += n;
}

PoplensLanes *
poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to)
{
  PoplensLanes *self = lanes_alloc (n);
  g_autoptr (GArray) depths = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n; i++)
    set_block (self, i, from[i], to[i]);
  add_rows (self, depths, 0, poplens_lanes_assign (n, self->from, self->to, self->row));
  self->row_depth = (guint32 *) g_array_steal (depths, NULL);
  return self;
}

/* The blocks of each depth: indices, and where each depth begins. */
static guint32 *
group_by_depth (guint32 n, const guint32 *depth, guint32 n_depths, guint32 *first)
{
  guint32 *blocks = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    first[depth[i] + 1]++;
  for (guint32 d = 0; d < n_depths; d++)
    first[d + 1] += first[d];
  for (guint32 i = 0; i < n; i++)
    blocks[first[depth[i]]++] = i;
  memmove (first + 1, first, n_depths * sizeof (guint32));
  first[0] = 0;
  return blocks;
}

/* One depth at a time, so that copies are of the largest depth and not of all. */
static void
assign_depths (PoplensLanes *self, const guint32 *depth, guint32 n_depths)
{
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_depths + 1);
  g_autofree guint32 *blocks = group_by_depth (self->n_blocks, depth, n_depths, first);
  g_autofree guint64 *from = NULL, *to = NULL;
  g_autofree guint32 *lane = NULL;
  g_autoptr (GArray) depths = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 most = 0;

  for (guint32 d = 0; d < n_depths; d++)
    most = MAX (most, first[d + 1] - first[d]);
  from = g_new (guint64, most);
  to = g_new (guint64, most);
  lane = g_new (guint32, most);
  for (guint32 d = 0; d < n_depths; d++) {
    const guint32 *block = blocks + first[d];
    guint32 base = self->n_rows, n = first[d + 1] - first[d];
    for (guint32 i = 0; i < n; i++) {
      from[i] = self->from[block[i]];
      to[i] = self->to[block[i]];
    }
    add_rows (self, depths, d, poplens_lanes_assign (n, from, to, lane));
    for (guint32 i = 0; i < n; i++)
      self->row[block[i]] = base + lane[i];
  }
  self->row_depth = (guint32 *) g_array_steal (depths, NULL);
}

PoplensLanes *
poplens_lanes_new_flame (const PoplensFlame *flame)
{
  guint32 n = flame->n_nodes + flame->n_leaves, n_depths = 0;
  PoplensLanes *self = lanes_alloc (n);
  g_autofree guint32 *depth = g_new (guint32, n);

  for (guint32 i = 0; i < flame->n_nodes; i++) {
    depth[i] = flame->node_row[i];
    set_block (self, i, flame->node_from[i], flame->node_to[i]);
  }
  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 block = flame->n_nodes + i;
    depth[block] = flame->leaf_row[i] + (flame->leaf_node[i] != POPLENS_FLAME_NONE);
    set_block (self, block, flame->leaf_from[i], flame->leaf_to[i]);
  }
  for (guint32 i = 0; i < n; i++)
    n_depths = MAX (n_depths, depth[i] + 1);
  assign_depths (self, depth, n_depths);
  return self;
}

void
poplens_lanes_free (PoplensLanes *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self->row);
  g_free (self->row_depth);
  g_free (self);
}
