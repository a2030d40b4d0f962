/* Changes of the steps at which variables are live, such as activations that are recomputed. Each
 * change has two estimates: the least and the most memory that it can lead to. Layers are found by
 * the names of steps (analysis/memory/move-layers.h). */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/move-layers.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  /* Weight gradients are accumulated over micro-batches. So gradients that are live in an update
   * are live from the first forward step on. This move is applied before ACCUMULATORS, which
   * changes the lifetimes of the same variables. */
  POPLENS_MOVE_ADD_UP,
  /* Optimiser state that is always live becomes live in updates only. Optimistic: in the update of
   * its layer; pessimistic: in all updates. */
  POPLENS_MOVE_OPTIMISER,
  /* Accumulators and weight gradients are live only in the backward pass of their layer and in
   * updates. Optimistic: in the update of their layer; pessimistic: in all updates. */
  POPLENS_MOVE_ACCUMULATORS,
  /* Activations of a layer are not live between its forward and backward pass, except the last one
   * of the forward pass. Pessimistic: just before the backward pass, all variables of the forward
   * pass are live again. */
  POPLENS_MOVE_RECOMPUTE,
  POPLENS_N_MOVES,
} PoplensMove;

/* Lifetimes that replace those of the report, for some pairs of PoplensTilesAlike. */
typedef struct {
  guint32 *row;     /* by pair: row of its new lifetime in .ranges; G_MAXUINT32: unchanged */
  guint8 *is_moved; /* by pair: TRUE: moved; FALSE: unchanged, or only live in a replay, too */
  guint32 n_rows;
  GArray *ranges; /* PoplensClassRange, by row; ranges of one row neither overlap nor touch */
  guint32 n_moved;
} PoplensMoveSet;

typedef struct _PoplensMoves PoplensMoves;

/* Prepares the changes that need the kinds of variables. Immutable. @what and @kinds must outlive
 * it; @programs may be freed afterwards. (transfer full) */
PoplensMoves *poplens_moves_new (const PoplensWhatIf *what, const PoplensKinds *kinds,
                                 const PoplensPrograms *programs);
void poplens_moves_free (PoplensMoves *self); /* @self: (nullable) */

const PoplensKinds *poplens_moves_get_kinds (const PoplensMoves *self);
const PoplensWhatIf *poplens_moves_get_what_if (const PoplensMoves *self);
/* Returns the lifetimes after a change. .n_moved is 0 if the change affects no variables. (transfer
 * none) */
const PoplensMoveSet *poplens_moves_get (const PoplensMoves *self, PoplensMove move,
                                         PoplensEstimate estimate);
/* Returns the operation that uses the memory of a class, as an interned string:
 * "bert/layer.3/dense/MatMul". (transfer none) (nullable): NULL: the class is always live, or its
 * step names no operation */
const char *poplens_moves_operation (const PoplensMoves *self, guint32 class_row);
/* Returns the interned string of an operation, for comparisons with poplens_moves_operation ().
 * (transfer none) (nullable): NULL: no class has that operation */
const char *poplens_moves_find_operation (const PoplensMoves *self, const char *operation);
/* TRUE if a weight gradient reaches an update or is always live, so that it can hold the sum over
 * several batches. */
gboolean poplens_moves_accumulates (const PoplensMoves *self);
/* TRUE if the program recomputes activations already. */
gboolean poplens_moves_recomputes (const PoplensMoves *self);

/* TRUE if @change makes a group in @hit smaller, by the optimistic estimate. @hit: [n_groups] TRUE:
 * look at the group */
gboolean poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change,
                                  const guint8 *hit);
/* TRUE if the program uses I/O tiles already. I/O tiles are recognised by streamed data on tiles
 * without vertex state: these tiles then hold more streamed data than all others. */
gboolean poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoves, poplens_moves_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* Returns the layers of the program. Private to the analysis. (transfer none) */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* Returns for each group the layer in its name, or POPLENS_NO_LAYER. Private to the analysis.
 * (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
