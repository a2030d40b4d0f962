/* What gaps cost over tiles, by cause. Private to the tables. */
#pragma once

#include "analysis/memory/gap-cause.h"
#include "model/tile-set.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Over @tiles (nullable: all). Many tiles take a pass over all variables, made once a report.
 * ABSENT where the report has no lowered variables. */
gboolean poplens_report_gap_costs (PoplensReport *report, const PoplensTileSet *tiles,
                                   PoplensGapCosts *costs, GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
