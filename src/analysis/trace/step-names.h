/* Names and short labels of executed steps: the name of the program or, without one, the type of
 * the step. */
#pragma once

#include "analysis/trace/name-labels.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Cache of the names of executed steps. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  PoplensStrings *strings;         /* all names that were looked up */
  guint32 *known;                  /* [programs] string id + 1; 0: not looked up yet */
  guint32 *known_types;            /* [types × syncs] string id + 1 for steps without a program; 0:
                                    * not looked up yet */
} PoplensStepNames;

/* Creates an empty cache of names. @programs: (nullable). Both must outlive the result. (transfer
 * full) */
PoplensStepNames *poplens_step_names_new (const PoplensExecution *execution,
                                          const PoplensPrograms *programs);
void poplens_step_names_free (PoplensStepNames *self);
/* Returns the name of @step, as a string id in .strings. Without a program: "Internal Sync",
 * "SyncAns" or "DoExchange". "" only if the file records neither. Not thread-safe. */
guint32 poplens_step_names_get (PoplensStepNames *self, guint32 step);

/* Returns the streams of the copy with the id @program. If it has no streams, returns its name; if
 * it has neither, "no name". Valid as long as @programs. @programs: (nullable). (transfer none) */
const char *poplens_copy_name (const PoplensPrograms *programs, guint32 program);

/* Returns the kind of a step. In real files all syncs have the type Sync; only sync_type
 * distinguishes SyncAns and Sans. */
PoplensStepKind poplens_step_kind_by_sync (const PoplensExecution *execution, guint32 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepNames, poplens_step_names_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* Short labels of executed steps. No two names of the report have the same label (name-labels.h),
 * as a table shows more of its steps at a time than a chart. */

/* Labels of all steps of a report. */
typedef struct {
  PoplensStepNames *names;
  PoplensNameLayers *layers;
  char **label; /* [n] label by string id in .names; NULL: no step of compute or exchange has that
                   name */
  guint32 n;
} PoplensStepLabels;

/* Creates the labels. @programs: (nullable). Both must outlive the result. O(steps), and O(n log n)
 * in the bytes of names. (transfer full) */
PoplensStepLabels *poplens_step_labels_new (const PoplensExecution *execution,
                                            const PoplensPrograms *programs);
void poplens_step_labels_free (PoplensStepLabels *self);

/* Returns the label of a step of compute or exchange that has a program. NULL for other steps, for
 * which callers show the name. (transfer none) (nullable) */
const char *poplens_step_labels_get (const PoplensStepLabels *self, guint32 step);

/* Returns labels of operations. Each is different from those of all other operations of the report;
 * an operation in several phases counts as one. @keys: (array length=n): of
 * poplens_name_operation_key (), with or without a phase. (transfer full) [@n], then NULL */
char **poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepLabels, poplens_step_labels_free)

G_END_DECLS
