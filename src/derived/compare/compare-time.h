/* The time of two reports, for what compares it. */
#pragma once

#include "analysis/compare/compare-time.h"
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

G_END_DECLS
