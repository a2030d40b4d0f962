/* Helpers for open SQLite connections. They read the open file through SQLite's VFS, because
 * opening and closing it again would release SQLite's locks. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Returns SQLite's file object of @handle. (transfer none) (nullable) */
sqlite3_file *poplens_sqlite_file (sqlite3 *handle);
/* Reads @size bytes at @offset. FALSE if the file is shorter, or cannot be read. */
gboolean poplens_sqlite_file_read (sqlite3_file *file, gint64 offset, gpointer out, gsize size);
/* Prepares @sql (nullable) as sqlite3_prepare_v2 () does, and tries again after SQLITE_NOMEM: a
 * second SQLITE_NOMEM means that the schema needs too much memory. */
int poplens_sqlite_prepare (sqlite3 *handle, const char *sql, sqlite3_stmt **statement);
/* Returns @name escaped for use between double quotes. (transfer full) */
char *poplens_sqlite_quoted (const char *name);
/* Returns the text of a column. (nullable): NULL if the value is NULL, or if memory is exhausted;
 * *@code is then SQLITE_NOMEM */
const char *poplens_sqlite_text (sqlite3_stmt *row, int column, int *code);
/* TRUE if the extended result @code of @handle (nullable) means that the disk or memory failed, not
 * that the file is damaged. */
gboolean poplens_sqlite_is_failure (sqlite3 *handle, int code);
/* FALSE if the file system of @handle has no locks. Takes a shared lock and releases it. */
gboolean poplens_sqlite_can_lock (sqlite3 *handle);
/* Offset of two bytes in the file header: write version and read version, both 2 in WAL mode. */
#define POPLENS_SQLITE_VERSIONS_AT 18
/* Name of SQLite's VFS without locks. */
#define POPLENS_SQLITE_NO_LOCKS "unix-none"
/* FALSE if @handle was opened with POPLENS_SQLITE_NO_LOCKS. */
gboolean poplens_sqlite_has_locks (sqlite3 *handle);
/* TRUE if another program holds the lock to write the file. */
gboolean poplens_sqlite_file_is_being_written (sqlite3_file *file);

G_END_DECLS
