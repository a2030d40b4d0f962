#include "derived/programs/program-sums.h"

#include "derived/trace/trace-sums.h"

static void
sums_clear (gpointer data)
{
  PoplensProgramSums *self = data;

  g_free (self->executed);
  g_free (self->first);
  g_free (self->tile_cycles);
  g_free (self->cycles);
}

void
poplens_program_sums_unref (PoplensProgramSums *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, sums_clear);
}

/* Row of each step's program. (transfer full) */
static guint32 *
find_programs (PoplensProgramSums *self, const PoplensExecution *x, const PoplensPrograms *programs)
{
  guint32 *rows = g_new (guint32, MAX (x->n_steps, 1));

  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 id = x->step_program[s];
    guint32 row = id == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW : poplens_programs_find (programs, id);
    rows[s] = MIN (row, self->n);
    self->executed[rows[s]]++;
    if (self->first[rows[s]] == POPLENS_NEVER_EXECUTED)
      self->first[rows[s]] = s;
  }
  return rows;
}

static gpointer
sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  const PoplensExecution *x =
      programs ? poplens_report_load_execution (report, cancellable, error) : NULL;
  g_autoptr (PoplensStepSums) steps = x ? poplens_step_sums_get (report, cancellable, error) : NULL;

  if (!steps)
    return NULL;
  PoplensProgramSums *self = g_atomic_rc_box_new0 (PoplensProgramSums);
  gsize n = (gsize) programs->n + 1;
  self->n = programs->n;
  self->executed = g_new0 (guint32, n);
  self->first = g_new (guint32, n);
  self->tile_cycles = g_new0 (guint64, n);
  self->cycles = g_new0 (guint64, n);
  for (gsize p = 0; p < n; p++)
    self->first[p] = POPLENS_NEVER_EXECUTED;
  g_autofree guint32 *rows = find_programs (self, x, programs);
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 p = rows[x->row_step[r]];
    self->tile_cycles[p] += poplens_step_sums_tile_cycles (steps, r);
    self->cycles[p] += poplens_cycles_at (steps->cycles, r);
  }
  return self;
}

PoplensProgramSums *
poplens_program_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-sums", sums_new, g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_program_sums_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
