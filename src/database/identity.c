#include "database/identity.h"

#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_BYTES 100
#define HEADER_MAGIC "SQLite format 3"

char *
poplens_database_companion (const char *path, const char *suffix)
{
  char *real = realpath (path, NULL);
  char *name = g_strconcat (real ? real : path, suffix, NULL);

  free (real);
  return name;
}

static const char *
kind_of_file (mode_t mode)
{
  return S_ISDIR (mode)    ? "a directory"
         : S_ISFIFO (mode) ? "a pipe"
         : S_ISSOCK (mode) ? "a socket"
                           : "a device";
}

/* SQLite makes and writes files beside a profile with a log even where
 * it only reads; to promise it that the file is immutable would be a lie (architecture.md 4). */
static gboolean
check_wal (const char *path, const guint8 *header, GError **error)
{
  g_autofree char *wal = poplens_database_companion (path, "-wal");
  struct stat info;
  gboolean beside = lstat (wal, &info) == 0;

  if (header[18] != 2 && header[19] != 2 && !beside)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               beside ? "%s has a write-ahead log and cannot be read in place; open a recovered "
                        "copy (poplens-cli --recover)"
                      : "%s is in WAL mode (its -wal file is missing) and cannot be read in "
                        "place; open a recovered copy (poplens-cli --recover)",
               path);
  return FALSE;
}

/* SQLite opens what has the name of a journal, whatever it is, and waits for a pipe forever. */
static gboolean
check_journal (const char *path, GError **error)
{
  g_autofree char *journal = poplens_database_companion (path, "-journal");
  struct stat info;

  if (stat (journal, &info) < 0 || S_ISREG (info.st_mode))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "Cannot read the profile safely: %s has the name of its journal but is %s; move it "
               "away, or copy the profile alone and open the copy",
               journal, kind_of_file (info.st_mode));
  return FALSE;
}

gboolean
poplens_file_identity_stat (const char *path, PoplensFileIdentity *identity, GError **error)
{
  struct stat info;

  if (stat (path, &info) < 0) {
    int code = errno;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: %s", path,
                 g_strerror (code));
    return FALSE;
  }
  if (!S_ISREG (info.st_mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it is %s", path, kind_of_file (info.st_mode));
    return FALSE;
  }
  *identity = (PoplensFileIdentity){
      .device = info.st_dev,
      .inode = info.st_ino,
      .size = info.st_size,
      .mtime_seconds = info.st_mtim.tv_sec,
      .mtime_nanoseconds = info.st_mtim.tv_nsec,
  };
  return check_journal (path, error);
}

gboolean
poplens_file_identity_complete (const char *path, sqlite3 *handle, PoplensFileIdentity *identity,
                                GError **error)
{
  guint8 header[HEADER_BYTES];

  if (!poplens_sqlite_file_read (poplens_sqlite_file (handle), 0, header, sizeof header) ||
      memcmp (header, HEADER_MAGIC, sizeof HEADER_MAGIC)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it does not start like an SQLite database%s", path,
                 identity->size < HEADER_BYTES ? " (too short; it may still be being written)"
                                               : "");
    return FALSE;
  }
  /* SQLite would read what is missing of the last page as zeros. */
  guint page = header[16] << 8 | header[17];
  if (page && identity->size % (page > 1 ? page : 65536)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is truncated or still being written: it ends inside a page; copy it again, or "
                 "wait until it is complete",
                 path);
    return FALSE;
  }
  identity->change_counter =
      (guint32) header[24] << 24 | header[25] << 16 | header[26] << 8 | header[27];
  return check_wal (path, header, error);
}

gboolean
poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b)
{
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->mtime_seconds == b->mtime_seconds && a->mtime_nanoseconds == b->mtime_nanoseconds &&
         a->change_counter == b->change_counter;
}

/* ---- SQLite's file -----------------------------------------------------------------------------
 */

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

static int
keep_owner (int fd, uid_t owner, gid_t group)
{
  return 0;
}

/* As root SQLite gives any journal that it looks into the profile's owner, also one that is done
 * with; nothing here ever changes an owner. */
static void
forbid_change_of_owner (void)
{
  static gsize done = 0;
  sqlite3_vfs *vfs;

  if (!g_once_init_enter (&done))
    return;
  sqlite3_initialize ();
  vfs = sqlite3_vfs_find (NULL);
  if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
    vfs->xSetSystemCall (vfs, "fchown", (sqlite3_syscall_ptr) (void (*) (void)) keep_owner);
  g_once_init_leave (&done, 1);
}

gboolean
poplens_sqlite_file_open (const char *path, sqlite3 **handle, PoplensFileIdentity *identity,
                          GError **error)
{
  int code;

  *handle = NULL;
  /* Before it is opened, which would wait for a pipe. */
  if (!poplens_file_identity_stat (path, identity, error))
    return FALSE;
  forbid_change_of_owner ();
  code = sqlite3_open_v2 (path, handle,
                          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  if (code != SQLITE_OK) {
    const char *why = eaccess (path, R_OK) < 0 ? g_strerror (errno) : sqlite3_errstr (code);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot open %s: %s", path, why);
    return FALSE;
  }
  return TRUE;
}
