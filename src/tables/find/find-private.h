/* What the finder knows; for its own files only. */
#pragma once

#include "derived/find-names.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_FIND_NONE G_MAXUINT32

struct _PoplensFinder {
  PoplensReport *kept;         /* keeps the parts; NULL: who asks keeps the report */
  const PoplensTarget *target; /* as all that follow NULL where the report lacks it */
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensVariables *variables;

  GPtrArray *damage;                    /* messages of the damaged parts, none twice */
  GPtrArray *views;                     /* (nullable) PoplensFinderView */
  PoplensNames *names[POPLENS_N_FOUND]; /* entries are rows of the part; NULL: found by number */
  guint32 *program_step;                /* by row of programs: first step of liveness, or NONE */
  guint32 *set_program;    /* by row of compute sets: row of the first program that runs it */
  guint64 *variable_bytes; /* by row of unlowered variables: always live, and most others at once */
  guint64 *variable_always;
  guint32 *variable_step; /* the same: where that is; NONE */
};

/* Row (or number) of the @id of that kind; NONE where there is none. */
guint32 poplens_finder_row_of_id (const PoplensFinder *self, PoplensFoundKind kind, guint64 id);
/* The least and the largest number of what is found by number only; FALSE where there is none. */
gboolean poplens_finder_numbers (const PoplensFinder *self, PoplensFoundKind kind, guint64 *first,
                                 guint64 *last);
/* What is told of a row. (transfer full) */
PoplensFound *poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind,
                                       guint32 row, PoplensByteUnit unit);

G_END_DECLS
