/* What-if analysis: replays the trace with shortened epochs (the cycles of an IPU between two
 * joins).
 *
 * Each IPU runs alone until it arrives at a join. All IPUs of a join continue together:
 *
 *   arrival of an IPU = end of its previous join + its cycles before the arrival
 *
 *   end of a join     = latest arrival + most cycles of an IPU of the join after the latest arrival
 *
 * Without changes, a replay gives the measured time. With changes, the difference is an upper bound
 * of what the whole program saves. Removing copies with the host also removes the joins at which
 * other IPUs wait for the copies. A replay takes time in proportion to epochs × IPUs. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

#define POPLENS_BOUND_BIT(bound) (1u << (POPLENS_BOUND_##bound))

/* A range of cycles [from, to). */
typedef struct {
  guint64 from, to;
} PoplensTimeSpan;

/* Remaining lengths of the epochs of all IPUs within a range of cycles; epochs that cross a limit
 * of the range are clipped. */
typedef struct _PoplensTimeReplay PoplensTimeReplay;

/* Creates a replay without changes. @to: at most the total. @time: must outlive the replay.
 * (transfer full) */
PoplensTimeReplay *poplens_time_replay_new (const PoplensTime *time, guint64 from, guint64 to);
/* Returns a copy of the replay, to be changed independently. (transfer full) */
PoplensTimeReplay *poplens_time_replay_copy (const PoplensTimeReplay *self);
void poplens_time_replay_free (PoplensTimeReplay *self);

/* Removes the cycles with @bounds, except the tile cycles in which tiles compute: this work must
 * still be done. @bounds: POPLENS_BOUND_BIT () of each bound; no bound may be removed twice.
 * Removing both HOST_TRANSFER and HOST_WAIT also removes the joins that wait for copies. */
void poplens_time_replay_remove (PoplensTimeReplay *self, guint bounds);
/* Multiplies the cycles with @bounds of an IPU in @span by @factor. @place: index in
 * PoplensTime.ipus. */
void poplens_time_replay_scale (PoplensTimeReplay *self, guint place, PoplensTimeSpan span,
                                guint bounds, double factor);
/* Removes @tile_cycles of a segment, at most the segment's part in the range. Does nothing in a
 * segment in which the IPU only waits for another IPU. @place: index in PoplensTime.ipus. */
void poplens_time_replay_take (PoplensTimeReplay *self, guint place, guint segment,
                               guint64 tile_cycles);

/* Removes @tile_cycles of one part of an epoch, at most the part's remaining cycles in the range.
 * @after: FALSE: the part before its IPU arrives at the join; TRUE: the part after the last IPU has
 * arrived. */
void poplens_time_replay_shorten (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles);

/* Removes a join: its IPUs no longer wait for one another there. Work that tiles do during the wait
 * remains. No IPU continues later than with the join. */
void poplens_time_replay_remove_join (PoplensTimeReplay *self, guint join);

/* Multiplies @tile_cycles of an epoch by @factor. @after: see poplens_time_replay_shorten (). */
void poplens_time_replay_stretch (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles, double factor);

/* Returns the length of the range after all changes, in tile cycles (cycles × tiles of an IPU). */
guint64 poplens_time_replay_run (const PoplensTimeReplay *self);

/* Adds the cycles of an IPU in [@from, @to) to @bounds, by bound. Adds the tile cycles in which
 * tiles compute to @compute. @place: index in PoplensTime.ipus. */
void poplens_time_add_bounds (const PoplensTime *time, guint place, guint64 from, guint64 to,
                              guint64 bounds[POPLENS_N_BOUNDS], guint64 *compute);

/* Returns the cycles in [@from, @to) in which the host had not started a run. */
guint64 poplens_time_outside (const PoplensTime *time, guint64 from, guint64 to);

/* ---- waterfall ------------------------------------------------------------------------------- */

/* Bars of the waterfall chart, from the lowest to the highest. From the third bar on, each bar is a
 * cause of lost time. The causes are removed in turn, the highest bar first. The height of a bar is
 * the cycles that the program then saves. */
typedef enum {
  POPLENS_BAR_IDEAL, /* compute as measured, but distributed equally over all tiles of all IPUs */
  POPLENS_BAR_OTHER_IPUS, /* remainder after all causes are removed: stage imbalance and pipeline
                             bubble */
  /* Cycles of compute segments in which tiles are idle, wait for slower tiles, or do other work. */
  POPLENS_BAR_OWN_TILES,
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

/* Computes the bars of the range [@from, @to). @bars: (out): cycles; their sum is @to − @from. A
 * bar can be negative if the work of tiles is approximated. */
void poplens_time_waterfall (const PoplensTime *time, guint64 from, guint64 to,
                             double bars[POPLENS_N_BARS]);

/* ---- perfect balance ------------------------------------------------------------------------- */

/* Cycles that perfect balance of IPUs, or of the tiles of an IPU, would save at most. For the
 * saving of equal stages see time-stages.h. */
typedef struct {
  double waits; /* cycles that an IPU waits for other IPUs, mean over the IPUs */
  /* Cycles of waiting for other IPUs that remain if all other causes are removed
   * (POPLENS_BAR_OTHER_IPUS). */
  double left;
  double tiles; /* saving if no tile waited in a compute set */
  /* .unused: saving if tiles without work did not wait; .unequal: saving if tiles with less work
   * than others did not wait. */
  double unused, unequal;
} PoplensTimeBalance;

/* Fills @balance for the cycles [@from, @to). */
void poplens_time_balance (const PoplensTime *time, guint64 from, guint64 to,
                           PoplensTimeBalance *balance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeReplay, poplens_time_replay_free)

G_END_DECLS
