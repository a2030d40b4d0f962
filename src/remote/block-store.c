/* The folder of the disk cache: its size, its eviction, and the thread that writes blocks. */
#include "remote/block-disk-private.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Most bytes that wait to be written: a slow disk must not fill the memory. */
#define MOST_WAITING ((gsize) 64 << 20)
#define CHECK_EVERY ((guint64) 64 << 20)

/* ---- entries -----------------------------------------------------------------------------------
 */

typedef struct {
  char *name;
  guint64 bytes; /* disk space, not the length of a sparse file */
  gint64 used;   /* time of last use, µs */
} CacheEntry;

static void
cache_entry_free (gpointer data)
{
  CacheEntry *entry = data;

  g_free (entry->name);
  g_free (entry);
}

static gint
compare_by_use (gconstpointer a, gconstpointer b)
{
  const CacheEntry *x = *(const CacheEntry *const *) a, *y = *(const CacheEntry *const *) b;

  return (x->used > y->used) - (x->used < y->used);
}

static const char *const parts[] = {"blocks", "map", "meta.ini"};

static CacheEntry *
cache_entry_new (const char *folder, const char *name)
{
  CacheEntry *entry = g_new0 (CacheEntry, 1);

  entry->name = g_strdup (name);
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    g_autofree char *path = g_build_filename (folder, name, parts[p], NULL);
    struct stat info;
    if (lstat (path, &info) < 0)
      continue;
    entry->bytes += (guint64) info.st_blocks * 512;
    entry->used = MAX (entry->used,
                       (gint64) info.st_atim.tv_sec * G_USEC_PER_SEC + info.st_atim.tv_nsec / 1000);
    entry->used = MAX (entry->used,
                       (gint64) info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000);
  }
  return entry;
}

/* Returns the entries in @folder, least recently used first. (transfer full) GPtrArray of
 * CacheEntry */
static GPtrArray *
list_entries (const char *folder)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (cache_entry_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (entries, cache_entry_new (folder, name));
  g_ptr_array_sort (entries, compare_by_use);
  return entries;
}

/* Removes the three files of an entry, and its folder; keeps any other file that a user put there.
 */
static gboolean
remove_entry (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    g_autofree char *part = g_build_filename (path, parts[p], NULL);
    unlink (part);
  }
  return rmdir (path) == 0;
}

/* TRUE if this program or another one has the entry open. */
static gboolean
is_in_use (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  gboolean is_used = fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) < 0;

  if (fd >= 0)
    close (fd);
  return is_used;
}

char *
poplens_block_store_get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "poplens", "remote", NULL);
}

guint64
poplens_block_store_get_size (const char *folder)
{
  g_autoptr (GPtrArray) entries = list_entries (folder);
  guint64 bytes = 0;

  for (guint i = 0; i < entries->len; i++)
    bytes += ((CacheEntry *) entries->pdata[i])->bytes;
  return bytes;
}

gboolean
poplens_block_store_clear (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) entries = list_entries (folder);
  int code = 0;

  for (guint i = 0; i < entries->len; i++)
    if (!remove_entry (folder, ((CacheEntry *) entries->pdata[i])->name))
      code = errno;
  if (code)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot empty %s: %s", folder,
                 g_strerror (code));
  return !code;
}

/* ---- eviction ----------------------------------------------------------------------------------
 */

/* Evicts the least recently used entries until the limit is kept. FALSE if entries in use exceed
 * it. */
static gboolean
store_evict (PoplensBlockStore *self)
{
  g_autoptr (GPtrArray) entries = list_entries (self->folder);
  struct statvfs disk;
  guint64 bytes = 0;

  for (guint i = 0; i < entries->len; i++)
    bytes += ((CacheEntry *) entries->pdata[i])->bytes;
  if (statvfs (self->folder, &disk) < 0)
    return FALSE;
  guint64 most = MIN (self->most, ((guint64) disk.f_bavail * disk.f_frsize + bytes) / 2);
  for (guint i = 0; i < entries->len && bytes > most; i++) {
    const CacheEntry *entry = entries->pdata[i];
    if (!is_in_use (self->folder, entry->name) && remove_entry (self->folder, entry->name))
      bytes -= entry->bytes;
  }
  return bytes <= most;
}

static gboolean
store_has_space (PoplensBlockStore *self, gsize n)
{
  self->unchecked += n;
  if (self->unchecked < MIN (CHECK_EVERY, self->most / 8))
    return TRUE;
  self->unchecked = 0;
  return store_evict (self);
}

/* ---- the thread --------------------------------------------------------------------------------
 */

static void
do_job (PoplensBlockStore *self, Job *job)
{
  PoplensBlockDisk *disk = job->disk;
  gsize size = g_bytes_get_size (job->bytes);
  gboolean is_off = disk->is_off;

  pthread_mutex_unlock (&self->lock);
  if (!is_off)
    is_off =
        !store_has_space (self, size) || !poplens_block_disk_write (disk, job->block, job->bytes);
  g_bytes_unref (job->bytes);
  pthread_mutex_lock (&self->lock);
  disk->is_off = is_off;
  disk->n_jobs--;
  self->waiting -= size;
  pthread_cond_broadcast (&self->changed);
}

static void *
write_jobs (void *data)
{
  PoplensBlockStore *self = data;

  pthread_mutex_lock (&self->lock);
  while (!self->ends || self->jobs.length) {
    Job *job = g_queue_pop_head (&self->jobs);
    if (!job) {
      pthread_cond_wait (&self->changed, &self->lock);
      continue;
    }
    do_job (self, job);
    pthread_mutex_unlock (&self->lock);
    poplens_block_disk_unref (job->disk);
    g_free (job);
    pthread_mutex_lock (&self->lock);
  }
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

gboolean
poplens_block_store_queue (PoplensBlockStore *self, PoplensBlockDisk *disk, guint64 block,
                           GBytes *bytes)
{
  Job *job;

  if (self->waiting >= MOST_WAITING)
    return FALSE;
  if (!self->has_thread && pthread_create (&self->thread, NULL, write_jobs, self))
    return FALSE;
  self->has_thread = TRUE;
  job = g_new (Job, 1);
  *job = (Job){poplens_block_disk_ref (disk), block, bytes};
  g_queue_push_tail (&self->jobs, job);
  self->waiting += g_bytes_get_size (bytes);
  pthread_cond_broadcast (&self->changed);
  return TRUE;
}

PoplensBlockStore *
poplens_block_store_new (const char *folder, guint64 most)
{
  PoplensBlockStore *self = g_new0 (PoplensBlockStore, 1);
  pthread_condattr_t monotonic;

  self->folder = g_strdup (folder);
  self->most = most;
  /* Check for space with the first block. */
  self->unchecked = most;
  poplens_crc32c_init (&self->crc);
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &monotonic);
  pthread_condattr_destroy (&monotonic);
  return self;
}

void
poplens_block_store_free (PoplensBlockStore *self)
{
  if (!self)
    return;
  pthread_mutex_lock (&self->lock);
  self->ends = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  if (self->has_thread)
    pthread_join (self->thread, NULL);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  g_free (self->folder);
  g_free (self);
}
