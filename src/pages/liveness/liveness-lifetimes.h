/* Lifetimes on the page Liveness: a row a variable, a bar from its birth to its death, below the
 * graph and over the same steps. For the files of this room.
 *
 * Location: "plot" (names or ids, with commas) puts variables on top; below them come the largest
 * at the peak: "lifetimes" is peak:N, all, or chosen for those of "plot" alone; "order" is
 * bytes, birth or length. A click selects "variable", an id, and "step". */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The chart of the tab "lifetimes", and its controls. @variables: (nullable) */
extern const PoplensTabKind poplens_liveness_lifetimes_kind;
void poplens_liveness_add_lifetime_controls (PoplensPage *page, const PoplensVariables *variables);

G_END_DECLS
