/* What was measured of the program tree of a report: worked out once, and kept. */
#pragma once

#include "analysis/time/tree-cycles.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error: ABSENT where no executed steps were recorded, with the option that records
 * them, or the report lacks liveness. Cost: a pass over the cycles of all executed steps at the
 * first call. (transfer full) */
PoplensTreeCycles *poplens_report_tree_cycles (PoplensReport *report, GCancellable *cancellable,
                                               GError **error);

G_END_DECLS
