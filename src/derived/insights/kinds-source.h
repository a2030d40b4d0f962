/* The kinds of a report's variables (model parameter, activation …), computed once and owned by the
 * report. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "derived/insights/insights-source.h"

G_BEGIN_DECLS

/* Returns the kind of each group of poplens_what_if_get_bytes () of poplens_report_what_if (). NULL
 * with ABSENT if the report lacks liveness, memory, programs or variables; without debug.cbor other
 * rules decide. Cost at the first call: poplens_report_what_if (), and the bodies of the contexts
 * of PopART's tensors. */
const PoplensKinds *poplens_report_kinds (PoplensReport *report, GCancellable *cancellable,
                                          GError **error);

/* Returns the kinds as an index by variable. */
const PoplensKindIndex *poplens_report_kind_index (PoplensReport *report, GCancellable *cancellable,
                                                   GError **error);

/* Maximum number of tile variables for which kinds are computed while a page waits; takes 20 ms. */
#define POPLENS_KINDS_AT_ONCE 200000

/* Returns the index if it is cached, or if its parts are loaded and small enough to compute it now.
 * (nullable): NULL if the report has no kinds, or they would take a while. A table or page that
 * gets NULL is built without kinds, and built again when they are ready
 * (poplens_kinds_are_due ()). */
const PoplensKindIndex *poplens_kinds_at_hand (PoplensReport *report, GCancellable *cancellable);

/* TRUE if the report has the parts that kinds need, as far as that is known without reading it. */
gboolean poplens_kinds_can_be (PoplensReport *report);

/* TRUE if kinds should be computed in the background: those of the report, or of the report that it
 * is compared with, are not computed yet. Always FALSE for reports on other computers. */
gboolean poplens_kinds_are_due (PoplensReport *report);

/* Computes the kinds of the report and of the one that it is compared with; of a report on another
 * computer only if its files are small. TRUE if either has kinds now. */
gboolean poplens_kinds_make (PoplensReport *report, GCancellable *cancellable);

G_END_DECLS
