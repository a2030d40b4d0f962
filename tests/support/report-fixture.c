/* Finds real reports, and generates demo reports once per test program. */
#include "support/report-fixture.h"

#include "support/run-demo.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  const char *profile; /* name of the profile; NULL: the generator's */
  gboolean emptied;    /* all tables are emptied */
  const char *options[6];
} Recipe;

static const Recipe recipes[] = {
    {.name = "demo"},
    {.name = "demo-small", .options = {"--preset=mnist"}},
    {.name = "demo-run", .options = {"--preset=mnist", "--runs=1", "--without=archive,debug,json"}},
    {.name = "demo-over",
     .options = {"--preset=out-of-memory", "--tiles=32", "--without=archive,json"}},
    {.name = "demo-stages",
     .options = {"--preset=plain", "--plant=bubble=1:0.5", "--without=archive,json"}},
    {.name = "demo-late",
     .options = {"--preset=bert-base", "--layers=4", "--tiles=64",
                 "--plant=host-wait=Input/tokens:500000", "--without=archive,debug,json"}},
    {.name = "demo-compiled", .options = {"--preset=mnist", "--without=archive,execution,json"}},
    {.name = "demo-killed",
     .profile = "profile_me5mjvuv.pop",
     .options = {"--preset=mnist", "--without=archive,execution,json", "--cut-debug"}},
    {.name = "demo-aborted",
     .profile = "profile_tvsri9nv.pop",
     .emptied = TRUE,
     .options = {"--tiles=64", "--without=archive,debug,json"}},
};

static char *folders[G_N_ELEMENTS (recipes)]; /* directories, by recipe; of this process */

static void
empty_tables (const char *profile)
{
  sqlite3_stmt *tables = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (profile, &db), ==, SQLITE_OK);
  sqlite3_prepare_v2 (db, "SELECT 'DELETE FROM ' || name FROM sqlite_schema WHERE type = 'table'",
                      -1, &tables, NULL);
  while (sqlite3_step (tables) == SQLITE_ROW)
    sqlite3_exec (db, (const char *) sqlite3_column_text (tables, 0), NULL, NULL, NULL);
  sqlite3_finalize (tables);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static char *
generate_report (const Recipe *recipe)
{
  char *folder = temp_dir_new ();
  g_autofree char *from = g_build_filename (folder, "profile.pop", NULL);

  if (!run_demo (folder, recipe->options)) {
    temp_dir_remove (folder);
    return folder;
  }
  if (recipe->emptied)
    empty_tables (from);
  if (recipe->profile) {
    g_autofree char *to = g_build_filename (folder, recipe->profile, NULL);
    g_assert_cmpint (g_rename (from, to), ==, 0);
  }
  return folder;
}

static void
remove_folders (void)
{
  for (guint r = 0; r < G_N_ELEMENTS (folders); r++)
    if (folders[r]) {
      temp_dir_remove (folders[r]);
      g_clear_pointer (&folders[r], g_free);
    }
}

/* (nullable): NULL if no recipe has that name */
static const char *
generated_folder (const char *name)
{
  static gsize removed_at_exit;

  if (g_once_init_enter (&removed_at_exit))
    g_once_init_leave (&removed_at_exit, atexit (remove_folders) == 0);
  for (guint r = 0; r < G_N_ELEMENTS (recipes); r++)
    if (!strcmp (recipes[r].name, name)) {
      folders[r] = folders[r] ? folders[r] : generate_report (&recipes[r]);
      return folders[r];
    }
  return NULL;
}

char *
report_fixture_path (const char *name)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  const char *generated = generated_folder (name);
  g_autofree char *path =
      generated ? g_strdup (generated)
                : g_build_filename (shared ? shared : "/nowhere", "reports", name, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&path);
  g_test_skip_printf ("%s is not there", path);
  return NULL;
}

const char *
report_fixture_choose (const char *real, const char *generated)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path = g_build_filename (shared ? shared : "/nowhere", "reports", real, NULL);

  return all_seeds () && g_file_test (path, G_FILE_TEST_IS_DIR) ? real : generated;
}

void
report_fixture_add (const char *path, GTestDataFunc test, ...)
{
  const char *name;
  va_list names;

  va_start (names, test);
  while ((name = va_arg (names, const char *))) {
    g_autofree char *of_report = g_strconcat (path, "/", name, NULL);
    g_test_add_data_func (of_report, name, test);
  }
  va_end (names);
}

typedef struct {
  ReportFixtureTest test;
  const char *name;
} ReportTest;

static void
run_on_report (gconstpointer data)
{
  const ReportTest *self = data;
  g_autoptr (PoplensReport) report = report_fixture_open (self->name);

  if (report)
    self->test (report);
}

void
report_fixture_test (const char *path, ReportFixtureTest test, ...)
{
  const char *name;
  va_list names;

  va_start (names, test);
  while ((name = va_arg (names, const char *))) {
    g_autofree char *of_report = g_strconcat (path, "/", name, NULL);
    ReportTest *self = g_new (ReportTest, 1);
    *self = (ReportTest){test, name};
    g_test_add_data_func_full (of_report, self, run_on_report, g_free);
  }
  va_end (names);
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
