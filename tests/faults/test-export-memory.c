/* Tests of SQLite without memory, once, while a report with changed files is exported again: the
 * export file is unchanged and there is an error, or it is completely new. */
#include "base/error.h"
#include "export/export.h"
#include "faults/refuse-memory.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#define FAULTS 150 /* number of calls that fail; all calls with --long */
/* Tables with a column of texts and of numbers, with a key, and without rows in this report. */
#define TABLES "summary,memory_categories_by_tile,layers_by_type"

typedef struct {
  char *folder, *report, *before, *file;
  GPtrArray *list, *chosen;
} ExportFixture;

static gboolean export(const ExportFixture *f, const char *path, GError **error)
{
  g_autoptr (PoplensReport) report = poplens_report_open (f->report, error);
  PoplensExportCount count = {.tables = g_hash_table_new (g_str_hash, g_str_equal),
                              .damaged = g_ptr_array_new_with_free_func (g_free),
                              .notices = g_ptr_array_new_with_free_func (g_free)};
  PoplensExportFile *file = report ? poplens_export_file_open (path, f->list, error) : NULL;
  gboolean good = file && poplens_export_report (file, report, f->chosen, &count, error);

  if (good)
    g_assert_cmpuint (count.damaged->len, ==, 0);
  poplens_export_file_close (file);
  g_hash_table_unref (count.tables);
  g_ptr_array_unref (count.damaged);
  g_ptr_array_unref (count.notices);
  return good;
}

static int
add_row (void *data, int n, char **values, char **names)
{
  for (int i = 0; i < n; i++)
    if (g_strcmp0 (names[i], "exported_at"))
      g_string_append_printf (data, "%s|", values[i] ? values[i] : "-");
  g_string_append_c (data, '\n');
  return 0;
}

static int
add_table (void *data, G_GNUC_UNUSED int n, char **values, G_GNUC_UNUSED char **names)
{
  g_ptr_array_add (data, g_strdup (values[0]));
  return 0;
}

/* Returns the file's contents as text, without the time of writing. (transfer full) */
static char *
say_file (const char *path)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (g_free);
  GString *said = g_string_new (NULL);
  sqlite3 *handle;

  g_assert_cmpint (sqlite3_open_v2 (path, &handle, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (
      sqlite3_exec (handle, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
                    add_table, tables, NULL),
      ==, SQLITE_OK);
  for (guint t = 0; t < tables->len; t++) {
    const char *name = g_ptr_array_index (tables, t);
    g_autofree char *sql = g_strdup_printf ("SELECT '%s', * FROM \"%s\"", name, name);
    g_assert_cmpint (sqlite3_exec (handle, sql, add_row, said, NULL), ==, SQLITE_OK);
  }
  sqlite3_close (handle);
  return g_string_free (said, FALSE);
}

static void
copy_before (const ExportFixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize size;

  g_file_get_contents (f->before, &bytes, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents (f->file, bytes, (gssize) size, &error);
  g_assert_no_error (error);
}

/* Returns the file's contents after an export. @n: (out): number of allocations. (transfer full) */
static char *
export_with_fault (const ExportFixture *f, gint at, gint *n, GError **error)
{
  copy_before (f);
  refuse_memory_at (at);
  export(f, f->file, error);
  *n = refuse_memory_stop ();
  return say_file (f->file);
}

static void
try_fault (const ExportFixture *f, gint at, const char *before, const char *after)
{
  g_autoptr (GError) error = NULL;
  gint n;
  g_autofree char *said = export_with_fault (f, at, &n, &error);

  g_test_message ("call %d: %s", at, error ? error->message : "exported");
  g_assert_cmpstr (said, ==, error ? before : after);
  if (error)
    g_assert_nonnull (strstr (error->message, "memory"));
}

static void
test_export (gconstpointer data)
{
  const ExportFixture *f = data;
  g_autofree char *before = say_file (f->before);
  g_autoptr (GError) error = NULL;
  gint n, ignored;
  g_autofree char *after = export_with_fault (f, -1, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (before, !=, after);
  for (gint i = 0; i < (all_seeds () ? n : FAULTS); i++)
    try_fault (f, all_seeds () ? i : g_test_rand_int_range (0, n), before, after);
  /* A failed result is not cached. */
  g_autofree char *again = export_with_fault (f, -1, &ignored, &error);
  g_assert_cmpstr (again, ==, after);
}

static void
replace_report (const ExportFixture *f, const char *seed)
{
  temp_dir_remove (f->report);
  refuse_memory_write_report (f->report, seed);
}

static void
fixture_init (ExportFixture *f)
{
  g_autoptr (GError) error = NULL;

  f->folder = temp_dir_new ();
  f->report = g_build_filename (f->folder, "report", NULL);
  f->before = g_build_filename (f->folder, "before.sqlite", NULL);
  f->file = g_build_filename (f->folder, "runs.sqlite", NULL);
  f->list = poplens_export_list ();
  f->chosen = poplens_export_choose (f->list, TABLES, FALSE, &error);
  g_assert_no_error (error);
  replace_report (f, "1");
  export(f, f->before, &error);
  g_assert_no_error (error);
  replace_report (f, "2");
}

static void
export_fixture_clear (ExportFixture *f)
{
  temp_dir_remove (f->folder);
  g_ptr_array_unref (f->chosen);
  g_ptr_array_unref (f->list);
  g_free (f->folder);
  g_free (f->report);
  g_free (f->before);
  g_free (f->file);
}

int
main (int argc, char **argv)
{
  ExportFixture f = {0};
  int status;

  refuse_memory_take_over ();
  g_test_init (&argc, &argv, NULL);
  fixture_init (&f);
  g_test_add_data_func ("/export-memory/again", &f, test_export);
  status = g_test_run ();
  export_fixture_clear (&f);
  return status;
}
