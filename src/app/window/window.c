/* PoplensWindow: header bar; opens reports and the demo, and shows lists of reports and errors. */
#include "app/window/window.h"

#include "app/remote/remote-ready.h"
#include "app/widgets/hover-layer.h"
#include "app/widgets/toaster.h"
#include "app/widgets/layouts.h"
#include "app/window/application.h"
#include "app/window/demo-runner.h"
#include "app/window/recent.h"
#include "app/window/settings.h"
#include "app/window/window-private.h"
#include "base/error.h"
#include "base/visible.h"
#include "remote/address.h"

#include <adwaita.h>

/* ---- layout of as many children as fit ------------------------------------------------------- */

/* PoplensFitLayout: layout manager for a row of buttons. It hides the last buttons if the row is
 * too narrow for all. Actions of hidden buttons are also in a menu, or have keys. Property "least"
 * (int): number of children that are always shown. The spacing is the margin of the children. */

#define POPLENS_TYPE_FIT_LAYOUT (poplens_fit_layout_get_type ())

G_DECLARE_FINAL_TYPE (PoplensFitLayout, poplens_fit_layout, POPLENS, FIT_LAYOUT, GtkLayoutManager)

struct _PoplensFitLayout {
  GtkLayoutManager parent_instance;
  int least; /* number of children that are always shown */
};

enum { PROP_LEAST = 1 };

G_DEFINE_FINAL_TYPE (PoplensFitLayout, poplens_fit_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
natural_width (GtkWidget *child)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
fit_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                    int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  int i = 0, least, wished;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
      *natural += natural_width (child);
      *minimum = i++ < POPLENS_FIT_LAYOUT (manager)->least ? *natural : *minimum;
      continue;
    }
    gtk_widget_measure (child, orientation, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  }
}

static void
fit_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                     int baseline)
{
  gboolean full = FALSE;
  int x = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    int wide = natural_width (child);
    full |= x + wide > width;
    gtk_widget_set_child_visible (child, !full);
    if (full)
      continue;
    poplens_place_child (widget, child, x, 0, wide, height);
    x += wide;
  }
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_int (value, POPLENS_FIT_LAYOUT (object)->least);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  POPLENS_FIT_LAYOUT (object)->least = g_value_get_int (value);
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (object));
}

static void
poplens_fit_layout_class_init (PoplensFitLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = get_property;
  G_OBJECT_CLASS (klass)->set_property = set_property;
  manager_class->measure = fit_layout_measure;
  manager_class->allocate = fit_layout_allocate;
  g_object_class_install_property (G_OBJECT_CLASS (klass), PROP_LEAST,
                                   g_param_spec_int ("least", NULL, NULL, 0, G_MAXINT, 0,
                                                     G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
poplens_fit_layout_init (PoplensFitLayout *self)
{
}

/* ---- the window ------------------------------------------------------------------------------ */

#define WIDTH 1200
#define HEIGHT 800
/* Maximum length, in bytes, of each of the two names in the title of a comparison. */
#define HEADING_BYTES 18

G_DEFINE_FINAL_TYPE (PoplensWindow, poplens_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- contents -------------------------------------------------------------------------------- */

static void
set_enabled (PoplensWindow *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)), enabled);
}

/* Binds the state "enabled" of the window's actions to properties of the view and its session. */
static void
bind_actions (PoplensWindow *self)
{
  GActionMap *actions = G_ACTION_MAP (self);

  self->of_session = g_binding_group_new ();
  g_binding_group_bind (self->of_session, "can-go-back",
                        g_action_map_lookup_action (actions, "back"), "enabled",
                        G_BINDING_SYNC_CREATE);
  g_binding_group_bind (self->of_session, "can-go-forward",
                        g_action_map_lookup_action (actions, "forward"), "enabled",
                        G_BINDING_SYNC_CREATE);
  self->of_view = g_binding_group_new ();
  g_binding_group_bind (self->of_view, "can-reload", g_action_map_lookup_action (actions, "reload"),
                        "enabled", G_BINDING_SYNC_CREATE);
}

/* Adds the action that opens and closes the view's sidebar (F9, button and menu); removes it if
 * there is no view. */
static void
set_sidebar (PoplensWindow *self)
{
  g_autoptr (GPropertyAction) action =
      self->view ? g_property_action_new ("sidebar", poplens_report_view_get_sidebar (self->view),
                                          "is-open")
                 : NULL;

  if (action)
    g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  else
    g_action_map_remove_action (G_ACTION_MAP (self), "sidebar");
}

/* Sets the view of the open report. @view: (nullable): NULL disables the actions on a report. */
static void
set_view (PoplensWindow *self, PoplensReportView *view)
{
  self->view = view;
  adw_bin_set_child (self->status, view ? poplens_report_view_get_status (view) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->status), view != NULL);
  g_binding_group_set_source (self->of_view, view);
  g_binding_group_set_source (self->of_session,
                              view ? poplens_report_view_get_session (view) : NULL);
  set_sidebar (self);
  if (view)
    return;
  set_enabled (self, "back", FALSE);
  set_enabled (self, "forward", FALSE);
  set_enabled (self, "reload", FALSE);
}

gboolean
poplens_window_shows_reports (PoplensWindow *self)
{
  return self->reports && gtk_stack_get_visible_child (self->stack) == GTK_WIDGET (self->reports);
}

static void
update_actions (PoplensWindow *self)
{
  static const char *const of_view[] = {
      "find",      "compare", "compare-file", "compare-with", "compare-remote", "copy-location",
      "copy-link", "export",  "share",        "page",         "previous-page",  "next-page"};
  gboolean listed = poplens_window_shows_reports (self);

  for (guint i = 0; i < G_N_ELEMENTS (of_view); i++)
    set_enabled (self, of_view[i], self->view != NULL);
  if (!self->view)
    set_enabled (self, "reload", self->path && !self->busy);
  set_enabled (self, "search", self->view || listed);
  set_enabled (self, "reports", self->reports && !listed);
  set_enabled (self, "copy-report", self->view && poplens_address_is_remote (self->path));
  set_enabled (self, "cancel", self->busy != NULL);
  set_enabled (self, "close-report", self->path != NULL);
  gtk_widget_set_visible (self->history_buttons, self->view != NULL);
  gtk_widget_set_visible (self->reports_button, self->reports && !listed);
  gtk_widget_set_visible (self->reload_button, self->path && !self->busy);
  gtk_widget_set_visible (self->compare_button, self->view != NULL);
  gtk_widget_set_visible (self->find_button, self->view != NULL);
  gtk_widget_set_visible (self->sidebar_button, self->view != NULL);
}

/* Sets the title and subtitle; their tooltips show the full texts. @place: (nullable): subtitle. */
static void
set_titles (PoplensWindow *self, const char *name, const char *place)
{
  g_autofree char *of_window = name ? g_strdup_printf ("%s – Poplens", name) : g_strdup ("Poplens");
  g_autofree char *shown = place ? g_filename_display_name (place) : NULL;

  gtk_label_set_text (self->title, name ? name : "Poplens");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), name);
  gtk_label_set_text (self->subtitle, shown ? shown : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->subtitle), shown);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), shown != NULL);
  gtk_window_set_title (GTK_WINDOW (self), of_window);
}

/* Sets the title to the names of both compared reports, or to the name of the only report shown. */
static void
on_other_changed (PoplensWindow *self, GParamSpec *pspec, PoplensSession *session)
{
  g_autofree char *names = poplens_session_name_reports (session, POPLENS_LINE_BYTES);
  g_autofree char *heading = poplens_session_name_reports (session, HEADING_BYTES);
  g_autofree char *place = poplens_session_name_places (session);

  set_titles (self, names, place);
  gtk_label_set_text (self->title, heading);
}

/* Fills the menu of the Compare button with recent reports. */
static void
fill_compare_menu (PoplensWindow *self)
{
  PoplensReport *home =
      self->view ? poplens_session_get_home (poplens_report_view_get_session (self->view)) : NULL;

  poplens_recent_menu_fill (self->compare_recent, poplens_recent_get_default (),
                            home ? poplens_report_get_directory (home) : NULL, FALSE);
}

/* Cancels opening a report. A result that still arrives is ignored. */
static void
stop_opening (PoplensWindow *self)
{
  if (self->busy)
    g_cancellable_cancel (self->busy);
  g_clear_object (&self->busy);
  poplens_busy_page_stop (self->busy_page);
}

static void
drop_view (PoplensWindow *self)
{
  if (!self->view)
    return;
  g_signal_handlers_disconnect_by_data (self->view, self);
  gtk_stack_remove (self->stack, GTK_WIDGET (self->view));
  set_view (self, NULL);
}

/* Removes the list of reports. Must not be called while the list emits "open". */
static void
drop_reports (PoplensWindow *self)
{
  if (!self->reports)
    return;
  g_signal_handlers_disconnect_by_data (self->reports, self);
  poplens_reports_view_stop (self->reports);
  gtk_stack_remove (self->stack, GTK_WIDGET (self->reports));
  self->reports = NULL;
}

void
poplens_window_show_start (PoplensWindow *self)
{
  stop_opening (self);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_object (&self->host);
  gtk_stack_set_visible_child_name (self->stack, "start");
  drop_view (self);
  drop_reports (self);
  set_titles (self, NULL, NULL);
  update_actions (self);
}

static void
show_busy (PoplensWindow *self, const char *title, gboolean with_progress)
{
  stop_opening (self);
  self->busy = g_cancellable_new ();
  poplens_busy_page_start (self->busy_page, title, with_progress);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  drop_view (self);
  update_actions (self);
}

static void
set_suggested (GtkWidget *button, gboolean suggested)
{
  if (suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  else
    gtk_widget_remove_css_class (button, "suggested-action");
}

/* Shows an error page. @can_recover: TRUE: its first button opens a recovered copy of the report.
 */
static void
show_window_error (PoplensWindow *self, const char *title, const GError *error,
                   gboolean can_recover)
{
  g_autofree char *shown = g_filename_display_name (self->path ? self->path : "");
  /* The message can contain a file name, which need not be valid UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *markup = g_markup_escape_text (valid, -1);

  gtk_stack_set_visible_child_name (self->stack, "error");
  adw_status_page_set_title (self->error_page, title);
  adw_status_page_set_description (self->error_page, markup);
  gtk_label_set_text (self->error_path, shown);
  gtk_widget_set_visible (self->error_recover, can_recover);
  set_suggested (self->error_recover, can_recover);
  set_suggested (self->error_open, !can_recover);
  gtk_widget_grab_focus (can_recover ? self->error_recover : self->error_open);
  /* A GtkLabel selects its text if it gets the focus, even for a moment: clear the selection. */
  gtk_label_select_region (self->error_path, 0, 0);
  update_actions (self);
}

/* Shows an opened report in this window. @opened: (transfer full) */
static void
show_report (PoplensWindow *self, PoplensOpened *opened)
{
  PoplensReport *report = opened->report;
  const char *name = poplens_report_get_name (report);

  set_view (self, poplens_report_view_new (opened, self->location));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->view), "report");
  g_signal_connect_swapped (self->view, "toast", G_CALLBACK (poplens_toaster_say), self->toasts);
  gtk_stack_set_visible_child_name (self->stack, "report");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (self->location)
    poplens_report_view_explain (self->view, self->location);
  set_titles (self, name, poplens_report_get_path (report));
  g_signal_connect_object (poplens_report_view_get_session (self->view), "notify::other",
                           G_CALLBACK (on_other_changed), self, G_CONNECT_SWAPPED);
  /* Use the report's directory: a report that is opened by different paths must not be listed
   * twice. */
  poplens_recent_add (poplens_recent_get_default (), poplens_report_get_directory (report), name,
                      g_get_real_time () / G_USEC_PER_SEC);
  update_actions (self);
}

/* ---- reports of a folder --------------------------------------------------------------------- */

static void
on_listed_chosen (PoplensWindow *self, const char *address, const char *location)
{
  poplens_window_open (self, address, location);
}

static void
on_listed_beside (PoplensWindow *self, const char *address)
{
  poplens_window_request_open (address, self);
}

static void
show_reports (PoplensWindow *self)
{
  const char *folder = poplens_reports_view_get_folder (self->reports);
  g_autofree char *name = g_filename_display_basename (folder);

  stop_opening (self);
  g_free (self->path);
  self->path = g_strdup (folder);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->reports));
  drop_view (self);
  set_titles (self, name, folder);
  update_actions (self);
  poplens_reports_view_take_focus (self->reports);
}

void
poplens_window_show_reports (PoplensWindow *self)
{
  if (!self->reports)
    return;
  g_clear_pointer (&self->location, poplens_location_unref);
  show_reports (self);
}

/* Lists the reports in the folder .path, which contains several. */
static void
list_reports (PoplensWindow *self)
{
  drop_reports (self);
  self->reports = POPLENS_REPORTS_VIEW (poplens_reports_view_new (self->path));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->reports), "reports");
  g_signal_connect_swapped (self->reports, "toast", G_CALLBACK (poplens_toaster_say), self->toasts);
  g_signal_connect_swapped (self->reports, "open", G_CALLBACK (on_listed_chosen), self);
  g_signal_connect_swapped (self->reports, "open-window", G_CALLBACK (on_listed_beside), self);
  show_reports (self);
  poplens_recent_add_folder (poplens_recent_get_default (), self->path,
                             gtk_label_get_text (self->title), g_get_real_time () / G_USEC_PER_SEC);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensOpened) opened = poplens_open_finish (result, &error);
  gboolean can_recover = poplens_open_can_recover (result);

  if (!self->busy || g_task_get_cancellable (G_TASK (result)) != self->busy)
    return;
  stop_opening (self);
  if (opened)
    show_report (self, g_steal_pointer (&opened));
  else if (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_SEVERAL))
    list_reports (self);
  else
    show_window_error (self, "Cannot Open Report", error, can_recover);
}

static void
on_report_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) host = NULL;
  gboolean ready = poplens_remote_ready_finish (result, &host, &error);

  if (!self->busy || g_task_get_cancellable (G_TASK (result)) != self->busy)
    return;
  g_set_object (&self->host, host);
  if (ready) {
    poplens_open_async (self->path, self->busy, on_opened, g_object_ref (self));
  } else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    poplens_window_show_start (self);
  } else {
    stop_opening (self);
    show_window_error (self, "Cannot Open Report", error, FALSE);
  }
}

void
poplens_window_open (PoplensWindow *self, const char *path, const char *location)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf ("Opening %s…", name);
  g_autofree char *copy = g_strdup (path);

  g_free (self->path);
  self->path = g_steal_pointer (&copy);
  if (location) {
    g_clear_pointer (&self->location, poplens_location_unref);
    self->location = poplens_location_parse (location, NULL);
  }
  show_busy (self, title, FALSE);
  set_titles (self, name, self->path);
  poplens_remote_ready_async (GTK_WINDOW (self), self->path, self->busy, on_report_ready,
                              g_object_ref (self));
}

void
poplens_window_refuse (PoplensWindow *self, const GError *error)
{
  show_window_error (self, "Cannot Open Report", error, FALSE);
}

static void
on_recover (PoplensWindow *self)
{
  show_busy (self, "Recovering Report…", FALSE);
  poplens_open_recovered_async (self->path, self->busy, on_opened, g_object_ref (self));
}

const char *
poplens_window_get_path (PoplensWindow *self)
{
  return self->path;
}

gboolean
poplens_window_is_free (PoplensWindow *self)
{
  return !self->view && !self->busy && !poplens_window_shows_reports (self);
}

void
poplens_window_follow (PoplensWindow *self, const char *location)
{
  g_autoptr (PoplensLocation) parsed = location ? poplens_location_parse (location, NULL) : NULL;

  if (parsed && self->view)
    poplens_report_view_go (self->view, parsed);
}

/* Asks the application to open the report: another window may already show it. */
void
poplens_window_request_open (const char *path, gpointer data)
{
  PoplensWindow *self = data;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application)
    poplens_application_open (POPLENS_APPLICATION (application), self, path, NULL);
}

/* Opens the report that was chosen on the start page. @location: (nullable) */
static void
on_start_chosen (PoplensWindow *self, const char *path, const char *location)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application)
    poplens_application_open (POPLENS_APPLICATION (application), self, path, location);
}

/* ---- the demo report ------------------------------------------------------------------------- */

static void
on_demo_progress (double fraction, const char *what, gpointer data)
{
  poplens_busy_page_set_progress (POPLENS_WINDOW (data)->busy_page, fraction, what);
}

static void
on_demo_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensWindow) self = data;
  g_autoptr (GError) error = NULL;
  gboolean good = poplens_demo_run_finish (result, &error);

  if (!self->busy || g_task_get_cancellable (G_TASK (result)) != self->busy)
    return;
  stop_opening (self);
  if (good) {
    g_autofree char *path = g_strdup (self->path);
    poplens_window_open (self, path, NULL);
  } else {
    show_window_error (self, "Cannot Create Demo Report", error, FALSE);
  }
}

void
poplens_window_run_demo (PoplensWindow *self)
{
  g_autofree char *program = poplens_demo_find_program ();

  g_free (self->path);
  self->path = poplens_demo_directory ();
  show_busy (self, "Writing the Demo Report…", TRUE);
  on_demo_progress (0, "Starting", self);
  set_titles (self, "Demo report", self->path);
  poplens_demo_run_async (program, self->path, on_demo_progress, self, self->busy, on_demo_written,
                          g_object_ref (self));
}

/* ---- construction ---------------------------------------------------------------------------- */

static gboolean
poplens_window_close_request (GtkWindow *window)
{
  PoplensSettings *settings = poplens_settings_get_default ();
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  poplens_settings_set_int (settings, "window", "width", width);
  poplens_settings_set_int (settings, "window", "height", height);
  poplens_settings_set_bool (settings, "window", "maximized", gtk_window_is_maximized (window));
  return GTK_WINDOW_CLASS (poplens_window_parent_class)->close_request (window);
}

static void
poplens_window_dispose (GObject *object)
{
  PoplensWindow *self = POPLENS_WINDOW (object);

  if (self->busy)
    g_cancellable_cancel (self->busy);
  g_clear_object (&self->busy);
  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  self->view = NULL;
  drop_reports (self);
  g_clear_object (&self->of_view);
  g_clear_object (&self->of_session);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_WINDOW);
  G_OBJECT_CLASS (poplens_window_parent_class)->dispose (object);
}

static void
poplens_window_finalize (GObject *object)
{
  PoplensWindow *self = POPLENS_WINDOW (object);

  g_free (self->path);
  g_free (self->first);
  g_clear_object (&self->host);
  g_clear_pointer (&self->location, poplens_location_unref);
  G_OBJECT_CLASS (poplens_window_parent_class)->finalize (object);
}

static void
poplens_window_class_init (PoplensWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = poplens_window_close_request;
  g_type_ensure (POPLENS_TYPE_BUSY_PAGE);
  g_type_ensure (POPLENS_TYPE_FIT_LAYOUT);
  g_type_ensure (POPLENS_TYPE_HOVER_LAYER);
  g_type_ensure (POPLENS_TYPE_START_PAGE);
  g_type_ensure (POPLENS_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/poplens/Poplens/ui/window.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensWindow, child)
  BIND (title);
  BIND (subtitle);
  BIND (sidebar_button);
  BIND (status);
  BIND (history_buttons);
  BIND (reload_button);
  BIND (find_button);
  BIND (reports_button);
  BIND (toasts);
  BIND (drop_highlight);
  BIND (stack);
  BIND (compare_button);
  BIND (compare_recent);
  BIND (start_page);
  BIND (busy_page);
  BIND (error_page);
  BIND (error_path);
  BIND (error_open);
  BIND (error_recover);
#undef BIND
  poplens_window_class_add_keys (widget_class);
}

static void
poplens_window_init (PoplensWindow *self)
{
  PoplensSettings *settings = poplens_settings_get_default ();

  poplens_window_add_actions (self);
  bind_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_window_add_controllers (self);
  g_signal_connect_swapped (self->start_page, "chosen", G_CALLBACK (on_start_chosen), self);
  g_signal_connect_swapped (self->error_recover, "clicked", G_CALLBACK (on_recover), self);
  gtk_window_set_default_size (GTK_WINDOW (self),
                               poplens_settings_get_int (settings, "window", "width", WIDTH),
                               poplens_settings_get_int (settings, "window", "height", HEIGHT));
  if (poplens_settings_get_bool (settings, "window", "maximized", FALSE))
    gtk_window_maximize (GTK_WINDOW (self));
  set_view (self, NULL);
  update_actions (self);
  fill_compare_menu (self);
  g_signal_connect_object (poplens_recent_get_default (), "changed", G_CALLBACK (fill_compare_menu),
                           self, G_CONNECT_SWAPPED);
}

PoplensWindow *
poplens_window_new (GtkApplication *application)
{
  return g_object_new (POPLENS_TYPE_WINDOW, "application", application, NULL);
}
