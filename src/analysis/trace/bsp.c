/* Asking what the tiles did: one cell, one step, their order. */
#include "analysis/trace/bsp-private.h"

#include <stdlib.h>

/* ---- a cell ------------------------------------------------------------------------------------
 */

const PoplensBspSpan *
poplens_bsp_grid_find (const PoplensBspGrid *self, guint32 tile, guint64 cycle)
{
  guint32 low, high;

  if (!self->spans || tile >= self->n_tiles)
    return NULL;
  low = self->span_first[tile];
  high = self->span_first[tile + 1];
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (self->spans[middle].to <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == self->span_first[tile + 1] || self->spans[low].from > cycle)
    return NULL;
  return &self->spans[low];
}

/* ---- by waiting --------------------------------------------------------------------------------
 */

typedef struct {
  guint64 waits;
  guint32 tile;
} Entry;

static int
most_first (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  if (x->waits != y->waits)
    return x->waits < y->waits ? 1 : -1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

guint32 *
poplens_bsp_order_by_waiting (const PoplensBspGrid *self, guint32 waiting)
{
  g_autofree Entry *entries = g_new0 (Entry, MAX (self->n_tiles, 1));
  guint32 *order = g_new (guint32, MAX (self->n_tiles, 1));

  for (guint32 t = 0; t < self->n_tiles; t++) {
    entries[t].tile = t;
    for (guint s = 0; s < self->n_series; s++)
      if (waiting & 1u << s)
        entries[t].waits += self->sums[(gsize) t * self->n_series + s];
  }
  qsort (entries, self->n_tiles, sizeof *entries, most_first);
  for (guint32 t = 0; t < self->n_tiles; t++)
    order[t] = entries[t].tile;
  return order;
}

/* ---- a step ------------------------------------------------------------------------------------
 */

/* The first cycle that a tile of the IPU begins the step at; FALSE where it is not on that IPU. */
static gboolean
find_base (const PoplensBspInput *input, guint16 ipu, guint32 step, guint64 *base, GError **error)
{
  guint32 id = poplens_execution_step_id (input->execution, step);
  g_autoptr (PoplensSlice) rows = input->get_slice (
      POPLENS_SLICE_SCAN_STEP_LISTS, id >> POPLENS_SCAN_STEP_LISTS_SHIFT, input->slice_data, error);

  for (guint32 i = 0; rows && i < rows->n; i++) {
    const PoplensScanStepList *row = &rows->scan_step_lists[i];
    if (row->step_id == id && row->ipu == ipu && row->list >= 0) {
      *base = row->base;
      return TRUE;
    }
  }
  return FALSE;
}

static void
take_tiles (PoplensBspExtent *self, const PoplensBspStep *step, guint64 *at)
{
  for (guint32 t = 0; t < self->n_tiles; t++) {
    at[t] += step->gap;
    if (step->joins && step->joins[t] != G_MAXUINT64)
      at[t] = step->joins[t];
    self->from[t] = at[t];
    self->to[t] = at[t] += step->cycles[t];
  }
}

PoplensBspExtent *
poplens_bsp_extent_new (const PoplensBspInput *input, guint16 ipu, guint32 step,
                        const PoplensWork *work, GError **error)
{
  g_auto (PoplensBspWalk) walk = {0};
  g_autoptr (PoplensBspExtent) self = NULL;
  g_autofree guint64 *at = NULL;
  PoplensBspStep next;
  guint64 base;

  if (step >= input->execution->n_steps || !find_base (input, ipu, step, &base, error) ||
      !poplens_bsp_walk_init (&walk, input, ipu, base, error))
    return NULL;
  self = g_new0 (PoplensBspExtent, 1);
  self->ipu = ipu;
  self->step = step;
  self->n_tiles = walk.n_tiles;
  self->from = g_new0 (guint64, MAX (walk.n_tiles, 1));
  self->to = g_new0 (guint64, MAX (walk.n_tiles, 1));
  at = g_new0 (guint64, MAX (walk.n_tiles, 1));
  for (guint i = 0; poplens_bsp_walk_next (&walk, &next, error) && next.step <= step; i++) {
    if (i % 1024 == 0 && work && g_cancellable_set_error_if_cancelled (work->cancellable, error))
      return NULL;
    take_tiles (self, &next, at);
    if (next.step == step)
      return g_steal_pointer (&self);
  }
  return NULL;
}

void
poplens_bsp_extent_free (PoplensBspExtent *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self);
}

gboolean
poplens_bsp_has_tiles (const PoplensBspInput *input, GError **error)
{
  g_autoptr (PoplensSlice) rows =
      input->n_tiles ? input->get_slice (POPLENS_SLICE_SCAN_STEP_LISTS, 0, input->slice_data, error)
                     : NULL;

  for (guint32 i = 0; rows && i < rows->n; i++)
    if (rows->scan_step_lists[i].list >= 0)
      return TRUE;
  return FALSE;
}
