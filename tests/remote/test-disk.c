/* Tests of PoplensBlockDisk, the cache of remote blocks on disk: damaged, truncated and full. */
#include "remote/block-disk.h"

#include "remote/blocks.h"
#include "remote/crc32c.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BLOCK ((gsize) POPLENS_BLOCK_BYTES)
#define GIB ((guint64) 1 << 30)

static const guint8 head[] = "SQLite format 3, and so on";

static PoplensBlockDisk *
disk_open (PoplensBlockStore *store, const char *path)
{
  PoplensBlockKey key = {"gc-01", path, 100 * BLOCK + 5, 1700000000};
  PoplensBlockDisk *disk = poplens_block_disk_open (store, &key);

  poplens_block_disk_begin (disk, head, sizeof head);
  return disk;
}

static void
disk_put (PoplensBlockDisk *disk, guint64 block, gsize size)
{
  guint8 *data = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    data[i] = (guint8) (i * 31 + block * 7 + (i >> 8));
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);
  poplens_block_disk_put (disk, block, bytes);
}

/* TRUE if the block is cached; fails if its data is wrong. */
static gboolean
disk_block_is_right (PoplensBlockDisk *disk, guint64 block, gsize size)
{
  g_autofree guint8 *data = g_malloc0 (size);

  if (!poplens_block_disk_has (disk, block) || !poplens_block_disk_get (disk, block, data, size))
    return FALSE;
  for (gsize i = 0; i < size; i++)
    g_assert_cmpuint (data[i], ==, (guint8) (i * 31 + block * 7 + (i >> 8)));
  return TRUE;
}

/* Caches blocks 0 … 9 of @path, and closes the cache. */
static void
keep_ten (const char *folder, const char *path)
{
  PoplensBlockStore *store = poplens_block_store_new (folder, GIB);
  PoplensBlockDisk *disk = disk_open (store, path);

  for (guint64 b = 0; b < 10; b++)
    disk_put (disk, b, BLOCK);
  disk_put (disk, 100, 5);
  poplens_block_disk_close (disk);
  poplens_block_store_free (store);
}

static guint
count_right (const char *folder, const char *path)
{
  PoplensBlockStore *store = poplens_block_store_new (folder, GIB);
  PoplensBlockDisk *disk = disk_open (store, path);
  guint n = disk_block_is_right (disk, 100, 5);

  for (guint64 b = 0; b < 10; b++)
    n += disk_block_is_right (disk, b, BLOCK);
  poplens_block_disk_close (disk);
  poplens_block_store_free (store);
  return n;
}

/* Returns the path of file @part of the only entry in @folder. (transfer full) */
static char *
find_part (const char *folder, const char *part)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = g_dir_read_name (dir);

  g_assert_nonnull (name);
  return g_build_filename (folder, name, part, NULL);
}

static void
test_crc (void)
{
  PoplensCrc32c crc;
  guint8 zeros[32] = {0};

  poplens_crc32c_init (&crc);
  /* Examples of RFC 3720, B.4. */
  g_assert_cmphex (poplens_crc32c_sum (&crc, zeros, sizeof zeros), ==, 0x8a9136aa);
  g_assert_cmphex (poplens_crc32c_sum (&crc, (const guint8 *) "123456789", 9), ==, 0xe3069283);
}

static void
test_keep (void)
{
  g_autofree char *root = temp_dir_new ();
  g_autofree char *folder = g_build_filename (root, "poplens", "remote", NULL);
  struct stat info;

  keep_ten (folder, "/data/a");
  g_assert_cmpuint (count_right (folder, "/data/a"), ==, 11);
  g_autofree char *blocks = find_part (folder, "blocks");
  g_autofree char *entry = g_path_get_dirname (blocks);
  g_assert_no_errno (stat (blocks, &info));
  g_assert_cmphex (info.st_mode & 0777, ==, 0600);
  g_assert_no_errno (stat (entry, &info));
  g_assert_cmphex (info.st_mode & 0777, ==, 0700);
  g_assert_cmpuint (count_right (folder, "/data/b"), ==, 0);
  g_assert_cmpuint (poplens_block_store_get_size (folder), >=, 10 * BLOCK);
  g_assert_cmpuint (poplens_block_store_get_size (folder), <, 20 * BLOCK);
  g_assert_true (poplens_block_store_clear (folder, NULL));
  g_assert_cmpuint (poplens_block_store_get_size (folder), ==, 0);
  g_assert_cmpuint (count_right (folder, "/data/a"), ==, 0);
  temp_dir_remove (root);
}

/* Another size, time, computer or beginning of the file is another file. */
static void
test_identity (void)
{
  g_autofree char *root = temp_dir_new ();
  PoplensBlockKey keys[] = {{"gc-01", "/data/a", 100 * BLOCK + 5, 1700000000},
                            {"gc-02", "/data/a", 100 * BLOCK + 5, 1700000000},
                            {"gc-01", "/data/a", 100 * BLOCK + 6, 1700000000},
                            {"gc-01", "/data/a", 100 * BLOCK + 5, 1700000001},
                            {"gc-01", "/data/a", 100 * BLOCK + 5, 1700000000}};

  keep_ten (root, "/data/a");
  PoplensBlockStore *store = poplens_block_store_new (root, GIB);
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    PoplensBlockDisk *disk = poplens_block_disk_open (store, &keys[k]);
    gboolean is_same = k == 0 || k == 4;
    g_assert_cmpint (poplens_block_disk_is_known (disk), ==, is_same);
    g_assert_false (poplens_block_disk_has (disk, 0));
    poplens_block_disk_begin (disk, k == 4 ? (const guint8 *) "x" : head, k == 4 ? 1 : sizeof head);
    g_assert_cmpint (poplens_block_disk_has (disk, 0), ==, k == 0);
    poplens_block_disk_close (disk);
  }
  poplens_block_store_free (store);
  temp_dir_remove (root);
}

static void
test_damage (void)
{
  g_autofree char *root = temp_dir_new ();
  guint8 byte = 0x55;

  keep_ten (root, "/data/a");
  g_autofree char *blocks = find_part (root, "blocks");
  g_autofree char *map = find_part (root, "map");
  FILE *file = fopen (blocks, "r+");
  fseek (file, 3 * (long) BLOCK + 77, SEEK_SET);
  fwrite (&byte, 1, 1, file);
  fclose (file);
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 10);
  /* A record is damaged, and the last one is truncated. */
  file = fopen (map, "r+");
  fseek (file, 5 * 16 + 2, SEEK_SET);
  fwrite (&byte, 1, 1, file);
  fclose (file);
  g_assert_no_errno (truncate (map, 10 * 16 + 7));
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 8);
  /* New blocks are found; a damaged block is dropped when it is read. */
  keep_ten (root, "/data/a");
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 10);
  PoplensBlockStore *store = poplens_block_store_new (root, GIB);
  PoplensBlockDisk *disk = disk_open (store, "/data/a");
  g_assert_true (poplens_block_disk_has (disk, 3));
  g_assert_false (disk_block_is_right (disk, 3, BLOCK));
  g_assert_false (poplens_block_disk_has (disk, 3));
  disk_put (disk, 3, BLOCK);
  poplens_block_disk_close (disk);
  poplens_block_store_free (store);
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 11);
  /* Blocks are truncated. */
  g_assert_no_errno (truncate (blocks, 2 * (off_t) BLOCK + 5));
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 2);
  for (off_t size = 0; size < 11 * 16; size += 5) {
    keep_ten (root, "/data/a");
    g_assert_no_errno (truncate (map, size));
    g_assert_cmpuint (count_right (root, "/data/a"), <=, (guint) size / 16);
  }
  temp_dir_remove (root);
}

static void
test_two_programs (void)
{
  g_autofree char *root = temp_dir_new ();
  pid_t children[3];
  int status;

  for (guint c = 0; c < 3; c++) {
    children[c] = fork ();
    if (!children[c]) {
      keep_ten (root, "/data/a");
      _exit (0);
    }
  }
  for (guint c = 0; c < 3; c++) {
    g_assert_no_errno (waitpid (children[c], &status, 0));
    g_assert_cmpint (status, ==, 0);
  }
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 11);
  temp_dir_remove (root);
}

/* Files are limited to five blocks: these are cached and right, and nothing fails. */
static void
test_full (void)
{
  g_autofree char *root = temp_dir_new ();
  struct rlimit before, small;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_no_errno (getrlimit (RLIMIT_FSIZE, &before));
  small = before;
  small.rlim_cur = 5 * BLOCK + 100;
  g_assert_no_errno (setrlimit (RLIMIT_FSIZE, &small));
  keep_ten (root, "/data/a");
  g_assert_no_errno (setrlimit (RLIMIT_FSIZE, &before));
  g_assert_cmpuint (count_right (root, "/data/a"), ==, 5);
  temp_dir_remove (root);
}

/* The cache directory cannot be created. */
static void
test_no_folder (void)
{
  g_autofree char *root = temp_dir_new ();
  g_autofree char *file = temp_dir_write (root, "file", "x", 1);
  g_autofree char *folder = g_build_filename (file, "poplens", NULL);

  keep_ten (folder, "/data/a");
  g_assert_cmpuint (count_right (folder, "/data/a"), ==, 0);
  g_assert_cmpuint (poplens_block_store_get_size (folder), ==, 0);
  temp_dir_remove (root);
}

/* The least recently used entries are deleted first; those in use are not. */
static void
test_room (void)
{
  g_autofree char *root = temp_dir_new ();

  for (guint i = 0; i < 4; i++) {
    g_autofree char *path = g_strdup_printf ("/data/%u", i);
    keep_ten (root, path);
    g_usleep (20000);
  }
  g_assert_cmpuint (count_right (root, "/data/0"), ==, 11);
  PoplensBlockStore *store = poplens_block_store_new (root, 25 * BLOCK);
  PoplensBlockDisk *used = disk_open (store, "/data/1");
  PoplensBlockDisk *disk = disk_open (store, "/data/new");
  for (guint64 b = 0; b < 5; b++)
    disk_put (disk, b, BLOCK);
  poplens_block_disk_close (disk);
  poplens_block_disk_close (used);
  poplens_block_store_free (store);
  g_assert_cmpuint (poplens_block_store_get_size (root), <=, 26 * BLOCK);
  g_assert_cmpuint (count_right (root, "/data/1"), ==, 11);
  g_assert_cmpuint (count_right (root, "/data/2"), ==, 0);
  temp_dir_remove (root);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/disk/crc", test_crc);
  g_test_add_func ("/disk/two-programs", test_two_programs);
  g_test_add_func ("/disk/keep", test_keep);
  g_test_add_func ("/disk/identity", test_identity);
  g_test_add_func ("/disk/damage", test_damage);
  g_test_add_func ("/disk/full", test_full);
  g_test_add_func ("/disk/no-folder", test_no_folder);
  g_test_add_func ("/disk/room", test_room);
  return g_test_run ();
}
