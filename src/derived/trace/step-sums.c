/* Two columns of steps_by_ipu, of all rows: read in one pass in the order of the file, in which all
 * real ones have the rows by step and IPU; else slice by slice, by the index. */
#include "base/work.h"
#include "derived/parts.h"
#include "derived/trace/trace-sums.h"

#include <math.h>

static void
sums_clear (gpointer data)
{
  PoplensStepSums *self = data;

  poplens_cycle_column_free (self->cycles);
  poplens_cycle_column_free (self->tile_cycles);
}

void
poplens_step_sums_unref (PoplensStepSums *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, sums_clear);
}

static void
set_row (PoplensStepSums *self, guint32 row, guint64 cycles, double balance)
{
  double all = (double) self->tiles * (double) cycles;

  poplens_cycle_column_set (self->cycles, row, cycles);
  /* The balance is the mean of all tiles' cycles over the longest's, so it gives their sum. */
  if (all < 9e15 && balance >= 0 && balance <= 1)
    poplens_cycle_column_set (self->tile_cycles, row, (guint64) round (all * balance));
  else
    poplens_cycle_column_set (self->tile_cycles, row, POPLENS_NO_CYCLES);
}

/* Tells whoever waits how far it is. */
static void
tell (GCancellable *cancellable, guint64 done, guint64 all)
{
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork share = poplens_work_share (&whole, 0, POPLENS_STEP_SUMS_SHARE);

  poplens_work_go_on (&share, "Loading step cycles", MIN (done, all), all);
}

/* *@sorted is FALSE where the rows are not those of @x one by one. */
static gboolean
read_in_order (PoplensStepSums *self, const PoplensExecution *x, PoplensReport *report,
               gboolean *sorted, GCancellable *cancellable, GError **error)
{
  guint32 row = 0;

  *sorted = TRUE;
  for (guint64 key = 0; *sorted && key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_STEP_CYCLES, key, cancellable, error);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; *sorted && i < slice->n; i++, row++) {
      const PoplensStepCycles *fields = &slice->step_cycles[i];
      *sorted = row < self->n && x->row_ipu[row] == fields->ipu &&
                poplens_execution_step_id (x, x->row_step[row]) == fields->step_id;
      if (*sorted)
        set_row (self, row, fields->cycles, fields->tile_balance);
    }
    key = slice->next;
    tell (cancellable, row, self->n);
  }
  *sorted = *sorted && row == self->n;
  return TRUE;
}

static gboolean
read_by_index (PoplensStepSums *self, PoplensReport *report, GCancellable *cancellable,
               GError **error)
{
  for (guint32 first = 0; first < self->n; first += POPLENS_STEP_ROWS_PER_SLICE) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        report, POPLENS_SLICE_STEP_ROWS, first / POPLENS_STEP_ROWS_PER_SLICE, cancellable, error);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n && first + i < self->n; i++)
      set_row (self, first + i, slice->step_rows[i].cycles, slice->step_rows[i].tile_balance);
    tell (cancellable, first, self->n);
  }
  return TRUE;
}

static gpointer
sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensStepSums) self = NULL;
  g_autoptr (GError) wrong = NULL;
  gconstpointer target;
  gboolean sorted;

  if (!x || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_atomic_rc_box_new0 (PoplensStepSums);
  self->n = x->n_rows;
  self->tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0;
  self->cycles = poplens_cycle_column_new (self->n);
  self->tile_cycles = poplens_cycle_column_new (self->n);
  for (guint32 row = 0; row < self->n; row++)
    poplens_cycle_column_set (self->cycles, row, 0);
  /* What the pass cannot read (a table without row ids, columns that are not there) slices may. */
  if (read_in_order (self, x, report, &sorted, cancellable, &wrong) && sorted)
    return g_steal_pointer (&self);
  if (!read_by_index (self, report, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

static const PoplensDerived step_sums = {"poplens-step-sums", sums_new, g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_step_sums_unref};

PoplensStepSums *
poplens_step_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &step_sums, cancellable, error);
}

PoplensStepSums *
poplens_step_sums_peek (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &step_sums);
}
