/* What an executed step is called: its program's name, or what the step itself is. */
#pragma once

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
/* "Internal Sync", "SyncAns", "DoExchange" of a step that no program names. A string of @strings,
 * never the empty one unless the file says nothing at all. Not for two threads at once. */
guint32 poplens_step_names_get (PoplensStepNames *self, guint32 step);

/* The streams of a copy that is program @program; of one that has none its name; "no name" without
 * either. Lives as long as the programs. @programs: (nullable) */
const char *poplens_copy_name (const PoplensPrograms *programs, guint32 program);

/* Real files call each of them Sync, and tell SyncAns and Sans apart by sync_type. */
PoplensStepKind poplens_step_kind_by_sync (const PoplensExecution *execution, guint32 step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepNames, poplens_step_names_free)

G_END_DECLS
