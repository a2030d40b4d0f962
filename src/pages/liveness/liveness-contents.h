/* Tile contents as a chart in a tab of Liveness: the rows of the table tile-contents as nested
 * rectangles. A click selects the variable. For the files of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_CONTENTS_CHART "tile-contents-chart"

void poplens_liveness_add_contents (PoplensPage *page);
/* What they are grouped by, beside the tab of @section: chart and table each have the choice. */
void poplens_liveness_add_contents_order (PoplensPage *page, const char *section);
void poplens_liveness_contents_views (GPtrArray *views);

G_END_DECLS
