/* The slowest tile of each executed step, read once and cached in the report. */
#pragma once

#include "analysis/trace/trace-last.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the slowest tile of each step. NULL with ABSENT if no step has cycles by tile; the error
 * names the engine option that records them. Owned by the report. */
const PoplensTraceLast *poplens_trace_last_of (PoplensReport *report, GCancellable *cancellable,
                                               GError **error);

/* Returns the slowest tiles if they are cached; never waits. (nullable) */
const PoplensTraceLast *poplens_trace_last_peek (PoplensReport *report);

/* ---- stragglers ------------------------------------------------------------------------------ */

/* Sums the slowest tiles over the steps that @location (nullable) selects (trace-costs-source.h),
 * for the table and the floor plan. @note: (out) (transfer full): describes the steps. NULL with
 * @error. (transfer full) */
PoplensStragglers *poplens_report_stragglers (PoplensReport *report,
                                              const PoplensLocation *location, char **note,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
