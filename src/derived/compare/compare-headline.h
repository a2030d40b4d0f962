/* What matters first about two reports: whether they fit, and their peak. */
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/summary/headline.h"
#include "base/format.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* The headlines of both without cycles; what cannot be read is absent. */
void poplens_compared_headlines (const PoplensCompareSource *source,
                                 PoplensHeadline of[POPLENS_N_SIDES], GCancellable *cancellable);

/* "The program no longer fits: fullest tile 612 KiB → 671 KiB, tiles over capacity 0 → 14
 * (capacity 624 KiB)."; that it fits now, or still does not and by how much. NULL where both fit,
 * or one of them does not tell. (transfer full) */
char *poplens_compared_fit (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit);

/* "Peak live memory rose by 12.0 MiB (+3.2 %): 375 MiB → 387 MiB.", or that it is the same within
 * 0.1 %; NULL where it did not change, or one of them does not tell. @peak: (out): of both, 0 where
 * NULL is returned. (transfer full) */
char *poplens_compared_peak (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                             PoplensAmount *peak);

/* ---- the fullest tile ------------------------------------------------------------------------ */

/* "Tile 1, the fullest: +372 KiB. Mostly +788 KiB weights. Largest: +785 KiB Fwd/embedding/table.":
 * the tile that is fullest after, against the same tile before, each at its own peak. Only the
 * first of these where its contents are not known. NULL where the fullest tile did not become
 * fuller, or a report does not tell. Reads the lowered variables of that tile, and makes the kinds
 * of variables. (transfer full) */
char *poplens_compared_fullest (const PoplensCompareSource *source,
                                const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                                GCancellable *cancellable);

/* ---- the peak -------------------------------------------------------------------------------- */

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
