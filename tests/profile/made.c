/* Databases made by SQL, a reader of leaves and one through SQLite, and the comparison of their
 * rows. */
#include "made.h"

#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

static void
random_value_function (sqlite3_context *context, int n, sqlite3_value **values)
{
  gboolean is_text = sqlite3_user_data (context) != NULL;
  int size = sqlite3_value_int (values[0]);
  g_autofree guint8 *bytes = g_malloc ((gsize) size + 1);

  for (int i = 0; i < size; i++)
    bytes[i] =
        (guint8) (is_text ? g_test_rand_int_range (32, 127) : g_test_rand_int_range (0, 256));
  if (is_text)
    sqlite3_result_text (context, (const char *) bytes, size, SQLITE_TRANSIENT);
  else
    sqlite3_result_blob (context, bytes, size, SQLITE_TRANSIENT);
}

static sqlite3 *
connect_to (const char *path)
{
  sqlite3 *handle = mini_profile_connect (path);

  sqlite3_create_function (handle, "noise", 1, SQLITE_UTF8, NULL, random_value_function, NULL,
                           NULL);
  sqlite3_create_function (handle, "words", 1, SQLITE_UTF8, handle, random_value_function, NULL,
                           NULL);
  mini_profile_exec (handle, "PRAGMA synchronous = OFF");
  return handle;
}

Made *
made_new (int page_size, int reserved, const char *sql)
{
  Made *self = g_new0 (Made, 1);

  self->dir = temp_dir_new ();
  self->path = g_build_filename (self->dir, "made.db", NULL);
  sqlite3 *handle = connect_to (self->path);
  g_autofree char *size = g_strdup_printf ("PRAGMA page_size = %d", page_size);
  mini_profile_exec (handle, size);
  g_assert_cmpint (sqlite3_file_control (handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved), ==,
                   SQLITE_OK);
  mini_profile_exec (handle, sql);
  g_assert_cmpint (sqlite3_close (handle), ==, SQLITE_OK);
  return self;
}

void
made_free (Made *self)
{
  temp_dir_remove (self->dir);
  g_free (self->dir);
  g_free (self->path);
  g_free (self);
}

void
made_alter (Made *self, const char *sql)
{
  sqlite3 *handle = connect_to (self->path);

  mini_profile_exec (handle, sql);
  g_assert_cmpint (sqlite3_close (handle), ==, SQLITE_OK);
}

gint64
made_ask (Made *self, const char *sql)
{
  sqlite3 *handle = connect_to (self->path);
  sqlite3_stmt *row = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (handle, sql, -1, &row, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (row), ==, SQLITE_ROW);
  gint64 number = sqlite3_column_int64 (row, 0);
  sqlite3_finalize (row);
  sqlite3_close (handle);
  return number;
}

/* Limit of SQLite's progress: pages in a circle make a table without end. */
#define MOST_OPERATIONS 5000000

static int
interrupt_query (void *data)
{
  return 1;
}

void
readers_open (Readers *self, const char *path)
{
  *self = (Readers){0};
  self->database = local_database_open (path, NULL, NULL, &self->error);
  if (!self->database)
    return;
  poplens_database_begin (self->database, NULL);
  self->database->schema = self->schema =
      poplens_database_read_schema (self->database, &self->error);
  sqlite3_open_v2 (path, &self->plain, SQLITE_OPEN_READONLY, NULL);
  /* In a table without row IDs, "rowid" must be an error, not a string. */
  sqlite3_db_config (self->plain, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_exec (self->plain, "PRAGMA cell_size_check = 1; PRAGMA query_only = 1", NULL, NULL, NULL);
  sqlite3_progress_handler (self->plain, MOST_OPERATIONS, interrupt_query, NULL);
}

void
readers_close (Readers *self)
{
  if (self->database)
    poplens_database_end (self->database);
  g_clear_pointer (&self->database, poplens_database_close);
  g_clear_pointer (&self->schema, poplens_schema_free);
  g_clear_pointer (&self->plain, sqlite3_close);
  g_clear_error (&self->error);
}

/* Returns some of @columns in random order, separated by commas. (transfer full) */
static char *
choose_columns (const char *columns)
{
  g_auto (GStrv) names = g_strsplit (columns, ",", -1);
  guint n = g_strv_length (names);
  g_autoptr (GString) chosen = g_string_new (NULL);
  int wanted = g_test_rand_int_range (1, (gint32) n + 1);

  for (guint i = 0; i < n; i++) {
    guint other = (guint) g_test_rand_int_range ((gint32) i, (gint32) n);
    char *name = names[other];
    names[other] = names[i];
    names[i] = name;
    if (i < (guint) wanted)
      g_string_append_printf (chosen, "%s%s", i ? "," : "", name);
  }
  return g_string_free (g_steal_pointer (&chosen), FALSE);
}

/* Returns a random end of a span, which can be far outside of [@least, @most]. */
static gint64
choose_row_id (gint64 least, gint64 most)
{
  double at = g_test_rand_double ();

  switch (g_test_rand_int_range (0, 12)) {
  case 0:
    return G_MININT64;
  case 1:
    return G_MAXINT64;
  case 2:
    return least;
  case 3:
    return most;
  default:
    return (gint64) CLAMP ((double) least * (1 - at) + (double) most * at, -9.2e18, 9.2e18);
  }
}

static PoplensRowSpan
choose_span (sqlite3 *plain, const char *table)
{
  g_autofree char *sql = g_strdup_printf ("SELECT min (rowid), max (rowid) FROM \"%s\"", table);
  PoplensRowSpan span = {0, 0};
  sqlite3_stmt *row = NULL;

  if (sqlite3_prepare_v2 (plain, sql, -1, &row, NULL) == SQLITE_OK &&
      sqlite3_step (row) == SQLITE_ROW) {
    gint64 least = sqlite3_column_int64 (row, 0), most = sqlite3_column_int64 (row, 1);
    span = (PoplensRowSpan){choose_row_id (least, most), choose_row_id (least, most)};
    /* Keeps the ends in the wrong order in one of eight spans. */
    if (span.first > span.last && g_test_rand_int_range (0, 8))
      span = (PoplensRowSpan){span.last, span.first};
  }
  sqlite3_finalize (row);
  return span;
}

static void
compare_table (Readers *readers, const PoplensSchemaTable *table, guint more, Compared *compared,
               GHashTable *reasons)
{
  g_autofree char *columns = compare_rows_columns (table, readers->plain);
  g_autofree char *difference = NULL;
  g_auto (ComparedRows) result = {0};
  g_autofree char *has_row_id = g_strdup_printf ("SELECT rowid FROM \"%s\"", table->name);
  gboolean spans = sqlite3_exec (readers->plain, has_row_id, NULL, NULL, NULL) == SQLITE_OK;
  guint whole = (guint) g_test_rand_int_range (0, (gint32) more + 1);

  if (!*columns)
    return;
  for (guint i = 0; i <= more && !difference; i++) {
    g_autofree char *some = i == whole ? g_strdup (columns) : choose_columns (columns);
    PoplensRowSpan span = choose_span (readers->plain, table->name);
    gboolean spanned = spans && i != whole && g_test_rand_bit ();
    readers->database->given = 0;
    compared_rows_clear (&result);
    difference = compare_rows (readers->database, readers->plain, table->name, some,
                               spanned ? &span : NULL, &result);
    compared->rows += result.rows;
  }
  if (difference)
    g_error ("%s: %s", readers->database->path, difference);
  compared->tables++;
  compared->by_leaves += result.by_leaves;
  if (!result.by_leaves && reasons)
    g_hash_table_replace (reasons, g_strdup (table->name), g_strdup (result.reason));
}

void
compare_tables (Readers *readers, guint more, Compared *compared, GHashTable *reasons)
{
  GHashTableIter iter;
  gpointer table;

  g_hash_table_iter_init (&iter, readers->schema->tables);
  while (g_hash_table_iter_next (&iter, NULL, &table))
    if (!((PoplensSchemaTable *) table)->refused)
      compare_table (readers, table, more, compared, reasons);
}
