/* PoplensFindSource: builds the search index and runs queries, both on worker threads. */
#include "app/find/find-source.h"

#include "app/remote/link-cost.h"
#include "pages/core/views.h"

/* Maximum number of results of a query. Users do not read more, they type more words. */
#define MOST_RESULTS 100

struct _PoplensFindSource {
  GObject parent;
  PoplensSession *session;
  PoplensFinder *finder; /* (nullable): search index; NULL until it is built */
  /* (nullable): cancels building the index; NULL if no index is being built. */
  GCancellable *preparing;
  GCancellable *asking; /* (nullable): cancels the running query */
  char *query;          /* (nullable): query that waits until the index is built */
  gboolean is_wanted; /* the user wants the complete index, however much data of a remote report it
                         needs */
  guint64 left_out;   /* bytes to transfer for the parts that the index leaves out; 0: the index is
                         complete */
};

G_DEFINE_FINAL_TYPE (PoplensFindSource, poplens_find_source, G_TYPE_OBJECT)

static void
cancel_task (GCancellable **cancellable)
{
  if (*cancellable)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

/* ---- the index ------------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  gboolean loads;
} IndexJob;

static void
index_job_free (gpointer data)
{
  IndexJob *making = data;

  g_object_unref (making->report);
  g_free (making);
}

static void
make_index (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const IndexJob *making = data;
  GError *error = NULL;
  PoplensFinder *finder =
      poplens_finder_new_with_views (making->report, making->loads, cancellable, &error);

  if (finder)
    g_task_return_pointer (task, finder, (GDestroyNotify) poplens_finder_unref);
  else
    g_task_return_error (task, error);
}

static void
on_index_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFindSource) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFinder) finder = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *query = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->preparing)
    return;
  g_clear_object (&self->preparing);
  if (!finder) {
    g_signal_emit_by_name (self, "failed", error->message);
    return;
  }
  self->finder = g_steal_pointer (&finder);
  g_signal_emit_by_name (self, "ready");
  query = g_steal_pointer (&self->query);
  if (query)
    poplens_find_source_ask (self, query);
}

static void
on_search_progress (double fraction, const char *what, gpointer data)
{
  if (POPLENS_FIND_SOURCE (data)->preparing)
    g_signal_emit_by_name (data, "progress", fraction, what);
}

static void
on_parts_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  /* Ignore errors: parts that cannot be loaded are not searched. */
  poplens_report_load_finish (POPLENS_REPORT (source), result, NULL);
  if (!g_task_return_error_if_cancelled (task))
    g_task_run_in_thread (task, make_index);
}

static void
begin_index (PoplensFindSource *self, gboolean loads)
{
  PoplensReport *report = poplens_session_get_report (self->session);
  /* Pass no source object: the task may be freed on the worker, but only the main thread may
   * finalize this object. */
  GTask *task = g_task_new (NULL, self->preparing, on_index_made, g_object_ref (self));
  IndexJob *making = g_new (IndexJob, 1);

  *making = (IndexJob){g_object_ref (report), loads};
  g_task_set_task_data (task, making, index_job_free);
  poplens_report_load_async (report, loads ? poplens_finder_parts () : 0, on_search_progress, self,
                             self->preparing, on_parts_loaded, task);
}

static void
on_estimated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFindSource) self = data;
  guint64 bytes = poplens_cost_finish (result);

  if (g_task_get_cancellable (G_TASK (result)) != self->preparing)
    return;
  self->left_out = bytes > POPLENS_COST_UNASKED ? bytes : 0;
  begin_index (self, !self->left_out);
}

void
poplens_find_source_prepare (PoplensFindSource *self)
{
  PoplensReport *report = poplens_session_get_report (self->session);

  if (self->finder || self->preparing || !report)
    return;
  self->preparing = g_cancellable_new ();
  self->left_out = 0;
  if (self->is_wanted || poplens_report_is_near (report))
    begin_index (self, TRUE);
  else
    poplens_cost_async (report, poplens_finder_parts (), self->preparing, on_estimated,
                        g_object_ref (self));
}

void
poplens_find_source_want_all (PoplensFindSource *self)
{
  self->is_wanted = TRUE;
  cancel_task (&self->preparing);
  cancel_task (&self->asking);
  g_clear_pointer (&self->finder, poplens_finder_unref);
  poplens_find_source_prepare (self);
}

char *
poplens_find_source_describe_left_out (PoplensFindSource *self)
{
  return self->finder && self->left_out
             ? poplens_cost_describe (poplens_session_get_report (self->session), self->left_out)
             : NULL;
}

gboolean
poplens_find_source_is_ready (PoplensFindSource *self)
{
  return self->finder != NULL;
}

static void
on_report_changed (PoplensFindSource *self)
{
  gboolean wanted = self->finder || self->preparing;

  cancel_task (&self->preparing);
  cancel_task (&self->asking);
  g_clear_pointer (&self->finder, poplens_finder_unref);
  if (wanted)
    poplens_find_source_prepare (self);
}

/* ---- queries --------------------------------------------------------------------------------- */

typedef struct {
  PoplensFinder *finder;
  char *query;
  PoplensByteUnit unit;
} FindRequest;

static void
find_request_free (gpointer data)
{
  FindRequest *question = data;

  poplens_finder_unref (question->finder);
  g_free (question->query);
  g_free (question);
}

static void
run_query (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const FindRequest *question = data;
  GError *error = NULL;
  PoplensFinds *finds = poplens_finder_find_patterns (
      question->finder, question->query, MOST_RESULTS, question->unit, cancellable, &error);

  if (finds)
    g_task_return_pointer (task, finds, (GDestroyNotify) poplens_finds_free);
  else
    g_task_return_error (task, error);
}

static void
on_query_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFindSource) self = data;
  g_autoptr (PoplensFinds) finds = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  if (finds)
    g_signal_emit_by_name (self, "found", finds);
}

void
poplens_find_source_ask (PoplensFindSource *self, const char *query)
{
  g_autoptr (GTask) task = NULL;
  FindRequest *question;

  cancel_task (&self->asking);
  if (!self->finder) {
    g_free (self->query);
    self->query = g_strdup (query);
    poplens_find_source_prepare (self);
    return;
  }
  question = g_new (FindRequest, 1);
  *question = (FindRequest){poplens_finder_ref (self->finder), g_strdup (query),
                            poplens_session_get_byte_unit (self->session)};
  self->asking = g_cancellable_new ();
  task = g_task_new (NULL, self->asking, on_query_answered, g_object_ref (self));
  g_task_set_task_data (task, question, find_request_free);
  g_task_run_in_thread (task, run_query);
}

gboolean
poplens_find_source_is_asking (PoplensFindSource *self)
{
  return self->asking || self->query;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_find_source_dispose (GObject *object)
{
  PoplensFindSource *self = POPLENS_FIND_SOURCE (object);

  cancel_task (&self->preparing);
  cancel_task (&self->asking);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->finder, poplens_finder_unref);
  g_clear_pointer (&self->query, g_free);
  G_OBJECT_CLASS (poplens_find_source_parent_class)->dispose (object);
}

static void
poplens_find_source_class_init (PoplensFindSourceClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_find_source_dispose;
  g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_DOUBLE, G_TYPE_STRING);
  g_signal_new ("ready", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("found", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_POINTER);
  g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
}

static void
poplens_find_source_init (PoplensFindSource *self)
{
}

PoplensFindSource *
poplens_find_source_new (PoplensSession *session)
{
  PoplensFindSource *self = g_object_new (POPLENS_TYPE_FIND_SOURCE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (on_report_changed), self);
  /* Build the index again if the compared report changes: it contains the commands for two reports.
   */
  g_signal_connect_swapped (session, "notify::other", G_CALLBACK (on_report_changed), self);
  return self;
}
