/* Follows each tile through the executed steps, for several checks of the execution. Private to the
 * analysis. */
#pragma once

#include "analysis/check/check-private.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Clocks: the cycle that each tile of an IPU has reached, and how a step advances it.
 *
 * Vector instructions add eight 32-bit numbers at a time, and each step advances 1,472 tiles. So
 * cycles are stored in 32 bits, relative to an origin, as long as they fit. */

/* Distance between tiles, or length of a step, from which a clock changes to 64 bits; in cycles.
 * Tiles that wait for the host reach it. Two such numbers add up to less than 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Extents of a step over all its tiles, and over its active tiles: those that take at least one
 * cycle. In cycles since the trace began. */
typedef struct {
  PoplensExtent start, all;       /* all tiles: where they start, and where they end */
  PoplensExtent from, cycles, to; /* active tiles: start, duration, end */
  guint64 active;                 /* number of active tiles */
} PoplensExtents;

typedef struct {
  guint32 n;         /* number of tiles */
  gboolean is_wide;  /* TRUE: .end is valid; FALSE: .at is valid */
  guint64 *end;      /* [n] cycle that each tile has reached (not owned) */
  guint32 *at;       /* [n] .end − .origin (not owned) */
  guint64 origin;    /* cycle from which .at counts, since the trace began */
  PoplensExtent all; /* extent of the cycles that the tiles have reached; valid unless is_wide */
} PoplensClock;

/* Returns the cycle that the @i-th tile has reached. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* Advances each tile by its element of @wide or, if that is NULL, of @cycles. Returns the extents
 * of the step. */
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

/* Lists of cycles that the file records again for each compute set, or for each exchange between
 * IPUs. A row of .lists has the ID of a list for each IPU. */
typedef struct {
  PoplensCheckId check;
  const char *what; /* "compute set" (static) */
  guint32 n, n_ipus;
  const guint32 *ids;        /* [n] IDs of the compute sets or exchanges */
  const PoplensLists *lists; /* NULL: nothing is recorded */
  guint8 *state; /* [n × n_ipus] 1: a step of the compute set or exchange ran on the IPU; 2: a step
                    with the recorded list did */
} PoplensCheckCycles;

void poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run);
void poplens_check_cycles_clear (PoplensCheckCycles *self);
void poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run, const PoplensStepRow *row);
void poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run);

G_END_DECLS
