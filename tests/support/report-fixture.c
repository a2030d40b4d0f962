#include "support/report-fixture.h"

#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

/* @forget: hands the folder over instead of lending it. */
static char *
demo_folder (gboolean forget)
{
  static char *folder; /* of this test program */

  if (forget)
    return g_steal_pointer (&folder);
  if (folder)
    return folder;
  folder = temp_dir_new ();
  if (!run_demo (folder, NULL))
    temp_dir_remove (folder);
  return folder;
}

void
report_fixture_clean_up (void)
{
  g_autofree char *folder = demo_folder (TRUE);

  if (folder)
    temp_dir_remove (folder);
}

char *
report_fixture_path (const char *name)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path =
      strcmp (name, "demo") ? g_build_filename (shared ? shared : "/nowhere", "reports", name, NULL)
                            : g_strdup (demo_folder (FALSE));

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&path);
  g_test_skip_printf ("%s is not there", path);
  return NULL;
}

PoplensReport *
report_fixture_open (const char *name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (GError) error = NULL;
  PoplensReport *report = path ? poplens_report_open (path, &error) : NULL;

  g_assert_no_error (error);
  return report;
}

sqlite3 *
report_fixture_open_sql (PoplensReport *report)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (poplens_report_get_file (report, POPLENS_FILE_PROFILE)->path,
                                    &db, SQLITE_OPEN_READONLY, NULL),
                   ==, SQLITE_OK);
  return db;
}

gint64
report_fixture_ask (sqlite3 *db, const char *format, ...)
{
  sqlite3_stmt *statement = NULL;
  va_list arguments;
  gint64 result;

  va_start (arguments, format);
  g_autofree char *sql = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  result = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return result;
}
