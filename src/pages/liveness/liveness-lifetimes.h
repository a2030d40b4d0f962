/* Tab of Liveness with lifetimes: a lane for each variable, with bars from birth to death. It is
 * below the page's graph and has the same axis of steps. Used within src/pages only. Keys of the
 * location: "plot" (comma-separated names or ids) adds variables at the top; "lifetimes" says which
 * others follow: peak:N (the N largest at the peak), all, or chosen (none); "order" is bytes, birth
 * or length. A click sets "variable", an id, and "step". */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The tab "lifetimes" and, below, the function that adds its controls. @variables: (nullable) */
extern const PoplensTabKind poplens_liveness_lifetimes_kind;
void poplens_liveness_add_lifetime_controls (PoplensPage *page, const PoplensVariables *variables);

G_END_DECLS
