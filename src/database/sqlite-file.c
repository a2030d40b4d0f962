/* Access to the file of a connection, and to SQLite's results and errors. */
#include "database/sqlite-file.h"

#include <errno.h>

sqlite3_file *
poplens_sqlite_file (sqlite3 *handle)
{
  sqlite3_file *file = NULL;
  int code = sqlite3_file_control (handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);

  return code == SQLITE_OK && file && file->pMethods ? file : NULL;
}

gboolean
poplens_sqlite_file_read (sqlite3_file *file, gint64 offset, gpointer out, gsize size)
{
  return file && size <= G_MAXINT &&
         file->pMethods->xRead (file, out, (int) size, offset) == SQLITE_OK;
}

/* Tries again after SQLITE_NOMEM, in case memory is short only for a moment. */
int
poplens_sqlite_prepare (sqlite3 *handle, const char *sql, sqlite3_stmt **statement)
{
  int code = SQLITE_NOMEM;

  for (guint i = 0; sql && i < 2 && (code & 0xff) == SQLITE_NOMEM; i++)
    code = sqlite3_prepare_v2 (handle, sql, -1, statement, NULL);
  return code;
}

/* Returns the errno of the last failed read; 0 if none failed. */
static int
last_errno (sqlite3 *handle)
{
  int code = 0;

  if (handle)
    sqlite3_file_control (handle, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  return code;
}

char *
poplens_sqlite_quoted (const char *name)
{
  GString *quoted = g_string_new (name);

  g_string_replace (quoted, "\"", "\"\"", 0);
  return g_string_free (quoted, FALSE);
}

const char *
poplens_sqlite_text (sqlite3_stmt *row, int column, int *code)
{
  const char *text = (const char *) sqlite3_column_text (row, column);

  if (!text && sqlite3_column_type (row, column) != SQLITE_NULL)
    *code = SQLITE_NOMEM;
  return text;
}

gboolean
poplens_sqlite_is_failure (sqlite3 *handle, int code)
{
  switch (code & 0xff) {
  /* SQLite also reports SQLITE_CORRUPT if a read failed with EIO. */
  case SQLITE_CORRUPT:
    return last_errno (handle) == EIO;
  case SQLITE_IOERR:
    return code != SQLITE_IOERR_SHORT_READ; /* a short read means a truncated file, not a failure */
  case SQLITE_NOMEM:
  case SQLITE_CANTOPEN:
    return TRUE;
  default:
    return FALSE;
  }
}

gboolean
poplens_sqlite_can_lock (sqlite3 *handle)
{
  sqlite3_file *file = poplens_sqlite_file (handle);
  int code = file ? file->pMethods->xLock (file, SQLITE_LOCK_SHARED) : SQLITE_OK;
  int why = (code & 0xff) == SQLITE_IOERR ? last_errno (handle) : 0;

  if (file && code == SQLITE_OK)
    file->pMethods->xUnlock (file, SQLITE_LOCK_NONE);
  return why != ENOSYS && why != EOPNOTSUPP && why != EINVAL;
}

gboolean
poplens_sqlite_has_locks (sqlite3 *handle)
{
  sqlite3_vfs *vfs = NULL;

  return sqlite3_file_control (handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK ||
         !vfs || g_strcmp0 (vfs->zName, POPLENS_SQLITE_NO_LOCKS);
}

gboolean
poplens_sqlite_file_is_being_written (sqlite3_file *file)
{
  int held = 0;

  return file && file->pMethods->xCheckReservedLock (file, &held) == SQLITE_OK && held;
}
