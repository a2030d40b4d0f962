/* Tests of sums over executed steps: they do not depend on the order of the file's rows. */
#include "base/error.h"
#include "base/work.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#include <string.h>

/* Returns every cell of the table as text. (transfer full) */
static char *
table_values (const char *dir, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, NULL, NULL, &error);
  g_assert_no_error (error);
  GString *text = g_string_new (NULL);

  for (guint32 r = 0; r < poplens_table_n_rows (table); r++)
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensNumber buffer;
      PoplensValue value = poplens_table_get (table, r, c);
      g_string_append_printf (text, "%s ", poplens_value_plain (&value, buffer));
    }
  return g_string_free (text, FALSE);
}

static char *
tables_of (const char *sql)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  mini_profile_write (path, sql);
  g_autofree char *top = table_values (dir, "trace-steps");
  g_autofree char *range = table_values (dir, "trace-types");
  temp_dir_remove (dir);
  return g_strconcat (top, "\n", range, NULL);
}

static void
test_step_sums_orders (void)
{
  static const char *const orders[] = {
      /* backwards, so that slices are read through the index */
      "CREATE TABLE t AS SELECT * FROM steps_by_ipu ORDER BY step_id DESC, ipu DESC;"
      "DELETE FROM steps_by_ipu; INSERT INTO steps_by_ipu SELECT * FROM t",
      /* with rows of the whole device between them, which do not count */
      "CREATE TABLE t AS SELECT * FROM steps_by_ipu; DELETE FROM steps_by_ipu;"
      "INSERT INTO steps_by_ipu SELECT s, i, b, 1, 1, 1, 1, 1, 1, 1, 1, 1, 77, 1, 1, 1, 1, NULL "
      "FROM"
      " (SELECT 0 s, NULL i, 0 b); INSERT INTO steps_by_ipu SELECT * FROM t",
      /* in chunks that are far apart */
      "UPDATE steps_by_ipu SET rowid = rowid * 1000000",
      /* with row IDs below the first chunk */
      "UPDATE steps_by_ipu SET rowid = rowid - 3",
  };
  g_autofree char *plain = tables_of (NULL);

  g_assert_nonnull (strstr (plain, "30"));
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++) {
    g_autofree char *other = tables_of (orders[i]);
    g_assert_cmpstr (other, ==, plain);
  }
}

/* ---- how far it is --------------------------------------------------------------------------- */

typedef struct {
  double last;
  guint sums, all;
  gboolean several; /* several works report the same progress; listeners take the highest */
} StepSumsWork;

static void
on_step_sums_work (double fraction, const char *what, gpointer data)
{
  StepSumsWork *told = data;

  g_assert_true (told->several || fraction >= told->last);
  g_assert_cmpfloat (fraction, <=, 1);
  told->last = fraction;
  told->sums += !strcmp (what, "Loading step cycles");
  told->all++;
}

static void
test_step_sums_progress (void)
{
  static const char *const names[] = {"trace-costs", "trace-variation", "trace-exchanges",
                                      "trace-bound", "trace-types"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *dir = temp_dir_new ();
    g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    StepSumsWork told = {.several = g_str_equal (names[i], "trace-types")};
    mini_profile_write (path, NULL);
    g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
    g_assert_no_error (error);
    poplens_work_attach (cancellable, on_step_sums_work, &told);
    g_autoptr (PoplensTable) table =
        poplens_tables_build (names[i], report, NULL, cancellable, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (told.sums, >, 0);
    /* Cached sums are not computed again. */
    told.sums = 0;
    told.last = 0;
    g_autoptr (PoplensTable) again =
        poplens_tables_build (names[i], report, NULL, cancellable, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (told.sums, ==, 0);
    temp_dir_remove (dir);
  }
}

/* Steps without cycles by tile say so before they are loaded, which takes long for millions. */
static void
test_no_lists (void)
{
  static const char *const locations[] = {"trace?by=step", "trace?by=tile"};
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;

  mini_profile_write (path, "UPDATE steps_by_ipu SET tile_cycles_id = NULL");
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (locations[i], NULL);
    g_assert_null (poplens_tables_build ("trace-slowest", report, location, NULL, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
    g_assert_nonnull (strstr (error->message, "No cycles by tile"));
    g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
    g_clear_error (&error);
  }
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-sums/orders", test_step_sums_orders);
  g_test_add_func ("/step-sums/progress", test_step_sums_progress);
  g_test_add_func ("/step-sums/no-lists", test_no_lists);
  return g_test_run ();
}
