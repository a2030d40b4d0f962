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

/* Returns a location with only the range of @location (nullable). If there is none and the traces
 * are aligned at an iteration, the range is this iteration. (transfer full) */
PoplensLocation *poplens_compared_time_scope (const PoplensLocation *location);
/* Returns " Only iteration 3.", for the note of a table. (transfer full) (nullable): NULL if
 * everything is compared */
char *poplens_compared_time_scope_note (const PoplensLocation *location);

/* Loads the time of both reports in the range of @location (nullable), for example iteration 3.
 * FALSE with ABSENT if a report has no executed steps, USAGE if a report has no such range, or an
 * error of a report. The message names the report. */
gboolean poplens_compared_time_load (const PoplensCompareSource *source,
                                     const PoplensLocation *location, PoplensComparedTime *self,
                                     GCancellable *cancellable, GError **error);

/* ---- cycles by path -------------------------------------------------------------------------- */

/* Steps of one report that have the same path. */
typedef struct {
  guint64 rows;    /* number of rows in steps_by_ipu; 0: none */
  guint32 program; /* program of one of the steps; POPLENS_NO_PROGRAM: no step */
} PoplensFlameThing;

typedef struct {
  /* tree of the paths in step names; its cycles are those of the longest tile of each step, summed
   * over steps and IPUs */
  PoplensComparedTree *tree;
  PoplensFlameThing *things[POPLENS_N_SIDES];
  guint32 n_ipus[POPLENS_N_SIDES]; /* number of IPUs whose steps are counted */
} PoplensComparedFlame;

/* Sums the cycles of steps by path. Waiting is left out: IPUs wait in parallel, so the sum could
 * exceed the length of the trace. The keys "range" and "ipu" of @location (nullable) limit both
 * reports; steps that overlap the range count in full. FALSE with ABSENT if a report has no
 * executed steps, USAGE if a report has no such range or IPU, or an error of a report. The message
 * names the report. */
gboolean poplens_compared_flame_load (const PoplensCompareSource *source,
                                      const PoplensLocation *location, PoplensComparedFlame *self,
                                      GCancellable *cancellable, GError **error);
void poplens_compared_flame_clear (PoplensComparedFlame *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFlame, poplens_compared_flame_clear)

G_END_DECLS
