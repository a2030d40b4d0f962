/* Copies files of another computer to a local folder, resuming interrupted copies. */
#include "remote/fetch.h"

#include "base/error.h"
#include "remote/blocks.h"
#include "remote/far-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes after which the copy reports progress. */
#define PIECE (16 * (gsize) POPLENS_BLOCK_BYTES)
#define HEAD 100

typedef struct {
  PoplensFile *file;
  PoplensFileInfo info;
  char *target, *part;
  int fd;
} FileCopy;

typedef struct {
  PoplensStorage *storage;
  const char *folder;
  const PoplensWork *work;
  GCancellable *cancellable;
  guint64 done, all; /* bytes */
  guint n_copied;
} FetchJob;

static void
file_copy_clear (FileCopy *copy)
{
  if (copy->fd >= 0)
    close (copy->fd);
  g_clear_object (&copy->file);
  g_free (copy->target);
  g_free (copy->part);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FileCopy, file_copy_clear)

static gboolean
fail_write (const char *path, int code, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot write %s: %s", path,
               g_strerror (code));
  return FALSE;
}

static gboolean
fetch_report_progress (FetchJob *fetch, GError **error)
{
  if (poplens_work_go_on (fetch->work, "Copying", fetch->done, fetch->all))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return FALSE;
}

/* ---- which files to copy --------------------------------------------------------------------- */

static gboolean
stat_path (FetchJob *fetch, const char *path, PoplensFileInfo *info, GError **error)
{
  int code = poplens_storage_stat (fetch->storage, path, info);

  if (code)
    poplens_storage_set_error (fetch->storage, path, code, error);
  return !code;
}

static gboolean
fetch_sum_sizes (FetchJob *fetch, const char *const *paths, guint n, GError **error)
{
  poplens_storage_expect (fetch->storage, paths, n);
  for (guint i = 0; i < n; i++) {
    PoplensFileInfo info;
    if (!stat_path (fetch, paths[i], &info, error))
      return FALSE;
    fetch->all += info.size;
  }
  return TRUE;
}

/* Checks if the target exists. @is_there: (out): TRUE if the target is a complete copy. FALSE with
 * USAGE if it is a different file. */
static gboolean
look_at_target (FileCopy *copy, gboolean *is_there, GError **error)
{
  struct stat info;

  *is_there = lstat (copy->target, &info) == 0;
  if (!*is_there || (S_ISREG (info.st_mode) && (guint64) info.st_size == copy->info.size &&
                     info.st_mtim.tv_sec == copy->info.seconds))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s exists and is another file; choose another folder", copy->target);
  return FALSE;
}

/* Names the partial file after the size, time and first bytes of the remote file. Host and path are
 * not used, as a host can have several names, and a file several paths. */
static gboolean
name_part (FetchJob *fetch, FileCopy *copy, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *what = g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                                           copy->info.size, copy->info.seconds);
  guint8 head[HEAD];
  gssize n = poplens_file_read_at (copy->file, head, sizeof head, 0, fetch->cancellable, error);

  if (n < 0)
    return FALSE;
  g_checksum_update (sum, (const guchar *) what, -1);
  g_checksum_update (sum, head, n);
  copy->part = g_strdup_printf ("%s.%.12s.part", copy->target, g_checksum_get_string (sum));
  return TRUE;
}

static gboolean
copy_begin (FetchJob *fetch, FileCopy *copy, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);

  *copy = (FileCopy){.fd = -1};
  if (!stat_path (fetch, path, &copy->info, error))
    return FALSE;
  copy->target = g_build_filename (fetch->folder, name, NULL);
  copy->file = poplens_storage_get_file (fetch->storage, path);
  if (POPLENS_IS_FAR_FILE (copy->file))
    poplens_far_file_set_patient (POPLENS_FAR_FILE (copy->file));
  return TRUE;
}

/* ---- copying --------------------------------------------------------------------------------- */

/* Compares the last block of the partial file with the remote file. If they differ, sets *@at to 0,
 * to start over. Reason: two simultaneous runs can write files with the same size, time and first
 * bytes. FALSE with @error. */
static gboolean
check_part (FetchJob *fetch, FileCopy *copy, guint64 *at, GError **error)
{
  g_autofree guint8 *theirs = g_malloc (POPLENS_BLOCK_BYTES);
  g_autofree guint8 *ours = g_malloc (POPLENS_BLOCK_BYTES);

  if (!*at)
    return TRUE;
  guint64 from = *at - POPLENS_BLOCK_BYTES;
  gssize n = poplens_file_read_at (copy->file, theirs, POPLENS_BLOCK_BYTES, from,
                                   fetch->cancellable, error);
  if (n < 0)
    return FALSE;
  if (n < (gssize) POPLENS_BLOCK_BYTES ||
      pread (copy->fd, ours, POPLENS_BLOCK_BYTES, (off_t) from) != n ||
      memcmp (ours, theirs, POPLENS_BLOCK_BYTES))
    *at = 0;
  return TRUE;
}

/* Opens the partial file. @at: (out): bytes that were copied before, in whole blocks. FALSE with
 * @error. */
static gboolean
open_part (FetchJob *fetch, FileCopy *copy, guint64 *at, GError **error)
{
  struct stat info;

  copy->fd =
      TEMP_FAILURE_RETRY (open (copy->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (copy->fd < 0 || fstat (copy->fd, &info) < 0)
    return fail_write (copy->part, errno, error);
  *at = MIN ((guint64) info.st_size, copy->info.size) / POPLENS_BLOCK_BYTES * POPLENS_BLOCK_BYTES;
  if (!check_part (fetch, copy, at, error))
    return FALSE;
  return TEMP_FAILURE_RETRY (ftruncate (copy->fd, (off_t) *at)) == 0 ||
         fail_write (copy->part, errno, error);
}

static gboolean
write_piece (FileCopy *copy, const guint8 *bytes, gsize n, guint64 at, GError **error)
{
  for (gsize done = 0; done < n;) {
    ssize_t put = pwrite (copy->fd, bytes + done, n - done, (off_t) (at + done));
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return fail_write (copy->part, put ? errno : ENOSPC, error);
    done += (gsize) put;
  }
  return TRUE;
}

static gboolean
fail_changed (FileCopy *copy, GError **error)
{
  unlink (copy->part);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
               "%s changed while it was copied; copy it again", poplens_file_get_name (copy->file));
  return FALSE;
}

static gboolean
copy_bytes (FetchJob *fetch, FileCopy *copy, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (PIECE);
  guint64 before = fetch->done, at = 0;

  if (!open_part (fetch, copy, &at, error))
    return FALSE;
  while (at < copy->info.size) {
    PoplensByteRange ahead = {at, PIECE + poplens_file_get_ahead (copy->file)};
    fetch->done = before + at;
    if (!fetch_report_progress (fetch, error))
      return FALSE;
    poplens_file_will_need (copy->file, &ahead, 1);
    gsize n = (gsize) MIN (PIECE, copy->info.size - at);
    gssize got = poplens_file_read_at (copy->file, bytes, n, at, fetch->cancellable, error);
    if (got < 0 || (got > 0 && !write_piece (copy, bytes, (gsize) got, at, error)))
      return FALSE;
    if (!got)
      return fail_changed (copy, error);
    at += (guint64) got;
  }
  fetch->done = before;
  return TRUE;
}

/* Renames the complete partial file to its final name, unless another file has that name by now.
 * FALSE with @error. */
static gboolean
take_name (FileCopy *copy, GError **error)
{
  struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {.tv_sec = copy->info.seconds}};

  times[1].tv_nsec = copy->info.nanoseconds;
  if (futimens (copy->fd, times) < 0 || TEMP_FAILURE_RETRY (fsync (copy->fd)) < 0)
    return fail_write (copy->part, errno, error);
  if (renameat2 (AT_FDCWD, copy->part, AT_FDCWD, copy->target, RENAME_NOREPLACE) == 0)
    return TRUE;
  /* The file system does not support RENAME_NOREPLACE: check for the name before. */
  if (errno == EINVAL && access (copy->target, F_OK) < 0 && rename (copy->part, copy->target) == 0)
    return TRUE;
  return fail_write (copy->target, errno, error);
}

static gboolean
copy_one (FetchJob *fetch, const char *path, GError **error)
{
  g_auto (FileCopy) copy;
  PoplensFileInfo now;
  gboolean is_there;

  if (!copy_begin (fetch, &copy, path, error) || !look_at_target (&copy, &is_there, error))
    return FALSE;
  if (!is_there) {
    if (!poplens_file_open (copy.file, "file", NULL, error) || !name_part (fetch, &copy, error) ||
        !copy_bytes (fetch, &copy, error))
      return FALSE;
    poplens_storage_refresh (fetch->storage);
    if (!stat_path (fetch, path, &now, error))
      return FALSE;
    if (now.size != copy.info.size || now.seconds != copy.info.seconds)
      return fail_changed (&copy, error);
    if (!take_name (&copy, error))
      return FALSE;
    fetch->n_copied++;
  }
  fetch->done += copy.info.size;
  return fetch_report_progress (fetch, error);
}

gboolean
poplens_fetch (PoplensStorage *storage, const char *const *paths, guint n, const char *folder,
               const PoplensWork *work, guint *n_copied, GError **error)
{
  FetchJob fetch = {storage, folder, work, work ? work->cancellable : NULL, 0, 0, 0};
  gboolean is_done;

  if (g_mkdir_with_parents (folder, 0777) < 0)
    return fail_write (folder, errno, error);
  poplens_cancellable_push (fetch.cancellable);
  is_done = fetch_sum_sizes (&fetch, paths, n, error);
  for (guint i = 0; i < n && is_done; i++)
    is_done = copy_one (&fetch, paths[i], error);
  poplens_cancellable_pop (fetch.cancellable);
  if (n_copied)
    *n_copied = fetch.n_copied;
  return is_done;
}
