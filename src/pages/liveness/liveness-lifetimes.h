/* Lifetimes tab of Liveness: a lane for each variable, with bars from birth to death, on the step
 * axis of the page's chart. Keys of the location: "plot" adds variables by name or id; "lifetimes"
 * chooses others (peak:N, all, chosen); "order" sorts them (bytes, birth, length). */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* The tab "lifetimes", and the function that adds its controls. @variables: (nullable): names to
 * complete */
extern const PoplensTabKind poplens_liveness_lifetimes_kind;
void poplens_liveness_add_lifetime_controls (PoplensPage *page, const PoplensVariables *variables);

G_END_DECLS
