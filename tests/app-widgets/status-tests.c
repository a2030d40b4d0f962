/* Tests of the status icon in the header bar, which lists notices about the whole report. */
#include "app-widgets/app-widgets-test.h"

#include "app/dialogs/check-runner.h"
#include "app/page/page-view.h"
#include "app/window/report-status.h"
#include "support/report-fixture.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>

typedef struct {
  PoplensReport *report;
  PoplensSession *session;
  GtkWidget *status, *view, *window;
} StatusWindow;

static gboolean
status_open_report (StatusWindow *self, PoplensReport *report, const char *place)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (place, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->report = report;
  if (!report)
    return FALSE;
  self->session = poplens_session_new (report, location);
  self->view = poplens_page_view_new (self->session);
  self->status = g_object_new (POPLENS_TYPE_REPORT_STATUS, NULL);
  gtk_widget_set_vexpand (self->view, TRUE);
  gtk_box_append (GTK_BOX (box), self->status);
  gtk_box_append (GTK_BOX (box), self->view);
  poplens_report_status_begin (POPLENS_REPORT_STATUS (self->status), self->session,
                               POPLENS_PAGE_VIEW (self->view));
  self->window = show_in_window (box);
  return TRUE;
}

static void
close_report (StatusWindow *self)
{
  check_finalizes (self->window, self->status);
  g_object_unref (self->session);
  g_object_unref (self->report);
}

static GtkListBoxRow *
row_at (const StatusWindow *self, int index)
{
  GtkWidget *list = find_hidden_type (self->status, GTK_TYPE_LIST_BOX);

  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), index);
}

static const char *
summary (const StatusWindow *self)
{
  return gtk_widget_get_tooltip_text (find_hidden_type (self->status, GTK_TYPE_MENU_BUTTON));
}

/* Returns a row's label, or, with @dim, the explanation below it. */
static GtkLabel *
text_in (GtkWidget *widget, gboolean dim)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "dim-label") == dim)
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkLabel *found = text_in (child, dim);
    if (found)
      return found;
  }
  return NULL;
}

static gboolean
has_memory (gpointer data)
{
  return poplens_page_view_get_bundle (POPLENS_PAGE_VIEW (((StatusWindow *) data)->view),
                                       POPLENS_PAGE_MEMORY) != NULL;
}

static gboolean
has_trace (gpointer data)
{
  return poplens_page_view_get_bundle (POPLENS_PAGE_VIEW (((StatusWindow *) data)->view),
                                       POPLENS_PAGE_TRACE) != NULL;
}

/* Unverified assumptions are listed behind the icon and not on the page, each once, whichever pages
 * need it. */
static void
test_assumptions (void)
{
  StatusWindow on = {0};
  g_autoptr (PoplensLocation) trace = poplens_location_parse ("trace", NULL);

  if (!status_open_report (&on, report_fixture_open ("demo"), "memory"))
    return;
  wait_until (has_memory, &on);
  settle (on.window);
  g_assert_true (gtk_widget_get_mapped (on.status));
  g_assert_cmpstr (summary (&on), ==, "2 notices on this report");
  g_assert_cmpstr (gtk_label_get_text (text_in (GTK_WIDGET (row_at (&on, 0)), FALSE)), ==,
                   "Unverified: numbering and clock alignment across IPUs");
  g_assert_true (g_str_has_suffix (
      gtk_label_get_text (text_in (GTK_WIDGET (row_at (&on, 0)), TRUE)), "Totals are right."));
  g_assert_null (find_label (on.view, "layout of interleaved memory"));
  poplens_session_go (on.session, trace);
  wait_until (has_trace, &on);
  g_assert_cmpstr (summary (&on), ==, "3 notices on this report");
  g_assert_nonnull (row_at (&on, 2));
  g_assert_null (row_at (&on, 3));
  close_report (&on);
}

/* The icon, its rows and the help below them can be used by keyboard. */
static void
test_keyboard (void)
{
  StatusWindow on = {0};
  GtkWidget *button;

  if (!status_open_report (&on, report_fixture_open ("demo"), "memory"))
    return;
  wait_until (has_memory, &on);
  settle (on.window);
  button = find_type (on.status, GTK_TYPE_MENU_BUTTON);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  settle (on.window);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (row_at (&on, 0))));
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (row_at (&on, 0))));
  press_key (find_type (gtk_widget_get_parent (GTK_WIDGET (row_at (&on, 0))), GTK_TYPE_LIST_BOX),
             GDK_KEY_Down, 0);
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (row_at (&on, 1))));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  close_report (&on);
}

static gboolean
warns (gpointer data)
{
  const char *text = summary (data);

  return text && g_str_has_suffix (text, "1 warning");
}

/* Returns a small report whose profile was changed by @sql. (transfer full) */
static PoplensReport *
make_report (const char *folder, const char *sql)
{
  static const char *const options[] = {
      "--preset", "plain",     "--ipus",        "1", "--tiles", "32", "--runs",
      "1",        "--without", "archive,debug", NULL};
  g_autofree char *profile = g_build_filename (folder, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  g_assert_true (run_demo (folder, options));
  if (sql) {
    g_assert_cmpint (sqlite3_open (profile, &db), ==, SQLITE_OK);
    g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close (db);
  }
  PoplensReport *report = poplens_report_open (folder, &error);
  g_assert_no_error (error);
  return report;
}

/* The icon is hidden if there are no notices; a failed check appears there as a warning. */
static void
test_checks (void)
{
  g_autofree char *folder = temp_dir_new ();
  StatusWindow on = {0};

  status_open_report (
      &on, make_report (folder, "UPDATE memory_by_tile SET total = total - 8 WHERE tile = 3"),
      "summary");
  settle (on.window);
  g_assert_false (gtk_widget_get_visible (on.status));
  wait_until (warns, &on);
  g_assert_cmpstr (summary (&on), ==, "1 notice on this report, 1 warning");
  g_assert_true (gtk_widget_has_css_class (find_type (on.status, GTK_TYPE_MENU_BUTTON), "warning"));
  GtkWidget *checks = find_hidden_type (on.status, POPLENS_TYPE_CHECK_RUNNER);
  g_assert_true (g_str_has_suffix (gtk_label_get_text (text_in (checks, FALSE)),
                                   "Some figures may be wrong."));
  close_report (&on);
  temp_dir_remove (folder);
}

/* Problems of the files are a warning behind the icon, and not on the page. */
static void
test_files (void)
{
  g_autofree char *folder = temp_dir_new ();
  g_autofree char *archive = g_build_filename (folder, "archive.a", NULL);
  StatusWindow on = {0};

  g_assert_cmpint (g_mkdir (archive, 0700), ==, 0);
  status_open_report (&on, make_report (folder, NULL), "summary");
  settle (on.window);
  g_assert_cmpstr (summary (&on), ==, "1 notice on this report, 1 warning");
  close_report (&on);
  temp_dir_remove (folder);
}

void
add_status_tests (void)
{
  g_test_add_func ("/app-widgets/status/assumptions", test_assumptions);
  g_test_add_func ("/app-widgets/status/keyboard", test_keyboard);
  g_test_add_func ("/app-widgets/status/checks", test_checks);
  g_test_add_func ("/app-widgets/status/files", test_files);
}
