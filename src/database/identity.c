/* Reads the identity of a profile's file, checks its journal and log, and opens it in SQLite. */
#include "database/identity.h"

#include "base/error.h"
#include "base/packed.h"
#include "database/far-vfs.h"
#include "database/sqlite-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
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
kind_of_file (guint32 mode)
{
  return S_ISDIR (mode)    ? "a directory"
         : S_ISFIFO (mode) ? "a pipe"
         : S_ISSOCK (mode) ? "a socket"
         : S_ISLNK (mode)  ? "a link to a missing file"
                           : "a device";
}

#define HOW_TO_RECOVER_FAR                                                                         \
  "Copy the report to this computer (poplens-cli fetch), then open a recovered copy of that "      \
  "(poplens-cli --recover)"

static void
fail_wal (PoplensFile *file, GError **error)
{
  const char *how = poplens_file_get_local_path (file)
                        ? "open a recovered copy (poplens-cli --recover)"
                        : "copy the report to this computer (poplens-cli fetch), then open a "
                          "recovered copy of that (poplens-cli --recover)";

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s has a write-ahead log and cannot be read in place; %s",
               poplens_file_get_name (file), how);
}

static void
fail_companion (const char *path, guint32 mode, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "Cannot read the profile safely: %s has the name of its journal or log but is %s; "
               "move it away, or copy the profile alone and open the copy",
               path, kind_of_file (mode));
}

/* FALSE with @error if a file on this computer has a write-ahead log with pages, because SQLite
 * would have to write files to read the log. A log without pages is harmless. */
static gboolean
check_wal (PoplensFile *file, GError **error)
{
  const char *local = poplens_file_get_local_path (file);
  g_autofree char *wal = local ? poplens_database_companion (local, "-wal") : NULL;
  struct stat info;
  gboolean beside = wal && lstat (wal, &info) == 0;

  /* If the log is not a regular file, recovery would fail, too: do not advise it. */
  if (beside && (stat (wal, &info) < 0 || !S_ISREG (info.st_mode))) {
    fail_companion (wal, info.st_mode, error);
    return FALSE;
  }
  if (!beside || !info.st_size)
    return TRUE;
  fail_wal (file, error);
  return FALSE;
}

/* FALSE with @error if the journal's path exists but is not a regular file. SQLite would open it,
 * and could wait for a pipe forever. */
static gboolean
check_journal_is_file (const char *path, GError **error)
{
  g_autofree char *journal = poplens_database_companion (path, "-journal");
  struct stat info;

  if (stat (journal, &info) < 0 || S_ISREG (info.st_mode))
    return TRUE;
  fail_companion (journal, info.st_mode, error);
  return FALSE;
}

gboolean
poplens_file_identity_stat (PoplensFile *file, PoplensFileIdentity *identity, GError **error)
{
  const char *local = poplens_file_get_local_path (file);
  PoplensFileInfo info;
  int code = poplens_file_stat_lately (file, &info);

  if (code) {
    poplens_storage_set_error (poplens_file_get_storage (file), poplens_file_get_path (file), code,
                               error);
    return FALSE;
  }
  if (!S_ISREG (info.mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it is %s", poplens_file_get_name (file),
                 kind_of_file (info.mode));
    return FALSE;
  }
  *identity = (PoplensFileIdentity){.info = info};
  return !local || check_journal_is_file (local, error);
}

gboolean
poplens_file_identity_complete (PoplensFile *file, sqlite3 *handle, PoplensFileIdentity *identity,
                                GError **error)
{
  const char *name = poplens_file_get_name (file);
  guint64 size = identity->info.size;
  guint8 header[HEADER_BYTES];
  gboolean read = size >= HEADER_BYTES &&
                  poplens_sqlite_file_read (poplens_sqlite_file (handle), 0, header, sizeof header);

  if (poplens_far_get_error (handle)) {
    g_propagate_error (error, g_error_copy (poplens_far_get_error (handle)));
    return FALSE;
  }
  if (!read && size >= HEADER_BYTES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot read %s: %s", name,
                 sqlite3_errstr (SQLITE_IOERR));
    return FALSE;
  }
  const char *packed = read ? poplens_packed_by_bytes (header, sizeof header) : NULL;
  if (packed) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is compressed (%s); unpack it first", name, packed);
    return FALSE;
  }
  if (!read || memcmp (header, HEADER_MAGIC, sizeof HEADER_MAGIC)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it does not start like an SQLite database%s", name,
                 size < HEADER_BYTES ? " (too short; it may still be being written)" : "");
    return FALSE;
  }
  /* Refuse a file that ends inside a page: SQLite would read the missing bytes as zeros. */
  guint page = header[16] << 8 | header[17];
  if (page && size % (page > 1 ? page : 65536)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is truncated or still being written: it ends inside a page; copy it again, or "
                 "wait until it is complete",
                 name);
    return FALSE;
  }
  identity->change_counter =
      (guint32) header[24] << 24 | header[25] << 16 | header[26] << 8 | header[27];
  return check_wal (file, error);
}

gboolean
poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b)
{
  return poplens_file_info_equal (&a->info, &b->info) && a->change_counter == b->change_counter;
}

/* ---- beside a file of another computer ------------------------------------------------------- */

/* TRUE if there is a file at @path. FALSE with @error if the link is lost. */
static gboolean
has_companion (PoplensFile *file, const char *path, PoplensFileInfo *info, GError **error)
{
  PoplensStorage *storage = poplens_file_get_storage (file);
  int code = poplens_storage_stat (storage, path, info);

  if (poplens_storage_is_lost (code))
    poplens_storage_set_error (storage, path, code, error);
  return !code;
}

/* FALSE with @error if the rollback journal is hot or unreadable. A finished journal is empty, or
 * its header is zeroed. */
static gboolean
check_far_journal (PoplensFile *file, const char *path, const PoplensFileInfo *info, GError **error)
{
  g_autoptr (PoplensFile) journal =
      poplens_storage_get_file (poplens_file_get_storage (file), path);
  char first = 0;

  if (!S_ISREG (info->mode)) {
    fail_companion (poplens_file_get_name (journal), info->mode, error);
    return FALSE;
  }
  if (info->size &&
      poplens_file_read_at (journal, &first, 1, 0, g_cancellable_get_current (), error) < 0)
    return FALSE;
  if (first)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is incomplete: its program still writes it, or was killed while writing. %s",
                 poplens_file_get_name (file), HOW_TO_RECOVER_FAR);
  return !first;
}

gboolean
poplens_far_check_beside (PoplensFile *file, GError **error)
{
  const char *path = poplens_file_get_path (file);
  g_autofree char *real = poplens_storage_real_path (poplens_file_get_storage (file), path);
  g_autofree char *journal = g_strconcat (real ? real : path, "-journal", NULL);
  g_autofree char *wal = g_strconcat (real ? real : path, "-wal", NULL);
  g_autoptr (GError) wrong = NULL;
  PoplensFileInfo info;

  poplens_storage_expect (poplens_file_get_storage (file), (const char *const[]){journal, wal}, 2);
  if (has_companion (file, journal, &info, &wrong))
    check_far_journal (file, journal, &info, &wrong);
  if (!wrong && has_companion (file, wal, &info, &wrong) && (info.size || !S_ISREG (info.mode)))
    fail_wal (file, &wrong);
  if (!wrong)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* ---- opening --------------------------------------------------------------------------------- */

static int
keep_owner (int fd, uid_t owner, gid_t group)
{
  return 0;
}

/* Calls fcntl (). On a file system without locks, returns ENOSYS instead of ENOLCK or EACCES, which
 * SQLite takes for a lock of another program. Returns EACCES only if another program does hold the
 * lock. */
static int
lock_file (int fd, int command, ...)
{
  va_list rest;
  va_start (rest, command);
  void *argument = va_arg (rest, void *);
  va_end (rest);
  int result = fcntl (fd, command, argument);

  if (result >= 0 || command != F_SETLK || (errno != ENOLCK && errno != EACCES))
    return result;
  struct flock other = *(struct flock *) argument;
  gboolean held = errno == EACCES && fcntl (fd, F_GETLK, &other) == 0 && other.l_type != F_UNLCK;
  errno = held ? EACCES : ENOSYS;
  return result;
}

/* Makes SQLite call lock_file () for locks, and never change a file's owner. Otherwise, if root
 * runs Poplens, SQLite changes the owner of a journal that it reads. */
static void
set_system_calls (void)
{
  static gsize done = 0;
  sqlite3_vfs *vfs;

  if (!g_once_init_enter (&done))
    return;
  sqlite3_initialize ();
  vfs = sqlite3_vfs_find (NULL);
  if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall) {
    vfs->xSetSystemCall (vfs, "fchown", (sqlite3_syscall_ptr) (void (*) (void)) keep_owner);
    vfs->xSetSystemCall (vfs, "fcntl", (sqlite3_syscall_ptr) (void (*) (void)) lock_file);
  }
  g_once_init_leave (&done, 1);
}

/* Opens a file on this computer. @locks: FALSE: uses the VFS without locks. @immutable: SQLite
 * takes no locks, and ignores logs and later changes of the file. */
static int
open_near (const char *path, gboolean locks, gboolean immutable, sqlite3 **handle)
{
  g_autofree char *name = immutable ? g_uri_escape_string (path, "/", FALSE) : NULL;
  g_autofree char *uri =
      immutable ? g_strdup_printf ("file:%s%s?immutable=1", *path == '/' ? "//" : "", name) : NULL;
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;

  sqlite3_close (*handle);
  *handle = NULL;
  int code =
      sqlite3_open_v2 (immutable ? uri : path, handle, flags | (immutable ? SQLITE_OPEN_URI : 0),
                       locks ? NULL : POPLENS_SQLITE_NO_LOCKS);
  if (*handle)
    sqlite3_extended_result_codes (*handle, TRUE);
  return code != SQLITE_OK && *handle ? sqlite3_extended_errcode (*handle) : code;
}

/* TRUE if the header says that the database uses a write-ahead log. */
static gboolean
is_in_wal_mode (sqlite3 *handle)
{
  guint8 versions[2];

  return poplens_sqlite_file_read (poplens_sqlite_file (handle), POPLENS_SQLITE_VERSIONS_AT,
                                   versions, sizeof versions) &&
         (versions[0] == 2 || versions[1] == 2);
}

gboolean
poplens_sqlite_file_open (PoplensFile *file, sqlite3 **handle, PoplensFileIdentity *identity,
                          GError **error)
{
  const char *path = poplens_file_get_local_path (file);
  int code;

  *handle = NULL;
  /* Check that it is a regular file first: opening a pipe would block. */
  if (!poplens_file_identity_stat (file, identity, error))
    return FALSE;
  if (!path)
    return poplens_far_open (file, handle, error);
  set_system_calls ();
  code = open_near (path, TRUE, FALSE, handle);
  gboolean locks = code != SQLITE_OK || poplens_sqlite_can_lock (*handle);
  /* In WAL mode, SQLite must ignore the log. The caller refuses a log with pages
   * (poplens_file_identity_complete ()). */
  gboolean immutable = code == SQLITE_OK && is_in_wal_mode (*handle);
  if (!locks || immutable)
    code = open_near (path, locks, immutable, handle);
  if (code != SQLITE_OK) {
    int denied = eaccess (path, R_OK) < 0 ? errno : 0;
    g_set_error (error, POPLENS_ERROR, denied ? poplens_storage_code (denied) : POPLENS_ERROR_READ,
                 "Cannot open %s: %s", path, denied ? g_strerror (denied) : sqlite3_errstr (code));
    return FALSE;
  }
  return TRUE;
}
