/* What-if analysis: replays the trace with shortened epochs. Each IPU progresses from join to join
 * on its own, and all IPUs of a join continue together, so
 *
 *   end of a join = maximum, over its IPUs, of (end of the IPU's previous join + its epoch)
 *                   + maximum, over its IPUs, of the time left after the last arrival
 *
 * Without changes this gives the measured time. The difference is an upper bound for the whole
 * program, never a sum over IPUs. If copies with the host are removed, the joins at which other
 * IPUs wait for them are removed, too. The cost is epochs × IPUs, independent of the number of
 * steps. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

#define POPLENS_BOUND_BIT(bound) (1u << (POPLENS_BOUND_##bound))

/* A range of cycles [from, to). */
typedef struct {
  guint64 from, to;
} PoplensTimeSpan;

/* Remaining lengths of the epochs of all IPUs within a range of cycles; epochs at its limits are
 * clipped. */
typedef struct _PoplensTimeReplay PoplensTimeReplay;

/* Creates a replay without changes. @to: at most the total. @time: must outlive it. (transfer
 * full) */
PoplensTimeReplay *poplens_time_replay_new (const PoplensTime *time, guint64 from, guint64 to);
/* Returns a copy of the replay, to be changed independently. (transfer full) */
PoplensTimeReplay *poplens_time_replay_copy (const PoplensTimeReplay *self);
void poplens_time_replay_free (PoplensTimeReplay *self);

/* Removes the cycles with @bounds, except for a share: tiles that compute during these cycles still
 * have to do so. @bounds: POPLENS_BOUND_BIT () each; a bound must not be removed twice. If both
 * bounds of the host are removed, the joins that copies make are removed, too. */
void poplens_time_replay_remove (PoplensTimeReplay *self, guint bounds);
/* Multiplies the cycles with @bounds of an IPU in @span by @factor. @place: index in
 * PoplensTime.ipus. */
void poplens_time_replay_scale (PoplensTimeReplay *self, guint place, PoplensTimeSpan span,
                                guint bounds, double factor);
/* Removes @tile_cycles of a segment, but at most its part in the range. Does nothing if its IPU
 * only waits for another IPU in it. @place: index in PoplensTime.ipus. */
void poplens_time_replay_take (PoplensTimeReplay *self, guint place, guint segment,
                               guint64 tile_cycles);

/* Removes @tile_cycles of an epoch, but at most all of its cycles in the range. @after: FALSE: of
 * the time before its IPU arrives at the join; TRUE: of the time after the last arrival. */
void poplens_time_replay_shorten (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles);

/* Removes a join, so that none of its IPUs waits there. Work that tiles do during the wait remains.
 * No IPU continues later than with the join. */
void poplens_time_replay_remove_join (PoplensTimeReplay *self, guint join);

/* Multiplies @tile_cycles of an epoch by @factor. @after: see poplens_time_replay_shorten (). */
void poplens_time_replay_stretch (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles, double factor);

/* Returns the length of the range after all changes, in tile cycles (cycles × tiles of an IPU). */
guint64 poplens_time_replay_run (const PoplensTimeReplay *self);

/* Adds the cycles of each bound of an IPU in [@from, @to) to @bounds, and its tile cycles of
 * compute to @compute. @place: index in PoplensTime.ipus. */
void poplens_time_add_bounds (const PoplensTime *time, guint place, guint64 from, guint64 to,
                              guint64 bounds[POPLENS_N_BOUNDS], guint64 *compute);

/* Returns the cycles in [@from, @to) in which the host had not started a run. */
guint64 poplens_time_outside (const PoplensTime *time, guint64 from, guint64 to);

/* ---- waterfall ------------------------------------------------------------------------------- */

/* Bars of the waterfall chart, from the lowest to the highest. Each bar from the third on is a
 * cause of lost time: its height is what removing it saves if all bars above it are already
 * removed. */
typedef enum {
  POPLENS_BAR_IDEAL, /* compute as measured, but distributed equally over all tiles of all IPUs */
  POPLENS_BAR_OTHER_IPUS, /* what is left above IDEAL if all other bars are removed: stage imbalance
                             and pipeline bubble */
  POPLENS_BAR_OWN_TILES,  /* idle tiles, load imbalance, overlapped work */
  POPLENS_BAR_EXCHANGE,
  POPLENS_BAR_INTER_IPU,
  POPLENS_BAR_SYNC,
  POPLENS_BAR_HOST,
  POPLENS_BAR_UNTRACKED,
  POPLENS_BAR_PROFILER,
  POPLENS_BAR_OUTSIDE,
  POPLENS_N_BARS,
} PoplensTimeBar;

const char *poplens_time_bar_key (PoplensTimeBar bar);   /* "tile_wait" (transfer none) */
const char *poplens_time_bar_title (PoplensTimeBar bar); /* "Tile wait" (transfer none) */
const char *poplens_time_bar_doc (PoplensTimeBar bar);   /* a sentence (transfer none) */

/* Computes the bars of the range [@from, @to). @bars: (out): cycles, which add up to @to − @from;
 * negative only if the work of tiles is approximated. */
void poplens_time_waterfall (const PoplensTime *time, guint64 from, guint64 to,
                             double bars[POPLENS_N_BARS]);

/* ---- perfect balance ------------------------------------------------------------------------- */

/* Cycles that perfect balance would save at most. For equal work of stages see time-stages.h. */
typedef struct {
  double waits;           /* saved if no IPU waited for another one */
  double left;            /* the part of .waits that remains if all other causes are removed (bar
                           * OTHER_IPUS) */
  double tiles;           /* saved if no tile waited for tiles that compute */
  double unused, unequal; /* parts of .tiles: waiting of tiles without work; of tiles with less work
                             than others */
} PoplensTimeBalance;

/* Fills @balance for the cycles [@from, @to). */
void poplens_time_balance (const PoplensTime *time, guint64 from, guint64 to,
                           PoplensTimeBalance *balance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeReplay, poplens_time_replay_free)

G_END_DECLS
