/* Tests of whole reports: real ones if they are available (POPLENS_SHARED/reports), and generated
 * ones. */
#include "base/error.h"
#include "support/report-fixture.h"

#include <string.h>

static void
check_memory (PoplensReport *report)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, NULL, NULL);

  g_assert_cmpuint (memory->n_tiles, ==, 1472);
  for (guint t = 0; t < memory->n_tiles; t += 97) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (report, POPLENS_SLICE_TILE_VARIABLES,
                                                               memory->tile[t], NULL, &error);
    guint64 most = 0;
    g_assert_no_error (error);
    for (guint i = 0; i < slice->n; i++)
      if (slice->variables[i].bits & POPLENS_VARIABLE_ALLOCATED)
        most = MAX (most, (guint64) slice->variables[i].offset + slice->variables[i].size);
    /* The highest end of a tile's variables (formats.md 7.1). */
    g_assert_cmpuint (most, ==, memory->total_including_gaps[t]);
  }
}

static void
test_real_report (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (GError) error = NULL;

  if (!path)
    return;
  g_autoptr (PoplensReport) report = poplens_report_open (path, &error);
  g_assert_no_error (error);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    const char *absence = poplens_report_get_absence (report, part);
    gconstpointer data = poplens_report_load (report, part, NULL, &error);
    g_test_message ("%s: %s", poplens_part_name (part), absence ? absence : "there");
    if (absence) {
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      g_clear_error (&error);
    } else {
      g_assert_no_error (error);
      g_assert_nonnull (data);
    }
  }
  check_memory (report);
  g_assert_null (poplens_report_describe_change (report));
}

static void
test_aborted (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (GError) error = NULL;

  if (!path)
    return;
  g_assert_null (poplens_report_open (path, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_EMPTY);
}

/* Compares cycles with SQL (formats.md 8.1). */
static void
test_real_cycles (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  guint64 sum = 0;

  if (!report)
    return;
  const PoplensExecution *execution = poplens_report_load_execution (report, NULL, NULL);
  sqlite3 *db = report_fixture_open_sql (report);
  g_assert_cmpint (
      (gint64) execution->total_cycles, ==,
      report_fixture_ask (db, "SELECT max(cycles_base + all_cycles_to_max) FROM steps_by_ipu"));
  g_assert_cmpint ((gint64) execution->ipu_cycles[0], ==,
                   report_fixture_ask (db, "SELECT sum(cycles) FROM steps_by_ipu"));
  sqlite3_close (db);
  if (!strcmp (name, "integrals")) {
    g_assert_cmpuint (execution->total_cycles, ==, 17661972);
    g_assert_cmpuint (execution->ipu_cycles[0], ==, 34757603);
  }
  for (guint type = 0; type < execution->n_types; type++)
    sum += execution->type_tile_cycles[type];
  g_assert_cmpuint (sum, ==, 1472 * execution->total_cycles);
}

static void
test_others (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (GError) error = NULL;

  if (!path)
    return;
  g_assert_null (poplens_report_open (path, &error));
  g_assert_cmpint (error->code, ==,
                   strcmp (name, ".") ? POPLENS_ERROR_NOT_A_REPORT : POPLENS_ERROR_SEVERAL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/report/whole", test_real_report, "integrals", "firehose", "firehose-killed",
                      "demo-run", "demo-compiled", "demo-killed", NULL);
  report_fixture_add ("/report/aborted", test_aborted, "aborted", "demo-aborted", NULL);
  report_fixture_add ("/report/cycles", test_real_cycles, "integrals", "demo-run", NULL);
  /* Folders with several reports or none; the tests of discovery make their own. */
  report_fixture_add ("/report/none", test_others, "codelets", "flame-reference", ".", NULL);
  return g_test_run ();
}
