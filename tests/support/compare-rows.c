/* Compares rows that Poplens reads with rows that SQLite reads, for tests and fuzz targets. */
#include "support/compare-rows.h"

#include <string.h>

void
compared_rows_clear (ComparedRows *self)
{
  g_clear_pointer (&self->reason, g_free);
}

/* Returns @columns, quoted for SQL. (transfer full) */
static char *
quote_columns (const char *columns)
{
  g_auto (GStrv) names = g_strsplit (columns, ",", -1);
  g_autofree char *list = g_strjoinv ("\", \"", names);

  return g_strdup_printf ("\"%s\"", list);
}

static sqlite3_stmt *
prepare_query (sqlite3 *plain, const char *table, const char *columns, const char *key,
               const PoplensRowSpan *span)
{
  g_autofree char *list = quote_columns (columns);
  g_autofree char *sql =
      span ? g_strdup_printf ("SELECT %s FROM \"%s\" NOT INDEXED WHERE %s BETWEEN "
                              "%" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT " ORDER BY %s",
                              list, table, key, span->first, span->last, key)
           : g_strdup_printf ("SELECT %s FROM \"%s\" NOT INDEXED", list, table);
  sqlite3_stmt *statement = NULL;

  sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL);
  return statement;
}

static gboolean
same_bytes (const PoplensCell *cell, const void *bytes, int size)
{
  return cell->size == (guint32) size && (!size || !memcmp (cell->bytes, bytes, cell->size));
}

static gboolean
same_cell (const PoplensCell *cell, sqlite3_stmt *row, int c)
{
  double real;

  if (cell->kind != (guint32) sqlite3_column_type (row, c))
    return FALSE;
  switch (cell->kind) {
  case SQLITE_INTEGER:
    return cell->integer == sqlite3_column_int64 (row, c);
  case SQLITE_FLOAT:
    real = sqlite3_column_double (row, c);
    return !memcmp (&cell->real, &real, sizeof real);
  case SQLITE_TEXT: {
    const void *text = sqlite3_column_text (row, c);
    return same_bytes (cell, text, sqlite3_column_bytes (row, c));
  }
  case SQLITE_BLOB: {
    const void *blob = sqlite3_column_blob (row, c);
    return same_bytes (cell, blob, sqlite3_column_bytes (row, c));
  }
  default:
    return TRUE;
  }
}

static char *
describe_cell (const PoplensCell *cell)
{
  return cell->kind == SQLITE_INTEGER ? g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer)
         : cell->kind == SQLITE_FLOAT ? g_strdup_printf ("%.17g", cell->real)
         : cell->kind == SQLITE_NULL
             ? g_strdup ("NULL")
             : g_strdup_printf ("%u bytes of kind %u", cell->size, cell->kind);
}

/* TRUE if the error is a limit of Poplens that SQLite does not have. */
static gboolean
is_limit (const GError *error)
{
  return error && (strstr (error->message, "exceed the file size") ||
                   strstr (error->message, "lead in circles"));
}

static char *
compare_row (PoplensQuery *q, sqlite3_stmt *row)
{
  for (int c = 0; c < sqlite3_column_count (row); c++)
    if (!same_cell (&q->cells[c], row, c)) {
      g_autofree char *cell = describe_cell (&q->cells[c]);
      return g_strdup_printf ("column %s is %s, and by SQLite of kind %d: %s",
                              sqlite3_column_name (row, c), cell, sqlite3_column_type (row, c),
                              (const char *) sqlite3_column_text (row, c));
    }
  return NULL;
}

/* Compares row by row. After an error of SQLite, leaves may have more rows, but must end with an
 * error. @code: (out): SQLite's last result. (transfer full) (nullable): the difference */
static char *
compare_all (PoplensQuery *q, sqlite3_stmt *row, ComparedRows *result, int *code)
{
  gboolean any;

  for (;;) {
    any = poplens_query_next (q);
    if (*code == SQLITE_ROW)
      *code = sqlite3_step (row);
    if (any && *code == SQLITE_DONE)
      return g_strdup ("there is a row more than SQLite gives");
    if (!any)
      return NULL;
    if (*code != SQLITE_ROW)
      continue;
    char *difference = compare_row (q, row);
    if (difference)
      return difference;
    result->rows++;
  }
}

static char *
compare_ends (PoplensQuery *q, int code, ComparedRows *result, sqlite3 *plain)
{
  g_autoptr (GError) error = NULL;

  result->failed = !poplens_query_end (q, &error);
  if (is_limit (error) || code == SQLITE_INTERRUPT)
    return NULL;
  if (result->failed && (code == SQLITE_ROW || code == SQLITE_DONE))
    return g_strdup_printf ("SQLite %s, but not: %s", code == SQLITE_ROW ? "goes on" : "ends",
                            error->message);
  if (!result->failed && code != SQLITE_DONE)
    return g_strdup_printf ("it ends well, but SQLite says %d (%s)", code, sqlite3_errmsg (plain));
  return NULL;
}

char *
compare_rows (PoplensDatabase *database, sqlite3 *plain, const char *table, const char *columns,
              const PoplensRowSpan *span, ComparedRows *result)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  ComparedRows unused;
  g_autoptr (GError) error = NULL;
  int code = SQLITE_ROW;

  result = result ? result : &unused;
  *result = (ComparedRows){0};
  poplens_database_begin_work (database);
  /* SQLite checks the cells of a page only when it reads the page: empties its cache. */
  sqlite3_db_release_memory (database->handle);
  sqlite3_db_release_memory (plain);
  g_autoptr (PoplensQuery) q = span ? poplens_query_new_span (database, table, columns, *span)
                                    : poplens_query_new_rows (database, table, columns, NULL);
  gboolean ready = poplens_query_end (q, &error);
  g_autofree char *key = found ? poplens_schema_table_key (found) : NULL;
  sqlite3_stmt *row = prepare_query (plain, table, columns, key, span);
  char *difference = NULL;
  if (!ready || !row) {
    result->failed = TRUE;
    if ((ready || row) && !(found && found->refused))
      difference = g_strdup_printf ("only one is ready: %s",
                                    ready ? sqlite3_errmsg (plain) : error->message);
  } else if (!(difference = compare_all (q, row, result, &code))) {
    difference = compare_ends (q, code, result, plain);
  }
  if (difference) {
    g_autofree char *what = difference;
    g_autofree char *where =
        span ? g_strdup_printf (" from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, span->first,
                                span->last)
             : g_strdup ("");
    difference = g_strdup_printf ("table %s, columns %s%s, behind %" G_GUINT64_FORMAT " rows: %s",
                                  table, columns, where, result->rows, what);
  }
  sqlite3_finalize (row);
  const char *reason = NULL;
  result->by_leaves = found && poplens_database_leaves (database, found, &reason) != NULL;
  if (result != &unused)
    result->reason = g_strdup (reason);
  return difference;
}

char *
compare_rows_columns (const PoplensSchemaTable *table, sqlite3 *plain)
{
  g_autofree char *names = poplens_schema_table_names (table);
  sqlite3_stmt *statement =
      table->row_id < 0 ? prepare_query (plain, table->name, "rowid", NULL, NULL) : NULL;
  char *columns = statement && *names ? g_strconcat (names, ",rowid", NULL)
                                      : g_strdup (statement ? "rowid" : names);

  sqlite3_finalize (statement);
  return columns;
}
