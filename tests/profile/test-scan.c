/* Tests of tables read from the leaves of SQLite's B-tree: the rows equal those of SQLite. */
#include "made.h"

#include "base/error.h"
#include "support/mini-profile.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

#define MORE 12

/* Compares all tables of the file at @path. @reasons: (nullable): receives the tables that are read
 * through SQLite */
static Compared
compare_file (const char *path, guint more, GHashTable *reasons)
{
  g_auto (Readers) readers;
  Compared compared = {0};

  readers_open (&readers, path);
  g_assert_no_error (readers.error);
  compare_tables (&readers, more, &compared, reasons);
  g_test_message ("%s: %u tables, %u by their leaves, %" G_GUINT64_FORMAT " rows", path,
                  compared.tables, compared.by_leaves, compared.rows);
  return compared;
}

static GHashTable *
reasons_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
test_mini (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);

  mini_profile_write (path, NULL);
  Compared compared = compare_file (path, MORE, NULL);
  g_assert_cmpuint (compared.by_leaves, ==, compared.tables);
  g_assert_cmpuint (compared.tables, >, 40);
  temp_dir_remove (dir);
}

static void
test_demo (void)
{
  static const char *const options[] = {"--preset", "mnist", "--ipus",      "1",   "--tiles", "64",
                                        "--steps",  "20",    "--variables", "500", NULL};
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);

  g_assert_true (run_demo (dir, options));
  Compared compared = compare_file (path, MORE, NULL);
  g_assert_cmpuint (compared.by_leaves, ==, compared.tables);
  g_assert_cmpuint (compared.tables, >, 40);
  temp_dir_remove (dir);
}

/* A run that was aborted before it had compiled: the schema without rows. */
static void
test_no_rows (void)
{
  static const char *const options[] = {"--tiles", "64", "--without", "archive,debug,json", NULL};
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  sqlite3_stmt *tables = NULL;

  g_assert_true (run_demo (dir, options));
  sqlite3 *handle = mini_profile_connect (path);
  sqlite3_prepare_v2 (handle,
                      "SELECT group_concat('DELETE FROM ' || name, ';') FROM sqlite_schema "
                      "WHERE type = 'table'",
                      -1, &tables, NULL);
  g_assert_cmpint (sqlite3_step (tables), ==, SQLITE_ROW);
  g_autofree char *sql = g_strdup ((const char *) sqlite3_column_text (tables, 0));
  sqlite3_finalize (tables);
  sqlite3_close (handle);
  mini_profile_alter (path, sql);
  Compared compared = compare_file (path, 3, NULL);
  g_assert_cmpuint (compared.by_leaves, ==, compared.tables);
  g_assert_cmpuint (compared.tables, >, 40);
  temp_dir_remove (dir);
}

static void
test_scan_report (gconstpointer name)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path = g_build_filename (shared ? shared : "/nowhere", "reports", name, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_test_skip_printf ("%s is not there", path);
    return;
  }
  Compared compared = compare_file (path, 3, NULL);
  g_assert_cmpuint (compared.by_leaves, ==, compared.tables);
  g_assert_cmpuint (compared.tables, >, 0);
}

/* ---- made by SQL ----------------------------------------------------------------------------- */

#define COUNT(n) "WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c LIMIT " #n ") "
#define INTEGERS                                                                                   \
  "CREATE TABLE integers (a INTEGER, b, c TEXT);" COUNT (                                          \
      64) "INSERT INTO integers SELECT (1 << i) + d, -(1 << i) + d, (1 << i) + d FROM c, "         \
          "(SELECT -1 AS d UNION VALUES (0), (1));"                                                \
          "INSERT INTO integers VALUES (0, 1, 2), (NULL, NULL, NULL), ('x', 'y', x'00ff00'), "     \
          "(9223372036854775807, -9223372036854775807 - 1, 1.5), ('', x'', 'a' || char (0) || "    \
          "'b');"
#define REALS                                                                                      \
  "CREATE TABLE reals (a REAL, b DOUBLE, c FLOAT, d, e INT, f \"CHAR REAL\");" COUNT (             \
      300) "INSERT INTO reals SELECT i, i * i * i * i - 7e9, i / 3.0, i / 7.0, i / 9.0, i FROM c;" \
           "INSERT INTO reals VALUES (9e999, -9e999, -0.0, 9e999, 1e300, NULL), "                  \
           "(NULL, 'text', x'01', NULL, 1, 2), (9007199254740993, -9223372036854775807, 0, 1, "    \
           "1, 1);"
/* Row IDs of all widths, with gaps; some rows are deleted. */
#define ROW_IDS                                                                                    \
  "CREATE TABLE ids (id INTEGER PRIMARY KEY, a, b);" COUNT (                                       \
      3000) "INSERT INTO ids SELECT i * i * i - 5000, i, words (i % 40) FROM c;"                   \
            "INSERT INTO ids VALUES (-9223372036854775807 - 1, 1, 2), (9223372036854775807, 3, "   \
            "4), (-1 << 60, 5, 6), (1 << 60, 7, 8);"                                               \
            "DELETE FROM ids WHERE a % 7 = 3 OR a BETWEEN 1000 AND 1600;"                          \
            "CREATE TABLE plain_ids (a, b UNIQUE);" COUNT (                                        \
                500) "INSERT INTO plain_ids (rowid, a, b) SELECT i * 1000 - 250000, i, -i FROM c;" \
                     "DELETE FROM plain_ids WHERE a % 3 = 0;"                                      \
                     "CREATE TABLE emptied (a, b);" COUNT (                                        \
                         2000) "INSERT INTO emptied SELECT i, words (50) FROM c; DELETE FROM "     \
                               "emptied;"                                                          \
                               "CREATE TABLE never (a, b INTEGER PRIMARY KEY, c REAL);"            \
                               "CREATE TABLE sorted (k TEXT PRIMARY KEY, v) ;"                     \
                               "INSERT INTO sorted VALUES ('b', 1), ('a', 2);"
/* Tables with 40 columns, so that headers exceed 24 bytes, and rows with different types. */
#define C4(a, b, c, d) "c" #a ", c" #b ", c" #c ", c" #d
#define SHAPES                                                                                     \
  "CREATE TABLE shapes (" C4 (0, 1, 2, 3) "," C4 (4, 5, 6, 7) ", r REAL," C4 (                     \
      8, 9, 10,                                                                                    \
      11) "," C4 (12, 13, 14,                                                                      \
                  15) ");" COUNT (1500) "INSERT INTO shapes (" C4 (0, 1, 2,                        \
                                                                   3) "," C4 (4, 5, 8,             \
                                                                              9) ", r) "           \
                                                                                 "SELECT " ONE     \
                                                                                 "," ONE "," ONE   \
                                                                                 "," ONE "," ONE   \
                                                                                 "," ONE "," ONE   \
                                                                                 "," ONE           \
                                                                                 ", i FROM c;"     \
                                                                                 "UPDATE shapes "  \
                                                                                 "SET c12 = "      \
                                                                                 "words (70), "    \
                                                                                 "c15 = c3 WHERE " \
                                                                                 "rowid % 5 = 1;"
#define ONE                                                                                        \
  "CASE abs (random () % 9) WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN 1 WHEN 3 THEN i WHEN 4 "    \
  "THEN i * 70000 WHEN 5 THEN i / 3.0 WHEN 6 THEN words (i % 11) WHEN 7 THEN noise (i % 90) ELSE " \
  "i << 40 END"

static char *
wide_table (void)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE wide (");

  for (guint c = 0; c < 60; c++)
    g_string_append_printf (sql, "%sw%u%s", c ? ", " : "", c, c % 9 == 4 ? " REAL" : "");
  g_string_append (sql, ");" COUNT (400) "INSERT INTO wide SELECT ");
  for (guint c = 0; c < 60; c++)
    g_string_append_printf (sql, "%si %% %u", c ? ", " : "", c * 5 + 1);
  g_string_append (sql, " FROM c;");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* Returns SQL for a table with row lengths around those at which a record needs one more overflow
 * page. (transfer full) */
static char *
overflow_table (int page_size, int reserved)
{
  int usable = page_size - reserved, most = usable - 35, least = (usable - 12) * 32 / 255 - 23;
  int edges[] = {most,      usable, least + usable - 4, most + usable - 4, least + 2 * (usable - 4),
                 5 * usable};
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE overflow (a, b TEXT, c BLOB, d REAL);");

  for (guint e = 0; e < G_N_ELEMENTS (edges); e++)
    g_string_append_printf (
        sql,
        "WITH RECURSIVE c (i) AS (VALUES (%d) UNION ALL SELECT i + 1 FROM c LIMIT 30) INSERT INTO "
        "overflow SELECT i, words (i - 10), i, i FROM c UNION ALL SELECT i, i, noise (i - 10), i "
        "FROM c UNION ALL SELECT NULL, words (i / 2 - 5), noise (i / 2 - 5), 3 FROM c;",
        edges[e] - 18);
  g_string_append (sql, "INSERT INTO overflow VALUES (noise (300000), words (100000), 1, 2), "
                        "(1, 2, noise (70000), 0.5); DELETE FROM overflow WHERE rowid % 11 = 5;"
                        "INSERT INTO overflow SELECT * FROM overflow WHERE rowid % 10 = 1;");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static Made *
make_ordinary (int page_size, int reserved)
{
  g_autofree char *overflow = overflow_table (page_size, reserved);
  g_autofree char *wide = wide_table ();
  g_autofree char *sql =
      g_strconcat ("BEGIN;", INTEGERS REALS ROW_IDS SHAPES, overflow, wide, "COMMIT", NULL);

  return made_new (page_size, reserved, sql);
}

static void
test_scan_pages (void)
{
  static const struct {
    int size, reserved;
  } all[] = {{512, 0},  {512, 32}, {1024, 0},  {1024, 255}, {2048, 1},  {4096, 0},
             {4096, 8}, {8192, 0}, {16384, 0}, {32768, 12}, {65536, 0}, {65536, 32}};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autoptr (Made) made = make_ordinary (all[i].size, all[i].reserved);
    Compared compared = compare_file (made->path, MORE, NULL);
    g_assert_cmpint (made_ask (made, "PRAGMA page_size"), ==, all[i].size);
    g_assert_cmpuint (compared.tables, ==, 10);
    g_assert_cmpuint (compared.by_leaves, ==, compared.tables);
  }
}

/* Replaces a number by NaN, which SQL cannot write. */
static void
test_not_a_number (void)
{
  static const guint8 number[] = {0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48};
  static const guint8 none[][8] = {{0x7f, 0xf8, 0, 0, 0, 0, 0, 0}, {0xff, 0xf0, 0, 0, 0, 0, 0, 1}};
  g_autoptr (Made) made = made_new (4096, 0, "CREATE TABLE t (a REAL, b)");
  double value;
  guint64 bits;

  memcpy (&bits, number, sizeof bits);
  bits = GUINT64_FROM_BE (bits);
  memcpy (&value, &bits, sizeof value);
  g_autofree char *insert =
      g_strdup_printf ("INSERT INTO t VALUES (%.17g, 1), (1.5, %.17g), (2, 3)", value, value);
  made_alter (made, insert);
  g_autofree char *bytes = NULL;
  gsize size, n = 0;
  g_assert_true (g_file_get_contents (made->path, &bytes, &size, NULL));
  for (gsize i = 0; i + 8 <= size; i++)
    if (!memcmp (bytes + i, number, 8))
      memcpy (bytes + i, none[n++ % 2], 8);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (g_file_set_contents (made->path, bytes, (gssize) size, NULL));
  g_assert_cmpint (made_ask (made, "SELECT count (*) FROM t WHERE a IS NULL OR b IS NULL"), ==, 2);
  g_assert_cmpuint (compare_file (made->path, MORE, NULL).by_leaves, ==, 1);
}

/* Legal but rare schemas: the tables in .read_by_sqlite are read through SQLite, for .reason; all
 * others from their leaves. */
typedef struct {
  const char *name, *sql;
  const char *read_by_sqlite, *reason;
  int since; /* least SQLite that can write it, as sqlite3_libversion_number (); 0: any */
} Rare;

static const Rare rare[] = {
    {"added-column",
     "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, words (9000));"
     "ALTER TABLE t ADD COLUMN c; ALTER TABLE t ADD COLUMN d INTEGER DEFAULT 5;"
     "ALTER TABLE t ADD COLUMN e REAL DEFAULT 7; ALTER TABLE t ADD COLUMN f DEFAULT NULL;"
     "INSERT INTO t VALUES (1, 2, 3, 4, 5, 6); ALTER TABLE t ADD COLUMN g BLOB DEFAULT 12;"
     "ALTER TABLE t ADD COLUMN h NUMERIC DEFAULT 007; UPDATE t SET d = 9 WHERE a = 3;"
     "ALTER TABLE t ADD COLUMN i BOOLEAN DEFAULT 1",
     NULL, NULL},
    {"added-text",
     "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD b TEXT DEFAULT 5", "t",
     "default"},
    {"added-varchar",
     "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD b VARCHAR (9) DEFAULT 5", "t",
     "default"},
    {"added-expression",
     "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD b DEFAULT -5;"
     "CREATE TABLE u (a); INSERT INTO u VALUES (1); ALTER TABLE u ADD b DEFAULT -5; DELETE FROM u;"
     "INSERT INTO u VALUES (1, 2)",
     "t", "default"},
    {"added-word",
     "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD b DEFAULT 'word'", "t",
     "default"},
    {"added-real",
     "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD b REAL DEFAULT 1.5", "t",
     "default"},
    {"key-desc",
     "CREATE TABLE t (a INTEGER PRIMARY KEY DESC, b); INSERT INTO t VALUES (5, 1), (4, 2);"
     "CREATE TABLE u (a INTEGER, b, PRIMARY KEY (a DESC)); INSERT INTO u VALUES (5, 1), (4, 2)",
     "t", "key"},
    /* SQLite derives the index from the CREATE statement; the schema may not list it. */
    {"key-desc-without-index",
     "CREATE TABLE t (a INTEGER PRIMARY KEY DESC, b); INSERT INTO t VALUES (5, 1), (4, 2);"
     "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE type = 'index'",
     "t", "key"},
    {"without-rowid-and-comment",
     "CREATE TABLE t (a INTEGER PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES (5, 1);"
     "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = sql || ' -- )'",
     "t", "plain"},
    {"key-int", "CREATE TABLE t (a INT PRIMARY KEY, b); INSERT INTO t VALUES (5, 1), (4, 2)", NULL,
     NULL},
    {"key-of-two",
     "CREATE TABLE t (a INTEGER, b INTEGER, PRIMARY KEY (b, a)); INSERT INTO t VALUES (5, 1), (4, "
     "2); CREATE TABLE u (a INTEGER, b, PRIMARY KEY (a, b)); INSERT INTO u VALUES (5, 1), (4, 2)",
     NULL, NULL},
    {"key-autoincrement",
     "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT, b); INSERT INTO t VALUES (5, 1), (4, 2)",
     NULL, NULL},
    {"without-rowid",
     "CREATE TABLE t (a TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES (5, 1), (4, 2);"
     "CREATE TABLE u (a)",
     "t", "plain"},
    {"strict",
     "CREATE TABLE t (a INTEGER PRIMARY KEY, b REAL, c ANY) STRICT;"
     "INSERT INTO t VALUES (5, 1, 1), (4, 2, 1.5)",
     "t", "plain", 3037000},
    {"utf-16", "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a, b); INSERT INTO t VALUES ('ä', 1)",
     "t", "UTF-8"},
    {"auto-vacuum",
     "PRAGMA auto_vacuum = FULL; CREATE TABLE t (a, b);" COUNT (
         300) "INSERT INTO t SELECT i, words (i * 30) FROM c; DELETE FROM t WHERE a % 5 = 1",
     "t", "vacuum"},
    {"empty", "CREATE TABLE t (a, b)", NULL, NULL},
    {"temporary-names",
     "CREATE TABLE \"a table\" (\"a column\", b); INSERT INTO \"a table\" VALUES (1, 2);"
     "CREATE TABLE t (B, c); INSERT INTO t VALUES (1, 2)",
     NULL, NULL},
    {"dropped-column",
     "CREATE TABLE t (a, b, c); INSERT INTO t VALUES (1, 2, 3), (4, 5, 6);"
     "ALTER TABLE t DROP COLUMN b; INSERT INTO t VALUES (7, 8)",
     NULL, NULL, 3035000},
};

static void
test_rare (gconstpointer data)
{
  const Rare *self = data;
  static const int sizes[] = {512, 4096, 65536};

  if (sqlite3_libversion_number () < self->since) {
    g_test_skip ("this SQLite cannot write it");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (Made) made = made_new (sizes[i], 0, self->sql);
    g_autoptr (GHashTable) reasons = reasons_new ();
    Compared compared = compare_file (made->path, MORE, reasons);
    g_assert_cmpuint (g_hash_table_size (reasons), ==, self->read_by_sqlite ? 1 : 0);
    g_assert_cmpuint (compared.by_leaves, ==, compared.tables - g_hash_table_size (reasons));
    if (self->read_by_sqlite) {
      const char *reason = g_hash_table_lookup (reasons, self->read_by_sqlite);
      g_assert_nonnull (reason);
      g_test_message ("%s", reason);
      g_assert_nonnull (strstr (reason, self->reason));
    }
  }
}

static void
test_write_ahead_log (void)
{
  g_autoptr (Made) made = made_new (4096, 0, "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  g_auto (Readers) readers;
  g_auto (ComparedRows) result = {0};

  /* If the log is closed properly, the table is read from its leaves. */
  made_alter (made, "PRAGMA journal_mode = WAL");
  readers_open (&readers, made->path);
  g_assert_no_error (readers.error);
  g_autofree char *difference =
      compare_rows (readers.database, readers.plain, "t", "a", NULL, &result);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_cmpuint (result.rows, ==, 1);
  g_assert_cmpstr (result.reason, ==, NULL);
}

/* The last record must be read through SQLite: earlier rows are returned only once. */
static void
test_late_hand_over (void)
{
  g_autoptr (Made) made =
      made_new (4096, 0,
                "CREATE TABLE t (a, b); INSERT INTO t (rowid, a) VALUES (100000, 1);"
                "ALTER TABLE t ADD COLUMN c DEFAULT 'x';" COUNT (
                    100) "INSERT INTO t (rowid, a, b, c) SELECT i, i, noise (20000), 'y' FROM c");
  g_autoptr (GHashTable) reasons = reasons_new ();
  g_auto (Readers) readers;
  g_auto (ComparedRows) result = {0};

  readers_open (&readers, made->path);
  g_autofree char *difference =
      compare_rows (readers.database, readers.plain, "t", "c,b,a", NULL, &result);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_cmpuint (result.rows, ==, 101);
  g_assert_false (result.failed);
  g_assert_nonnull (strstr (result.reason, "default"));
}

int
main (int argc, char **argv)
{
  static const char *const reports[] = {
      "integrals/profile.pop", "firehose/profile.pop", "firehose-killed/profile_me5mjvuv.pop",
      "aborted/profile_tvsri9nv.pop", "flame-reference/profile.pop_cache"};

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/scan/mini", test_mini);
  g_test_add_func ("/profile/scan/demo", test_demo);
  g_test_add_func ("/profile/scan/no-rows", test_no_rows);
  for (guint i = 0; i < G_N_ELEMENTS (reports); i++) {
    g_autofree char *path = g_strconcat ("/profile/scan/reports/", reports[i], NULL);
    g_test_add_data_func (path, reports[i], test_scan_report);
  }
  g_test_add_func ("/profile/scan/pages", test_scan_pages);
  g_test_add_func ("/profile/scan/not-a-number", test_not_a_number);
  for (guint i = 0; i < G_N_ELEMENTS (rare); i++) {
    g_autofree char *path = g_strconcat ("/profile/scan/rare/", rare[i].name, NULL);
    g_test_add_data_func (path, &rare[i], test_rare);
  }
  g_test_add_func ("/profile/scan/write-ahead-log", test_write_ahead_log);
  g_test_add_func ("/profile/scan/late-hand-over", test_late_hand_over);
  return g_test_run ();
}
