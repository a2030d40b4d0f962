#include "debuginfo/index-private.h"

#include <stdlib.h>
#include <string.h>

/* Ids to ranks: a table where they are dense, as Poplar's are; else a search in the column. */
typedef struct {
  guint32 *ranks; /* by id − first; POPLENS_NO_CONTEXT: none. NULL where ids are sparse */
  guint64 first, size;
} Ranks;

typedef struct {
  guint64 id;
  guint32 raw;
} IdOrder;

static int
compare_ids (const void *a, const void *b)
{
  const IdOrder *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->raw < y->raw ? -1 : x->raw > y->raw;
}

static void
ranks_init (Ranks *self, const RawContexts *raws)
{
  guint64 first = G_MAXUINT64, last = 0;

  for (guint32 i = 0; i < raws->n; i++) {
    first = MIN (first, raw_context (raws, i)->id);
    last = MAX (last, raw_context (raws, i)->id);
  }
  *self = (Ranks){.first = first};
  if (raws->n && (last - first) / 4 <= raws->n) {
    self->size = last - first + 1;
    self->ranks = g_new (guint32, self->size);
    memset (self->ranks, 0xff, self->size * sizeof (guint32));
  }
}

static guint32
ranks_find (const Ranks *self, const PoplensDebugContexts *contexts, guint64 id)
{
  if (!self->ranks)
    return poplens_debug_contexts_find (contexts, id);
  return id - self->first < self->size ? self->ranks[id - self->first] : POPLENS_NO_CONTEXT;
}

/* Raw numbers by rising id; of equal ids the first in the file. (transfer full) */
static guint32 *
order_dense (Ranks *ranks, const RawContexts *raws, guint32 *n)
{
  guint32 *order = g_new (guint32, raws->n ? raws->n : 1);

  for (guint32 i = 0; i < raws->n; i++) {
    guint32 *slot = &ranks->ranks[raw_context (raws, i)->id - ranks->first];
    if (*slot == POPLENS_NO_CONTEXT)
      *slot = i;
  }
  *n = 0;
  for (guint64 s = 0; s < ranks->size; s++)
    if (ranks->ranks[s] != POPLENS_NO_CONTEXT) {
      order[*n] = ranks->ranks[s];
      ranks->ranks[s] = (*n)++;
    }
  return order;
}

static guint32 *
order_sparse (const RawContexts *raws, guint32 *n)
{
  g_autofree IdOrder *sorted = g_new (IdOrder, raws->n ? raws->n : 1);
  guint32 *order = g_new (guint32, raws->n ? raws->n : 1);

  for (guint32 i = 0; i < raws->n; i++)
    sorted[i] = (IdOrder){raw_context (raws, i)->id, i};
  if (raws->n)
    qsort (sorted, raws->n, sizeof *sorted, compare_ids);
  *n = 0;
  for (guint32 i = 0; i < raws->n; i++)
    if (!i || sorted[i].id != sorted[i - 1].id)
      order[(*n)++] = sorted[i].raw;
  return order;
}

static void
fill_columns (PoplensDebugContexts *self, const RawContexts *raws, const guint32 *order, guint32 n)
{
  self->n = n;
  self->id = g_new (guint64, n);
  self->offset_low = g_new (guint32, n);
  self->offset_high = g_new (guint8, n);
  self->length = g_new (guint32, n);
  self->parent = g_new (guint32, n);
  self->name = g_new (PoplensDebugText, n);
  self->place = g_new (guint32, n);
  self->line = g_new (guint32, n);
  self->kind = g_new (guint16, n);
  for (guint32 c = 0; c < n; c++) {
    const RawContext *raw = raw_context (raws, order[c]);
    self->id[c] = raw->id;
    self->offset_low[c] = (guint32) raw->offset;
    self->offset_high[c] = (guint8) (raw->offset >> 32);
    self->length[c] = raw->length;
    self->name[c] = raw->name;
    self->place[c] = raw->place;
    self->line[c] = raw->line;
    self->kind[c] = raw->kind;
  }
}

static void
fill_parents (PoplensDebugContexts *self, const RawContexts *raws, const guint32 *order,
              const Ranks *ranks)
{
  for (guint32 c = 0; c < self->n; c++) {
    guint64 id = raw_context (raws, order[c])->parent;
    guint32 parent = id ? ranks_find (ranks, self, id) : POPLENS_NO_CONTEXT;
    if (id && parent == POPLENS_NO_CONTEXT) {
      parent = POPLENS_PARENT_DANGLING;
      self->n_dangling++;
    }
    self->parent[c] = parent;
  }
}

/* Cuts every edge of every cycle. Each context is passed over twice at most. */
static void
cut_cycles (PoplensDebugContexts *self)
{
  enum { UNSEEN, ON_PATH, DONE };
  g_autofree guint8 *states = g_malloc0 (self->n ? self->n : 1);

  for (guint32 c = 0; c < self->n; c++) {
    guint32 at = c;
    while (at < self->n && states[at] == UNSEEN) {
      states[at] = ON_PATH;
      at = self->parent[at];
    }
    while (at < self->n && states[at] == ON_PATH && self->parent[at] != POPLENS_PARENT_CYCLE) {
      guint32 next = self->parent[at];
      self->parent[at] = POPLENS_PARENT_CYCLE;
      self->n_cyclic++;
      at = next;
    }
    for (at = c; at < self->n && states[at] == ON_PATH; at = self->parent[at])
      states[at] = DONE;
  }
}

/* Cuts chains of too many levels into chains that have no more. Each context is passed over twice.
 */
static void
cut_deep_chains (PoplensDebugContexts *self)
{
  /* [n]: levels from the root of the chain: 1: a root; 0: not known yet */
  g_autofree guint16 *levels = g_new0 (guint16, self->n ? self->n : 1);

  for (guint32 c = 0; c < self->n; c++) {
    guint64 level = 0;
    guint32 at = c;
    for (; at < self->n && !levels[at]; at = self->parent[at])
      level++;
    if (at < self->n)
      level += levels[at];
    for (at = c; at < self->n && !levels[at]; level--) {
      guint32 parent = self->parent[at];
      levels[at] = (guint16) ((level - 1) % POPLENS_DEBUG_MOST_CHAIN + 1);
      if (levels[at] == 1 && level > 1) {
        self->parent[at] = POPLENS_PARENT_DEEP;
        self->n_deep++;
      }
      at = parent;
    }
  }
}

void
index_columns_fill (PoplensDebugContexts *contexts, const RawContexts *raws)
{
  Ranks ranks;
  guint32 n;

  ranks_init (&ranks, raws);
  g_autofree guint32 *order =
      ranks.ranks ? order_dense (&ranks, raws, &n) : order_sparse (raws, &n);
  contexts->n_duplicate = raws->n - n;
  fill_columns (contexts, raws, order, n);
  fill_parents (contexts, raws, order, &ranks);
  g_free (ranks.ranks);
  cut_cycles (contexts);
  cut_deep_chains (contexts);
}
