/* Loading parts: at most once each, on any thread, and many of them on a worker. */
#include "report/report-private.h"

#include "base/error.h"

#include <time.h>

#define POLL_MILLISECONDS 20

static gpointer
read_part (PoplensReport *self, PoplensPart part, GCancellable *cancellable, GError **error)
{
  const char *absence = poplens_report_get_absence (self, part);

  if (absence) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, absence);
    return NULL;
  }
  if (poplens_side_is_part (self, part))
    return poplens_side_read_part (self, part, cancellable, error);
  return poplens_profile_load (self->profile, part, cancellable, error);
}

/* Waits a moment for another thread's load; holds the lock before and after. */
static void
wait_a_moment (PoplensReport *self)
{
  struct timespec until;

  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += POLL_MILLISECONDS * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait (&self->loaded, &self->lock, &until);
}

/* A failure that will come again is kept; being cancelled, locked out or out of date may pass. */
static gboolean
is_lasting (const GError *error)
{
  return error->domain == POPLENS_ERROR && error->code != POPLENS_ERROR_CHANGED &&
         error->code != POPLENS_ERROR_BUSY;
}

gconstpointer
poplens_report_load (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                     GError **error)
{
  PartSlot *slot = &self->parts[part];
  g_autoptr (GError) wrong = NULL;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  pthread_mutex_lock (&self->lock);
  while (slot->loading && !g_cancellable_is_cancelled (cancellable))
    wait_a_moment (self);
  gpointer data = slot->data;
  if (!data && slot->error)
    wrong = g_error_copy (slot->error);
  else if (!data)
    g_cancellable_set_error_if_cancelled (cancellable, &wrong);
  if (!data && !wrong)
    slot->loading = TRUE;
  pthread_mutex_unlock (&self->lock);
  if (data)
    return data;
  if (!wrong) {
    data = read_part (self, part, cancellable, &wrong);
    pthread_mutex_lock (&self->lock);
    slot->data = data;
    slot->loading = FALSE;
    if (!data && is_lasting (wrong))
      slot->error = g_error_copy (wrong);
    pthread_cond_broadcast (&self->loaded);
    pthread_mutex_unlock (&self->lock);
  }
  if (!data)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return data;
}

gconstpointer
poplens_report_peek (PoplensReport *self, PoplensPart part)
{
  pthread_mutex_lock (&self->lock);
  gpointer data = self->parts[part].data;
  pthread_mutex_unlock (&self->lock);
  return data;
}

/* What a worker tells the caller's main context: one idle at a time, the newest word only. */
typedef struct {
  pthread_mutex_t lock;
  PoplensProgressFunc func;
  gpointer data;
  GMainContext *context;
  gboolean pending;
  double fraction;
  const char *what;
} Progress;

static void
progress_clear (gpointer data)
{
  Progress *progress = data;

  g_main_context_unref (progress->context);
  pthread_mutex_destroy (&progress->lock);
}

static void
progress_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, progress_clear);
}

static gboolean
progress_tell (gpointer data)
{
  Progress *progress = data;

  pthread_mutex_lock (&progress->lock);
  progress->pending = FALSE;
  double fraction = progress->fraction;
  const char *what = progress->what;
  pthread_mutex_unlock (&progress->lock);
  progress->func (fraction, what, progress->data);
  return G_SOURCE_REMOVE;
}

static void
progress_post (Progress *progress, double fraction, const char *what)
{
  pthread_mutex_lock (&progress->lock);
  progress->fraction = fraction;
  progress->what = what;
  gboolean post = !progress->pending && progress->func;
  progress->pending |= post;
  pthread_mutex_unlock (&progress->lock);
  if (post)
    g_main_context_invoke_full (progress->context, G_PRIORITY_DEFAULT_IDLE, progress_tell,
                                g_atomic_rc_box_acquire (progress), progress_unref);
}

typedef struct {
  guint32 parts;
  Progress *progress;
} LoadJob;

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  progress_unref (job->progress);
  g_free (job);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  LoadJob *job = task_data;
  guint n = __builtin_popcount (job->parts), done = 0;

  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    GError *error = NULL;
    if (!(job->parts & POPLENS_PART_BIT (p)))
      continue;
    progress_post (job->progress, (double) done++ / n, poplens_part_name (p));
    if (!poplens_report_load (source, p, cancellable, &error)) {
      if (!g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
        g_task_return_error (task, error);
        return;
      }
      g_error_free (error);
    }
  }
  g_task_return_boolean (task, TRUE);
}

void
poplens_report_load_async (PoplensReport *self, guint32 parts, PoplensProgressFunc progress,
                           gpointer progress_data, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  LoadJob *job = g_new0 (LoadJob, 1);

  job->parts = parts;
  job->progress = g_atomic_rc_box_new0 (Progress);
  pthread_mutex_init (&job->progress->lock, NULL);
  job->progress->func = progress;
  job->progress->data = progress_data;
  job->progress->context = g_main_context_ref_thread_default ();
  g_task_set_source_tag (task, poplens_report_load_async);
  g_task_set_task_data (task, job, load_job_free);
  g_task_run_in_thread (task, load_thread);
}

gboolean
poplens_report_load_finish (PoplensReport *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
