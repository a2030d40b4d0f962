/* Following tiles through the executed steps: what the checks of execution share. Private to the
 * analysis. */
#pragma once

#include "analysis/check-private.h"

G_BEGIN_DECLS

/* What a step did on the tiles of an IPU: @cycles[i] on tile @first + i, which were at @end[i]
 * before it (cycles since the trace began). */
typedef struct {
  guint32 step, ipu;
  guint32 first, n; /* tiles */
  const guint64 *cycles, *end;
} PoplensCheckStep;

/* ---- markers (check-markers.c) ----------------------------------------------------------------
 */

typedef struct {
  guint32 n_tiles;
  guint32 *next;      /* by tile: the marker that its steps have not reached */
  guint64 *due;       /* by tile: where that one stands; G_MAXUINT64: none is left */
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCheckMarkers, poplens_check_markers_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCheckCycles, poplens_check_cycles_clear)

G_END_DECLS
