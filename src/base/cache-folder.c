/* Lists the entries of a cache folder by last use, adds up their sizes, and removes them. */
#include "base/cache-folder.h"

#include "base/error.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static void
cache_entry_free (gpointer data)
{
  PoplensCacheEntry *entry = data;

  g_free (entry->path);
  g_free (entry);
}

static gint
cache_entry_compare_by_use (gconstpointer a, gconstpointer b)
{
  const PoplensCacheEntry *x = *(const PoplensCacheEntry *const *) a;
  const PoplensCacheEntry *y = *(const PoplensCacheEntry *const *) b;

  return (x->used > y->used) - (x->used < y->used);
}

static gint64
microseconds (struct timespec time)
{
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

gboolean
poplens_cache_entry_add_file (PoplensCacheEntry *self, const char *path)
{
  struct stat info;

  if (lstat (path, &info) < 0)
    return FALSE;
  self->bytes += (guint64) info.st_blocks * 512;
  self->used = MAX (self->used, microseconds (info.st_atim));
  self->used = MAX (self->used, microseconds (info.st_mtim));
  return S_ISREG (info.st_mode);
}

/* Returns the entries in @folder, least recently used first. (transfer full) GPtrArray of
 * PoplensCacheEntry */
static GPtrArray *
list_entries (const char *folder, PoplensCacheMeasureFunc measure)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (cache_entry_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir && (name = g_dir_read_name (dir));) {
    PoplensCacheEntry *entry = g_new0 (PoplensCacheEntry, 1);
    entry->path = g_build_filename (folder, name, NULL);
    if (measure (entry, name))
      g_ptr_array_add (entries, entry);
    else
      cache_entry_free (entry);
  }
  g_ptr_array_sort (entries, cache_entry_compare_by_use);
  return entries;
}

static guint64
sum_bytes (const GPtrArray *entries)
{
  guint64 bytes = 0;

  for (guint i = 0; i < entries->len; i++)
    bytes += ((const PoplensCacheEntry *) entries->pdata[i])->bytes;
  return bytes;
}

guint64
poplens_cache_folder_get_size (const char *folder, PoplensCacheMeasureFunc measure)
{
  g_autoptr (GPtrArray) entries = list_entries (folder, measure);

  return sum_bytes (entries);
}

gboolean
poplens_cache_folder_clear (const char *folder, PoplensCacheMeasureFunc measure,
                            PoplensCacheRemoveFunc remove, GError **error)
{
  g_autoptr (GPtrArray) entries = list_entries (folder, measure);
  int code = 0;

  for (guint i = 0; i < entries->len; i++)
    if (!remove (((const PoplensCacheEntry *) entries->pdata[i])->path))
      code = errno;
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot empty %s: %s", folder,
                 g_strerror (code));
  return !code;
}

gboolean
poplens_cache_folder_evict (const char *folder, guint64 most, PoplensCacheMeasureFunc measure,
                            PoplensCacheRemoveFunc remove)
{
  g_autoptr (GPtrArray) entries = list_entries (folder, measure);
  guint64 bytes = sum_bytes (entries);
  struct statvfs disk;

  if (statvfs (folder, &disk) < 0)
    return FALSE;
  most = MIN (most, ((guint64) disk.f_bavail * disk.f_frsize + bytes) / 2);
  for (guint i = 0; i < entries->len && bytes > most; i++) {
    const PoplensCacheEntry *entry = entries->pdata[i];
    if (remove (entry->path))
      bytes -= entry->bytes;
  }
  return bytes <= most;
}
