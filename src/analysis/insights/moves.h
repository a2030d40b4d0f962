/* Changes of when variables are live: state kept off the chip, activations recomputed. Each has two
 * estimates: the least and the most memory that the change can lead to.
 *
 * Layers are found by names: the path to a numbered part of a family of layers (name-parts.h), else
 * its first two parts, without phase. The forward and backward span of a layer reaches from the
 * first of its steps in that phase to the last; forward steps count only before its first backward
 * step, as transfers between stages of a pipeline come later. The update of a layer starts with a
 * step of the update that copies from it or has its name, and reaches to that of another layer. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/move-layers.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  /* Weight gradients of one pass are accumulated over micro-batches: those that reach the update
   * are live from the first step of the forward pass on. Comes before ACCUMULATORS, which changes
   * when the same variables are on the chip. */
  POPLENS_MOVE_ADD_UP,
  /* Always-live optimiser state is live in the update only. Optimistic: in that of its layer;
   * pessimistic: in all of it. */
  POPLENS_MOVE_OPTIMISER,
  /* Accumulators and weight gradients are live in the backward pass of their layer and in the
   * update. Optimistic: in that of their layer; pessimistic: in all of it. */
  POPLENS_MOVE_ACCUMULATORS,
  /* Activations born in the forward pass of a layer that has a backward pass, except the one born
   * last, are freed after that forward pass, and live again from the backward pass on. Pessimistic:
   * what was live in the forward pass is also live again, in order, just before the backward
   * pass. */
  POPLENS_MOVE_RECOMPUTE,
  POPLENS_N_MOVES,
} PoplensMove;

/* Lifetimes that replace those of some pairs of PoplensTilesAlike. */
typedef struct {
  guint32 *row;     /* by pair: row in .ranges, or G_MAXUINT32: unchanged */
  guint8 *is_moved; /* by pair: TRUE: the change is about it */
  guint32 n_rows;
  GArray *ranges; /* PoplensClassRange of these rows; those of one row neither overlap nor touch */
  guint32 n_moved;
} PoplensMoveSet;

typedef struct _PoplensMoves PoplensMoves;

/* Computes everything that changes by kind need. Immutable. @what and @kinds must outlive it;
 * @programs may be freed afterwards. (transfer full) */
PoplensMoves *poplens_moves_new (const PoplensWhatIf *what, const PoplensKinds *kinds,
                                 const PoplensPrograms *programs);
void poplens_moves_free (PoplensMoves *self); /* NULL is allowed */

const PoplensKinds *poplens_moves_get_kinds (const PoplensMoves *self);
const PoplensWhatIf *poplens_moves_get_what_if (const PoplensMoves *self);
/* Returns the lifetimes under a move. .n_moved is 0 if the report has nothing that the move is
 * about. (transfer none) */
const PoplensMoveSet *poplens_moves_get (const PoplensMoves *self, PoplensMove move,
                                         PoplensEstimate estimate);
/* Returns the operation that uses the memory of a class: "bert/layer.3/dense/MatMul". Equal texts
 * are the same pointer. (transfer none) (nullable): NULL: the class is always live, or its step has
 * no name */
const char *poplens_moves_operation (const PoplensMoves *self, guint32 class_row);
/* Returns the pointer that poplens_moves_operation () returns for this text. (transfer none)
 * (nullable): NULL: no class is for that operation */
const char *poplens_moves_find_operation (const PoplensMoves *self, const char *operation);
/* TRUE if a weight gradient reaches an update or is always live: gradients of several batches can
 * be accumulated in it. */
gboolean poplens_moves_accumulates (const PoplensMoves *self);
/* TRUE if activations are recomputed already. */
gboolean poplens_moves_recomputes (const PoplensMoves *self);

/* TRUE if a change of sizes makes anything in @hit (by group) smaller, in the optimistic
 * estimate. */
gboolean poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change,
                                  const guint8 *hit);
/* TRUE if streams have tiles of their own already: more of their data is on tiles without vertex
 * state than on others. */
gboolean poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoves, poplens_moves_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* Returns the layers of the program. Private to the analysis, as is the function below. (transfer
 * none) */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* Returns for each group the layer in its name, or POPLENS_NO_LAYER. (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
