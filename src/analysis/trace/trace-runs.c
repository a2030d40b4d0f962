#include "analysis/trace/trace-runs.h"

/* The run of each step; FALSE where the steps are not in program_trace. A step without a program
 * belongs to the run of the step before it [assumed]. */
static gboolean
find_runs (const PoplensExecution *x, guint32 *run_of)
{
  guint32 at = 0, run = 0;
  guint64 end = x->runs[0].n_programs;

  for (guint32 r = 0; r < x->n_runs; r++)
    if (x->n_runs > 1 && x->runs[r].n_programs == POPLENS_COUNT_UNKNOWN)
      return FALSE;
  for (guint32 s = 0; s < x->n_steps; s++) {
    if (x->step_program[s] != G_MAXUINT32) {
      while (at < x->n_trace && x->trace_program[at] != x->step_program[s])
        at++;
      if (at >= x->n_trace)
        return FALSE;
      while (at >= end && run + 1 < x->n_runs) {
        run++;
        end += MIN (x->runs[run].n_programs, G_MAXUINT32);
      }
      at++;
    }
    run_of[s] = run;
  }
  return TRUE;
}

static void
add_blocks (const PoplensExecution *x, const guint32 *run_of, PoplensRunSpan *spans)
{
  for (guint32 r = 0; r < x->n_rows; r++) {
    PoplensRunSpan *span = &spans[run_of[x->row_step[r]]];
    if (x->row_from[r] == G_MAXUINT64)
      continue;
    span->from = MIN (span->from, x->row_from[r]);
    span->to = MAX (span->to, poplens_execution_row_to (x, r));
  }
}

guint32 *
poplens_trace_find_runs (const PoplensExecution *execution)
{
  g_autofree guint32 *run_of = g_new0 (guint32, MAX (execution->n_steps, 1));

  if (!execution->n_runs || (execution->n_runs > 1 && !find_runs (execution, run_of)))
    return NULL;
  return g_steal_pointer (&run_of);
}

GArray *
poplens_trace_run_spans (const PoplensExecution *execution)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (PoplensRunSpan));
  guint32 n = execution->n_runs;
  g_autofree guint32 *run_of = poplens_trace_find_runs (execution);
  g_autofree PoplensRunSpan *spans = g_new (PoplensRunSpan, MAX (n, 1));
  guint64 last = 0;

  if (!run_of)
    return found;
  for (guint32 r = 0; r < n; r++)
    spans[r] = (PoplensRunSpan){r, G_MAXUINT64, 0};
  add_blocks (execution, run_of, spans);
  for (guint32 r = 0; r < n; r++)
    if (spans[r].from < spans[r].to && spans[r].from >= last) {
      last = spans[r].from;
      g_array_append_val (found, spans[r]);
    }
  return found;
}
