/* Which tile was last in each executed step: read once and kept with the report. Private to tables
 * and pages. */
#pragma once

#include "analysis/trace/trace-last.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error: ABSENT where no step has cycles by tile, with the option that would record
 * them. It lives as long as the report. */
const PoplensTraceLast *poplens_trace_last_of (PoplensReport *report, GCancellable *cancellable,
                                               GError **error);

/* The same where it is at hand; else NULL. */
const PoplensTraceLast *poplens_trace_last_peek (PoplensReport *report);

/* ---- tiles that were last, in sum ------------------------------------------------------------ */

/* Tiles that were last, for the table and the floor plan: of the steps that @location (nullable)
 * asks for: see trace-costs-source.h. @note: (out) (transfer full): which these are. NULL with an
 * error. (transfer full) */
PoplensStragglers *poplens_report_stragglers (PoplensReport *report,
                                              const PoplensLocation *location, char **note,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
