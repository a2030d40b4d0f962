/* Why the live memory at the peak of two reports differs. */
#pragma once

#include "base/format.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* The kinds of variables whose bytes at the peak changed most, those first that changed as the
 * whole did, and the name that did so most, whatever its kind: "Mostly +904 MiB activations kept
 * for backward, −213 MiB temporaries. Largest: +213 MiB Fwd/layer*\/matmul/out." What these kinds
 * do not explain is less than a third of the change. Each report counts at its own peak, @always:
 * with what is always live.
 * *@change: what all of them add up to. Kinds are named where those of both reports are at hand
 * (poplens_kinds_make()). NULL where the change is noise (poplens_amount_is_noise()), or a report
 * lacks variables or liveness; never an error. Reads variables in brief, and liveness. (transfer
 * full) */
char *poplens_compared_peak_why (const PoplensCompareSource *source, gboolean always,
                                 PoplensByteUnit unit, gint64 *change, GCancellable *cancellable);

G_END_DECLS
