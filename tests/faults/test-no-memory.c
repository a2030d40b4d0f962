/* Tests of SQLite without memory, once, at a random call, while a table is made from a report that
 * was just opened: the table is the same as otherwise, or the error says what was lacking. Nothing
 * of the failed read is cached: the next attempt succeeds. For each table, also with a report to
 * compare with. faults.py does the same to whole commands, from outside. */
#include "base/error.h"
#include "derived/insights/kinds-source.h"
#include "faults/refuse-memory.h"
#include "report/report.h"
#include "support/seeds.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#define FAULTS 3 /* failing calls for each table; ten times as many with --long */
#define ROWS 200 /* rows of a table that are compared */
#define NEVER (-1)

typedef struct {
  char *folder, *path, *other;
} TableFixture;

/* ---- tables ---------------------------------------------------------------------------------- */

static PoplensReport *
open_path (const char *path)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (path, &error);

  g_assert_no_error (error);
  return report;
}

static char *
say_table (const PoplensTable *table)
{
  GString *said = g_string_new (NULL);
  guint32 n = MIN (poplens_table_n_rows (table), ROWS);

  g_string_append_printf (said, "%u rows", poplens_table_n_rows (table));
  for (guint32 row = 0; row < n; row++)
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensValue value = poplens_table_get (table, row, c);
      PoplensNumber buffer;
      g_string_append_printf (said, "%s%s", c ? ", " : "\n", poplens_value_plain (&value, buffer));
    }
  return g_string_free (said, FALSE);
}

/* Builds a table while allocation @at of SQLite fails, and returns it as text. NULL with @error,
 * also if lazy cells could not be read, which is checked at the end. @n: (out): number of
 * allocations. (transfer full) */
static char *
build_table (PoplensReport *report, const PoplensTableSpec *spec, gint at, gint *n, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (spec->page);

  guint n_lost = poplens_report_count_lost (report);

  refuse_memory_at (at);
  g_autoptr (PoplensTable) table = poplens_tables_build (spec->name, report, location, NULL, error);
  g_autofree char *said = table ? say_table (table) : NULL;
  *n = refuse_memory_stop ();
  return said && poplens_report_is_whole_since (report, n_lost, error) ? g_steal_pointer (&said)
                                                                       : NULL;
}

/* Builds a table without a fault. Returns its text or the error's message. @n: (out): number of
 * allocations. (transfer full) */
static char *
build_table_well (PoplensReport *report, const PoplensTableSpec *spec, gint *n)
{
  g_autoptr (GError) error = NULL;
  char *said = build_table (report, spec, NEVER, n, &error);

  return said ? said : g_strdup (error->message);
}

/* Texts of a table without a fault: of a report that was just opened, and of one whose kinds of
 * variables were computed, for which some tables do not wait. */
typedef struct {
  char *cold, *warm;
} TableTexts;

static void
assert_whole (const char *said, const TableTexts *whole)
{
  if (g_strcmp0 (said, whole->warm))
    g_assert_cmpstr (said, ==, whole->cold);
}

static void
try_fault (const TableFixture *f, const PoplensTableSpec *spec, gint at, const TableTexts *whole)
{
  g_autoptr (PoplensReport) report = open_path (f->path), other = open_path (f->other);
  g_autoptr (GError) error = NULL;
  gint n;

  poplens_report_set_other (report, other);
  g_autofree char *said = build_table (report, spec, at, &n, &error);
  g_test_message ("%s, call %d: %s", spec->name, at, said ? "is there" : error->message);
  if (said || !g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_READ))
    assert_whole (said ? said : error->message, whole);
  else
    g_assert_nonnull (strstr (error->message, "memory"));
  g_autofree char *again = build_table_well (report, spec, &n);
  assert_whole (again, whole);
}

static void
test_table (const TableFixture *f, const PoplensTableSpec *spec)
{
  g_autoptr (PoplensReport) report = open_path (f->path), other = open_path (f->other);
  gint n, most = FAULTS * (all_seeds () ? 10 : 1);

  poplens_report_set_other (report, other);
  g_autofree char *cold = build_table_well (report, spec, &n);
  const PoplensKindIndex *first = poplens_report_kind_index (report, NULL, NULL);
  const PoplensKindIndex *second = poplens_report_kind_index (other, NULL, NULL);
  g_assert_true (first && second);
  gint again;
  g_autofree char *warm = build_table_well (report, spec, &again);
  for (gint i = 0; i < MIN (most, n); i++)
    try_fault (f, spec, g_test_rand_int_range (0, n), &(TableTexts){cold, warm});
}

static void
test_built_tables (gconstpointer data)
{
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint i = 0; i < n; i++)
    test_table (data, &specs[i]);
}

int
main (int argc, char **argv)
{
  TableFixture f = {0};
  int status;

  refuse_memory_take_over ();
  g_test_init (&argc, &argv, NULL);
  f.folder = temp_dir_new ();
  f.path = g_build_filename (f.folder, "report", NULL);
  f.other = g_build_filename (f.folder, "other", NULL);
  refuse_memory_write_report (f.path, "1");
  refuse_memory_write_report (f.other, "2");
  g_test_add_data_func ("/no-memory/tables", &f, test_built_tables);
  status = g_test_run ();
  temp_dir_remove (f.folder);
  g_free (f.folder);
  g_free (f.path);
  g_free (f.other);
  return status;
}
