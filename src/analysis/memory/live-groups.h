/* Live bytes of some tiles by what they belong to, each tile at a step: the ground of what fills a
 * tile. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/tile-contents.h"
#include "model/memory.h"

G_BEGIN_DECLS

typedef struct {
  guint32 n_tiles; /* that are in it */
  gint64 *live;    /* by group of the bytes */
  gint64 *always_live;
  PoplensContentsSums sums;
} PoplensLiveGroups;

/* @peaks: PoplensTilePeak in the order of @memory; @tiles: (nullable): all; @step:
 * POPLENS_NO_STEP: each tile at its own peak. Costs a pass over the entries of the tiles, and one
 * over the ranges of all classes for each step. (transfer full) */
PoplensLiveGroups *poplens_live_groups_new (const PoplensTileBytes *bytes,
                                            const PoplensLiveness *liveness,
                                            const PoplensMemory *memory, const GArray *peaks,
                                            const PoplensTileSet *tiles, guint32 step);
void poplens_live_groups_free (PoplensLiveGroups *self); /* NULL is fine */

/* A group without bytes; names are those of the bytes and the variables. */
PoplensContentsLeaf poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                           const PoplensVariables *variables, guint32 group);
/* Its bytes, to those of a side. */
void poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                                guint32 group, guint side);

/* The row of @memory with the largest need, of those of @tiles (nullable: all): the first with the
 * most of bytes including gaps and live bytes at the tile's peak, whichever is more; G_MAXUINT32:
 * it has none. */
guint32 poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                                   const PoplensTileSet *tiles);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveGroups, poplens_live_groups_free)

G_END_DECLS
