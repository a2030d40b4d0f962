/* Tests of the user's files: absent, unreadable and other kinds of files, and bookmarks in them. */
#include "report/bookmarks.h"
#include "report/user-file.h"

#include "base/error.h"
#include "support/temp-dir.h"

#include <unistd.h>

static void
test_read_user_file (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *good = temp_dir_write (dir, "good.ini", "# mine\n\n[a]\nb=c\n", -1);
  g_autofree char *other = temp_dir_write (dir, "other.ini", "neither group nor key\n", -1);
  g_autofree char *absent = g_build_filename (dir, "absent.ini", NULL);
  g_autofree char *loop = g_build_filename (dir, "loop.ini", NULL);
  const char *const empty[] = {other, absent, dir};
  g_autoptr (GError) error = NULL;
  g_autoptr (GKeyFile) file = poplens_user_file_read (good, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = g_key_file_to_data (file, NULL, NULL);
  g_assert_cmpstr (text, ==, "# mine\n\n[a]\nb=c\n");
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++) {
    g_autoptr (GKeyFile) none = poplens_user_file_read (empty[i], &error);
    g_autofree char *group = none ? g_key_file_get_start_group (none) : NULL;
    g_assert_no_error (error);
    g_assert_true (none && !group);
  }
  g_assert_cmpint (symlink ("loop.ini", loop), ==, 0);
  g_assert_null (poplens_user_file_read (loop, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  /* A disk that fails: nothing can be read at its first address. */
  g_clear_error (&error);
  g_assert_null (poplens_user_file_read ("/proc/self/mem", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_READ);
  temp_dir_remove (dir);
}

/* Entries with old names are read under the new ones; existing new ones have precedence. */
static void
test_old_names (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "old.ini",
                                          "[findings 1f]\nfew_tiles%20Fwd/x=known\ngaps=so be it\n"
                                          "host_copy=older\nhost=newer\n[hidden-columns]\n"
                                          "tile-contents=share,id\nfew_tiles=no finding\n"
                                          "[trace 1f]\n3-9=few_tiles\n",
                                          -1);
  g_autoptr (GKeyFile) file = poplens_user_file_read (path, NULL);
  g_autofree char *text = g_key_file_to_data (file, NULL, NULL);
  GString *lines = g_string_new (text);

  /* GLib before 2.84 separates groups by an empty line. */
  g_string_replace (lines, "\n\n", "\n", 0);
  g_assert_cmpstr (lines->str, ==,
                   "[findings 1f]\ngaps=so be it\nhost=newer\nidle_tiles%20Fwd/x=known\n"
                   "[hidden-columns]\nfew_tiles=no finding\ncontents=share,id\n"
                   "[trace 1f]\n3-9=few_tiles\n");
  g_string_free (lines, TRUE);
  temp_dir_remove (dir);
}

static void
test_bookmarks (void)
{
  static const char *const bad[] = {"", "x", "1-", "5-5", "7-3", "1-2-3", "-1"};
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *point = poplens_bookmark_name (12, 12), *range = poplens_bookmark_name (3, 9);
  guint64 from, to;

  g_assert_cmpstr (point, ==, "12");
  g_assert_cmpstr (range, ==, "3-9");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (poplens_bookmark_parse (bad[i], &from, &to));
  g_key_file_set_string (file, "trace", "12", "a point");
  g_key_file_set_string (file, "trace", "3-90", "longer");
  g_key_file_set_string (file, "trace", "3-9", "a range");
  g_key_file_set_string (file, "trace", "seven", "not one");
  g_autoptr (GPtrArray) list = poplens_bookmarks_of (file, "trace");
  g_assert_cmpuint (list->len, ==, 3);
  const PoplensBookmark *first = list->pdata[0], *second = list->pdata[1], *last = list->pdata[2];
  g_assert_true (first->from == 3 && first->to == 9 && second->to == 90 && last->from == 12);
  g_assert_cmpstr (first->note, ==, "a range");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/user-files/read", test_read_user_file);
  g_test_add_func ("/user-files/old-names", test_old_names);
  g_test_add_func ("/user-files/bookmarks", test_bookmarks);
  return g_test_run ();
}
