/* Blocks of one remote file in the disk cache: reads and writes them, with a map of checksums. */
#include "remote/block-disk-private.h"

#include "remote/blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Size of a record of the map. Its fields are little-endian: block number (64 bits), checksum of
 * the block, checksum of the fields before (32 bits each). */
#define RECORD_BYTES 16
#define MOST_MAP_BYTES ((gsize) 64 << 20)
#define CLOSE_NS 500000000L

/* ---- the map --------------------------------------------------------------------------------- */

static void
write_record (const PoplensCrc32c *crc, guint8 *out, guint64 block, guint32 sum)
{
  guint64 number = GUINT64_TO_LE (block);
  guint32 sums[2] = {GUINT32_TO_LE (sum)};

  memcpy (out, &number, 8);
  memcpy (out + 8, sums, 4);
  sums[1] = GUINT32_TO_LE (poplens_crc32c_sum (crc, out, 12));
  memcpy (out + 12, sums + 1, 4);
}

static void
set_sum (PoplensBlockDisk *self, guint64 block, guint32 sum)
{
  guint64 *key = g_new (guint64, 1);

  *key = block;
  g_hash_table_insert (self->sums, key, GUINT_TO_POINTER (sum));
}

static void
read_record (PoplensBlockDisk *self, const guint8 *record)
{
  guint64 block;
  guint32 sums[2];

  memcpy (&block, record, 8);
  memcpy (sums, record + 8, 8);
  block = GUINT64_FROM_LE (block);
  if (block < self->n_blocks &&
      GUINT32_FROM_LE (sums[1]) == poplens_crc32c_sum (&self->store->crc, record, 12))
    set_sum (self, block, GUINT32_FROM_LE (sums[0]));
}

static gboolean
read_fully (int fd, guint8 *out, gsize n, guint64 offset)
{
  for (gsize done = 0; done < n;) {
    ssize_t got = pread (fd, out + done, n - done, (off_t) (offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return FALSE;
    done += (gsize) got;
  }
  return TRUE;
}

static gboolean
write_fully (int fd, const guint8 *bytes, gsize n, guint64 offset)
{
  for (gsize done = 0; done < n;) {
    ssize_t put = pwrite (fd, bytes + done, n - done, (off_t) (offset + done));
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return FALSE;
    done += (gsize) put;
  }
  return TRUE;
}

static void
read_map (PoplensBlockDisk *self)
{
  struct stat info;

  if (fstat (self->map_fd, &info) < 0 || info.st_size < RECORD_BYTES)
    return;
  gsize size = MIN ((gsize) info.st_size, MOST_MAP_BYTES) / RECORD_BYTES * RECORD_BYTES;
  g_autofree guint8 *map = g_malloc (size);
  if (!read_fully (self->map_fd, map, size, 0))
    return;
  for (gsize at = 0; at < size; at += RECORD_BYTES)
    read_record (self, map + at);
}

/* Appends under a file lock, as another program may write too. First cuts off an incomplete record
 * of an interrupted write. */
static gboolean
append_record (PoplensBlockDisk *self, const guint8 *record)
{
  struct stat info;
  gboolean is_written = FALSE;

  if (flock (self->map_fd, LOCK_EX) < 0)
    return FALSE;
  if (fstat (self->map_fd, &info) == 0) {
    off_t end = info.st_size - info.st_size % RECORD_BYTES;
    is_written = end == info.st_size || ftruncate (self->map_fd, end) == 0;
    if (is_written && !write_fully (self->map_fd, record, RECORD_BYTES, (guint64) end)) {
      is_written = FALSE;
      (void) !ftruncate (self->map_fd, end);
    }
  }
  flock (self->map_fd, LOCK_UN);
  return is_written;
}

gboolean
poplens_block_disk_write (PoplensBlockDisk *self, guint64 block, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  guint32 sum = poplens_crc32c_sum (&self->store->crc, data, size);
  guint8 record[RECORD_BYTES];

  write_record (&self->store->crc, record, block, sum);
  if (!write_fully (self->blocks_fd, data, size, block * POPLENS_BLOCK_BYTES) ||
      !append_record (self, record))
    return FALSE;
  pthread_mutex_lock (&self->store->lock);
  set_sum (self, block, sum);
  pthread_mutex_unlock (&self->store->lock);
  return TRUE;
}

/* ---- a file ---------------------------------------------------------------------------------- */

PoplensBlockDisk *
poplens_block_disk_ref (PoplensBlockDisk *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

static void
close_all (PoplensBlockDisk *self)
{
  int *fds[] = {&self->map_fd, &self->blocks_fd, &self->folder_fd};

  for (guint i = 0; i < G_N_ELEMENTS (fds); i++) {
    if (*fds[i] >= 0)
      close (*fds[i]);
    *fds[i] = -1;
  }
}

void
poplens_block_disk_unref (PoplensBlockDisk *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  close_all (self);
  g_hash_table_unref (self->sums);
  g_free (self->prefix);
  g_free (self->meta);
  g_free (self);
}

/* Returns a hash of @key. Destination and path end with a NUL each, so that two different keys
 * cannot give the same text. */
static char *
hash_key (const PoplensBlockKey *key)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *numbers =
      g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT, key->size, key->seconds);

  g_checksum_update (sum, (const guchar *) key->destination,
                     (gssize) strlen (key->destination) + 1);
  g_checksum_update (sum, (const guchar *) key->path, (gssize) strlen (key->path) + 1);
  g_checksum_update (sum, (const guchar *) numbers, -1);
  return g_strdup (g_checksum_get_string (sum));
}

static char *
describe_key (const PoplensBlockKey *key)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = g_strescape (key->path, NULL);

  g_key_file_set_comment (file, NULL, NULL, " Blocks of a file on another computer.", NULL);
  g_key_file_set_string (file, "file", "destination", key->destination);
  g_key_file_set_string (file, "file", "path", path);
  g_key_file_set_uint64 (file, "file", "size", key->size);
  g_key_file_set_int64 (file, "file", "changed", key->seconds);
  return g_key_file_to_data (file, NULL, NULL);
}

PoplensBlockDisk *
poplens_block_disk_open (PoplensBlockStore *store, const PoplensBlockKey *key)
{
  PoplensBlockDisk *self = g_new0 (PoplensBlockDisk, 1);

  self->refs = 1;
  self->store = store;
  self->prefix = hash_key (key);
  self->meta = describe_key (key);
  self->n_blocks = key->size / POPLENS_BLOCK_BYTES + 1;
  self->folder_fd = self->blocks_fd = self->map_fd = -1;
  self->sums = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

gboolean
poplens_block_disk_is_known (PoplensBlockDisk *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->store->folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_prefix (name, self->prefix))
      return TRUE;
  return FALSE;
}

/* Creates and opens the file's folder, with a shared lock against removal. −1 if that fails. */
static int
open_folder (const char *path)
{
  int fd;

  if (g_mkdir_with_parents (path, 0700) < 0)
    return -1;
  fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0 || flock (fd, LOCK_SH | LOCK_NB) == 0)
    return fd;
  close (fd);
  return -1;
}

static int
open_part (PoplensBlockDisk *self, const char *name)
{
  return openat (self->folder_fd, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* Writes the description file for people. Its modification time says when the blocks were last
 * used. */
static void
write_meta (PoplensBlockDisk *self)
{
  int fd = open_part (self, "meta.ini");
  struct stat info;

  if (fd < 0)
    return;
  if (fstat (fd, &info) == 0 && !info.st_size)
    (void) !write (fd, self->meta, strlen (self->meta));
  futimens (fd, NULL);
  close (fd);
}

void
poplens_block_disk_begin (PoplensBlockDisk *self, const guint8 *head, gsize n)
{
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, head, MIN (n, POPLENS_BLOCK_HEAD_BYTES));
  g_autofree char *name = g_strdup_printf ("%s-%.16s", self->prefix, sum);
  g_autofree char *path = g_build_filename (self->store->folder, name, NULL);

  pthread_mutex_lock (&self->store->lock);
  if (self->folder_fd < 0)
    self->folder_fd = open_folder (path);
  if (self->folder_fd >= 0 && self->map_fd < 0) {
    self->blocks_fd = open_part (self, "blocks");
    self->map_fd = open_part (self, "map");
    write_meta (self);
  }
  if (self->blocks_fd >= 0 && self->map_fd >= 0)
    read_map (self);
  else
    close_all (self);
  self->is_off = self->map_fd < 0;
  pthread_mutex_unlock (&self->store->lock);
}

gboolean
poplens_block_disk_has (PoplensBlockDisk *self, guint64 block)
{
  pthread_mutex_lock (&self->store->lock);
  gboolean has = g_hash_table_contains (self->sums, &block);
  pthread_mutex_unlock (&self->store->lock);
  return has;
}

gboolean
poplens_block_disk_get (PoplensBlockDisk *self, guint64 block, guint8 *out, gsize n)
{
  gpointer sum;

  pthread_mutex_lock (&self->store->lock);
  gboolean has = g_hash_table_lookup_extended (self->sums, &block, NULL, &sum);
  pthread_mutex_unlock (&self->store->lock);
  if (!has)
    return FALSE;
  if (read_fully (self->blocks_fd, out, n, block * POPLENS_BLOCK_BYTES) &&
      poplens_crc32c_sum (&self->store->crc, out, n) == GPOINTER_TO_UINT (sum))
    return TRUE;
  pthread_mutex_lock (&self->store->lock);
  g_hash_table_remove (self->sums, &block);
  pthread_mutex_unlock (&self->store->lock);
  return FALSE;
}

void
poplens_block_disk_put (PoplensBlockDisk *self, guint64 block, GBytes *bytes)
{
  pthread_mutex_lock (&self->store->lock);
  if (!self->is_off && self->map_fd >= 0 && block < self->n_blocks &&
      !g_hash_table_contains (self->sums, &block)) {
    if (poplens_block_store_queue (self->store, self, block, g_bytes_ref (bytes)))
      self->n_jobs++;
    else
      g_bytes_unref (bytes);
  }
  pthread_mutex_unlock (&self->store->lock);
}

void
poplens_block_disk_close (PoplensBlockDisk *self)
{
  PoplensBlockStore *store = self->store;
  struct timespec until;
  int code = 0;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += CLOSE_NS;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_mutex_lock (&store->lock);
  while (self->n_jobs && !code)
    code = pthread_cond_timedwait (&store->changed, &store->lock, &until);
  pthread_mutex_unlock (&store->lock);
  poplens_block_disk_unref (self);
}
