/* Tab of Liveness with a treemap of what fills a tile, from the table "contents". A click selects a
 * variable. Used within src/pages only. */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

#define POPLENS_CONTENTS_CHART "contents-chart"

extern const PoplensTabKind poplens_liveness_contents_kind;
/* Adds the control "by" to the tab of @section: groups variables by kind or by model layer first.
 */
void poplens_liveness_add_contents_order (PoplensPage *page, const char *section);
/* Fills a treemap: item 0 is the root, the items after it are the rows of @contents. The area of a
 * row is its largest value at the compared steps @first … @last. @series: (transfer full): series
 * of each item */
void poplens_liveness_set_contents (PoplensChart *chart, const PoplensTileContents *contents,
                                    guint first, guint last, guint8 *series);

G_END_DECLS
