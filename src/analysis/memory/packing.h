/* What packing loses: memory of variables that are not always live, beyond the most of them that is
 * live at one step; and which classes of liveness could share bytes if they did not meet. */
#pragma once

#include "model/liveness.h"
#include "model/memory.h"
#include "model/tile-set.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bytes of a tile. */
typedef struct {
  guint32 tile;     /* number */
  guint64 occupied; /* memory that not-always-live variables cover, each byte once */
  guint64 sizes;    /* Σ of their sizes: what they would need if nothing were shared */
  guint64 peak;     /* the most of them that is live at one step */
  guint64 lost;     /* occupied − peak; 0 where it is less, which no file has */
} PoplensTilePacking;

/* Of the @n tiles of @memory at @positions, in their order. NULL only where cancelled. (transfer
 * full) GArray of PoplensTilePacking
 */
GArray *poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                               const PoplensMemory *memory, const guint32 *positions, guint n,
                               GCancellable *cancellable);

/* Two classes that are live together at some step, so that no variable of one can share a byte with
 * one of the other. */
typedef struct {
  guint32 first, second; /* rows in liveness->class_id, first < second */
  guint32 step;          /* the first at which both are live */
  guint32 tiles;         /* that have both */
  guint64 bytes;         /* Σ over the tiles of the smaller of the two: what sharing could save */
} PoplensClassPair;

typedef struct {
  GArray *pairs;      /* PoplensClassPair, most bytes first */
  guint32 n_classes;  /* not always live, with bytes */
  guint32 n_compared; /* of them; those with the most bytes */
  guint64 n_pairs;    /* that meet, of the compared ones, on some tile */
} PoplensPackingPairs;

/* The @most pairs with the most bytes on @tiles (nullable: on all). NULL only where cancelled. */
PoplensPackingPairs *poplens_packing_pairs (const PoplensLiveness *liveness,
                                            const PoplensVariables *variables,
                                            const PoplensTileSet *tiles, guint most,
                                            GCancellable *cancellable);
void poplens_packing_pairs_free (PoplensPackingPairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPackingPairs, poplens_packing_pairs_free)

G_END_DECLS
