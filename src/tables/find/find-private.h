/* Data of the finder. Private to its files. */
#pragma once

#include "derived/find-names.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_FIND_NONE G_MAXUINT32

/* Groups rows by their names with numbers replaced by stars (analysis/trace/name-parts.h). */
typedef struct {
  guint32 n;             /* number of patterns */
  guint32 *of_row;       /* by row: index of its pattern */
  PoplensStrings *texts; /* [n] and "" */
} PoplensPatterns;

PoplensPatterns *poplens_patterns_new (guint32 n_rows);
void poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name);
void poplens_patterns_free (PoplensPatterns *self); /* @self: (nullable) */

/* An operation, layer or kind, or a file or line of source code. */
typedef struct {
  char *title, *also, *location;
  char *key; /* (nullable): see PoplensFound */
  guint64 bytes;
  guint32 programs; /* 0: .bytes is set instead */
} PoplensTopic;

struct _PoplensFinder {
  PoplensReport *kept; /* (nullable): keeps the parts alive; NULL: the caller keeps the report */
  const PoplensTarget *target; /* (nullable), as all parts below: NULL if the report lacks it */
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensVariables *variables;

  GPtrArray *views;                           /* (nullable): PoplensFinderView */
  PoplensPatterns *patterns[POPLENS_N_FOUND]; /* (nullable): of kinds with many names */
  GPtrArray *topics[POPLENS_N_FOUND];         /* PoplensTopic, of OPERATION to SOURCE */
  PoplensNames *names[POPLENS_N_FOUND]; /* (nullable): entries are rows of the part; NULL: found by
                                           number only */
  guint32 *program_step;                /* by row of programs: first liveness step, or NONE */
  guint32 *set_program;    /* by row of compute sets: row of the first program that runs it */
  guint64 *variable_bytes; /* by row of unlowered variables: always-live bytes, and most others at
                              once */
  guint64 *variable_always;
  guint32 *variable_step; /* by row of unlowered variables: step of those bytes, or NONE */
};

/* Returns the row (or number) of the thing with that ID; NONE if there is none. */
guint32 poplens_finder_row_of_id (const PoplensFinder *self, PoplensFoundKind kind, guint64 id);
/* Finds the lowest and highest number of a kind that is found by number only. FALSE if there are
 * none. */
gboolean poplens_finder_numbers (const PoplensFinder *self, PoplensFoundKind kind, guint64 *first,
                                 guint64 *last);
/* Describes a row: title, detail, location. (transfer full) */
PoplensFound *poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind,
                                       guint32 row, PoplensByteUnit unit);

/* Several things with one pattern. */
typedef struct {
  PoplensFoundKind kind;
  guint32 row; /* the best match */
  guint32 n;
  guint64 bytes; /* of all things, if they have any */
} PoplensFoundMany;
PoplensFound *poplens_finder_describe_pattern (const PoplensFinder *self,
                                               const PoplensFoundMany *many, PoplensByteUnit unit);

/* Adds a topic. @title, @location: (transfer full). (transfer none) */
PoplensTopic *poplens_finder_add_topic (PoplensFinder *self, PoplensFoundKind kind, char *title,
                                        char *location);
/* Adds files and lines of source code that made a program or a variable, if debug.cbor is loaded.
 */
void poplens_finder_add_sources (PoplensFinder *self, PoplensReport *report,
                                 GCancellable *cancellable);

G_END_DECLS
