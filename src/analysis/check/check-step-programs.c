/* Executed steps against the programs that they are steps of. */
#include "analysis/check/check-private.h"

/* A step's type, the program's, and the column that says once more what the program is of. */
static const struct {
  PoplensStepKind step;
  PoplensProgramKind program;
  const char *column;
} kinds[] = {
    {POPLENS_STEP_ON_TILE_EXECUTE, POPLENS_PROGRAM_ON_TILE_EXECUTE, "compute_set"},
    {POPLENS_STEP_DO_EXCHANGE, POPLENS_PROGRAM_DO_EXCHANGE, "exchange"},
    {POPLENS_STEP_GLOBAL_EXCHANGE, POPLENS_PROGRAM_GLOBAL_EXCHANGE, "inter_ipu_exchange"},
    {POPLENS_STEP_STREAM_COPY_BEGIN, POPLENS_PROGRAM_STREAM_COPY_BEGIN, NULL},
    {POPLENS_STEP_STREAM_COPY_MID, POPLENS_PROGRAM_STREAM_COPY_MID, "host_exchange"},
    {POPLENS_STEP_STREAM_COPY_END, POPLENS_PROGRAM_STREAM_COPY_END, NULL},
};

/* Location in `kinds`, or their number: a sync, or what no real file has. */
static guint
find_kind (PoplensStepKind kind)
{
  guint k = 0;

  while (k < G_N_ELEMENTS (kinds) && kinds[k].step != kind)
    k++;
  return k;
}

void
poplens_check_step_programs (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;

  for (guint32 s = 0; s < e->n_steps; s++) {
    if (find_kind (poplens_execution_step_kind (e, s)) == G_N_ELEMENTS (kinds) ||
        poplens_check_that (run, CHECK_STEP_PROGRAMS, e->step_program[s] != G_MAXUINT32))
      continue;
    poplens_check_fail (run, CHECK_STEP_PROGRAMS, "a program", "none", "step %u, %s",
                        poplens_execution_step_id (e, s), poplens_execution_step_type (e, s));
    poplens_check_link (run, CHECK_STEP_PROGRAMS,
                        "trace?executed=", poplens_execution_step_id (e, s));
  }
}

/* What the row says in the column of its kind. */
static guint32
get_variant (const PoplensScanStepProgram *row, PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
    return row->compute_set;
  case POPLENS_STEP_DO_EXCHANGE:
    return row->exchange;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return row->inter_ipu_exchange;
  default:
    return row->host_exchange;
  }
}

static void
fail_step (PoplensCheckRun *run, const PoplensScanStepProgram *row, const char *expected,
           const char *found, const char *what)
{
  poplens_check_fail (run, CHECK_STEP_PROGRAMS, expected, found, "step %u, %s", row->step, what);
  poplens_check_link (run, CHECK_STEP_PROGRAMS, "trace?executed=", row->step);
}

/* A program that is not there is execution-references' to tell. */
static void
check_variant (PoplensCheckRun *run, const PoplensScanStepProgram *row, PoplensStepKind kind)
{
  const PoplensPrograms *p = run->programs;
  guint k = find_kind (kind);
  guint32 program = poplens_programs_find (p, row->program);
  g_autofree char *expected = NULL, *found = NULL;

  if (k == G_N_ELEMENTS (kinds) || program == POPLENS_NO_ROW)
    return;
  if (!poplens_check_that (run, CHECK_STEP_PROGRAMS, p->kind[program] == kinds[k].program)) {
    found = g_strdup_printf ("program %u (unknown)", row->program);
    fail_step (run, row, "a program of its type", found, "program");
    return;
  }
  if (!kinds[k].column)
    return;
  guint32 its =
      kind == POPLENS_STEP_ON_TILE_EXECUTE ? p->compute_set[program] : p->variant_index[program];
  guint32 says = get_variant (row, kind);
  if (its == POPLENS_NO_ROW || poplens_check_that (run, CHECK_STEP_PROGRAMS, says == its))
    return;
  expected = g_strdup_printf ("%u, as program %u has", its, row->program);
  found = says == G_MAXUINT32 ? g_strdup ("none") : g_strdup_printf ("%u", says);
  fail_step (run, row, expected, found, kinds[k].column);
}

void
poplens_check_step_variants (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 s = 0;

  /* Ids of programs are then not to be told apart. */
  if (run->programs->ambiguous || !run->programs->n)
    return;
  for (guint64 key = 0; key != POPLENS_NO_SLICE && s < e->n_steps;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_STEP_PROGRAMS, POPLENS_SLICE_SCAN_STEP_PROGRAMS, key);
    if (!slice || !poplens_check_go_on (run, s, e->n_steps))
      return;
    for (guint32 i = 0; i < slice->n && s < e->n_steps; i++) {
      const PoplensScanStepProgram *row = &slice->scan_step_programs[i];
      while (s < e->n_steps && poplens_execution_step_id (e, s) < row->step)
        s++;
      if (s < e->n_steps && poplens_execution_step_id (e, s) == row->step)
        check_variant (run, row, poplens_execution_step_kind (e, s));
    }
    key = slice->next;
  }
}
