/* Thread pool of two threads: the caller's, and a helper with its own database connection. */
#include "database/crew.h"

#include "base/work.h"

/* Most jobs that run on the caller's thread alone: it finishes them before a second connection is
 * open. */
#define FEW_JOBS 3

typedef struct {
  PoplensDatabase *database; /* connection of the caller's thread */
  const GArray *jobs;
  const char *what;
  PoplensWork work;
  gint next, done, failed; /* atomic */
} WorkerPool;

static void
pool_run_jobs (WorkerPool *self, PoplensDatabase *database)
{
  while (!g_atomic_int_get (&self->failed)) {
    guint i = (guint) g_atomic_int_add (&self->next, 1);
    if (i >= self->jobs->len)
      break;
    const PoplensJob *job = &g_array_index (self->jobs, PoplensJob, i);
    if (!job->func (database, job->data, NULL))
      g_atomic_int_set (&self->failed, 1);
    poplens_work_go_on (&self->work, self->what, (guint64) g_atomic_int_add (&self->done, 1) + 1,
                        self->jobs->len);
  }
}

static gpointer
run_helper (gpointer data)
{
  WorkerPool *self = data;
  const PoplensDatabase *callers = self->database;
  GCancellable *cancellable = callers->cancellable;
  poplens_cancellable_push (cancellable);
  g_autoptr (PoplensDatabase) own =
      poplens_database_open (callers->file, callers->schema, NULL, NULL);

  /* Without a second connection, the caller's thread runs all jobs. */
  if (own) {
    poplens_database_begin (own, cancellable);
    pool_run_jobs (self, own);
    if (!poplens_database_check_reads (own, NULL))
      g_atomic_int_set (&self->failed, 1);
    poplens_database_end (own);
  }
  poplens_cancellable_pop (cancellable);
  return NULL;
}

void
poplens_crew_add (GArray *jobs, PoplensJobFunc func, gpointer data, gsize size, guint n)
{
  for (guint i = 0; i < n; i++) {
    PoplensJob job = {func, (guint8 *) data + i * size};
    g_array_append_val (jobs, job);
  }
}

gboolean
poplens_crew_run (PoplensDatabase *database, const GArray *jobs, const char *what, double from,
                  double to)
{
  PoplensWork whole = poplens_work_of (database->cancellable);
  WorkerPool pool = {.database = database,
                     .jobs = jobs,
                     .what = what,
                     .work = poplens_work_share (&whole, from, to)};
  GThread *helper =
      jobs->len > FEW_JOBS ? g_thread_try_new ("poplens-read", run_helper, &pool, NULL) : NULL;

  pool_run_jobs (&pool, database);
  g_clear_pointer (&helper, g_thread_join);
  return !pool.failed;
}
