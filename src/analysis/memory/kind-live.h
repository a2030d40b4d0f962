/* Live bytes by kind: of each tile at its own peak, and of some tiles at each step. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

/* Bytes of @n items, by kind. */
typedef struct {
  guint32 n;
  guint64 *of[POPLENS_N_KINDS]; /* n each; NULL: no item has any */
} PoplensKindBytes;

/* Of each tile of @peaks (PoplensTilePeak) what is live at its step: over all kinds exactly the
 * peak's bytes, where those are of the same variables. @kinds: of @bytes. NULL only where
 * @cancellable was cancelled. (transfer full) */
PoplensKindBytes *poplens_kinds_at_peaks (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensLiveness *liveness, const GArray *peaks,
                                          GCancellable *cancellable);
/* Of @tiles (NULL: all) what is live at each step, without always-live bytes where @always is
 * FALSE. Cost: one pass over the entries of these tiles, and kinds × steps. NULL only where
 * @cancellable was cancelled. (transfer full) */
PoplensKindBytes *poplens_kinds_by_step (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                         const PoplensLiveness *liveness,
                                         const PoplensTileSet *tiles, gboolean always,
                                         GCancellable *cancellable);
void poplens_kind_bytes_free (PoplensKindBytes *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindBytes, poplens_kind_bytes_free)

G_END_DECLS
