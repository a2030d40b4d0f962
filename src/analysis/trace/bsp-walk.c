/* The steps of an IPU in their order, from a marker on. */
#include "analysis/trace/bsp-private.h"

/* Of .begins: the tile is followed. */
#define JOINED G_MAXUINT32

/* ---- where it begins ---------------------------------------------------------------------------
 */

/* The last marker at or before @cycle; G_MAXUINT32: none. */
static guint32
find_marker (const PoplensExecution *x, guint64 cycle)
{
  guint32 low = 0, high = x->n_markers;

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (x->marker_from[middle] <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? low - 1 : G_MAXUINT32;
}

/* One that says nothing of these tiles is left aside: the walk is then from the first step. */
static void
take_marker (PoplensBspWalk *self, const PoplensSlice *slice, guint64 from)
{
  guint32 all = slice->n / 2;

  if (slice->n % 2 || all < self->input->n_tiles)
    return;
  self->begins = g_new (guint32, MAX (self->n_tiles, 1));
  self->begins_to = g_new (guint64, MAX (self->n_tiles, 1));
  for (guint32 t = 0; t < self->n_tiles; t++) {
    guint64 step = slice->values[self->first_tile + t];
    guint64 left = slice->values[all + (gsize) self->first_tile + t];
    self->begins[t] = (guint32) MIN (step, G_MAXUINT32 - 1);
    self->begins_to[t] = left > G_MAXUINT64 / 2 ? from : from + left;
    self->last_begin = MAX (self->last_begin, self->begins[t]);
  }
}

static guint32
first_step (const PoplensBspWalk *self)
{
  guint32 lowest = self->begins ? G_MAXUINT32 : 0;

  for (guint32 t = 0; self->begins && t < self->n_tiles; t++)
    lowest = MIN (lowest, self->begins[t]);
  return lowest;
}

static PoplensSlice *
get_slice (const PoplensBspWalk *self, PoplensSliceKind kind, guint64 key, GError **error)
{
  return self->input->get_slice (kind, key, self->input->slice_data, error);
}

gboolean
poplens_bsp_walk_init (PoplensBspWalk *self, const PoplensBspInput *input, guint16 ipu,
                       guint64 cycle, GError **error)
{
  guint32 marker = find_marker (input->execution, cycle), step;
  guint64 first = (guint64) ipu * input->tiles_per_ipu;

  *self = (PoplensBspWalk){.input = input, .ipu = ipu, .gap_from = G_MAXUINT64};
  self->first_tile = (guint32) MIN (first, input->n_tiles);
  self->n_tiles = MIN (input->tiles_per_ipu, input->n_tiles - self->first_tile);
  self->lists = poplens_bsp_lists_new (input, ipu);
  self->joins = g_new0 (guint64, MAX (self->n_tiles, 1));
  self->masked = g_new0 (guint32, (gsize) self->n_tiles + 1);
  if (!self->n_tiles) {
    self->ended = TRUE;
    return TRUE;
  }
  if (marker != G_MAXUINT32) {
    g_autoptr (PoplensSlice) slice = get_slice (self, POPLENS_SLICE_MARKER, marker, error);
    if (!slice)
      return FALSE;
    take_marker (self, slice, input->execution->marker_from[marker]);
  }
  step = first_step (self);
  self->rows =
      get_slice (self, POPLENS_SLICE_SCAN_STEP_LISTS, step >> POPLENS_SCAN_STEP_LISTS_SHIFT, error);
  while (self->rows && self->next < self->rows->n &&
         self->rows->scan_step_lists[self->next].step_id < step)
    self->next++;
  return self->rows != NULL;
}

void
poplens_bsp_walk_clear (PoplensBspWalk *self)
{
  g_clear_pointer (&self->lists, poplens_bsp_lists_free);
  g_clear_pointer (&self->rows, poplens_slice_unref);
  g_clear_pointer (&self->begins, g_free);
  g_clear_pointer (&self->begins_to, g_free);
  g_clear_pointer (&self->joins, g_free);
  g_clear_pointer (&self->masked, g_free);
}

/* ---- from row to row ---------------------------------------------------------------------------
 */

/* The next row of the IPU; NULL at the end, and on errors. */
static const PoplensScanStepList *
next_row (PoplensBspWalk *self, GError **error)
{
  while (!self->ended) {
    guint64 key;
    while (self->next < self->rows->n) {
      const PoplensScanStepList *row = &self->rows->scan_step_lists[self->next++];
      if (row->ipu == self->ipu)
        return row;
    }
    key = self->rows->next;
    self->next = 0;
    g_clear_pointer (&self->rows, poplens_slice_unref);
    if (key != POPLENS_NO_SLICE)
      self->rows = get_slice (self, POPLENS_SLICE_SCAN_STEP_LISTS, key, error);
    self->ended = !self->rows;
  }
  return NULL;
}

/* Tiles that are not followed yet join at the step that the marker names, in the middle of which
 * they are, or else at the next. Cycles of those that have not joined are masked. */
static void
join (PoplensBspWalk *self, guint32 id, const guint32 *cycles)
{
  self->masked[self->n_tiles] = cycles[self->n_tiles];
  for (guint32 t = 0; t < self->n_tiles; t++) {
    guint32 c = cycles[t];
    self->joins[t] = G_MAXUINT64;
    self->masked[t] = 0;
    if (self->begins[t] != JOINED) {
      if (id < self->begins[t])
        continue;
      self->joins[t] = self->begins_to[t];
      if (id == self->begins[t])
        self->joins[t] -= MIN (c, self->begins_to[t]);
      self->begins[t] = JOINED;
    }
    self->masked[t] = c;
  }
}

gboolean
poplens_bsp_walk_next (PoplensBspWalk *self, PoplensBspStep *step, GError **error)
{
  const PoplensScanStepList *row;

  while ((row = next_row (self, error))) {
    g_autoptr (GError) local = NULL;
    step->step = poplens_execution_find_step (self->input->execution, row->step_id);
    step->base = row->base;
    step->cycles = poplens_bsp_lists_get (self->lists, row->list, &local);
    step->joins = NULL;
    if (local) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    if (step->step == G_MAXUINT32)
      continue;
    if (!step->cycles) {
      self->n_listless++;
      self->gap_from = MIN (self->gap_from, row->base);
      continue;
    }
    /* Each tile alike: the first of them begins so much later. */
    step->gap = step->base > self->gap_from ? step->base - self->gap_from : 0;
    self->gap_from = G_MAXUINT64;
    if (self->begins) {
      join (self, row->step_id, step->cycles);
      step->cycles = self->masked;
      step->joins = self->joins;
      /* Whoever had not joined by now has. */
      if (row->step_id > self->last_begin)
        g_clear_pointer (&self->begins, g_free);
    }
    return TRUE;
  }
  return FALSE;
}
