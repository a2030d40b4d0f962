/* Index of the kinds of variables, for rows of tables: by ID for variables, and by what identifies
 * their group for tile variables. Immutable. */
#pragma once

#include "analysis/liveness/peaks.h"
#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

typedef struct _PoplensKindIndex PoplensKindIndex;

/* Builds the index. @bytes, @kinds (of @bytes), @variables and @streamed must outlive it.
 * @streamed: (nullable): guint32, ascending: IDs of lowered variables of host exchanges, as given
 * for @bytes. (transfer full) */
PoplensKindIndex *poplens_kind_index_new (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensVariables *variables,
                                          const GArray *streamed);
void poplens_kind_index_free (PoplensKindIndex *self); /* @self: (nullable) */

/* Returns the kind of a row of var_bytes_by_eq_class, by the naming rules of formats.md 8.6: that
 * of the tile variables with the ID, but not of its messages and rearrangements, which have rows of
 * their own. If no tile variable has the ID ("<anon>", "vertexCode", "<message:weights>"), that of
 * the tile variables with the name. Of several kinds, the one with the most bytes; of equal ones
 * the first. @name: (nullable): name of the ID. POPLENS_N_KINDS: there is no tile variable. */
PoplensKind poplens_kind_index_of_variable (const PoplensKindIndex *self, guint32 id,
                                            const char *name);

/* Key of the group of a tile variable. */
typedef struct {
  guint32 id; /* vars_info.var_id */
  guint32 unlowered;
  guint32 category; /* row in variables->category_name */
  guint32 bits;
  const char *name; /* name of the variable, by which instrumentation is found */
} PoplensKindAsk;

/* Returns the kind of a tile variable; POPLENS_N_KINDS if it is not allocated. */
PoplensKind poplens_kind_index_of_tile_variable (const PoplensKindIndex *self,
                                                 const PoplensKindAsk *ask);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindIndex, poplens_kind_index_free)

/* ---- live bytes by kind ---------------------------------------------------------------------- */

/* Live bytes by kind, of n items: tiles or steps. */
typedef struct {
  guint32 n;
  guint64 *of[POPLENS_N_KINDS]; /* by kind: [n] bytes; NULL: no item has any */
} PoplensKindBytes;

/* Computes the live bytes of each tile of @peaks (PoplensTilePeak) at the step of its peak. The
 * kinds add up exactly to the bytes of the peak, if @peaks and @bytes are of the same variables.
 * @kinds: of @bytes. NULL only if cancelled. (transfer full) (nullable) */
PoplensKindBytes *poplens_kinds_at_peaks (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                          const PoplensLiveness *liveness, const GArray *peaks,
                                          GCancellable *cancellable);
/* Computes the live bytes of @tiles (nullable: all) at each step. @always: FALSE: without
 * always-live bytes. Takes one pass over the entries of these tiles, and kinds × steps. NULL only
 * if cancelled. (transfer full) (nullable) */
PoplensKindBytes *poplens_kinds_by_step (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                                         const PoplensLiveness *liveness,
                                         const PoplensTileSet *tiles, gboolean always,
                                         GCancellable *cancellable);
void poplens_kind_bytes_free (PoplensKindBytes *self); /* @self: (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindBytes, poplens_kind_bytes_free)

G_END_DECLS
