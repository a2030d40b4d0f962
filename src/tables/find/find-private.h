/* What the finder knows; for its own files only. */
#pragma once

#include "derived/find-names.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_FIND_NONE G_MAXUINT32

/* Rows by their names, starred (analysis/trace/name-parts.h). */
typedef struct {
  guint32 n;             /* patterns */
  guint32 *of_row;       /* by row: its pattern */
  PoplensStrings *texts; /* [n] and "" */
} PoplensPatterns;

PoplensPatterns *poplens_patterns_new (guint32 n_rows);
void poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name);
void poplens_patterns_free (PoplensPatterns *self); /* NULL is fine */

/* An operation, a layer, a kind, or a file or line of source code. */
typedef struct {
  char *title, *also, *location;
  char *key; /* (nullable): see PoplensFound */
  guint64 bytes;
  guint32 programs; /* 0: it has bytes */
} PoplensTopic;

struct _PoplensFinder {
  PoplensReport *kept;         /* keeps the parts; NULL: who asks keeps the report */
  const PoplensTarget *target; /* as all that follow NULL where the report lacks it */
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensVariables *variables;

  GPtrArray *views;                           /* (nullable) PoplensFinderView */
  PoplensPatterns *patterns[POPLENS_N_FOUND]; /* of those with many names; else NULL */
  GPtrArray *topics[POPLENS_N_FOUND];         /* PoplensTopic, of OPERATION to SOURCE */
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
/* Describes a row: title, detail, location. (transfer full) */
PoplensFound *poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind,
                                       guint32 row, PoplensByteUnit unit);

/* Several of one pattern. */
typedef struct {
  PoplensFoundKind kind;
  guint32 row; /* the best of them */
  guint32 n;
  guint64 bytes; /* of all, where they have any */
} PoplensFoundMany;
PoplensFound *poplens_finder_describe_pattern (const PoplensFinder *self,
                                               const PoplensFoundMany *many, PoplensByteUnit unit);

/* Takes the texts. */
PoplensTopic *poplens_finder_add_topic (PoplensFinder *self, PoplensFoundKind kind, char *title,
                                        char *location);
/* Files and lines of source code that made a program or a variable, where debug.cbor is at hand. */
void poplens_finder_add_sources (PoplensFinder *self, PoplensReport *report,
                                 GCancellable *cancellable);

G_END_DECLS
