/* Tab of Liveness with lifetimes: a lane for each variable, with bars from birth to death, below
 * the graph and over the same steps. Used within src/pages only.
 *
 * Location: "plot" (comma-separated names or ids) adds variables at the top; below are the largest
 * at the peak: "lifetimes" is peak:N, all, or chosen (only those of "plot"); "order" is bytes,
 * birth or length. A click sets "variable", an id, and "step". */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The tab "lifetimes", and its controls. @variables: (nullable) */
extern const PoplensTabKind poplens_liveness_lifetimes_kind;
void poplens_liveness_add_lifetime_controls (PoplensPage *page, const PoplensVariables *variables);

G_END_DECLS
