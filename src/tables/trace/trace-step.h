/* Facts about an executed step, a program or a block of lightweight profiling. Private to the
 * tables. */
#pragma once

#include "tables/engine/builders.h"
#include "tables/engine/records.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* nullable, as are the parts below */
  const PoplensExchanges *exchanges;
  const PoplensVertices *vertices;
  const PoplensLiveness *liveness;
  const PoplensTarget *target;
  GCancellable *cancellable;
  const PoplensDebugContexts *debug;
  guint32 step;         /* row of the part's steps */
  guint32 program;      /* row of the part's programs; POPLENS_NO_ROW */
  const char *measure;  /* where its cycles are from: "measured", "estimated", "derived" */
  PoplensRecords *rows; /* poplens_card_facts_new() */
} PoplensStepFacts;

/* Each adds a row. @source: "recorded" for the compiler's own account, "measured", "estimated",
 * "derived". A NULL text adds nothing. */
void poplens_step_add_text (PoplensStepFacts *self, guint16 depth, const char *key,
                            const char *what, const char *value, const char *source,
                            const char *doc);
void poplens_step_add_int (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                           guint64 value, PoplensUnit unit, const char *source, const char *doc);

/* Loads the parts above but for execution and debug contexts. FALSE with an error. */
gboolean poplens_step_load_parts (PoplensStepFacts *self, GError **error);
/* Steps of liveness of the program with that id, with links. */
void poplens_step_add_places (PoplensStepFacts *self, guint32 id);
/* The chain of debug contexts @id, from what made it up to the framework's operation; nothing for
 * 0, and where there is no debug.cbor. */
void poplens_step_add_chain (PoplensStepFacts *self, guint16 depth, guint32 id);
/* What its program computes or exchanges. */
void poplens_step_add_content (PoplensStepFacts *self);

G_END_DECLS
