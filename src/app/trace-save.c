#include "app/trace-save.h"

#include "app/file-dialog.h"
#include "app/page-tables.h"
#include "app/save-progress.h"
#include "app/settings.h"
#include "tables/trace-export.h"

typedef struct {
  GtkWidget *page;
  PoplensReport *report;
  PoplensPlace *place;
  PoplensTraceFormat format;
  char *path;
  GCancellable *cancellable;
  PoplensWork work;
  PoplensTraceCount count;
  const char *doing; /* static; the worker's last word; atomic, as is … */
  int done;          /* … of 1000 */
  GtkWidget *window; /* (nullable) */
  GtkWidget *label, *bar;
  PoplensSaveProgress progress;
} Save;

static void
save_free (Save *self)
{
  poplens_save_progress_end (&self->progress);
  if (self->window)
    gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->page);
  g_object_unref (self->report);
  g_object_unref (self->cancellable);
  poplens_place_unref (self->place);
  g_free (self->path);
  g_free (self);
}

/* ---- how far it is -----------------------------------------------------------------------------
 */

static void
on_work (double fraction, const char *what, gpointer data)
{
  Save *self = data;

  g_atomic_int_set (&self->done, (int) (fraction * 1000));
  g_atomic_pointer_set (&self->doing, what);
}

/* Closing it is giving up; it goes when the worker has seen that. */
static gboolean
on_close (GtkWindow *window, Save *self)
{
  g_cancellable_cancel (self->cancellable);
  return GDK_EVENT_STOP;
}

static GtkWidget *
build_header (void)
{
  GtkWidget *header = adw_header_bar_new (), *cancel = gtk_button_new_with_mnemonic ("_Cancel");

  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  return header;
}

static void
build_window (Save *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->window = adw_window_new ();
  gtk_window_set_title (GTK_WINDOW (self->window), "Saving the trace");
  gtk_window_set_transient_for (GTK_WINDOW (self->window),
                                GTK_WINDOW (gtk_widget_get_root (self->page)));
  gtk_window_set_modal (GTK_WINDOW (self->window), TRUE);
  gtk_window_set_resizable (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 360, -1);
  self->label = gtk_label_new (NULL);
  self->bar = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Saving the trace", -1);
  gtk_widget_set_margin_top (inner, 18);
  gtk_widget_set_margin_bottom (inner, 24);
  gtk_widget_set_margin_start (inner, 18);
  gtk_widget_set_margin_end (inner, 18);
  gtk_box_append (GTK_BOX (inner), self->label);
  gtk_box_append (GTK_BOX (inner), self->bar);
  gtk_box_append (GTK_BOX (box), build_header ());
  gtk_box_append (GTK_BOX (box), inner);
  adw_window_set_content (ADW_WINDOW (self->window), box);
  g_signal_connect (self->window, "close-request", G_CALLBACK (on_close), self);
}

static gboolean
show (gboolean first, gpointer data)
{
  Save *self = data;
  const char *doing = g_atomic_pointer_get (&self->doing);

  if (first && !GTK_IS_WINDOW (gtk_widget_get_root (self->page)))
    return FALSE;
  if (first)
    build_window (self);
  gtk_label_set_text (GTK_LABEL (self->label), doing ? doing : "Reading the trace");
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar),
                                 g_atomic_int_get (&self->done) / 1000.0);
  if (first)
    gtk_window_present (GTK_WINDOW (self->window));
  return TRUE;
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Save *self = data;
  GError *error = NULL;

  if (poplens_trace_export_file (self->report, self->place, self->format, self->path, &self->work,
                                 &self->count, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Save *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *what = NULL, *said = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error)) {
    what = poplens_trace_count_describe (&self->count, self->format, self->place);
    said = g_strdup_printf ("Saved %s: %s", self->path, what);
  } else {
    said = poplens_save_failed (self->path, error);
  }
  if (gtk_widget_get_root (self->page))
    poplens_page_toast (self->page, said);
  save_free (self);
}

void
poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensPlace *place,
                       const char *path)
{
  Save *self = g_new0 (Save, 1);
  g_autoptr (GTask) task = NULL;

  self->page = g_object_ref (page);
  self->report = g_object_ref (report);
  self->place = poplens_place_ref (place);
  self->path = g_strdup (path);
  self->cancellable = g_cancellable_new ();
  self->work = (PoplensWork){on_work, self, self->cancellable, 0, 1};
  self->format = poplens_trace_format_of_file (path);
  poplens_save_progress_begin (&self->progress, page, self->cancellable, show, self);
  poplens_settings_set_string (poplens_settings_get_default (), "export", "trace",
                               poplens_trace_formats[self->format].key);
  task = g_task_new (page, self->cancellable, on_saved, self);
  /* Whether it was cancelled is for the worker to say: what was written by then, is. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, save_thread);
}

/* ---- where to ----------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  PoplensPlace *place;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_object_unref (wanted->report);
  poplens_place_unref (wanted->place);
  g_free (wanted);
}

static void
on_path (const char *path, gpointer data)
{
  const Wanted *wanted = g_object_get_data (data, "poplens-trace-save");

  if (wanted)
    poplens_trace_save_to (data, wanted->report, wanted->place, path);
}

void
poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensPlace *place)
{
  GtkRoot *root = gtk_widget_get_root (page);
  g_autofree char *key =
      poplens_settings_get_string (poplens_settings_get_default (), "export", "trace");
  PoplensTraceFormat format = POPLENS_TRACE_PERFETTO;
  Wanted *wanted = g_new0 (Wanted, 1);
  g_autofree char *name = NULL;

  poplens_trace_format_parse (key, &format);
  name = g_strconcat (poplens_report_get_name (report), poplens_trace_formats[format].ending, NULL);
  wanted->report = g_object_ref (report);
  wanted->place = poplens_place_ref (place);
  g_object_set_data_full (G_OBJECT (page), "poplens-trace-save", wanted, wanted_free);
  poplens_file_dialog_save (
      GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
      "Save trace as .pftrace (Perfetto), .trace.json (Chrome), .speedscope.json or .folded", name,
      on_path, page);
}
