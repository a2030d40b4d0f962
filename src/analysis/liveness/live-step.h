/* Live bytes by variable at a step of the program tree, on all tiles, the tiles of an IPU, or a
 * tile. All numbers are bytes of one replica. A class that eq_classes does not list is never live.
 */
#pragma once

#include "model/liveness.h"
#include "model/slices.h"
#include "model/tile-set.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_NO_VARIABLE G_MAXUINT32
#define POPLENS_NO_STEP G_MAXUINT32

/* Returns the index of @class_id in liveness->class_id; G_MAXUINT32 if it is not listed. */
guint32 poplens_liveness_find_class (const PoplensLiveness *liveness, guint32 class_id);

/* Bits of the state of a class of variables at a step. */
typedef enum {
  POPLENS_CLASS_LIVE = 1 << 0,   /* the class is live at the step */
  POPLENS_CLASS_BORN = 1 << 1,   /* the class becomes live at the step */
  POPLENS_CLASS_FREED = 1 << 2,  /* the class was freed just before the step */
  POPLENS_CLASS_ALWAYS = 1 << 3, /* the class is always live; no other bit is set */
} PoplensClassBits;

/* Returns the PoplensClassBits of each class at @step. (transfer full): [n_classes] */
guint8 *poplens_liveness_classes_at (const PoplensLiveness *liveness, guint32 step);

/* Bytes on some tiles, by unlowered variable and class. Immutable, reference counted. */
typedef struct {
  guint32 n;
  guint32 *variable;  /* unlowered ID as in var_bytes_by_eq_class, or POPLENS_NO_VARIABLE */
  guint32 *class_row; /* index in liveness->class_id; bytes of unlisted classes are left out */
  guint64 *bytes;
} PoplensClassBytes;

/* Returns the bytes on all tiles, from sums that the file records. (transfer full) */
PoplensClassBytes *poplens_class_bytes_new (const PoplensLiveness *liveness,
                                            const PoplensVariables *variables);
/* Returns the bytes on one tile, from its slice (POPLENS_SLICE_TILE_CLASS_BYTES). (transfer full)
 */
PoplensClassBytes *poplens_class_bytes_new_tile (const PoplensLiveness *liveness,
                                                 const PoplensSlice *slice);
/* Sums the bytes of the lowered variables on @tiles by unlowered variable and class
 * (formats.md 8.6). Bytes whose unlowered variable has no name count for POPLENS_NO_VARIABLE. NULL
 * only if cancelled. (transfer full) (nullable) */
PoplensClassBytes *poplens_class_bytes_new_tiles (const PoplensLiveness *liveness,
                                                  const PoplensVariables *variables,
                                                  const PoplensTileSet *tiles,
                                                  GCancellable *cancellable);
/* Copies the rows of @bytes for whose variables @keep returns TRUE. (transfer full) */
PoplensClassBytes *poplens_class_bytes_new_kept (const PoplensClassBytes *bytes,
                                                 gboolean (*keep) (gconstpointer data,
                                                                   guint32 variable),
                                                 gconstpointer data);
PoplensClassBytes *poplens_class_bytes_ref (PoplensClassBytes *self);
void poplens_class_bytes_free (PoplensClassBytes *self); /* drops a reference */

/* Returns the name of the unlowered variable to which a lowered variable belongs (formats.md 8.6):
 * "weights", "<message:weights>", "<const>", "vertexCode". NULL if the unlowered variable has no
 * name. @unlowered: unlowered ID, or G_MAXUINT32 if there is none. @category: index in
 * @variables->category_name. @bits: PoplensVariableBits. (transfer full) (nullable) */
char *poplens_variable_printed_name (const PoplensVariables *variables, guint32 unlowered,
                                     guint32 category, guint32 bits);
/* Finds the unlowered variable to which a lowered variable belongs, by the rules of formats.md 8.6.
 * The PoplensVariables must outlive this object. */
typedef struct _PoplensVariableOwners PoplensVariableOwners;
PoplensVariableOwners *poplens_variable_owners_new (const PoplensVariables *variables);
void poplens_variable_owners_free (PoplensVariableOwners *self);
/* Returns the ID of the unlowered variable to which a lowered variable belongs, or
 * POPLENS_NO_VARIABLE. @unlowered: unlowered ID, or G_MAXUINT32 if there is none. @category: index
 * in PoplensVariables.category_name. @bits: PoplensVariableBits */
guint32 poplens_variable_owners_find (PoplensVariableOwners *self, guint32 unlowered,
                                      guint32 category, guint32 bits);

/* Returns the name of an unlowered variable, as in the file; NULL if it has none. (transfer none)
 * (nullable) */
const char *poplens_variable_name (const PoplensVariables *variables, guint32 id);

typedef struct {
  guint32 variable;
  guint64 always_live;
  guint64 live;        /* bytes that are live at the step, but not always */
  guint64 born, freed; /* bytes that become live at the step; bytes that were live at the previous
                          step and are freed */
} PoplensStepVariable;

typedef struct {
  guint32 step;
  guint64 always_live, live, born, freed; /* sums over all variables */
  GArray *variables; /* PoplensStepVariable, sorted by variable, without variables whose numbers are
                        all 0 */
} PoplensLiveStep;

/* Computes what is live at @step, in one pass over ranges and rows. @step: below liveness->n_steps.
 * (transfer full) */
PoplensLiveStep *poplens_live_step_new (const PoplensLiveness *liveness,
                                        const PoplensClassBytes *bytes, guint32 step);
void poplens_live_step_free (PoplensLiveStep *self);

/* Live bytes at several steps, for comparison. */
typedef struct {
  guint n; /* number of steps */
  /* Sums over all variables. always_live: bytes that are live at every step; live: [n] other live
   * bytes at each step. */
  guint64 always_live, *live;
  GArray *variable; /* guint32, ascending: IDs of variables that are live at any of the steps */
  GArray *always;   /* guint64: always-live bytes of each variable */
  GArray *bytes;    /* guint64 [variable][n]: other live bytes of each variable at each step */
} PoplensLiveSteps;

/* Computes what is live at the @n steps @steps. @steps: distinct, below liveness->n_steps.
 * (transfer full) */
PoplensLiveSteps *poplens_live_steps_new (const PoplensLiveness *liveness,
                                          const PoplensClassBytes *bytes, const guint32 *steps,
                                          guint n);
void poplens_live_steps_free (PoplensLiveSteps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensVariableOwners, poplens_variable_owners_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensClassBytes, poplens_class_bytes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveStep, poplens_live_step_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveSteps, poplens_live_steps_free)

G_END_DECLS
