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

G_END_DECLS
