/* Tile contents as a chart in a tab of Liveness: the rows of the table contents as nested
 * rectangles. A click selects the variable. For the files of this room. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_CONTENTS_CHART "contents-chart"

extern const PoplensTabKind poplens_liveness_contents_kind;
/* What they are grouped by, beside the tab of @section: chart and table each have the choice. */
void poplens_liveness_add_contents_order (PoplensPage *page, const char *section);
/* The rows of @contents as items of a treemap, behind the root: as large as on that side of @first
 * …
 * @last where they have most. @series: (transfer full): by item */
void poplens_liveness_set_contents (PoplensChart *chart, const PoplensTileContents *contents,
                                    guint first, guint last, guint8 *series);

G_END_DECLS
