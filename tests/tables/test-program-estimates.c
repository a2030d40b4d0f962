/* Tests of the compiler's estimates for programs, against lists in the file and the execution. */
#include "derived/programs/program-sums.h"
#include "derived/trace/trace-sums.h"
#include "model/exchanges.h"
#include "support/report-fixture.h"

/* Adds the lists in a row of a table of exchanges. @sum: tile cycles; @longest: cycles of the
 * longest tile */
static void
add_lists (PoplensReport *report, const PoplensLists *lists, guint32 row, guint64 *sum,
           guint64 *longest)
{
  g_autoptr (GArray) ids = poplens_lists_values (lists, row);

  for (guint i = 0; i < ids->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        report, POPLENS_SLICE_ESTIMATES, g_array_index (ids, guint64, i), NULL, &error);
    guint64 most = 0;
    g_assert_no_error (error);
    for (guint32 t = 0; t < slice->n; t++) {
      *sum += slice->values[t];
      most = MAX (most, slice->values[t]);
    }
    *longest += most;
  }
}

static const PoplensLists *
estimates_of (const PoplensPrograms *p, const PoplensExchanges *x, guint32 program, guint32 *row)
{
  PoplensExchangeKind kind =
      p->kind[program] == POPLENS_PROGRAM_DO_EXCHANGE       ? POPLENS_EXCHANGE_INTERNAL
      : p->kind[program] == POPLENS_PROGRAM_STREAM_COPY_MID ? POPLENS_EXCHANGE_HOST
      : p->kind[program] == POPLENS_PROGRAM_GLOBAL_EXCHANGE ? POPLENS_EXCHANGE_GLOBAL
                                                            : POPLENS_N_EXCHANGE_KINDS;

  if (kind == POPLENS_N_EXCHANGE_KINDS)
    return NULL;
  *row = poplens_exchanges_find (x, kind, p->variant_index[program]);
  return *row == G_MAXUINT32 ? NULL : x->tables[kind].estimates;
}

/* The estimates of each program are those of its lists of all IPUs. */
static void
test_estimate_lists (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  const PoplensPrograms *p = poplens_report_load_programs (report, NULL, &error);
  const PoplensExchanges *x = poplens_report_load_exchanges (report, NULL, &error);
  g_autoptr (PoplensProgramEstimates) estimates =
      poplens_program_estimates_get (report, NULL, &error);
  guint32 n = 0;

  g_assert_no_error (error);
  for (guint32 program = 0; program < p->n; program++) {
    guint64 sum = 0, longest = 0;
    guint32 row;
    const PoplensLists *lists = estimates_of (p, x, program, &row);
    if (!lists || !poplens_lists_length (lists, row)) {
      g_assert_cmpuint (estimates->tile_cycles[program], ==, POPLENS_NOT_ESTIMATED);
      continue;
    }
    add_lists (report, lists, row, &sum, &longest);
    g_assert_cmpuint (estimates->tile_cycles[program], ==, sum);
    g_assert_cmpuint (estimates->longest[program], ==, longest);
    n++;
  }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, estimates->n_estimated);
}

/* A DoExchange takes the estimated cycles on every tile (formats.md 8.2). */
static void
test_estimate_executed (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;
  const PoplensPrograms *p = poplens_report_load_programs (report, NULL, &error);
  const PoplensExecution *x = poplens_report_load_execution (report, NULL, &error);
  const PoplensStepSums *sums = poplens_step_sums_get (report, NULL, &error);
  g_autoptr (PoplensProgramEstimates) estimates =
      poplens_program_estimates_get (report, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (x->n_ipus, ==, 1);
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 step = x->row_step[r], program;
    if (poplens_execution_step_kind (x, step) != POPLENS_STEP_DO_EXCHANGE)
      continue;
    program = poplens_programs_find (p, x->step_program[step]);
    g_assert_cmpuint (program, !=, POPLENS_NO_ROW);
    g_assert_cmpuint (estimates->tile_cycles[program], ==,
                      poplens_cycles_at (sums->tile_cycles, r));
    g_assert_cmpuint (estimates->longest[program], ==, poplens_cycles_at (sums->cycles, r));
    n++;
  }
  g_assert_cmpuint (n, >, 0);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/program-estimates/lists", test_estimate_lists, "integrals", "firehose",
                       "demo", NULL);
  report_fixture_test ("/program-estimates/executed", test_estimate_executed, "integrals",
                       "demo-run", NULL);
  return g_test_run ();
}
