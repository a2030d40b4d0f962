/* Changes of the time in which variables are live: state kept off the chip, activations recomputed.
 * Each has two estimates: the least and the most memory that the change can lead to. Layers are
 * found by names: the path to a numbered part of a family of layers (name-parts.h), else its first
 * two parts, without phase. The forward and backward span of a layer reaches from the first of its
 * steps in that phase to the last. Forward steps count only before its first backward step, as
 * transfers between stages of a pipeline come later. The update of a layer starts with an update
 * step that copies from the layer or has its name, and ends where the update of another layer
 * starts. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/move-layers.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  /* Weight gradients of one pass are accumulated over micro-batches: those that reach the update
     are live from the first step of the forward pass on. Applied before ACCUMULATORS, which changes
     when these variables are on the chip. */
  POPLENS_MOVE_ADD_UP,
  /* Optimiser state that is always live is live in the update only. Optimistic: in the update of
     its layer; pessimistic: in the whole update. */
  POPLENS_MOVE_OPTIMISER,
  /* Accumulators and weight gradients are live only in the backward pass of their layer and in the
     update. Optimistic: in the update of their layer; pessimistic: in the whole update. */
  POPLENS_MOVE_ACCUMULATORS,
  /* Activations that are born in the forward pass of a layer with a backward pass are freed after
     that forward pass, and live again from the backward pass on; except the one born last.
     Pessimistic: everything that was live in the forward pass also lives again, in the same order,
     just before the backward pass. */
  POPLENS_MOVE_RECOMPUTE,
  POPLENS_N_MOVES,
} PoplensMove;

/* Lifetimes that replace those of the report, for some pairs of PoplensTilesAlike. */
typedef struct {
  guint32 *row;     /* by pair: row of its new lifetime in .ranges; G_MAXUINT32: unchanged */
  guint8 *is_moved; /* by pair: TRUE: the change is about this pair */
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
/* Returns the lifetimes after a change. .n_moved is 0 if the report has no variables that the
 * change is about. (transfer none) */
const PoplensMoveSet *poplens_moves_get (const PoplensMoves *self, PoplensMove move,
                                         PoplensEstimate estimate);
/* Returns the operation that uses the memory of a class: "bert/layer.3/dense/MatMul". Equal texts
 * are the same pointer. (transfer none) (nullable): NULL: the class is always live, or its step has
 * no name */
const char *poplens_moves_operation (const PoplensMoves *self, guint32 class_row);
/* Returns the pointer that poplens_moves_operation () returns for an equal text. (transfer none)
 * (nullable): NULL: no class is for that operation */
const char *poplens_moves_find_operation (const PoplensMoves *self, const char *operation);
/* TRUE if a weight gradient reaches an update or is always live, so that it can hold the sum over
 * several batches. */
gboolean poplens_moves_accumulates (const PoplensMoves *self);
/* TRUE if the program recomputes activations already. */
gboolean poplens_moves_recomputes (const PoplensMoves *self);

/* TRUE if a change of sizes makes a group in @hit smaller, by the optimistic estimate. @hit:
 * [n_groups] TRUE: the group is asked for */
gboolean poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change,
                                  const guint8 *hit);
/* TRUE if the program has I/O tiles already: tiles without vertex state hold more of the data of
 * streams than the other tiles. */
gboolean poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoves, poplens_moves_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* Returns the layers of the program. Private to the analysis, as is the function below. (transfer
 * none) */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* Returns for each group the layer in its name, or POPLENS_NO_LAYER. (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
