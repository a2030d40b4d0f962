#include "tables/trace-sums.h"

#include "analysis/insights.h"
#include "tables/builders.h"

#include <math.h>

static void
sums_clear (gpointer data)
{
  PoplensTraceSums *self = data;

  poplens_trace_ranges_free (self->ranges);
  g_free (self->cycles);
  g_free (self->tile_cycles);
  g_free (self->exchange);
  g_free (self->received);
  g_free (self->sent);
}

void
poplens_trace_sums_unref (PoplensTraceSums *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, sums_clear);
}

/* ---- cycles ---------------------------------------------------------------------------- */

static void
add_slice (PoplensTraceSums *self, const PoplensSlice *slice, guint32 first)
{
  for (guint32 i = 0; i < slice->n && first + i < self->execution->n_rows; i++) {
    const PoplensStepRow *fields = &slice->step_rows[i];
    double all = (double) self->tiles * (double) fields->cycles;
    self->cycles[first + i] = fields->cycles;
    /* The balance is the mean of all tiles' cycles over the longest's, so it gives their sum. */
    if (all < 9e15 && fields->tile_balance >= 0 && fields->tile_balance <= 1)
      self->tile_cycles[first + i] = (guint64) round (all * fields->tile_balance);
  }
}

static gboolean
read_cycles (PoplensTraceSums *self, PoplensReport *report, GCancellable *cancellable,
             GError **error)
{
  guint32 n = self->execution->n_rows;

  self->cycles = g_new0 (guint64, MAX (n, 1));
  self->tile_cycles = g_new0 (guint64, MAX (n, 1));
  for (guint32 row = 0; row < n; row += POPLENS_STEP_ROWS_PER_SLICE) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        report, POPLENS_SLICE_STEP_ROWS, row / POPLENS_STEP_ROWS_PER_SLICE, cancellable, error);
    if (!slice)
      return FALSE;
    add_slice (self, slice, row);
  }
  return TRUE;
}

/* ---- bytes ----------------------------------------------------------------------------- */

static void
add_exchange (const PoplensLists *lists, guint32 row, guint32 n_ipus, GArray *out)
{
  g_autofree guint64 *values = g_new0 (guint64, MAX (n_ipus, 1));

  if (lists && row < poplens_lists_n_rows (lists))
    poplens_lists_read (lists, row, values, n_ipus);
  g_array_append_vals (out, values, n_ipus);
}

/* Each program's exchange is read once. */
static void
read_bytes (PoplensTraceSums *self, const PoplensPrograms *programs,
            const PoplensExchanges *exchanges)
{
  const PoplensExecution *x = self->execution;
  g_autofree guint32 *known = g_new0 (guint32, programs ? MAX (programs->n, 1) : 1);
  GArray *received = g_array_new (FALSE, FALSE, sizeof (guint64));
  GArray *sent = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 n = 0;

  self->exchange = g_new (guint32, MAX (x->n_steps, 1));
  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 id = x->step_program[s], at = G_MAXUINT32;
    guint32 p = programs && exchanges && id != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (programs, id)
                    : POPLENS_NO_ROW;
    self->exchange[s] = G_MAXUINT32;
    if (p == POPLENS_NO_ROW)
      continue;
    PoplensExchangeKind kind = poplens_program_exchange (programs, p);
    if (kind == POPLENS_N_EXCHANGE_KINDS)
      continue;
    if (!known[p])
      at = poplens_exchanges_find (exchanges, kind, programs->variant_index[p]);
    if (at != G_MAXUINT32) {
      add_exchange (exchanges->tables[kind].received_by_ipu, at, x->n_ipus, received);
      add_exchange (exchanges->tables[kind].sent_by_ipu, at, x->n_ipus, sent);
      known[p] = ++n;
    }
    self->exchange[s] = known[p] - 1; /* not known: G_MAXUINT32 */
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

/* ---- kept with the report -------------------------------------------------------------- */

static PoplensTraceSums *
sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs, exchanges, target;
  g_autoptr (PoplensTraceSums) self = NULL;

  if (!execution ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_atomic_rc_box_new0 (PoplensTraceSums);
  self->execution = execution;
  self->tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0;
  if (!read_cycles (self, report, cancellable, error))
    return NULL;
  read_bytes (self, programs, exchanges);
  self->ranges = poplens_trace_ranges_new (execution);
  return g_steal_pointer (&self);
}

static gpointer
ref_sums (gpointer sums, gpointer user_data)
{
  return sums ? g_atomic_rc_box_acquire (sums) : NULL;
}

PoplensTraceSums *
poplens_trace_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const char key[] = "poplens-trace-sums";
  PoplensTraceSums *self = g_object_dup_data (G_OBJECT (report), key, ref_sums, NULL);

  if (self)
    return self;
  self = sums_new (report, cancellable, error);
  /* A report does not change: two threads that add up at once find the same. */
  if (self)
    g_object_set_data_full (G_OBJECT (report), key, g_atomic_rc_box_acquire (self),
                            (GDestroyNotify) poplens_trace_sums_unref);
  return self;
}
