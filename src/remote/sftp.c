/* An SFTP session: a thread of its own writes what is queued and receives the replies. Callers
 * write directly if the socket accepts it, so that no request waits for the thread. */
#include "remote/sftp-private.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Space for the longest packet and its length field. */
#define BUFFER_SIZE (POPLENS_SFTP_LONGEST_PACKET + sizeof (guint32))

struct _PoplensSftp {
  char *destination;
  int in, out; /* descriptors; used by the session's thread, and by poplens_sftp_send () with the
                  lock held */
  int wake;    /* an eventfd: wakes the thread to write, or to end */
  int users;   /* number of references, atomic */
  int life;    /* references to this struct: one by all users together, one by the thread; atomic */
  pthread_mutex_t lock;
  pthread_cond_t changed; /* signalled when a reply arrives or the session ends */

  /* Protected by the lock. */
  GHashTable *pending; /* id → PoplensSftpQuestion */
  GByteArray *queue;   /* bytes to write, from .queue_from on */
  gsize queue_from;
  guint32 last_id;
  gsize most;
  gboolean greeted;
  gboolean closed; /* the descriptors are closed: nothing is written any more */
  GError *error;
  PoplensSftpTraffic traffic;

  /* Used by the thread only. */
  guint8 *buffer;
  gsize filled;
};

static void
wake_thread (PoplensSftp *self)
{
  eventfd_write (self->wake, 1);
}

/* ---- end of the session ---------------------------------------------------------------------- */

/* Ends the session with an error. Keeps the first error if called again. */
G_GNUC_PRINTF (2, 3)
static void
end_session (PoplensSftp *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  pthread_mutex_lock (&self->lock);
  if (!self->error)
    self->error = g_error_new_valist (POPLENS_ERROR, POPLENS_ERROR_LINK, format, arguments);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  va_end (arguments);
  wake_thread (self);
}

static void
end_broken (PoplensSftp *self, const char *what)
{
  end_session (self, "%s broke the SFTP protocol (%s); connect again, or copy the report",
               self->destination, what);
}

static void
end_lost (PoplensSftp *self, int code)
{
  /* ECONNRESET and EPIPE say nothing about the network: our own ssh closed its socket. */
  if (code && code != ECONNRESET && code != EPIPE)
    end_session (self, "The connection to %s was lost (%s)", self->destination, g_strerror (code));
  else
    end_session (self, "The connection to %s was lost", self->destination);
}

static gboolean
has_ended (PoplensSftp *self)
{
  pthread_mutex_lock (&self->lock);
  gboolean ended = self->error != NULL;
  pthread_mutex_unlock (&self->lock);
  return ended;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes as much as the socket accepts now. Called with the lock held. Returns 0 or an errno. */
static int
flush_locked (PoplensSftp *self)
{
  while (!self->closed && self->queue_from < self->queue->len) {
    gssize n = send (self->out, self->queue->data + self->queue_from,
                     self->queue->len - self->queue_from, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : errno;
    self->queue_from += (gsize) n;
    self->traffic.sent += (guint64) n;
  }
  g_byte_array_set_size (self->queue, 0);
  self->queue_from = 0;
  return 0;
}

/* Gives the request an id, and queues its packet. Called with the lock held. */
static void
queue_locked (PoplensSftp *self, PoplensSftpQuestion *question)
{
  /* Ids wrap after 2³² requests: skip those still in use. */
  do
    self->last_id++;
  while (g_hash_table_contains (self->pending, GUINT_TO_POINTER (self->last_id)));
  question->request.id = self->last_id;
  question->sent_at = g_get_monotonic_time ();
  self->traffic.requests++;
  if (!self->traffic.silent_since)
    self->traffic.silent_since = question->sent_at;
  g_hash_table_insert (self->pending, GUINT_TO_POINTER (self->last_id), question);
  if (!self->closed)
    poplens_sftp_encode (self->queue, &question->request);
}

void
poplens_sftp_send (PoplensSftp *self, PoplensSftpQuestion *const *questions, guint n)
{
  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < n; i++)
    queue_locked (self, questions[i]);
  /* Ignore an error here: the session's thread gets the same error. */
  flush_locked (self);
  gboolean is_left = self->queue_from < self->queue->len || self->error;
  pthread_mutex_unlock (&self->lock);
  if (is_left)
    wake_thread (self);
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void
wake_waiters (GCancellable *cancellable, gpointer data)
{
  PoplensSftp *self = data;

  pthread_mutex_lock (&self->lock);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

/* Waits until *@flag is TRUE, or @cancellable is cancelled. With @or_end, the end of the session
 * ends the wait, too. Returns *@flag. The lock protects *@flag. */
static gboolean
wait_for (PoplensSftp *self, const gboolean *flag, gboolean or_end, GCancellable *cancellable)
{
  gulong handler =
      cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (wake_waiters), self, NULL) : 0;

  pthread_mutex_lock (&self->lock);
  while (!*flag && !(or_end && self->error) && !g_cancellable_is_cancelled (cancellable))
    pthread_cond_wait (&self->changed, &self->lock);
  gboolean reached = *flag;
  pthread_mutex_unlock (&self->lock);
  g_cancellable_disconnect (cancellable, handler);
  return reached;
}

gboolean
poplens_sftp_wait (PoplensSftp *self, PoplensSftpQuestion *question, GCancellable *cancellable)
{
  if (wait_for (self, &question->answered, FALSE, cancellable))
    return TRUE;
  pthread_mutex_lock (&self->lock);
  question->unwanted = !question->answered;
  gboolean answered = question->answered;
  pthread_mutex_unlock (&self->lock);
  /* If the reply arrived just after the cancellation, only this function can free the request. */
  if (answered)
    poplens_sftp_question_free (question);
  return FALSE;
}

/* ---- replies, on the thread ------------------------------------------------------------------ */

static void
give_answer (PoplensSftp *self, PoplensSftpQuestion *question)
{
  pthread_mutex_lock (&self->lock);
  gboolean unwanted = question->unwanted;
  question->answered = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  /* If a thread waits for this request, the thread may have freed it already: do not touch it. */
  if (unwanted) {
    /* Close a handle that no caller will use. */
    if (question->handle)
      poplens_sftp_close_handle (self, question->handle);
    poplens_sftp_question_free (question);
  }
}

static void
fail_question (PoplensSftp *self, PoplensSftpQuestion *question)
{
  if (question->done) {
    poplens_sftp_read_fail (question, ENOLINK);
    return;
  }
  question->code = ENOLINK;
  give_answer (self, question);
}

static gboolean
take_read (PoplensSftp *self, PoplensSftpQuestion *question, PoplensSftpAnswer *answer)
{
  gboolean more = FALSE;
  const char *wrong = poplens_sftp_read_take (question, answer, &more);

  if (wrong) {
    end_broken (self, wrong);
    fail_question (self, question);
    return FALSE;
  }
  if (more) {
    poplens_sftp_read_continue (question, poplens_sftp_get_most (self));
    poplens_sftp_send (self, &question, 1);
  }
  return TRUE;
}

static void
take_limits (PoplensSftp *self, const PoplensSftpAnswer *answer)
{
  if (answer->type != POPLENS_SFTP_EXTENDED_REPLY)
    return;
  pthread_mutex_lock (&self->lock);
  self->most = poplens_sftp_read_limit (answer);
  pthread_mutex_unlock (&self->lock);
}

/* Finds the pending request that @answer belongs to, and removes it from the pending ones.
 * (transfer full) (nullable): NULL if there is no such request */
static PoplensSftpQuestion *
take_question (PoplensSftp *self, const PoplensSftpAnswer *answer)
{
  gpointer id = GUINT_TO_POINTER (answer->id), question = NULL;

  pthread_mutex_lock (&self->lock);
  g_hash_table_steal_extended (self->pending, id, NULL, &question);
  if (question) {
    PoplensSftpQuestion *asked = question;
    gint64 now = g_get_monotonic_time (), took = MAX (now - asked->sent_at, 1);
    self->traffic.silent_since = g_hash_table_size (self->pending) ? now : 0;
    gint64 *best = &self->traffic.round_trip;
    *best = *best ? MIN (*best, took) : took;
  }
  pthread_mutex_unlock (&self->lock);
  return question;
}

static gboolean
take_answer (PoplensSftp *self, PoplensSftpAnswer *answer)
{
  PoplensSftpQuestion *question = take_question (self, answer);

  if (!question) {
    end_broken (self, "an answer without a request");
    return FALSE;
  }
  if (question->done)
    return take_read (self, question, answer);
  if (question->request.type == POPLENS_SFTP_LIMITS)
    take_limits (self, answer);
  const char *wrong = poplens_sftp_question_take (question, answer);
  if (wrong) {
    end_broken (self, wrong);
    fail_question (self, question);
    return FALSE;
  }
  give_answer (self, question);
  return TRUE;
}

/* Handles the reply to INIT, which has no id. */
static gboolean
take_version (PoplensSftp *self, const PoplensSftpAnswer *answer)
{
  if (answer->code != 3) {
    end_session (self, "%s speaks SFTP version %u; Poplens needs version 3", self->destination,
                 answer->code);
    return FALSE;
  }
  if (answer->has_limits) {
    PoplensSftpQuestion *question = g_new0 (PoplensSftpQuestion, 1);
    question->request.type = POPLENS_SFTP_LIMITS;
    question->unwanted = TRUE;
    poplens_sftp_send (self, &question, 1);
  }
  pthread_mutex_lock (&self->lock);
  self->greeted = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
  return TRUE;
}

static gboolean
take_packet (PoplensSftp *self, const guint8 *packet, gsize n)
{
  PoplensSftpAnswer answer;

  if (!poplens_sftp_decode (packet, n, &answer)) {
    end_broken (self, "an invalid packet");
    return FALSE;
  }
  /* VERSION must be the first reply of the server, and no later reply may be a VERSION. */
  if ((answer.type == POPLENS_SFTP_VERSION) == self->greeted) {
    end_broken (self, "an unexpected packet");
    return FALSE;
  }
  return self->greeted ? take_answer (self, &answer) : take_version (self, &answer);
}

/* ---- reading, on the thread ------------------------------------------------------------------ */

/* Ends the session with an explanation if the server's shell printed text at login, before any
 * packet. */
static gboolean
end_if_noise (PoplensSftp *self)
{
  g_autofree char *text =
      self->greeted ? NULL : poplens_sftp_quote_noise (self->buffer, self->filled);

  if (text)
    end_session (
        self,
        "%s prints text at login (“%s”), which breaks SFTP; guard it in .bashrc with “[ -t 1 ] &&”",
        self->destination, text);
  return text != NULL;
}

/* Handles all complete packets in the buffer. FALSE once the session ended. */
static gboolean
take_packets (PoplensSftp *self)
{
  gsize from = 0;

  while (!has_ended (self)) {
    gssize n = poplens_sftp_measure (self->buffer + from, self->filled - from);
    if (n < 0) {
      if (!end_if_noise (self))
        end_broken (self, "a packet of an invalid length");
      return FALSE;
    }
    if (!n || (gsize) n > self->filled - from)
      break;
    if (!take_packet (self, self->buffer + from, (gsize) n))
      return FALSE;
    from += (gsize) n;
  }
  memmove (self->buffer, self->buffer + from, self->filled - from);
  self->filled -= from;
  return TRUE;
}

static gboolean
read_some (PoplensSftp *self)
{
  gssize n = read (self->in, self->buffer + self->filled, BUFFER_SIZE - self->filled);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return TRUE;
  if (n <= 0) {
    /* A login text of fewer than four bytes looks like an incomplete packet: check for it here. */
    if (n < 0 || !end_if_noise (self))
      end_lost (self, n < 0 ? errno : 0);
    return FALSE;
  }
  self->filled += (gsize) n;
  pthread_mutex_lock (&self->lock);
  self->traffic.received += (guint64) n;
  if (self->traffic.silent_since)
    self->traffic.silent_since = g_get_monotonic_time ();
  pthread_mutex_unlock (&self->lock);
  return take_packets (self);
}

/* Waits until there is something to read or write, or the eventfd is signalled. */
static void
poll_all (PoplensSftp *self, struct pollfd polled[3])
{
  eventfd_t rung;

  pthread_mutex_lock (&self->lock);
  gboolean is_left = self->queue_from < self->queue->len;
  pthread_mutex_unlock (&self->lock);
  polled[0] = (struct pollfd){self->in, POLLIN, 0};
  polled[1] = (struct pollfd){is_left ? self->out : -1, POLLOUT, 0};
  polled[2] = (struct pollfd){self->wake, POLLIN, 0};
  if (poll (polled, 3, -1) < 0)
    polled[0].revents = polled[1].revents = polled[2].revents = 0;
  if (polled[2].revents)
    eventfd_read (self->wake, &rung);
}

static void
converse (PoplensSftp *self)
{
  struct pollfd polled[3];

  while (!has_ended (self)) {
    poll_all (self, polled);
    /* Read before writing: a failed write ends the session, and unread replies would be lost. */
    if (polled[0].revents && !has_ended (self))
      read_some (self);
    if (polled[1].revents) {
      pthread_mutex_lock (&self->lock);
      int code = flush_locked (self);
      pthread_mutex_unlock (&self->lock);
      if (code)
        end_lost (self, code);
    }
  }
  pthread_mutex_lock (&self->lock);
  self->closed = TRUE;
  pthread_mutex_unlock (&self->lock);
  close (self->in);
  close (self->out);
}

/* Fails all pending requests. Also fails requests that are sent after the end of the session,
 * because callbacks run only on this thread. */
static void
fail_all (PoplensSftp *self)
{
  g_autoptr (GPtrArray) questions = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer question;

  pthread_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &question))
    g_ptr_array_add (questions, question);
  g_hash_table_remove_all (self->pending);
  pthread_mutex_unlock (&self->lock);
  for (guint i = 0; i < questions->len; i++)
    fail_question (self, g_ptr_array_index (questions, i));
}

/* ---- the object ------------------------------------------------------------------------------ */

static void
sftp_release (PoplensSftp *self)
{
  if (!g_atomic_int_dec_and_test (&self->life))
    return;
  close (self->wake);
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->changed);
  g_hash_table_unref (self->pending);
  g_byte_array_unref (self->queue);
  g_clear_error (&self->error);
  g_free (self->destination);
  g_free (self->buffer);
  g_free (self);
}

static void *
run_session (void *data)
{
  PoplensSftp *self = data;
  eventfd_t rung;

  pthread_setname_np (pthread_self (), "sftp");
  converse (self);
  for (;;) {
    gboolean is_wanted = g_atomic_int_get (&self->users) > 0;
    fail_all (self);
    if (!is_wanted)
      break;
    struct pollfd polled = {self->wake, POLLIN, 0};
    if (poll (&polled, 1, -1) > 0)
      eventfd_read (self->wake, &rung);
  }
  sftp_release (self);
  return NULL;
}

PoplensSftp *
poplens_sftp_new (const char *destination, int in, int out, GCancellable *cancellable,
                  GError **error)
{
  PoplensSftp *self = g_new0 (PoplensSftp, 1);

  self->destination = g_strdup (destination);
  self->in = in;
  self->out = out;
  self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  self->users = 1;
  self->life = 2;
  self->most = POPLENS_SFTP_USUAL_READ;
  self->pending = g_hash_table_new (NULL, NULL);
  self->queue = g_byte_array_new ();
  self->buffer = g_malloc (BUFFER_SIZE);
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->changed, NULL);
  pthread_t thread;
  PoplensSftpRequest hello = {.type = POPLENS_SFTP_INIT};
  poplens_sftp_encode (self->queue, &hello);
  if (pthread_create (&thread, NULL, run_session, self) != 0)
    g_error ("no thread can be started"); /* abort, as g_thread_new () does on failure */
  pthread_detach (thread);
  if (wait_for (self, &self->greeted, TRUE, cancellable))
    return self;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_propagate_error (error, poplens_sftp_get_error (self));
  poplens_sftp_unref (self);
  return NULL;
}

PoplensSftp *
poplens_sftp_ref (PoplensSftp *self)
{
  g_atomic_int_inc (&self->users);
  return self;
}

void
poplens_sftp_unref (PoplensSftp *self)
{
  if (!g_atomic_int_dec_and_test (&self->users))
    return;
  poplens_sftp_close (self);
  sftp_release (self);
}

void
poplens_sftp_close (PoplensSftp *self)
{
  end_session (self, "The connection to %s was closed", self->destination);
}

GError *
poplens_sftp_get_error (PoplensSftp *self)
{
  pthread_mutex_lock (&self->lock);
  GError *error = self->error ? g_error_copy (self->error) : NULL;
  pthread_mutex_unlock (&self->lock);
  return error;
}

gsize
poplens_sftp_get_most (PoplensSftp *self)
{
  pthread_mutex_lock (&self->lock);
  gsize most = self->most;
  pthread_mutex_unlock (&self->lock);
  return most;
}

void
poplens_sftp_get_traffic (PoplensSftp *self, PoplensSftpTraffic *traffic)
{
  pthread_mutex_lock (&self->lock);
  *traffic = self->traffic;
  pthread_mutex_unlock (&self->lock);
}
