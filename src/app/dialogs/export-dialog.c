/* PoplensExportDialog: the choices for a picture, and a worker thread that draws it. */
#include "app/dialogs/export-dialog.h"

#include "app/chart/chart-widget.h"
#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-progress.h"
#include "app/page/page-tables.h"
#include "app/window/settings.h"
#include "base/save-file.h"
#include "pages/picture/picture.h"

#include <string.h>

typedef struct _ExportJob ExportJob;

struct _PoplensExportDialog {
  AdwWindow parent;
  AdwComboRow *what, *format, *theme, *scale;
  GtkSpinButton *width, *height;
  GtkWidget *save, *choices, *progress;
  GtkLabel *doing;
  GtkWidget *page;
  PoplensPageBundle *bundle;
  PoplensLocation *location;
  GPtrArray *charts; /* of PoplensSection: charts of the page, in the order of the rows of .what; at
                        least one */
  ExportJob *job;    /* (nullable): export that is running */
  PoplensSaveProgress shown; /* shows the progress of .job */
};

G_DEFINE_FINAL_TYPE (PoplensExportDialog, poplens_export_dialog, ADW_TYPE_WINDOW)

#define DEFAULT_WIDTH 1000
#define DEFAULT_HEIGHT 600
#define SMALLEST 100
#define LARGEST 16384

enum { THEME_SHOWN, THEME_LIGHT, THEME_DARK };

/* ---- drawing on a worker thread -------------------------------------------------------------- */

struct _ExportJob {
  GtkWidget *page;
  /* (nullable): dialog that shows the progress; NULL if the export has no dialog. */
  PoplensExportDialog *dialog;
  PoplensPageBundle *bundle;
  PoplensLocation *location;
  PoplensPictureSpec spec;
  char *chart, *font, *path; /* (nullable): key of the chart, name of the font, path of the file;
                                .path is NULL to copy the picture to the clipboard */
  GCancellable *cancellable;
  PoplensWork work;
  const char *doing; /* atomic: what the worker is doing; static string */
  int done;          /* atomic: progress (0 … 1000); negative: unknown */
};

static void
export_job_free (ExportJob *self)
{
  g_object_unref (self->page);
  g_clear_object (&self->dialog);
  g_object_unref (self->cancellable);
  poplens_page_bundle_unref (self->bundle);
  poplens_location_unref (self->location);
  g_free (self->chart);
  g_free (self->font);
  g_free (self->path);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExportJob, export_job_free)

static void
on_drawing_work (double fraction, const char *what, gpointer data)
{
  ExportJob *job = data;

  g_atomic_int_set (&job->done, strcmp (what, "Writing") ? (int) (fraction * 1000) : -1);
  g_atomic_pointer_set (&job->doing, what);
}

static GBytes *
draw_picture (const ExportJob *job, PoplensPictureFormat format, GError **error)
{
  PoplensPictureSpec spec = job->spec;

  spec.format = format;
  return poplens_page_draw_picture (job->bundle->page, job->location, &spec, error);
}

static gboolean
save_picture (const ExportJob *job, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  return poplens_report_may_write (job->bundle->report, job->path, error) &&
         (bytes = draw_picture (job, job->spec.format, error)) &&
         !g_cancellable_set_error_if_cancelled (job->cancellable, error) &&
         poplens_save_bytes (job->path, bytes, error);
}

/* Draws the picture in all formats, so that the program that pastes it can choose. (transfer full)
 */
static GPtrArray *
draw_all (const ExportJob *job, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (PoplensPictureFormat format = 0; format < POPLENS_N_PICTURES; format++) {
    GBytes *bytes = draw_picture (job, format, error);
    if (!bytes)
      return NULL;
    g_ptr_array_add (all, bytes);
  }
  return g_steal_pointer (&all);
}

static void
draw_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const ExportJob *job = data;
  g_autoptr (GPtrArray) all = NULL;
  GError *error = NULL;

  if (job->path)
    save_picture (job, &error);
  else
    all = draw_all (job, &error);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&all), (GDestroyNotify) g_ptr_array_unref);
}

/* Returns the clipboard content for a picture. A PNG becomes a GdkTexture, because GDK can convert
 * a texture to other image formats. */
static GdkContentProvider *
picture_provider (PoplensPictureFormat format, GBytes *bytes)
{
  g_autoptr (GdkTexture) texture = NULL;

  if (format != POPLENS_PICTURE_PNG)
    return gdk_content_provider_new_for_bytes (
        format == POPLENS_PICTURE_SVG ? "image/svg+xml" : "application/pdf", bytes);
  texture = gdk_texture_new_from_bytes (bytes, NULL);
  return texture ? gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture)
                 : gdk_content_provider_new_for_bytes ("image/png", bytes);
}

/* Copies the picture in all formats. The format that the user chose is first, because many programs
 * paste the first one that they know. */
static void
set_clipboard (const ExportJob *job, GPtrArray *all)
{
  GdkContentProvider *providers[POPLENS_N_PICTURES];
  g_autoptr (GdkContentProvider) provider = NULL;

  for (guint i = 0; i < all->len; i++) {
    PoplensPictureFormat format = (job->spec.format + i) % POPLENS_N_PICTURES;
    providers[i] = picture_provider (format, g_ptr_array_index (all, format));
  }
  provider = gdk_content_provider_new_union (providers, all->len);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (job->page), provider);
}

/* ---- progress -------------------------------------------------------------------------------- */

static gboolean
show_export_progress (gboolean first, gpointer data)
{
  PoplensExportDialog *self = data;
  const char *doing = g_atomic_pointer_get (&self->job->doing);
  int done = g_atomic_int_get (&self->job->done);

  if (first) {
    gtk_widget_set_visible (GTK_WIDGET (self->doing), TRUE);
    gtk_widget_set_visible (self->progress, TRUE);
  }
  gtk_label_set_text (self->doing, doing ? doing : "");
  if (done < 0)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  else
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), done / 1000.0);
  return TRUE;
}

/* Makes the choices insensitive until the export has ended. The Cancel button now cancels it. */
static void
begin_progress (PoplensExportDialog *self, ExportJob *job)
{
  self->job = job;
  gtk_widget_set_sensitive (self->choices, FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.save", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.copy", FALSE);
  poplens_save_progress_begin (&self->shown, NULL, job->cancellable, show_export_progress, self);
}

/* The export has ended: closes the dialog, unless the user has already closed it. */
static void
end_progress (PoplensExportDialog *self)
{
  self->job = NULL;
  poplens_save_progress_end (&self->shown);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_window_close (GTK_WINDOW (self));
}

static void
give_up (PoplensExportDialog *self)
{
  if (self->job)
    g_cancellable_cancel (self->job->cancellable);
  poplens_save_progress_end (&self->shown);
}

static gboolean
on_progress_close (GtkWindow *window)
{
  give_up (POPLENS_EXPORT_DIALOG (window));
  return GTK_WINDOW_CLASS (poplens_export_dialog_parent_class)->close_request (window);
}

static void
on_drawn (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExportJob) job = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *said = NULL;

  if (job->dialog)
    end_progress (job->dialog);
  if (!job->path && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    said = g_strdup ("Cancelled; nothing copied");
  else if (error)
    said = poplens_save_failed (job->path, error);
  else if (job->path)
    said = g_strdup_printf ("Saved %s", job->path);
  else
    said = g_strdup ("Copied the image as PNG, SVG and PDF");
  if (all)
    set_clipboard (job, all);
  if (gtk_widget_get_root (job->page))
    poplens_page_toast (job->page, said);
}

static void
run_export (ExportJob *job)
{
  /* Pass no source object: the task may be freed on the worker, where a widget must not be
   * finalized. */
  g_autoptr (GTask) task = g_task_new (NULL, job->cancellable, on_drawn, job);

  /* A worker that has completed the file must not report that it was cancelled: let the worker
   * decide, not GTask. */
  g_task_set_check_cancellable (task, FALSE);
  if (job->dialog)
    begin_progress (job->dialog, job);

  job->spec.chart = job->chart;
  job->spec.font = job->font;
  job->work = (PoplensWork){on_drawing_work, job, job->cancellable, 0, 1};
  job->spec.work = &job->work;
  job->spec.report_name = poplens_report_get_name (job->bundle->report);
  g_task_set_task_data (task, job, NULL);
  g_task_run_in_thread (task, draw_thread);
}

/* ---- choices --------------------------------------------------------------------------------- */

static PoplensPictureFormat
stored_format (void)
{
  g_autofree char *name =
      poplens_settings_get_string (poplens_settings_get_default (), "export", "format");
  PoplensPictureFormat format = POPLENS_PICTURE_PNG;

  if (name)
    poplens_picture_parse (name, &format);
  return format;
}

static int
stored_int (const char *key, int least, int most, int fallback)
{
  return CLAMP (poplens_settings_get_int (poplens_settings_get_default (), "export", key, fallback),
                least, most);
}

static gboolean
is_dark (int theme)
{
  return theme == THEME_SHOWN ? adw_style_manager_get_dark (adw_style_manager_get_default ())
                              : theme == THEME_DARK;
}

/* Creates a job with the choices in the settings. @chart: (nullable): key of the chart; NULL: the
 * first chart of the page. */
static ExportJob *
job_new (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location,
         const PoplensSection *chart)
{
  ExportJob *job = g_new0 (ExportJob, 1);

  job->page = g_object_ref (page);
  job->cancellable = g_cancellable_new ();
  job->bundle = poplens_page_bundle_ref (bundle);
  job->location = poplens_location_ref (location);
  job->chart = chart ? g_strdup (chart->key) : NULL;
  PoplensChartStyle style = poplens_chart_style_of (page);
  job->font = g_strdup (style.font);
  job->spec = (PoplensPictureSpec){
      .format = stored_format (),
      .width = stored_int ("width", SMALLEST, LARGEST, DEFAULT_WIDTH),
      .height = stored_int ("height", SMALLEST, LARGEST, DEFAULT_HEIGHT),
      .scale = stored_int ("scale", 1, 4, 1),
      .dark = is_dark (stored_int ("theme", THEME_SHOWN, THEME_DARK, THEME_SHOWN)),
      .palette = style.palette};
  return job;
}

void
poplens_export_copy (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location)
{
  run_export (job_new (page, bundle, location, poplens_page_get_chart (bundle->page)));
}

static const PoplensSection *
chosen_chart (PoplensExportDialog *self)
{
  return g_ptr_array_index (self->charts, adw_combo_row_get_selected (self->what));
}

static void
store_choices (PoplensExportDialog *self)
{
  PoplensSettings *settings = poplens_settings_get_default ();

  poplens_settings_set_string (settings, "export", "format",
                               poplens_picture_name (adw_combo_row_get_selected (self->format)));
  poplens_settings_set_int (settings, "export", "width",
                            gtk_spin_button_get_value_as_int (self->width));
  poplens_settings_set_int (settings, "export", "height",
                            gtk_spin_button_get_value_as_int (self->height));
  poplens_settings_set_int (settings, "export", "scale",
                            (int) adw_combo_row_get_selected (self->scale) + 1);
  poplens_settings_set_int (settings, "export", "theme",
                            (int) adw_combo_row_get_selected (self->theme));
}

/* ---- the dialog ------------------------------------------------------------------------------ */

static ExportJob *
job_of (PoplensExportDialog *self)
{
  ExportJob *job = job_new (self->page, self->bundle, self->location, chosen_chart (self));

  job->dialog = g_object_ref (self);
  return job;
}

static void
on_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensExportDialog *self = POPLENS_EXPORT_DIALOG (widget);

  store_choices (self);
  run_export (job_of (self));
}

void
poplens_export_dialog_save_to (PoplensExportDialog *self, const char *path)
{
  ExportJob *job = job_of (self);

  job->path = g_strdup (path);
  /* The suffix of the file name that the user typed decides the format. */
  poplens_picture_of_file (path, &job->spec.format);
  run_export (job);
}

static void
on_path (const char *path, gpointer data)
{
  poplens_export_dialog_save_to (data, path);
}

static void
on_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensExportDialog *self = POPLENS_EXPORT_DIALOG (widget);
  g_autofree char *name = NULL;

  store_choices (self);
  name = g_strdup_printf ("%s-%s.%s", poplens_report_get_name (self->bundle->report),
                          chosen_chart (self)->key,
                          poplens_picture_name (adw_combo_row_get_selected (self->format)));
  poplens_file_dialog_save (GTK_WINDOW (self), "Save Image", name, on_path, self);
}

static void
poplens_export_dialog_dispose (GObject *object)
{
  PoplensExportDialog *self = POPLENS_EXPORT_DIALOG (object);

  give_up (self);
  g_clear_object (&self->page);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
  G_OBJECT_CLASS (poplens_export_dialog_parent_class)->dispose (object);
}

static void
poplens_export_dialog_class_init (PoplensExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_export_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = on_progress_close;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, save);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, what);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, theme);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, width);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, height);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, choices);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, doing);
  gtk_widget_class_bind_template_child (widget_class, PoplensExportDialog, progress);
  gtk_widget_class_install_action (widget_class, "export.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "export.save", NULL, on_save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "export.save",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "export.copy", NULL);
}

static void
poplens_export_dialog_init (PoplensExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Focus the Save button: otherwise Enter would activate the first button, Cancel. */
  gtk_widget_grab_focus (self->save);
  adw_combo_row_set_selected (self->format, stored_format ());
  adw_combo_row_set_selected (self->theme,
                              (guint) stored_int ("theme", THEME_SHOWN, THEME_DARK, THEME_SHOWN));
  adw_combo_row_set_selected (self->scale, (guint) stored_int ("scale", 1, 4, 1) - 1);
  gtk_spin_button_set_value (self->width, stored_int ("width", SMALLEST, LARGEST, DEFAULT_WIDTH));
  gtk_spin_button_set_value (self->height,
                             stored_int ("height", SMALLEST, LARGEST, DEFAULT_HEIGHT));
}

static void
fill_what (PoplensExportDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const GPtrArray *sections = self->bundle->page->sections;

  self->charts = g_ptr_array_new ();
  for (guint i = 0; i < sections->len; i++) {
    PoplensSection *section = g_ptr_array_index (sections, i);
    if (!section->chart)
      continue;
    g_ptr_array_add (self->charts, section);
    gtk_string_list_append (names, poplens_chart_get_title (section->chart));
  }
  adw_combo_row_set_model (self->what, G_LIST_MODEL (names));
}

GtkWidget *
poplens_export_dialog_new (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location)
{
  PoplensExportDialog *self =
      g_object_new (POPLENS_TYPE_EXPORT_DIALOG, "transient-for", gtk_widget_get_root (page), NULL);

  self->page = g_object_ref (page);
  self->bundle = poplens_page_bundle_ref (bundle);
  self->location = poplens_location_ref (location);
  fill_what (self);
  return GTK_WIDGET (self);
}
