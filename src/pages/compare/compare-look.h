/* How what grew and what shrank is drawn: series of a chart whose items are things of two reports.
 */
#pragma once

#include "analysis/compare/compare-tree.h"
#include "pages/compare/compare-page.h"

G_BEGIN_DECLS

/* Five series, hidden as @location says. */
void poplens_compare_look_add_series (PoplensChart *chart, const PoplensLocation *location);
/* Which of them @node is, by what it and all below it have. */
guint8 poplens_compare_look_of (const PoplensComparedTree *tree, guint32 node);
/* "−1,234", "added +1,234", "removed −1,234", "unchanged". (transfer full) */
char *poplens_compare_look_change (const PoplensComparedTree *tree, guint32 node, PoplensUnit unit,
                                   PoplensByteUnit bytes);
/* "94,701,170 → 144,932,907 (+53.0 %)". (transfer full) */
char *poplens_compare_look_amounts (const PoplensComparedTree *tree, guint32 node, PoplensUnit unit,
                                    PoplensByteUnit bytes);
/* For a hover box: before, after, the change and how much of it is its own. (transfer full) */
char *poplens_compare_look_notes (const PoplensComparedTree *tree, guint32 node, PoplensUnit unit,
                                  PoplensByteUnit bytes);

G_END_DECLS
