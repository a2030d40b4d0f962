/* Rules that decide a kind by names and lifetimes. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

/* Returns the kind of a name that PopART or TensorFlow reserves; POPLENS_KIND_UNKNOWN for others.
 * The gradient of a tensor X is POPLENS_KIND_GRADIENT, and @of (out) points to X: the name does not
 * tell whether X is a weight. Else @of is NULL. */
PoplensKind poplens_kind_of_reserved (const char *name, const char **of);
/* Returns the kind by the last word of a name, or POPLENS_KIND_UNKNOWN. */
PoplensKind poplens_kind_of_word (const char *name, gboolean always_live);
/* Returns the kind of PopART's type ("Variable" …), or POPLENS_KIND_UNKNOWN if it does not decide.
 */
PoplensKind poplens_kind_of_tensor_type (const char *type);
/* TRUE if @name is the name of another variable in @by_name with one more part ("NAME/momentum",
 * "Accl1___NAME"), and both have the same size to 10 %. @by_name: name → guint64 *: bytes */
gboolean poplens_kind_is_slot (GHashTable *by_name, const char *name);

typedef enum {
  POPLENS_STEP_FORWARD, /* also of steps whose names tell nothing */
  POPLENS_STEP_BACKWARD,
  POPLENS_STEP_UPDATE,
  POPLENS_N_STEP_PHASES,
} PoplensStepPhase;

/* Names and phases of the steps of the program tree. */
typedef struct _PoplensKindSteps PoplensKindSteps;
PoplensKindSteps *poplens_kind_steps_new (const PoplensLiveness *liveness,
                                          const PoplensPrograms *programs);
void poplens_kind_steps_free (PoplensKindSteps *self);
guint32 poplens_kind_steps_n (const PoplensKindSteps *self);
PoplensStepPhase poplens_kind_steps_phase (const PoplensKindSteps *self, guint32 step);
/* Returns the name of the step or of its nearest ancestor that has one; "" if none has. */
const char *poplens_kind_steps_name (const PoplensKindSteps *self, guint32 step);
/* Returns the path of a step's name; of a copy that of its destination: "b" of "copy3_a_to_b". */
const char *poplens_kind_step_path (const char *name);

/* Returns the operation of a step's path, with its phase, without role and pieces. Removes
 * "/Convolve", too: poplin names the halves of a product so and "Reduce", and its partials live
 * from one to the other. (transfer full) */
char *poplens_kind_operation (const char *name);

/* Phases and operations of some lifetimes, added class by class. Zero it before the first one. */
typedef struct {
  guint16 pairs;    /* a bit for each pair of phases of birth and death */
  guint8 n;         /* 1 if any range was added */
  gboolean again;   /* TRUE: a class lives within the forward pass, and again from there to the
                       backward pass */
  gboolean several; /* TRUE: of several operations, or of one without a name */
  char *operation;  /* (nullable): operation of all ranges so far */
} PoplensKindShape;
/* Adds a class that is live in @n ranges of steps [@from, @to). */
void poplens_kind_shape_add (PoplensKindShape *self, const PoplensKindSteps *steps,
                             const guint32 *from, const guint32 *to, guint32 n);
/* Returns the kind, or POPLENS_KIND_UNKNOWN if no rule decides. Clears @self. */
PoplensKind poplens_kind_shape_finish (PoplensKindShape *self, const PoplensKindSteps *steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindSteps, poplens_kind_steps_free)

G_END_DECLS
