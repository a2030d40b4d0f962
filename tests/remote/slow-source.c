/* A slow remote file without a remote computer: answers requests late, from a thread. */
#include "remote/slow-source.h"

#include <pthread.h>

typedef struct {
  guint64 offset;
  gsize n;
  gint64 due; /* time of the answer in µs */
  PoplensBlocksDone done;
  gpointer user_data;
} SlowRequest;

struct _SlowSource {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  GQueue questions;
  GArray *offsets;
  SlowSourceCount count;
  guint delay;
  guint64 rate;
  gint64 busy_until;
  gboolean shuffles, is_held, ends;
  int code;
  guint64 size;
};

guint8
slow_source_byte (guint64 offset)
{
  return (guint8) (offset * 7 + (offset >> 8) * 13 + (offset >> 16) * 101);
}

gboolean
slow_source_is_right (const guint8 *bytes, gsize n, guint64 offset)
{
  for (gsize i = 0; i < n; i++)
    if (bytes[i] != slow_source_byte (offset + i))
      return FALSE;
  return TRUE;
}

/* Returns the request that is due. (nullable): NULL if none; @until: (out): when to look again */
static SlowRequest *
take_due (SlowSource *self, gint64 *until)
{
  guint n = self->questions.length;
  SlowRequest *question = NULL;

  *until = g_get_monotonic_time () + 100000;
  if (!n || self->is_held)
    return NULL;
  question = g_queue_peek_nth (&self->questions,
                               self->shuffles ? (guint) g_random_int_range (0, (gint32) n) : 0);
  if (question->due > g_get_monotonic_time () && !self->ends) {
    *until = question->due;
    return NULL;
  }
  g_queue_remove (&self->questions, question);
  return question;
}

static void
slow_source_answer (SlowSource *self, SlowRequest *question)
{
  gsize n = question->n;
  int code = self->code;

  if (self->size < question->offset + n)
    n = self->size > question->offset ? self->size - question->offset : 0;
  g_autofree guint8 *bytes = g_malloc (n + 1);
  for (gsize i = 0; i < n; i++)
    bytes[i] = slow_source_byte (question->offset + i);
  pthread_mutex_unlock (&self->lock);
  question->done (question->user_data, bytes, code ? 0 : n, code);
  g_free (question);
  pthread_mutex_lock (&self->lock);
}

static gpointer
run_thread (gpointer data)
{
  SlowSource *self = data;
  gint64 until;

  pthread_mutex_lock (&self->lock);
  while (!self->ends || self->questions.length) {
    SlowRequest *question = take_due (self, &until);
    if (question) {
      slow_source_answer (self, question);
      continue;
    }
    struct timespec time = {.tv_sec = until / G_USEC_PER_SEC,
                            .tv_nsec = until % G_USEC_PER_SEC * 1000};
    pthread_cond_timedwait (&self->changed, &self->lock, &time);
  }
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

static void *
start_run_thread (void *data)
{
  return run_thread (data);
}

SlowSource *
slow_source_new (guint delay_us, guint64 rate)
{
  SlowSource *self = g_new0 (SlowSource, 1);
  pthread_condattr_t monotonic;

  self->delay = delay_us;
  self->rate = rate;
  self->size = G_MAXUINT64;
  self->offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &monotonic);
  pthread_condattr_destroy (&monotonic);
  pthread_create (&self->thread, NULL, start_run_thread, self);
  return self;
}

void
slow_source_free (SlowSource *self)
{
  pthread_mutex_lock (&self->lock);
  self->ends = TRUE;
  self->is_held = FALSE;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->lock);
  pthread_join (self->thread, NULL);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  g_array_unref (self->offsets);
  g_free (self);
}

void
slow_source_ask (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
                 gpointer user_data)
{
  SlowSource *self = file;
  SlowRequest *question = g_new (SlowRequest, 1);
  gint64 now = g_get_monotonic_time ();

  pthread_mutex_lock (&self->lock);
  self->busy_until = MAX (self->busy_until, now + self->delay);
  if (self->rate)
    self->busy_until += (gint64) (n * G_USEC_PER_SEC / self->rate);
  *question = (SlowRequest){offset, n, self->busy_until, done, user_data};
  g_queue_push_tail (&self->questions, question);
  g_array_append_val (self->offsets, offset);
  self->count.requests++;
  self->count.bytes += n;
  self->count.longest = MAX (self->count.longest, n);
  self->count.most_at_once = MAX (self->count.most_at_once, self->questions.length);
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

#define SET(field, value)                                                                          \
  do {                                                                                             \
    pthread_mutex_lock (&self->lock);                                                              \
    self->field = value;                                                                           \
    pthread_cond_signal (&self->changed);                                                          \
    pthread_mutex_unlock (&self->lock);                                                            \
  } while (0)

void
slow_source_shuffle (SlowSource *self)
{
  SET (shuffles, TRUE);
}

void
slow_source_hold (SlowSource *self, gboolean hold)
{
  SET (is_held, hold);
}

void
slow_source_fail (SlowSource *self, int code)
{
  SET (code, code);
}

void
slow_source_cut (SlowSource *self, guint64 size)
{
  SET (size, size);
}

SlowSourceCount
slow_source_count (SlowSource *self)
{
  pthread_mutex_lock (&self->lock);
  SlowSourceCount count = self->count;
  pthread_mutex_unlock (&self->lock);
  return count;
}

GArray *
slow_source_get_offsets (SlowSource *self)
{
  pthread_mutex_lock (&self->lock);
  GArray *copy = g_array_copy (self->offsets);
  pthread_mutex_unlock (&self->lock);
  return copy;
}
