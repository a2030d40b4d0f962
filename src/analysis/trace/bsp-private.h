/* Walking along the steps of an IPU, all tiles at once; for the files bsp-*.c. */
#pragma once

#include "analysis/trace/bsp.h"

G_BEGIN_DECLS

/* ---- lists of cycles, decoded (bsp-lists.c) -------------------------------------------------- */

typedef struct _PoplensBspLists PoplensBspLists;

void poplens_bsp_lists_free (PoplensBspLists *self);

/* ---- the walk (bsp-walk.c) ------------------------------------------------------------------- */

typedef struct {
  const PoplensBspInput *input;
  guint16 ipu;
  guint32 first_tile, n_tiles;
  PoplensBspLists *lists;
  PoplensSlice *rows; /* (nullable): those at hand */
  guint32 next;       /* of them */
  gboolean ended;
  guint32 n_listless;
  guint64 gap_from; /* where those that were met since the last step began; G_MAXUINT64: none */
  /* Behind a marker each tile begins in a step of its own: */
  guint32 *begins;    /* (nullable) [n_tiles]: that step's id … */
  guint64 *begins_to; /* … and where the tile ends it */
  guint32 last_begin; /* the highest of them */
  guint64 *joins;     /* [n_tiles] */
  guint32 *masked;    /* cycles of those that are followed, as PoplensBspStep has them */
} PoplensBspWalk;

typedef struct {
  guint32 step;          /* row of the execution's steps */
  guint64 base;          /* as the file has it */
  guint64 gap;           /* cycles that steps without cycles by tile took each tile before it */
  const guint32 *cycles; /* [n_tiles + 1]: the last is the most of all tiles */
  /* (nullable) [n_tiles]: where tiles begin this step that are followed from it on; G_MAXUINT64: of
   * the others. Those that are not followed yet have no cycles. */
  const guint64 *joins;
} PoplensBspStep;

/* From the last marker that is not behind @cycle: a tile joins with the first step whose end is not
 * before it. Without markers from the first step at 0. */
gboolean poplens_bsp_walk_init (PoplensBspWalk *self, const PoplensBspInput *input, guint16 ipu,
                                guint64 cycle, GError **error);
void poplens_bsp_walk_clear (PoplensBspWalk *self);
/* The next step that has cycles by tile. FALSE at the end, and on errors. */
gboolean poplens_bsp_walk_next (PoplensBspWalk *self, PoplensBspStep *step, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensBspWalk, poplens_bsp_walk_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBspLists, poplens_bsp_lists_free)

G_END_DECLS
