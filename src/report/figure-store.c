/* Disk cache of computed figures, with one file for each report and kind of figures. The file's
 * name is a hash of report, kind and version; the file begins with a checksum. */
#include "report/figure-store.h"

#include "base/cache-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Hash of all source files that compute figures; the build generates it
 * (cmake/PoplensFiguresVersion.cmake). */
extern const char poplens_figures_version[];

#define DIGEST_BYTES 32
#define NAME_DIGITS (2 * DIGEST_BYTES)
/* Maximum size of a file in bytes; figures of a large report take 0.1 MB. */
#define MOST_FILE_BYTES ((gsize) 16 << 20)
/* Maximum size of the default cache in bytes. */
#define MOST_BYTES ((guint64) 256 << 20)
/* The folder's size is checked after each 1/16 of .most that is written. */
#define CHECKED_PART 16
#define DISK_BLOCK 4096

struct _PoplensFigureStore {
  char *folder;
  guint64 most;
  pthread_mutex_t lock;
  guint64 unchecked; /* bytes written since the folder was last checked */
};

PoplensFigureStore *
poplens_figure_store_new (const char *folder, guint64 most)
{
  PoplensFigureStore *self = g_atomic_rc_box_new0 (PoplensFigureStore);

  self->folder = g_strdup (folder);
  self->most = most;
  self->unchecked = most; /* so that the first write checks the size */
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

/* Adds the size of the file to @entry. FALSE if @name is not the name of a cache file. Also accepts
 * temporary files of killed processes, whose names begin like those of cache files. */
static gboolean
measure_file (PoplensCacheEntry *entry, const char *name)
{
  return strspn (name, "0123456789abcdef") == NAME_DIGITS &&
         poplens_cache_entry_add_file (entry, entry->path);
}

/* TRUE if the file was deleted, or did not exist. */
static gboolean
remove_file (const char *path)
{
  return unlink (path) == 0 || errno == ENOENT;
}

guint64
poplens_figure_store_get_size (const char *folder)
{
  return poplens_cache_folder_get_size (folder, measure_file);
}

gboolean
poplens_figure_store_clear (const char *folder, GError **error)
{
  return poplens_cache_folder_clear (folder, measure_file, remove_file, error);
}

/* Makes space for a file of @size bytes by deleting the least recently used files. Checks the
 * folder only after each 1 / CHECKED_PART of .most written. FALSE if the file is larger than this
 * share, or if the disk is nearly full. */
static gboolean
store_make_space (PoplensFigureStore *self, gsize size)
{
  gsize n = (size + DISK_BLOCK - 1) / DISK_BLOCK * DISK_BLOCK;
  guint64 unchecked_limit = self->most / CHECKED_PART;

  pthread_mutex_lock (&self->lock);
  self->unchecked += n;
  gboolean is_due = self->unchecked > unchecked_limit;
  if (is_due)
    self->unchecked = n;
  pthread_mutex_unlock (&self->lock);
  return n <= unchecked_limit &&
         (!is_due || poplens_cache_folder_evict (self->folder, self->most - unchecked_limit,
                                                 measure_file, remove_file));
}

/* ---- one file -------------------------------------------------------------------------------- */

/* Returns the file's name, a hash of the report, the sources that compute figures, and the layout
 * of numbers in memory. (transfer full) */
static char *
figure_file_name (const char *kind, const char *identity)
{
  g_autofree char *text =
      g_strdup_printf ("%s %s %d %" G_GSIZE_FORMAT "\n%s", kind, poplens_figures_version,
                       G_BYTE_ORDER, sizeof (gpointer), identity);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* Computes the digest of a file's name and content. @out: (out): DIGEST_BYTES */
static void
compute_digest (const char *name, const guint8 *data, gsize n, guint8 *out)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size = DIGEST_BYTES;

  g_checksum_update (sum, (const guchar *) name, NAME_DIGITS);
  g_checksum_update (sum, data, (gssize) n);
  g_checksum_get_digest (sum, out, &size);
}

/* Reads a cache file. (transfer full) (nullable): NULL if it does not exist, or is too short or too
 * long for a cache file */
static GBytes *
read_figure_file (const char *path)
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
  g_autofree char *name = figure_file_name (kind, identity);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GBytes) file = read_figure_file (path);
  guint8 sum[DIGEST_BYTES];
  gsize n;

  if (!file)
    return NULL;
  const guint8 *data = g_bytes_get_data (file, &n);
  compute_digest (name, data + DIGEST_BYTES, n - DIGEST_BYTES, sum);
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
  g_autofree char *name = figure_file_name (kind, identity);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  if (!n || all > MOST_FILE_BYTES || g_mkdir_with_parents (self->folder, 0700) < 0 ||
      !store_make_space (self, all))
    return;
  g_autofree guint8 *file = g_malloc (all);
  g_variant_store (taken, file + DIGEST_BYTES);
  compute_digest (name, file + DIGEST_BYTES, n, file);
  /* Rename a complete file, as PoplensSaveFile does, but without fsync (). A crash of the computer
   * can truncate the file, which then counts as absent. */
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
