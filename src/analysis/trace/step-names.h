/* What an executed step is called: its program's name, or what the step itself is. */
#pragma once

#include "analysis/trace/name-labels.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  PoplensStrings *strings;         /* of the names */
  guint32 *known;                  /* [n programs] string, plus one; 0: not looked up yet */
  guint32 *known_types;            /* [n types][n syncs] the same of steps without a program */
} PoplensStepNames;

/* The parts must outlive it. */
PoplensStepNames *poplens_step_names_new (const PoplensExecution *execution,
                                          const PoplensPrograms *programs);
void poplens_step_names_free (PoplensStepNames *self);
/* Returns the name of @step, as a string of .strings: "Internal Sync", "SyncAns" or "DoExchange" if
 * no program names it; "" only if the file says nothing at all. Not for two threads at once. */
guint32 poplens_step_names_get (PoplensStepNames *self, guint32 step);

/* The streams of a copy that is program @program; of one that has none its name; "no name" without
 * either. Lives as long as the programs. @programs: (nullable) */
const char *poplens_copy_name (const PoplensPrograms *programs, guint32 program);

/* Real files call each of them Sync, and tell SyncAns and Sans apart by sync_type. */
PoplensStepKind poplens_step_kind_by_sync (const PoplensExecution *execution, guint32 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepNames, poplens_step_names_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* Short labels of executed steps, each different from those of all other names in the report
 * (name-labels.h), for tables, where more is seen than a view shows. */

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

/* Returns the label of a step of compute or of an exchange that has a program, else NULL: all
 * others are called by their names. */
const char *poplens_step_labels_get (const PoplensStepLabels *self, guint32 step);

/* Labels of operations (poplens_name_operation_key ()) among all of the report's, of which those of
 * several phases are one. @keys: (array length=n): with a phase or without. (transfer full): [n]
 * and NULL */
char **poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepLabels, poplens_step_labels_free)

G_END_DECLS
