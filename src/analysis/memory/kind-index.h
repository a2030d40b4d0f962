/* The kind of a variable by its ID, and of a tile variable by what tells its group: for the rows of
 * tables. Immutable, reference counted. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

typedef struct _PoplensKindIndex PoplensKindIndex;

/* @bytes, @kinds, which are of those, @variables and @streamed outlive it. @streamed: (nullable):
 * guint32 IDs of lowered variables of host exchanges, rising, as @bytes were made with. (transfer
 * full) */
PoplensKindIndex *poplens_kind_index_new (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensVariables *variables,
                                          const GArray *streamed);
void poplens_kind_index_free (PoplensKindIndex *self); /* NULL is fine */

/* Of a row of var_bytes_by_eq_class, by the naming rules of formats.md 8.6: what has the ID, but
 * not its messages and rearrangements, which have rows of their own; where no tile variable has it
 * ("<anon>", "vertexCode", "<message:weights>"), what is named so. Where these are of several
 * kinds, that of most bytes; of as many, the first. @name: (nullable): of the ID.
 * POPLENS_N_KINDS: no tile variable is behind it. */
PoplensKind poplens_kind_index_of_variable (const PoplensKindIndex *self, guint32 id,
                                            const char *name);

/* What tells the group of a tile variable. */
typedef struct {
  guint32 id; /* vars_info.var_id */
  guint32 unlowered;
  guint32 category; /* row in variables->category_name */
  guint32 bits;
  const char *name; /* tells instrumentation */
} PoplensKindAsk;

/* POPLENS_N_KINDS for one that is not allocated. */
PoplensKind poplens_kind_index_of_tile_variable (const PoplensKindIndex *self,
                                                 const PoplensKindAsk *ask);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindIndex, poplens_kind_index_free)

/* ---- live bytes by kind ---------------------------------------------------------------------- */

/* Live bytes by kind: of each tile at its own peak, and of some tiles at each step. */

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
