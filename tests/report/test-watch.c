/* Tests of PoplensWatch with real files in a main loop. */
#include "report/watch.h"

#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>

/* Limit of all waits, far above the longest expected one: a watch checks at least every 5 s. */
#define PATIENCE_SECONDS 90

typedef struct {
  char *dir, *path;
  PoplensReport *report;
  PoplensWatch *watch;
  guint emitted;
  gint64 grown, longest; /* µs: last growth, and the longest time between two */
  gboolean seen[POPLENS_WATCH_VANISHED + 1];
} WatchFixture;

static void
on_changed (PoplensWatch *watch, gpointer user_data)
{
  WatchFixture *f = user_data;

  f->emitted++;
  f->seen[poplens_watch_get_state (watch)] = TRUE;
}

static void
watch_set_up (WatchFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->dir = temp_dir_new ();
  f->path = temp_dir_write (f->dir, "run/profile.pop", "", 0);
  mini_profile_write (f->path, NULL);
  g_autofree char *run = g_path_get_dirname (f->path);
  f->report = poplens_report_open (run, &error);
  g_assert_no_error (error);
  f->watch = poplens_watch_new (f->report);
  g_signal_connect (f->watch, "changed", G_CALLBACK (on_changed), f);
}

static void
watch_tear_down (WatchFixture *f, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (f->watch, f);
  g_clear_object (&f->watch);
  /* A check in progress must end before its files are deleted. */
  for (guint i = 0; i < 20; i++) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (5000);
  }
  g_clear_object (&f->report);
  temp_dir_remove (f->dir);
  g_free (f->dir);
  g_free (f->path);
}

static gboolean
on_timeout (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_CONTINUE;
}

static void
run_for (guint milliseconds)
{
  gboolean over = FALSE;
  guint timer = g_timeout_add (milliseconds, on_timeout, &over);

  while (!over)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

static void
wait_for (WatchFixture *f, PoplensWatchState state)
{
  gboolean over = FALSE;
  guint timer = g_timeout_add_seconds (PATIENCE_SECONDS, on_timeout, &over);

  while (!over && poplens_watch_get_state (f->watch) != state)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_assert_cmpint (poplens_watch_get_state (f->watch), ==, state);
}

static void
test_same (WatchFixture *f, gconstpointer data)
{
  run_for (1500);
  g_assert_cmpint (poplens_watch_get_state (f->watch), ==, POPLENS_WATCH_SAME);
  g_assert_cmpstr (poplens_watch_get_description (f->watch), ==, "");
  g_assert_cmpuint (f->emitted, ==, 0);
}

static void
replace_profile (WatchFixture *f)
{
  g_autofree char *other = temp_dir_write (f->dir, "new.pop", "", 0);

  mini_profile_write (other, NULL);
  g_assert_cmpint (g_rename (other, f->path), ==, 0);
}

static void
test_replaced (WatchFixture *f, gconstpointer data)
{
  replace_profile (f);
  wait_for (f, POPLENS_WATCH_CHANGED);
  g_assert_cmpstr (poplens_watch_get_description (f->watch), ==, "profile.pop was replaced");
  g_assert_cmpuint (f->emitted, >, 0);
  /* A second report on the same path starts with the current file. */
  g_autoptr (PoplensReport) new = poplens_report_reopen (f->report, NULL);
  g_assert_null (poplens_report_describe_change (new));
}

static gboolean
grow_profile (gpointer data)
{
  WatchFixture *f = data;

  mini_profile_alter (f->path, "INSERT INTO steps (type) VALUES ('Sync')");
  if (f->grown)
    f->longest = MAX (f->longest, g_get_monotonic_time () - f->grown);
  f->grown = g_get_monotonic_time ();
  return G_SOURCE_CONTINUE;
}

/* While a file is being written, its state is GROWING; two seconds after that, CHANGED. */
static void
test_growing (WatchFixture *f, gconstpointer data)
{
  guint timer = g_timeout_add (300, grow_profile, f);

  wait_for (f, POPLENS_WATCH_GROWING);
  run_for (3500);
  /* If writes were delayed by 1.5 s or more, the watch may rightly report the file as unchanged. */
  if (f->longest < 3 * G_USEC_PER_SEC / 2) {
    g_assert_cmpint (poplens_watch_get_state (f->watch), ==, POPLENS_WATCH_GROWING);
    g_assert_false (f->seen[POPLENS_WATCH_CHANGED]);
  }
  g_source_remove (timer);
  wait_for (f, POPLENS_WATCH_CHANGED);
  g_assert_cmpstr (poplens_watch_get_description (f->watch), ==, "profile.pop changed");
}

static void
test_vanished (WatchFixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (poplens_report_load_memory (f->report, NULL, &error));
  g_assert_cmpint (g_remove (f->path), ==, 0);
  wait_for (f, POPLENS_WATCH_VANISHED);
  g_assert_nonnull (strstr (poplens_watch_get_description (f->watch), "was deleted"));
  g_assert_nonnull (poplens_report_load_memory (f->report, NULL, &error));
  /* When the file is back, it is another file. */
  mini_profile_write (f->path, NULL);
  wait_for (f, POPLENS_WATCH_CHANGED);
}

static void
test_directory_vanished (WatchFixture *f, gconstpointer data)
{
  g_autofree char *run = g_path_get_dirname (f->path);

  temp_dir_remove (run);
  wait_for (f, POPLENS_WATCH_VANISHED);
}

static void
test_appeared (WatchFixture *f, gconstpointer data)
{
  g_autofree char *app = temp_dir_write (f->dir, "run/app.json", "{}", -1);

  wait_for (f, POPLENS_WATCH_CHANGED);
  g_assert_cmpstr (poplens_watch_get_description (f->watch), ==, "app.json appeared");
  g_assert_cmpint (g_remove (app), ==, 0);
  wait_for (f, POPLENS_WATCH_SAME);
  g_assert_cmpstr (poplens_watch_get_description (f->watch), ==, "");
}

static void
assert_change (WatchFixture *f, const char *expected)
{
  g_autofree char *change = poplens_report_describe_change (f->report);

  g_assert_cmpstr (change, ==, expected);
}

/* The description names all changed files and their changes. */
static void
test_several (WatchFixture *f, gconstpointer data)
{
  g_autofree char *framework = temp_dir_write (f->dir, "run/framework.json", "{}", -1);
  g_autofree char *app = temp_dir_write (f->dir, "run/app.json", "{}", -1);

  assert_change (f, "framework.json and app.json appeared");
  replace_profile (f);
  assert_change (f, "profile.pop, framework.json and app.json changed");
  g_autofree char *run = g_path_get_dirname (f->path);
  g_autoptr (PoplensReport) whole = poplens_report_open (run, NULL);
  g_assert_cmpint (g_remove (framework), ==, 0);
  g_assert_cmpint (g_remove (app), ==, 0);
  g_autofree char *change = poplens_report_describe_change (whole);
  g_assert_cmpstr (change, ==, "framework.json and app.json were deleted");
}

/* Changes of other files are ignored. */
static void
test_others (WatchFixture *f, gconstpointer data)
{
  g_free (temp_dir_write (f->dir, "run/notes.txt", "x", -1));
  g_free (temp_dir_write (f->dir, "run/profile_later123.pop", "x", -1));
  run_for (1500);
  g_assert_cmpuint (f->emitted, ==, 0);
}

/* Drops the watch while it checks. */
static void
test_let_go (WatchFixture *f, gconstpointer data)
{
  for (guint i = 0; i < 20; i++) {
    PoplensWatch *watch = poplens_watch_new (f->report);
    gpointer weak = watch;
    g_object_add_weak_pointer (G_OBJECT (watch), &weak);
    if (i == 0)
      run_for (1050);
    g_object_unref (watch);
    while (weak)
      g_main_context_iteration (NULL, TRUE);
  }
}

#define ADD(path, func)                                                                            \
  g_test_add ("/report/watch/" path, WatchFixture, NULL, watch_set_up, func, watch_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("same", test_same);
  ADD ("replaced", test_replaced);
  ADD ("growing", test_growing);
  ADD ("vanished", test_vanished);
  ADD ("directory-vanished", test_directory_vanished);
  ADD ("appeared", test_appeared);
  ADD ("several", test_several);
  ADD ("others", test_others);
  ADD ("let-go", test_let_go);
  return g_test_run ();
}
