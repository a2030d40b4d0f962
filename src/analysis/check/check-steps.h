/* Following tiles through the executed steps: what the checks of execution share. Private to the
 * analysis. */
#pragma once

#include "analysis/check/check-private.h"

#include <glib.h>

G_BEGIN_DECLS

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Where the tiles of an IPU are in time, and what a step makes of that. Private to the analysis.
 *
 * A step of a large trace is followed on each of 1,472 tiles: of numbers of 32 bits a processor
 * takes eight at a time, so they are kept less an origin as long as they fit. */

/* Tiles so far apart, or a step so long, do not fit: a host that is waited for, say. Twice as much
 * is still below 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Of the tiles that a step is on: where they start and end; and of those that take any time at all
 * where they start, how long they take and where they end. In cycles since the trace began. */
typedef struct {
  PoplensExtent start, all, from, cycles, to;
  guint64 active; /* tiles that take any time */
} PoplensExtents;

typedef struct {
  guint32 n;         /* tiles */
  gboolean is_wide;  /* .end is true, not .at */
  guint64 *end;      /* [n] where each tile is (not owned) */
  guint32 *at;       /* [n] the same, less .origin (not owned) */
  guint64 origin;    /* cycles since the trace began */
  PoplensExtent all; /* of .at with the origin, where it is true */
} PoplensClock;

/* Where the @i-th tile is. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* A step: tile @i takes @cycles[i], or @wide[i] where that is not NULL. */
PoplensExtents poplens_clock_step (PoplensClock *self, const guint32 *cycles, const guint64 *wide);
/* From here on .end is true. */
void poplens_clock_widen (PoplensClock *self);

/* ---- check steps ----------------------------------------------------------------------------- */

/* What a step did on some tiles, @first and those behind it: where they are after it. */
typedef struct {
  guint32 step, ipu, first;
  const PoplensClock *clock;
} PoplensCheckStep;

/* ---- markers (check-markers.c) ----------------------------------------------------------------
 */

typedef struct {
  guint32 n_tiles;
  guint32 *next; /* by tile: the marker that its steps have not reached */
  guint64 *due;  /* by tile: where that one stands; G_MAXUINT64: none is left */
  guint32 *near; /* by tile: the same, less the origin of the IPU's clock */
  guint32 tiles_per_ipu;
  guint32 n_ipus;
  guint64 *origins;   /* by IPU: of .near; G_MAXUINT64: it is not made */
  GHashTable *slices; /* marker → PoplensSlice: those that some tiles have reached, and some not */
  GArray *trails;     /* of a few tiles: the ends of all their steps */
} PoplensCheckMarkers;

void poplens_check_markers_init (PoplensCheckMarkers *self, const PoplensCheckRun *run,
                                 guint32 n_tiles);
void poplens_check_markers_clear (PoplensCheckMarkers *self);
void poplens_check_markers_step (PoplensCheckMarkers *self, PoplensCheckRun *run,
                                 const PoplensCheckStep *step);
/* When all steps have been seen; @total: where the trace ends. */
void poplens_check_markers_finish (PoplensCheckMarkers *self, PoplensCheckRun *run, guint64 total);

/* ---- lists of cycles kept a second time (check-cycles.c) --------------------------------------
 */

/* Lists of cycles by compute set, or by exchange between IPUs: a row of @lists has an id an IPU. */
typedef struct {
  PoplensCheckId check;
  const char *what; /* "compute set" (static) */
  guint32 n, n_ipus;
  const guint32 *ids;        /* of the rows */
  const PoplensLists *lists; /* NULL: nothing is recorded */
  guint8 *state;             /* [n × n_ipus]: 1: a step of it was seen there, 2: with that list */
} PoplensCheckCycles;

void poplens_check_cycles_init (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run);
void poplens_check_cycles_clear (PoplensCheckCycles *self);
void poplens_check_cycles_step (PoplensCheckCycles *compute_sets, PoplensCheckCycles *exchanges,
                                PoplensCheckRun *run, const PoplensStepRow *row);
void poplens_check_cycles_finish (PoplensCheckCycles *self, PoplensCheckRun *run);

G_END_DECLS
