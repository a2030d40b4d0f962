/* How charts of two reports show growth and shrinkage: five series, and texts for changes. */
#pragma once

#include "pages/compare/compare-page.h"

G_BEGIN_DECLS

/* Adds the five series, from much less to much more. @location: says which are hidden. */
void poplens_compare_look_add_series (PoplensChart *chart, const PoplensLocation *location);
/* Returns the index of the series for @amount. */
guint8 poplens_compare_look_of (PoplensAmount amount);
/* "−1,234", "added +1,234", "removed −1,234", "unchanged". (transfer full) */
char *poplens_compare_look_change (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* "94,701,170 → 144,932,907 (+53.0 %)". (transfer full) */
char *poplens_compare_look_amounts (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* Lines for a hover box: before, after, the change, and, if @own (the change outside any part) is
 * neither all of it nor 0, a line for that. (transfer full) */
char *poplens_compare_look_notes (PoplensAmount amount, gint64 own, PoplensUnit unit,
                                  PoplensByteUnit bytes);

G_END_DECLS
