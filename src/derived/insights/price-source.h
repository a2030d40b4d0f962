/* What the changes of a report cost in time: worked out once, and kept. */
#pragma once

#include "analysis/insights/fit-price.h"
#include "report/report.h"

G_BEGIN_DECLS

/* All unknown, with the reason, where nothing was measured. ABSENT where the report lacks liveness,
 * memory, variables or programs. Cost: poplens_report_moves(), and a pass over the cycles of all
 * executed steps at the first call. (transfer full) */
PoplensFitPrices *poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
