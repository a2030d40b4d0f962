/* What if something were gone: the trace replayed with shorter epochs. An IPU gets on from join to
 * join by itself, and all of a join go on together, so
 *
 *   end of a join = most, over its IPUs, of (end of the IPU's join before + its epoch)
 *                   + most, over its IPUs, of what is left of the time from when all have come
 *
 * With nothing removed that is what was measured. The difference is a bound of the whole, and never
 * a sum over IPUs. A join that copies with the host make, as others wait for them, goes with these.
 * Costs epochs × IPUs, however many steps there are. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

#define POPLENS_BOUND_BIT(bound) (1u << (POPLENS_BOUND_##bound))

/* Cycles [from, to). */
typedef struct {
  guint64 from, to;
} PoplensTimeSpan;

/* Epochs of all IPUs within cycles [from, to), those at its ends clipped. */
typedef struct _PoplensTimeReplay PoplensTimeReplay;

/* As measured. @to is at most the total. (transfer full) */
PoplensTimeReplay *poplens_time_replay_new (const PoplensTime *time, guint64 from, guint64 to);
/* One as it is. (transfer full) */
PoplensTimeReplay *poplens_time_replay_copy (const PoplensTimeReplay *self);
void poplens_time_replay_free (PoplensTimeReplay *self);

/* Removes what IPUs are bound by: @bounds are bits, each removed once at most. Of each cycle the
 * share of tiles that compute meanwhile is kept, as somebody has to do that. With both bounds of
 * the host go the joins that copies make. */
void poplens_time_replay_remove (PoplensTimeReplay *self, guint bounds);
/* Makes what binds an IPU (place in .ipus) within @span @factor times as long. */
void poplens_time_replay_scale (PoplensTimeReplay *self, guint place, PoplensTimeSpan span,
                                guint bounds, double factor);
/* Removes @tile_cycles of a segment, at most all of it that lies in the range. Nothing is removed
 * where its IPU only waits for another. */
void poplens_time_replay_take (PoplensTimeReplay *self, guint place, guint segment,
                               guint64 tile_cycles);

/* Removes @tile_cycles of an epoch of the range: of its time until the IPU arrives, or @after all
 * have come. At most all of it. */
void poplens_time_replay_shorten (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles);

/* Removes a join: none of its IPUs waits at it, and what IPUs do while others wait remains. An IPU
 * goes on no later than with it. */
void poplens_time_replay_remove_join (PoplensTimeReplay *self, guint join);

/* Makes @tile_cycles of it @factor times as long. */
void poplens_time_replay_stretch (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                                  guint64 tile_cycles, double factor);

/* Tile cycles from the first cycle to the last, with what was removed gone. */
guint64 poplens_time_replay_run (const PoplensTimeReplay *self);

/* Cycles of each bound of an IPU in [from, to), and tile cycles of compute; adds to both. */
void poplens_time_add_bounds (const PoplensTime *time, guint place, guint64 from, guint64 to,
                              guint64 bounds[POPLENS_N_BOUNDS], guint64 *compute);

/* Cycles in [from, to) in which the host had not started a run. */
guint64 poplens_time_outside (const PoplensTime *time, guint64 from, guint64 to);

/* ---- waterfall ---------------------------------------------------------------------------------
 */

/* From the lowest to the highest; all but the first two are removed in the order from the last to
 * the third, each with all before it removed. */
typedef enum {
  POPLENS_BAR_IDEAL,      /* compute as measured, perfectly spread over all tiles of all IPUs */
  POPLENS_BAR_OTHER_IPUS, /* what then is left above it: imbalance of stages, bubble */
  POPLENS_BAR_OWN_TILES,  /* unused tiles, unequal load, overlapped work */
  POPLENS_BAR_EXCHANGE,
  POPLENS_BAR_INTER_IPU,
  POPLENS_BAR_SYNC,
  POPLENS_BAR_HOST,
  POPLENS_BAR_UNTRACKED,
  POPLENS_BAR_PROFILER,
  POPLENS_BAR_OUTSIDE,
  POPLENS_N_BARS,
} PoplensTimeBar;

const char *poplens_time_bar_key (PoplensTimeBar bar);   /* "tile_wait"; static */
const char *poplens_time_bar_title (PoplensTimeBar bar); /* "Tile wait"; static */
const char *poplens_time_bar_doc (PoplensTimeBar bar);   /* a sentence; static */

/* @bars: (out): cycles, none below 0 but for approximations; their sum is to − from. */
void poplens_time_waterfall (const PoplensTime *time, guint64 from, guint64 to,
                             double bars[POPLENS_N_BARS]);

/* ---- perfect balance ---------------------------------------------------------------------------
 */

/* Cycles that each would save at most; of equal stages time-stages.h tells. */
typedef struct {
  double waits;           /* no IPU waits for another … */
  double left;            /* … once all other causes are gone (bar OTHER_IPUS) */
  double tiles;           /* no tile waits for those that compute … */
  double unused, unequal; /* … as they have no work, or less */
} PoplensTimeBalance;

/* Of cycles [from, to). */
void poplens_time_balance (const PoplensTime *time, guint64 from, guint64 to,
                           PoplensTimeBalance *balance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeReplay, poplens_time_replay_free)

G_END_DECLS
