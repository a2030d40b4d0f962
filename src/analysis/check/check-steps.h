/* Follows each tile through the executed steps, for several checks of the execution. Private to the
 * analysis. */
#pragma once

#include "analysis/check/check-private.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Clock: the cycle that each tile of an IPU has reached. Cycles are stored in 32 bits, relative to
 * an origin, as long as they fit: vector instructions then advance eight tiles at a time. */

/* A clock changes to 64 bits if its tiles are this many cycles apart, or if a step takes as long,
 * such as a wait for the host. Two smaller numbers add up to less than 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Extents of a step over all its tiles, and over its active tiles: those that take at least one
 * cycle. In cycles since the trace began. */
typedef struct {
  PoplensExtent start, all;       /* all tiles: start and end, in cycles */
  PoplensExtent from, cycles, to; /* active tiles: start, duration and end, in cycles */
  guint64 active;                 /* number of active tiles */
} PoplensExtents;

typedef struct {
  guint32 n;         /* number of tiles */
  gboolean is_wide;  /* TRUE: .end is valid; FALSE: .at is valid */
  guint64 *end;      /* [n] cycle that each tile has reached (not owned) */
  guint32 *at;       /* [n] .end − .origin (not owned) */
  guint64 origin;    /* cycle since the trace began at which .at is 0 */
  PoplensExtent all; /* highest, lowest and sum of the cycles that tiles have reached; valid unless
                        .is_wide */
} PoplensClock;

/* Returns the cycle that the @i-th tile has reached. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* Advances each tile by its cycles in a step. Takes these from @wide or, if @wide is NULL, from
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
  guint64 *due;  /* [n_tiles] cycle of the marker in .next; G_MAXUINT64: no marker is left */
  guint32 *near; /* [n_tiles] .due relative to .origins of the tile's IPU */
  guint32 tiles_per_ipu;
  guint32 n_ipus;
  guint64 *origins;   /* [n_ipus] cycle from which .near counts; G_MAXUINT64: .near is not valid */
  GHashTable *slices; /* marker → PoplensSlice: markers that only some of the tiles have reached */
  GArray *trails;     /* Trail of each of a few tiles: the ends of their steps */
} PoplensCheckMarkers;

void poplens_check_markers_init (PoplensCheckMarkers *self, const PoplensCheckRun *run,
                                 guint32 n_tiles);
void poplens_check_markers_clear (PoplensCheckMarkers *self);
void poplens_check_markers_step (PoplensCheckMarkers *self, PoplensCheckRun *run,
                                 const PoplensCheckStep *step);
/* Checks the spacing of markers, and the look-ups with them, after the last step. @total: cycle at
 * which the trace ends */
void poplens_check_markers_finish (PoplensCheckMarkers *self, PoplensCheckRun *run, guint64 total);

/* ---- cycles by compute set and by exchange --------------------------------------------------- */

/* Lists of cycles by tile that the file records for compute sets, or for exchanges between IPUs. A
 * row of .lists is a compute set or an exchange: a list ID for each IPU. */
typedef struct {
  PoplensCheckId check;
  const char *what; /* "compute set" (static) */
  guint32 n, n_ipus;
  const guint32 *ids;        /* [n] IDs of the compute sets or exchanges */
  const PoplensLists *lists; /* NULL: nothing is recorded */
  guint8 *state; /* [n × n_ipus] bits: 1: the IPU ran a step of the compute set or exchange; 2: such
                    a step had exactly the recorded list of cycles */
} PoplensCheckCycles;

void poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run);
void poplens_check_cycles_clear (PoplensCheckCycles *self);
void poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run, const PoplensStepRow *row);
void poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run);

G_END_DECLS
