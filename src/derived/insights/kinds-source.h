/* Kinds of a report's variables, worked out once. */
#pragma once

#include "analysis/memory/kinds.h"
#include "derived/insights/insights-ground.h"

G_BEGIN_DECLS

/* By group of poplens_what_if_get_bytes() of poplens_report_what_if(). NULL with ABSENT where the
 * report lacks liveness, memory, programs or variables; without debug.cbor other rules decide.
 * Cost: that ground, and the bodies of the contexts of PopART's tensors, at the first call.
 * (transfer full) */
PoplensKinds *poplens_report_kinds (PoplensReport *report, GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
