/* What is live at a step of the program tree: by variable, of all tiles, of an IPU or of a tile.
 * All numbers are bytes of one replica. A class that eq_classes does not list (0: not allocated) is
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

/* Row of a class id in liveness->class_id, or G_MAXUINT32. */
guint32 poplens_liveness_find_class (const PoplensLiveness *liveness, guint32 class_id);

/* What a class is at a step. */
typedef enum {
  POPLENS_CLASS_LIVE = 1 << 0,   /* one of its ranges holds the step */
  POPLENS_CLASS_BORN = 1 << 1,   /* one begins there */
  POPLENS_CLASS_FREED = 1 << 2,  /* one ended just before it */
  POPLENS_CLASS_ALWAYS = 1 << 3, /* always live: never born, never freed */
} PoplensClassBits;

/* PoplensClassBits of each class at @step. (transfer full) liveness->n_classes values */
guint8 *poplens_liveness_classes_at (const PoplensLiveness *liveness, guint32 step);

/* Bytes by unlowered variable and class, of some tiles. Immutable, counted. */
typedef struct {
  guint32 n;
  guint32 *variable;  /* unlowered id as var_bytes_by_eq_class numbers it, or NO_VARIABLE */
  guint32 *class_row; /* row in liveness->class_id; rows of unknown classes are left out */
  guint64 *bytes;
} PoplensClassBytes;

/* All tiles: the file's own aggregate. */
PoplensClassBytes *poplens_class_bytes_new (const PoplensLiveness *liveness,
                                            const PoplensVariables *variables);
/* One tile: from its slice (POPLENS_SLICE_TILE_CLASS_BYTES). */
PoplensClassBytes *poplens_class_bytes_new_tile (const PoplensLiveness *liveness,
                                                 const PoplensSlice *slice);
/* Of @tiles, from the lowered variables, in one pass. They are given to unlowered ones by the
 * naming rules of formats.md 8.6, which is exact but for ids without a name: those are NO_VARIABLE.
 * NULL only where @cancellable was cancelled. */
PoplensClassBytes *poplens_class_bytes_new_tiles (const PoplensLiveness *liveness,
                                                  const PoplensVariables *variables,
                                                  const PoplensTileSet *tiles,
                                                  GCancellable *cancellable);
/* Those rows of @bytes whose variable @keep wants. */
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
/* To which unlowered variable a lowered one belongs, by the same rules. @variables must outlive it.
 */
typedef struct _PoplensVariableOwners PoplensVariableOwners;
PoplensVariableOwners *poplens_variable_owners_new (const PoplensVariables *variables);
void poplens_variable_owners_free (PoplensVariableOwners *self);
/* Of one with that unlowered id (G_MAXUINT32: none), category and PoplensVariableBits: the id as
 * var_bytes_by_eq_class numbers it, or NO_VARIABLE. */
guint32 poplens_variable_owners_find (PoplensVariableOwners *self, guint32 unlowered,
                                      guint32 category, guint32 bits);

/* Name of an unlowered variable as the file has it; NULL where it has none. */
const char *poplens_variable_name (const PoplensVariables *variables, guint32 id);

typedef struct {
  guint32 variable;
  guint64 always_live;
  guint64 live;        /* not always live, but at the step */
  guint64 born, freed; /* of not-always-live bytes: born at the step; freed since the one before */
} PoplensStepVariable;

typedef struct {
  guint32 step;
  guint64 always_live, live, born, freed; /* sums over the variables */
  GArray *variables; /* PoplensStepVariable by variable; those with any byte of the above */
} PoplensLiveStep;

/* @step: below liveness->n_steps. Costs one pass over ranges and rows. */
PoplensLiveStep *poplens_live_step_new (const PoplensLiveness *liveness,
                                        const PoplensClassBytes *bytes, guint32 step);
void poplens_live_step_free (PoplensLiveStep *self);

/* Some steps side by side. */
typedef struct {
  guint n;                    /* steps */
  guint64 always_live, *live; /* sums; live: not always live, by step */
  GArray *variable;           /* guint32, rising: those with any byte */
  GArray *always;             /* guint64, by variable */
  GArray *bytes;              /* guint64: n by variable, not always live */
} PoplensLiveSteps;

/* @steps: @n of them, below liveness->n_steps, each once. */
PoplensLiveSteps *poplens_live_steps_new (const PoplensLiveness *liveness,
                                          const PoplensClassBytes *bytes, const guint32 *steps,
                                          guint n);
void poplens_live_steps_free (PoplensLiveSteps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensVariableOwners, poplens_variable_owners_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensClassBytes, poplens_class_bytes_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveStep, poplens_live_step_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveSteps, poplens_live_steps_free)

G_END_DECLS
