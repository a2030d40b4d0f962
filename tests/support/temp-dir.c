/* Temporary directories of tests, and files in them. */
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <utime.h>

char *
temp_dir_new (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("poplens-test-XXXXXX", &error);

  g_assert_no_error (error);
  return path;
}

void
temp_dir_remove (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)) {
    g_chmod (path, 0700);
    dir = g_dir_open (path, 0, NULL);
    while (dir && (name = g_dir_read_name (dir))) {
      g_autofree char *child = g_build_filename (path, name, NULL);
      temp_dir_remove (child);
    }
  }
  g_remove (path);
}

char *
temp_dir_write (const char *dir, const char *name, const char *data, gssize size)
{
  char *path = g_build_filename (dir, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, data, size, &error);
  g_assert_no_error (error);
  return path;
}

void
temp_dir_set_mtime (const char *path, gint64 seconds)
{
  struct utimbuf times = {seconds, seconds};

  g_assert_cmpint (g_utime (path, &times), ==, 0);
}
