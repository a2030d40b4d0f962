/* Copies a profile with its journal and log, and lets SQLite recover the copy. */
#include "database/recover.h"

#include "base/error.h"
#include "database/identity.h"
#include "database/sqlite-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Bytes to leave free on the disk of the copy. */
#define SPARE_BYTES ((guint64) 64 << 20)
#define BUFFER_BYTES (1 << 20)

static const char *const suffixes[] = {"", "-journal", "-wal"};

typedef struct {
  struct stat of[G_N_ELEMENTS (
      suffixes)]; /* [suffix]: state of the file; .st_mode is 0 if the file does not exist */
} Stamp;

static void
read_stamp (const char *path, Stamp *stamp)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = poplens_database_companion (path, suffixes[i]);
    if (stat (name, &stamp->of[i]) < 0)
      stamp->of[i] = (struct stat){0};
  }
}

static gboolean
stamp_equal (const Stamp *a, const Stamp *b)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (a->of[i].st_ino != b->of[i].st_ino || a->of[i].st_size != b->of[i].st_size ||
        a->of[i].st_mtim.tv_sec != b->of[i].st_mtim.tv_sec ||
        a->of[i].st_mtim.tv_nsec != b->of[i].st_mtim.tv_nsec)
      return FALSE;
  return TRUE;
}

char *
poplens_database_recovery_key (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Stamp stamp;

  read_stamp (path, &stamp);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_string_append_printf (text,
                            "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                            " %" G_GINT64_FORMAT " %ld;",
                            (guint64) stamp.of[i].st_dev, (guint64) stamp.of[i].st_ino,
                            (gint64) stamp.of[i].st_size, (gint64) stamp.of[i].st_mtim.tv_sec,
                            stamp.of[i].st_mtim.tv_nsec);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, text->len);
}

static int
open_to_read (const char *path)
{
  struct stat info;
  int fd = TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));

  if (fd < 0 || (fstat (fd, &info) == 0 && S_ISREG (info.st_mode)))
    return fd;
  close (fd);
  errno = EINVAL;
  return -1;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

gboolean
poplens_database_needs_recovery (const char *path)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);
  g_autoptr (sqlite3) profile = NULL;
  PoplensFileIdentity unused;
  guint8 header[16] = {0};
  Stamp stamp;

  if (!poplens_sqlite_file_open (file, &profile, &unused, NULL) ||
      !poplens_sqlite_file_read (poplens_sqlite_file (profile), 0, header, sizeof header) ||
      memcmp (header, "SQLite format 3", 16))
    return FALSE;
  read_stamp (path, &stamp);
  return (S_ISREG (stamp.of[1].st_mode) && stamp.of[1].st_size > 0) ||
         (S_ISREG (stamp.of[2].st_mode) && stamp.of[2].st_size > 0);
}

static gboolean
fail_with_errno (const char *path, const char *what, GError **error)
{
  int code = errno;

  g_set_error (error, POPLENS_ERROR, code == ENOENT ? POPLENS_ERROR_NOT_FOUND : POPLENS_ERROR_READ,
               "%s cannot be %s: %s%s", path, what, g_strerror (code),
               code == ENOSPC || code == EDQUOT ? "; make room there or set XDG_CACHE_HOME" : "");
  return FALSE;
}

/* FALSE with BUSY if a program is writing the file. Takes no lock, because a lock could stop the
 * writer. */
static gboolean
check_lock (const char *path, sqlite3 *profile, GError **error)
{
  gboolean held = poplens_sqlite_file_is_being_written (poplens_sqlite_file (profile));

  if (held)
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_BUSY,
        "%s is still being written; wait until its program has finished, then open it again", path);
  return !held;
}

/* FALSE with @error if the journal names another file at its end. SQLite would delete that file
 * after the rollback, and a hostile journal could name any file. Poplar's journals never name one.
 */
static gboolean
check_journal_names_no_file (const char *path, GError **error)
{
  static const guint8 magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  g_autofree char *journal = poplens_database_companion (path, "-journal");
  guint8 end[8] = {0};
  struct stat info;
  int fd = open_to_read (journal);

  if (fd < 0)
    return errno == ENOENT ? TRUE : fail_with_errno (journal, "read", error);
  gboolean names = fstat (fd, &info) == 0 && info.st_size >= (off_t) sizeof end &&
                   pread (fd, end, sizeof end, info.st_size - sizeof end) == sizeof end &&
                   !memcmp (end, magic, sizeof end);
  close (fd);
  if (names)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "Cannot recover the profile: its journal %s names another file that SQLite would "
                 "delete; move the journal away, or record a new report",
                 journal);
  return !names;
}

static gboolean
check_space (const char *copy, const Stamp *stamp, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (copy);
  g_autofree char *need_text = NULL, *free_text = NULL;
  guint64 need = SPARE_BYTES;
  struct statvfs disk;

  /* Count each log twice, because recovery may append its pages to the file. */
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    need += (guint64) stamp->of[i].st_size * (i ? 2 : 1);
  if (statvfs (folder, &disk) < 0)
    return fail_with_errno (folder, "written", error);
  guint64 left = (guint64) disk.f_bavail * disk.f_frsize;
  if (left >= need)
    return TRUE;
  need_text = g_format_size_full (need, G_FORMAT_SIZE_IEC_UNITS);
  free_text = g_format_size_full (left, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "No room in %s for a recovered copy: it needs %s, and %s are free; make room or set "
               "XDG_CACHE_HOME",
               folder, need_text, free_text);
  return FALSE;
}

/* Reads up to BUFFER_BYTES at @offset. @in: the descriptor; −1: reads through @profile, whose file
 * has @size bytes. Returns 0 at the end, −1 with errno on failure. */
static gssize
read_chunk (int in, sqlite3 *profile, gint64 offset, gint64 size, char *buffer)
{
  gsize n = (gsize) CLAMP (size - offset, 0, BUFFER_BYTES);

  if (in >= 0)
    return TEMP_FAILURE_RETRY (pread (in, buffer, BUFFER_BYTES, offset));
  errno = EIO;
  return !n || poplens_sqlite_file_read (poplens_sqlite_file (profile), offset, buffer, n)
             ? (gssize) n
             : -1;
}

static gboolean
copy_content (int in, sqlite3 *profile, gint64 size, int to, const char *path,
              GCancellable *cancellable, GError **error)
{
  g_autofree char *buffer = g_malloc (BUFFER_BYTES);
  gint64 offset = 0;
  gssize n;

  while ((n = read_chunk (in, profile, offset, size, buffer)) != 0) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    for (gssize done = 0, m; n > 0 && done < n; done += m)
      if ((m = TEMP_FAILURE_RETRY (write (to, buffer + done, n - done))) < 0)
        return fail_with_errno (path, "copied", error);
    if (n < 0)
      return fail_with_errno (path, "copied", error);
    offset += n;
  }
  return TRUE;
}

/* Copies a file. @profile: (nullable): the connection that has @from open. Opening @from a second
 * time would end the connection's locks (identity.h). */
static gboolean
copy_file (const char *from, sqlite3 *profile, gint64 size, const char *to,
           GCancellable *cancellable, GError **error)
{
  int in = profile ? -1 : open_to_read (from);

  if (!profile && in < 0)
    return fail_with_errno (from, "read", error);
  int out =
      TEMP_FAILURE_RETRY (open (to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  gboolean good = out >= 0 ? copy_content (in, profile, size, out, to, cancellable, error)
                           : fail_with_errno (to, "written", error);
  if (in >= 0)
    close (in);
  if (out >= 0 && close (out) < 0 && good)
    good = fail_with_errno (to, "written", error);
  return good;
}

/* TRUE if SQLite wrote the copy, because the journal had pages to restore. Recovery has set the
 * file's time to 0; a write changes the time. */
static gboolean
was_written (const char *copy)
{
  struct stat info;

  return stat (copy, &info) < 0 || info.st_mtim.tv_sec || info.st_mtim.tv_nsec;
}

/* Applies the write-ahead log. @n_pages: (out): pages applied. */
static int
checkpoint_log (sqlite3 *handle, int *n_pages)
{
  int in_log = 0, code;

  *n_pages = 0;
  code = sqlite3_wal_checkpoint_v2 (handle, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log, n_pages);
  *n_pages = MAX (*n_pages, 0);
  return code;
}

static void
set_recovery_error (sqlite3 *handle, int code, const char *copy, GError **error)
{
  gboolean failure =
      poplens_sqlite_is_failure (handle, handle ? sqlite3_extended_errcode (handle) : code);

  g_set_error (error, POPLENS_ERROR, failure ? POPLENS_ERROR_READ : POPLENS_ERROR_DAMAGED,
               "Cannot recover the copy %s: %s; %s", copy,
               handle ? sqlite3_errmsg (handle) : sqlite3_errstr (code),
               failure ? "try again" : "record a new report");
}

/* Opens the copy for writing, so that SQLite rolls back its journal and checkpoints its log. Turns
 * triggers and views off, because the schema is not trusted. Uses no locks: no other program has
 * the copy, and the cache directory may not support locks. */
static gboolean
recover_copy (const char *copy, PoplensRecovered *done, GError **error)
{
  sqlite3 *handle = NULL;
  int from_log = 0;
  utimensat (AT_FDCWD, copy, (struct timespec[2]){{0}, {0}}, 0);
  int code = sqlite3_open_v2 (copy, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                              POPLENS_SQLITE_NO_LOCKS);

  if (code == SQLITE_OK) {
    sqlite3_db_config (handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config (handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config (handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config (handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit (handle, SQLITE_LIMIT_ATTACHED, 0);
    code =
        sqlite3_exec (handle,
                      "PRAGMA locking_mode = EXCLUSIVE;"
                      "PRAGMA mmap_size = 0; PRAGMA synchronous = OFF; PRAGMA cell_size_check = 1;"
                      "SELECT count(*) FROM sqlite_master",
                      NULL, NULL, NULL);
  }
  gboolean written = was_written (copy);
  if (code == SQLITE_OK)
    code = checkpoint_log (handle, &from_log);
  if (code == SQLITE_OK)
    code = sqlite3_exec (handle, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
  if (done)
    *done = from_log  ? POPLENS_RECOVERED_LOG
            : written ? POPLENS_RECOVERED_BACK
                      : POPLENS_RECOVERED_NOTHING;
  if (code != SQLITE_OK)
    set_recovery_error (handle, code, copy, error);
  sqlite3_close (handle);
  utimensat (AT_FDCWD, copy, NULL, 0);
  return code == SQLITE_OK;
}

/* Deletes the copies with the suffixes from @first on, and the shared-memory file of the log. */
static void
remove_copies (const char *copy, guint first)
{
  g_autofree char *shared = g_strconcat (copy, "-shm", NULL);

  for (guint i = first; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strconcat (copy, suffixes[i], NULL);
    g_unlink (name);
  }
  g_unlink (shared);
}

static gboolean
copy_with_logs (const char *path, sqlite3 *profile, const char *copy, const Stamp *before,
                GCancellable *cancellable, GError **error)
{
  Stamp after;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *from = poplens_database_companion (path, suffixes[i]);
    g_autofree char *to = g_strconcat (copy, suffixes[i], NULL);
    if (before->of[i].st_mode &&
        !copy_file (from, i ? NULL : profile, before->of[i].st_size, to, cancellable, error))
      return FALSE;
  }
  read_stamp (path, &after);
  if (stamp_equal (before, &after))
    return TRUE;
  g_set_error (
      error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
      "%s changed while it was copied; wait until its program has finished, then open it again",
      path);
  return FALSE;
}

gboolean
poplens_database_recover (const char *path, const char *copy, PoplensRecovered *done,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);
  g_autoptr (sqlite3) profile = NULL;
  PoplensFileIdentity unused;
  Stamp stamp;

  read_stamp (path, &stamp);
  if (!poplens_sqlite_file_open (file, &profile, &unused, error) ||
      !check_lock (path, profile, error) || !check_journal_names_no_file (path, error) ||
      !check_space (copy, &stamp, error))
    return FALSE;
  if (g_file_test (copy, G_FILE_TEST_EXISTS)) {
    errno = EEXIST;
    return fail_with_errno (copy, "written", error);
  }
  /* Check the copied journal, too: SQLite uses the copy, and the original may have changed. */
  if (copy_with_logs (path, profile, copy, &stamp, cancellable, error) &&
      check_journal_names_no_file (copy, error) && recover_copy (copy, done, error)) {
    /* SQLite leaves an empty journal beside the copy. */
    remove_copies (copy, 1);
    return TRUE;
  }
  remove_copies (copy, 0);
  return FALSE;
}
