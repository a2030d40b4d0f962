/* The folder of the disk cache, and the thread that writes blocks. */
#include "remote/block-disk-private.h"

#include "base/cache-folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* Most bytes that wait to be written: a slow disk must not fill the memory. */
#define MOST_WAITING ((gsize) 64 << 20)
#define CHECK_EVERY ((guint64) 64 << 20)

/* ---- entries --------------------------------------------------------------------------------- */

static const char *const parts[] = {"blocks", "map", "meta.ini"};

static gboolean
measure_entry (PoplensCacheEntry *entry, const char *name)
{
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    g_autofree char *path = g_build_filename (entry->path, parts[p], NULL);
    poplens_cache_entry_add_file (entry, path);
  }
  return TRUE;
}

/* Removes the files of the cache entry at @path, and then the folder. FALSE if the folder remains,
 * for example with files of the user. */
static gboolean
remove_entry (const char *path)
{
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    g_autofree char *part = g_build_filename (path, parts[p], NULL);
    unlink (part);
  }
  return rmdir (path) == 0;
}

/* Removes a cached file, unless this or another program has it open. FALSE if its folder is still
 * there.
 */
static gboolean
remove_unused_entry (const char *path)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  gboolean is_used = fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) < 0;

  if (fd >= 0)
    close (fd);
  return !is_used && remove_entry (path);
}

char *
poplens_block_store_get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "poplens", "remote", NULL);
}

guint64
poplens_block_store_get_size (const char *folder)
{
  return poplens_cache_folder_get_size (folder, measure_entry);
}

gboolean
poplens_block_store_clear (const char *folder, GError **error)
{
  return poplens_cache_folder_clear (folder, measure_entry, remove_entry, error);
}

static gboolean
store_has_space (PoplensBlockStore *self, gsize n)
{
  self->unchecked += n;
  if (self->unchecked < MIN (CHECK_EVERY, self->most / 8))
    return TRUE;
  self->unchecked = 0;
  return poplens_cache_folder_evict (self->folder, self->most, measure_entry, remove_unused_entry);
}

/* ---- the thread ------------------------------------------------------------------------------ */

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
  /* Makes the first written block check the free space. */
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
