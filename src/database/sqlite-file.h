/* The file that a connection has open, as SQLite's VFS has it: read through that, its locks hold.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* SQLite's own view of the file of @handle. (nullable) (transfer none) */
sqlite3_file *poplens_sqlite_file (sqlite3 *handle);
/* @size bytes of it at @offset; FALSE where there are fewer. */
gboolean poplens_sqlite_file_read (sqlite3_file *file, gint64 offset, gpointer out, gsize size);
/* Whether another program holds the lock to write it. */
gboolean poplens_sqlite_file_is_being_written (sqlite3_file *file);

G_END_DECLS
