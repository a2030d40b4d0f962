/* Writes a file completely or not at all, by a hidden or unnamed temporary file. */
#include "base/save-file.h"

#include "base/error.h"
#include "base/fd-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 100
#define MOST_LINKS 40
#define MARK ".poplens-"
#define DIGITS 6

struct _PoplensSaveFile {
  char *path;   /* path as the caller wrote it */
  char *target; /* the same path with links resolved */
  char *beside; /* (nullable): path of the hidden temporary file, until it is renamed */
  int fd;
  gboolean direct; /* not a regular file (a pipe, /dev/stdout): write to it directly */
  gboolean named;  /* the temporary file has a name from the start: a library opens it by name */
  gboolean replaces;
  mode_t mode; /* mode of the file that this one replaces */
  GOutputStream *stream;
};

static gboolean
save_file_set_error (const char *path, int code, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot write %s: %s", path,
               code == EEXIST ? "another program made it meanwhile; try again" : g_strerror (code));
  return FALSE;
}

/* Follows links from @path to the file, which may be missing. (transfer full) */
static char *
resolve_links (const char *path)
{
  char *target = g_strdup (path);

  for (guint i = 0; i < MOST_LINKS; i++) {
    g_autofree char *leads_to = g_file_read_link (target, NULL);
    g_autofree char *folder = g_path_get_dirname (target);
    if (!leads_to)
      break;
    g_free (target);
    target = g_path_is_absolute (leads_to) ? g_strdup (leads_to)
                                           : g_build_filename (folder, leads_to, NULL);
  }
  return target;
}

/* Returns a new hidden name beside @target: ".x.csv.poplens-a1b2c3". (transfer full) */
static char *
hidden_name_beside (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *name = g_path_get_basename (target);
  g_autofree char *hidden =
      g_strdup_printf (".%.200s" MARK "%06x", name, g_random_int () & 0xffffff);

  return g_build_filename (folder, hidden, NULL);
}

static gboolean
is_temporary_name (const char *name)
{
  gsize length = strlen (name), tail = strlen (MARK) + DIGITS;
  const char *mark = length > tail ? name + length - tail : NULL;

  return *name == '.' && mark && g_str_has_prefix (mark, MARK) &&
         strspn (mark + strlen (MARK), "0123456789abcdef") == DIGITS;
}

/* Deletes the temporary file @path if its writer has died: a living writer holds its lock. */
static void
remove_if_abandoned (const char *path)
{
  int fd = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat info;

  if (fd < 0)
    return;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid () &&
      flock (fd, LOCK_EX | LOCK_NB) == 0)
    unlink (path);
  close (fd);
}

static void
remove_abandoned_files (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir && (name = g_dir_read_name (dir));) {
    g_autofree char *path = is_temporary_name (name) ? g_build_filename (folder, name, NULL) : NULL;
    if (path)
      remove_if_abandoned (path);
  }
}

/* Locks a new temporary file. FALSE if another process took the file for abandoned, and holds its
 * lock or has deleted it. */
static gboolean
lock_temporary (int fd)
{
  struct stat info;

  return flock (fd, LOCK_EX | LOCK_NB) < 0 ? errno != EWOULDBLOCK
                                           : fstat (fd, &info) == 0 && info.st_nlink > 0;
}

/* Opens a hidden file beside the target. Returns 0 or an errno. */
static int
open_hidden_file (PoplensSaveFile *self)
{
  for (guint i = 0; i < TRIES; i++) {
    g_autofree char *name = hidden_name_beside (self->target);
    self->fd = TEMP_FAILURE_RETRY (
        open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (self->fd < 0 && errno != EEXIST)
      return errno;
    if (self->fd >= 0 && lock_temporary (self->fd)) {
      self->beside = g_steal_pointer (&name);
      return 0;
    }
    if (self->fd >= 0)
      close (self->fd);
    self->fd = -1;
  }
  return EEXIST;
}

static int
open_target (PoplensSaveFile *self)
{
  g_autofree char *folder = g_path_get_dirname (self->target);

  self->fd = TEMP_FAILURE_RETRY (open (folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  /* Not every file system supports unnamed files (O_TMPFILE). */
  if (self->fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT ||
                       errno == EINVAL || errno == ENOTSUP))
    return open_hidden_file (self);
  if (self->fd < 0)
    return errno;
  flock (self->fd, LOCK_EX | LOCK_NB);
  return 0;
}

static PoplensSaveFile *
save_file_new (const char *path, gboolean named, GError **error)
{
  g_autoptr (PoplensSaveFile) self = g_new0 (PoplensSaveFile, 1);
  struct stat info;
  int code = 0;

  self->path = g_strdup (path);
  self->target = resolve_links (path);
  self->fd = -1;
  self->named = named;
  self->replaces = stat (path, &info) == 0;
  self->direct = self->replaces && !S_ISREG (info.st_mode);
  self->mode = self->replaces ? info.st_mode & 07777 : 0;
  if (self->direct && named) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s is %s; name a file", path,
                 S_ISDIR (info.st_mode) ? "a folder" : "not a regular file");
    return NULL;
  }
  if (self->direct) {
    self->fd = TEMP_FAILURE_RETRY (open (path, O_WRONLY | O_CLOEXEC));
    code = self->fd < 0 ? errno : 0;
  } else if (self->replaces && access (path, W_OK) < 0) {
    code = errno; /* do not replace a read-only file */
  } else {
    remove_abandoned_files (self->target);
    code = named ? open_hidden_file (self) : open_target (self);
  }
  if (code) {
    save_file_set_error (path, code, error);
    return NULL;
  }
  self->stream = poplens_fd_stream_new (self->fd);
  return g_steal_pointer (&self);
}

PoplensSaveFile *
poplens_save_file_new (const char *path, GError **error)
{
  return save_file_new (path, FALSE, error);
}

PoplensSaveFile *
poplens_save_file_new_named (const char *path, GError **error)
{
  return save_file_new (path, TRUE, error);
}

const char *
poplens_save_file_get_name (PoplensSaveFile *self)
{
  return self->beside;
}

void
poplens_save_file_free (PoplensSaveFile *self)
{
  if (!self)
    return;
  g_clear_object (&self->stream);
  if (self->fd >= 0)
    close (self->fd);
  if (self->beside)
    unlink (self->beside);
  g_free (self->beside);
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

GOutputStream *
poplens_save_file_get_stream (PoplensSaveFile *self)
{
  return self->stream;
}

void
poplens_save_file_explain (PoplensSaveFile *self, GError *cause, GError **error)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE)) {
    g_propagate_prefixed_error (error, cause, "Cannot write %s: ", self->path);
    return;
  }
  if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot write %s: %s", self->path,
                 cause->message);
    g_error_free (cause);
    return;
  }
  g_propagate_error (error, cause);
}

/* Gives an unnamed file the name of the target. If the target exists, gives the file a hidden name
 * instead, as link () cannot replace a file. Returns 0 or an errno. */
static int
give_name (PoplensSaveFile *self)
{
  g_autofree char *open_file = g_strdup_printf ("/proc/self/fd/%d", self->fd);

  if (linkat (AT_FDCWD, open_file, AT_FDCWD, self->target, AT_SYMLINK_FOLLOW) == 0)
    return 0;
  if (errno != EEXIST)
    return errno;
  for (guint i = 0; i < TRIES && !self->beside; i++) {
    g_autofree char *name = hidden_name_beside (self->target);
    if (linkat (AT_FDCWD, open_file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
      self->beside = g_steal_pointer (&name);
    else if (errno != EEXIST)
      return errno;
  }
  return self->beside ? 0 : EEXIST;
}

/* Renames the hidden file to the target. Returns 0 or an errno. A library's new file does not
 * replace a target that another process created meanwhile (EEXIST). */
static int
rename_to_target (PoplensSaveFile *self)
{
  if (self->named && !self->replaces) {
    if (link (self->beside, self->target) == 0)
      return unlink (self->beside) < 0 ? errno : 0;
    if (errno == EEXIST)
      return EEXIST;
  }
  /* The target exists, or link () failed because the file system has no hard links. */
  return rename (self->beside, self->target) < 0 ? errno : 0;
}

/* Syncs the folder, so that the new name is on the disk. Ignores errors, as some file systems
 * cannot do that. */
static void
sync_folder (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

static int
replace_target (PoplensSaveFile *self)
{
  int code = 0;

  if (self->replaces && fchmod (self->fd, self->mode) < 0)
    return errno;
  /* Some file systems report a full disk only here. */
  if (TEMP_FAILURE_RETRY (fsync (self->fd)) < 0 && errno != EINVAL)
    return errno;
  if (!self->beside)
    code = give_name (self);
  if (!code && self->beside)
    code = rename_to_target (self);
  if (code)
    return code;
  g_clear_pointer (&self->beside, g_free);
  sync_folder (self->target);
  return 0;
}

gboolean
poplens_save_file_commit (PoplensSaveFile *self, GError **error)
{
  int code = self->direct ? 0 : replace_target (self);
  int fd = self->fd;

  self->fd = -1;
  if (close (fd) < 0 && !code && self->direct)
    code = errno;
  return code ? save_file_set_error (self->path, code, error) : TRUE;
}

gboolean
poplens_save_bytes (const char *path, GBytes *data, GError **error)
{
  g_autoptr (PoplensSaveFile) file = poplens_save_file_new (path, error);
  GError *cause = NULL;
  gsize n;
  const void *bytes = g_bytes_get_data (data, &n);

  if (!file)
    return FALSE;
  if (g_output_stream_write_all (file->stream, bytes, n, NULL, NULL, &cause))
    return poplens_save_file_commit (file, error);
  poplens_save_file_explain (file, cause, error);
  return FALSE;
}
