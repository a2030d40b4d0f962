/* Rules that find the kind of a variable by its name and lifetime. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

/* Returns the kind of a name that PopART or TensorFlow reserves; POPLENS_KIND_UNKNOWN for other
 * names. For the gradient of a tensor X, returns POPLENS_KIND_GRADIENT and points @of (out) to X,
 * as the name does not tell whether X is a weight. Else @of is NULL. */
PoplensKind poplens_kind_of_reserved (const char *name, const char **of);
/* Returns the kind that the last word of a name stands for, or POPLENS_KIND_UNKNOWN. */
PoplensKind poplens_kind_of_word (const char *name, gboolean always_live);
/* Returns the kind of a tensor by its type in PopART ("Variable" …). POPLENS_KIND_UNKNOWN if the
 * type does not decide. */
PoplensKind poplens_kind_of_tensor_type (const char *type);
/* TRUE if @name is the name of another variable with one more part ("NAME/momentum",
 * "Accl1___NAME"), and both sizes differ by at most 10 %. @by_name: name → guint64 *: bytes */
gboolean poplens_kind_is_slot (GHashTable *by_name, const char *name);

typedef enum {
  POPLENS_STEP_FORWARD, /* also the phase of steps whose names tell no phase */
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
/* Returns the path in the name of a step. For a copy, that is the path of its destination: "b" of
 * "copy3_a_to_b". */
const char *poplens_kind_step_path (const char *name);

/* Returns the operation of a path, with its phase, without the parts for roles and pieces. Also
 * removes "/Convolve": poplin calls the two halves of a product "Convolve" and "Reduce", and
 * partials live from one half to the other. (transfer full) */
char *poplens_kind_operation (const char *name);

/* Phases and operations of the lifetimes of several classes, which are added one by one. Zero it
 * before the first class. */
typedef struct {
  guint16 pairs;    /* a bit for each pair of phases in which a range begins and ends */
  guint8 n;         /* 1 if any range was added */
  gboolean again;   /* TRUE: a class lives within the forward pass, and again from there to the
                       backward pass */
  gboolean several; /* TRUE: ranges are of several operations, or of one without a name */
  char *operation;  /* (nullable): operation of all ranges so far */
} PoplensKindShape;
/* Adds a class that is live in @n ranges of steps [@from, @to). */
void poplens_kind_shape_add (PoplensKindShape *self, const PoplensKindSteps *steps,
                             const guint32 *from, const guint32 *to, guint32 n);
/* Returns the kind that the phases stand for. POPLENS_KIND_UNKNOWN if no rule decides. Clears
 * @self. */
PoplensKind poplens_kind_shape_finish (PoplensKindShape *self, const PoplensKindSteps *steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindSteps, poplens_kind_steps_free)

G_END_DECLS
