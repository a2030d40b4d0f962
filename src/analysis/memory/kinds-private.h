/* Rules that find the kind of a variable by its name and lifetime. Private to the analysis. */
#pragma once

#include "analysis/memory/kinds.h"

G_BEGIN_DECLS

/* Returns the kind of a name that PopART or TensorFlow reserves; POPLENS_KIND_UNKNOWN for other
 * names. @of: (out): name of the tensor whose gradient has the name @name; NULL if @name is not a
 * gradient. The caller finds out if this tensor is a weight. */
PoplensKind poplens_kind_of_reserved (const char *name, const char **of);
/* Returns the kind that the last word of a name stands for, or POPLENS_KIND_UNKNOWN. */
PoplensKind poplens_kind_of_word (const char *name, gboolean always_live);
/* Returns the kind of a tensor by its type in PopART ("Variable" …). POPLENS_KIND_UNKNOWN if the
 * type does not decide. */
PoplensKind poplens_kind_of_tensor_type (const char *type);
/* TRUE if @name is the name of another variable with a prefix or suffix ("NAME/momentum",
 * "Accl1___NAME"), and the sizes of the two variables differ by at most 10 %. @by_name: name →
 * guint64 *: bytes of the variable */
gboolean poplens_kind_is_slot (GHashTable *by_name, const char *name);

typedef enum {
  POPLENS_STEP_FORWARD, /* also for steps whose names show no phase */
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

/* Returns the operation in the path of a step. Cuts off the role ("Reduce"), parts such as
 * "split0", and "/Convolve" at the end. So the steps "Convolve" and "Reduce", into which poplin
 * splits a product, have the same operation. (transfer full) */
char *poplens_kind_operation (const char *name);

/* Phases and operations in which the variables of a group are live. Initialise it with zeros, then
 * add each class of the group. */
typedef struct {
  guint16 pairs;    /* set of pairs (phase in which a range begins, phase in which it ends), one bit
                       each */
  guint8 n;         /* 1 if a range was added, else 0 */
  gboolean again;   /* TRUE: a class has both a range within the forward pass and a range from the
                       forward to the backward pass */
  gboolean several; /* TRUE: the ranges begin or end in different operations, or in a step without
                       an operation */
  char *operation; /* (nullable): first operation in which a range begins or ends; NULL: none yet */
} PoplensKindShape;
/* Adds a class that is live in @n ranges of steps [@from, @to). */
void poplens_kind_shape_add (PoplensKindShape *self, const PoplensKindSteps *steps,
                             const guint32 *from, const guint32 *to, guint32 n);
/* Returns the kind that follows from the phases and operations; POPLENS_KIND_UNKNOWN if no rule
 * decides. Clears @self. */
PoplensKind poplens_kind_shape_finish (PoplensKindShape *self, const PoplensKindSteps *steps);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensKindSteps, poplens_kind_steps_free)

G_END_DECLS
