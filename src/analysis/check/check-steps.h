/* Follows each tile through the executed steps, for several checks of the execution. Private to the
 * analysis. */
#pragma once

#include "analysis/check/check-private.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- clocks ---------------------------------------------------------------------------------- */

/* A clock stores the cycle that each tile of an IPU has reached. If possible, it stores 32-bit
 * distances from an origin: vector instructions then advance eight tiles at a time. */

/* Distance between tiles, or duration of a step, from which a clock needs 64 bits (cycles). The sum
 * of two smaller numbers is below 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Starts, ends and durations of the tiles in a step, in cycles since the trace began. Active tiles
 * take at least one cycle. */
typedef struct {
  PoplensExtent start, all;       /* all tiles: start and end, in cycles */
  PoplensExtent from, cycles, to; /* active tiles: start, duration and end, in cycles */
  guint64 active;                 /* number of active tiles */
} PoplensExtents;

typedef struct {
  guint32 n;         /* number of tiles */
  gboolean is_wide;  /* TRUE: .end is valid; FALSE: .at is valid */
  guint64 *end;      /* [n] cycle that each tile has reached (not owned) */
  guint32 *at;       /* [n] cycle that each tile has reached, minus .origin (not owned) */
  guint64 origin;    /* cycle since the trace began from which .at counts */
  PoplensExtent all; /* largest, smallest and sum of the cycles that tiles have reached; valid
                        unless .is_wide */
} PoplensClock;

/* Returns the cycle that the @i-th tile has reached. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* Advances each tile by its cycles in a step. @wide: (nullable): [n] cycles in 64 bits, replaces
 * @cycles. Returns the extents of the step. */
PoplensExtents poplens_clock_step (PoplensClock *self, const guint32 *cycles, const guint64 *wide);
/* Changes to 64 bits: computes .end from .at, unless .end is valid already. */
void poplens_clock_widen (PoplensClock *self);

/* ---- markers --------------------------------------------------------------------------------- */

/* A step on an IPU, and the clock of its tiles after the step. .first: number of the first tile. */
typedef struct {
  guint32 step, ipu, first;
  const PoplensClock *clock;
} PoplensCheckStep;

typedef struct {
  guint32 n_tiles;
  guint32 *next; /* [n_tiles] first marker that the tile has not reached */
  guint64 *due;  /* [n_tiles] cycle of the marker in .next; G_MAXUINT64: the tile has reached all
                    markers */
  guint32 *near; /* [n_tiles] cycles from .origins of the IPU to .due */
  guint32 tiles_per_ipu;
  guint32 n_ipus;
  guint64 *origins; /* [n_ipus] cycle from which .near counts on the IPU; G_MAXUINT64: .near is not
                       valid */
  GHashTable *slices; /* cache of markers that tiles are reaching: marker → PoplensSlice */
  GArray *trails;     /* Trail: ends of the steps of a few tiles */
} PoplensCheckMarkers;

void poplens_check_markers_init (PoplensCheckMarkers *self, const PoplensCheckRun *run,
                                 guint32 n_tiles);
void poplens_check_markers_clear (PoplensCheckMarkers *self);
void poplens_check_markers_step (PoplensCheckMarkers *self, PoplensCheckRun *run,
                                 const PoplensCheckStep *step);
/* Checks, after the last step, that markers have equal distances, and that steps are found with
 * their help. @total: cycle at which the trace ends */
void poplens_check_markers_finish (PoplensCheckMarkers *self, PoplensCheckRun *run, guint64 total);

/* ---- cycles by compute set and by exchange --------------------------------------------------- */

/* Recorded cycles by tile, for all compute sets or for all exchanges between IPUs. Row i of .lists
 * belongs to .ids[i]: a list ID for each IPU. */
typedef struct {
  PoplensCheckId check;
  const char *what; /* noun for failures: "compute set" (static) */
  guint32 n, n_ipus;
  const guint32 *ids;        /* [n] IDs of the compute sets or exchanges */
  const PoplensLists *lists; /* NULL: nothing is recorded */
  guint8 *state; /* [n × n_ipus] bits. 1: the IPU executed the compute set or exchange. 2: one of
                    these executions had exactly the recorded cycles */
} PoplensCheckCycles;

void poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run);
void poplens_check_cycles_clear (PoplensCheckCycles *self);
void poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run, const PoplensStepRow *row);
void poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run);

G_END_DECLS
