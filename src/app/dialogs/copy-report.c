#include "app/dialogs/copy-report.h"

#include "app/dialogs/file-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/page/page-tables.h"
#include "base/format.h"
#include "report/copy.h"

/* Nothing came for so long: that is told in place of how fast it is. µs */
#define SILENCE (3 * (gint64) G_USEC_PER_SEC)

typedef struct {
  PoplensReport *report;
  PoplensReportCopied copied; /* its bytes are known before the first of them is told */
  gint64 since;               /* µs */
  double first;   /* how far it was when it began: what was there already took no time */
  double last;    /* how far it was when that changed last: … */
  gint64 last_at; /* … when that was, µs */
} Copy;

static void
copy_free (gpointer data)
{
  Copy *self = data;

  g_object_unref (self->report);
  g_free (self);
}

/* FALSE while something comes. */
static gboolean
describe_silence (Copy *self, double fraction, PoplensNumber silence)
{
  gint64 now = g_get_monotonic_time ();

  if (fraction != self->last || !self->last_at) {
    /* How fast it was before says nothing of what comes now. */
    if (self->last_at && now - self->last_at >= SILENCE) {
      self->since = now;
      self->first = -1;
    }
    self->last = fraction;
    self->last_at = now;
  }
  poplens_format_count (silence, (guint64) ((now - self->last_at) / G_USEC_PER_SEC));
  return now - self->last_at >= SILENCE;
}

/* "120 of 483 MiB · 11.2 MiB/s · about 30 seconds left" */
static char *
describe (double fraction, gpointer data)
{
  Copy *self = data;
  PoplensNumber done, all, speed, left, silence;
  gboolean is_silent = describe_silence (self, fraction, silence);
  double seconds = (double) (g_get_monotonic_time () - self->since) / G_USEC_PER_SEC;

  if (fraction <= 0)
    return NULL;
  if (self->first < 0)
    self->first = fraction;
  double rate = (fraction - self->first) / MAX (seconds, 0.001);
  poplens_format_bytes (done, (guint64) (fraction * (double) self->copied.bytes),
                        POPLENS_BYTE_UNIT_BINARY);
  poplens_format_bytes (all, self->copied.bytes, POPLENS_BYTE_UNIT_BINARY);
  if (is_silent)
    return g_strdup_printf ("%s of %s · no answer for %s seconds", done, all, silence);
  if (rate <= 0)
    return g_strdup_printf ("%s of %s", done, all);
  poplens_format_bytes (speed, (guint64) (rate * (double) self->copied.bytes),
                        POPLENS_BYTE_UNIT_BINARY);
  return g_strdup_printf ("%s of %s · %s/s · %s left", done, all, speed,
                          poplens_format_estimate (left, (1 - fraction) / rate));
}

static const char *
get_address (gpointer data)
{
  return poplens_report_get_path (((Copy *) data)->report);
}

static gboolean
write_copy (const char *path, const PoplensWork *work, gpointer data, GError **error)
{
  Copy *self = data;

  return poplens_report_copy (poplens_report_get_path (self->report), path, work, &self->copied,
                              error);
}

static void
tell (GtkWidget *page, const char *path, gpointer data)
{
  g_autofree char *text = g_strdup_printf ("Copied to %s", path);

  poplens_page_toast (page, text);
}

static const PoplensSaveJob job = {.title = "Copying Report",
                                   .describe = describe,
                                   .get_address = get_address,
                                   .first = "Starting…",
                                   .write = write_copy,
                                   .tell = tell,
                                   .free_data = copy_free};

void
poplens_copy_report_to (GtkWidget *page, PoplensReport *report, const char *folder)
{
  g_autofree char *name = g_path_get_basename (poplens_report_get_directory (report));
  g_autofree char *path = g_build_filename (folder, name, NULL);
  Copy *self = g_new0 (Copy, 1);

  self->report = g_object_ref (report);
  self->since = g_get_monotonic_time ();
  self->first = -1;
  poplens_save_job_run (&job, page, path, self);
}

static void
on_folder (const char *path, gpointer page)
{
  PoplensReport *report = g_object_get_data (page, "poplens-copied-report");

  poplens_copy_report_to (page, report, path);
}

void
poplens_copy_report_ask (GtkWidget *page, PoplensReport *report)
{
  g_object_set_data_full (G_OBJECT (page), "poplens-copied-report", g_object_ref (report),
                          g_object_unref);
  poplens_file_dialog_copy (GTK_WINDOW (gtk_widget_get_root (page)), on_folder, page);
}
