/* Several conversations with one computer. OpenSSH lets 2 MB of a channel be under way, which is
 * less than a fast and long link carries: 23 MB/s at 80 ms, whatever the link could. Each is an ssh
 * of its own that asks nobody; where the user's ssh_config shares connections (ControlMaster) it is
 * a channel of theirs. Where that does not work there is one conversation. */
#include "remote/host-private.h"

#define LOOK_EVERY (G_USEC_PER_SEC / 8)
/* How long something has to wait for room. */
#define FULL_FOR (G_USEC_PER_SEC / 2)
/* Bytes under way of one conversation, from which on it may be the channel that limits. */
#define CHANNEL_LIMIT 1100000u

/* The first lane that there is not. With the lock held. */
static guint
find_free_lane (PoplensHost *self)
{
  guint l = 1;

  while (l < POPLENS_MOST_LANES && self->lanes[l].sftp)
    l++;
  return l;
}

/* One that ended is not opened again. With the lock held. */
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
  gboolean is_there = poplens_host_lane_connect (self, &lane, POPLENS_ASK_NOBODY, NULL, &wrong);

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
    poplens_host_lane_clear (&lane);
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
    poplens_host_lane_clear (&ended[l]);
  if (opens)
    g_thread_unref (g_thread_new ("lane", open_lane, g_object_ref (self)));
}
