/* How what grew and what shrank is drawn: series of a chart whose items are things of two reports.
 */
#pragma once

#include "pages/compare/compare-page.h"

G_BEGIN_DECLS

/* Five series, hidden as @location says. */
void poplens_compare_look_add_series (PoplensChart *chart, const PoplensLocation *location);
/* Which of them something is that has @amount in both reports. */
guint8 poplens_compare_look_of (PoplensAmount amount);
/* "−1,234", "added +1,234", "removed −1,234", "unchanged". (transfer full) */
char *poplens_compare_look_change (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* "94,701,170 → 144,932,907 (+53.0 %)". (transfer full) */
char *poplens_compare_look_amounts (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes);
/* For a hover box: before, after, the change, and @own of it where it is neither all nor none, what
 * is in no part. (transfer full) */
char *poplens_compare_look_notes (PoplensAmount amount, gint64 own, PoplensUnit unit,
                                  PoplensByteUnit bytes);

G_END_DECLS
