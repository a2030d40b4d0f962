/* Files on this computer, read with pread() and never mapped. */
#include "base/storage.h"

#include "base/error.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a file ---------------------------------------------------------------------------------- */

#define POPLENS_TYPE_LOCAL_FILE (poplens_local_file_get_type ())
G_DECLARE_FINAL_TYPE (PoplensLocalFile, poplens_local_file, POPLENS, LOCAL_FILE, PoplensFile)

struct _PoplensLocalFile {
  PoplensFile parent;
  int fd; /* descriptor, or −1 before the file is opened; .lock guards opening */
  guint64 size;
  pthread_mutex_t lock;
};

G_DEFINE_FINAL_TYPE (PoplensLocalFile, poplens_local_file, POPLENS_TYPE_FILE)

/* Opens a regular file. Returns its descriptor, or −1 with @error. */
static int
open_regular (const char *path, const char *what, guint64 *size, GError **error)
{
  struct stat info;
  /* O_NONBLOCK: opening a pipe must not wait for a writer. */
  int fd = TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));

  if (fd < 0 || fstat (fd, &info) < 0) {
    g_set_error (error, POPLENS_ERROR, poplens_storage_code (errno), "Cannot open %s: %s", path,
                 g_strerror (errno));
  } else if (!S_ISREG (info.st_mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT,
                 "%s is not a file; put the %s of the report there", path, what);
  } else {
    *size = (guint64) info.st_size;
    return fd;
  }
  if (fd >= 0)
    close (fd);
  return -1;
}

static gboolean
local_file_open (PoplensFile *file, const char *what, guint64 *size, GError **error)
{
  PoplensLocalFile *self = POPLENS_LOCAL_FILE (file);

  pthread_mutex_lock (&self->lock);
  if (self->fd < 0)
    self->fd = open_regular (poplens_file_get_path (file), what, &self->size, error);
  gboolean is_open = self->fd >= 0;
  pthread_mutex_unlock (&self->lock);
  if (is_open && size)
    *size = self->size;
  return is_open;
}

static gssize
local_file_read_at (PoplensFile *file, gpointer out, gsize n, guint64 offset,
                    GCancellable *cancellable, GError **error)
{
  PoplensLocalFile *self = POPLENS_LOCAL_FILE (file);
  gsize done = 0;

  if (!local_file_open (file, "file", NULL, error))
    return -1;
  while (done < n) {
    ssize_t got = TEMP_FAILURE_RETRY (
        pread (self->fd, (guint8 *) out + done, n - done, (off_t) (offset + done)));
    if (got < 0) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot read %s: %s",
                   poplens_file_get_name (file), g_strerror (errno));
      return -1;
    }
    if (!got)
      break;
    done += (gsize) got;
  }
  return (gssize) done;
}

static int
local_file_get_descriptor (PoplensFile *file)
{
  return POPLENS_LOCAL_FILE (file)->fd;
}

static void
poplens_local_file_finalize (GObject *object)
{
  PoplensLocalFile *self = POPLENS_LOCAL_FILE (object);

  if (self->fd >= 0)
    close (self->fd);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (poplens_local_file_parent_class)->finalize (object);
}

static void
poplens_local_file_class_init (PoplensLocalFileClass *class)
{
  PoplensFileClass *file = POPLENS_FILE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = poplens_local_file_finalize;
  file->open = local_file_open;
  file->read_at = local_file_read_at;
  file->get_descriptor = local_file_get_descriptor;
}

static void
poplens_local_file_init (PoplensLocalFile *self)
{
  self->fd = -1;
  pthread_mutex_init (&self->lock, NULL);
}

/* ---- where they lie -------------------------------------------------------------------------- */

#define POPLENS_TYPE_LOCAL_STORAGE (poplens_local_storage_get_type ())
G_DECLARE_FINAL_TYPE (PoplensLocalStorage, poplens_local_storage, POPLENS, LOCAL_STORAGE,
                      PoplensStorage)

struct _PoplensLocalStorage {
  PoplensStorage parent;
};

G_DEFINE_FINAL_TYPE (PoplensLocalStorage, poplens_local_storage, POPLENS_TYPE_STORAGE)

static int
local_stat (PoplensStorage *self, const char *path, PoplensFileInfo *out)
{
  struct stat info;

  if (stat (path, &info) < 0)
    return errno;
  *out = (PoplensFileInfo){.mode = info.st_mode,
                           .device = info.st_dev,
                           .inode = info.st_ino,
                           .size = (guint64) info.st_size,
                           .seconds = info.st_mtim.tv_sec,
                           .nanoseconds = info.st_mtim.tv_nsec};
  return 0;
}

static char *
local_read_link (PoplensStorage *self, const char *path)
{
  return g_file_read_link (path, NULL);
}

static char *
local_real_path (PoplensStorage *self, const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real);

  free (real);
  return copy;
}

static GPtrArray *
local_list (PoplensStorage *self, const char *path, guint most, int *code)
{
  DIR *dir;
  GPtrArray *names;
  const struct dirent *entry;

  do
    dir = opendir (path);
  while (!dir && errno == EINTR);
  *code = dir ? 0 : errno;
  if (!dir)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  /* readdir () returns NULL both at the end of the folder and on an error. */
  errno = 0;
  while (names->len < most && (entry = readdir (dir))) {
    if (strcmp (entry->d_name, ".") && strcmp (entry->d_name, ".."))
      g_ptr_array_add (names, g_strdup (entry->d_name));
    errno = 0;
  }
  *code = names->len < most ? errno : 0;
  closedir (dir);
  if (*code)
    g_clear_pointer (&names, g_ptr_array_unref);
  return names;
}

static PoplensFile *
local_get_file (PoplensStorage *self, const char *path)
{
  return g_object_new (POPLENS_TYPE_LOCAL_FILE, "storage", self, "path", path, NULL);
}

static void
poplens_local_storage_class_init (PoplensLocalStorageClass *class)
{
  PoplensStorageClass *storage = POPLENS_STORAGE_CLASS (class);

  storage->stat = local_stat;
  storage->read_link = local_read_link;
  storage->real_path = local_real_path;
  storage->list = local_list;
  storage->get_file = local_get_file;
  storage->is_near = TRUE;
}

static void
poplens_local_storage_init (PoplensLocalStorage *self)
{
}

PoplensStorage *
poplens_storage_new_local (void)
{
  return g_object_new (POPLENS_TYPE_LOCAL_STORAGE, NULL);
}
