/* Cycles that the file keeps a second time, by compute set and by exchange between IPUs. */
#include "analysis/check/check-steps.h"

#include "model/search.h"

#define SEEN 1
#define SAME 2
#define MOST_IPUS 1024

static void
init (PoplensCheckCycles *self, PoplensCheckId check, const char *what, guint32 n_ipus, guint32 n,
      const guint32 *ids, const PoplensLists *lists)
{
  *self = (PoplensCheckCycles){check, what, n, MIN (n_ipus, MOST_IPUS), ids, NULL, NULL};
  for (guint32 r = 0; lists && r < n; r++)
    if (!poplens_lists_is_absent (lists, r))
      self->lists = lists;
  if (self->lists)
    self->state = g_new0 (guint8, (gsize) n * MAX (self->n_ipus, 1));
}

void
poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                           PoplensCheckRun *run)
{
  const PoplensVertices *v = run->programs ? run->vertices : NULL;
  const PoplensExchanges *e = run->programs ? run->exchanges : NULL;
  guint32 n_ipus = run->execution->n_ipus;

  init (compute_sets, CHECK_COMPUTE_SET_CYCLES, "compute set", n_ipus, v ? v->n_compute_sets : 0,
        v ? v->compute_set_id : NULL, v ? v->compute_set_cycles : NULL);
  init (exchanges, CHECK_GLOBAL_EXCHANGE_CYCLES, "inter-IPU exchange", n_ipus,
        e ? e->n_global_cycles : 0, e ? e->global_cycles_id : NULL,
        e ? e->global_exchange_cycles : NULL);
}

void
poplens_check_cycles_clear (PoplensCheckCycles *self)
{
  g_clear_pointer (&self->state, g_free);
}

static void
note (PoplensCheckCycles *self, guint32 id, const PoplensStepRow *row)
{
  guint64 lists[MOST_IPUS];
  guint32 at = self->lists ? poplens_find_id (self->ids, self->n, id) : G_MAXUINT32;

  if (at == G_MAXUINT32 || row->ipu >= self->n_ipus || poplens_lists_is_absent (self->lists, at))
    return;
  poplens_lists_read (self->lists, at, lists, self->n_ipus);
  self->state[(gsize) at * self->n_ipus + row->ipu] |=
      row->tile_cycles_id >= 0 && lists[row->ipu] == (guint64) row->tile_cycles_id ? SEEN | SAME
                                                                                   : SEEN;
}

void
poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                           PoplensCheckRun *run, const PoplensStepRow *row)
{
  const PoplensPrograms *p = run->programs;
  guint32 step, program;

  if (!compute_sets->lists && !exchanges->lists)
    return;
  step = poplens_execution_find_step (run->execution, row->step_id);
  program = step == G_MAXUINT32 || run->execution->step_program[step] == G_MAXUINT32
                ? POPLENS_NO_ROW
                : poplens_programs_find (p, run->execution->step_program[step]);
  if (program == POPLENS_NO_ROW)
    return;
  if (p->compute_set[program] != POPLENS_NO_ROW)
    note (compute_sets, p->compute_set[program], row);
  else if (p->kind[program] == POPLENS_PROGRAM_GLOBAL_EXCHANGE &&
           p->variant_index[program] != POPLENS_NO_ROW)
    note (exchanges, p->variant_index[program], row);
}

/* Where a step was seen on some IPUs only, the lists of the others hold nothing but zeroes. */
static gboolean
is_zero (PoplensCheckRun *run, PoplensCheckId check, guint64 id)
{
  g_autoptr (PoplensSlice) slice = poplens_check_slice (run, check, POPLENS_SLICE_CYCLES, id);

  for (guint32 i = 0; slice && i < slice->n; i++)
    if (slice->values[i])
      return FALSE;
  return TRUE;
}

static void
check_row (PoplensCheckCycles *self, PoplensCheckRun *run, guint32 row)
{
  const guint8 *state = self->state + (gsize) row * self->n_ipus;
  g_autoptr (GArray) ids = poplens_lists_values (self->lists, row);
  gboolean seen = FALSE;

  for (guint32 i = 0; i < self->n_ipus; i++)
    seen |= state[i] & SEEN;
  for (guint32 i = 0; seen && i < ids->len && i < self->n_ipus; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    gboolean good = state[i] ? state[i] & SAME : is_zero (run, self->check, id);
    if (poplens_check_that (run, self->check, good))
      continue;
    g_autofree char *found = g_strdup_printf ("list %" G_GUINT64_FORMAT, id);
    poplens_check_fail (run, self->check,
                        state[i] ? "the list of one of its steps" : "a list of zeros", found,
                        "%s %u, IPU %u", self->what, self->ids[row], i);
  }
}

void
poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run)
{
  if (!self->lists)
    poplens_check_none (run, self->check, "No such cycles recorded.");
  for (guint32 r = 0; self->lists && r < self->n && poplens_check_go_on (run, 0, 0); r++)
    if (!poplens_lists_is_absent (self->lists, r))
      check_row (self, run, r);
  poplens_check_none (run, self->check, "No step executed any of them.");
}
