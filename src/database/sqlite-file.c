#include "database/sqlite-file.h"

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

gboolean
poplens_sqlite_file_is_being_written (sqlite3_file *file)
{
  int held = 0;

  return file && file->pMethods->xCheckReservedLock (file, &held) == SQLITE_OK && held;
}
