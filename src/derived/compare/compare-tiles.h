/* Which tiles of two reports a table of comparison is about. Private to the tables. */
#pragma once

#include "derived/compare/compare-source.h"
#include "derived/scope.h"
#include "model/memory.h"
#include "model/location.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensMemory *of[POPLENS_N_SIDES];
  PoplensScope
      scope[POPLENS_N_SIDES]; /* which tiles count; none where the report has none of them */
} PoplensCompareTiles;

/* Of @report and the one that it is compared with, which become @source. What one report alone has
 * is only in that one; USAGE where neither has what @location selects. (transfer full) */
PoplensCompareTiles *poplens_compare_tiles_load (PoplensCompareSource *source,
                                                 PoplensReport *report,
                                                 const PoplensLocation *location,
                                                 GCancellable *cancellable, GError **error);
/* A GDestroyNotify. */
void poplens_compare_tiles_free (gpointer self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensCompareTiles, poplens_compare_tiles_free)

/* Whether both say what memory is used for; else ABSENT, naming the one that does not. */
gboolean poplens_compare_tiles_have_categories (const PoplensCompareTiles *self,
                                                const PoplensCompareSource *source, GError **error);
/* Goes behind the note of a table; NULL where all tiles count. (transfer full) */
char *poplens_compare_tiles_remark (const PoplensCompareTiles *self);

G_END_DECLS
