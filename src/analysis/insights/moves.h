/* Changes of the lifetimes of variables, such as recomputation of activations. Each change has two
 * estimates: the least and the most memory after the change. Layers are found by the names of steps
 * (analysis/memory/move-layers.h). */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/move-layers.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  /* Weight gradients are accumulated over micro-batches. If a gradient is live in an update, it
   * becomes live from the first forward step on. Applied before ACCUMULATORS, which changes the
   * same lifetimes. */
  POPLENS_MOVE_ADD_UP,
  /* Always-live optimiser state becomes live in updates only. Optimistic estimate: in the update of
   * its own layer. Pessimistic: in the updates of all layers. */
  POPLENS_MOVE_OPTIMISER,
  /* Accumulators and weight gradients are live only in the backward pass of their layer and in
   * updates. Optimistic estimate: in the update of the same layer. Pessimistic: in the updates of
   * all layers. */
  POPLENS_MOVE_ACCUMULATORS,
  /* Activations of a layer are not live between its forward and backward pass. Only the last
   * activation stays live, as the input of the recomputation. Pessimistic estimate: just before the
   * backward pass, all variables of the forward pass are live again. */
  POPLENS_MOVE_RECOMPUTE,
  POPLENS_N_MOVES,
} PoplensMove;

/* New lifetimes of variables. A pair (PoplensTilesAlike) is a group of variables and a class of
 * liveness. */
typedef struct {
  guint32 *row;     /* [n_pairs] row of the new lifetime in .ranges; G_MAXUINT32: unchanged */
  guint8 *is_moved; /* [n_pairs] TRUE: the change itself moves the lifetime; FALSE: unchanged, or
                       only extended by a recomputation of other variables */
  guint32 n_rows;
  GArray *ranges; /* PoplensClassRange, by row; ranges of one row neither overlap nor touch */
  guint32 n_moved;
} PoplensMoveSet;

typedef struct _PoplensMoves PoplensMoves;

/* Computes the lifetimes after each change. Immutable. @what and @kinds must outlive the result;
 * @programs may be freed afterwards. (transfer full) */
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
 * "bert/layer.3/dense/MatMul". (transfer none) (nullable): NULL: the class is always live, or no
 * operation is known */
const char *poplens_moves_operation (const PoplensMoves *self, guint32 class_row);
/* Returns the interned string of an operation, for comparisons with poplens_moves_operation ().
 * (transfer none) (nullable): NULL: no class has that operation */
const char *poplens_moves_find_operation (const PoplensMoves *self, const char *operation);
/* TRUE if a weight gradient reaches an update or is always live, so that it can hold the sum over
 * several batches. */
gboolean poplens_moves_accumulates (const PoplensMoves *self);
/* TRUE if the program recomputes activations already. */
gboolean poplens_moves_recomputes (const PoplensMoves *self);

/* TRUE if @change makes one of the selected groups smaller, by the optimistic estimate. @hit:
 * [n_groups] TRUE: the group is selected */
gboolean poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change,
                                  const guint8 *hit);
/* TRUE if the program uses I/O tiles already. Assumes so if tiles without vertex state hold more
 * streamed data in total than tiles with vertex state. */
gboolean poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoves, poplens_moves_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* Returns the layers of the program. Private to the analysis. (transfer none) */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* Returns for each group the layer in its name, or POPLENS_NO_LAYER. Private to the analysis.
 * (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
