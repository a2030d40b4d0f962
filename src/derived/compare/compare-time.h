/* The time of two reports, for what compares it. */
#pragma once

#include "analysis/compare/compare-time.h"
#include "analysis/compare/compare.h"
#include "analysis/time/time-iterations.h"
#include "derived/compare/compare-source.h"
#include "model/location.h"

G_BEGIN_DECLS

/* All belong to the reports. */
typedef struct {
  PoplensTimeSide of[POPLENS_N_SIDES];
  const PoplensTimeIterations *iterations[POPLENS_N_SIDES];
  gboolean whole; /* all cycles of both; else those of a scope */
} PoplensComparedTime;

/* The range that @location (nullable) names, or the iteration at which both traces are aligned, and
 * nothing else of it. (transfer full) */
PoplensLocation *poplens_compared_time_scope (const PoplensLocation *location);
/* " Only iteration 3.", for the note of a table; NULL where all is compared. (transfer full) */
char *poplens_compared_time_scope_note (const PoplensLocation *location);

/* Of that scope of @location (nullable), the same in both: iteration 3 of each. FALSE with ABSENT
 * where one executed no steps, which the message names, USAGE where one has no such scope, or an
 * error of the report. */
gboolean poplens_compared_time_load (const PoplensCompareSource *source,
                                     const PoplensLocation *location, PoplensComparedTime *self,
                                     GCancellable *cancellable, GError **error);

/* ---- cycles by path -------------------------------------------------------------------------- */

/* Cycles of the steps of two reports by the paths in their names. */

/* By thing of the tree: what has just this path in that report. */
typedef struct {
  guint64 rows;    /* of steps_by_ipu; 0: it is not there */
  guint32 program; /* one of it; POPLENS_NO_PROGRAM: none */
} PoplensFlameThing;

typedef struct {
  PoplensComparedTree *tree; /* cycles of the longest tile of each step, Σ over IPUs */
  PoplensFlameThing *things[POPLENS_N_SIDES];
  guint32 n_ipus[POPLENS_N_SIDES]; /* whose steps these are */
} PoplensComparedFlame;

/* Counts work alone: waiting on several IPUs at once adds up to more than there is. The keys
 * "range" and "ipu" of @location (nullable) limit both reports alike; a step that touches the range
 * counts whole. FALSE with ABSENT where one executed no steps, which the message names, USAGE where
 * one has no such scope or IPU, or an error of the report. */
gboolean poplens_compared_flame_load (const PoplensCompareSource *source,
                                      const PoplensLocation *location, PoplensComparedFlame *self,
                                      GCancellable *cancellable, GError **error);
void poplens_compared_flame_clear (PoplensComparedFlame *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFlame, poplens_compared_flame_clear)

G_END_DECLS
