/* Short labels of executed steps, each different from those of all other names in the report
 * (name-labels.h), for tables, where more is seen than a view shows. */
#pragma once

#include "analysis/trace/name-layers.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

typedef struct {
  PoplensStepNames *names;
  PoplensNameLayers *layers;
  char **label; /* [n] by string of .names; NULL: no compute or exchange has that name */
  guint32 n;
} PoplensStepLabels;

/* @programs: (nullable). Both must outlive it. O(steps), and O(n log n) in the bytes of names.
 * (transfer full) */
PoplensStepLabels *poplens_step_labels_new (const PoplensExecution *execution,
                                            const PoplensPrograms *programs);
void poplens_step_labels_free (PoplensStepLabels *self);

/* Of compute and exchanges with a program; NULL of all others, which are called by their names. */
const char *poplens_step_labels_get (const PoplensStepLabels *self, guint32 step);

/* Labels of operations (poplens_name_operation_key ()) among all of the report's, of which those of
 * several phases are one. @keys: (array length=n): with a phase or without. (transfer full): [n]
 * and NULL */
char **poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepLabels, poplens_step_labels_free)

G_END_DECLS
