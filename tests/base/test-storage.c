/* Tests of files and their names on this computer, and of the number of requests to another
 * computer. */
#include "base/storage.h"

#include "base/error.h"
#include "support/far-storage.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *dir, *path;
  PoplensStorage *here;
} StorageFixture;

static void
storage_set_up (StorageFixture *f, gconstpointer data)
{
  f->dir = temp_dir_new ();
  f->path = temp_dir_write (f->dir, "file", "0123456789", -1);
  f->here = poplens_storage_new_local ();
}

static void
storage_tear_down (StorageFixture *f, gconstpointer data)
{
  temp_dir_remove (f->dir);
  g_object_unref (f->here);
  g_free (f->path);
  g_free (f->dir);
}

static void
test_storage_names (StorageFixture *f, gconstpointer data)
{
  g_autofree char *link = g_build_filename (f->dir, "link", NULL);
  g_autofree char *none = g_build_filename (f->dir, "none", NULL);
  g_autofree char *name = poplens_storage_get_name (f->here, f->path);
  PoplensFileInfo info, of_link;

  g_assert_no_errno (symlink ("file", link));
  g_assert_true (poplens_storage_is_near (f->here));
  g_assert_cmpstr (name, ==, f->path);
  g_assert_cmpint (poplens_storage_stat (f->here, f->path, &info), ==, 0);
  g_assert_true (S_ISREG (info.mode) && info.size == 10 && info.inode);
  g_assert_cmpint (poplens_storage_stat (f->here, link, &of_link), ==, 0);
  g_assert_true (poplens_file_info_equal (&info, &of_link));
  g_assert_cmpint (poplens_storage_stat (f->here, none, &info), ==, ENOENT);
  g_autofree char *target = poplens_storage_read_link (f->here, link);
  g_assert_cmpstr (target, ==, "file");
  g_assert_null (poplens_storage_read_link (f->here, f->path));
  g_autofree char *real = poplens_storage_real_path (f->here, link);
  g_assert_true (g_str_has_suffix (real, "/file"));
  g_assert_null (poplens_storage_real_path (f->here, none));
}

static void
test_list (StorageFixture *f, gconstpointer data)
{
  g_autofree char *other = temp_dir_write (f->dir, "other", "", 0);
  int code = -1;
  g_autoptr (GPtrArray) names = poplens_storage_list (f->here, f->dir, 100, &code);
  g_autoptr (GPtrArray) one = poplens_storage_list (f->here, f->dir, 1, &code);

  g_assert_cmpint (code, ==, 0);
  g_assert_cmpuint (names->len, ==, 2);
  g_assert_true (g_ptr_array_find_with_equal_func (names, "file", g_str_equal, NULL));
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_null (poplens_storage_list (f->here, f->path, 100, &code));
  g_assert_cmpint (code, ==, ENOTDIR);
  g_assert_null (poplens_storage_list (f->here, "/none", 100, &code));
  g_assert_cmpint (code, ==, ENOENT);
}

static void
test_storage_read (StorageFixture *f, gconstpointer data)
{
  g_autoptr (PoplensFile) file = poplens_storage_get_file (f->here, f->path);
  g_autoptr (GError) error = NULL;
  char out[20] = {0};
  guint64 size;

  g_assert_cmpint (poplens_file_get_descriptor (file), <, 0);
  g_assert_true (poplens_file_open (file, "file", &size, &error));
  g_assert_cmpuint (size, ==, 10);
  g_assert_cmpint (poplens_file_get_descriptor (file), >=, 0);
  g_assert_cmpstr (poplens_file_get_local_path (file), ==, f->path);
  g_assert_cmpint (poplens_file_read_at (file, out, 4, 3, NULL, &error), ==, 4);
  g_assert_cmpstr (out, ==, "3456");
  g_assert_cmpint (poplens_file_read_at (file, out, 4, 8, NULL, &error), ==, 2);
  g_assert_cmpint (poplens_file_read_at (file, out, 4, 10, NULL, &error), ==, 0);
  poplens_file_will_need (file, &(PoplensByteRange){0, 10}, 1);
}

static void
assert_not_opened (const char *path, PoplensError code, const char *says)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (path);
  g_autoptr (GError) error = NULL;
  char out[1];

  g_assert_false (poplens_file_open (file, "archive", NULL, &error));
  g_assert_error (error, POPLENS_ERROR, code);
  g_assert_nonnull (strstr (error->message, says));
  g_assert_cmpint (poplens_file_read_at (file, out, 1, 0, NULL, NULL), ==, -1);
}

static void
test_storage_without_file (StorageFixture *f, gconstpointer data)
{
  g_autofree char *pipe = g_build_filename (f->dir, "pipe", NULL);
  g_autofree char *none = g_build_filename (f->dir, "none", NULL);

  g_assert_no_errno (mkfifo (pipe, 0600));
  assert_not_opened (pipe, POPLENS_ERROR_NOT_A_REPORT, "put the archive of the report there");
  assert_not_opened (f->dir, POPLENS_ERROR_NOT_A_REPORT, "is not a file");
  assert_not_opened (none, POPLENS_ERROR_NOT_FOUND, "No such file");
}

static void
test_storage_change (StorageFixture *f, gconstpointer data)
{
  g_autoptr (PoplensFile) file = poplens_storage_get_file (f->here, f->path);
  g_autoptr (GError) error = NULL;
  PoplensFileInfo was;

  g_assert_cmpint (poplens_file_stat (file, &was), ==, 0);
  g_assert_true (poplens_file_check (file, &was, POPLENS_CHECK_LATELY, &error));
  g_free (temp_dir_write (f->dir, "file", "longer than before", -1));
  g_set_error_literal (&error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "it is damaged");
  g_assert_false (poplens_file_check (file, &was, POPLENS_CHECK_LATELY, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_no_errno (g_unlink (f->path));
  g_assert_false (poplens_file_check (file, &was, POPLENS_CHECK_NOW, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, "was deleted"));
}

/* A file on another computer is checked once a second, and whenever the state must be known. */
static void
test_far (StorageFixture *f, gconstpointer data)
{
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (storage), f->path);
  g_autoptr (GError) error = NULL;
  PoplensFileInfo was;
  FarCounts counts;

  g_assert_null (poplens_file_get_local_path (file));
  g_assert_cmpint (poplens_file_stat_lately (file, &was), ==, 0);
  gint64 begin = g_get_monotonic_time ();
  for (guint i = 0; i < 1000; i++)
    g_assert_true (poplens_file_check (file, &was, POPLENS_CHECK_LATELY, &error));
  far_storage_get_counts (storage, &counts);
  g_assert_cmpuint (counts.stats, <=,
                    2 + (g_get_monotonic_time () - begin) / (guint) G_TIME_SPAN_SECOND);
  g_assert_true (poplens_file_check (file, &was, POPLENS_CHECK_NOW, &error));
  far_storage_lose_after (storage, 0);
  g_assert_false (poplens_file_check (file, &was, POPLENS_CHECK_NOW, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_clear_error (&error);
  /* A lost connection is not an answer, and is not cached. */
  far_storage_lose_after (storage, -1);
  g_assert_true (poplens_file_check (file, &was, POPLENS_CHECK_NOW, &error));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  poplens_cancellable_push (cancellable);
  g_assert_false (poplens_file_check (file, &was, POPLENS_CHECK_NOW, &error));
  poplens_cancellable_pop (cancellable);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
add_storage_name (const char *name, void (*test) (StorageFixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/base/storage/", name, NULL);

  g_test_add (path, StorageFixture, NULL, storage_set_up, test, storage_tear_down);
}

/* A disk error says nothing about the file's contents. Reading /proc/self/mem at address 0 fails
 * like a disk. */
static void
test_failing_disk (StorageFixture *f, gconstpointer data)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local ("/proc/self/mem");
  g_autoptr (GError) error = NULL, of_code = NULL;
  char byte;

  g_assert_cmpint (poplens_file_read_at (file, &byte, 1, 0, NULL, &error), ==, -1);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_READ);
  g_assert_true (poplens_error_is_interruption (error) && !poplens_error_is_lack (error));
  g_assert_true (poplens_storage_is_lost (EIO) && poplens_storage_is_lost (ENOMEM));
  g_assert_false (poplens_storage_is_lost (ENOENT) || poplens_storage_is_lost (EACCES));
  poplens_storage_set_error (f->here, f->path, EIO, &of_code);
  g_assert_error (of_code, POPLENS_ERROR, POPLENS_ERROR_READ);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_storage_name ("names", test_storage_names);
  add_storage_name ("list", test_list);
  add_storage_name ("read", test_storage_read);
  add_storage_name ("no-file", test_storage_without_file);
  add_storage_name ("change", test_storage_change);
  add_storage_name ("far", test_far);
  add_storage_name ("failing-disk", test_failing_disk);
  return g_test_run ();
}
