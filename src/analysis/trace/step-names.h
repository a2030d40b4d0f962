/* Names and short labels of executed steps: the name of the program or, without one, the type of
 * the step. */
#pragma once

#include "analysis/trace/name-labels.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Names of executed steps, found on demand. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  PoplensStrings *strings;         /* the names */
  guint32 *known;                  /* [programs] string id + 1; 0: not looked up yet */
  guint32 *known_types;            /* [types × syncs] string id + 1 for steps without a program; 0:
                                    * not looked up yet */
} PoplensStepNames;

/* Creates an empty cache of names. @programs: (nullable). Both must outlive the result. (transfer
 * full) */
PoplensStepNames *poplens_step_names_new (const PoplensExecution *execution,
                                          const PoplensPrograms *programs);
void poplens_step_names_free (PoplensStepNames *self);
/* Returns the string id (in .strings) of the name of @step: "Internal Sync", "SyncAns" or
 * "DoExchange" if no program names it; "" only if the file has nothing at all. Not thread-safe. */
guint32 poplens_step_names_get (PoplensStepNames *self, guint32 step);

/* Returns the streams of the copy with the program id @program; its name if it has no streams; "no
 * name" without either. Valid as long as @programs. @programs: (nullable). (transfer none) */
const char *poplens_copy_name (const PoplensPrograms *programs, guint32 program);

/* Returns the kind of a step. In real files all syncs have the type Sync, and sync_type
 * distinguishes SyncAns and Sans. */
PoplensStepKind poplens_step_kind_by_sync (const PoplensExecution *execution, guint32 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepNames, poplens_step_names_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* Short labels of executed steps. Each is different from those of all other names in the report
 * (name-labels.h), as tables show more steps at a time than a chart. */

/* Labels of all steps of a report. */
typedef struct {
  PoplensStepNames *names;
  PoplensNameLayers *layers;
  char **label; /* [n] by string of .names; NULL: no step of compute or exchange has that name */
  guint32 n;
} PoplensStepLabels;

/* Creates the labels. @programs: (nullable). Both must outlive the result. O(steps), and O(n log n)
 * in the bytes of names. (transfer full) */
PoplensStepLabels *poplens_step_labels_new (const PoplensExecution *execution,
                                            const PoplensPrograms *programs);
void poplens_step_labels_free (PoplensStepLabels *self);

/* Returns the label of a step of compute or exchange that has a program. NULL for others, whose
 * names are used instead. (transfer none) */
const char *poplens_step_labels_get (const PoplensStepLabels *self, guint32 step);

/* Returns labels of operations (poplens_name_operation_key ()) that are different among all
 * operations of the report. Operations in several phases count as one. @keys: (array length=n):
 * with or without a phase. (transfer full) [@n], then NULL */
char **poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepLabels, poplens_step_labels_free)

G_END_DECLS
