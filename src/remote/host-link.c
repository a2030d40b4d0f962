/* The SSH connection of a host: connecting on demand, reconnecting, further lanes, and tests
 * whether the link still works. */
#include "base/error.h"
#include "remote/host-private.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* ---- the link -------------------------------------------------------------------------------- */

#define POLL_NS 50000000L
/* Shortest suspend of this computer, µs, after which the link is tested. */
#define LEAST_SLEEP G_USEC_PER_SEC
#define SLEEP_TEST_MS 3000
/* µs after a failed attempt to connect. During this time, requests fail at once, instead of waiting
 * for the timeout, too. */
#define FAILS_FOR (5 * (gint64) G_USEC_PER_SEC)

/* Delays in seconds before each attempt to reconnect. An attempt that ends by timeout is the last
 * one. */
static const guint delays[] = {0, 2, 8};
#define PATIENCE_AGAIN 5u
#define PATIENCE_ALONE 15u /* seconds to connect, if ssh may not ask the user */

/* ---- prompters ------------------------------------------------------------------------------- */

static PoplensHostPrompter *
prompter_ref (PoplensHostPrompter *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

static char *
ask_prompter (const PoplensPrompt *prompt, GCancellable *cancellable, gpointer user_data)
{
  PoplensHostPrompter *self = user_data;

  return self->prompt (prompt, cancellable, self->user_data);
}

void
poplens_host_prompter_unref (gpointer prompter)
{
  PoplensHostPrompter *self = prompter;

  if (!self || !g_atomic_int_dec_and_test (&self->refs))
    return;
  if (self->destroy)
    self->destroy (self->user_data);
  g_free (self);
}

/* ---- state ----------------------------------------------------------------------------------- */

void
poplens_host_wait (PoplensHost *self)
{
  struct timespec until;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += POLL_NS;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_cond_timedwait (&self->changed, &self->lock, &until);
}

void
poplens_host_count_waits (PoplensHost *self, guint n)
{
  pthread_mutex_lock (&self->lock);
  self->waits += n;
  pthread_mutex_unlock (&self->lock);
}

/* Emits "changed". @data: weak reference, as the host may be freed before this function runs. */
static gboolean
emit_changed (gpointer data)
{
  g_autoptr (PoplensHost) self = g_weak_ref_get (data);

  if (self)
    g_signal_emit_by_name (self, "changed");
  return G_SOURCE_REMOVE;
}

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Sets the state, wakes waiting threads, and schedules "changed". Called with the lock held. */
static void
set_state (PoplensHost *self, PoplensHostState state)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  self->state = state;
  pthread_cond_broadcast (&self->changed);
  g_weak_ref_init (weak, self);
  g_idle_add_full (G_PRIORITY_DEFAULT, emit_changed, weak, weak_ref_free);
}

static gint64
time_asleep (void)
{
  struct timespec boot, awake;

  clock_gettime (CLOCK_BOOTTIME, &boot);
  clock_gettime (CLOCK_MONOTONIC, &awake);
  return (boot.tv_sec - awake.tv_sec) * (gint64) G_USEC_PER_SEC +
         (boot.tv_nsec - awake.tv_nsec) / 1000;
}

static void
lane_clear (PoplensHostLane *lane)
{
  if (lane->sftp) {
    poplens_sftp_close (lane->sftp);
    poplens_sftp_unref (lane->sftp);
  }
  if (lane->child)
    poplens_ssh_child_free (lane->child);
  *lane = (PoplensHostLane){0};
}

/* Moves all lanes of the host to the array @lanes; the host then has none. Called with the lock
 * held. */
static void
take_lanes (PoplensHost *self, PoplensHostLane *lanes)
{
  memcpy (lanes, self->lanes, sizeof self->lanes);
  memset (self->lanes, 0, sizeof self->lanes);
  for (guint l = 0; l < POPLENS_MOST_LANES; l++) {
    PoplensSftpTraffic traffic;
    if (!lanes[l].sftp)
      continue;
    poplens_sftp_get_traffic (lanes[l].sftp, &traffic);
    self->received += traffic.received;
    self->sent += traffic.sent;
    /* Wake threads that wait for blocks, so that they reconnect. */
    poplens_block_line_set_lane (self->line, l);
  }
}

static void
clear_lanes (PoplensHostLane *lanes)
{
  for (guint l = POPLENS_MOST_LANES; l--;)
    lane_clear (&lanes[l]);
}

/* Saves ssh's last messages, for users who want details. */
static void
keep_words (PoplensHost *self, PoplensSshChild *child)
{
  char *words = poplens_ssh_child_get_words (child);

  pthread_mutex_lock (&self->lock);
  g_free (self->words);
  self->words = words;
  pthread_mutex_unlock (&self->lock);
}

/* Handles the loss of the connection. Called with the lock held; releases it meanwhile. */
static void
lose_connection (PoplensHost *self)
{
  PoplensHostLane lanes[POPLENS_MOST_LANES];

  take_lanes (self, lanes);
  self->state = POPLENS_HOST_CONNECTING;
  pthread_mutex_unlock (&self->lock);
  GError *why = poplens_sftp_get_error (lanes[0].sftp);
  poplens_ssh_child_set_error (lanes[0].child, &why);
  keep_words (self, lanes[0].child);
  clear_lanes (lanes);
  pthread_mutex_lock (&self->lock);
  g_clear_error (&self->error);
  self->error = why;
  g_free (self->lost);
  self->lost = g_strdup (why->message);
  if (self->state == POPLENS_HOST_CONNECTING)
    set_state (self, POPLENS_HOST_LOST);
}

/* ---- connecting ------------------------------------------------------------------------------ */

/* Ways in which ssh may ask for a password. */
typedef enum {
  POPLENS_ASK_FREELY,      /* with the prompter, or at the terminal */
  POPLENS_ASK_ON_TERMINAL, /* at the terminal only, as the user did not ask to connect now */
  POPLENS_ASK_NOBODY,
} Asking;

static gboolean
lane_connect (PoplensHost *self, PoplensHostLane *lane, Asking asking, GCancellable *cancellable,
              GError **error)
{
  PoplensSshOptions options = {0};
  int in, out;

  pthread_mutex_lock (&self->lock);
  options.patience = asking != POPLENS_ASK_FREELY ? PATIENCE_AGAIN
                     : self->is_batch             ? PATIENCE_ALONE
                                                  : 0;
  /* With a prompter, ask nothing while reconnecting: a dialog that opens by itself would be in the
   * way. */
  options.held_back = asking == POPLENS_ASK_ON_TERMINAL && self->prompter && !self->is_batch;
  options.batch = self->is_batch || asking == POPLENS_ASK_NOBODY || options.held_back;
  if (self->prompter && !options.batch) {
    options.prompt = ask_prompter;
    options.prompt_data = prompter_ref (self->prompter);
    options.prompt_destroy = poplens_host_prompter_unref;
  }
  pthread_mutex_unlock (&self->lock);
  lane->child = poplens_ssh_child_new (self->address, &options, error);
  if (lane->child) {
    poplens_ssh_child_take_descriptors (lane->child, &in, &out);
    lane->sftp = poplens_sftp_new (self->destination, in, out, cancellable, error);
    if (lane->sftp)
      return TRUE;
    if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      poplens_ssh_child_set_error (lane->child, error);
    keep_words (self, lane->child);
  }
  lane_clear (lane);
  return FALSE;
}

/* Waits. FALSE if it was cancelled, or the connection is no longer wanted. */
static gboolean
pause_for (PoplensHost *self, guint seconds, GCancellable *cancellable)
{
  gint64 until = g_get_monotonic_time () + seconds * (gint64) G_USEC_PER_SEC;

  pthread_mutex_lock (&self->lock);
  while (g_get_monotonic_time () < until && !g_cancellable_is_cancelled (cancellable) &&
         self->state == POPLENS_HOST_CONNECTING)
    poplens_host_wait (self);
  gboolean is_wanted = self->state == POPLENS_HOST_CONNECTING;
  pthread_mutex_unlock (&self->lock);
  return is_wanted && !g_cancellable_is_cancelled (cancellable);
}

static gboolean
try_to_connect (PoplensHost *self, PoplensHostLane *lane, gboolean is_again,
                GCancellable *cancellable, GError **error)
{
  Asking asking = is_again ? POPLENS_ASK_ON_TERMINAL : POPLENS_ASK_FREELY;

  for (guint t = 0; t < G_N_ELEMENTS (delays); t++) {
    if (!pause_for (self, delays[t], cancellable))
      break;
    gint64 begun = g_get_monotonic_time ();
    g_clear_error (error);
    if (lane_connect (self, lane, asking, cancellable, error))
      return TRUE;
    gboolean is_dead = g_get_monotonic_time () - begun >= PATIENCE_AGAIN * (gint64) G_USEC_PER_SEC;
    if (!is_again || is_dead || g_cancellable_is_cancelled (cancellable))
      return FALSE;
  }
  if (!*error)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return FALSE;
}

/* Connects on this thread, while others wait. Called with the lock held; releases it meanwhile.
 * Returns 0, ECANCELED or ENOLINK. */
static int
connect_it (PoplensHost *self, gboolean is_again, GCancellable *cancellable)
{
  PoplensHostState before = self->state;
  PoplensHostLane lane = {0};
  GError *wrong = NULL;

  set_state (self, POPLENS_HOST_CONNECTING);
  self->connecting_at = g_get_monotonic_time ();
  pthread_mutex_unlock (&self->lock);
  g_signal_emit_by_name (self, "connects");
  gboolean is_there = try_to_connect (self, &lane, is_again, cancellable, &wrong);
  pthread_mutex_lock (&self->lock);
  /* The user has disconnected meanwhile. */
  if (is_there && self->state != POPLENS_HOST_CONNECTING) {
    pthread_mutex_unlock (&self->lock);
    lane_clear (&lane);
    pthread_mutex_lock (&self->lock);
    return ECANCELED;
  }
  if (is_there) {
    lane.serial = poplens_block_line_set_lane (self->line, 0);
    self->lanes[0] = lane;
    self->failed_at = 0;
    self->asleep = time_asleep ();
    g_clear_error (&self->error);
    set_state (self, POPLENS_HOST_CONNECTED);
    return 0;
  }
  set_state (self, before);
  if (g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_error_free (wrong);
    return ECANCELED;
  }
  g_clear_error (&self->error);
  self->error = wrong;
  self->failed_at = g_get_monotonic_time ();
  return ENOLINK;
}

/* Connects unless there is a connection. Called with the lock held. @is_asked: TRUE if the user
 * asked to connect. Returns 0, ECANCELED or ENOLINK. */
static int
get_connected (PoplensHost *self, gboolean is_asked, GCancellable *cancellable)
{
  while (!g_cancellable_is_cancelled (cancellable)) {
    if (self->state == POPLENS_HOST_CONNECTED) {
      g_autoptr (GError) ended = poplens_sftp_get_error (self->lanes[0].sftp);
      if (!ended)
        return 0;
      lose_connection (self);
    } else if (self->state == POPLENS_HOST_CONNECTING) {
      poplens_host_wait (self);
    } else {
      if (!is_asked && self->failed_at && g_get_monotonic_time () - self->failed_at < FAILS_FOR)
        return ENOLINK;
      return connect_it (self, self->state == POPLENS_HOST_LOST && !is_asked, cancellable);
    }
  }
  return ECANCELED;
}

int
poplens_host_take (PoplensHost *self, GCancellable *cancellable, PoplensSftp **sftp, guint *serial)
{
  *sftp = NULL;
  poplens_host_check_sleep (self);
  pthread_mutex_lock (&self->lock);
  int code = get_connected (self, FALSE, cancellable);
  if (!code) {
    *sftp = poplens_sftp_ref (self->lanes[0].sftp);
    if (serial)
      *serial = self->lanes[0].serial;
  }
  pthread_mutex_unlock (&self->lock);
  return code;
}

PoplensSftp *
poplens_host_get_lane (PoplensHost *self, guint lane, guint *serial)
{
  PoplensSftp *sftp = NULL;

  pthread_mutex_lock (&self->lock);
  if (self->lanes[lane].sftp) {
    sftp = poplens_sftp_ref (self->lanes[lane].sftp);
    *serial = self->lanes[lane].serial;
  }
  pthread_mutex_unlock (&self->lock);
  return sftp;
}

gboolean
poplens_host_connect (PoplensHost *self, GCancellable *cancellable, GError **error)
{
  pthread_mutex_lock (&self->lock);
  int code = get_connected (self, TRUE, cancellable);
  pthread_mutex_unlock (&self->lock);
  if (code == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (code)
    poplens_host_set_link_error (self, error);
  return !code;
}

void
poplens_host_disconnect (PoplensHost *self)
{
  PoplensHostLane lanes[POPLENS_MOST_LANES];

  pthread_mutex_lock (&self->lock);
  take_lanes (self, lanes);
  g_clear_error (&self->error);
  g_clear_pointer (&self->lost, g_free);
  self->failed_at = 0;
  set_state (self, POPLENS_HOST_IDLE);
  pthread_mutex_unlock (&self->lock);
  clear_lanes (lanes);
}

void
poplens_host_link_finalize (PoplensHost *self)
{
  clear_lanes (self->lanes);
  poplens_host_prompter_unref (self->prompter);
  g_clear_error (&self->error);
  g_free (self->lost);
  g_free (self->words);
}

void
poplens_host_set_link_error (PoplensHost *self, GError **error)
{
  pthread_mutex_lock (&self->lock);
  if (self->error)
    g_propagate_error (error, g_error_copy (self->error));
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK, "The connection to %s was lost",
                 self->destination);
  pthread_mutex_unlock (&self->lock);
}

/* ---- further lanes --------------------------------------------------------------------------- */

/* A host can have several SFTP sessions. OpenSSH allows 2 MB in flight per channel, which limits a
 * fast link with long round trips: 23 MB/s at 80 ms. Each further session is an ssh process of its
 * own, which asks the user nothing. If the user's ssh_config shares connections (ControlMaster), a
 * further session is a channel of the same connection. */

/* µs between two checks if another lane should be opened. */
#define LOOK_EVERY (G_USEC_PER_SEC / 8)
/* µs for which more than half of the windows must be in flight before another lane is opened. */
#define FULL_FOR (G_USEC_PER_SEC / 2)
/* Bytes in flight in one session above which its channel may be the bottleneck. */
#define CHANNEL_LIMIT 1100000u

/* Returns the first unused lane. Called with the lock held. */
static guint
find_free_lane (PoplensHost *self)
{
  guint l = 1;

  while (l < POPLENS_MOST_LANES && self->lanes[l].sftp)
    l++;
  return l;
}

/* Moves lanes whose session has ended to @ended. If there is one, the host opens no further lanes.
 * Called with the lock held. */
static void
take_ended_lanes (PoplensHost *self, PoplensHostLane *ended)
{
  for (guint l = 1; l < POPLENS_MOST_LANES; l++) {
    g_autoptr (GError) why =
        self->lanes[l].sftp ? poplens_sftp_get_error (self->lanes[l].sftp) : NULL;
    if (!why)
      continue;
    ended[l] = self->lanes[l];
    self->lanes[l] = (PoplensHostLane){0};
    self->has_no_lanes = TRUE;
  }
}

gboolean
poplens_host_open_lane (PoplensHost *self)
{
  PoplensHostLane lane = {0};
  GError *wrong = NULL;
  gboolean is_there = lane_connect (self, &lane, POPLENS_ASK_NOBODY, NULL, &wrong);

  g_clear_error (&wrong);
  pthread_mutex_lock (&self->lock);
  guint l = find_free_lane (self);
  is_there = is_there && self->state == POPLENS_HOST_CONNECTED && l < POPLENS_MOST_LANES;
  if (is_there) {
    lane.serial = poplens_block_line_set_lane (self->line, l);
    self->lanes[l] = lane;
  } else {
    self->has_no_lanes = TRUE;
  }
  pthread_mutex_unlock (&self->lock);
  if (is_there)
    poplens_far_bodies_open_lane (self, l);
  else
    lane_clear (&lane);
  return is_there;
}

static gpointer
open_lane (gpointer data)
{
  g_autoptr (PoplensHost) self = data;

  poplens_host_open_lane (self);
  pthread_mutex_lock (&self->lock);
  self->opens_lane = FALSE;
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

static gboolean
is_limited_by_channels (PoplensHost *self, guint n_lanes, gint64 now)
{
  PoplensBlockTraffic traffic;

  poplens_block_line_get_traffic (self->line, &traffic);
  guint64 under_way = traffic.rate * (guint64) traffic.round_trip / G_USEC_PER_SEC;
  return traffic.full_since && now - traffic.full_since > FULL_FOR &&
         under_way > n_lanes * (guint64) CHANNEL_LIMIT;
}

void
poplens_host_consider_lane (PoplensHost *self)
{
  PoplensHostLane ended[POPLENS_MOST_LANES] = {0};
  gint64 now = g_get_monotonic_time ();
  gboolean opens = FALSE;

  pthread_mutex_lock (&self->lock);
  if (now - self->looked_at_lanes > LOOK_EVERY) {
    self->looked_at_lanes = now;
    take_ended_lanes (self, ended);
    guint n_lanes = find_free_lane (self);
    opens = !self->opens_lane && !self->has_no_lanes && n_lanes < POPLENS_MOST_LANES &&
            is_limited_by_channels (self, n_lanes, now);
    self->opens_lane |= opens;
  }
  pthread_mutex_unlock (&self->lock);
  for (guint l = 1; l < POPLENS_MOST_LANES; l++)
    lane_clear (&ended[l]);
  if (opens)
    g_thread_unref (g_thread_new ("lane", open_lane, g_object_ref (self)));
}

/* ---- link test ------------------------------------------------------------------------------- */

typedef struct {
  PoplensHost *host;
  PoplensSftp *sftp;
  GCancellable *cancellable;
  gboolean is_done; /* protected by the host's lock */
  int code;
} Test;

static gpointer
ask_something (gpointer data)
{
  Test *test = data;
  PoplensFileInfo info;

  test->code = poplens_sftp_stat (test->sftp, ".", TRUE, &info, test->cancellable);
  pthread_mutex_lock (&test->host->lock);
  test->is_done = TRUE;
  pthread_cond_broadcast (&test->host->changed);
  pthread_mutex_unlock (&test->host->lock);
  return NULL;
}

gboolean
poplens_host_test_link (PoplensHost *self, guint ms)
{
  guint serial;
  Test test = {.host = self, .sftp = poplens_host_get_lane (self, 0, &serial)};
  gint64 until = g_get_monotonic_time () + ms * (gint64) 1000;

  if (!test.sftp)
    return FALSE;
  test.cancellable = g_cancellable_new ();
  GThread *thread = g_thread_new ("link-test", ask_something, &test);
  pthread_mutex_lock (&self->lock);
  while (!test.is_done && g_get_monotonic_time () < until)
    poplens_host_wait (self);
  pthread_mutex_unlock (&self->lock);
  g_cancellable_cancel (test.cancellable);
  g_thread_join (thread);
  gboolean is_alive = test.code != ENOLINK && test.code != ECANCELED;
  if (!is_alive)
    poplens_sftp_close (test.sftp);
  poplens_sftp_unref (test.sftp);
  g_object_unref (test.cancellable);
  return is_alive;
}

void
poplens_host_check_sleep (PoplensHost *self)
{
  gint64 asleep = time_asleep ();

  pthread_mutex_lock (&self->lock);
  gboolean has_slept =
      self->state == POPLENS_HOST_CONNECTED && asleep - self->asleep > (gint64) LEAST_SLEEP;
  self->asleep = asleep;
  pthread_mutex_unlock (&self->lock);
  if (has_slept)
    poplens_host_test_link (self, SLEEP_TEST_MS);
}
