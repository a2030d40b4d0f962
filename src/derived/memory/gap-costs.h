/* Bytes that gaps between variables cost, by reason, summed over tiles. */
#pragma once

#include "analysis/memory/gap-cause.h"
#include "model/tile-set.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Sums the gaps over @tiles (nullable: all). If @tiles are many, one pass finds the gaps of all
 * tiles and caches them in the report. FALSE with ABSENT if the report has no lowered variables. */
gboolean poplens_report_gap_costs (PoplensReport *report, const PoplensTileSet *tiles,
                                   PoplensGapCosts *costs, GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
