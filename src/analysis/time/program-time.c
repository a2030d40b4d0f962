#include "analysis/time/program-time.h"

#include "analysis/time/time-iterations.h"
#include "analysis/time/time-private.h"

/* Whether what was read of a long trace goes beyond the beginning of the program: each IPU has
 * computed or exchanged something. */
static gboolean
has_begun (const PoplensExecution *x)
{
  g_autofree gboolean *works = g_new0 (gboolean, x->n_ipus + 1);

  for (guint32 row = 0; row < x->n_rows; row++)
    if (poplens_step_kind_is_work (poplens_execution_step_kind (x, x->row_step[row])))
      works[x->row_ipu[row]] = TRUE;
  for (guint32 i = 0; i < x->n_ipus; i++)
    if (x->ipu_seen[i] && !works[i])
      return FALSE;
  return TRUE;
}

static void
find_longest_run (PoplensProgramTime *self, const PoplensTime *time)
{
  self->run = -1;
  for (guint r = 0; r < time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, r);
    if (run->run == G_MAXUINT32 || (r && run->to - run->work <= self->run_to - self->run_from))
      continue;
    self->run = poplens_time_run_id (time, r);
    self->run_from = run->work;
    self->run_to = run->to;
  }
}

void
poplens_program_time_compute (PoplensProgramTime *self, const PoplensExecution *execution,
                              const PoplensPrograms *programs, const PoplensExchanges *exchanges)
{
  PoplensTimeInput input = {.execution = execution, .programs = programs, .exchanges = exchanges};
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (PoplensTimeRun));
  PoplensTime time = {.execution = execution, .total = execution->total_cycles, .runs = runs};
  PoplensTimeMaking making = {.input = &input, .time = &time};

  *self = (PoplensProgramTime){0};
  if (!execution->n_rows || !execution->total_cycles || (execution->cut && !has_begun (execution)))
    return;
  poplens_time_find_runs (&making);
  g_free (making.roles);
  self->known = TRUE;
  self->incomplete = poplens_execution_lacks_rows (execution);
  self->trace = time.total;
  self->outside = time.outside;
  self->program = time.total - time.outside;
  find_longest_run (self, &time);
  if (execution->cut)
    return;
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (&time, programs);
  self->iterations_known = TRUE;
  self->n_iterations = found->iterations.turns->len;
  self->n_lengths = found->iterations.length->len;
  self->iteration = found->iterations.median;
}
