/* Runs a save job on a worker thread, and shows its progress in a window. Also contains the two
 * jobs that save the trace and the HTML file to share. */
#include "app/dialogs/save-job.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-progress.h"
#include "app/page/page-tables.h"
#include "app/remote/remote-ready.h"
#include "app/widgets/toaster.h"
#include "app/window/settings.h"
#include "base/error.h"
#include "pages/share/share.h"
#include "tables/export/trace-export.h"

#include <adwaita.h>

/* ---- trace for other programs ---------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  PoplensLocation *location;
  PoplensTraceFormat format;
  PoplensTraceCount count;
} TraceSave;

static void
trace_save_free (gpointer data)
{
  TraceSave *self = data;

  g_object_unref (self->report);
  poplens_location_unref (self->location);
  g_free (self);
}

static gboolean
trace_save_write (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  TraceSave *self = data;

  return poplens_trace_export_file (self->report, self->location, self->format, path, work,
                                    &self->count, error);
}

static void
trace_save_tell (GtkWidget *page, const char *path, gpointer data)
{
  TraceSave *self = data;
  g_autofree char *what = poplens_trace_count_describe (&self->count, self->format, self->location);
  g_autofree char *said = g_strdup_printf ("Saved %s: %s", path, what);

  poplens_page_toast (page, said);
}

void
poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                       const char *path)
{
  static const PoplensSaveJob job = {"Saving the trace", "Loading the trace", trace_save_write,
                                     trace_save_tell, trace_save_free};
  TraceSave *self = g_new0 (TraceSave, 1);

  self->report = g_object_ref (report);
  self->location = poplens_location_ref (location);
  self->format = poplens_trace_format_of_file (path);
  poplens_settings_set_string (poplens_settings_get_default (), "export", "trace",
                               poplens_trace_formats[self->format].key);
  poplens_save_job_run (&job, page, path, self);
}

/* ---- choosing the file ----------------------------------------------------------------------- */

static void
on_trace_path (const char *path, gpointer data)
{
  const TraceSave *wanted = g_object_get_data (data, "poplens-trace-save");

  if (wanted)
    poplens_trace_save_to (data, wanted->report, wanted->location, path);
}

void
poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensLocation *location)
{
  GtkRoot *root = gtk_widget_get_root (page);
  g_autofree char *key =
      poplens_settings_get_string (poplens_settings_get_default (), "export", "trace");
  PoplensTraceFormat format = POPLENS_TRACE_PERFETTO;
  TraceSave *wanted = g_new0 (TraceSave, 1);
  g_autofree char *name = NULL;

  poplens_trace_format_parse (key, &format);
  name = g_strconcat (poplens_report_get_name (report), poplens_trace_formats[format].ending, NULL);
  wanted->report = g_object_ref (report);
  wanted->location = poplens_location_ref (location);
  g_object_set_data_full (G_OBJECT (page), "poplens-trace-save", wanted, trace_save_free);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                            "Save Trace as .pftrace (Perfetto), .trace.json (Chrome) or .folded",
                            name, on_trace_path, page);
}

/* ---- HTML page to share ---------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  PoplensByteUnit unit;
} ShareSave;

static void
share_save_free (gpointer data)
{
  ShareSave *self = data;

  g_object_unref (self->report);
  g_free (self);
}

/* Returns a shell command that writes the same HTML file as the user has saved. It names the
 * reports and the file without their folders. (transfer full) */
static char *
share_save_command (const ShareSave *self, const char *path)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (self->report);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *output = g_shell_quote (base);
  g_autofree char *name = poplens_report_name_beside (self->report, other);
  g_autofree char *other_name = other ? poplens_report_name_beside (other, self->report) : NULL;
  g_autofree char *first = g_shell_quote (name);
  g_autofree char *after = other ? g_shell_quote (other_name) : NULL;

  return g_strdup_printf ("poplens-cli export %s%s%s -o %s", first, after ? " " : "",
                          after ? after : "", output);
}

static gboolean
share_save_write (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  ShareSave *self = data;
  g_autofree char *command = share_save_command (self, path);
  PoplensShareSpec spec = {
      .program = "Poplens " POPLENS_VERSION, .command = command, .unit = self->unit, .work = work};

  return poplens_share_save (self->report, &spec, path, error);
}

/* ---- after saving ---------------------------------------------------------------------------- */

typedef struct {
  GtkWidget *page;
  char *path;
} SavedFile;

static void
saved_free (gpointer data)
{
  SavedFile *saved = data;

  g_object_unref (saved->page);
  g_free (saved->path);
  g_free (saved);
}

/* Opens the saved file with the user's default application. */
static void
saved_open (gpointer data)
{
  SavedFile *saved = data;
  g_autofree char *uri = g_filename_to_uri (saved->path, NULL, NULL);
  GtkRoot *root = gtk_widget_get_root (saved->page);

  if (uri && GTK_IS_WINDOW (root))
    gtk_show_uri (GTK_WINDOW (root), uri, GDK_CURRENT_TIME);
}

static void
share_save_tell (GtkWidget *page, const char *path, gpointer data)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (page, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *said = g_strdup_printf ("Saved %s", name);
  SavedFile *saved;

  if (!toasts) {
    poplens_page_toast (page, said);
    return;
  }
  saved = g_new (SavedFile, 1);
  *saved = (SavedFile){g_object_ref (page), g_strdup (path)};
  poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), said, "Open", saved_open, saved, saved_free);
}

/* ---- choosing the file ----------------------------------------------------------------------- */

#define SESSION "poplens-share-save"

void
poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path)
{
  static const PoplensSaveJob job = {"Saving the report", "Loading the report", share_save_write,
                                     share_save_tell, share_save_free};
  ShareSave *self = g_new (ShareSave, 1);

  *self = (ShareSave){g_object_ref (poplens_session_get_report (session)),
                      poplens_session_get_byte_unit (session)};
  poplens_save_job_run (&job, page, path, self);
}

static void
on_path (const char *path, gpointer data)
{
  poplens_share_save_to (data, g_object_get_data (data, SESSION), path);
}

void
poplens_share_save_ask (GtkWidget *page, PoplensSession *session)
{
  GtkRoot *root = gtk_widget_get_root (page);
  g_autoptr (PoplensReport) after = poplens_report_ref_other (poplens_session_get_report (session));
  const char *of = poplens_report_get_name (after ? after : poplens_session_get_report (session));
  g_autofree char *name = g_strconcat (of, ".html", NULL);

  g_object_set_data_full (G_OBJECT (page), SESSION, g_object_ref (session), g_object_unref);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, "Save HTML Report",
                            name, on_path, page);
}

/* ---- common to all jobs ---------------------------------------------------------------------- */

typedef struct {
  const PoplensSaveJob *job;
  gpointer data;
  GtkWidget *page;
  char *path;
  GCancellable *cancellable;
  PoplensWork work;
  const char *doing; /* atomic: what the worker is doing; static string */
  int done;          /* atomic: progress (0 … 1000) */
  GtkWidget *window; /* (nullable): window with the progress */
  GtkWidget *label, *bar, *go_on;
  PoplensSaveProgress progress;
  gboolean is_stopped; /* the connection was lost, and the job waits for the user */
} SaveWork;

static void
save_work_free (SaveWork *self)
{
  poplens_save_progress_end (&self->progress);
  g_signal_handlers_disconnect_by_data (self->page, self);
  if (self->window)
    gtk_window_destroy (GTK_WINDOW (self->window));
  self->job->free_data (self->data);
  g_object_unref (self->page);
  g_object_unref (self->cancellable);
  g_free (self->path);
  g_free (self);
}

/* ---- progress -------------------------------------------------------------------------------- */

static void
on_save_work (double fraction, const char *what, gpointer data)
{
  SaveWork *self = data;

  g_atomic_int_set (&self->done, (int) (fraction * 1000));
  g_atomic_pointer_set (&self->doing, what);
}

/* The user closes the progress window: cancels the job. The window stays until the worker has
 * ended. */
static gboolean
on_save_window_close (GtkWindow *window, SaveWork *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->is_stopped)
    save_work_free (self);
  return GDK_EVENT_STOP;
}

static void
on_page_gone (SaveWork *self)
{
  if (!gtk_widget_get_root (self->page))
    on_save_window_close (NULL, self);
}

static void go_on (SaveWork *self);

static void
build_window (SaveWork *self)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/org/poplens/Poplens/ui/save-job.ui");
  GtkRoot *root = gtk_widget_get_root (self->page);

  self->window = GTK_WIDGET (gtk_builder_get_object (builder, "window"));
  self->label = GTK_WIDGET (gtk_builder_get_object (builder, "label"));
  self->bar = GTK_WIDGET (gtk_builder_get_object (builder, "bar"));
  self->go_on = GTK_WIDGET (gtk_builder_get_object (builder, "go_on"));
  g_signal_connect_swapped (self->go_on, "clicked", G_CALLBACK (go_on), self);
  gtk_window_set_title (GTK_WINDOW (self->window), self->job->title);
  gtk_window_set_transient_for (GTK_WINDOW (self->window), GTK_WINDOW (root));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->job->title, -1);
  g_signal_connect (self->window, "close-request", G_CALLBACK (on_save_window_close), self);
}

static gboolean
show_save_progress (gboolean first, gpointer data)
{
  SaveWork *self = data;
  const char *doing = g_atomic_pointer_get (&self->doing);

  if (first && !GTK_IS_WINDOW (gtk_widget_get_root (self->page)))
    return FALSE;
  if (first && !self->window)
    build_window (self);
  double fraction = g_atomic_int_get (&self->done) / 1000.0;
  g_autofree char *words = self->job->describe ? self->job->describe (fraction, self->data) : NULL;
  gtk_label_set_text (GTK_LABEL (self->label), words ? words : doing ? doing : self->job->first);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), fraction);
  if (first)
    gtk_window_present (GTK_WINDOW (self->window));
  return TRUE;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SaveWork *self = data;
  GError *error = NULL;

  if (self->job->write (self->path, &self->work, self->data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Offers to continue a job that failed because the connection was lost: the window shows the error
 * and a button Continue. FALSE if the job cannot be continued. */
static gboolean
offer_to_go_on (SaveWork *self, const GError *error)
{
  if (!self->job->get_address || !g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK) ||
      g_cancellable_is_cancelled (self->cancellable) ||
      !GTK_IS_WINDOW (gtk_widget_get_root (self->page)))
    return FALSE;
  g_autofree char *text = g_strdup_printf (
      "Copy incomplete: %s. Continue connects and copies the rest.", error->message);
  poplens_save_progress_end (&self->progress);
  if (!self->window)
    build_window (self);
  self->is_stopped = TRUE;
  g_signal_connect_swapped (self->page, "notify::root", G_CALLBACK (on_page_gone), self);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_visible (self->go_on, TRUE);
  gtk_widget_set_sensitive (self->go_on, TRUE);
  gtk_window_set_default_widget (GTK_WINDOW (self->window), self->go_on);
  gtk_window_present (GTK_WINDOW (self->window));
  return TRUE;
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  SaveWork *self = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = g_task_propagate_boolean (G_TASK (result), &error);

  if (!saved && offer_to_go_on (self, error))
    return;
  g_autofree char *failed = saved ? NULL : poplens_save_failed (self->path, error);
  if (failed && gtk_widget_get_root (self->page))
    poplens_page_toast (self->page, failed);
  else if (gtk_widget_get_root (self->page))
    self->job->tell (self->page, self->path, self->data);
  save_work_free (self);
}

static void
start_saving (SaveWork *self)
{
  g_autoptr (GTask) task = NULL;

  self->is_stopped = FALSE;
  g_signal_handlers_disconnect_by_data (self->page, self);
  poplens_save_progress_begin (&self->progress, self->page, self->cancellable, show_save_progress,
                               self);
  /* Pass no source object: the task is freed on the worker, where a widget must not be finalized.
   */
  task = g_task_new (NULL, self->cancellable, on_saved, self);
  /* A worker that has completed the file must not report that it was cancelled: let the worker
   * decide, not GTask. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, save_thread);
}

/* Reconnecting has ended. If closing the window cancelled it, the job is already freed: @data must
 * not be used. */
static void
on_computer_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  SaveWork *self = data;
  g_autoptr (GObject) host = NULL;
  gboolean is_ready = poplens_remote_ready_finish (result, &host, NULL);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  if (is_ready) {
    gtk_widget_set_visible (self->go_on, FALSE);
    gtk_label_set_text (GTK_LABEL (self->label), self->job->first);
    start_saving (self);
  } else {
    gtk_widget_set_sensitive (self->go_on, TRUE);
  }
}

static void
go_on (SaveWork *self)
{
  gtk_widget_set_sensitive (self->go_on, FALSE);
  poplens_remote_ready_async (GTK_WINDOW (self->window), self->job->get_address (self->data),
                              self->cancellable, on_computer_ready, self);
}

void
poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path, gpointer data)
{
  SaveWork *self = g_new0 (SaveWork, 1);

  self->job = job;
  self->data = data;
  self->page = g_object_ref (page);
  self->path = g_strdup (path);
  self->cancellable = g_cancellable_new ();
  self->work = (PoplensWork){on_save_work, self, self->cancellable, 0, 1};
  start_saving (self);
}
