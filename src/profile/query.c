#include "profile/query.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

#define POLL_ROWS 4096

struct _PoplensQuery {
  PoplensDatabase *database;
  sqlite3_stmt *statement;
  char *table;
  char **columns;
  gboolean handed;
  sqlite3_value **values; /* of a row that was handed over; else they are the statement's */
  PoplensRowFunc each;
  gpointer data; /* of each() */
  GCancellable *cancellable;
  GError *error;
  guint64 row;
  gboolean done;
};

/* "a!, b" → SELECT "a", NULL FROM … with NULL for columns that the file lacks; @names, which are
 * "a!" and " b", become those of the columns. */
static char *
build_select (PoplensDatabase *database, const char *table, char **names, const char *tail,
              gboolean handed, GError **error)
{
  g_autoptr (GString) sql =
      g_string_new (handed ? "SELECT " POPLENS_DATABASE_TAKE " (" : "SELECT ");

  for (guint i = 0; names[i]; i++) {
    char *name = g_strstrip (names[i]);
    gboolean required = g_str_has_suffix (name, "!");
    if (required)
      name[strlen (name) - 1] = '\0';
    /* Not of a table without one: SQLite says so then. */
    gboolean there =
        poplens_schema_has_column (database->schema, table, name) || g_str_equal (name, "rowid");
    if (required && !there) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                   "%s: table %s has no column %s; the report was written by an SDK whose schema "
                   "Poplens does not know",
                   database->path, table, name);
      return NULL;
    }
    g_string_append (sql, i ? ", " : "");
    if (there)
      g_string_append_printf (sql, "\"%s\"", name);
    else
      g_string_append (sql, "NULL");
  }
  g_string_append_printf (sql, "%s FROM \"%s\" %s", handed ? ")" : "", table, tail ? tail : "");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static PoplensQuery *
query_new (PoplensDatabase *database, const char *table, const char *columns, const char *tail,
           gboolean handed, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) names = g_strsplit (columns, ",", -1);
  g_autofree char *sql = NULL;
  sqlite3_stmt *statement = NULL;

  if (!poplens_schema_has_table (database->schema, table)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "%s has no table %s", database->path,
                 table);
    return NULL;
  }
  sql = build_select (database, table, names, tail, handed, error);
  if (!sql)
    return NULL;
  poplens_database_begin_work (database);
  int code = sqlite3_prepare_v2 (database->handle, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) {
    poplens_database_set_error (database, table, code & 0xff, error);
    return NULL;
  }
  PoplensQuery *self = g_new0 (PoplensQuery, 1);
  self->database = database;
  self->statement = statement;
  self->table = g_strdup (table);
  self->columns = g_steal_pointer (&names);
  self->handed = handed;
  self->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  return self;
}

PoplensQuery *
poplens_query_new (PoplensDatabase *database, const char *table, const char *columns,
                   const char *tail, GCancellable *cancellable, GError **error)
{
  return query_new (database, table, columns, tail, FALSE, cancellable, error);
}

PoplensQuery *
poplens_query_new_handed (PoplensDatabase *database, const char *table, const char *columns,
                          const char *tail, GCancellable *cancellable, GError **error)
{
  return query_new (database, table, columns, tail, TRUE, cancellable, error);
}

PoplensQuery *
poplens_query_new_empty (void)
{
  PoplensQuery *self = g_new0 (PoplensQuery, 1);

  self->done = TRUE;
  return self;
}

void
poplens_query_free (PoplensQuery *self)
{
  if (!self)
    return;
  sqlite3_finalize (self->statement);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self->table);
  g_strfreev (self->columns);
  g_free (self);
}

void
poplens_query_bind (PoplensQuery *self, int index, gint64 value)
{
  sqlite3_bind_int64 (self->statement, index, value);
}

void
poplens_query_restart (PoplensQuery *self)
{
  if (!self->statement)
    return;
  sqlite3_reset (self->statement);
  poplens_database_begin_work (self->database);
  self->row = 0;
  self->done = FALSE;
}

/* FALSE where no other row is wanted. */
static gboolean
wants_row (PoplensQuery *self)
{
  return !self->error && !self->done &&
         (self->row % POLL_ROWS ||
          !g_cancellable_set_error_if_cancelled (self->cancellable, &self->error));
}

gboolean
poplens_query_next (PoplensQuery *self)
{
  if (!wants_row (self))
    return FALSE;
  int code = sqlite3_step (self->statement);
  if (code == SQLITE_ROW && self->row < self->database->most_rows) {
    self->row++;
    return TRUE;
  }
  if (code == SQLITE_ROW)
    code = SQLITE_INTERRUPT;
  self->done = TRUE;
  if (code != SQLITE_DONE)
    poplens_database_set_error (self->database, self->table, code & 0xff, &self->error);
  return FALSE;
}

void
poplens_query_stop (PoplensQuery *self)
{
  self->done = TRUE;
}

/* As poplens_query_next() and the loop around it, from within the statement. */
static int
take_row (gpointer data, sqlite3_value **values)
{
  PoplensQuery *self = data;

  if (!wants_row (self))
    return SQLITE_ABORT;
  if (self->row >= self->database->most_rows)
    return SQLITE_INTERRUPT;
  self->row++;
  self->values = values;
  self->each (self, self->data);
  self->values = NULL;
  return SQLITE_OK;
}

static void
run_handed (PoplensQuery *self)
{
  PoplensDatabase *database = self->database;
  PoplensDatabaseTaker outer = database->taker;

  database->taker = (PoplensDatabaseTaker){take_row, self};
  int code = sqlite3_step (self->statement) & 0xff;
  database->taker = outer;
  if (!self->error && !self->done && code != SQLITE_ROW)
    poplens_database_set_error (database, self->table, code, &self->error);
  self->done = TRUE;
}

gboolean
poplens_query_each (PoplensQuery *self, PoplensRowFunc func, gpointer data, GError **error)
{
  if (!self)
    return FALSE;
  self->each = func;
  self->data = data;
  if (self->handed)
    run_handed (self);
  while (poplens_query_next (self))
    func (self, data);
  return poplens_query_end (self, error);
}

gboolean
poplens_query_end (PoplensQuery *self, GError **error)
{
  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

void
poplens_query_fail (PoplensQuery *self, const char *format, ...)
{
  va_list args;

  if (self->error)
    return;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s, table %s, row %" G_GUINT64_FORMAT ": %s; the file is damaged: copy it again or "
               "record a new one",
               self->database->path, self->table, self->row, what);
}

/* One look at the column for both its type and its number: where rows are stepped through, this is
 * most of what reading costs. */
static inline sqlite3_value *
value_of (PoplensQuery *self, int column)
{
  return self->values ? self->values[column] : sqlite3_column_value (self->statement, column);
}

gboolean
poplens_query_is_null (PoplensQuery *self, int column)
{
  return sqlite3_value_type (value_of (self, column)) == SQLITE_NULL;
}

static inline gint64
read_integer (PoplensQuery *self, int column, int *type)
{
  sqlite3_value *value = value_of (self, column);

  *type = sqlite3_value_type (value);
  if (*type == SQLITE_TEXT || *type == SQLITE_BLOB)
    poplens_query_fail (self, "%s is not a number", self->columns[column]);
  return *type == SQLITE_NULL ? 0 : sqlite3_value_int64 (value);
}

static inline guint64
check_unsigned (PoplensQuery *self, int column, gint64 value)
{
  if (value < 0)
    poplens_query_fail (self, "%s is negative (%" G_GINT64_FORMAT ")", self->columns[column],
                        value);
  return MAX (value, 0);
}

static inline guint32
check_u32 (PoplensQuery *self, int column, guint64 value)
{
  if (value >= G_MAXUINT32) {
    poplens_query_fail (self, "%s is too large (%" G_GUINT64_FORMAT ")", self->columns[column],
                        value);
    return 0;
  }
  return value;
}

gint64
poplens_query_i64 (PoplensQuery *self, int column)
{
  int type;

  return read_integer (self, column, &type);
}

guint64
poplens_query_u64 (PoplensQuery *self, int column)
{
  int type;

  return check_unsigned (self, column, read_integer (self, column, &type));
}

guint32
poplens_query_u32 (PoplensQuery *self, int column)
{
  int type;

  return check_u32 (self, column,
                    check_unsigned (self, column, read_integer (self, column, &type)));
}

guint32
poplens_query_u32_or (PoplensQuery *self, int column, guint32 fallback)
{
  int type;
  gint64 value = read_integer (self, column, &type);

  return type == SQLITE_NULL ? fallback
                             : check_u32 (self, column, check_unsigned (self, column, value));
}

double
poplens_query_double (PoplensQuery *self, int column)
{
  sqlite3_value *value = value_of (self, column);
  int type = sqlite3_value_type (value);

  if (type == SQLITE_TEXT || type == SQLITE_BLOB)
    poplens_query_fail (self, "%s is not a number", self->columns[column]);
  return type == SQLITE_NULL ? NAN : sqlite3_value_double (value);
}

const char *
poplens_query_text (PoplensQuery *self, int column)
{
  const char *text = (const char *) sqlite3_value_text (value_of (self, column));

  return text ? text : "";
}

guint32
poplens_query_intern (PoplensQuery *self, int column, PoplensStrings *strings)
{
  const char *text = poplens_query_text (self, column);

  return poplens_strings_intern (strings, text, -1);
}

const guint8 *
poplens_query_blob (PoplensQuery *self, int column, gsize *size)
{
  sqlite3_value *value = value_of (self, column);
  const guint8 *data = sqlite3_value_blob (value);

  *size = sqlite3_value_bytes (value);
  /* SQLite gives NULL for an empty blob too. */
  if (!data && !poplens_query_is_null (self, column))
    data = (const guint8 *) "";
  return data;
}

static void
fail_column (PoplensQuery *self, int column, const GError *error)
{
  poplens_query_fail (self, "%s: %s", self->columns[column], error->message);
}

void
poplens_query_append_list (PoplensQuery *self, int column, PoplensLists *lists)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (self, column, &size);

  if (!poplens_lists_append (lists, data, size, &error))
    fail_column (self, column, error);
}

void
poplens_query_read_list (PoplensQuery *self, int column, PoplensEncoding encoding, guint64 *out,
                         gsize n)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (self, column, &size);

  if (!poplens_list_decode_into (encoding, data, size, out, n, &error))
    fail_column (self, column, error);
}

gpointer
poplens_column_steal (GArray **array)
{
  GArray *column = g_steal_pointer (array);
  gsize bytes = (gsize) column->len * g_array_get_element_size (column);
  gpointer data = g_array_free (column, FALSE);

  if (!bytes) {
    g_free (data);
    return NULL;
  }
  return g_realloc (data, bytes);
}
