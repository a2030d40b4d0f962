/* The kinds of a report's variables (model parameter, activation …), computed once and owned by the
 * report. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "derived/insights/insights-source.h"

G_BEGIN_DECLS

/* Returns the kind of each group of poplens_what_if_get_bytes (). NULL with ABSENT if the report
 * lacks liveness, memory, programs or variables. Without debug.cbor, kinds are found by other
 * rules. Cost at the first call: poplens_report_what_if (), and the bodies of the contexts of
 * PopART's tensors. */
const PoplensKinds *poplens_report_kinds (PoplensReport *report, GCancellable *cancellable,
                                          GError **error);

/* Returns the kinds as an index by variable. */
const PoplensKindIndex *poplens_report_kind_index (PoplensReport *report, GCancellable *cancellable,
                                                   GError **error);

/* Maximum number of tile variables for which kinds are computed while a page waits; takes 20 ms. */
#define POPLENS_KINDS_AT_ONCE 200000

/* Returns the index if it is cached, or quick to compute: its parts are loaded and small.
 * (nullable): NULL if the report has no kinds, or if computing them takes long. A page that gets
 * NULL is built without kinds, and again when the kinds are computed (poplens_kinds_are_due ()). */
const PoplensKindIndex *poplens_kinds_at_hand (PoplensReport *report, GCancellable *cancellable);

/* TRUE if the report seems to have the parts that kinds need. Reads nothing. */
gboolean poplens_kinds_can_be (PoplensReport *report);

/* TRUE if the kinds of the report, or of the report that it is compared with, should be computed in
 * the background. Reports on other computers do not count. */
gboolean poplens_kinds_are_due (PoplensReport *report);

/* Computes the kinds of the report and of the report that it is compared with. Skips a report on
 * another computer, unless its files are small. TRUE if a report has kinds now. */
gboolean poplens_kinds_make (PoplensReport *report, GCancellable *cancellable);

G_END_DECLS
