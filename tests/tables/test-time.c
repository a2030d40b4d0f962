/* Tests of time losses in reports: invariants of all of them, and the numbers of a real one. */
#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "derived/headline.h"
#include "derived/time/time-source.h"
#include "support/mini-profile.h"
#include "support/report-fixture.h"
#include "support/temp-dir.h"

#include <string.h>

static void
check_ipu (const PoplensTime *time, const PoplensTimeIpu *ipu)
{
  guint64 tiles = 0, bounds = 0, work[POPLENS_N_WORKS] = {0}, computed = 0;

  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    tiles += ipu->classes[c];
  g_assert_cmpuint (tiles, ==, time->total * time->tiles);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
    bounds += ipu->bound[b];
    for (guint w = 0; w < POPLENS_N_WORKS; w++)
      work[w] += ipu->work[b][w];
  }
  g_assert_cmpuint (bounds, ==, time->total);
  for (guint s = 0; s < ipu->segments->len; s++)
    computed += g_array_index (ipu->segments, PoplensTimeSegment, s).compute;
  g_assert_cmpuint (computed, ==, work[POPLENS_WORK_COMPUTE]);
}

/* Checks that the columns are the tile cycles of the steps of each type. */
static void
check_columns (const PoplensTime *time)
{
  static const PoplensStepKind kinds[POPLENS_N_WORKS] = {
      POPLENS_STEP_ON_TILE_EXECUTE, POPLENS_STEP_DO_EXCHANGE, POPLENS_STEP_GLOBAL_EXCHANGE,
      POPLENS_STEP_STREAM_COPY_MID};
  const PoplensExecution *x = time->execution;

  for (guint w = 0; w < POPLENS_N_WORKS; w++) {
    guint64 sum = 0, expected = 0;
    for (guint i = 0; i < time->n_ipus; i++)
      for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
        sum += time->ipus[i].work[b][w];
    for (guint32 t = 0; t < x->n_types; t++)
      if (x->type_kind[t] == kinds[w])
        expected += x->type_tile_cycles[t];
    g_assert_cmpuint (sum, ==, expected);
  }
}

static void
check_bars (const PoplensTime *time)
{
  double bars[POPLENS_N_BARS], sum = 0;
  g_autoptr (GArray) path = poplens_time_path (time, 0, time->total);
  guint64 at = 0;

  poplens_time_waterfall (time, 0, time->total, bars);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    g_assert_cmpfloat (bars[b], >=, -1e-6);
    sum += bars[b];
  }
  g_assert_cmpfloat_with_epsilon (sum, (double) time->total, 1e-3);
  for (guint p = 0; p < path->len; p++) {
    g_assert_cmpuint (g_array_index (path, PoplensTimeStretch, p).from, ==, at);
    at = g_array_index (path, PoplensTimeStretch, p).to;
  }
  g_assert_cmpuint (at, ==, time->total);
}

/* The brief time, from the positions of steps alone, equals that of the whole sweep. */
static void
test_program (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  g_autoptr (PoplensReport) swept = report_fixture_open (name);
  PoplensProgramTime brief, whole;

  if (!report)
    return;
  const PoplensTime *time = poplens_report_time (swept, NULL, NULL);
  const PoplensTimeLoop *loop = &poplens_report_time_iterations (swept, NULL, NULL)->iterations;
  g_assert_true (poplens_report_program_time (report, FALSE, &brief, NULL, NULL));
  g_assert_true (!poplens_report_peek (report, POPLENS_PART_EXECUTION) ||
                 time->execution->n_runs > 1);
  g_assert_true (brief.known && !brief.incomplete && brief.iterations_known);
  g_assert_cmpuint (brief.trace, ==, time->total);
  g_assert_cmpuint (brief.outside, ==, time->outside);
  g_assert_cmpuint (brief.program, ==, time->total - time->outside);
  g_assert_cmpuint (brief.n_iterations, ==, loop->turns->len);
  g_assert_cmpuint (brief.iteration, ==, loop->median);
  g_assert_true (poplens_report_program_time (swept, TRUE, &whole, NULL, NULL));
  g_assert_cmpmem (&whole, sizeof whole, &brief, sizeof brief);
}

/* The first steps of a long trace show when the program begins, once they contain its work. */
static void
test_first_steps (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-run");
  PoplensExecution first = *poplens_report_load_execution (report, NULL, NULL);
  const PoplensPrograms *programs = poplens_report_load_programs (report, NULL, NULL);
  const PoplensExchanges *exchanges = poplens_report_load_exchanges (report, NULL, NULL);
  PoplensProgramTime whole, cut;

  poplens_program_time_compute (&whole, &first, programs, exchanges);
  g_assert_cmpuint (whole.outside, >, 0);
  first.cut = TRUE;
  first.n_rows /= 2;
  poplens_program_time_compute (&cut, &first, programs, exchanges);
  g_assert_true (cut.known && !cut.iterations_known);
  g_assert_cmpuint (cut.outside, ==, whole.outside);
  g_assert_cmpuint (cut.program, ==, whole.program);
  first.n_rows = 1;
  poplens_program_time_compute (&cut, &first, programs, exchanges);
  g_assert_false (cut.known);
}

/* Checks that the whole time is cached: a report that reads only the first steps gets it from a
 * report that computed it. */
static void
check_kept_time (const char *dir, const PoplensProgramTime *whole)
{
  g_autofree char *cache = temp_dir_new ();
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (cache, 1 << 24);
  PoplensProgramTime time;

  g_usleep (3 * G_USEC_PER_SEC); /* Figures of younger files are not cached. */
  for (guint i = 0; i < 3; i++) {
    g_autoptr (PoplensReport) report = poplens_report_open (dir, NULL);
    poplens_report_set_figures (report, store);
    g_assert_true (poplens_report_program_time (report, i == 1, &time, NULL, NULL));
    g_assert_cmpint (time.iterations_known, ==, i > 0);
    g_assert_cmpint (poplens_report_peek (report, POPLENS_PART_EXECUTION) != NULL, ==, i == 1);
  }
  g_assert_cmpmem (&time, sizeof time, whole, sizeof *whole);
  temp_dir_remove (cache);
}

/* Only the programs with which the host starts a run are read, by ID. */
static void
test_time_long (void)
{
  static const char sql[] =
      "DELETE FROM runs WHERE id > 0; DELETE FROM steps; DELETE FROM steps_by_ipu;"
      "DROP TABLE execution_cycle_totals;"
      "CREATE TABLE execution_cycle_totals (run_id, cycles, tile_cycles_compute,"
      " tile_cycles_internal_exchange, tile_cycles_inter_ipu_exchange, tile_cycles_stream_copy,"
      " tile_cycles_stream_copy_begin, tile_cycles_stream_copy_end, tile_cycles_sync);"
      "INSERT INTO program_types VALUES (17, 'StreamCopyBegin', NULL), (19, 'StreamCopyEnd', NULL);"
      "INSERT INTO programs (id, variant, variant_index) VALUES (20, 17, 70), (21, 18, 70),"
      " (22, 19, 70), (23, 17, 6), (24, 18, 6), (25, 19, 6);"
      "INSERT INTO host_exchange_from_host VALUES (70, '_sync_id', '', 0, NULL);"
      "WITH RECURSIVE n (i) AS (SELECT 6 UNION ALL SELECT i + 1 FROM n WHERE i < 59999)"
      " INSERT INTO steps (id, type, program) SELECT i, 'OnTileExecute', 1 FROM n;"
      "INSERT INTO steps (id, type, program) VALUES (0, 'StreamCopyBegin', 20),"
      " (1, 'StreamCopyMid', 21), (2, 'StreamCopyEnd', 22), (3, 'StreamCopyBegin', 23),"
      " (4, 'StreamCopyMid', 24), (5, 'StreamCopyEnd', 25);"
      "INSERT INTO steps_by_ipu (step_id, ipu, cycles_base, active_cycles_from_max,"
      " active_cycles_to_max, all_cycles_to_max, cycles, active_tiles)"
      " SELECT id, 0, id * 10, 0, 10, 10, 10, 4 FROM steps ORDER BY id;"
      "INSERT INTO execution_cycle_totals VALUES (0, 600000, 2400000, 0, 0, 0, 0, 0, 0);";
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  PoplensProgramTime cut, whole;

  mini_profile_write (path, sql);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, NULL);
  g_assert_true (poplens_report_program_time (report, FALSE, &cut, NULL, NULL));
  g_assert_null (poplens_report_peek (report, POPLENS_PART_PROGRAMS));
  g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
  g_assert_true (cut.known && !cut.iterations_known);
  g_assert_cmpuint (cut.outside, ==, 30);
  g_assert_cmpuint (cut.program, ==, 600000 - 30);
  g_assert_true (poplens_report_program_time (report, TRUE, &whole, NULL, NULL));
  g_assert_true (whole.iterations_known);
  g_assert_cmpuint (whole.outside, ==, cut.outside);
  g_assert_cmpuint (whole.program, ==, cut.program);
  check_kept_time (dir, &whole);
  temp_dir_remove (dir);
}

static void
test_time_report (PoplensReport *report)
{
  g_autoptr (GError) error = NULL;

  const PoplensTime *time = poplens_report_time (report, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (poplens_time_is_by_tile (time));
  g_assert_true (time == poplens_report_time (report, NULL, NULL));
  for (guint i = 0; i < time->n_ipus; i++)
    check_ipu (time, &time->ipus[i]);
  check_columns (time);
  check_bars (time);
}

/* The host had not started the run for 96 % of the trace. The numbers are those of another
 * implementation. */
static void
test_integrals (void)
{
  static const guint64 classes[POPLENS_N_TIMES] = {607606, 156, 0,   1047, 0, 3853,    188,
                                                   102191, 0,   222, 0,    0, 16946709};
  static const guint64 bars[POPLENS_N_BARS] = {607606, 0,      3853, 344, 0,
                                               222,    103238, 0,    0,   16946709};
  g_autoptr (PoplensReport) report = report_fixture_open ("integrals");
  double found[POPLENS_N_BARS];

  if (!report)
    return;
  const PoplensTime *time = poplens_report_time (report, NULL, NULL);
  g_assert_cmpuint (time->total, ==, 17661972);
  g_assert_cmpuint (time->total - time->outside, ==, 715263);
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    g_assert_cmpuint ((time->ipus[0].classes[c] + time->tiles / 2) / time->tiles, ==, classes[c]);
  poplens_time_waterfall (time, 0, time->total, found);
  for (guint b = 0; b < POPLENS_N_BARS; b++)
    g_assert_cmpuint ((guint64) (found[b] + 0.5), ==, bars[b]);
}

static void
test_time_absent (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-compiled");
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_report_time (report, NULL, &error));
  g_assert_nonnull (strstr (error->message, "autoReport.outputExecutionProfile"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/time/report", test_time_report, "integrals", "demo-run", "demo", NULL);
  report_fixture_add ("/time/program", test_program, "integrals", "pi-before", "pi-after",
                      "demo-run", "demo", NULL);
  g_test_add_func ("/time/first-steps", test_first_steps);
  g_test_add_func ("/time/long", test_time_long);
  g_test_add_func ("/time/integrals", test_integrals);
  g_test_add_func ("/time/absent", test_time_absent);
  return g_test_run ();
}
