/* Which tile was last in each executed step: read once and kept with the report. Private to tables
 * and pages. */
#pragma once

#include "analysis/trace/trace-last.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error: ABSENT where no step has cycles by tile, with the option that would record
 * them. It lives as long as the report. */
const PoplensTraceLast *poplens_trace_last_of (PoplensReport *report, GCancellable *cancellable,
                                               GError **error);

G_END_DECLS
