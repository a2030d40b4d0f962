/* Tests of the settings file: when it is written, damaged files, bookmarks and the user's
 * choices. */
#include "app/app-test.h"

#include "app/dialogs/bookmarks.h"
#include "app/window/choices.h"
#include "app/window/recent.h"

#include <string.h>
#include <unistd.h>

static char *
new_file (void)
{
  g_autofree char *folder = new_folder ();

  return g_build_filename (folder, "deep", "settings.ini", NULL);
}

static void
test_settings_round_trip (void)
{
  g_autofree char *file = new_file ();
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);

  poplens_settings_set_string (settings, "columns.options", "order", "name,value\nü; [x]");
  poplens_settings_set_int (settings, "window", "width", -7);
  poplens_settings_set_bool (settings, "window", "maximized", TRUE);
  poplens_settings_set_string (settings, "general", "theme", "dark");
  poplens_settings_set_string (settings, "general", "theme", NULL);
  poplens_settings_flush (settings, NULL);

  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_autofree char *order = poplens_settings_get_string (read, "columns.options", "order");
  g_autofree char *theme = poplens_settings_get_string (read, "general", "theme");
  g_assert_cmpstr (order, ==, "name,value\nü; [x]");
  g_assert_null (theme);
  g_assert_cmpint (poplens_settings_get_int (read, "window", "width", 0), ==, -7);
  g_assert_true (poplens_settings_get_bool (read, "window", "maximized", FALSE));
  g_assert_cmpint (poplens_settings_get_int (read, "window", "height", 800), ==, 800);
  g_assert_cmpint (poplens_settings_get_int (read, "window", "maximized", 3), ==, 3);
}

static gboolean
exists (gpointer data)
{
  return g_file_test (data, G_FILE_TEST_EXISTS);
}

/* Settings are written a moment after a change, and when the last reference is dropped. */
static void
test_saved_later (void)
{
  g_autofree char *file = new_file (), *other = new_file ();
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  PoplensSettings *short_lived = poplens_settings_new (other);

  poplens_settings_set_int (settings, "window", "width", 7);
  g_assert_false (exists (file));
  wait_until (exists, file);
  poplens_settings_set_int (short_lived, "window", "width", 7);
  g_object_unref (short_lived);
  g_assert_true (exists (other));
}

static void
test_two_writers (void)
{
  g_autofree char *file = new_file ();
  g_autoptr (PoplensSettings) one = poplens_settings_new (file);
  g_autoptr (PoplensSettings) two = poplens_settings_new (file);

  poplens_settings_set_int (one, "window", "width", 1);
  poplens_settings_flush (one, NULL);
  poplens_settings_set_int (two, "window", "height", 2);
  poplens_settings_flush (two, NULL);
  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_assert_cmpint (poplens_settings_get_int (read, "window", "width", 0), ==, 1);
  g_assert_cmpint (poplens_settings_get_int (read, "window", "height", 0), ==, 2);
}

static void
count (PoplensSettings *settings, const char *group, const char *key, gpointer data)
{
  g_assert_cmpstr (group, ==, "general");
  g_assert_cmpstr (key, ==, "unit");
  ++*(guint *) data;
}

static void
test_signal (void)
{
  g_autofree char *file = new_file ();
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  guint n = 0;

  g_signal_connect (settings, "changed::general", G_CALLBACK (count), &n);
  poplens_settings_set_string (settings, "general", "unit", "si");
  poplens_settings_set_string (settings, "general", "unit", "si");
  poplens_settings_set_string (settings, "window", "width", "9");
  g_assert_cmpuint (n, ==, 1);
}

static void
test_damaged (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "settings.ini", NULL);

  g_assert_true (g_file_set_contents (file, "no [key = file\xff\n", -1, NULL));
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  g_assert_cmpint (poplens_settings_get_int (settings, "window", "width", 5), ==, 5);
  poplens_settings_set_int (settings, "window", "width", 6);
  poplens_settings_flush (settings, NULL);
  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_assert_cmpint (poplens_settings_get_int (read, "window", "width", 0), ==, 6);
}

/* A file that cannot be read is not replaced, as its other contents would be lost. A link to itself
 * is such a file. */
static void
test_lost (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "settings.ini", NULL);
  g_autofree char *target = NULL;

  g_assert_cmpint (symlink ("settings.ini", file), ==, 0);
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);
  poplens_settings_set_int (settings, "window", "width", 6);
  g_autoptr (GError) error = NULL;
  g_assert_false (poplens_settings_flush (settings, &error));
  g_assert_nonnull (error);
  poplens_recent_add (recent, "/report", "report", 1);
  target = g_file_read_link (file, NULL);
  g_assert_cmpstr (target, ==, "settings.ini");
  /* When the file can be read again, the changes made meanwhile are added to it. */
  g_assert_cmpint (unlink (file), ==, 0);
  g_assert_true (g_file_set_contents (file, "[kept]\nkey=value\n", -1, NULL));
  poplens_settings_flush (settings, NULL);
  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_autofree char *kept = poplens_settings_get_string (read, "kept", "key");
  g_assert_cmpstr (kept, ==, "value");
  g_assert_cmpint (poplens_settings_get_int (read, "window", "width", 0), ==, 6);
}

/* Bookmarks are sorted by their cycles; entries of the file that are not bookmarks are skipped. */
static void
test_bookmarks (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "bookmarks.ini", NULL);
  g_autofree char *longest = g_strnfill (5000, 'x');

  g_assert_true (g_file_set_contents (
      file, "[trace a]\n12x=no\n-3=no\n5-5=no\n9-4=no\n1-2-3=no\n7=old\n", -1, NULL));
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  poplens_bookmarks_set (settings, "trace a", "1000000", "sl\u00f6w; [x]");
  poplens_bookmarks_set (settings, "trace a", "30-95", "a range");
  poplens_bookmarks_set (settings, "trace a", "30", longest);
  poplens_bookmarks_set (settings, "trace b", "30", "another report's");
  poplens_bookmarks_set (settings, "trace a", "7", NULL);
  poplens_settings_flush (settings, NULL);
  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_autoptr (GPtrArray) list = poplens_bookmarks_list (read, "trace a");
  g_assert_cmpuint (list->len, ==, 3);
  const PoplensBookmark *first = list->pdata[0], *range = list->pdata[1], *last = list->pdata[2];
  g_assert_true (first->from == 30 && first->to == 30);
  g_assert_true (range->from == 30 && range->to == 95);
  g_assert_cmpuint (strlen (first->note), ==, 1000);
  g_assert_true (last->from == 1000000 && last->to == 1000000);
  g_assert_cmpstr (last->note, ==, "sl\u00f6w; [x]");
  g_autoptr (GPtrArray) none = poplens_bookmarks_list (read, "trace c");
  g_assert_cmpuint (none->len, ==, 0);
}

static void
check_note (PoplensSettings *settings, const char *group, const char *name, const char *note)
{
  g_autofree char *text = poplens_settings_get_string (settings, group, name);

  g_assert_cmpstr (text, ==, note);
}

/* Deleted bookmarks are restored in reverse order, separately for each report; bookmarks set since
 * are kept. */
static void
test_bookmarks_restored (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "bookmarks.ini", NULL);
  g_autoptr (PoplensSettings) self = poplens_settings_new (file);

  g_assert_false (poplens_bookmarks_delete (self, "trace a", "7"));
  g_assert_false (poplens_bookmarks_restore (self, "trace a", NULL));
  for (const char *const *name = (const char *[]){"7", "30-95", "40", NULL}; *name; name++) {
    poplens_bookmarks_set (self, "trace a", *name, *name);
    g_assert_true (poplens_bookmarks_delete (self, "trace a", *name));
  }
  poplens_bookmarks_set (self, "trace b", "7", "another report's");
  g_assert_true (poplens_bookmarks_delete (self, "trace b", "7"));
  poplens_bookmarks_set (self, "trace a", "40", "newer");

  g_assert_true (poplens_bookmarks_restore (self, "trace a", NULL));
  check_note (self, "trace a", "30-95", "30-95");
  check_note (self, "trace a", "40", "newer");
  check_note (self, "trace a", "7", NULL);
  g_assert_false (poplens_bookmarks_restore (self, "trace a", "30-95"));
  g_assert_true (poplens_bookmarks_restore (self, "trace a", "7"));
  check_note (self, "trace a", "7", "7");
  g_assert_false (poplens_bookmarks_restore (self, "trace a", NULL));
  check_note (self, "trace b", "7", NULL);
  g_assert_true (poplens_bookmarks_restore (self, "trace b", NULL));
  check_note (self, "trace b", "7", "another report's");
}

/* A choice that the file lacks, or has with a wrong value, has its default. */
static void
test_choices (void)
{
  g_autofree char *file = new_file ();
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  const PoplensPageDefaults none = {0};

  g_assert_true (poplens_page_defaults_equal (poplens_choices_page_defaults (settings), none));
  g_assert_cmpint (poplens_choices_palette (settings), ==, POPLENS_PALETTE_STANDARD);
  g_assert_false (poplens_choices_wheel_zooms (settings));
  poplens_settings_set_string (settings, "charts", "axis", "weeks");
  poplens_settings_set_string (settings, "charts", "clock", "-5");
  poplens_settings_set_string (settings, "charts", "colours", "rainbow");
  poplens_settings_set_string (settings, "charts", "wheel", "honk");
  g_assert_true (poplens_page_defaults_equal (poplens_choices_page_defaults (settings), none));
  g_assert_cmpint (poplens_choices_palette (settings), ==, POPLENS_PALETTE_STANDARD);
  g_assert_false (poplens_choices_wheel_zooms (settings));
  poplens_settings_set_string (settings, "charts", "axis", "time");
  poplens_settings_set_int (settings, "charts", "clock", 1500);
  poplens_settings_set_string (settings, "charts", "colours", "viridis");
  poplens_settings_set_string (settings, "charts", "wheel", "zoom");
  PoplensPageDefaults chosen = poplens_choices_page_defaults (settings);
  g_assert_true (chosen.in_time);
  g_assert_cmpuint (chosen.clock_hz, ==, 1500000000);
  g_assert_cmpint (poplens_choices_palette (settings), ==, POPLENS_PALETTE_VIRIDIS);
  g_assert_true (poplens_choices_wheel_zooms (settings));
}

void
add_settings_tests (void)
{
  g_test_add_func ("/app/settings/round-trip", test_settings_round_trip);
  g_test_add_func ("/app/settings/saved-later", test_saved_later);
  g_test_add_func ("/app/settings/two-writers", test_two_writers);
  g_test_add_func ("/app/settings/signal", test_signal);
  g_test_add_func ("/app/settings/damaged", test_damaged);
  g_test_add_func ("/app/settings/lost", test_lost);
  g_test_add_func ("/app/settings/bookmarks", test_bookmarks);
  g_test_add_func ("/app/settings/choices", test_choices);
  g_test_add_func ("/app/settings/bookmarks-restored", test_bookmarks_restored);
}
