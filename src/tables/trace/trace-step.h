/* Facts about an executed step, a program or a block of lightweight profiling. Private to the
 * tables. */
#pragma once

#include "tables/engine/builders.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable), as the parts below */
  const PoplensExchanges *exchanges;
  const PoplensVertices *vertices;
  const PoplensLiveness *liveness;
  const PoplensTarget *target;
  GCancellable *cancellable;
  const PoplensDebugContexts *debug;
  guint32 step;         /* row of the execution's steps */
  guint32 program;      /* row of the programs, or POPLENS_NO_ROW */
  const char *measure;  /* source of its cycles: "measured", "estimated", "derived" */
  PoplensRecords *rows; /* of poplens_card_facts_new () */
} PoplensStepFacts;

/* Adds a fact. @source: "recorded" by the compiler, "measured", "estimated", "derived". Nothing for
 * a NULL text. */
void poplens_step_add_text (PoplensStepFacts *self, guint16 depth, const char *key,
                            const char *what, const char *value, const char *source,
                            const char *doc);
void poplens_step_add_int (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                           guint64 value, PoplensUnit unit, const char *source, const char *doc);

/* Loads the parts above except execution and debug contexts. FALSE with @error. */
gboolean poplens_step_load_parts (PoplensStepFacts *self, GError **error);
/* Adds the liveness steps of the program with that ID, with links. */
void poplens_step_add_places (PoplensStepFacts *self, guint32 id);
/* Adds the chain of debug contexts from @id up to the framework's operation. Nothing for 0, or
 * without debug.cbor. */
void poplens_step_add_chain (PoplensStepFacts *self, guint16 depth, guint32 id);
/* Adds what the program of the step computes or exchanges. */
void poplens_step_add_content (PoplensStepFacts *self);

G_END_DECLS
