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
  guint32 *known_types; /* [n_types × n_syncs] string id + 1 of the name of a step without a
                           program; 0: not looked up yet */
} PoplensStepNames;

/* Creates an empty cache of names. @programs: (nullable). Both must outlive the result. (transfer
 * full) */
PoplensStepNames *poplens_step_names_new (const PoplensExecution *execution,
                                          const PoplensPrograms *programs);
void poplens_step_names_free (PoplensStepNames *self);
/* Returns the string id (in .strings) of the name of @step: the name of its program or, without
 * one, its type, such as "Internal Sync". The name is "" if the file records neither. Not
 * thread-safe. */
guint32 poplens_step_names_get (PoplensStepNames *self, guint32 step);

/* Returns the streams of the copy with the id @program. If it has no streams, returns its name; if
 * it has neither, "no name". Valid as long as @programs. @programs: (nullable). (transfer none) */
const char *poplens_copy_name (const PoplensPrograms *programs, guint32 program);

/* Returns the kind of a step. Distinguishes SyncAns and Sans from other syncs by their sync_type:
 * in real files all syncs have the type Sync. */
PoplensStepKind poplens_step_kind_by_sync (const PoplensExecution *execution, guint32 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepNames, poplens_step_names_free)

/* ---- labels ---------------------------------------------------------------------------------- */

/* Short labels of executed steps. A table can show all steps of a report at once, so labels are
 * unique within the report (name-labels.h). */

/* Labels of all steps of a report. */
typedef struct {
  PoplensStepNames *names;
  PoplensNameLayers *layers;
  char **label; /* [n] label by string id in .names; NULL: the name needs no label, for example the
                   name of a sync */
  guint32 n;
} PoplensStepLabels;

/* Creates the labels. @programs: (nullable). Both must outlive the result. O(steps), and O(n log n)
 * in the bytes of names. (transfer full) */
PoplensStepLabels *poplens_step_labels_new (const PoplensExecution *execution,
                                            const PoplensPrograms *programs);
void poplens_step_labels_free (PoplensStepLabels *self);

/* Returns the label of a compute or exchange step that has a program. Other steps have no label
 * (NULL): callers show their name. (transfer none) (nullable) */
const char *poplens_step_labels_get (const PoplensStepLabels *self, guint32 step);

/* Returns labels of operations. No two operations of the report have the same label. An operation
 * that runs in several phases is one operation. @keys: [@n] from poplens_name_operation_key (),
 * with or without a phase. (transfer full) [@n + 1], NULL-terminated */
char **poplens_step_labels_of_operations (const PoplensStepLabels *self, const char *const *keys,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepLabels, poplens_step_labels_free)

G_END_DECLS
