/* The fullest tile of two reports: what grew most there. */
#pragma once

#include "analysis/summary/headline.h"
#include "base/format.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* "Tile 1, the fullest: +372 KiB. Mostly +788 KiB weights. Largest: +785 KiB Fwd/embedding/table.":
 * the tile that is fullest after, against the same tile before, each at its own peak. Only the
 * first of these where its contents are not known. NULL where the fullest tile did not become
 * fuller, or a report does not tell. Reads the lowered variables of that tile, and makes the kinds
 * of variables. (transfer full) */
char *poplens_compared_fullest (const PoplensCompareSource *source,
                                const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                                GCancellable *cancellable);

G_END_DECLS
