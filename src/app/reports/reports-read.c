#include "app/reports/reports-read.h"

#include "remote/address.h"

/* Between two tables of what was read so far; the first comes sooner. */
#define PAUSE (300 * G_TIME_SPAN_MILLISECOND)
#define FIRST_PAUSE (100 * G_TIME_SPAN_MILLISECOND)

typedef struct {
  char *folder;
  PoplensReportListOptions options;
  PoplensReportList *before; /* (nullable) */
  char *rules;               /* (nullable): those of the list before, then of the folder */
  GPtrArray *limits;         /* (nullable): the same */
  char *wrong;               /* (nullable): with them */
  PoplensByteUnit unit;
  PoplensReportsSoFar so_far;
  GObject *object;
  GCancellable *cancellable;
  gint64 next; /* when to tell again: monotonic */
  int waiting; /* atomic: what was told was not heard yet */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->folder);
  g_clear_pointer (&job->before, poplens_report_list_unref);
  g_clear_pointer (&job->limits, g_ptr_array_unref);
  g_free (job->rules);
  g_free (job->wrong);
  g_object_unref (job->cancellable);
  g_free (job);
}

/* ---- on the way to the main thread -------------------------------------------------------------
 */

typedef struct {
  GTask *task; /* has the job */
  PoplensTable *table;
  guint done, all;
} Batch;

static gboolean
on_batch (gpointer data)
{
  const Batch *batch = data;
  Job *job = g_task_get_task_data (batch->task);

  if (!g_cancellable_is_cancelled (job->cancellable))
    job->so_far (batch->table, batch->done, batch->all, job->object);
  g_atomic_int_set (&job->waiting, FALSE);
  return G_SOURCE_REMOVE;
}

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_clear_pointer (&batch->table, poplens_table_unref);
  g_object_unref (batch->task);
  g_free (batch);
}

/* ---- on the worker -----------------------------------------------------------------------------
 */

static void
on_listed (PoplensReportList *so_far, guint all, gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);
  gint64 now = g_get_monotonic_time ();

  if (now < job->next || so_far->reports->len == all || g_atomic_int_get (&job->waiting))
    return;
  Batch *batch = g_new0 (Batch, 1);
  batch->task = g_object_ref (task);
  batch->done = so_far->reports->len;
  batch->all = all;
  if (!job->before) {
    poplens_report_list_sort (so_far);
    batch->table = poplens_report_list_table (so_far, &job->options, job->unit);
  }
  g_atomic_int_set (&job->waiting, TRUE);
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, on_batch, batch, batch_free);
  job->next = g_get_monotonic_time () + PAUSE;
}

/* A folder of another computer has none: who opens it did not write them. */
static void
read_rules (Job *job)
{
  g_autofree char *path = g_build_filename (job->folder, POPLENS_REPORTS_RULES, NULL);
  g_autofree char *before = g_steal_pointer (&job->rules);
  const char *const files[] = {path, NULL};
  g_autoptr (GError) error = NULL;

  if (!poplens_address_is_remote (job->folder) &&
      g_file_get_contents (path, &job->rules, NULL, NULL)) {
    job->limits = poplens_budget_collect (files, NULL, FALSE, &error);
    job->wrong = error ? g_strdup (error->message) : NULL;
  }
  job->options.rules = job->limits;
  job->options.before = g_strcmp0 (before, job->rules) ? NULL : job->before;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  read_rules (job);
  job->next = g_get_monotonic_time () + FIRST_PAUSE;
  PoplensReportList *list =
      poplens_report_list_read (job->folder, &job->options, on_listed, task, cancellable, &error);
  if (list)
    g_task_return_pointer (task, list, (GDestroyNotify) poplens_report_list_unref);
  else
    g_task_return_error (task, error);
}

void
poplens_reports_read_async (const char *folder, PoplensReportList *before, const char *rules,
                            gboolean time, PoplensByteUnit unit, PoplensReportsSoFar so_far,
                            GCancellable *cancellable, GAsyncReadyCallback callback,
                            GObject *object)
{
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. The
   * callback's data keeps it. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, g_object_ref (object));
  Job *job = g_new0 (Job, 1);

  job->folder = g_strdup (folder);
  job->before = before ? poplens_report_list_ref (before) : NULL;
  job->rules = g_strdup (rules);
  job->options.time = time;
  job->unit = unit;
  job->so_far = so_far;
  job->object = object;
  job->cancellable = g_object_ref (cancellable);
  g_task_set_source_tag (task, poplens_reports_read_async);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_in_thread);
}

PoplensReportList *
poplens_reports_read_finish (GAsyncResult *result, char **rules, char **wrong, GError **error)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  PoplensReportList *list = g_task_propagate_pointer (G_TASK (result), error);

  *wrong = list ? g_steal_pointer (&job->wrong) : NULL;
  if (list) {
    g_free (*rules);
    *rules = g_steal_pointer (&job->rules);
  }
  return list;
}
