/* Sentences on the most important differences between two reports: whether they fit, the fullest
 * tile, and the peak of live memory with its causes. */
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/summary/headline.h"
#include "base/format.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* Computes the headlines of both reports, without cycles. Values that cannot be read are absent. */
void poplens_compared_headlines (const PoplensCompareSource *source,
                                 PoplensHeadline of[POPLENS_N_SIDES], GCancellable *cancellable);

/* Returns "The program no longer fits: fullest tile 612 KiB → 671 KiB, tiles over capacity 0 → 14
 * (capacity 624 KiB)."; likewise if it fits now, or still does not. (transfer full) (nullable):
 * NULL if both fit, or if that is unknown for one */
char *poplens_compared_fit (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit);

/* Returns "Peak live memory rose by 12.0 MiB (+3.2 %): 375 MiB → 387 MiB.", or that it is the same
 * within 0.1 %. @peak: (out): the peaks, 0 if either is unknown. (transfer full) (nullable): NULL
 * if the peaks are equal, or either is unknown */
char *poplens_compared_peak (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                             PoplensAmount *peak);

/* ---- the fullest tile ------------------------------------------------------------------------ */

/* Returns "Tile 1, the fullest: +372 KiB. Mostly +788 KiB weights. Largest: +785 KiB
 * Fwd/embedding/table.": compares the fullest tile of the second report with the same tile of the
 * first, each at its own peak. Only the first sentence if the tile's contents are unknown. Reads
 * the lowered variables, and computes the kinds of variables. (transfer full) (nullable): NULL if
 * the fullest tile did not become fuller, or a report lacks memory by tile */
char *poplens_compared_fullest (const PoplensCompareSource *source,
                                const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                                GCancellable *cancellable);

/* ---- the peak -------------------------------------------------------------------------------- */

/* Returns "Mostly +904 MiB activations kept for backward, −213 MiB temporaries. Largest: +213 MiB
 * Fwd/layer*\/matmul/out.": the kinds of variables that changed most at the peak, first those that
 * changed in the direction of the total, and the name that changed most in that direction. The
 * kinds that are left out explain less than a third of the change. Each report counts at its own
 * peak; @always: with always-live bytes. @change: (out): the total change. Kinds are named only if
 * those of both reports are available without a long computation (poplens_kinds_at_hand ()). Loads
 * variables in brief, and liveness. (transfer full) (nullable): NULL if the change is noise
 * (poplens_amount_is_noise ()), or a report lacks variables or liveness */
char *poplens_compared_peak_why (const PoplensCompareSource *source, gboolean always,
                                 PoplensByteUnit unit, gint64 *change, GCancellable *cancellable);

G_END_DECLS
