/* Runs, the program trace and the file's own totals. */
#include "analysis/check/check-rules.h"

#include <string.h>

/* The total that steps of that kind count for, or POPLENS_N_CYCLE_TOTALS. */
static PoplensCycleTotal
find_total (PoplensStepKind kind)
{
  static const PoplensStepKind kinds[POPLENS_N_CYCLE_TOTALS] = {
      [POPLENS_TOTAL_COMPUTE] = POPLENS_STEP_ON_TILE_EXECUTE,
      [POPLENS_TOTAL_INTERNAL_EXCHANGE] = POPLENS_STEP_DO_EXCHANGE,
      [POPLENS_TOTAL_INTER_IPU_EXCHANGE] = POPLENS_STEP_GLOBAL_EXCHANGE,
      [POPLENS_TOTAL_STREAM_COPY] = POPLENS_STEP_STREAM_COPY_MID,
      [POPLENS_TOTAL_STREAM_COPY_BEGIN] = POPLENS_STEP_STREAM_COPY_BEGIN,
      [POPLENS_TOTAL_STREAM_COPY_END] = POPLENS_STEP_STREAM_COPY_END,
      [POPLENS_TOTAL_SYNC] = POPLENS_STEP_SYNC,
  };
  PoplensCycleTotal total = POPLENS_TOTAL_COMPUTE;

  while (total < POPLENS_N_CYCLE_TOTALS && kinds[total] != kind)
    total++;
  return total;
}

static void
check_totals (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  PoplensCheckMade made = {.totals[POPLENS_TOTAL_CYCLES] = e->total_cycles};
  g_autoptr (PoplensSlice) slice = NULL;
  guint64 all = 0;

  if (e->n_steps && !e->n_rows) {
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "No step has cycles by tile.");
    return;
  }
  /* That they are not, the check of steps says. */
  if (!poplens_execution_knows_tile_cycles (e)) {
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "Lists of cycles by tile are damaged.");
    return;
  }
  for (guint32 t = 0; t < e->n_types; t++) {
    PoplensCycleTotal total = find_total (e->type_kind[t]);
    all += e->type_tile_cycles[t];
    if (total < POPLENS_N_CYCLE_TOTALS)
      made.totals[total] += e->type_tile_cycles[t];
  }
  if (!all)
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "No step has cycles by tile.");
  else
    slice = poplens_check_slice (run, CHECK_CYCLE_TOTALS, POPLENS_SLICE_SCAN_TOTALS, 0);
  if (slice && !slice->n)
    poplens_check_none (run, CHECK_CYCLE_TOTALS, "execution_cycle_totals has no row.");
  if (!slice || slice->n != POPLENS_N_CYCLE_TOTALS)
    return;
  memcpy (made.totals_in_file, slice->values, sizeof made.totals_in_file);
  poplens_check_hold (run, RULES_CYCLE_TOTALS, &made, NULL);
}

/* Without them the trace has no such step, and the sums are too small. */
static void
check_rows (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 row = 0;

  for (guint32 s = 0; s < e->n_steps; s++) {
    guint32 first = row;
    while (row < e->n_rows && e->row_step[row] == s)
      row++;
    if (!poplens_check_that (run, CHECK_STEP_ROWS, row > first))
      poplens_check_fail (run, CHECK_STEP_ROWS, "a row of steps_by_ipu", "none", "step %u",
                          poplens_execution_step_id (e, s));
  }
}

static void
check_runs (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  PoplensCheckMade made = {0};

  for (guint32 r = 0; r < e->n_runs; r++) {
    if (e->runs[r].n_programs == POPLENS_COUNT_UNKNOWN)
      return;
    made.programs += e->runs[r].n_programs;
  }
  if (e->n_runs && e->n_trace)
    poplens_check_hold (run, RULES_RUNS, &made, NULL);
}

static void
check_order (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 at = 0;

  if (!e->n_trace) {
    poplens_check_none (run, CHECK_TRACE_ORDER, "program_trace has no row.");
    return;
  }
  for (guint32 s = 0; s < e->n_steps; s++) {
    guint32 place = at;
    if (e->step_program[s] == G_MAXUINT32)
      continue;
    while (place < e->n_trace && e->trace_program[place] != e->step_program[s])
      place++;
    if (poplens_check_that (run, CHECK_TRACE_ORDER, place < e->n_trace)) {
      at = place + 1;
      continue;
    }
    g_autofree char *expected =
        g_strdup_printf ("program %u in program_trace after row %u", e->step_program[s], at);
    poplens_check_fail (run, CHECK_TRACE_ORDER, expected, "none", "step %u",
                        poplens_execution_step_id (e, s));
    poplens_check_link (run, CHECK_TRACE_ORDER,
                        "trace?executed=", poplens_execution_step_id (e, s));
    /* Every later step would be searched for in vain, at quadratic cost. */
    return;
  }
}

void
poplens_check_trace (PoplensCheckRun *run)
{
  check_rows (run);
  check_totals (run);
  check_runs (run);
  check_order (run);
}
