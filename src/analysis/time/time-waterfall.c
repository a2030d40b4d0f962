/* Bars from compute perfectly spread to what was measured, and what perfect balance would save. */
#include "analysis/time/time-private.h"
#include "analysis/time/time-replay.h"

static const struct {
  const char *key, *title, *doc;
  guint bounds; /* bits: what it is to remove; 0: nothing */
} bars_of[POPLENS_N_BARS] = {
    [POPLENS_BAR_IDEAL] = {"ideal", "Compute, perfectly spread",
                           "Compute as measured, if every tile of every IPU always computed", 0},
    [POPLENS_BAR_OTHER_IPUS] = {"other_ipus", "Other IPUs",
                                "IPUs wait for one another: imbalance of stages, and bubble", 0},
    [POPLENS_BAR_OWN_TILES] = {"own_tiles", "Own tiles",
                               "Tiles wait for others of their IPU: unused tiles, unequal load, "
                               "overlapped work",
                               POPLENS_BOUND_BIT (COMPUTE)},
    [POPLENS_BAR_EXCHANGE] = {"exchange", "Exchange",
                              "Exchanges between tiles of an IPU, as estimated by the compiler",
                              POPLENS_BOUND_BIT (EXCHANGE)},
    [POPLENS_BAR_INTER_IPU] = {"inter_ipu_exchange", "Inter-IPU exchange", "Exchanges between IPUs",
                               POPLENS_BOUND_BIT (INTER_IPU)},
    [POPLENS_BAR_SYNC] = {"sync", "Sync", "Syncs, after the last tile has arrived",
                          POPLENS_BOUND_BIT (SYNC)},
    [POPLENS_BAR_HOST] = {"host", "Host", "Transfers with the host, and waiting for it",
                          POPLENS_BOUND_BIT (HOST_TRANSFER) | POPLENS_BOUND_BIT (HOST_WAIT)},
    [POPLENS_BAR_UNTRACKED] = {"untracked", "Untracked", "Cycles without a recorded step",
                               POPLENS_BOUND_BIT (UNTRACKED)},
    [POPLENS_BAR_PROFILER] = {"profiler", "Profiler", "Steps of the profiler itself",
                              POPLENS_BOUND_BIT (PROFILER)},
    [POPLENS_BAR_OUTSIDE] = {"outside", "Outside",
                             "The host had not started the run; nothing in the program changes it",
                             POPLENS_BOUND_BIT (OUTSIDE)},
};

const char *
poplens_time_bar_key (PoplensTimeBar bar)
{
  return bars_of[bar].key;
}

const char *
poplens_time_bar_title (PoplensTimeBar bar)
{
  return bars_of[bar].title;
}

const char *
poplens_time_bar_doc (PoplensTimeBar bar)
{
  return bars_of[bar].doc;
}

/* ---- waterfall ---------------------------------------------------------------------------------
 */

/* Tile cycles of compute of all IPUs, as the replay keeps them. */
static guint64
sum_compute (const PoplensTime *time, guint64 from, guint64 to)
{
  guint64 sum = 0;

  for (guint i = 0; i < time->n_ipus; i++) {
    guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;
    poplens_time_add_bounds (time, i, from, to, bounds, &compute);
    sum += compute;
  }
  return sum;
}

void
poplens_time_waterfall (const PoplensTime *time, guint64 from, guint64 to,
                        double bars[POPLENS_N_BARS])
{
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, from, to);
  guint64 before = poplens_time_replay_run (replay);

  for (guint bar = POPLENS_N_BARS - 1; bar > POPLENS_BAR_OTHER_IPUS; bar--) {
    poplens_time_replay_remove (replay, bars_of[bar].bounds);
    guint64 now = poplens_time_replay_run (replay);
    bars[bar] = (double) (before - now) / time->tiles;
    before = now;
  }
  bars[POPLENS_BAR_IDEAL] =
      time->n_ipus
          ? (double) sum_compute (time, from, MIN (to, time->total)) / time->tiles / time->n_ipus
          : 0;
  bars[POPLENS_BAR_OTHER_IPUS] = (double) before / time->tiles - bars[POPLENS_BAR_IDEAL];
}

/* ---- balance -----------------------------------------------------------------------------------
 */

#define WORK (POPLENS_BOUND_BIT (COMPUTE) | POPLENS_BOUND_BIT (EXCHANGE))

static double
work_of (const PoplensTimeIpu *ipu)
{
  return (double) (ipu->bound[POPLENS_BOUND_COMPUTE] + ipu->bound[POPLENS_BOUND_EXCHANGE]);
}

static double
saving_of (const PoplensTimeReplay *replay, const PoplensTime *time)
{
  return (double) time->total - (double) poplens_time_replay_run (replay) / time->tiles;
}

static void
balance_stages (const PoplensTime *time, PoplensTimeBalance *balance)
{
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, 0, time->total);
  double mean = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    mean += work_of (&time->ipus[i]) / time->n_ipus;
  for (guint i = 0; i < time->n_ipus; i++) {
    double own = work_of (&time->ipus[i]);
    if (own > work_of (&time->ipus[balance->most]))
      balance->most = i;
    if (own > 0)
      poplens_time_replay_scale (replay, i, WORK, mean / own);
  }
  if (mean > 0)
    balance->most_share = work_of (&time->ipus[balance->most]) / mean - 1;
  balance->stages = saving_of (replay, time);
}

typedef enum { ALL_WAITS, UNUSED_WAITS, UNEQUAL_WAITS } Waits;

/* Without waiting for tiles that compute, or a part of that. */
static double
balance_tiles (const PoplensTime *time, Waits waits)
{
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, 0, time->total);

  for (guint i = 0; i < time->n_ipus; i++)
    for (guint s = 0; s < time->ipus[i].segments->len; s++) {
      const PoplensTimeSegment *at = poplens_time_segment (&time->ipus[i], s);
      guint64 all = (poplens_time_segment_to (time, &time->ipus[i], s) - at->from) * time->tiles;
      guint64 wait = all - MIN (all, at->work);
      guint64 unused = (guint64) poplens_time_unused (at, wait);
      if (at->bound == POPLENS_BOUND_COMPUTE)
        poplens_time_replay_take (replay, i, s,
                                  waits == ALL_WAITS      ? wait
                                  : waits == UNUSED_WAITS ? unused
                                                          : wait - unused);
    }
  return saving_of (replay, time);
}

void
poplens_time_balance (const PoplensTime *time, PoplensTimeBalance *balance)
{
  *balance = (PoplensTimeBalance){0};
  if (!time->n_ipus)
    return;
  balance_stages (time, balance);
  for (guint i = 0; i < time->n_ipus; i++)
    balance->waits +=
        (double) time->ipus[i].classes[POPLENS_TIME_ANOTHER_IPU] / time->tiles / time->n_ipus;
  balance->tiles = balance_tiles (time, ALL_WAITS);
  balance->unused = balance_tiles (time, UNUSED_WAITS);
  balance->unequal = balance_tiles (time, UNEQUAL_WAITS);
}
