/* Index that finds the kind of variables for rows of tables. A row is either an unlowered variable
 * (found by ID or name) or a tile variable (found by the properties of its group). Immutable. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

typedef struct _PoplensKindIndex PoplensKindIndex;

/* Builds the index. All arguments must outlive the index. @kinds: kinds of the groups of @bytes.
 * @streamed: (nullable): guint32, ascending: IDs of lowered variables of host exchanges, as given
 * to poplens_tile_bytes_new (). (transfer full) */
PoplensKindIndex *poplens_kind_index_new (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensVariables *variables,
                                          const GArray *streamed);
void poplens_kind_index_free (PoplensKindIndex *self); /* @self: (nullable) */

/* Returns the kind of a row of var_bytes_by_eq_class (formats.md 8.6): the kind with the most bytes
 * among the tile variables with the unlowered ID @id. If no tile variable has this ID, as for
 * messages and rearrangements, uses the tile variables with the name @name instead. POPLENS_N_KINDS
 * if there are none. @name: (nullable): name of the row */
PoplensKind poplens_kind_index_of_variable (const PoplensKindIndex *self, guint32 id,
                                            const char *name);

/* Properties of a tile variable that decide its group. */
typedef struct {
  guint32 id; /* vars_info.var_id */
  guint32 unlowered;
  guint32 category; /* row in variables->category_name */
  guint32 bits;
  const char *name; /* name of the variable, to recognise instrumentation */
} PoplensKindAsk;

/* Returns the kind of a tile variable; POPLENS_N_KINDS if it is not allocated. */
PoplensKind poplens_kind_index_of_tile_variable (const PoplensKindIndex *self,
                                                 const PoplensKindAsk *ask);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindIndex, poplens_kind_index_free)

/* ---- live bytes by kind ---------------------------------------------------------------------- */

/* Live bytes by kind, of n items: tiles or steps. */
typedef struct {
  guint32 n;
  guint64 *of[POPLENS_N_KINDS]; /* by kind: [n] live bytes of each item; NULL: all are 0 */
} PoplensKindBytes;

/* Computes the live bytes by kind of each tile in @peaks (PoplensTilePeak), at the step of its
 * peak. The kinds add up to the bytes of the peak if @peaks and @bytes come from the same
 * variables. @kinds: kinds of the groups of @bytes. NULL only if cancelled. (transfer full)
 * (nullable) */
PoplensKindBytes *poplens_kinds_at_peaks (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensLiveness *liveness, const GArray *peaks,
                                          GCancellable *cancellable);
/* Computes the live bytes of @tiles at each step, by kind. @tiles: (nullable): NULL stands for all
 * tiles. @always: FALSE leaves out always-live bytes. NULL only if cancelled. (transfer full)
 * (nullable) */
PoplensKindBytes *poplens_kinds_by_step (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                         const PoplensLiveness *liveness,
                                         const PoplensTileSet *tiles, gboolean always,
                                         GCancellable *cancellable);
void poplens_kind_bytes_free (PoplensKindBytes *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindBytes, poplens_kind_bytes_free)

G_END_DECLS
