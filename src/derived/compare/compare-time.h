/* Loads the executed time of two reports for comparison, and their cycles by the paths in step
 * names. */
#pragma once

#include "analysis/compare/compare-time.h"
#include "analysis/compare/compare.h"
#include "analysis/time/time-iterations.h"
#include "derived/compare/compare-source.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Time of two reports. Pointers are owned by the reports. */
typedef struct {
  PoplensTimeSide of[POPLENS_N_SIDES];
  const PoplensTimeIterations *iterations[POPLENS_N_SIDES];
  gboolean whole; /* TRUE: all cycles of both reports count; FALSE: only those of a range */
} PoplensComparedTime;

/* Returns a location with only the range that @location (nullable) names, or else the iteration at
 * which both traces are aligned. (transfer full) */
PoplensLocation *poplens_compared_time_scope (const PoplensLocation *location);
/* Returns " Only iteration 3.", for the note of a table. (transfer full) (nullable): NULL if
 * everything is compared */
char *poplens_compared_time_scope_note (const PoplensLocation *location);

/* Loads the time of both reports in the range of @location (nullable), for example iteration 3 of
 * each. FALSE with ABSENT if a report has no executed steps (the message names it), USAGE if one
 * has no such range, or an error of a report. */
gboolean poplens_compared_time_load (const PoplensCompareSource *source,
                                     const PoplensLocation *location, PoplensComparedTime *self,
                                     GCancellable *cancellable, GError **error);

/* ---- cycles by path -------------------------------------------------------------------------- */

/* Steps of one report with exactly the path of a thing of the tree (PoplensComparedTree). */
typedef struct {
  guint64 rows;    /* number of rows in steps_by_ipu; 0: none */
  guint32 program; /* one of its programs; POPLENS_NO_PROGRAM: none */
} PoplensFlameThing;

typedef struct {
  /* cycles of the longest tile of each step, summed over steps and IPUs */
  PoplensComparedTree *tree;
  PoplensFlameThing *things[POPLENS_N_SIDES];
  guint32 n_ipus[POPLENS_N_SIDES]; /* IPUs whose steps are counted */
} PoplensComparedFlame;

/* Sums the cycles of steps by path. Waiting is not counted, as that of several IPUs would add up to
 * more than the trace. The keys "range" and "ipu" of @location (nullable) limit both reports alike;
 * a step that overlaps the range counts whole. FALSE with ABSENT if a report has no executed steps
 * (the message names it), USAGE if one has no such range or IPU, or an error of a report. */
gboolean poplens_compared_flame_load (const PoplensCompareSource *source,
                                      const PoplensLocation *location, PoplensComparedFlame *self,
                                      GCancellable *cancellable, GError **error);
void poplens_compared_flame_clear (PoplensComparedFlame *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFlame, poplens_compared_flame_clear)

G_END_DECLS
