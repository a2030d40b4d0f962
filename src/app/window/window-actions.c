/* Actions of a window: menu items, keys, mouse buttons, drag and drop. */
#include "app/dialogs/file-dialog.h"
#include "app/help/help-window.h"
#include "app/remote/remote-dialog.h"
#include "app/remote/report-link.h"
#include "app/widgets/toaster.h"
#include "app/window/application.h"
#include "app/window/demo-runner.h"
#include "app/window/window-private.h"
#include "pages/core/views.h"

#include <adwaita.h>
#include <string.h>

#define BUTTON_BACK 8
#define BUTTON_FORWARD 9

/* Opens the demo report: in the window that shows or is opening it, else in this window if nothing
 * is open, else in a new window. */
static void
on_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PoplensWindow *self = data;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autofree char *path = poplens_demo_directory ();

  if (poplens_application_present (POPLENS_APPLICATION (application), path))
    return;
  if (!poplens_window_is_free (self)) {
    self = poplens_window_new (application);
    gtk_window_present (GTK_WINDOW (self));
  }
  poplens_window_run_demo (self);
}

static void
on_open_folder (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_file_dialog_run (data, TRUE, poplens_window_request_open, data);
}

static void
on_open_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_file_dialog_run (data, FALSE, poplens_window_request_open, data);
}

/* Opens the dialog for the address of a report on another computer. @chosen: called with the window
 * and the address. */
static void
choose_remote (PoplensWindow *self, void (*chosen) (PoplensWindow *self, const char *address))
{
  PoplensRemoteDialog *dialog = poplens_remote_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (chosen), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_remote_chosen (PoplensWindow *self, const char *address)
{
  poplens_window_request_open (address, self);
}

static void
on_open_remote (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_remote (data, on_remote_chosen);
}

static void
on_compared (const char *path, gpointer data)
{
  PoplensWindow *self = data;

  if (self->view)
    poplens_report_view_compare (self->view, path);
}

static void
on_compare_with (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  on_compared (g_variant_get_bytestring (parameter), data);
}

static void
on_compare (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_file_dialog_compare (data, TRUE, on_compared, data);
}

static void
on_compare_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_file_dialog_compare (data, FALSE, on_compared, data);
}

static void
on_remote_compared (PoplensWindow *self, const char *address)
{
  on_compared (address, self);
}

static void
on_compare_remote (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_remote (data, on_remote_compared);
}

/* Opens the reports at @path and @other as a comparison; the older one is Before. */
static void
compare_two (PoplensWindow *self, const char *path, const char *other)
{
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) both = poplens_location_with_other (summary, other);
  g_autoptr (PoplensLocation) location =
      poplens_location_with (both, "before", POPLENS_BEFORE_OLDER);
  g_autofree char *text = poplens_location_to_string (location);
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application)
    poplens_application_open (POPLENS_APPLICATION (application), self, path, text);
}

static void
on_compare_pair (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *path = NULL;
  g_autofree char *other = NULL;

  g_variant_get (parameter, "(^ay^ay)", &path, &other);
  compare_two (data, path, other);
}

static void
on_second (const char *path, gpointer data)
{
  PoplensWindow *self = data;
  g_autofree char *first = g_steal_pointer (&self->first);

  if (first)
    compare_two (self, first, path);
}

static void
on_first (const char *path, gpointer data)
{
  PoplensWindow *self = data;

  g_free (self->first);
  self->first = g_strdup (path);
  poplens_file_dialog_pair (data, TRUE, on_second, data);
}

static void
on_compare_two (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_file_dialog_pair (data, FALSE, on_first, data);
}

static void
on_close_report (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_window_show_start (data);
}

static void
go_back (PoplensWindow *self)
{
  if (self->view)
    poplens_session_go_back (poplens_report_view_get_session (self->view));
}

static void
go_forward (PoplensWindow *self)
{
  if (self->view)
    poplens_session_go_forward (poplens_report_view_get_session (self->view));
}

static void
on_window_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_back (data);
}

static void
on_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go_forward (data);
}

static gboolean
reload_view (PoplensWindow *self)
{
  if (self->view)
    poplens_report_view_reload (self->view, FALSE);
  else if (poplens_window_shows_reports (self))
    poplens_reports_view_reload (self->reports);
  else if (self->path && !self->busy) /* opening the report failed: try again */
    poplens_window_open (self, self->path, NULL);
  else
    return FALSE;
  return TRUE;
}

static void
on_reload (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  reload_view (data);
}

static void
on_reports (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_window_show_reports (data);
}

static void
on_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PoplensWindow *self = data;

  if (self->view)
    poplens_report_view_focus_search (self->view);
  else if (poplens_window_shows_reports (self))
    poplens_reports_view_focus_filter (self->reports);
}

static void
on_find (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_find (POPLENS_WINDOW (data)->view);
}

static void
on_copy_location (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_copy_location (POPLENS_WINDOW (data)->view, FALSE);
}

static void
on_copy_link (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_copy_location (POPLENS_WINDOW (data)->view, TRUE);
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_export (POPLENS_WINDOW (data)->view);
}

static void
on_share (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_share (POPLENS_WINDOW (data)->view);
}

static void
on_copy_report (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_report_view_copy_report (POPLENS_WINDOW (data)->view);
}

/* Shortcut "/": opens the search. It runs after the focused widget, so that "/" can be typed into a
 * text field. */
static gboolean
on_slash (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_activate_action (widget, "win.search", NULL);
}

static void
on_help (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PoplensWindow *self = data;
  PoplensSession *session = self->view ? poplens_report_view_get_session (self->view) : NULL;

  poplens_help_window_present (
      gtk_window_get_application (data),
      poplens_window_shows_reports (self)
          ? POPLENS_HELP_REPORTS
          : poplens_help_place (session ? poplens_session_get_location (session) : NULL));
}

static void
on_guide (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  poplens_help_window_present (gtk_window_get_application (data),
                               g_variant_get_string (parameter, NULL));
}

static gboolean
on_question (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_activate_action (widget, "win.help", NULL);
}

/* F5 works even while the action "reload" is disabled: the view then says why it cannot reload. */
static gboolean
on_f5 (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return reload_view (POPLENS_WINDOW (widget));
}

static void
on_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PoplensWindow *self = data;
  PoplensPageId page;

  if (self->view && poplens_page_id_parse (g_variant_get_string (parameter, NULL), &page))
    poplens_report_view_go_to_page (self->view, page);
}

static void
on_previous_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (POPLENS_WINDOW (data)->view)
    poplens_report_view_step_page (POPLENS_WINDOW (data)->view, -1);
}

static void
on_next_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (POPLENS_WINDOW (data)->view)
    poplens_report_view_step_page (POPLENS_WINDOW (data)->view, 1);
}

void
poplens_window_add_actions (PoplensWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "open-folder", .activate = on_open_folder},
      {.name = "open-file", .activate = on_open_file},
      {.name = "open-remote", .activate = on_open_remote},
      {.name = "open-demo", .activate = on_open_demo},
      {.name = "compare-two", .activate = on_compare_two},
      {.name = "compare-pair", .activate = on_compare_pair, .parameter_type = "(ayay)"},
      {.name = "compare-with", .activate = on_compare_with, .parameter_type = "ay"},
      {.name = "compare", .activate = on_compare},
      {.name = "compare-file", .activate = on_compare_file},
      {.name = "compare-remote", .activate = on_compare_remote},
      {.name = "close-report", .activate = on_close_report},
      {.name = "cancel", .activate = on_close_report},
      {.name = "reports", .activate = on_reports},
      {.name = "back", .activate = on_window_back},
      {.name = "forward", .activate = on_forward},
      {.name = "reload", .activate = on_reload},
      {.name = "search", .activate = on_search},
      {.name = "help", .activate = on_help},
      {.name = "guide", .activate = on_guide, .parameter_type = "s"},
      {.name = "find", .activate = on_find},
      {.name = "copy-location", .activate = on_copy_location},
      {.name = "copy-link", .activate = on_copy_link},
      {.name = "export", .activate = on_export},
      {.name = "share", .activate = on_share},
      {.name = "copy-report", .activate = on_copy_report},
      {.name = "page", .activate = on_page, .parameter_type = "s"},
      {.name = "previous-page", .activate = on_previous_page},
      {.name = "next-page", .activate = on_next_page},
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/* ---- drag and drop --------------------------------------------------------------------------- */

#define DROPPED "poplens-dropped"

static void
show_drop_area (PoplensWindow *self, gboolean on)
{
  /* Hide the revealer: an empty one would still cover the window and get its clicks. */
  gtk_widget_set_visible (GTK_WIDGET (self->drop_highlight), on);
  gtk_revealer_set_reveal_child (self->drop_highlight, on);
}

static GdkDragAction
on_enter (GtkDropTarget *target, double x, double y, gpointer data)
{
  show_drop_area (data, TRUE);
  return GDK_ACTION_COPY;
}

static void
on_drop_leave (GtkDropTarget *target, gpointer data)
{
  show_drop_area (data, FALSE);
}

static void
on_drop_response (PoplensWindow *self, const char *response, AdwMessageDialog *dialog)
{
  const char *path = g_object_get_data (G_OBJECT (dialog), DROPPED);

  if (!strcmp (response, "compare"))
    on_compared (path, self);
  else if (!strcmp (response, "open"))
    poplens_window_request_open (path, self);
}

/* Asks whether to compare @path with the open report, or to open it in a new window. */
static void
ask_about_drop (PoplensWindow *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), "Compare the Two Reports?", NULL);

  g_object_set_data_full (G_OBJECT (dialog), DROPPED, g_strdup (path), g_free);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  "Compare %s with the open report, or open it in a new window.",
                                  name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel", "open",
                                    "_Open", "compare", "Co_mpare", NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "compare",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "compare");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_drop_response), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Opens what was dropped on the window. @paths: of char *: the dropped files that can be opened;
 * can be empty. */
static void
open_dropped (PoplensWindow *self, const GPtrArray *paths)
{
  if (paths->len == 2)
    compare_two (self, paths->pdata[0], paths->pdata[1]);
  else if (paths->len == 1 && self->view)
    ask_about_drop (self, paths->pdata[0]);
  else
    for (guint i = 0; i < paths->len; i++)
      poplens_window_request_open (paths->pdata[i], self);
  if (!paths->len)
    poplens_toaster_say (self->toasts,
                         "Only files and folders of this computer or of ssh hosts can be opened");
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  PoplensWindow *self = data;
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  show_drop_area (self, FALSE);
  for (GSList *l = files; l; l = l->next) {
    char *path = poplens_report_path_of_file (l->data);
    if (path)
      g_ptr_array_add (paths, path);
  }
  open_dropped (self, paths);
  return paths->len > 0;
}

/* ---- controllers ----------------------------------------------------------------------------- */

static void
on_window_pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == BUTTON_BACK)
    go_back (data);
  else if (button == BUTTON_FORWARD)
    go_forward (data);
  else
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

void
poplens_window_add_controllers (PoplensWindow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_drop_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_window_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
poplens_window_class_add_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding (widget_class, GDK_KEY_slash, 0, on_slash, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_question, 0, on_question, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_question, GDK_SHIFT_MASK, on_question, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F5, 0, on_f5, NULL);
}
