#include "demo/db.h"

#include "base/codec.h"
#include "base/error.h"
#include "demo/ddl.h"

#include <sqlite3.h>

struct _DemoDb {
  sqlite3 *db;
  char *path;
  GHashTable *statements; /* table name (static) -> sqlite3_stmt */
  GHashTable *left_out;   /* table names */
  const char *last_table; /* whose statement is @last: rows come by table */
  sqlite3_stmt *last;
  GCancellable *cancellable;
  guint64 n_rows;
  GError *error;
};

static void
finalize (gpointer statement)
{
  sqlite3_finalize (statement);
}

static void
fail (DemoDb *self, const char *what)
{
  int code = sqlite3_errcode (self->db);

  if (!self->error)
    g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s: cannot write %s: %s%s",
                 self->path, what, sqlite3_errmsg (self->db),
                 code == SQLITE_FULL || code == SQLITE_IOERR ? "; make room on the disk" : "");
}

static void
run (DemoDb *self, const char *sql)
{
  if (!self->error && sqlite3_exec (self->db, sql, NULL, NULL, NULL) != SQLITE_OK)
    fail (self, sql);
}

void
demo_db_abandon (DemoDb *self)
{
  g_clear_pointer (&self->statements, g_hash_table_unref);
  g_clear_pointer (&self->left_out, g_hash_table_unref);
  sqlite3_close (self->db);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

gboolean
demo_db_finish (DemoDb *self, GError **error)
{
  run (self, "COMMIT");
  g_clear_pointer (&self->statements, g_hash_table_unref);
  if (sqlite3_close (self->db) != SQLITE_OK)
    fail (self, "the end of the file");
  else
    self->db = NULL;
  gboolean good = self->error == NULL;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&self->error));
  demo_db_abandon (self);
  return good;
}

DemoDb *
demo_db_create (const char *path, GCancellable *cancellable, GError **error)
{
  DemoDb *self = g_new0 (DemoDb, 1);

  self->path = g_strdup (path);
  self->cancellable = cancellable;
  self->left_out = g_hash_table_new (g_str_hash, g_str_equal);
  self->statements = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, finalize);
  /* One thread writes: no lock for each value. */
  if (sqlite3_open_v2 (path, &self->db,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                       NULL) != SQLITE_OK)
    fail (self, "the file");
  /* secure_delete zeroes what a page no longer uses: the same seed, the same bytes. */
  run (self, "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
             "PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -200000;"
             "PRAGMA locking_mode = EXCLUSIVE; BEGIN");
  for (const char *const *sql = demo_ddl (); *sql; sql++)
    run (self, *sql);
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    demo_db_abandon (self);
    return NULL;
  }
  return self;
}

void
demo_db_leave_out (DemoDb *self, const char *table)
{
  g_hash_table_add (self->left_out, (gpointer) table);
}

gboolean
demo_db_failed (DemoDb *self)
{
  return self->error != NULL;
}

static sqlite3_stmt *
statement_for (DemoDb *self, const char *table, gsize n)
{
  sqlite3_stmt *statement = g_hash_table_lookup (self->statements, table);

  if (statement)
    return statement;
  g_autoptr (GString) sql = g_string_new (NULL);
  g_string_printf (sql, "INSERT INTO %s VALUES(?", table);
  for (gsize i = 1; i < n; i++)
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  if (sqlite3_prepare_v2 (self->db, sql->str, -1, &statement, NULL) != SQLITE_OK) {
    fail (self, table);
    return NULL;
  }
  g_hash_table_insert (self->statements, (gpointer) table, statement);
  return statement;
}

static void
bind_list (sqlite3_stmt *statement, int column, const GByteArray *list)
{
  if (!list)
    sqlite3_bind_null (statement, column);
  else if (list->len == 0)
    sqlite3_bind_zeroblob (statement, column, 0);
  else
    sqlite3_bind_blob (statement, column, list->data, (int) list->len, SQLITE_STATIC);
}

static void
bind (sqlite3_stmt *statement, const char *kinds, va_list args)
{
  for (int i = 0; kinds[i]; i++) {
    gint64 number;

    switch (kinds[i]) {
    case 'i':
      sqlite3_bind_int64 (statement, i + 1, va_arg (args, gint64));
      break;
    case 'o':
      number = va_arg (args, gint64);
      if (number < 0)
        sqlite3_bind_null (statement, i + 1);
      else
        sqlite3_bind_int64 (statement, i + 1, number);
      break;
    case 's':
      sqlite3_bind_text (statement, i + 1, va_arg (args, const char *), -1, SQLITE_STATIC);
      break;
    case 'd':
      sqlite3_bind_double (statement, i + 1, va_arg (args, double));
      break;
    case 'b':
      bind_list (statement, i + 1, va_arg (args, const GByteArray *));
      break;
    default:
      sqlite3_bind_null (statement, i + 1);
    }
  }
}

void
demo_db_row (DemoDb *self, const char *table, const char *kinds, ...)
{
  if ((++self->n_rows & 4095) == 0 && !self->error)
    g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
  if (self->error)
    return;
  if (table != self->last_table) {
    gboolean out = g_hash_table_contains (self->left_out, table);
    self->last = out ? NULL : statement_for (self, table, strlen (kinds));
    self->last_table = self->last || out ? table : NULL;
  }
  sqlite3_stmt *statement = self->last;
  if (!statement)
    return;
  va_list args;
  va_start (args, kinds);
  bind (statement, kinds, args);
  va_end (args);
  if (sqlite3_step (statement) != SQLITE_DONE)
    fail (self, table);
  sqlite3_reset (statement);
}

GByteArray *
demo_plain (const guint32 *values, gsize n)
{
  GByteArray *out = g_byte_array_sized_new ((guint) n);

  for (gsize i = 0; i < n; i++)
    poplens_varint_append (out, values[i]);
  return out;
}

GByteArray *
demo_rle64 (const guint64 *values, gsize n)
{
  GByteArray *out = g_byte_array_new ();

  poplens_list_append (POPLENS_ENCODING_RLE, out, values, n);
  return out;
}

GByteArray *
demo_rle (const guint32 *values, gsize n)
{
  g_autofree guint64 *wide = g_new (guint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    wide[i] = values[i];
  return demo_rle64 (wide, n);
}
