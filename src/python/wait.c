/* Calls the library on a new thread, while the Python thread checks for signals. Python handles
 * Ctrl+C only between its own instructions, so it could not interrupt a library call. A thread pool
 * would not survive fork (). */
#include "python/pva.h"

/* In µs. PERIOD: time between two checks for signals. PATIENCE: time to wait for a cancelled call.
 */
#define PERIOD (50 * G_TIME_SPAN_MILLISECOND)
#define PATIENCE (200 * G_TIME_SPAN_MILLISECOND)

/* State of a library call. Caller and worker thread each own a reference, because either may finish
 * first. */
typedef struct {
  PvaRead read;
  PoplensReport *report;
  GStrv words;
  guint64 key;
  GCancellable *cancellable;
  PvaAnswer answer;
  GError *error;
  GMutex lock; /* guards .done. Until .done is set, only the worker uses .answer and .error */
  GCond ended;
  gboolean done;
} LibraryCall;

static void
library_call_clear (gpointer data)
{
  LibraryCall *self = data;

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
library_call_run (gpointer data)
{
  LibraryCall *self = data;

  self->read (self->report, self->words, self->key, &self->answer, self->cancellable, &self->error);
  g_mutex_lock (&self->lock);
  self->done = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->lock);
  g_atomic_rc_box_release_full (self, library_call_clear);
  return NULL;
}

/* Waits up to @time µs for the end of the call. TRUE if it ended. */
static gboolean
library_call_wait (LibraryCall *self, gint64 time)
{
  gint64 until = g_get_monotonic_time () + time;

  g_mutex_lock (&self->lock);
  while (!self->done && g_cond_wait_until (&self->ended, &self->lock, until))
    ;
  gboolean done = self->done;
  g_mutex_unlock (&self->lock);
  return done;
}

/* Waits for the call, and runs signal handlers meanwhile. FALSE with an exception if a handler
 * raised one; the call is then cancelled. Called with the interpreter's lock held. */
static gboolean
library_call_wait_with_signals (LibraryCall *self)
{
  gboolean done = FALSE;

  while (!done) {
    Py_BEGIN_ALLOW_THREADS;
    done = library_call_wait (self, PERIOD);
    Py_END_ALLOW_THREADS;
    if (!done && PyErr_CheckSignals () < 0) {
      g_cancellable_cancel (self->cancellable);
      Py_BEGIN_ALLOW_THREADS;
      library_call_wait (self, PATIENCE);
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
  LibraryCall *self = g_atomic_rc_box_new0 (LibraryCall);
  self->read = read;
  /* Hold a reference, because another Python thread can close the report now. */
  self->report = g_object_ref (source->report);
  self->words = g_strdupv ((GStrv) words);
  self->key = key;
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  GThread *thread =
      g_thread_try_new ("pva", library_call_run, g_atomic_rc_box_acquire (self), NULL);
  if (!thread) {
    Py_BEGIN_ALLOW_THREADS;
    library_call_run (self);
    Py_END_ALLOW_THREADS;
  } else {
    g_thread_unref (thread);
  }
  gboolean good = library_call_wait_with_signals (self);
  if (good && self->error) {
    pva_raise (state, g_steal_pointer (&self->error));
    good = FALSE;
  }
  if (good && answer) {
    *answer = self->answer;
    self->answer = (PvaAnswer){0};
  }
  Py_BEGIN_ALLOW_THREADS; /* without the interpreter's lock, because this may free the report */
  g_atomic_rc_box_release_full (self, library_call_clear);
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
