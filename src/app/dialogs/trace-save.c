#include "app/dialogs/trace-save.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/page/page-tables.h"
#include "app/window/settings.h"
#include "tables/export/trace-export.h"

typedef struct {
  PoplensReport *report;
  PoplensLocation *location;
  PoplensTraceFormat format;
  PoplensTraceCount count;
} Save;

static void
save_free (gpointer data)
{
  Save *self = data;

  g_object_unref (self->report);
  poplens_location_unref (self->location);
  g_free (self);
}

static gboolean
save_write (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  Save *self = data;

  return poplens_trace_export_file (self->report, self->location, self->format, path, work,
                                    &self->count, error);
}

static void
save_tell (GtkWidget *page, const char *path, gpointer data)
{
  Save *self = data;
  g_autofree char *what = poplens_trace_count_describe (&self->count, self->format, self->location);
  g_autofree char *said = g_strdup_printf ("Saved %s: %s", path, what);

  poplens_page_toast (page, said);
}

void
poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                       const char *path)
{
  static const PoplensSaveJob job = {"Saving the trace", "Loading the trace", save_write, save_tell,
                                     save_free};
  Save *self = g_new0 (Save, 1);

  self->report = g_object_ref (report);
  self->location = poplens_location_ref (location);
  self->format = poplens_trace_format_of_file (path);
  poplens_settings_set_string (poplens_settings_get_default (), "export", "trace",
                               poplens_trace_formats[self->format].key);
  poplens_save_job_run (&job, page, path, self);
}

/* ---- where to ----------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  PoplensLocation *location;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_object_unref (wanted->report);
  poplens_location_unref (wanted->location);
  g_free (wanted);
}

static void
on_path (const char *path, gpointer data)
{
  const Wanted *wanted = g_object_get_data (data, "poplens-trace-save");

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
  Wanted *wanted = g_new0 (Wanted, 1);
  g_autofree char *name = NULL;

  poplens_trace_format_parse (key, &format);
  name = g_strconcat (poplens_report_get_name (report), poplens_trace_formats[format].ending, NULL);
  wanted->report = g_object_ref (report);
  wanted->location = poplens_location_ref (location);
  g_object_set_data_full (G_OBJECT (page), "poplens-trace-save", wanted, wanted_free);
  poplens_file_dialog_save (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                            "Save Trace as .pftrace (Perfetto), .trace.json (Chrome) or .folded",
                            name, on_path, page);
}
