/* Tests of brief parts: they have the values of whole parts, on files of any kind, and their errors
 * are those of whole parts. */
#include "base/error.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/report-fixture.h"
#include "support/temp-dir.h"

/* Compares brief and whole memory. @brief, @whole: two reports on the same path, so that they share
 * nothing */
static void
compare_memory (PoplensReport *brief, PoplensReport *whole)
{
  g_autoptr (GError) wrong = NULL, expected = NULL;
  const PoplensMemory *a = poplens_report_load_memory_brief (brief, NULL, &wrong);
  const PoplensMemory *b = poplens_report_load_memory (whole, NULL, &expected);

  if (!b) {
    g_assert_nonnull (expected);
    /* A brief part reads less, so it may miss an error. */
    g_assert_true (a || g_error_matches (wrong, expected->domain, expected->code));
    return;
  }
  g_assert_nonnull (a);
  g_assert_cmpuint (a->n_tiles, ==, b->n_tiles);
  for (guint32 t = 0; t < a->n_tiles; t++) {
    g_assert_cmpuint (a->tile[t], ==, b->tile[t]);
    g_assert_cmpuint (a->total[t], ==, b->total[t]);
    g_assert_cmpuint (a->total_including_gaps[t], ==, b->total_including_gaps[t]);
    g_assert_cmpuint (a->interleaved[t], ==, b->interleaved[t]);
    g_assert_cmpuint (a->overflowed[t], ==, b->overflowed[t]);
    g_assert_cmpuint (a->always_live[t], ==, b->always_live[t]);
  }
}

static void
compare_peak (PoplensReport *brief, PoplensReport *whole)
{
  g_autoptr (GError) wrong = NULL, expected = NULL;
  const PoplensPeak *a = poplens_report_load_peak (brief, NULL, &wrong);
  const PoplensLiveness *b = poplens_report_load_liveness (whole, NULL, &expected);
  const PoplensPrograms *programs = poplens_report_load_programs (whole, NULL, NULL);

  if (!b) {
    g_assert_nonnull (expected);
    g_assert_true (a || g_error_matches (wrong, expected->domain, expected->code));
    return;
  }
  g_assert_nonnull (a);
  guint32 step = poplens_liveness_peak_step (b);
  guint32 row = programs ? poplens_programs_find (programs, b->program[step]) : POPLENS_NO_ROW;
  g_assert_cmpuint (a->step, ==, step);
  g_assert_cmpuint (a->program, ==, b->program[step]);
  g_assert_cmpuint (a->not_always_live, ==, b->not_always_live[step]);
  g_assert_cmpuint (a->always_live, ==, b->always_live);
  if (programs)
    g_assert_cmpstr (a->label, ==,
                     row == POPLENS_NO_ROW ? NULL : poplens_programs_label (programs, row));
}

static void
compare_execution (PoplensReport *brief, PoplensReport *whole)
{
  const PoplensExecution *a = poplens_report_load_execution_brief (brief, NULL, NULL);
  const PoplensExecution *b = poplens_report_load_execution (whole, NULL, NULL);

  g_assert_true (!b || a);
  if (b)
    g_assert_cmpuint (a->total_cycles, ==, b->total_cycles);
}

/* Compares all but lowered variables, which only the whole part has. */
static void
compare_variables (PoplensReport *brief, PoplensReport *whole)
{
  g_autoptr (GError) wrong = NULL, expected = NULL;
  const PoplensVariables *a = poplens_report_load_variables_brief (brief, NULL, &wrong);
  const PoplensVariables *b = poplens_report_load_variables (whole, NULL, &expected);

  if (!b) {
    g_assert_nonnull (expected);
    g_assert_true (a || g_error_matches (wrong, expected->domain, expected->code));
    return;
  }
  g_assert_nonnull (a);
  g_assert_cmpuint (a->n_categories, ==, b->n_categories);
  for (guint32 c = 0; c < a->n_categories; c++)
    g_assert_cmpstr (poplens_strings_get (a->strings, a->category_name[c]), ==,
                     poplens_strings_get (b->strings, b->category_name[c]));
  g_assert_cmpuint (a->n_unlowered, ==, b->n_unlowered);
  for (guint32 i = 0; i < a->n_unlowered; i++) {
    g_assert_cmpuint (a->unlowered_id[i], ==, b->unlowered_id[i]);
    g_assert_cmpstr (poplens_strings_get (a->strings, a->unlowered_name[i]), ==,
                     poplens_strings_get (b->strings, b->unlowered_name[i]));
  }
  g_assert_cmpmem (a->class_bytes, a->n_class_bytes * sizeof *a->class_bytes, b->class_bytes,
                   b->n_class_bytes * sizeof *b->class_bytes);
  g_assert_cmpmem (a->class_bytes_variable, a->n_class_bytes * sizeof (guint32),
                   b->class_bytes_variable, b->n_class_bytes * sizeof (guint32));
  g_assert_cmpuint (a->n_debug, ==, b->n_debug);
  for (guint32 i = 0; i < a->n_debug; i++)
    g_assert_cmpuint (poplens_lists_sum (a->debug_ids, i), ==, poplens_lists_sum (b->debug_ids, i));
  g_assert_cmpuint (a->n_interference, ==, b->n_interference);
}

/* Checks that the names include those of compute sets which programs execute. */
static void
compare_names (PoplensReport *brief, PoplensReport *whole)
{
  g_autoptr (PoplensStrings) names = poplens_report_load_compute_set_names (brief, NULL, NULL);
  const PoplensPrograms *programs = poplens_report_load_programs (whole, NULL, NULL);
  guint32 n = names ? poplens_strings_count (names) : 0;

  for (guint32 row = 0; names && programs && row < programs->n; row++)
    if (programs->kind[row] == POPLENS_PROGRAM_ON_TILE_EXECUTE && programs->name[row])
      g_assert_cmpuint (poplens_strings_intern (names, poplens_programs_name (programs, row), -1),
                        <, n);
}

static void
compare_parts (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) brief = poplens_report_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensReport) whole = poplens_report_open (path, &error);
  g_assert_no_error (error);

  poplens_report_load_briefs (brief, G_MAXUINT32, POPLENS_PART_BIT (POPLENS_PART_TARGET), NULL);
  g_assert_nonnull (poplens_report_peek (brief, POPLENS_PART_TARGET));
  compare_memory (brief, whole);
  compare_peak (brief, whole);
  compare_execution (brief, whole);
  compare_variables (brief, whole);
  compare_names (brief, whole);
  /* Loading the whole part later does not change the brief one. */
  poplens_report_load (brief, POPLENS_PART_MEMORY, NULL, NULL);
  compare_memory (brief, whole);
}

static const struct {
  const char *name, *sql;
  gboolean is_brief; /* whether the brief part is read without the whole one */
} cases[] = {
    {"plain", NULL, TRUE},
    {"no-device",
     "DELETE FROM memory_not_always_live_by_step_and_ipu WHERE ipu IS NULL;"
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (0, 0, 5), (1, 0, 9), (1, 2, 40),"
     " (1, 3, -40)",
     TRUE},
    {"tie",
     "DELETE FROM memory_not_always_live_by_step_and_ipu;"
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 1, 7), (NULL, 2, -7),"
     " (NULL, 3, 7), (NULL, 900, 99)",
     TRUE},
    {"nothing-lives", "DELETE FROM memory_not_always_live_by_step_and_ipu", TRUE},
    {"compute-set", "UPDATE programs SET name = NULL WHERE variant = 2", TRUE},
    {"type-name", "UPDATE programs SET name = NULL; UPDATE compute_sets SET name = ''", TRUE},
    {"unknown-type", "UPDATE programs SET name = NULL, variant = 99", TRUE},
    {"no-such-program", "UPDATE depth_first_steps SET program_id = 777", TRUE},
    {"two-steps",
     "UPDATE programs SET compilation_step_id = 2;"
     "INSERT INTO programs (compilation_step_id, id, variant, name) SELECT 5, id, variant, 'later'"
     " FROM programs",
     TRUE},
    {"damaged-lowered", "UPDATE vars_info SET size_bytes = -1", TRUE},
    {"damaged-classes", "UPDATE var_bytes_by_eq_class SET bytes = 'many'", FALSE},
    {"below-zero",
     "DELETE FROM memory_not_always_live_by_step_and_ipu;"
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 1, -7)",
     FALSE},
    {"text", "UPDATE memory_not_always_live_by_step_and_ipu SET delta_bytes = 'much'", FALSE},
    {"negative-tile", "UPDATE memory_by_tile SET total = -1 WHERE tile = 2", FALSE},
    {"no-memory", "DELETE FROM memory_by_tile", FALSE},
    {"no-steps", "DELETE FROM depth_first_steps", FALSE},
    {"no-ipu-column",
     "ALTER TABLE memory_not_always_live_by_step_and_ipu RENAME COLUMN ipu TO chip", FALSE},
};

static void
test_brief_case (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;

  mini_profile_write (path, cases[i].sql);
  compare_parts (dir);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  poplens_report_load_memory_brief (report, NULL, NULL);
  poplens_report_load_peak (report, NULL, NULL);
  poplens_report_load_variables_brief (report, NULL, NULL);
  if (cases[i].is_brief) {
    g_assert_null (poplens_report_peek (report, POPLENS_PART_MEMORY));
    g_assert_null (poplens_report_peek (report, POPLENS_PART_LIVENESS));
    g_assert_null (poplens_report_peek (report, POPLENS_PART_PROGRAMS));
    g_assert_null (poplens_report_peek (report, POPLENS_PART_VARIABLES));
  }
  temp_dir_remove (dir);
}

/* The brief part of a long trace has only the first steps, and no lists by tile. */
static void
test_brief_long (void)
{
  static const char sql[] =
      "DELETE FROM runs WHERE id > 0; DELETE FROM steps; DELETE FROM steps_by_ipu;"
      "DROP TABLE execution_cycle_totals;"
      "CREATE TABLE execution_cycle_totals (run_id, cycles, tile_cycles_compute,"
      " tile_cycles_internal_exchange, tile_cycles_inter_ipu_exchange, tile_cycles_stream_copy,"
      " tile_cycles_stream_copy_begin, tile_cycles_stream_copy_end, tile_cycles_sync);"
      "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59999)"
      " INSERT INTO steps (id, type, program) SELECT i, 'OnTileExecute', 1 FROM n;"
      "INSERT INTO steps_by_ipu (step_id, ipu, cycles_base, active_cycles_from_max,"
      " active_cycles_to_max, all_cycles_to_max, cycles, active_tiles)"
      " SELECT id, 0, id * 10, 0, 10, 10, 10, 4 FROM steps;"
      "INSERT INTO execution_cycle_totals VALUES (0, 600000, 2400000, 0, 0, 0, 0, 0, 0);";
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;

  mini_profile_write (path, sql);
  compare_parts (dir);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  const PoplensExecution *x = poplens_report_load_execution_brief (report, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
  g_assert_true (x->cut);
  g_assert_cmpuint (x->total_cycles, ==, 600000);
  g_assert_cmpuint (x->n_rows, >, 0);
  g_assert_cmpuint (x->n_rows, <, 60000);
  temp_dir_remove (dir);
}

static void
test_brief_whole (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);

  if (path)
    compare_parts (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/brief/", cases[i].name, NULL);
    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_brief_case);
  }
  g_test_add_func ("/brief/long", test_brief_long);
  report_fixture_add ("/brief/whole", test_brief_whole, "integrals", "firehose", "firehose-killed",
                      "demo-run", "demo-compiled", "demo-killed", NULL);
  return g_test_run ();
}
