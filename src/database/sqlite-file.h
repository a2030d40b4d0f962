/* The file that a connection has open, as SQLite's VFS has it: read through that, its locks hold.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* SQLite's own view of the file of @handle. (nullable) (transfer none) */
sqlite3_file *poplens_sqlite_file (sqlite3 *handle);
/* @size bytes of it at @offset; FALSE where there are fewer, or they cannot be read. */
gboolean poplens_sqlite_file_read (sqlite3_file *file, gint64 offset, gpointer out, gsize size);
/* As sqlite3_prepare_v2 () of all of @sql (nullable). SQLITE_NOMEM then means that the schema asks
 * for too much, not that there was no memory for a moment. */
int poplens_sqlite_prepare (sqlite3 *handle, const char *sql, sqlite3_stmt **statement);
/* @name between the quotes of a statement. (transfer full) */
char *poplens_sqlite_quoted (const char *name);
/* Text of a column, or NULL: *@code is NOMEM where it is not NULL in the file. */
const char *poplens_sqlite_text (sqlite3_stmt *row, int column, int *code);
/* Whether the @code (extended) that @handle (nullable) gave tells of a disk or a memory that
 * failed, and not of the file. */
gboolean poplens_sqlite_is_failure (sqlite3 *handle, int code);
/* FALSE if the file system of @handle has no locks. Takes one and gives it back. */
gboolean poplens_sqlite_can_lock (sqlite3 *handle);
/* Where the header has the versions to write and to read it, a byte each: 2 in WAL mode. */
#define POPLENS_SQLITE_VERSIONS_AT 18
/* SQLite's VFS that takes none. */
#define POPLENS_SQLITE_NO_LOCKS "unix-none"
/* FALSE if it was opened with that. */
gboolean poplens_sqlite_has_locks (sqlite3 *handle);
/* Whether another program holds the lock to write it. */
gboolean poplens_sqlite_file_is_being_written (sqlite3_file *file);

G_END_DECLS
