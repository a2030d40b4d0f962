/* What packing loses: memory of variables that are not always live, beyond the most of them that is
 * live at one step. */
#pragma once

#include "model/liveness.h"
#include "model/memory.h"
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

G_END_DECLS
