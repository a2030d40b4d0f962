#include "pages/trace-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
demo_folder (gboolean forget)
{
  static char *folder; /* of this test program */
  const char *bin = g_getenv ("POPLENS_BINDIR");
  g_autofree char *program = g_build_filename (bin ? bin : "/nowhere", "poplens-demo", NULL);
  int status;

  if (forget)
    return g_steal_pointer (&folder);
  if (folder)
    return folder;
  folder = g_dir_make_tmp ("poplens-trace-XXXXXX", NULL);
  const char *const argv[] = {program, folder, NULL};
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                     &status, NULL) ||
      status)
    g_rmdir (folder);
  return folder;
}

void
trace_clean_up (void)
{
  g_autofree char *folder = demo_folder (TRUE);
  g_autoptr (GDir) dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_unlink (path);
  }
  if (folder)
    g_rmdir (folder);
}

PoplensReport *
trace_open (const char *name)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path = strcmp (name, "demo")
                              ? g_build_filename (shared ? shared : ".", "reports", name, NULL)
                              : g_strdup (demo_folder (FALSE));
  g_autoptr (GError) error = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_autofree char *why = g_strdup_printf ("%s is absent", path);
    g_test_skip (why);
    return NULL;
  }
  PoplensReport *report = poplens_report_open (path, &error);
  g_assert_no_error (error);
  return report;
}

sqlite3 *
trace_open_sql (PoplensReport *report)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (poplens_report_get_file (report, POPLENS_FILE_PROFILE)->path,
                                    &db, SQLITE_OPEN_READONLY, NULL),
                   ==, SQLITE_OK);
  return db;
}

gint64
trace_sql_int (sqlite3 *db, const char *format, ...)
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

PoplensPlace *
trace_place (const char *text)
{
  g_autoptr (GError) error = NULL;
  PoplensPlace *place = poplens_place_parse (text, &error);

  g_assert_no_error (error);
  return place;
}

PoplensPage *
trace_page (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPlace) place = trace_place (text);
  PoplensPage *page = poplens_page_build (report, place, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (page->misuse, ==, NULL);
  return page;
}

gboolean
trace_open_both (const char *name, PoplensReport **report, sqlite3 **db)
{
  *report = trace_open (name);
  if (*report)
    *db = trace_open_sql (*report);
  return *report != NULL;
}
