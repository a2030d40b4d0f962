/* How charts of two reports show growth and shrinkage: five series, and texts for changes. */
#pragma once

#include "pages/compare/compare-page.h"

G_BEGIN_DECLS

/* Adds the five series of changes, from much less to much more. @location: says which are
 * hidden. */
void poplens_compare_look_add_series (PoplensChart *chart, const PoplensLocation *location);
/* Returns the index, 0 … 4, of the series to which the change @amount belongs. */
guint8 poplens_compare_look_of (PoplensAmount amount);
/* Describes a change: "−1,234", "added +1,234", "removed −1,234", "unchanged". (transfer full) */
char *poplens_compare_look_change (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* Gives the values before and after: "94,701,170 → 144,932,907 (+53.0 %)". (transfer full) */
char *poplens_compare_look_amounts (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* Returns the lines of a hover box: values before and after, and the change. @own: change of the
 * item without its children. It gets a line if it is neither 0 nor the whole change. (transfer
 * full) */
char *poplens_compare_look_notes (PoplensAmount amount, gint64 own, PoplensUnit unit,
                                  PoplensByteUnit bytes);

G_END_DECLS
