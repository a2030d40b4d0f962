/* Which operation the memory of an equivalence class is for: that of the step at which it is born,
 * without phase, so that the forward and the backward pass of an operation are one. A message
 * belongs to the operation that receives it, whichever variable it carries. */
#pragma once

#include "analysis/memory/kinds-private.h"

G_BEGIN_DECLS

typedef struct {
  guint32 n;         /* classes */
  const char **name; /* by class row: "bert/layer.3/dense/MatMul"; the same text is the same
                      * pointer; NULL: always live, or no step names one */
  GHashTable *known; /* those texts, owned */
} PoplensClassOperations;

/* Of the name of a step; NULL: it names none. (transfer full) */
char *poplens_step_operation (const char *step);

/* @ranges: PoplensClassRange, by class row. Cost: one pass over them. (transfer full) */
PoplensClassOperations *poplens_class_operations_new (const GArray *ranges, guint32 n_classes,
                                                      const PoplensKindSteps *steps);
/* The pointer of this text; NULL: no class has such an operation. */
const char *poplens_class_operations_find (const PoplensClassOperations *self, const char *name);
void poplens_class_operations_free (PoplensClassOperations *self); /* NULL is fine */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensClassOperations, poplens_class_operations_free)

G_END_DECLS
