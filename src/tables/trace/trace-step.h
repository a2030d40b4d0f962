/* Facts about an executed step, a program, or a block of lightweight profiling: functions that
 * their tables share. Private to src/tables. */
#pragma once

#include "tables/engine/builders.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable); so are the parts below */
  const PoplensExchanges *exchanges;
  const PoplensVertices *vertices;
  const PoplensLiveness *liveness;
  const PoplensTarget *target;
  GCancellable *cancellable;
  const PoplensDebugContexts *debug;
  guint32 step;         /* row of the step in the execution part */
  guint32 program;      /* row of the program; POPLENS_NO_ROW: none */
  const char *measure;  /* provenance of the step's cycles: "measured", "estimated" or "derived" */
  PoplensRecords *rows; /* facts so far, made by poplens_card_facts_new () */
} PoplensStepFacts;

/* Adds a fact. @depth: depth in the tree. @what: title. @value: (nullable): NULL adds nothing.
 * @source: provenance: "recorded", "measured", "estimated" or "derived". */
void poplens_step_add_text (PoplensStepFacts *self, guint16 depth, const char *key,
                            const char *what, const char *value, const char *source,
                            const char *doc);
void poplens_step_add_int (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                           guint64 value, PoplensUnit unit, const char *source, const char *doc);

/* Loads the parts to which PoplensStepFacts points, except the execution part and debug contexts.
 * FALSE with @error. */
gboolean poplens_step_load_parts (PoplensStepFacts *self, GError **error);
/* Adds facts on the liveness steps of the program with ID @id, with links. */
void poplens_step_add_places (PoplensStepFacts *self, guint32 id);
/* Adds a fact for each debug context from @id up to the operation of the framework. Adds nothing if
 * @id is 0 or debug.cbor is not loaded. */
void poplens_step_add_chain (PoplensStepFacts *self, guint16 depth, guint32 id);
/* Adds facts on what the step's program computes or exchanges. */
void poplens_step_add_content (PoplensStepFacts *self);

G_END_DECLS
