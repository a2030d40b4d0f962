/* State of the finder, and helpers of its files. Private to them. */
#pragma once

#include "derived/find-names.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_FIND_NONE G_MAXUINT32

/* Groups of rows whose names differ only in numbers. A pattern is such a name with stars for the
 * numbers (analysis/trace/name-parts.h). */
typedef struct {
  guint32 n;             /* number of patterns */
  guint32 *of_row;       /* by row: index of its pattern */
  PoplensStrings *texts; /* texts of the patterns, and "" */
} PoplensPatterns;

PoplensPatterns *poplens_patterns_new (guint32 n_rows);
void poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name);
void poplens_patterns_free (PoplensPatterns *self); /* @self: (nullable) */

/* A thing without a row in the file: an operation, a layer, a kind, or a file or line of source
 * code. */
typedef struct {
  char *title, *also, *location;
  char *key; /* (nullable): as PoplensFound.key */
  guint64 bytes;
  guint32 programs; /* number of its programs; 0: .bytes has its size */
} PoplensTopic;

struct _PoplensFinder {
  PoplensReport *kept; /* (nullable): reference that keeps the parts alive; NULL: the caller keeps
                          the report alive */
  const PoplensTarget *target; /* (nullable), as are all parts below: NULL: absent */
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensVariables *variables;

  GPtrArray *views; /* (nullable): PoplensFinderView, in the order of pages */
  PoplensPatterns *patterns[POPLENS_N_FOUND]; /* (nullable) by kind: patterns of names */
  GPtrArray *topics[POPLENS_N_FOUND];   /* (nullable) by kind of thing, from OPERATION to SOURCE:
                                           PoplensTopic */
  PoplensNames *names[POPLENS_N_FOUND]; /* (nullable) by kind of thing: index of names; entry
                                           numbers are rows. NULL: found by number only */
  guint32 *program_step;   /* by row of programs: first liveness step, or POPLENS_FIND_NONE */
  guint32 *set_program;    /* by row of compute sets: row of the first program that runs it, or
                              POPLENS_FIND_NONE */
  guint64 *variable_bytes; /* by row of unlowered variables: always-live bytes plus the most other
                              bytes at one step */
  guint64 *variable_always;
  guint32 *variable_step; /* by row of unlowered variables: step with most bytes, or NONE */
};

/* Returns the row of the thing with that ID (for a tile or step the number itself);
 * POPLENS_FIND_NONE if there is none. */
guint32 poplens_finder_row_of_id (const PoplensFinder *self, PoplensFoundKind kind, guint64 id);
/* Finds the lowest and highest number of a kind that has no names, such as tiles. FALSE if the
 * report has none. */
gboolean poplens_finder_numbers (const PoplensFinder *self, PoplensFoundKind kind, guint64 *first,
                                 guint64 *last);
/* Describes the thing in @row as a result: title, detail and location. @unit: of bytes. (transfer
 * full) */
PoplensFound *poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind,
                                       guint32 row, PoplensByteUnit unit);

/* Several things of a kind with one pattern of names. */
typedef struct {
  PoplensFoundKind kind;
  guint32 row; /* row of the best match among them */
  guint32 n;
  guint64 bytes; /* sum of all; 0 if such things have no bytes */
} PoplensFoundMany;
PoplensFound *poplens_finder_describe_pattern (const PoplensFinder *self,
                                               const PoplensFoundMany *many, PoplensByteUnit unit);

/* Adds a topic for a thing of @kind. @title, @location: (transfer full). (transfer none) */
PoplensTopic *poplens_finder_add_topic (PoplensFinder *self, PoplensFoundKind kind, char *title,
                                        char *location);
/* Adds topics for the files and lines of source code that made programs or variables, if debug.cbor
 * is loaded. */
void poplens_finder_add_sources (PoplensFinder *self, PoplensReport *report,
                                 GCancellable *cancellable);

G_END_DECLS
