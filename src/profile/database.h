/* One read-only SQLite connection to a profile, and the schema it found. A connection belongs to
 * one thread at a time. Nothing is ever written, nothing is mapped. */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* What tells one generation of a file from the next. */
typedef struct {
  guint64 device, inode, size;
  gint64 mtime_seconds, mtime_nanoseconds;
  guint32 change_counter; /* SQLite's, bytes 24 … 27 of the header */
} PoplensFileIdentity;

/* FALSE with NOT_FOUND, DAMAGED ("not a SQLite database"), or UNSUPPORTED where SQLite could not
 * read it without writing or waiting: a write-ahead log, a pipe in place of its journal. */
gboolean poplens_file_identity_read (const char *path, PoplensFileIdentity *identity,
                                     GError **error);
gboolean poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b);

/* What lies beside the file that @path leads to ("-journal", "-wal"), where SQLite looks for it:
 * not beside a link. (transfer full) */
char *poplens_database_companion (const char *path, const char *suffix);

/* Tables and their columns, in the file's order. Read once, then shared by all connections. */
typedef struct {
  GHashTable *tables; /* char* → GPtrArray of char* (column names) */
} PoplensSchema;

void poplens_schema_free (PoplensSchema *self);
gboolean poplens_schema_has_table (const PoplensSchema *self, const char *table);
gboolean poplens_schema_has_column (const PoplensSchema *self, const char *table,
                                    const char *column);
/* (nullable) (transfer none): GPtrArray of char* */
GPtrArray *poplens_schema_get_columns (const PoplensSchema *self, const char *table);

/* Called for each row with the values of the SQL function of this name, which our statements apply
 * to all rows of a table at once. Other than SQLITE_OK ends the statement with that code. */
#define POPLENS_DATABASE_TAKE "poplens_take"
typedef struct {
  int (*func) (gpointer data, sqlite3_value **values);
  gpointer data;
} PoplensDatabaseTaker;

typedef struct {
  sqlite3 *handle;
  PoplensDatabaseTaker taker; /* of the statement that runs */
  char *path;
  const PoplensSchema *schema; /* (not owned) */
  guint64
      most_rows; /* of a table: more do not fit into the file, unless its pages lead in circles */
  GHashTable *base_names; /* id of vars_string_table → char*, as slices look them up */
  gint64 work, most_work; /* of a statement, in millions of SQLite's steps */
} PoplensDatabase;

/* @schema: (nullable): NULL while the schema itself is being read, and for slices: the connection
 * then keeps more pages. */
PoplensDatabase *poplens_database_open (const char *path, const PoplensSchema *schema,
                                        GError **error);
void poplens_database_close (PoplensDatabase *self);
PoplensSchema *poplens_database_read_schema (PoplensDatabase *self, GError **error);
/* TRUE where the table is there and has at least one row, or cannot be read: who reads it is then
 * told why, not that it is absent. */
/* A statement begins: it may work as long as a walk through the whole file takes. */
void poplens_database_begin_work (PoplensDatabase *self);
gboolean poplens_database_has_rows (PoplensDatabase *self, const char *table);

/* Sets @error from the connection's last failure: the file, what was read, and what to do. */
void poplens_database_set_error (PoplensDatabase *self, const char *table, int code,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensDatabase, poplens_database_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSchema, poplens_schema_free)

G_END_DECLS
