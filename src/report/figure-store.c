/* A store of figures: a file for each kind of figures of each report, whose name is a digest of
 * what they are, and which begins with a digest of its name and its content. */
#include "report/figure-store.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Digest of the sources that figures come from; the build writes it
 * (cmake/PoplensFiguresVersion.cmake). */
extern const char poplens_figures_version[];

#define DIGEST_BYTES 32
#define NAME_DIGITS (2 * DIGEST_BYTES)
/* Bytes of a file that is read or written: those of a large report are 0.1 MB. */
#define MOST_FILE_BYTES ((gsize) 16 << 20)
/* Bytes of the store of the user's programs. */
#define MOST_BYTES ((guint64) 256 << 20)
/* This part of all bytes may be written before the folder is looked through again. */
#define CHECKED_PART 16
#define DISK_BLOCK 4096

struct _PoplensFigureStore {
  char *folder;
  guint64 most;
  pthread_mutex_t lock;
  guint64 unchecked; /* bytes written since the folder was looked through */
};

PoplensFigureStore *
poplens_figure_store_new (const char *folder, guint64 most)
{
  PoplensFigureStore *self = g_atomic_rc_box_new0 (PoplensFigureStore);

  self->folder = g_strdup (folder);
  self->most = most;
  self->unchecked = most; /* The first figures look for room. */
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

char *
poplens_figure_store_get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "poplens", "figures", NULL);
}

PoplensFigureStore *
poplens_figure_store_new_default (void)
{
  g_autofree char *folder = poplens_figure_store_get_folder ();

  return poplens_figure_store_new (folder, MOST_BYTES);
}

PoplensFigureStore *
poplens_figure_store_ref (PoplensFigureStore *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
figure_store_clear (gpointer data)
{
  PoplensFigureStore *self = data;

  pthread_mutex_destroy (&self->lock);
  g_free (self->folder);
}

void
poplens_figure_store_unref (PoplensFigureStore *self)
{
  g_atomic_rc_box_release_full (self, figure_store_clear);
}

/* ---- the files of a store -------------------------------------------------------------------- */

typedef struct {
  char *path;
  guint64 bytes; /* on the disk */
  gint64 used;   /* µs */
} StoredFile;

static void
stored_file_free (gpointer data)
{
  StoredFile *file = data;

  g_free (file->path);
  g_free (file);
}

static gint
compare_by_use (gconstpointer a, gconstpointer b)
{
  const StoredFile *x = *(const StoredFile *const *) a, *y = *(const StoredFile *const *) b;

  return (x->used > y->used) - (x->used < y->used);
}

static gint64
microseconds (struct timespec time)
{
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Lists the files of the store, those used longest ago first; also what a killed process had not
 * finished, as its name begins with that of a file. (transfer full): of StoredFile */
static GPtrArray *
list_files (const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (stored_file_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir && (name = g_dir_read_name (dir));) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    struct stat info;
    if (strspn (name, "0123456789abcdef") != NAME_DIGITS || lstat (path, &info) < 0 ||
        !S_ISREG (info.st_mode))
      continue;
    StoredFile *file = g_new (StoredFile, 1);
    *file = (StoredFile){g_steal_pointer (&path), (guint64) info.st_blocks * 512,
                         MAX (microseconds (info.st_atim), microseconds (info.st_mtim))};
    g_ptr_array_add (files, file);
  }
  g_ptr_array_sort (files, compare_by_use);
  return files;
}

static guint64
sum_bytes (const GPtrArray *files)
{
  guint64 bytes = 0;

  for (guint i = 0; i < files->len; i++)
    bytes += ((const StoredFile *) files->pdata[i])->bytes;
  return bytes;
}

guint64
poplens_figure_store_get_size (const char *folder)
{
  g_autoptr (GPtrArray) files = list_files (folder);

  return sum_bytes (files);
}

gboolean
poplens_figure_store_clear (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) files = list_files (folder);
  int code = 0;

  for (guint i = 0; i < files->len; i++)
    if (unlink (((const StoredFile *) files->pdata[i])->path) < 0 && errno != ENOENT)
      code = errno;
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot empty %s: %s", folder,
                 g_strerror (code));
  return !code;
}

/* Deletes the files that were used longest ago, until as much as is written unchecked has room.
 * FALSE if they cannot be deleted. */
static gboolean
make_room (PoplensFigureStore *self)
{
  g_autoptr (GPtrArray) files = list_files (self->folder);
  guint64 bytes = sum_bytes (files);
  struct statvfs disk;

  if (statvfs (self->folder, &disk) < 0)
    return FALSE;
  guint64 most = MIN (self->most - self->most / CHECKED_PART,
                      ((guint64) disk.f_bavail * disk.f_frsize + bytes) / 2);
  for (guint i = 0; i < files->len && bytes > most; i++) {
    const StoredFile *file = files->pdata[i];
    if (unlink (file->path) == 0 || errno == ENOENT)
      bytes -= file->bytes;
  }
  return bytes <= most;
}

/* TRUE if a file of @size bytes has room. */
static gboolean
has_room (PoplensFigureStore *self, gsize size)
{
  gsize n = (size + DISK_BLOCK - 1) / DISK_BLOCK * DISK_BLOCK;

  pthread_mutex_lock (&self->lock);
  self->unchecked += n;
  gboolean is_due = self->unchecked > self->most / CHECKED_PART;
  if (is_due)
    self->unchecked = n;
  pthread_mutex_unlock (&self->lock);
  return n <= self->most / CHECKED_PART && (!is_due || make_room (self));
}

/* ---- one file -------------------------------------------------------------------------------- */

/* What the figures are of, who worked them out, and how numbers lie in memory: as a file's name.
 * (transfer full) */
static char *
name_of (const char *kind, const char *identity)
{
  g_autofree char *text =
      g_strdup_printf ("%s %s %d %" G_GSIZE_FORMAT "\n%s", kind, poplens_figures_version,
                       G_BYTE_ORDER, sizeof (gpointer), identity);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* @digest: (out): DIGEST_BYTES */
static void
digest (const char *name, const guint8 *data, gsize n, guint8 *out)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size = DIGEST_BYTES;

  g_checksum_update (sum, (const guchar *) name, NAME_DIGITS);
  g_checksum_update (sum, data, (gssize) n);
  g_checksum_get_digest (sum, out, &size);
}

/* (transfer full) (nullable): NULL if the file is not there, or has no length of a store's */
static GBytes *
read_file (const char *path)
{
  int fd = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat info;
  gsize n = 0, done = 0;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_size > DIGEST_BYTES &&
      (guint64) info.st_size <= MOST_FILE_BYTES)
    n = (gsize) info.st_size;
  guint8 *data = g_malloc (n);
  while (done < n) {
    gssize got = TEMP_FAILURE_RETRY (read (fd, data + done, n - done));
    if (got <= 0)
      break;
    done += (gsize) got;
  }
  if (fd >= 0)
    close (fd);
  if (n && done == n)
    return g_bytes_new_take (data, n);
  g_free (data);
  return NULL;
}

GVariant *
poplens_figure_store_read (PoplensFigureStore *self, const char *kind, const char *identity,
                           const GVariantType *type)
{
  g_autofree char *name = name_of (kind, identity);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GBytes) file = read_file (path);
  guint8 sum[DIGEST_BYTES];
  gsize n;

  if (!file)
    return NULL;
  const guint8 *data = g_bytes_get_data (file, &n);
  digest (name, data + DIGEST_BYTES, n - DIGEST_BYTES, sum);
  if (memcmp (sum, data, DIGEST_BYTES))
    return NULL;
  g_autoptr (GBytes) content = g_bytes_new_from_bytes (file, DIGEST_BYTES, n - DIGEST_BYTES);
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_from_bytes (type, content, FALSE));
  return g_variant_is_normal_form (value) ? g_steal_pointer (&value) : NULL;
}

void
poplens_figure_store_write (PoplensFigureStore *self, const char *kind, const char *identity,
                            GVariant *value)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  gsize n = g_variant_get_size (taken), all = DIGEST_BYTES + n;
  g_autofree char *name = name_of (kind, identity);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  if (!n || all > MOST_FILE_BYTES || g_mkdir_with_parents (self->folder, 0700) < 0 ||
      !has_room (self, all))
    return;
  g_autofree guint8 *file = g_malloc (all);
  g_variant_store (taken, file + DIGEST_BYTES);
  digest (name, file + DIGEST_BYTES, n, file);
  /* Renamed when it is complete, as with PoplensSaveFile, but without waiting for the disk: a file
   * that a crash of the computer cut is read as none. */
  g_file_set_contents (path, (const char *) file, (gssize) all, NULL);
}

/* ---- structs --------------------------------------------------------------------------------- */

GVariant *
poplens_figures_pack (gconstpointer numbers, gsize size)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, numbers, size, 1);
}

gboolean
poplens_figures_unpack (GVariant *value, gpointer numbers, gsize size)
{
  gsize n;
  gconstpointer bytes = g_variant_get_fixed_array (value, &n, 1);

  if (n != size)
    return FALSE;
  memcpy (numbers, bytes, size);
  return TRUE;
}
