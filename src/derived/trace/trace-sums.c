#include "derived/trace/trace-sums.h"

#include "derived/parts.h"
#include "derived/programs/program-exchange.h"

static void
sums_clear (gpointer data)
{
  PoplensTraceSums *self = data;

  poplens_trace_ranges_free (self->ranges);
  poplens_step_sums_unref (self->steps);
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
      add_exchange (table->received_by_ipu, at, x->n_ipus, received);
      add_exchange (table->sent_by_ipu, at, x->n_ipus, sent);
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

static gpointer
sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs, exchanges;
  g_autoptr (PoplensTraceSums) self = NULL;

  if (!execution ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error))
    return NULL;
  self = g_atomic_rc_box_new0 (PoplensTraceSums);
  self->execution = execution;
  self->steps = poplens_step_sums_get (report, cancellable, error);
  if (!self->steps)
    return NULL;
  read_bytes (self, programs, exchanges);
  self->ranges = poplens_trace_ranges_new (execution);
  return g_steal_pointer (&self);
}

PoplensTraceSums *
poplens_trace_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-trace-sums", sums_new, g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_trace_sums_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
