#include "app/dialogs/save-job.h"

#include <adwaita.h>

#include "app/dialogs/save-progress.h"
#include "app/page/page-tables.h"
#include "app/remote/remote-ready.h"
#include "base/error.h"

typedef struct {
  const PoplensSaveJob *job;
  gpointer data;
  GtkWidget *page;
  char *path;
  GCancellable *cancellable;
  PoplensWork work;
  const char *doing; /* static; the worker's last word; atomic, as is … */
  int done;          /* … of 1000 */
  GtkWidget *window; /* (nullable) */
  GtkWidget *label, *bar, *go_on;
  PoplensSaveProgress progress;
  gboolean is_stopped; /* the link was lost, and no worker is at it */
} Job;

static void
job_free (Job *self)
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

/* ---- how far it is -----------------------------------------------------------------------------
 */

static void
on_work (double fraction, const char *what, gpointer data)
{
  Job *self = data;

  g_atomic_int_set (&self->done, (int) (fraction * 1000));
  g_atomic_pointer_set (&self->doing, what);
}

/* Closing it is giving up; it goes when the worker has seen that. */
static gboolean
on_close (GtkWindow *window, Job *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->is_stopped)
    job_free (self);
  return GDK_EVENT_STOP;
}

static void
on_page_gone (Job *self)
{
  if (!gtk_widget_get_root (self->page))
    on_close (NULL, self);
}

static void go_on (Job *self);

static void
build_window (Job *self)
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
  g_signal_connect (self->window, "close-request", G_CALLBACK (on_close), self);
}

static gboolean
show (gboolean first, gpointer data)
{
  Job *self = data;
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

/* ---- writing -----------------------------------------------------------------------------------
 */

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *self = data;
  GError *error = NULL;

  if (self->job->write (self->path, &self->work, self->data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Where the link was lost: says so in the window, which stays. */
static gboolean
offer_to_go_on (Job *self, const GError *error)
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
  Job *self = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = g_task_propagate_boolean (G_TASK (result), &error);

  if (!saved && offer_to_go_on (self, error))
    return;
  g_autofree char *failed = saved ? NULL : poplens_save_failed (self->path, error);
  if (failed && gtk_widget_get_root (self->page))
    poplens_page_toast (self->page, failed);
  else if (gtk_widget_get_root (self->page))
    self->job->tell (self->page, self->path, self->data);
  job_free (self);
}

static void
start (Job *self)
{
  g_autoptr (GTask) task = NULL;

  self->is_stopped = FALSE;
  g_signal_handlers_disconnect_by_data (self->page, self);
  poplens_save_progress_begin (&self->progress, self->page, self->cancellable, show, self);
  /* Without a source: the worker lets go of the task last, and is not to finalize a widget. */
  task = g_task_new (NULL, self->cancellable, on_saved, self);
  /* Whether it was cancelled is for the worker to say: what was written by then, is. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, save_thread);
}

/* The window may have been closed meanwhile, and @self with it: then it was cancelled. */
static void
on_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *self = data;
  g_autoptr (GObject) host = NULL;
  gboolean is_ready = poplens_remote_ready_finish (result, &host, NULL);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  if (is_ready) {
    gtk_widget_set_visible (self->go_on, FALSE);
    gtk_label_set_text (GTK_LABEL (self->label), self->job->first);
    start (self);
  } else {
    gtk_widget_set_sensitive (self->go_on, TRUE);
  }
}

static void
go_on (Job *self)
{
  gtk_widget_set_sensitive (self->go_on, FALSE);
  poplens_remote_ready_async (GTK_WINDOW (self->window), self->job->get_address (self->data),
                              self->cancellable, on_ready, self);
}

void
poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path, gpointer data)
{
  Job *self = g_new0 (Job, 1);

  self->job = job;
  self->data = data;
  self->page = g_object_ref (page);
  self->path = g_strdup (path);
  self->cancellable = g_cancellable_new ();
  self->work = (PoplensWork){on_work, self, self->cancellable, 0, 1};
  start (self);
}
