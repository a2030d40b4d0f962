/* Tests of hostile databases: nothing in them is executed, no other file is read, and reading ends.
 */
#include "fixture.h"

#include "base/error.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"
#include "support/work-time.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Loads @part of a file that @sql has changed. TRUE if it was loaded; FALSE if it was refused with
 * a reason. */
static gboolean
try_part (const char *sql, PoplensPart part)
{
  g_autoptr (Mini) mini = mini_new (sql);
  g_autoptr (GError) error = NULL;

  g_assert_no_error (mini->error);
  g_autofree char *absent = poplens_profile_explain_absence (mini->profile, part, NULL);
  gpointer data = absent ? NULL : poplens_profile_load (mini->profile, part, NULL, &error);
  poplens_part_free (part, data);
  g_assert_true (data || absent || error);
  g_test_message ("%s", data ? "loaded" : absent ? absent : error->message);
  return data != NULL;
}

/* A view is not a table: the part is absent, and the view is not evaluated. */
static void
test_view (void)
{
  g_assert_false (
      try_part ("DROP TABLE memory_by_tile; CREATE VIEW memory_by_tile AS WITH RECURSIVE "
                "n (tile) AS (VALUES (0) UNION ALL SELECT tile + 1 FROM n) SELECT tile, "
                "0 AS total FROM n",
                POPLENS_PART_MEMORY));
  g_assert_true (
      try_part ("CREATE VIEW more AS SELECT * FROM programs, vars_info", POPLENS_PART_MEMORY));
}

static void
test_trigger (void)
{
  g_assert_true (try_part ("CREATE TRIGGER t AFTER INSERT ON programs BEGIN DELETE FROM programs; "
                           "SELECT load_extension ('x'); END",
                           POPLENS_PART_PROGRAMS));
}

/* Modules of Debian's SQLite: full text search, dbstat, R-trees. */
static void
test_virtual_table (void)
{
  static const char *const modules[] = {"fts5 (tile, total, total_including_gaps)",
                                        "fts4 (tile, total, total_including_gaps)",
                                        "rtree (tile, total, total_including_gaps)"};

  for (guint m = 0; m < G_N_ELEMENTS (modules); m++) {
    g_autofree char *sql = g_strdup_printf ("DROP TABLE memory_by_tile;"
                                            "CREATE VIRTUAL TABLE memory_by_tile USING %s",
                                            modules[m]);
    g_assert_false (try_part (sql, POPLENS_PART_MEMORY));
    g_assert_true (try_part (sql, POPLENS_PART_PROGRAMS));
  }
  /* A module that does not exist does not affect other parts. */
  g_assert_true (try_part ("PRAGMA writable_schema = 1; INSERT INTO sqlite_schema VALUES ('table', "
                           "'evil', 'evil', 0, 'CREATE VIRTUAL TABLE evil USING evil (x)')",
                           POPLENS_PART_MEMORY));
}

static void
test_generated_column (void)
{
  g_assert_false (
      try_part ("ALTER TABLE memory_by_tile RENAME COLUMN total TO former; ALTER TABLE "
                "memory_by_tile ADD COLUMN total AS (length (hex (zeroblob (100000000))))",
                POPLENS_PART_MEMORY));
  g_assert_true (
      try_part ("CREATE INDEX by_name ON programs (length (hex (id)))", POPLENS_PART_PROGRAMS));
}

/* Statements that a file could make SQLite run, tried on Poplens' own connection. */
static void
test_authorizer (void)
{
  static const char *const refused[] = {"ATTACH '/etc/passwd' AS other",
                                        "SELECT load_extension ('x')",
                                        "SELECT hex (name) FROM programs",
                                        "PRAGMA writable_schema = 1",
                                        "PRAGMA query_only = 0",
                                        "PRAGMA mmap_size = 1000000",
                                        "CREATE TABLE x (y)",
                                        "DELETE FROM programs",
                                        "UPDATE programs SET id = 1",
                                        "VACUUM INTO '/tmp/poplens-evil'",
                                        "CREATE TEMP TABLE x (y)",
                                        "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i "
                                        "FROM n) SELECT i FROM n",
                                        "SELECT * FROM pragma_function_list"};
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (mini->path, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_test_message ("%s", refused[i]);
    g_assert_cmpint (sqlite3_exec (database->handle, refused[i], NULL, NULL, NULL), !=, SQLITE_OK);
  }
  g_assert_cmpint (
      sqlite3_exec (database->handle, "SELECT min (id) FROM programs", NULL, NULL, NULL), ==,
      SQLITE_OK);
}

static int
root_page (sqlite3 *handle, const char *table)
{
  sqlite3_stmt *statement;

  sqlite3_prepare_v2 (handle, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &statement,
                      NULL);
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  int page = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  return page;
}

/* Writes an inner page with @n children, all of which are page @child. */
static void
write_inner_page (int fd, int page, int child, int n)
{
  guint8 bytes[4096] = {0};
  guint at = sizeof bytes;

  bytes[0] = 5;
  bytes[3] = n >> 8;
  bytes[4] = n;
  for (int i = 0; i < n; i++) {
    at -= 5;
    bytes[at + 2] = child >> 8;
    bytes[at + 3] = child;
    bytes[at + 4] = 1;
    bytes[12 + 2 * i] = at >> 8;
    bytes[13 + 2 * i] = at;
  }
  bytes[5] = at >> 8;
  bytes[6] = at;
  bytes[10] = child >> 8;
  bytes[11] = child;
  g_assert_cmpint (pwrite (fd, bytes, sizeof bytes, (off_t) (page - 1) * sizeof bytes), ==,
                   sizeof bytes);
}

/* Inner pages that refer hundreds of times to the one below: more rows than could ever be read. */
static void
test_endless_table (void)
{
  g_autoptr (Mini) mini = mini_new ("CREATE TABLE filler (x); INSERT INTO filler VALUES "
                                    "(zeroblob (40000))");
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  sqlite3 *handle = mini_profile_connect (mini->path);
  int leaf = root_page (handle, "vars_info"), top = root_page (handle, "steps");
  int spare = root_page (handle, "filler") + 1;
  sqlite3_close (handle);
  int fd = open (mini->path, O_WRONLY | O_CLOEXEC);
  write_inner_page (fd, top, spare, 300);
  for (int level = 0; level < 8; level++)
    write_inner_page (fd, spare + level, level < 7 ? spare + level + 1 : leaf, 300);
  close (fd);
  mini->profile = local_profile_open (mini->path, &error);
  g_assert_no_error (error);
  gint64 start = work_time ();
  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_EXECUTION, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
}

static guint32
big_endian (const guint8 *bytes, guint n)
{
  guint32 value = 0;

  for (guint i = 0; i < n; i++)
    value = value << 8 | bytes[i];
  return value;
}

static void
copy_page (int fd, guint32 from, guint32 to)
{
  guint8 bytes[4096];

  g_assert_cmpint (pread (fd, bytes, sizeof bytes, (off_t) (from - 1) * 4096), ==, 4096);
  g_assert_cmpint (pwrite (fd, bytes, sizeof bytes, (off_t) (to - 1) * 4096), ==, 4096);
}

/* Every leaf of vars_info is a copy of the first one: rows are not sorted, and looking up an ID
 * finds a row before it. */
static void
test_look_up_backwards (void)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE more AS SELECT * FROM vars_info;");
  g_autoptr (GError) error = NULL;
  guint8 root[4096];

  for (guint i = 0; i < 300; i++)
    g_string_append (sql, "UPDATE more SET var_id = var_id + 17;"
                          "INSERT INTO vars_info SELECT * FROM more;");
  g_autoptr (Mini) mini = mini_new (sql->str);
  g_clear_pointer (&mini->profile, poplens_profile_free);
  sqlite3 *handle = mini_profile_connect (mini->path);
  guint32 page = root_page (handle, "vars_info");
  sqlite3_close (handle);
  int fd = open (mini->path, O_RDWR | O_CLOEXEC);
  g_assert_cmpint (pread (fd, root, sizeof root, (off_t) (page - 1) * 4096), ==, sizeof root);
  guint32 n = big_endian (root + 3, 2);
  g_assert_cmpuint (root[0], ==, 5);
  g_assert_cmpuint (n, >, 10);
  guint32 first = big_endian (root + big_endian (root + 12, 2), 4);
  for (guint32 i = 1; i < n; i++)
    copy_page (fd, first, big_endian (root + big_endian (root + 12 + 2 * i, 2), 4));
  copy_page (fd, first, big_endian (root + 8, 4));
  close (fd);
  mini->profile = local_profile_open (mini->path, &error);
  g_assert_no_error (error);
  gint64 start = work_time ();
  for (guint64 tile = 0; tile < 2; tile++)
    poplens_slice_unref (poplens_profile_read_slice (mini->profile, POPLENS_SLICE_TILE_VARIABLES,
                                                     tile ? G_MAXUINT64 : 3, NULL, NULL));
  g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/hostile/view", test_view);
  g_test_add_func ("/profile/hostile/trigger", test_trigger);
  g_test_add_func ("/profile/hostile/virtual-table", test_virtual_table);
  g_test_add_func ("/profile/hostile/generated-column", test_generated_column);
  g_test_add_func ("/profile/hostile/authorizer", test_authorizer);
  g_test_add_func ("/profile/hostile/endless-table", test_endless_table);
  g_test_add_func ("/profile/hostile/look-up-backwards", test_look_up_backwards);
  return g_test_run ();
}
