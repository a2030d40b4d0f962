/* Finds the range of cycles with which a trace opens, and the ranges of waiting that a display
 * leaves out (folds). */
#include "analysis/trace/trace-fold.h"

#include "analysis/trace/lanes.h"
#include "base/sort.h"

static gboolean
row_is_shown (const PoplensExecution *execution, const gboolean *shown, guint32 row)
{
  return execution->row_from[row] != G_MAXUINT64 && (!shown || shown[execution->row_ipu[row]]);
}

static void
range_widen (guint64 *from, guint64 *to, guint64 block_from, guint64 block_to)
{
  *from = MIN (*from, block_from);
  *to = MAX (*to, block_to);
}

/* Implements poplens_trace_work_range (). @end: (out): end of the last drawn block. */
static gboolean
execution_find_work (const PoplensExecution *execution, const gboolean *shown, guint64 *from,
                     guint64 *to, guint64 *end)
{
  guint64 all_from = G_MAXUINT64, all_to = 0, work_from = G_MAXUINT64, work_to = 0;
  gboolean found;

  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint64 row_to;
    if (!row_is_shown (execution, shown, r))
      continue;
    row_to = poplens_execution_row_to (execution, r);
    range_widen (&all_from, &all_to, execution->row_from[r], row_to);
    switch (poplens_execution_step_kind (execution, execution->row_step[r])) {
    case POPLENS_STEP_ON_TILE_EXECUTE:
    case POPLENS_STEP_DO_EXCHANGE:
    case POPLENS_STEP_GLOBAL_EXCHANGE:
      range_widen (&work_from, &work_to, execution->row_from[r], row_to);
      break;
    default:
      break;
    }
  }
  found = work_from != G_MAXUINT64;
  *from = found ? work_from : all_from == G_MAXUINT64 ? 0 : all_from;
  *to = found ? work_to : all_to;
  *end = all_to;
  return found;
}

gboolean
poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown, guint64 *from,
                          guint64 *to)
{
  guint64 end;

  return execution_find_work (execution, shown, from, to, &end);
}

gboolean
poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                             guint64 *from, guint64 *to)
{
  guint64 end;
  gboolean found = execution_find_work (execution, shown, from, to, &end);

  if (found && end - *to <= *to - *from)
    *to = end;
  return found;
}

/* ---- folds ----------------------------------------------------------------------------------- */

/* State of the sweep over all blocks, in order of their begins. */
typedef struct {
  GArray *from, *to; /* guint64: begins and ends of the folds so far, cycles */
  guint64 least;
  /* Cycle at which the work so far ends: the current idle range starts here. */
  guint64 idle_from;
  guint64 wait_to; /* latest end of all waits except those that start at .last_from, cycles */
  /* Start of the last wait, and latest end of the waits with this start, cycles. */
  guint64 last_from, last_to;
} FoldSweep;

/* Folds the idle range that ends at @cycle, if it is long enough and contains a wait. @cycle: begin
 * of work, or end of the trace. */
static void
fold_sweep_close_idle (FoldSweep *self, guint64 cycle)
{
  guint64 from = self->idle_from, wait_to = self->wait_to;

  if (self->last_from < cycle)
    wait_to = MAX (wait_to, self->last_to);
  if (cycle > from && wait_to > from && cycle - from >= self->least) {
    g_array_append_val (self->from, from);
    g_array_append_val (self->to, cycle);
  }
}

static void
fold_sweep_add_wait (FoldSweep *self, guint64 from, guint64 to)
{
  if (from > self->last_from) {
    self->wait_to = MAX (self->wait_to, self->last_to);
    self->last_to = 0;
    self->last_from = from;
  }
  self->last_to = MAX (self->last_to, to);
}

static void
fold_sweep_add_work (FoldSweep *self, guint64 from, guint64 to)
{
  if (from > self->idle_from)
    fold_sweep_close_idle (self, from);
  /* Work of length 0 is drawn, so its cycle must not be folded. */
  self->idle_from = MAX (self->idle_from, MAX (to, from + 1));
}

PoplensTraceFold *
poplens_trace_fold_new_for_blocks (guint32 n, const guint64 *from, const guint64 *to,
                                   const gboolean *waiting, guint64 least)
{
  PoplensTraceFold *self = g_new0 (PoplensTraceFold, 1);
  g_autofree guint32 *order = poplens_sort_order (n, from);
  FoldSweep folder = {.from = g_array_new (FALSE, FALSE, sizeof (guint64)),
                      .to = g_array_new (FALSE, FALSE, sizeof (guint64)),
                      .least = MAX (least, 1)};
  guint64 end = 0;

  /* A trace begins with its first block, so there is nothing to fold before it. */
  if (n)
    folder.idle_from = from[order ? order[0] : 0];
  for (guint32 i = 0; i < n; i++) {
    guint32 b = order ? order[i] : i;
    if (!waiting || !waiting[b])
      fold_sweep_add_work (&folder, from[b], to[b]);
    else if (to[b] > from[b])
      fold_sweep_add_wait (&folder, from[b], to[b]);
    end = MAX (end, to[b]);
  }
  fold_sweep_close_idle (&folder, end);
  self->n = folder.from->len;
  self->from = (guint64 *) (void *) g_array_free (folder.from, FALSE);
  self->to = (guint64 *) (void *) g_array_free (folder.to, FALSE);
  return self;
}

PoplensTraceFold *
poplens_trace_fold_new (const PoplensExecution *execution, const gboolean *shown, guint64 least)
{
  g_autofree guint64 *from = g_new (guint64, execution->n_rows);
  g_autofree guint64 *to = g_new (guint64, execution->n_rows);
  g_autofree gboolean *waiting = g_new (gboolean, execution->n_rows);
  guint32 n = 0;

  for (guint32 r = 0; r < execution->n_rows; r++) {
    if (!row_is_shown (execution, shown, r))
      continue;
    from[n] = execution->row_from[r];
    to[n] = poplens_execution_row_to (execution, r);
    waiting[n++] = poplens_step_kind_is_waiting (
        poplens_execution_step_kind (execution, execution->row_step[r]));
  }
  return poplens_trace_fold_new_for_blocks (n, from, to, waiting, least);
}

PoplensTraceFold *
poplens_trace_fold_join (const PoplensTraceFold *a, const PoplensTraceFold *b)
{
  PoplensTraceFold *self = g_new0 (PoplensTraceFold, 1);
  guint32 i = 0, k = 0;

  self->from = g_new (guint64, a->n + b->n);
  self->to = g_new (guint64, a->n + b->n);
  while (i < a->n || k < b->n) {
    gboolean first = k == b->n || (i < a->n && a->from[i] <= b->from[k]);
    guint64 from = first ? a->from[i] : b->from[k], to = first ? a->to[i++] : b->to[k++];
    if (self->n && from <= self->to[self->n - 1]) {
      self->to[self->n - 1] = MAX (self->to[self->n - 1], to);
      continue;
    }
    self->from[self->n] = from;
    self->to[self->n++] = to;
  }
  return self;
}

void
poplens_trace_fold_free (PoplensTraceFold *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self);
}

guint64
poplens_trace_fold_total (const PoplensTraceFold *self)
{
  guint64 total = 0;

  for (guint32 i = 0; i < self->n; i++)
    total += self->to[i] - self->from[i];
  return total;
}
