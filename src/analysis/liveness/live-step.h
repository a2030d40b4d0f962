/* Live bytes by variable at a step of the program tree: of all tiles, of an IPU or of a tile. All
 * numbers are bytes of one replica. A class that eq_classes does not list (0: not allocated) is
 * never live. */
#pragma once

#include "model/liveness.h"
#include "model/slices.h"
#include "model/tile-set.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_NO_VARIABLE G_MAXUINT32
#define POPLENS_NO_STEP G_MAXUINT32

/* Returns the row of a class ID in liveness->class_id, or G_MAXUINT32. */
guint32 poplens_liveness_find_class (const PoplensLiveness *liveness, guint32 class_id);

/* State of a class at a step. */
typedef enum {
  POPLENS_CLASS_LIVE = 1 << 0,   /* one of its ranges contains the step */
  POPLENS_CLASS_BORN = 1 << 1,   /* one starts at the step */
  POPLENS_CLASS_FREED = 1 << 2,  /* one ended just before the step */
  POPLENS_CLASS_ALWAYS = 1 << 3, /* always live: never born, never freed */
} PoplensClassBits;

/* Returns the PoplensClassBits of each class at @step. (transfer full): [n_classes] */
guint8 *poplens_liveness_classes_at (const PoplensLiveness *liveness, guint32 step);

/* Bytes of some tiles, by unlowered variable and class. Immutable, reference counted. */
typedef struct {
  guint32 n;
  guint32 *variable;  /* unlowered ID as in var_bytes_by_eq_class, or POPLENS_NO_VARIABLE */
  guint32 *class_row; /* row in liveness->class_id; rows of unknown classes are left out */
  guint64 *bytes;
} PoplensClassBytes;

/* Returns the bytes of all tiles: sums that the file records. (transfer full) */
PoplensClassBytes *poplens_class_bytes_new (const PoplensLiveness *liveness,
                                            const PoplensVariables *variables);
/* Returns the bytes of one tile, from its slice (POPLENS_SLICE_TILE_CLASS_BYTES). (transfer
 * full) */
PoplensClassBytes *poplens_class_bytes_new_tile (const PoplensLiveness *liveness,
                                                 const PoplensSlice *slice);
/* Sums the lowered variables of @tiles in one pass. Assigns them to unlowered ones by the naming
 * rules of formats.md 8.6, which are exact but for IDs without a name: those become
 * POPLENS_NO_VARIABLE. NULL only if cancelled. (transfer full) (nullable) */
PoplensClassBytes *poplens_class_bytes_new_tiles (const PoplensLiveness *liveness,
                                                  const PoplensVariables *variables,
                                                  const PoplensTileSet *tiles,
                                                  GCancellable *cancellable);
/* Returns the rows of @bytes for whose variable @keep returns TRUE. (transfer full) */
PoplensClassBytes *poplens_class_bytes_new_kept (const PoplensClassBytes *bytes,
                                                 gboolean (*keep) (gconstpointer data,
                                                                   guint32 variable),
                                                 gconstpointer data);
PoplensClassBytes *poplens_class_bytes_ref (PoplensClassBytes *self);
void poplens_class_bytes_free (PoplensClassBytes *self); /* drops a reference */

/* Returns the name of the unlowered variable that a lowered one with that unlowered id
 * (G_MAXUINT32: none), row of category_name and PoplensVariableBits belongs to, by the rules of
 * formats.md 8.6: "weights", "<message:weights>", "<const>", "vertexCode". (transfer full)
 * (nullable): NULL if its id has no name. */
char *poplens_variable_printed_name (const PoplensVariables *variables, guint32 unlowered,
                                     guint32 category, guint32 bits);
/* Finds the unlowered variable that a lowered one belongs to, by the rules of formats.md 8.6.
 * @variables must outlive it. */
typedef struct _PoplensVariableOwners PoplensVariableOwners;
PoplensVariableOwners *poplens_variable_owners_new (const PoplensVariables *variables);
void poplens_variable_owners_free (PoplensVariableOwners *self);
/* Returns the unlowered variable of a lowered one with that unlowered ID (G_MAXUINT32: none),
 * category and PoplensVariableBits: its ID as in var_bytes_by_eq_class, or POPLENS_NO_VARIABLE. */
guint32 poplens_variable_owners_find (PoplensVariableOwners *self, guint32 unlowered,
                                      guint32 category, guint32 bits);

/* Returns the name of an unlowered variable, as in the file. (transfer none) (nullable): NULL: it
 * has none */
const char *poplens_variable_name (const PoplensVariables *variables, guint32 id);

typedef struct {
  guint32 variable;
  guint64 always_live;
  guint64 live;        /* not always live, but live at the step */
  guint64 born, freed; /* not-always-live bytes: born at the step; freed since the step before */
} PoplensStepVariable;

typedef struct {
  guint32 step;
  guint64 always_live, live, born, freed; /* sums over the variables */
  GArray *variables; /* PoplensStepVariable by variable, without those that have no such bytes */
} PoplensLiveStep;

/* Computes what is live at @step, which is below liveness->n_steps, in one pass over ranges and
 * rows. (transfer full) */
PoplensLiveStep *poplens_live_step_new (const PoplensLiveness *liveness,
                                        const PoplensClassBytes *bytes, guint32 step);
void poplens_live_step_free (PoplensLiveStep *self);

/* Live bytes at several steps, side by side. */
typedef struct {
  guint n;                    /* number of steps */
  guint64 always_live, *live; /* sums; .live: [n] not always live, by step */
  GArray *variable;           /* guint32, ascending: variables with any bytes */
  GArray *always;             /* guint64: always-live bytes, by variable */
  GArray *bytes;              /* guint64 [variable][n]: not-always-live bytes */
} PoplensLiveSteps;

/* Computes what is live at @n @steps, which are distinct and below liveness->n_steps. (transfer
 * full) */
PoplensLiveSteps *poplens_live_steps_new (const PoplensLiveness *liveness,
                                          const PoplensClassBytes *bytes, const guint32 *steps,
                                          guint n);
void poplens_live_steps_free (PoplensLiveSteps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensVariableOwners, poplens_variable_owners_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensClassBytes, poplens_class_bytes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveStep, poplens_live_step_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveSteps, poplens_live_steps_free)

G_END_DECLS
