/* Tab of Liveness with the rows of the table "contents" as a treemap. A click selects the variable.
 * Used within src/pages only. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_CONTENTS_CHART "contents-chart"

extern const PoplensTabKind poplens_liveness_contents_kind;
/* Adds the choice of grouping to the tab of @section; chart and table share it. */
void poplens_liveness_add_contents_order (PoplensPage *page, const char *section);
/* Sets the items of a treemap: the root, then the rows of @contents. The area is the largest value
 * among the sides @first … @last. @series: (transfer full): series by item */
void poplens_liveness_set_contents (PoplensChart *chart, const PoplensTileContents *contents,
                                    guint first, guint last, guint8 *series);

G_END_DECLS
