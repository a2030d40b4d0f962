/* Follows tiles through the executed steps: shared by the checks of execution. Private to the
 * analysis. */
#pragma once

#include "analysis/check/check-private.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Cycles at which the tiles of an IPU are, and how a step advances them.
 *
 * A processor adds eight numbers of 32 bits at a time, and each step is followed on 1,472 tiles. So
 * cycles are stored relative to an origin, in 32 bits, as long as they fit. */

/* Distance between tiles or length of a step, in cycles, from which on they do not fit into 32
 * bits, as when tiles wait for the host. Twice as much is still below 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Extents of a step, over all its tiles and over its active tiles, which take at least one cycle.
 * In cycles since the trace began. */
typedef struct {
  PoplensExtent start, all;       /* all tiles: where they start, and where they end */
  PoplensExtent from, cycles, to; /* active tiles: start, duration, end */
  guint64 active;                 /* number of active tiles */
} PoplensExtents;

typedef struct {
  guint32 n;         /* tiles */
  gboolean is_wide;  /* .end is valid, not .at */
  guint64 *end;      /* [n] cycle at which each tile is (not owned) */
  guint32 *at;       /* [n] .end − .origin (not owned) */
  guint64 origin;    /* cycles since the trace began */
  PoplensExtent all; /* of .at plus .origin; valid unless is_wide */
} PoplensClock;

/* Returns the cycle at which the @i-th tile is. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* Advances each tile by its element of @cycles, or of @wide (nullable) if it is given. */
PoplensExtents poplens_clock_step (PoplensClock *self, const guint32 *cycles, const guint64 *wide);
/* Computes .end from .at, unless it is valid already. */
void poplens_clock_widen (PoplensClock *self);

/* ---- markers --------------------------------------------------------------------------------- */

/* A step on an IPU, with the clock of its tiles after it. .first: number of the first tile. */
typedef struct {
  guint32 step, ipu, first;
  const PoplensClock *clock;
} PoplensCheckStep;

typedef struct {
  guint32 n_tiles;
  guint32 *next; /* [n_tiles] first marker that the steps of the tile have not reached */
  guint64 *due;  /* [n_tiles] cycle of that marker; G_MAXUINT64: none is left */
  guint32 *near; /* [n_tiles] .due − the origin of the IPU's clock */
  guint32 tiles_per_ipu;
  guint32 n_ipus;
  guint64 *origins;   /* [n_ipus] origin of .near; G_MAXUINT64: .near is not valid */
  GHashTable *slices; /* marker → PoplensSlice: markers that only some of the tiles have reached */
  GArray *trails;     /* of a few tiles: the ends of all their steps */
} PoplensCheckMarkers;

void poplens_check_markers_init (PoplensCheckMarkers *self, const PoplensCheckRun *run,
                                 guint32 n_tiles);
void poplens_check_markers_clear (PoplensCheckMarkers *self);
void poplens_check_markers_step (PoplensCheckMarkers *self, PoplensCheckRun *run,
                                 const PoplensCheckStep *step);
/* Checks the markers after the last step. @total: cycle at which the trace ends */
void poplens_check_markers_finish (PoplensCheckMarkers *self, PoplensCheckRun *run, guint64 total);

/* ---- cycles by compute set and by exchange --------------------------------------------------- */

/* Lists of cycles that the file records again for each compute set, or for each exchange between
 * IPUs. A row of .lists has the ID of a list for each IPU. */
typedef struct {
  PoplensCheckId check;
  const char *what; /* "compute set" (static) */
  guint32 n, n_ipus;
  const guint32 *ids;        /* of the rows */
  const PoplensLists *lists; /* NULL: nothing is recorded */
  guint8 *state; /* [n × n_ipus] 1: a step of the row ran on the IPU; 2: one with that list did */
} PoplensCheckCycles;

void poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run);
void poplens_check_cycles_clear (PoplensCheckCycles *self);
void poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run, const PoplensStepRow *row);
void poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run);

G_END_DECLS
