/* The rules that look at names and lifetimes. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

/* A name that PopART or TensorFlow reserves; KIND_UNKNOWN for others. What is the gradient of a
 * tensor X is KIND_GRADIENT, and @of gets X: whether that is a weight is not told by the name. */
PoplensKind poplens_kind_of_reserved (const char *name, const char **of);
/* The last word of a name; KIND_UNKNOWN. */
PoplensKind poplens_kind_of_word (const char *name, gboolean always_live);
/* "Variable" and so on; KIND_UNKNOWN for what does not decide. */
PoplensKind poplens_kind_of_tensor_type (const char *type);
/* Whether @name is that of a variable in @by_name with as many bytes, to 10 %, and a part more:
 * "NAME/momentum", "Accl1___NAME". @by_name: name → guint64 * */
gboolean poplens_kind_is_slot (GHashTable *by_name, const char *name);

typedef enum {
  POPLENS_STEP_FORWARD, /* and whatever tells nothing */
  POPLENS_STEP_BACKWARD,
  POPLENS_STEP_UPDATE,
  POPLENS_N_STEP_PHASES,
} PoplensStepPhase;

/* What the steps of the program tree do. */
typedef struct _PoplensKindSteps PoplensKindSteps;
PoplensKindSteps *poplens_kind_steps_new (const PoplensLiveness *liveness,
                                          const PoplensPrograms *programs);
void poplens_kind_steps_free (PoplensKindSteps *self);
guint32 poplens_kind_steps_n (const PoplensKindSteps *self);
PoplensStepPhase poplens_kind_steps_phase (const PoplensKindSteps *self, guint32 step);
/* Of the step, or of the nearest named one above it; "" */
const char *poplens_kind_steps_name (const PoplensKindSteps *self, guint32 step);
/* What is copied belongs to where it goes: "b" of "copy3_a_to_b". */
const char *poplens_kind_step_path (const char *name);

/* The operation of a step's path, with its phase: without role and pieces, and without "/Convolve":
 * poplin names the two halves of a product so and "Reduce", and its partials live from the one to
 * the other. (transfer full) */
char *poplens_kind_operation (const char *name);

/* What lives in some spans, added class by class. Zero it to begin. */
typedef struct {
  guint16 pairs;    /* a bit each pair of phases of birth and death */
  guint8 n;         /* spans: 0, 1 or more */
  gboolean again;   /* something is made in the forward pass once more for the backward pass */
  gboolean several; /* operations */
  char *operation;  /* of what was added; NULL */
} PoplensKindShape;
/* Live in the @n ranges of a class, steps [@from, @to). */
void poplens_kind_shape_add (PoplensKindShape *self, const PoplensKindSteps *steps,
                             const guint32 *from, const guint32 *to, guint32 n);
/* KIND_UNKNOWN where no rule decides. Clears @self. */
PoplensKind poplens_kind_shape_finish (PoplensKindShape *self, const PoplensKindSteps *steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindSteps, poplens_kind_steps_free)

G_END_DECLS
