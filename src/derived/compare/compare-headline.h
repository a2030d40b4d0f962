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

/* Returns a sentence on whether the program fits: "The program no longer fits: fullest tile 612 KiB
 * → 671 KiB, tiles over capacity 0 → 14 (capacity 624 KiB).". (transfer full) (nullable): NULL if
 * the program fits in both reports, or if this is unknown for a report */
char *poplens_compared_fit (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit);

/* Returns "Peak live memory rose by 12.0 MiB (+3.2 %): 375 MiB → 387 MiB.", or a sentence that the
 * peak is the same within 0.1 %. @peak: (out): both peaks; zeros if one is unknown. (transfer full)
 * (nullable): NULL if the peaks are equal, or one is unknown */
char *poplens_compared_peak (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                             PoplensAmount *peak);

/* ---- the fullest tile ------------------------------------------------------------------------ */

/* Compares the fullest tile of the second report with the same tile of the first, each at its own
 * peak. Returns "Tile 1, the fullest: +372 KiB. Mostly +788 KiB weights. Largest: +785 KiB
 * Fwd/embedding/table."; only the first sentence if the tile's contents are unknown. Cost: reads
 * the lowered variables and computes their kinds. (transfer full) (nullable): NULL if the fullest
 * tile of the second report is not fuller than that of the first, or a report lacks memory by tile
 */
char *poplens_compared_fullest (const PoplensCompareSource *source,
                                const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                                GCancellable *cancellable);

/* ---- the peak -------------------------------------------------------------------------------- */

/* Returns the kinds of variables and the name that changed most between the peaks of both reports:
 * "Mostly +904 MiB activations kept for backward, −213 MiB temporaries. Largest: +213 MiB
 * Fwd/layer*\/matmul/out.". Kinds that changed in the direction of the total come first. No kinds
 * are named if computing them would take long (poplens_kinds_at_hand ()). @always: TRUE: includes
 * always-live bytes. @change: (out): total change in bytes. (transfer full) (nullable): NULL if the
 * change is noise (poplens_amount_is_noise ()), or a report lacks variables or liveness */
char *poplens_compared_peak_why (const PoplensCompareSource *source, gboolean always,
                                 PoplensByteUnit unit, gint64 *change, GCancellable *cancellable);

G_END_DECLS
