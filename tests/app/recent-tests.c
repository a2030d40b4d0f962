/* Tests of the list of recent reports: its file, two programs that write it, pairs, and its
 * menu. */
#include "app/app-test.h"

#include "app/window/recent.h"

#include <glib/gstdio.h>
#include <string.h>

static const PoplensRecentEntry *
entry (PoplensRecent *recent, guint i)
{
  g_assert_cmpuint (i, <, poplens_recent_get_entries (recent)->len);
  return g_ptr_array_index (poplens_recent_get_entries (recent), i);
}

static guint
length (PoplensRecent *recent)
{
  return poplens_recent_get_entries (recent)->len;
}

static void
test_recent_round_trip (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "deep", "recent.ini", NULL);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);

  poplens_recent_add (recent, "/a b/ü;=\n", "ü;=\n[x]", 100);
  poplens_recent_add (recent, "/not-utf-8/\xff", "\xff", 200);
  poplens_recent_add (recent, "/c", "c", 300);
  poplens_recent_add (recent, "/a b/ü;=\n", "again", 400);

  g_autoptr (PoplensRecent) read = poplens_recent_new (file);
  g_assert_cmpuint (length (read), ==, 3);
  g_assert_cmpstr (entry (read, 0)->path, ==, "/a b/ü;=\n");
  g_assert_cmpstr (entry (read, 0)->name, ==, "again");
  g_assert_cmpint (entry (read, 0)->opened, ==, 400);
  g_assert_cmpstr (entry (read, 1)->path, ==, "/c");
  g_assert_cmpstr (entry (read, 2)->path, ==, "/not-utf-8/\xff");
  g_assert_true (g_utf8_validate (entry (read, 2)->name, -1, NULL));

  poplens_recent_remove (read, entry (read, 1)->path, NULL);
  g_assert_cmpuint (length (read), ==, 2);
  poplens_recent_clear (read);
  g_autoptr (PoplensRecent) empty = poplens_recent_new (file);
  g_assert_cmpuint (length (empty), ==, 0);
}

/* Two compared reports are one entry. */
static void
test_pairs (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);

  poplens_recent_add (recent, "/a", "a", 1);
  poplens_recent_add_pair (recent, "/a", "a", "/not-utf-8/\xff", "\xff", 2);
  poplens_recent_add_pair (recent, "/a", "a", "/c", "c", 3);
  poplens_recent_add_pair (recent, "/a", "a", "/c", "c", 4);
  g_autoptr (PoplensRecent) read = poplens_recent_new (file);
  g_assert_cmpuint (length (read), ==, 3);
  g_assert_cmpstr (entry (read, 0)->name, ==, "a → c");
  g_assert_cmpstr (entry (read, 0)->other, ==, "/c");
  g_assert_cmpstr (entry (read, 1)->other, ==, "/not-utf-8/\xff");
  g_assert_null (entry (read, 2)->other);
  /* A swapped pair is the same entry, with its latest name. */
  poplens_recent_add_pair (read, "/c", "c", "/a", "a", 5);
  g_assert_cmpuint (length (read), ==, 3);
  g_assert_cmpstr (entry (read, 0)->name, ==, "c → a");
  poplens_recent_remove (read, "/a", "/c");
  g_assert_cmpuint (length (read), ==, 2);
  poplens_recent_remove (read, "/a", NULL);
  g_assert_cmpuint (length (read), ==, 1);
  g_assert_cmpstr (entry (read, 0)->other, ==, "/not-utf-8/\xff");
}

static void
expect_item (GMenu *menu, int i, const char *label, const char *action, const char *target)
{
  g_autofree char *has_label = NULL;
  g_autofree char *has_action = NULL;
  g_autoptr (GVariant) value =
      g_menu_model_get_item_attribute_value (G_MENU_MODEL (menu), i, G_MENU_ATTRIBUTE_TARGET, NULL);
  g_autofree char *has_target = value ? g_variant_print (value, FALSE) : NULL;

  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), i, G_MENU_ATTRIBUTE_LABEL, "s", &has_label);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), i, G_MENU_ATTRIBUTE_ACTION, "s",
                                   &has_action);
  g_assert_cmpstr (has_label, ==, label);
  g_assert_cmpstr (has_action, ==, action);
  g_assert_cmpstr (has_target, ==, target);
}

/* The menu lists the reports to compare with: single reports except the current one, the newest
 * first. */
static void
test_menu (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);
  g_autoptr (GMenu) menu = g_menu_new ();

  poplens_recent_menu_fill (menu, recent, NULL, FALSE);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 1);
  expect_item (menu, 0, "No Other Recent Reports", "win.nothing", NULL);

  poplens_recent_add (recent, "/runs/my_run", "my_run", 1);
  poplens_recent_add (recent, "/x/b", "b", 2);
  poplens_recent_add (recent, "/y/b", "b", 3);
  poplens_recent_add_pair (recent, "/a", "a", "/x/b", "b", 4);
  poplens_recent_add (recent, "/a", "a", 5);
  poplens_recent_add_folder (recent, "/nightly", "nightly", 6);
  poplens_recent_menu_fill (menu, recent, "/a", FALSE);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 3);
  expect_item (menu, 0, "b (/y)", "win.compare-with", "b'/y/b'");
  expect_item (menu, 1, "b (/x)", "win.compare-with", "b'/x/b'");
  expect_item (menu, 2, "my__run", "win.compare-with", "b'/runs/my_run'");
  poplens_recent_menu_fill (menu, recent, "/x/b", TRUE);
  expect_item (menu, 0, "a", "win.compare-pair", "(b'/x/b', b'/a')");

  for (gint64 i = 0; i < POPLENS_RECENT_MENU_MAX + 3; i++) {
    g_autofree char *path = g_strdup_printf ("/%d", (int) i);
    poplens_recent_add (recent, path, path, 10 + i);
  }
  poplens_recent_menu_fill (menu, recent, "/a", FALSE);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, POPLENS_RECENT_MENU_MAX);
}

/* Two programs write the list: neither loses the other's entries. */
static void
test_two_writers (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);
  g_autoptr (PoplensRecent) one = poplens_recent_new (file);
  g_autoptr (PoplensRecent) two = poplens_recent_new (file);

  poplens_recent_add (one, "/one", "one", 1);
  poplens_recent_add (two, "/two", "two", 2);
  g_assert_cmpuint (length (two), ==, 2);
  poplens_recent_remove (one, "/one", NULL);
  g_assert_cmpuint (length (one), ==, 1);
  g_assert_cmpstr (entry (one, 0)->path, ==, "/two");
}

static void
test_limit (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);

  for (guint i = 0; i < POPLENS_RECENT_MAX + 9; i++) {
    g_autofree char *path = g_strdup_printf ("/report/%u", i);
    poplens_recent_add (recent, path, "report", i);
  }
  g_autoptr (PoplensRecent) read = poplens_recent_new (file);
  g_assert_cmpuint (length (read), ==, POPLENS_RECENT_MAX);
  g_assert_cmpstr (entry (read, 0)->path, ==, "/report/72");
}

static void
test_damaged (void)
{
  static const char *const texts[] = {
      "",
      "not a key file",
      "[report-0]\nuri=ftp://elsewhere/a\n[report-1]\nopened=x\n[report-2]\nuri=file:///good\n",
      "[report-0]\nuri=file:///good\nname=\nopened=99999999999999999999\n[report-0]\nuri=1\xff\n",
  };
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_assert_true (g_file_set_contents (file, texts[i], -1, NULL));
    g_autoptr (PoplensRecent) recent = poplens_recent_new (file);
    for (guint j = 0; j < length (recent); j++) {
      g_assert_cmpstr (entry (recent, j)->path, ==, "/good");
      g_assert_cmpstr (entry (recent, j)->name, ==, "good");
    }
    poplens_recent_add (recent, "/new", "new", 5);
    g_assert_cmpstr (entry (recent, 0)->path, ==, "/new");
  }
  g_autoptr (PoplensRecent) last = poplens_recent_new (file);
  g_assert_cmpstr (entry (last, 0)->path, ==, "/new");
}

/* If the folder cannot be written, the list is not saved, but the program works. */
static void
test_unwritable (void)
{
  g_autoptr (PoplensRecent) recent = poplens_recent_new ("/proc/nowhere/recent.ini");

  poplens_recent_add (recent, "/a", "a", 1);
  g_assert_cmpuint (length (recent), ==, 1);
}

static void
check_when (gint64 ago, const char *expected)
{
  g_autoptr (GDateTime) noon = g_date_time_new_local (2024, 3, 20, 12, 0, 0);
  gint64 now = g_date_time_to_unix (noon);
  g_autofree char *words = poplens_recent_when (now - ago, now);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_words_for_times (void)
{
  check_when (5, "just now");
  check_when (-500, "just now");
  check_when (60, "1 minute ago");
  check_when (3599, "59 minutes ago");
  check_when (2 * 3600, "2 hours ago");
  check_when (14 * 3600, "yesterday");
  check_when (3 * 86400, "3 days ago");
  check_when (8 * 86400, "12 March 2024");
  g_autofree char *never = poplens_recent_when (0, 100);
  g_assert_cmpstr (never, ==, "");
}

/* Addresses of reports on other computers are stored unchanged. */
static void
test_remote (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "recent.ini", NULL);
  g_autoptr (PoplensRecent) recent = poplens_recent_new (file);

  poplens_recent_add (recent, "ssh://kim@gc-01:2222/data/%FFrun", "run", 1);
  poplens_recent_add_pair (recent, "/a", "a", "gc-01:/data/b", "b", 2);
  g_autoptr (PoplensRecent) read = poplens_recent_new (file);
  g_assert_cmpuint (length (read), ==, 2);
  g_assert_cmpstr (entry (read, 0)->other, ==, "gc-01:/data/b");
  g_assert_cmpstr (entry (read, 1)->path, ==, "ssh://kim@gc-01:2222/data/%FFrun");
  poplens_recent_remove (read, "ssh://kim@gc-01:2222/data/%FFrun", NULL);
  g_assert_cmpuint (length (read), ==, 1);
}

void
add_recent_tests (void)
{
  g_test_add_func ("/app/recent/remote", test_remote);
  g_test_add_func ("/app/recent/round-trip", test_recent_round_trip);
  g_test_add_func ("/app/recent/two-writers", test_two_writers);
  g_test_add_func ("/app/recent/pairs", test_pairs);
  g_test_add_func ("/app/recent/menu", test_menu);
  g_test_add_func ("/app/recent/limit", test_limit);
  g_test_add_func ("/app/recent/damaged", test_damaged);
  g_test_add_func ("/app/recent/unwritable", test_unwritable);
  g_test_add_func ("/app/recent/words", test_words_for_times);
}
