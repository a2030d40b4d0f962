/* Implements PoplensWork, which reports progress and cancellation, and poplens_both (), which runs
 * calls on two threads. */
#include "base/work.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- priority of threads --------------------------------------------------------------------- */

void
poplens_lower_priority (PoplensNice nice)
{
  setpriority (PRIO_PROCESS, (id_t) gettid (), nice);
}

/* ---- two threads ----------------------------------------------------------------------------- */

typedef struct {
  PoplensBothFunc func;
  gpointer data;
  guint n;
  gint next; /* atomic: number of the next call */
} SharedCalls;

static gpointer
make_shared_calls (gpointer data)
{
  SharedCalls *self = data;

  for (;;) {
    guint i = (guint) g_atomic_int_add (&self->next, 1);
    if (i >= self->n)
      return NULL;
    self->func (i, self->data);
  }
}

void
poplens_both (const char *name, PoplensBothFunc func, gpointer data, guint n)
{
  SharedCalls calls = {func, data, n, 0};
  GThread *helper = n > 1 ? g_thread_try_new (name, make_shared_calls, &calls, NULL) : NULL;

  make_shared_calls (&calls);
  g_clear_pointer (&helper, g_thread_join);
}

/* ---- work ------------------------------------------------------------------------------------ */

PoplensWork
poplens_work_share (const PoplensWork *self, double from, double to)
{
  PoplensWork share = self ? *self : (PoplensWork){.to = 1};
  double width = share.to - share.from;

  share.to = share.from + width * to;
  share.from += width * from;
  return share;
}

gboolean
poplens_work_go_on (const PoplensWork *self, const char *what, guint64 done, guint64 all)
{
  if (!self)
    return TRUE;
  if (self->tell)
    self->tell (self->from + (self->to - self->from) * (double) done / (double) MAX (all, 1), what,
                self->data);
  return !g_cancellable_is_cancelled (self->cancellable);
}

/* ---- by a cancellable ------------------------------------------------------------------------ */

#define LISTENER "poplens-work"

typedef struct {
  PoplensWorkFunc tell;
  gpointer data;
  double from, to; /* current reports cover this share of the whole, 0 … 1 */
} Listener;

void
poplens_work_attach (GCancellable *cancellable, PoplensWorkFunc tell, gpointer data)
{
  Listener *listener = g_new (Listener, 1);

  *listener = (Listener){tell, data, 0, 1};
  g_object_set_data_full (G_OBJECT (cancellable), LISTENER, listener, g_free);
}

static Listener *
get_listener (GCancellable *cancellable)
{
  return cancellable ? g_object_get_data (G_OBJECT (cancellable), LISTENER) : NULL;
}

PoplensWork
poplens_work_of (GCancellable *cancellable)
{
  const Listener *listener = get_listener (cancellable);
  PoplensWork work = {.cancellable = cancellable, .to = 1};

  if (listener) {
    work.tell = listener->tell;
    work.data = listener->data;
    work.from = listener->from;
    work.to = listener->to;
  }
  return work;
}

void
poplens_work_expect_reading (GCancellable *cancellable, gboolean reading)
{
  Listener *listener = get_listener (cancellable);

  if (!listener)
    return;
  listener->from = 0;
  listener->to = reading ? 0.5 : 1;
}

void
poplens_work_has_read (GCancellable *cancellable)
{
  Listener *listener = get_listener (cancellable);

  if (!listener || listener->to == 1)
    return;
  listener->from = listener->to;
  listener->to = 1;
}

#define POLL_NANOSECONDS 20000000

gboolean
poplens_lock_unless_cancelled (pthread_mutex_t *lock, GCancellable *cancellable, GError **error)
{
  struct timespec until;

  if (!cancellable)
    return pthread_mutex_lock (lock) == 0;
  do {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    clock_gettime (CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
  } while (pthread_mutex_timedlock (lock, &until) != 0);
  return TRUE;
}
