/* Opens reports on a worker: by path, the current files of an open report, a report to compare
 * with, or a recovered copy. */
#include "app/window/report-loader.h"

#include "app/window/session-pair.h"
#include "base/error.h"
#include "derived/compare/compare-source.h"
#include "report/recover.h"

void
poplens_opened_free (PoplensOpened *self)
{
  if (!self)
    return;
  g_clear_object (&self->report);
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    g_free (self->reasons[i]);
  g_free (self);
}

PoplensLocation *
poplens_opened_first_location (const PoplensOpened *self, PoplensLocation *wanted)
{
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  PoplensLocation *from = wanted ? wanted : summary;
  PoplensPageId page = 0;

  if (!self->reasons[poplens_location_get_page (from)])
    return poplens_location_ref (from);
  while (page < POPLENS_N_PAGES && self->reasons[page])
    page++;
  g_autoptr (PoplensLocation) there =
      poplens_location_new (page < POPLENS_N_PAGES ? page : POPLENS_PAGE_SUMMARY);
  return poplens_pair_location (there, poplens_location_get (from, "with"),
                                poplens_location_get (from, "before"));
}

typedef struct {
  char *path;
  PoplensReport *report; /* (nullable): open report to reload from its files */
  PoplensReport *beside; /* (nullable): open report to compare the loaded report with */
  gboolean recover;      /* open a recovered copy, not the report itself */
  gboolean can_recover;  /* opening failed, and a recovered copy can be tried */
} LoadJob;

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  g_free (job->path);
  g_clear_object (&job->report);
  g_clear_object (&job->beside);
  g_free (job);
}

static PoplensReport *
open_report (LoadJob *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *copy = NULL;

  if (job->report)
    return poplens_report_reopen (job->report, error);
  if (!job->recover)
    return poplens_report_open (job->path, error);
  copy = poplens_report_recover (job->path, cancellable, error);
  return copy ? poplens_report_open (copy, error) : NULL;
}

/* TRUE if @path has reports only in folders deeper than poplens_report_open () searches. */
static gboolean
has_reports_below (const char *path, GCancellable *cancellable)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autoptr (GPtrArray) found =
      poplens_report_discover_below (path, &storage, NULL, cancellable, NULL);

  for (guint i = 0; found && i < found->len; i++)
    if (!((const PoplensReportCandidate *) g_ptr_array_index (found, i))->unreadable)
      return TRUE;
  return FALSE;
}

static void
open_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  LoadJob *job = data;
  g_autoptr (GError) error = NULL;
  poplens_cancellable_push (cancellable);
  g_autoptr (PoplensReport) report = open_report (job, cancellable, &error);
  if (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT) && !job->report &&
      has_reports_below (job->path, cancellable)) {
    g_clear_error (&error);
    g_set_error (&error, POPLENS_ERROR, POPLENS_ERROR_SEVERAL,
                 "%s has reports in the folders below; open one of them", job->path);
  }
  gboolean is_older =
      report && job->beside && poplens_compare_is_older (report, job->beside, cancellable);
  poplens_cancellable_pop (cancellable);

  if (!report) {
    job->can_recover = !job->recover && poplens_report_can_recover (job->path);
    g_task_return_error (task, g_steal_pointer (&error));
    return;
  }
  g_autoptr (PoplensFigureStore) figures = poplens_figure_store_new_default ();
  poplens_report_set_figures (report, figures);
  PoplensOpened *opened = g_new0 (PoplensOpened, 1);
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    opened->reasons[i] = poplens_page_why_not (i, report);
  opened->report = g_steal_pointer (&report);
  opened->is_older = is_older;
  g_task_return_pointer (task, opened, (GDestroyNotify) poplens_opened_free);
}

static void
start_loading (const char *path, PoplensReport *report, PoplensReport *beside, gboolean recover,
               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  LoadJob *job = g_new0 (LoadJob, 1);

  job->path = g_strdup (path);
  job->recover = recover;
  g_set_object (&job->report, report);
  g_set_object (&job->beside, beside);
  g_task_set_source_tag (task, start_loading);
  g_task_set_task_data (task, job, load_job_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, open_in_thread);
}

void
poplens_open_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                    gpointer user_data)
{
  start_loading (path, NULL, NULL, FALSE, cancellable, callback, user_data);
}

void
poplens_open_beside_async (const char *path, PoplensReport *beside, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  start_loading (path, NULL, beside, FALSE, cancellable, callback, user_data);
}

void
poplens_open_recovered_async (const char *path, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  start_loading (path, NULL, NULL, TRUE, cancellable, callback, user_data);
}

void
poplens_reopen_async (PoplensReport *report, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer user_data)
{
  start_loading (poplens_report_get_path (report), report, NULL, FALSE, cancellable, callback,
                 user_data);
}

gboolean
poplens_open_can_recover (GAsyncResult *result)
{
  LoadJob *job = g_task_get_task_data (G_TASK (result));

  /* If the call was cancelled, do not read .can_recover: the worker may still be writing it. */
  return !g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))) && job->can_recover;
}

PoplensOpened *
poplens_open_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
