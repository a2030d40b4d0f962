/* A random walk of the real window: runs random actions and fails on warnings, crashes and hangs.
 */
#include "walk/walk.h"

#include "app/window/application.h"
#include "app/window/window-private.h"
#include "support/run-demo.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Limits of the test in seconds: processor time, and time on the wall clock. */
#define TEST_SECONDS 30
#define TEST_WALL_SECONDS 240
/* Limit of one action in seconds: more is a hang. */
#define HANG_SECONDS 120
#define MAX_WINDOWS 5

guint
walk_below (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

void
walk_say (Walk *self, const char *format, ...)
{
  va_list list;
  g_autofree char *text = NULL;

  va_start (list, format);
  text = g_strdup_vprintf (format, list);
  va_end (list);
  printf ("walk %u: %s\n", self->n_actions, text);
  fflush (stdout);
}

/* ---- actions of the program itself ----------------------------------------------------------- */

/* Returns a random window with a report, or NULL. */
static PoplensWindow *
any_report (Walk *self)
{
  PoplensWindow *found = NULL;
  guint n = 0;

  for (GList *l = gtk_application_get_windows (self->application); l; l = l->next)
    if (POPLENS_IS_WINDOW (l->data) && POPLENS_WINDOW (l->data)->view && !walk_below (++n))
      found = l->data;
  return found;
}

static void
go_somewhere (Walk *self)
{
  PoplensWindow *window = any_report (self);
  g_autofree char *location = walk_location ();

  if (!window)
    return;
  walk_say (self, "go to %s", location);
  poplens_window_follow (window, location);
}

static void
activate_action (Walk *self, const char *action)
{
  PoplensWindow *window = any_report (self);

  if (!window)
    return;
  walk_say (self, "%s", action);
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
}

static void
go_in_history (Walk *self)
{
  for (guint n = 1 + walk_below (4); n > 0; n--)
    activate_action (self, walk_below (3) ? "win.back" : "win.forward");
}

static void
reload_report (Walk *self)
{
  activate_action (self, "win.reload");
}

static void
walk_compare (Walk *self)
{
  PoplensWindow *window = any_report (self);
  const char *path = walk_below (3) ? self->other : NULL;

  if (!window)
    return;
  walk_say (self, "compare with %s", path ? "the other report" : "none");
  poplens_session_compare (poplens_report_view_get_session (window->view), path);
}

/* Replaces the profile of the report, or removes it. */
static void
change_file (Walk *self)
{
  g_autofree char *profile = g_build_filename (self->report, "profile.pop", NULL);
  g_autofree char *next = g_build_filename (self->report, "next", NULL);
  guint state = walk_below (3);

  walk_say (self, "%s", state < 2 ? "the profile is another one" : "the profile is gone");
  if (state == 2) {
    g_unlink (profile);
    return;
  }
  g_assert_cmpint (link (self->states[state], next), ==, 0);
  g_assert_cmpint (g_rename (next, profile), ==, 0);
  /* rename () does nothing if both names are links to the same file. */
  g_unlink (next);
}

static void
resize_window (Walk *self)
{
  PoplensWindow *window = any_report (self);
  int width = 300 + (int) walk_below (1300), height = 200 + (int) walk_below (800);

  if (!window)
    return;
  walk_say (self, "size %d × %d", width, height);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
}

static void
change_looks (Walk *self)
{
  gboolean dark = walk_below (2);
  gboolean from_right = !walk_below (4);

  walk_say (self, "%s, %s", dark ? "dark" : "light",
            from_right ? "from right to left" : "from left to right");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
  gtk_widget_set_default_direction (from_right ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static gboolean
on_passed (gpointer passed)
{
  *(gboolean *) passed = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run_main_loop (guint milliseconds)
{
  gboolean passed = FALSE;

  g_timeout_add (milliseconds, on_passed, &passed);
  while (!passed)
    g_main_context_iteration (NULL, TRUE);
}

/* Closes windows that lead out of the program, and opens the report if no window shows it. */
static void
stay_inside (Walk *self)
{
  GListModel *all = gtk_window_get_toplevels ();
  gboolean is_open = FALSE;
  guint n = 0;

  for (guint i = g_list_model_get_n_items (all); i > 0; i--) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i - 1);
    if (!window) /* closed along with another */
      continue;
    if (GTK_IS_FILE_CHOOSER (window)) {
      walk_say (self, "close the file chooser");
      gtk_dialog_response (GTK_DIALOG (window), GTK_RESPONSE_CANCEL);
    } else if (gtk_widget_get_mapped (GTK_WIDGET (window)) && ++n > MAX_WINDOWS) {
      walk_say (self, "close %s", G_OBJECT_TYPE_NAME (window));
      gtk_window_close (window);
    } else if (POPLENS_IS_WINDOW (window) && !poplens_window_is_free (POPLENS_WINDOW (window))) {
      is_open = TRUE;
    }
  }
  if (!is_open) {
    g_autofree char *location = walk_location ();
    walk_say (self, "open the report at %s", location);
    poplens_application_open (POPLENS_APPLICATION (self->application), NULL, self->report,
                              location);
    run_main_loop (1000);
  }
}

static const struct {
  void (*act) (Walk *self);
  guint weight;
} actions[] = {
    {walk_click, 12},   {walk_drag, 4},    {walk_wheel, 3},    {walk_key, 12},
    {walk_page, 4},     {walk_type, 2},    {walk_find, 2},     {go_somewhere, 6},
    {reload_report, 1}, {walk_compare, 1}, {resize_window, 1}, {change_looks, 1},
    {go_in_history, 3}, {change_file, 1},
};

static void
run_random_action (Walk *self)
{
  guint sum = 0, chosen;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    sum += actions[i].weight;
  chosen = walk_below (sum);
  for (guint i = 0; i < G_N_ELEMENTS (actions); chosen -= actions[i++].weight)
    if (chosen < actions[i].weight) {
      actions[i].act (self);
      return;
    }
}

static gboolean
is_over (gint64 begin)
{
  const char *seconds = g_getenv ("POPLENS_WALK_SECONDS");
  double wall = (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;

  if (seconds)
    return wall > g_ascii_strtod (seconds, NULL);
  return wall > TEST_WALL_SECONDS || clock () / CLOCKS_PER_SEC >= TEST_SECONDS;
}

static char *
make_report (Walk *self, const char *name, const char *seed)
{
  const char *const options[] = {"--preset=mnist", "--tiles=64", "--seed", seed, NULL};
  char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (run_demo (path, options));
  return path;
}

static void
walk_set_up (Walk *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *third = NULL;

  self->folder = temp_dir_new ();
  self->report = make_report (self, "demo", "1");
  self->other = make_report (self, "other", "2");
  third = make_report (self, "third", "3");
  self->states[0] = g_build_filename (self->folder, "first.pop", NULL);
  self->states[1] = g_build_filename (third, "profile.pop", NULL);
  g_autofree char *profile = g_build_filename (self->report, "profile.pop", NULL);
  g_assert_cmpint (link (profile, self->states[0]), ==, 0);
  self->xdotool = g_find_program_in_path ("xdotool");
  self->application = GTK_APPLICATION (poplens_application_new ());
  g_application_set_default (G_APPLICATION (self->application));
  g_application_register (G_APPLICATION (self->application), NULL, &error);
  g_assert_no_error (error);
}

static void
test_walk (void)
{
  Walk self = {0};
  gint64 begin = g_get_monotonic_time ();

  /* A walk also depends on timing, so its findings may not be caused by the current change. */
  if (!all_seeds () && !g_getenv ("POPLENS_WALK_SECONDS")) {
    g_test_skip ("walks with script/test --long, and with script/walk");
    return;
  }
  walk_set_up (&self);
  if (!self.xdotool) {
    g_test_skip ("no xdotool; script/bootstrap installs it");
    return;
  }
  while (!is_over (begin)) {
    self.n_actions++;
    alarm (HANG_SECONDS);
    stay_inside (&self);
    run_random_action (&self);
    run_main_loop (walk_below (4) ? walk_below (100) : walk_below (1500));
  }
  alarm (0);
  printf ("walk: %u actions\n", self.n_actions);
  temp_dir_remove (self.folder);
  fflush (stdout);
}

/* Warnings end the walk, except two of GTK 4.8's own: it miscounts presses if a window appears or
 * disappears under a pressed button, and finds no monitor for an open menu whose button is beyond
 * the edge of the screen. */
static GLogWriterOutput
on_message (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  static const char *const of_gtk[] = {"Broken accounting of active state",
                                       "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR"};

  for (gsize i = 0; i < n_fields; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (of_gtk); k++)
      if (!strcmp (fields[i].key, "MESSAGE") && g_str_has_prefix (fields[i].value, of_gtk[k])) {
        printf ("walk passes over: %s\n", (const char *) fields[i].value);
        return G_LOG_WRITER_HANDLED;
      }
  g_log_writer_default (level, fields, n_fields, data);
  if (level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL))
    G_BREAKPOINT ();
  return G_LOG_WRITER_HANDLED;
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_build_filename (g_get_user_data_dir (), "home", NULL);

  g_test_init (&argc, &argv, NULL);
  g_log_set_writer_func (on_message, NULL, NULL);
  /* on_message () must decide: GLib would abort on every fatal message whatever it returns. */
  g_log_set_always_fatal (G_LOG_LEVEL_ERROR);
  /* Files and commands of this computer must not be reached. */
  g_mkdir_with_parents (home, 0700);
  g_setenv ("HOME", home, TRUE);
  g_setenv ("POPLENS_SSH", "false", TRUE);
  g_setenv ("POPLENS_TEST", "1", TRUE);
  g_assert_cmpint (g_chdir (home), ==, 0);
  g_test_add_func ("/walk", test_walk);
  return g_test_run ();
}
