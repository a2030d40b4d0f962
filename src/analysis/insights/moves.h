/* Changes that let variables live at other times: state kept off the chip, activations computed
 * again. Of each there are two estimates: the least and the most memory that the change allows.
 *
 * Layers are those of names: the path to a numbered part that counts layers (name-parts.h), else
 * its first two parts, without phase. A layer's forward and backward span reaches from the first of
 * its steps of that phase behind the last, but forward steps count up to its first backward step:
 * transfers between stages of a pipeline come later. Its update is the steps of the update that
 * copy from it or are called after it, up to those of another layer. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "analysis/memory/move-layers.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  /* With micro-batches, weight gradients of one pass are added up: those that reach the update are
   * live from the first step of the forward pass on. Before ACCUMULATORS, which says of the same
   * variables when they are on the chip. */
  POPLENS_MOVE_ADD_UP,
  /* Always-live optimiser state is live in the update only: of its layer / in all of it. */
  POPLENS_MOVE_OPTIMISER,
  /* Accumulators and weight gradients are live in the backward pass of their layer, and in the
   * update: of their layer / in all of it. */
  POPLENS_MOVE_ACCUMULATORS,
  /* Activations born in the forward pass of a layer that has a backward pass, but for the one born
   * last, are freed behind the forward pass and there again from the backward pass on; pessimistic:
   * what lived in the forward pass lives again, in order, just before the backward pass. */
  POPLENS_MOVE_RECOMPUTE,
  POPLENS_N_MOVES,
} PoplensMove;

/* Where some pairs of PoplensTilesAlike live instead. */
typedef struct {
  guint32 *row;     /* by pair: row in `ranges`, or G_MAXUINT32: as it was */
  guint8 *is_moved; /* by pair: TRUE of what the change is about */
  guint32 n_rows;
  GArray *ranges; /* PoplensClassRange of these rows, apart from one another */
  guint32 n_moved;
} PoplensMoveSet;

typedef struct _PoplensMoves PoplensMoves;

/* Everything that a change of kinds needs; immutable. @what and @kinds outlive it;
 * @programs: needed for the call alone. (transfer full) */
PoplensMoves *poplens_moves_new (const PoplensWhatIf *what, const PoplensKinds *kinds,
                                 const PoplensPrograms *programs);
void poplens_moves_free (PoplensMoves *self); /* NULL is fine */

const PoplensKinds *poplens_moves_get_kinds (const PoplensMoves *self);
const PoplensWhatIf *poplens_moves_get_what_if (const PoplensMoves *self);
/* Its n_moved is 0 where the report has nothing that the change is about. */
const PoplensMoveSet *poplens_moves_get (const PoplensMoves *self, PoplensMove move,
                                         PoplensEstimate estimate);
/* The operation that works with the memory of a class: "bert/layer.3/dense/MatMul", the same text
 * is the same pointer; NULL: it is always live, or its step has no name. (transfer none) */
const char *poplens_moves_operation (const PoplensMoves *self, guint32 class_row);
/* The same of a text; NULL: no class is for it. */
const char *poplens_moves_find_operation (const PoplensMoves *self, const char *operation);
/* Whether a weight gradient reaches an update, or always lives: gradients of several batches can be
 * added up there. */
gboolean poplens_moves_accumulates (const PoplensMoves *self);
/* Whether activations are computed again already. */
gboolean poplens_moves_recomputes (const PoplensMoves *self);

/* Whether a change of sizes lets anything in @hit (by group) shrink, at best. */
gboolean poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change,
                                  const guint8 *hit);
/* Whether streams have tiles of their own already: more of their data lies on tiles without state
 * of vertices than on others. */
gboolean poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMoves, poplens_moves_free)

/* ---- layers ---------------------------------------------------------------------------------- */

/* Layers of the variables that changes are about. Private to the analysis. */

/* (transfer none): as long as @self */
const PoplensMoveLayers *poplens_moves_get_layers (const PoplensMoves *self);
/* By group: the layer that it is named for, or POPLENS_NO_LAYER. (transfer none) */
const guint32 *poplens_moves_get_layer_of_groups (const PoplensMoves *self);

G_END_DECLS
