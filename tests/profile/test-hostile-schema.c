/* Tests of hostile schemas and pages: loading each part and slice ends in time, with the rows that
 * SQLite finds or with an error that names the file and the table. */
#include "fixture.h"
#include "hostile-cases.h"
#include "page-edit.h"

#include "base/error.h"
#include "database/query.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/seeds.h"
#include "support/temp-dir.h"
#include "support/work-time.h"

#include <string.h>
#include <sys/resource.h>

#if defined(__SANITIZE_ADDRESS__)
#define MOST_SECONDS 15
#define MOST_MIB 8192 /* ASan delays the release of memory */
#else
#define MOST_SECONDS 5
#define MOST_MIB 1024
#endif
#define MOST_PIECES 20000

/* ---- looking at a file ----------------------------------------------------------------------- */

static void
check_time (const char *what, gint64 start)
{
  double seconds = (double) (work_time () - start) / G_USEC_PER_SEC;
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  if (seconds > 1)
    g_test_message ("%s took %.1f s", what, seconds);
  g_assert_cmpfloat (seconds, <, MOST_SECONDS);
  g_assert_cmpint (usage.ru_maxrss >> 10, <, MOST_MIB);
}

static void
check_schema_error (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == POPLENS_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strstr (error->message, "not enough memory"));
  g_assert_cmpuint (strlen (error->message), <, 2000);
}

static void
read_slice (PoplensProfile *profile, PoplensSliceKind kind, guint64 key)
{
  gint64 start = work_time ();

  for (guint n = 0; key != POPLENS_NO_SLICE || !n; n++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensSlice) slice = poplens_profile_read_slice (profile, kind, key, NULL, &error);
    if (!slice)
      check_schema_error (error);
    g_assert_cmpuint (n, <, MOST_PIECES);
    key = slice && kind >= POPLENS_SLICE_SCAN_VARIABLES ? slice->next : POPLENS_NO_SLICE;
  }
  check_time ("a slice", start);
}

static void
read_everything (PoplensProfile *profile)
{
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    gint64 start = work_time ();
    g_autoptr (GError) error = NULL;
    g_autofree char *absent = poplens_profile_explain_absence (profile, part, NULL);
    gpointer data = poplens_profile_load (profile, part, NULL, &error);
    if (!data)
      check_schema_error (error);
    poplens_part_free (part, data);
    check_time (poplens_part_name (part), start);
  }
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++) {
    read_slice (profile, kind, 0);
    read_slice (profile, kind, 7);
    read_slice (profile, kind, G_MAXUINT64);
  }
}

/* ---- rows as SQLite has them ----------------------------------------------------------------- */

static gboolean
cell_equals (PoplensQuery *q, int c, sqlite3_stmt *row)
{
  const PoplensCell *cell = &q->cells[c];

  if ((int) cell->kind != sqlite3_column_type (row, c))
    return FALSE;
  if (cell->kind == SQLITE_INTEGER)
    return cell->integer == sqlite3_column_int64 (row, c);
  if (cell->kind == SQLITE_FLOAT)
    return cell->real == sqlite3_column_double (row, c);
  return cell->kind == SQLITE_NULL ||
         (cell->size == (guint32) sqlite3_column_bytes (row, c) &&
          (!cell->size || !memcmp (cell->bytes, sqlite3_column_blob (row, c), cell->size)));
}

/* Checks that Poplens reads the rows of @table that SQLite reads, or fails with an error that names
 * file and table. */
static void
compare_table (PoplensDatabase *database, sqlite3 *handle, const PoplensSchemaTable *table)
{
  g_autofree char *names = poplens_schema_table_names (table);
  g_autofree char *quoted = g_strdup (names);
  g_autoptr (GError) error = NULL;
  sqlite3_stmt *row = NULL;

  if (!*names)
    return;
  g_auto (GStrv) list = g_strsplit (names, ",", -1);
  g_free (quoted);
  quoted = g_strjoinv ("\",\"", list);
  g_autofree char *sql =
      g_strdup_printf ("SELECT \"%s\" FROM \"%s\" NOT INDEXED", quoted, table->name);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (database, table->name, names, NULL);
  gboolean ready = poplens_query_end (q, &error);
  if (ready && sqlite3_prepare_v2 (handle, sql, -1, &row, NULL) != SQLITE_OK)
    g_error ("%s: %s", table->name, sqlite3_errmsg (handle));
  while (ready && poplens_query_next (q)) {
    g_assert_cmpint (sqlite3_step (row), ==, SQLITE_ROW);
    for (guint c = 0; list[c]; c++)
      if (!cell_equals (q, (int) c, row))
        g_error ("%s.%s is not as SQLite reads it", table->name, list[c]);
  }
  if (ready && poplens_query_end (q, &error))
    g_assert_cmpint (sqlite3_step (row), ==, SQLITE_DONE);
  sqlite3_finalize (row);
  if (error) {
    check_schema_error (error);
    g_assert_nonnull (strstr (error->message, database->path));
    g_assert_nonnull (strstr (error->message, table->name));
  }
}

static void
compare_tables (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (path, NULL, NULL, &error);
  g_autoptr (PoplensSchema) schema =
      database ? poplens_database_read_schema (database, &error) : NULL;
  GHashTableIter iter;
  gpointer table;

  if (!schema) {
    check_schema_error (error);
    return;
  }
  sqlite3 *handle;
  /* SQLite ignores CHECK constraints on a read-only connection. */
  g_assert_cmpint (sqlite3_open_v2 (path, &handle, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  sqlite3_exec (handle, "PRAGMA cell_size_check = 1", NULL, NULL, NULL);
  database->schema = schema;
  gint64 start = work_time ();
  g_hash_table_iter_init (&iter, schema->tables);
  for (guint n = 0; n < 200 && g_hash_table_iter_next (&iter, NULL, &table); n++) {
    poplens_database_begin (database, NULL);
    compare_table (database, handle, table);
    poplens_database_end (database);
  }
  if (work_time () - start > G_USEC_PER_SEC)
    g_test_message ("comparing took %.1f s", (double) (work_time () - start) / G_USEC_PER_SEC);
  sqlite3_close (handle);
}

/* Opens the file of @mini again, and reads all of it. @says: (nullable): parts ("one|two") of the
 * error of @part or of opening; NULL: it must be read */
static void
reopen_and_read (Mini *mini, PoplensPart part, const char *says)
{
  g_autoptr (GError) error = NULL;
  gint64 start = work_time ();
  gpointer data = NULL;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  mini->profile = local_profile_open (mini->path, &error);
  check_time ("opening", start);
  if (mini->profile) {
    data = poplens_profile_load (mini->profile, part, NULL, &error);
    poplens_part_free (part, data);
    read_everything (mini->profile);
  }
  compare_tables (mini->path);
  g_test_message ("%s", error ? error->message : "read");
  if (!says) {
    g_assert_no_error (error);
    return;
  }
  g_assert_nonnull (error);
  check_schema_error (error);
  g_assert_nonnull (strstr (error->message, "profile.pop"));
  g_auto (GStrv) words = g_strsplit (says, "|", -1);
  for (guint w = 0; words[w]; w++)
    if (!strstr (error->message, words[w]))
      g_error ("\"%s\" does not say \"%s\"", error->message, words[w]);
}

/* ---- generated columns ----------------------------------------------------------------------- */

/* Returns SQL that puts @column before all others in the definition of @table. (transfer full) */
static char *
add_first (const char *table, const char *column)
{
  return g_strdup_printf (
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = substr (sql, 1, instr (sql, "
      "'(')) || '%s, ' || substr (sql, instr (sql, '(') + 1) WHERE name = '%s'",
      column, table);
}

/* A table that each part reads. */
static const struct {
  PoplensPart part;
  const char *table;
} read_by[] = {
    {POPLENS_PART_TARGET, "target_info"},
    {POPLENS_PART_OPTIONS, "compilation_parameters"},
    {POPLENS_PART_COMPILATION, "compilation_trace"},
    {POPLENS_PART_MEMORY, "memory_by_tile"},
    {POPLENS_PART_VERTICES, "vertex_types"},
    {POPLENS_PART_PROGRAMS, "programs"},
    {POPLENS_PART_EXCHANGES, "program_type_do_exchange"},
    {POPLENS_PART_VARIABLES, "vars_info"},
    {POPLENS_PART_LIVENESS, "eq_classes"},
    {POPLENS_PART_EXECUTION, "steps_by_ipu"},
};

static void
test_generated (void)
{
  static const char *const names[] = {"rowid", "oid", "_rowid_", "extra"};
  static const char *const kinds[] = {"VIRTUAL", "STORED"};

  for (guint t = 0; t < G_N_ELEMENTS (read_by); t++)
    for (guint n = 0; n < G_N_ELEMENTS (names); n++)
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
        /* Without all seeds, tries each table once, so that every name and kind occurs. */
        if (!all_seeds () &&
            t % (G_N_ELEMENTS (names) * G_N_ELEMENTS (kinds)) != n * G_N_ELEMENTS (kinds) + k)
          continue;
        g_autofree char *column =
            g_strdup_printf ("%s AS (hex (zeroblob (100000000))) %s", names[n], kinds[k]);
        g_autofree char *sql = add_first (read_by[t].table, column);
        g_autofree char *says = g_strdup_printf ("table %s |%s", read_by[t].table, names[n]);
        g_autoptr (Mini) mini = mini_new (sql);
        reopen_and_read (mini, read_by[t].part, says);
      }
}

/* ---- by SQL ---------------------------------------------------------------------------------- */

/* Runs @sql on the file; fails if the last statement changes no row. */
static void
alter_file (const char *path, const char *sql)
{
  sqlite3 *handle = mini_profile_connect (path);

  mini_profile_exec (handle, "PRAGMA synchronous = OFF; BEGIN");
  mini_profile_exec (handle, sql);
  g_assert_true (sqlite3_changes (handle) > 0 || strstr (sql, "CREATE"));
  mini_profile_exec (handle, "COMMIT");
  sqlite3_close (handle);
}

static void
test_schema_case (gconstpointer data)
{
  const SchemaCase *one = data;
  g_autofree char *long_text = g_strnfill (4000, 'x');
  g_auto (GStrv) pieces = g_strsplit (one->sql, "%s", 2);
  g_autofree char *sql = g_strjoinv (long_text, pieces);
  g_autoptr (Mini) mini = mini_new (NULL);

  if (sqlite3_libversion_number () < one->since) {
    g_test_skip ("this SQLite cannot write it");
    return;
  }
  g_clear_pointer (&mini->profile, poplens_profile_free);
  if (strstr (sql, "programs_of"))
    mini_profile_alter (mini->path, "CREATE TABLE programs_of (id, name, x); INSERT INTO "
                                    "programs_of VALUES (1, 2, 3)");
  alter_file (mini->path, sql);
  if (one->then)
    alter_file (mini->path, one->then);
  reopen_and_read (mini, one->part, one->says);
}

/* ---- by pages -------------------------------------------------------------------------------- */

/* Calls @edit on each leaf page of @table, and writes the page back. */
static void
edit_leaves (const char *path, const char *table, void (*edit) (guint8 *page, gpointer data),
             gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (path, NULL, NULL, &error);
  g_autoptr (PoplensSchema) schema = poplens_database_read_schema (database, &error);
  const char *reason;
  guint8 bytes[PAGE_BYTES];

  g_assert_no_error (error);
  database->schema = schema;
  poplens_database_begin (database, NULL);
  PoplensLeaves *leaves =
      poplens_database_leaves (database, poplens_schema_get_table (schema, table), &reason);
  poplens_database_end (database);
  g_assert_nonnull (leaves);
  for (guint32 i = 0; i < leaves->n; i++) {
    page_edit_read (path, leaves->page[i], bytes);
    edit (bytes, data);
    page_edit_write (path, leaves->page[i], bytes);
  }
}

/* Records of a row ID and a text that are so long that 489 bytes are in the cell (sqlite.org, "1.6.
 * B-tree Pages") and the rest fills @n overflow pages. */
#define LOCAL 489
#define RECORD(n) (LOCAL + 4092 * (n))
#define TEXT(n) (RECORD (n) - 5)
#define SHORT_CHAIN 5
#define LONG_CHAIN 250

static void
write_varint3 (guint8 *at, guint32 value)
{
  at[0] = 0x80 | value >> 14;
  at[1] = 0x80 | (value >> 7 & 0x7f);
  at[2] = value & 0x7f;
}

/* Sets the length of each record to that of the long one, and makes it share its overflow pages. */
static void
share_chain (guint8 *page, gpointer data)
{
  guint32 *chain = data;

  for (guint c = 0; c < page_edit_u16 (page + 3); c++) {
    guint8 *cell = page + page_edit_u16 (page + 8 + 2 * c);
    guint8 *record = cell + 3 + (cell[3] & 0x80 ? 2 : 1);
    if (!(cell[0] & 0x80) || !(cell[1] & 0x80) || record[0] != 5)
      continue;
    if (!*chain) { /* the first one is the long one */
      *chain = page_edit_u32 (record + LOCAL);
      continue;
    }
    write_varint3 (cell, RECORD (LONG_CHAIN));
    write_varint3 (record + 2, 13 + 2 * TEXT (LONG_CHAIN));
    record[LOCAL] = *chain >> 24;
    record[LOCAL + 1] = *chain >> 16;
    record[LOCAL + 2] = *chain >> 8;
    record[LOCAL + 3] = *chain;
  }
}

static void
test_shared_chain (void)
{
  static const struct {
    const char *table;
    PoplensPart part;
  } all[] = {{"unlowered_vars", POPLENS_PART_VARIABLES},
             {"vars_string_table", MEMORY},
             {"cycles_by_tile", MEMORY}};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    guint32 chain = 0;
    g_autofree char *sql = g_strdup_printf (
        "DELETE FROM %s; INSERT INTO %s VALUES (1, printf ('%%.*c', %d, 'x'));" NUMBERS (
            300) "INSERT INTO %s SELECT i + 1, printf ('%%.*c', %d, 'x') FROM n",
        all[i].table, all[i].table, TEXT (LONG_CHAIN), all[i].table, TEXT (SHORT_CHAIN));
    g_autoptr (Mini) mini = mini_new (sql);
    edit_leaves (mini->path, all[i].table, share_chain, &chain);
    g_assert_cmpuint (chain, >, 0);
    reopen_and_read (mini, all[i].part, all[i].part == MEMORY ? NULL : all[i].table);
  }
}

/* Sets every row ID of a leaf to that of its first cell, if it has one byte. */
static void
repeat_row_ids (guint8 *page, gpointer data)
{
  guint8 first = 0;

  for (guint c = 0; c < page_edit_u16 (page + 3); c++) {
    guint8 *cell = page + page_edit_u16 (page + 8 + 2 * c);
    if (!c)
      first = cell[1];
    if (!(cell[0] & 0x80) && !(cell[1] & 0x80))
      cell[1] = first;
  }
}

static void
repeat_cells (guint8 *page, gpointer data)
{
  for (guint c = 1; c < page_edit_u16 (page + 3); c++)
    memcpy (page + 8 + 2 * c, page + 8, 2);
}

static void
test_repeated_keys (void)
{
  for (guint t = 0; t < G_N_ELEMENTS (read_by); t++)
    for (guint way = 0; way < 2; way++) {
      g_autoptr (Mini) mini = mini_new (NULL);
      edit_leaves (mini->path, read_by[t].table, way ? repeat_cells : repeat_row_ids, NULL);
      g_clear_pointer (&mini->profile, poplens_profile_free);
      mini->profile = local_profile_open (mini->path, &mini->error);
      g_assert_no_error (mini->error);
      read_everything (mini->profile);
      compare_tables (mini->path);
    }
}

/* An index that is empty, is not an index page, or refers to itself: tables are read without it. */
static void
test_damaged_index (void)
{
  static const char *const indices[] = {"sqlite_autoindex_exchange_regions_1",
                                        "sqlite_autoindex_programs_1", "by_step"};
  static const PoplensPart parts[] = {POPLENS_PART_EXCHANGES, POPLENS_PART_PROGRAMS,
                                      POPLENS_PART_EXECUTION};

  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    for (guint way = 0; way < 4; way++) {
      guint8 bytes[PAGE_BYTES];
      g_autoptr (Mini) mini =
          mini_new ("CREATE UNIQUE INDEX by_step ON steps_by_ipu (step_id, ipu)");
      guint32 page = page_edit_first_leaf (mini->path, indices[i]);
      page_edit_read (mini->path, page, bytes);
      g_assert_cmpuint (bytes[0], ==, 10);
      if (way == 0)
        bytes[3] = bytes[4] = 0;
      else if (way == 1)
        memset (bytes, 0, sizeof bytes);
      else if (way == 2)
        memset (bytes + 8, 0xff, sizeof bytes - 8);
      else {
        memset (bytes, 0, 12);
        bytes[0] = 2;
        bytes[10] = page >> 8;
        bytes[11] = page;
      }
      page_edit_write (mini->path, page, bytes);
      reopen_and_read (mini, parts[i], NULL);
    }
}

/* An out-of-memory error of SQLite is reported as exceeded limit of operations. */
static void
test_too_many_operations (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (mini->path, NULL, NULL, &error);

  g_assert_no_error (error);
  sqlite3_limit (database->handle, SQLITE_LIMIT_VDBE_OP, 10);
  g_assert_null (poplens_database_read_schema (database, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "too complex"));
  g_assert_null (strstr (error->message, "memory"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/hostile-schema/generated", test_generated);
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *path = g_strconcat ("/profile/hostile-schema/", cases[c].name, NULL);
    g_test_add_data_func (path, &cases[c], test_schema_case);
  }
  g_test_add_func ("/profile/hostile-schema/shared-chain", test_shared_chain);
  g_test_add_func ("/profile/hostile-schema/repeated-keys", test_repeated_keys);
  g_test_add_func ("/profile/hostile-schema/damaged-index", test_damaged_index);
  g_test_add_func ("/profile/hostile-schema/too-many-operations", test_too_many_operations);
  return g_test_run ();
}
