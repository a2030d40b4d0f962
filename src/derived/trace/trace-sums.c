/* Reads the cycles of all rows of steps_by_ipu, and sums the bytes of exchanges. Caches the
 * results, and the labels of steps, in the report. */
#include "derived/trace/trace-sums.h"

#include "base/work.h"
#include "derived/programs/program-location.h"

#include <math.h>

/* ---- sums of steps --------------------------------------------------------------------------- */

/* Reading cycles: one pass over steps_by_ipu suffices if the file has its rows in order of step and
 * IPU, as all real files do. Otherwise slices are read through the index of the table. */

static void
step_sums_free (PoplensStepSums *self)
{
  if (!self)
    return;
  poplens_cycle_column_free (self->cycles);
  poplens_cycle_column_free (self->tile_cycles);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepSums, step_sums_free)

static void
set_row_cycles (PoplensStepSums *self, guint32 row, guint64 cycles, double balance)
{
  double all = (double) self->tiles * (double) cycles;

  poplens_cycle_column_set (self->cycles, row, cycles);
  /* Tile balance is mean cycles ÷ longest tile's cycles, so it gives the sum of all tiles. */
  if (all < 9e15 && balance >= 0 && balance <= 1)
    poplens_cycle_column_set (self->tile_cycles, row, (guint64) round (all * balance));
  else
    poplens_cycle_column_set (self->tile_cycles, row, POPLENS_NO_CYCLES);
}

/* Reports the progress of the current work. */
static void
report_progress (GCancellable *cancellable, guint64 done, guint64 all)
{
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork share = poplens_work_share (&whole, 0, POPLENS_STEP_SUMS_SHARE);

  poplens_work_go_on (&share, "Loading step cycles", MIN (done, all), all);
}

/* Reads all rows in the order of the file. @sorted: (out): FALSE if the file does not have exactly
 * the rows of @x, in their order. FALSE with @error. */
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
        set_row_cycles (self, row, fields->cycles, fields->tile_balance);
    }
    key = slice->next;
    report_progress (cancellable, row, self->n);
  }
  *sorted = *sorted && row == self->n;
  return TRUE;
}

/* Reads the cycles of all rows through slices, which use the index of the table. FALSE with @error.
 */
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
      set_row_cycles (self, first + i, slice->step_rows[i].cycles,
                      slice->step_rows[i].tile_balance);
    report_progress (cancellable, first, self->n);
  }
  return TRUE;
}

static gpointer
step_sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensStepSums) self = NULL;
  g_autoptr (GError) wrong = NULL;
  gconstpointer target;
  gboolean sorted;

  if (!x ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_new0 (PoplensStepSums, 1);
  self->n = x->n_rows;
  self->tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0;
  self->cycles = poplens_cycle_column_new (self->n);
  self->tile_cycles = poplens_cycle_column_new (self->n);
  for (guint32 row = 0; row < self->n; row++)
    poplens_cycle_column_set (self->cycles, row, 0);
  /* If the pass fails (a table without row ids or with missing columns), slices may still be
   * readable. */
  if (read_in_order (self, x, report, &sorted, cancellable, &wrong) && sorted)
    return g_steal_pointer (&self);
  if (!read_by_index (self, report, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

static const PoplensDerived step_sums = {"poplens-step-sums", step_sums_new, NULL,
                                         (GDestroyNotify) step_sums_free};

const PoplensStepSums *
poplens_step_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &step_sums, cancellable, error);
}

const PoplensStepSums *
poplens_step_sums_peek (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &step_sums);
}

/* ---- trace sums ------------------------------------------------------------------------------ */

static void
trace_sums_free (PoplensTraceSums *self)
{
  if (!self)
    return;
  poplens_trace_ranges_free (self->ranges);
  g_free (self->exchange);
  g_free (self->received);
  g_free (self->sent);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceSums, trace_sums_free)

/* ---- bytes ----------------------------------------------------------------------------------- */

static void
append_ipu_bytes (const PoplensLists *lists, guint32 row, guint32 n_ipus, GArray *out)
{
  g_autofree guint64 *values = g_new0 (guint64, MAX (n_ipus, 1));

  if (lists && row < poplens_lists_n_rows (lists))
    poplens_lists_read (lists, row, values, n_ipus);
  g_array_append_vals (out, values, n_ipus);
}

/* Sets the bytes by exchange and IPU. The exchange of each program is read only once. */
static void
sum_exchange_bytes (PoplensTraceSums *self, const PoplensPrograms *programs,
                    const PoplensExchanges *exchanges)
{
  const PoplensExecution *x = self->execution;
  g_autofree guint32 *known = g_new0 (guint32, programs ? MAX (programs->n, 1) : 1);
  GArray *received = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *sent = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 n = 0;

  self->exchange = g_new (guint32, MAX (x->n_steps, 1));
  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 id = x->step_program[s], at;
    guint32 p = programs && exchanges && id != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (programs, id)
                    : POPLENS_NO_ROW;
    self->exchange[s] = G_MAXUINT32;
    if (p == POPLENS_NO_ROW)
      continue;
    const PoplensExchangeTable *table =
        known[p] ? NULL : poplens_exchange_of_program (exchanges, programs, p, &at);
    if (table) {
      append_ipu_bytes (table->received_by_ipu, at, x->n_ipus, received);
      append_ipu_bytes (table->sent_by_ipu, at, x->n_ipus, sent);
      known[p] = ++n;
    }
    self->exchange[s] = known[p] - 1; /* G_MAXUINT32 if known[p] is 0 */
  }
  self->received = (guint64 *) (gpointer) g_array_free (received, FALSE);
  self->sent = (guint64 *) (gpointer) g_array_free (sent, FALSE);
}

gboolean
poplens_trace_sums_bytes (const PoplensTraceSums *self, guint32 row, guint64 *received,
                          guint64 *sent)
{
  guint32 exchange = self->exchange[self->execution->row_step[row]];
  gsize at = (gsize) exchange * self->execution->n_ipus + self->execution->row_ipu[row];

  if (exchange == G_MAXUINT32)
    return FALSE;
  *received = self->received[at];
  *sent = self->sent[at];
  return TRUE;
}

/* ---- cache ----------------------------------------------------------------------------------- */

static gpointer
trace_sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs, exchanges;
  g_autoptr (PoplensTraceSums) self = NULL;

  if (!execution ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error))
    return NULL;
  self = g_new0 (PoplensTraceSums, 1);
  self->execution = execution;
  self->steps = poplens_step_sums_get (report, cancellable, error);
  if (!self->steps)
    return NULL;
  sum_exchange_bytes (self, programs, exchanges);
  self->ranges = poplens_trace_ranges_new (execution);
  return g_steal_pointer (&self);
}

const PoplensTraceSums *
poplens_trace_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-trace-sums", trace_sums_new, NULL,
                                         (GDestroyNotify) trace_sums_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- labels of steps ------------------------------------------------------------------------- */

static gpointer
step_labels_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs;

  if (!x ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  return poplens_step_labels_new (x, programs);
}

const PoplensStepLabels *
poplens_report_step_labels (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-step-labels", step_labels_new, NULL,
                                         (GDestroyNotify) poplens_step_labels_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

const char *
poplens_step_label_or_name (const PoplensStepLabels *labels, guint32 step, const char *name)
{
  const char *label = poplens_step_labels_get (labels, step);

  return label ? label : name;
}
