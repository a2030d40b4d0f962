/* Computes the bars of the waterfall chart. The bars are evenly distributed compute and all causes
 * of lost time; they add up to the measured time. Also computes what perfect balance would save,
 * and maps classes, bounds and bars to their names. */
#include "analysis/time/time-private.h"
#include "analysis/time/time-replay.h"
#include "analysis/time/time.h"

/* ---- classes --------------------------------------------------------------------------------- */

static const PoplensTimeWord classes[POPLENS_N_TIMES] = {
    [POPLENS_TIME_COMPUTE] = POPLENS_WORD_COMPUTE,
    [POPLENS_TIME_EXCHANGE] = POPLENS_WORD_EXCHANGE,
    [POPLENS_TIME_INTER_IPU] = POPLENS_WORD_INTER_IPU_EXCHANGE,
    [POPLENS_TIME_HOST_TRANSFER] = POPLENS_WORD_HOST_TRANSFER,
    [POPLENS_TIME_UNUSED] = POPLENS_WORD_IDLE_TILES,
    [POPLENS_TIME_UNEQUAL] = POPLENS_WORD_LOAD_IMBALANCE,
    [POPLENS_TIME_TILE_EXCHANGE] = POPLENS_WORD_EXCHANGE_WAIT,
    [POPLENS_TIME_HOST] = POPLENS_WORD_HOST_WAIT,
    [POPLENS_TIME_ANOTHER_IPU] = POPLENS_WORD_IPU_WAIT,
    [POPLENS_TIME_SYNC] = POPLENS_WORD_SYNC,
    [POPLENS_TIME_UNTRACKED] = POPLENS_WORD_UNTRACKED,
    [POPLENS_TIME_PROFILER] = POPLENS_WORD_PROFILER,
    [POPLENS_TIME_OUTSIDE] = POPLENS_WORD_OUTSIDE,
};

static const PoplensTimeWord bound_words[POPLENS_N_BOUNDS] = {
    [POPLENS_BOUND_OUTSIDE] = POPLENS_WORD_OUTSIDE,
    [POPLENS_BOUND_PROFILER] = POPLENS_WORD_PROFILER,
    [POPLENS_BOUND_COMPUTE] = POPLENS_WORD_COMPUTE,
    [POPLENS_BOUND_EXCHANGE] = POPLENS_WORD_EXCHANGE,
    [POPLENS_BOUND_INTER_IPU] = POPLENS_WORD_INTER_IPU_EXCHANGE,
    [POPLENS_BOUND_ANOTHER_IPU] = POPLENS_WORD_IPU_WAIT,
    [POPLENS_BOUND_HOST_TRANSFER] = POPLENS_WORD_HOST_TRANSFER,
    [POPLENS_BOUND_HOST_WAIT] = POPLENS_WORD_HOST_WAIT,
    [POPLENS_BOUND_SYNC] = POPLENS_WORD_SYNC,
    [POPLENS_BOUND_UNTRACKED] = POPLENS_WORD_UNTRACKED,
};

const char *
poplens_time_class_key (PoplensTimeClass class)
{
  return poplens_time_word_key (classes[class]);
}

const char *
poplens_time_class_title (PoplensTimeClass class)
{
  return poplens_time_word_title (classes[class]);
}

const char *
poplens_time_class_doc (PoplensTimeClass class)
{
  return poplens_time_word_doc (classes[class]);
}

const char *
poplens_bound_key (PoplensBound bound)
{
  return poplens_time_word_key (bound_words[bound]);
}

const char *
poplens_bound_title (PoplensBound bound)
{
  return poplens_time_word_text (bound_words[bound]);
}

/* ---- bars ------------------------------------------------------------------------------------ */

static const struct {
  PoplensTimeWord word;
  guint bounds; /* bits (1 << PoplensBound) of the bounds that a replay without the bar removes; 0:
                   none */
} bars_of[POPLENS_N_BARS] = {
    [POPLENS_BAR_IDEAL] = {POPLENS_WORD_COMPUTE, 0},
    [POPLENS_BAR_OTHER_IPUS] = {POPLENS_WORD_IPU_WAIT, 0},
    [POPLENS_BAR_OWN_TILES] = {POPLENS_WORD_TILE_WAIT, POPLENS_BOUND_BIT (COMPUTE)},
    [POPLENS_BAR_EXCHANGE] = {POPLENS_WORD_EXCHANGE, POPLENS_BOUND_BIT (EXCHANGE)},
    [POPLENS_BAR_INTER_IPU] = {POPLENS_WORD_INTER_IPU_EXCHANGE, POPLENS_BOUND_BIT (INTER_IPU)},
    [POPLENS_BAR_SYNC] = {POPLENS_WORD_SYNC, POPLENS_BOUND_BIT (SYNC)},
    [POPLENS_BAR_HOST] = {POPLENS_WORD_HOST,
                          POPLENS_BOUND_BIT (HOST_TRANSFER) | POPLENS_BOUND_BIT (HOST_WAIT)},
    [POPLENS_BAR_UNTRACKED] = {POPLENS_WORD_UNTRACKED, POPLENS_BOUND_BIT (UNTRACKED)},
    [POPLENS_BAR_PROFILER] = {POPLENS_WORD_PROFILER, POPLENS_BOUND_BIT (PROFILER)},
    [POPLENS_BAR_OUTSIDE] = {POPLENS_WORD_OUTSIDE, POPLENS_BOUND_BIT (OUTSIDE)},
};

const char *
poplens_time_bar_key (PoplensTimeBar bar)
{
  return poplens_time_word_key (bars_of[bar].word);
}

const char *
poplens_time_bar_title (PoplensTimeBar bar)
{
  return poplens_time_word_title (bars_of[bar].word);
}

const char *
poplens_time_bar_doc (PoplensTimeBar bar)
{
  return poplens_time_word_doc (bars_of[bar].word);
}

guint64
poplens_time_outside (const PoplensTime *time, guint64 from, guint64 to)
{
  guint64 sum = 0;

  for (guint r = 0; r < time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, r);
    guint64 begin = MAX (run->from, from), end = MIN (run->work, to);
    sum += end > begin ? end - begin : 0;
  }
  return sum;
}

/* ---- waterfall ------------------------------------------------------------------------------- */

/* Returns the tile cycles of all IPUs in which tiles compute, in [@from, @to). A replay never
 * removes these cycles. */
static guint64
time_sum_compute (const PoplensTime *time, guint64 from, guint64 to)
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
  bars[POPLENS_BAR_IDEAL] = time->n_ipus
                                ? (double) time_sum_compute (time, from, MIN (to, time->total)) /
                                      time->tiles / time->n_ipus
                                : 0;
  bars[POPLENS_BAR_OTHER_IPUS] = (double) before / time->tiles - bars[POPLENS_BAR_IDEAL];
}

/* ---- balance --------------------------------------------------------------------------------- */

typedef struct {
  const PoplensTime *time;
  guint64 from, to;
} CycleRange;

static double
replay_saving (const PoplensTimeReplay *replay, const CycleRange *range)
{
  return (double) (range->to - range->from) -
         (double) poplens_time_replay_run (replay) / range->time->tiles;
}

/* Returns the tile cycles in which tiles of an IPU do not work in a segment. Only cycles of the
 * segment that are in the range count. */
static guint64
segment_waits (const CycleRange *range, const PoplensTimeIpu *ipu, guint segment)
{
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  guint64 end = poplens_time_segment_to (range->time, ipu, segment), length = end - at->from;
  guint64 all = length * range->time->tiles, wait = all - MIN (all, at->work);
  guint64 part = MIN (end, range->to) - MAX (at->from, range->from);

  return part == length ? wait : (guint64) ((double) wait * (double) part / (double) length);
}

/* Three replays without waiting in compute sets. .all removes all waiting. .unused removes the
 * waiting of tiles without work, .unequal the waiting of tiles with less work. */
typedef struct {
  PoplensTimeReplay *all, *unused, *unequal;
} WaitReplays;

static void
replays_remove_waits (const CycleRange *range, guint place, guint segment, WaitReplays *waits)
{
  const PoplensTimeIpu *ipu = &range->time->ipus[place];
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  PoplensTimeTileWaits of = poplens_time_divide_wait (
      range->time, ipu, at->row, poplens_time_unused (at, 1), segment_waits (range, ipu, segment));

  poplens_time_replay_take (waits->all, place, segment, of.unused + of.unequal);
  poplens_time_replay_take (waits->unused, place, segment, of.unused);
  poplens_time_replay_take (waits->unequal, place, segment, of.unequal);
}

static void
range_balance_tiles (const CycleRange *range, PoplensTimeBalance *balance)
{
  const PoplensTime *time = range->time;
  g_autoptr (PoplensTimeReplay) all = poplens_time_replay_new (time, range->from, range->to);
  g_autoptr (PoplensTimeReplay) unused = poplens_time_replay_copy (all);
  g_autoptr (PoplensTimeReplay) unequal = poplens_time_replay_copy (all);
  WaitReplays waits = {all, unused, unequal};

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    for (guint s = poplens_time_find_segment (ipu, range->from);
         s < ipu->segments->len && poplens_time_segment (ipu, s)->from < range->to; s++)
      if (poplens_time_segment (ipu, s)->bound == POPLENS_BOUND_COMPUTE)
        replays_remove_waits (range, i, s, &waits);
  }
  balance->tiles = replay_saving (all, range);
  balance->unused = replay_saving (unused, range);
  balance->unequal = replay_saving (unequal, range);
}

/* Returns the cycles that an IPU waits for other IPUs while its tiles do no work: the mean over all
 * IPUs. */
static double
range_mean_ipu_wait (const CycleRange *range)
{
  const PoplensTime *time = range->time;
  double sum = 0;

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    for (guint s = poplens_time_find_segment (ipu, range->from);
         s < ipu->segments->len && poplens_time_segment (ipu, s)->from < range->to; s++)
      if (poplens_time_segment (ipu, s)->bound == POPLENS_BOUND_ANOTHER_IPU)
        sum += (double) segment_waits (range, ipu, s);
  }
  return sum / time->tiles / time->n_ipus;
}

void
poplens_time_balance (const PoplensTime *time, guint64 from, guint64 to,
                      PoplensTimeBalance *balance)
{
  CycleRange range = {time, MIN (from, time->total), MIN (to, time->total)};
  double bars[POPLENS_N_BARS];

  *balance = (PoplensTimeBalance){0};
  if (!time->n_ipus)
    return;
  range.from = MIN (range.from, range.to);
  poplens_time_waterfall (time, range.from, range.to, bars);
  balance->left = bars[POPLENS_BAR_OTHER_IPUS];
  balance->waits = range_mean_ipu_wait (&range);
  range_balance_tiles (&range, balance);
}
