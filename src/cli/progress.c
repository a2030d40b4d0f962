/* Line of progress on standard error while a command reads from another computer. A thread redraws
 * the line, and handles Ctrl+C. */
#include "cli/progress.h"

#include "base/format.h"
#include "base/visible.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* µs until the line appears, counted from when ssh last could ask the user. Most commands end
 * earlier. */
#define SHOW_AFTER ((gint64) G_USEC_PER_SEC)
/* µs without data after which the line shows "no answer" instead of the rate. */
#define SILENCE (3 * (gint64) G_USEC_PER_SEC)
#define TICK_NS 200000000L
#define WIPE "\r\033[K"

struct _PoplensCliProgress {
  pthread_t thread;
  sigset_t signals; /* signals that the thread handles */
  gboolean draws;   /* standard error is a terminal that can erase a line (WIPE) */

  pthread_mutex_t lock; /* guards all fields below */
  GPtrArray *hosts;     /* PoplensHost */
  gint64 since;         /* monotonic µs: last time at which ssh could ask the user */
  guint64 done, all;    /* bytes copied so far, and in total; 0: nothing is copied */
  char *stopped;        /* (nullable): message that Ctrl+C prints */
  guint64 received, rate;
  /* µs since data last arrived, while a host has to answer; 0: no host has to answer */
  gint64 silence;
  guint64 counted;   /* .received when the rate was last measured */
  gint64 counted_at; /* monotonic µs: when the rate was last measured; 0: never */
  gboolean is_shown, is_over, quits;
};

/* ---- the line -------------------------------------------------------------------------------- */

/* The functions of this section are called with the lock held. */
static void
progress_wipe (PoplensCliProgress *self)
{
  if (self->is_shown)
    fputs (WIPE, stderr);
  self->is_shown = FALSE;
}

/* Measures the rate over at least a second. Averages it with the previous rate, because data
 * arrives in bursts. */
static void
progress_measure_rate (PoplensCliProgress *self, gint64 now)
{
  guint64 received = 0;
  gint64 since = 0;

  for (guint i = 0; i < self->hosts->len; i++) {
    PoplensHostTraffic traffic;
    poplens_host_get_traffic (g_ptr_array_index (self->hosts, i), &traffic);
    received += traffic.received;
    since = MAX (since, traffic.silent_since);
  }
  self->received = received;
  self->silence = since ? now - since : 0;
  if (self->counted_at && now - self->counted_at < (gint64) G_USEC_PER_SEC)
    return;
  if (self->counted_at) {
    guint64 rate = (received - self->counted) * G_USEC_PER_SEC / (guint64) (now - self->counted_at);
    self->rate = self->rate ? (self->rate + rate) / 2 : rate;
  }
  self->counted = received;
  self->counted_at = now;
}

static void
progress_append_hosts (PoplensCliProgress *self, GString *out)
{
  for (guint i = 0; i < self->hosts->len; i++) {
    PoplensHost *host = g_ptr_array_index (self->hosts, i);
    g_autofree char *name = poplens_visible_text (poplens_host_get_destination (host), -1);
    g_string_append_printf (out, "%s%s", i ? ", " : "", name);
  }
  g_string_append (out, self->hosts->len ? ": " : "");
}

/* Appends the rate and the remaining time, or that no data arrives. */
static void
progress_append_rate (PoplensCliProgress *self, GString *out)
{
  PoplensNumber rate, left, seconds;

  if (self->silence >= SILENCE) {
    g_string_append_printf (
        out, ", no answer for %s seconds",
        poplens_format_count (seconds, (guint64) (self->silence / G_USEC_PER_SEC)));
    return;
  }
  if (self->rate)
    g_string_append_printf (out, ", %s/s",
                            poplens_format_bytes (rate, self->rate, POPLENS_BYTE_UNIT_BINARY));
  if (self->rate && self->done < self->all)
    g_string_append_printf (
        out, ", %s left",
        poplens_format_estimate (left, (double) (self->all - self->done) / (double) self->rate));
}

/* Builds the line: "gc-01: 12.3 MiB read, 1.40 MiB/s", "gc-01: 12.3 MiB of 80.1 MiB, 1.40 MiB/s,
 * about 50 seconds left", "gc-01: 12.3 MiB read, no answer for 12 seconds", "gc-01: connecting, no
 * answer for 12 seconds". (transfer full) */
static char *
progress_make_line (PoplensCliProgress *self)
{
  GString *out = g_string_new (NULL);
  PoplensNumber bytes, all;

  progress_append_hosts (self, out);
  poplens_format_bytes (bytes, self->all ? self->done : self->received, POPLENS_BYTE_UNIT_BINARY);
  if (self->all)
    g_string_append_printf (out, "%s of %s", bytes,
                            poplens_format_bytes (all, self->all, POPLENS_BYTE_UNIT_BINARY));
  else if (self->received)
    g_string_append_printf (out, "%s read", bytes);
  else
    g_string_append (out, "connecting");
  progress_append_rate (self, out);
  return g_string_free (out, FALSE);
}

/* Draws the line, cut to the width of the terminal: a second line would not be erased. */
static void
progress_draw (PoplensCliProgress *self)
{
  g_autofree char *line = progress_make_line (self);
  struct winsize size = {0};
  glong width = ioctl (STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;

  if (g_utf8_strlen (line, -1) >= width)
    *g_utf8_offset_to_pointer (line, width - 1) = '\0';
  fprintf (stderr, WIPE "%s", line);
  self->is_shown = TRUE;
}

/* TRUE if ssh may be asking the user on the terminal, or was not started yet. */
static gboolean
hosts_may_ask (PoplensCliProgress *self)
{
  for (guint i = 0; i < self->hosts->len; i++) {
    PoplensHost *host = g_ptr_array_index (self->hosts, i);
    if (poplens_host_may_ask (host) || poplens_host_get_state (host) == POPLENS_HOST_IDLE)
      return TRUE;
  }
  return FALSE;
}

static void
progress_tick (PoplensCliProgress *self)
{
  gint64 now = g_get_monotonic_time ();

  if (!self->draws || self->is_over)
    return;
  if (hosts_may_ask (self)) {
    self->since = now;
    return;
  }
  progress_measure_rate (self, now);
  /* A background process must not draw: the shell's prompt is on the terminal. */
  if (now - self->since >= SHOW_AFTER && tcgetpgrp (STDERR_FILENO) == getpgrp ())
    progress_draw (self);
}

/* ---- the thread ------------------------------------------------------------------------------ */

/* Ends the program by the default action of the signal @number. */
static void
progress_end_program (PoplensCliProgress *self, int number)
{
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t one;

  progress_wipe (self);
  if (number == SIGINT && self->stopped && !self->is_over)
    fprintf (stderr, "%spoplens-cli: %s\n", self->draws ? WIPE : "", self->stopped);
  sigemptyset (&one);
  sigaddset (&one, number);
  sigaction (number, &action, NULL);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
  raise (number);
}

static void *
run_progress (void *data)
{
  PoplensCliProgress *self = data;
  const struct timespec pause = {0, TICK_NS};
  gboolean quits = FALSE;

  pthread_setname_np (pthread_self (), "progress");
  while (!quits) {
    int number = sigtimedwait (&self->signals, NULL, &pause);
    pthread_mutex_lock (&self->lock);
    quits = self->quits;
    if (number > 0 && !quits)
      progress_end_program (self, number);
    else if (!quits)
      progress_tick (self);
    pthread_mutex_unlock (&self->lock);
  }
  return NULL;
}

/* Erases the line before a host reconnects, because ssh may ask the user. Called on any thread. */
static void
on_connects (PoplensHost *host, PoplensCliProgress *self)
{
  pthread_mutex_lock (&self->lock);
  progress_wipe (self);
  pthread_mutex_unlock (&self->lock);
}

/* ---- the object ------------------------------------------------------------------------------ */

PoplensCliProgress *
poplens_cli_progress_new (void)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  PoplensCliProgress *self = g_atomic_rc_box_new0 (PoplensCliProgress);
  const char *terminal = g_getenv ("TERM");

  self->draws = isatty (STDERR_FILENO) && terminal && g_strcmp0 (terminal, "dumb") != 0;
  self->hosts = g_ptr_array_new_with_free_func (g_object_unref);
  self->since = g_get_monotonic_time ();
  pthread_mutex_init (&self->lock, NULL);
  sigemptyset (&self->signals);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    struct sigaction action;
    if (!sigaction (numbers[i], NULL, &action) && action.sa_handler != SIG_IGN)
      sigaddset (&self->signals, numbers[i]);
  }
  /* Threads that start later inherit the mask, so that only this thread gets the signals. */
  pthread_sigmask (SIG_BLOCK, &self->signals, NULL);
  if (pthread_create (&self->thread, NULL, run_progress, self) != 0)
    g_error ("no thread can be started"); /* g_thread_new () also aborts in this case */
  return self;
}

static void
progress_clear (gpointer data)
{
  PoplensCliProgress *self = data;

  g_ptr_array_unref (self->hosts);
  g_free (self->stopped);
  pthread_mutex_destroy (&self->lock);
}

static void
progress_unref (gpointer data, GClosure *closure)
{
  g_atomic_rc_box_release_full (data, progress_clear);
}

void
poplens_cli_progress_free (PoplensCliProgress *self)
{
  if (!self)
    return;
  poplens_cli_progress_end (self);
  pthread_mutex_lock (&self->lock);
  self->quits = TRUE;
  pthread_mutex_unlock (&self->lock);
  pthread_kill (self->thread, SIGINT);
  pthread_join (self->thread, NULL);
  pthread_sigmask (SIG_UNBLOCK, &self->signals, NULL);
  for (guint i = 0; i < self->hosts->len; i++)
    g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->hosts, i), self);
  progress_unref (self, NULL);
}

void
poplens_cli_progress_add_host (PoplensCliProgress *self, PoplensHost *host)
{
  if (!self || g_ptr_array_find (self->hosts, host, NULL))
    return;
  g_signal_connect_data (host, "connects", G_CALLBACK (on_connects), g_atomic_rc_box_acquire (self),
                         progress_unref, 0);
  pthread_mutex_lock (&self->lock);
  g_ptr_array_add (self->hosts, g_object_ref (host));
  pthread_mutex_unlock (&self->lock);
}

void
poplens_cli_progress_set_copied (PoplensCliProgress *self, guint64 done, guint64 all,
                                 const char *stopped)
{
  if (!self)
    return;
  pthread_mutex_lock (&self->lock);
  self->done = done;
  self->all = all;
  if (!self->stopped)
    self->stopped = g_strdup (stopped);
  pthread_mutex_unlock (&self->lock);
}

void
poplens_cli_progress_end (PoplensCliProgress *self)
{
  if (!self)
    return;
  pthread_mutex_lock (&self->lock);
  progress_wipe (self);
  self->is_over = TRUE;
  pthread_mutex_unlock (&self->lock);
}
