/* Kinds of a report's variables, worked out once; they live as long as the report. */
#pragma once

#include "analysis/memory/kind-index.h"
#include "derived/insights/insights-ground.h"

G_BEGIN_DECLS

/* By group of poplens_what_if_get_bytes() of poplens_report_what_if(). NULL with ABSENT where the
 * report lacks liveness, memory, programs or variables; without debug.cbor other rules decide.
 * Cost: that ground, and the bodies of the contexts of PopART's tensors, at the first call. */
const PoplensKinds *poplens_report_kinds (PoplensReport *report, GCancellable *cancellable,
                                          GError **error);

/* The same, to be asked by variable. */
const PoplensKindIndex *poplens_report_kind_index (PoplensReport *report, GCancellable *cancellable,
                                                   GError **error);

/* More tile variables are not gone through on the way to something else: so many cost 20 ms. */
#define POPLENS_KINDS_AT_ONCE 200000

/* The index where it was made, or where its parts are there and small enough for it to be made now;
 * NULL where the report has no kinds, or they would take a while. Never an error. Who gets NULL has
 * no kinds, and is made again when there are (poplens_kinds_are_due ()). */
const PoplensKindIndex *poplens_kinds_at_hand (PoplensReport *report, GCancellable *cancellable);

/* Whether the report has what they are made of, as far as that is known without reading it. */
gboolean poplens_kinds_can_be (PoplensReport *report);

/* Whether those of the report, or of the one that it is compared with, are not made, and may be
 * unasked: of a report on this computer. */
gboolean poplens_kinds_are_due (PoplensReport *report);

/* Makes those of both, of a report on another computer only where its files are small; TRUE where
 * any are there now. */
gboolean poplens_kinds_make (PoplensReport *report, GCancellable *cancellable);

G_END_DECLS
