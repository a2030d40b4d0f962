/* Charts in tabs of Liveness: what the compiler estimates of the programs at the steps, tile by
 * tile: cycles and FLOPs. A click selects the tile. For the files of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_CYCLES_CHART "step-cycles-chart"
#define POPLENS_FLOPS_CHART "step-flops-chart"

void poplens_liveness_add_estimates (PoplensPage *page, gboolean cycles);
void poplens_liveness_estimates_views (GPtrArray *views);

G_END_DECLS
