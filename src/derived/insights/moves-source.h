/* What changes of lifetimes need to know of a report. */
#pragma once

#include "analysis/insights/moves.h"
#include "report/report.h"

G_BEGIN_DECLS

/* What changes need that are about kinds of variables. Cost: poplens_report_kinds() at the first
 * call. (transfer full) */
PoplensMoves *poplens_report_moves (PoplensReport *report, GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
