/* Waits for the library while it reads, and answers signals meanwhile.
 *
 * Python's signal handlers run on the main thread, between its own instructions: a main thread that
 * reads for ten seconds would answer Ctrl+C after ten seconds. So a thread is made for the reading,
 * for that one alone (a pool would not live through fork ()), and the caller looks for signals.
 */
#include "python/pva.h"

/* How often signals are looked for, and how long a reading that was cancelled may take to end. */
#define PERIOD (50 * G_TIME_SPAN_MILLISECOND)
#define PATIENCE (200 * G_TIME_SPAN_MILLISECOND)

/* Held by both threads: the one that waits may go away. */
typedef struct {
  PvaRead read;
  PoplensReport *report;
  GStrv words;
  guint64 key;
  GCancellable *cancellable;
  PvaAnswer answer;
  GError *error;
  GMutex lock; /* of done alone; all else is the reader's until then */
  GCond ended;
  gboolean done;
} Reading;

static void
reading_clear (gpointer data)
{
  Reading *self = data;

  g_object_unref (self->report);
  g_strfreev (self->words);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->answer.frame, poplens_frame_unref);
  g_free (self->answer.text);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
}

static gpointer
work (gpointer data)
{
  Reading *self = data;

  self->read (self->report, self->words, self->key, &self->answer, self->cancellable, &self->error);
  g_mutex_lock (&self->lock);
  self->done = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->lock);
  g_atomic_rc_box_release_full (self, reading_clear);
  return NULL;
}

/* Whether it ended within the time. */
static gboolean
wait_for (Reading *self, gint64 time)
{
  gint64 until = g_get_monotonic_time () + time;

  g_mutex_lock (&self->lock);
  while (!self->done && g_cond_wait_until (&self->ended, &self->lock, until))
    ;
  gboolean done = self->done;
  g_mutex_unlock (&self->lock);
  return done;
}

/* With the interpreter's lock. FALSE with the exception of a signal's handler: then the reading was
 * cancelled, and ends soon or on its own. What it read by then the report keeps. */
static gboolean
wait_and_look (Reading *self)
{
  gboolean done = FALSE;

  while (!done) {
    Py_BEGIN_ALLOW_THREADS;
    done = wait_for (self, PERIOD);
    Py_END_ALLOW_THREADS;
    if (!done && PyErr_CheckSignals () < 0) {
      g_cancellable_cancel (self->cancellable);
      Py_BEGIN_ALLOW_THREADS;
      wait_for (self, PATIENCE);
      Py_END_ALLOW_THREADS;
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
pva_wait (PvaSource *source, PvaRead read, const char *const *words, guint64 key, PvaAnswer *answer)
{
  PvaState *state = pva_state_of (Py_TYPE (source));

  if (pva_source_check (source) < 0)
    return FALSE;
  Reading *self = g_atomic_rc_box_new0 (Reading);
  self->read = read;
  /* The report may be closed by another Python thread meanwhile. */
  self->report = g_object_ref (source->report);
  self->words = g_strdupv ((GStrv) words);
  self->key = key;
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  GThread *thread = g_thread_try_new ("pva", work, g_atomic_rc_box_acquire (self), NULL);
  if (!thread) {
    Py_BEGIN_ALLOW_THREADS;
    work (self);
    Py_END_ALLOW_THREADS;
  } else {
    g_thread_unref (thread);
  }
  gboolean good = wait_and_look (self);
  if (good && self->error) {
    pva_raise (state, g_steal_pointer (&self->error));
    good = FALSE;
  }
  if (good && answer) {
    *answer = self->answer;
    self->answer = (PvaAnswer){0};
  }
  Py_BEGIN_ALLOW_THREADS; /* the report may go with it */
  g_atomic_rc_box_release_full (self, reading_clear);
  Py_END_ALLOW_THREADS;
  return good;
}

PvaFrame *
pva_wait_for_frame (PvaSource *source, PvaRead read, const char *const *words, guint64 key)
{
  PvaAnswer answer;

  return pva_wait (source, read, words, key, &answer)
             ? pva_frame_new (pva_state_of (Py_TYPE (source)), answer.frame)
             : NULL;
}
