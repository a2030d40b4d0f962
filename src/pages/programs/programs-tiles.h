/* What the chosen program costs each tile, as a chart in a tab of the Program Tree; for the files
 * of this room.
 *
 * Location: "measure" is bytes, cycles or vertices; without it, what says most of such a program. A
 * click selects "tile". */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_PROGRAMS_TILES_CHART "tile-costs-chart"

/* The tab with the chart, and its control. */
void poplens_programs_add_tiles_chart (PoplensPage *page, const PoplensPageContext *context);
void poplens_programs_tiles_views (GPtrArray *views);

G_END_DECLS
