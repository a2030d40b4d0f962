/* Lifetimes on the page Liveness: a row a variable, a bar from its birth to its death, below the
 * graph and over the same steps. For the files of this room.
 *
 * Location: "plot" (names or ids, with commas) puts variables on top; below them come the largest
 * at the peak: "lifetimes" is peak:N, all, or chosen for those of "plot" alone; "order" is
 * bytes, birth or length. A click selects "variable", an id, and "step". */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The tab with the chart, its controls, and the tab with the table. */
gboolean poplens_liveness_add_lifetimes (PoplensPage *page, const PoplensPageContext *context,
                                         GError **error);
void poplens_liveness_lifetimes_views (GPtrArray *views);

G_END_DECLS
