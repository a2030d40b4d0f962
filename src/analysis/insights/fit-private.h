/* What a fit is made from. Private to the analysis. */
#pragma once

#include "analysis/insights/fit.h"

G_BEGIN_DECLS

typedef struct {
  PoplensFit *out;
  const PoplensMoves *moves;
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  const PoplensMemory *memory;
  PoplensWhatIfFacts facts;
  GCancellable *cancellable;
  PoplensWhatIfResult *now;
  const PoplensWhatIfTile *worst; /* of `now`; NULL where there is no tile */
} FitMaker;

/* NULL only where it was cancelled. (transfer full) */
PoplensWhatIfResult *poplens_fit_evaluate (const FitMaker *self, const GPtrArray *changes,
                                           PoplensEstimate estimate);
guint64 poplens_fit_excess (const PoplensWhatIfResult *result, guint64 capacity);
/* The tile with the largest need; NULL where there is none. */
const PoplensWhatIfTile *poplens_fit_worst (const PoplensWhatIfResult *result);
/* Bytes of a tile that are gaps, or that packing adds to its peak; @position: of the tile in `now`.
 */
guint64 poplens_fit_layout_bytes (const FitMaker *self, guint32 position, gboolean packing);
/* FALSE only where it was cancelled. */
gboolean poplens_fit_add_changes (FitMaker *self);
void poplens_fit_change_free (gpointer change);

G_END_DECLS
