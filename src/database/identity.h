/* What tells one state of a profile's file from the next. Nothing here opens the file: a process
 * that closes any descriptor of it loses all locks that it has there, SQLite's too (POSIX). */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct {
  guint64 device, inode, size;
  gint64 mtime_seconds, mtime_nanoseconds;
  guint32 change_counter; /* SQLite's, bytes 24 … 27 of the header */
} PoplensFileIdentity;

/* By stat() alone, without the counter. FALSE with NOT_FOUND, DAMAGED (a directory, a pipe), or
 * UNSUPPORTED where something other than a file lies in place of its journal. */
gboolean poplens_file_identity_stat (const char *path, PoplensFileIdentity *identity,
                                     GError **error);
/* The rest of it, of a file that SQLite has open. FALSE with DAMAGED ("not a SQLite database"), or
 * UNSUPPORTED where it keeps a write-ahead log, which cannot be read without writing beside it. */
gboolean poplens_file_identity_complete (const char *path, sqlite3 *handle,
                                         PoplensFileIdentity *identity, GError **error);
gboolean poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b);

/* What lies beside the file that @path leads to ("-journal", "-wal"), where SQLite looks for it:
 * not beside a link. (transfer full) */
char *poplens_database_companion (const char *path, const char *suffix);

/* Has SQLite open it, to be read, once stat() has said what it is; nothing is read of it. @handle
 * has to be closed in any case. */
gboolean poplens_sqlite_file_open (const char *path, sqlite3 **handle,
                                   PoplensFileIdentity *identity, GError **error);
/* SQLite's own view of the file of @handle. (nullable) (transfer none) */
sqlite3_file *poplens_sqlite_file (sqlite3 *handle);
/* @size bytes of it at @offset; FALSE where there are fewer. */
gboolean poplens_sqlite_file_read (sqlite3_file *file, gint64 offset, gpointer out, gsize size);
/* Whether another program holds the lock to write it. */
gboolean poplens_sqlite_file_is_being_written (sqlite3_file *file);

G_END_DECLS
