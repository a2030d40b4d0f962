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
  PoplensStrings *texts; /* texts of the patterns; the empty text is one of them */
} PoplensPatterns;

PoplensPatterns *poplens_patterns_new (guint32 n_rows);
void poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name);
void poplens_patterns_free (PoplensPatterns *self); /* @self: (nullable) */

/* An item without a row in profile.pop: an operation, a layer, a kind, or a file or line of source
 * code. */
typedef struct {
  char *title, *also, *location;
  char *key; /* (nullable): value that selects the item on its page, as in PoplensFound */
  guint64 bytes;
  guint32 programs; /* number of programs; 0 for topics with .bytes */
} PoplensTopic;

struct _PoplensFinder {
  PoplensReport *kept; /* (nullable): reference that keeps the report and its parts alive; NULL: the
                          caller holds one */
  /* Each part below is (nullable): NULL if the part is absent. */
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensLiveness *liveness;
  const PoplensExecution *execution;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensVariables *variables;

  GPtrArray *views; /* (nullable): PoplensFinderView, in the order of pages */
  PoplensPatterns *patterns[POPLENS_N_FOUND]; /* (nullable) by kind: patterns of names */
  GPtrArray *topics[POPLENS_N_FOUND];         /* (nullable) by kind: array of PoplensTopic */
  PoplensNames *names[POPLENS_N_FOUND]; /* (nullable) by kind: index of names; entry N is row N.
                                           NULL: items are found by number only */
  guint32 *program_step;   /* by row of programs: first liveness step, or POPLENS_FIND_NONE */
  guint32 *set_program;    /* by row of compute sets: row of the first program that runs it, or
                              POPLENS_FIND_NONE */
  guint64 *variable_bytes; /* by row of unlowered variables: always-live bytes plus the maximum of
                              other live bytes at a step */
  guint64 *variable_always;
  guint32 *variable_step; /* by row of unlowered variables: step with most bytes, or NONE */
};

/* Returns the row of the item with @id. For a tile or step, the row is its number.
 * POPLENS_FIND_NONE if there is no such item. */
guint32 poplens_finder_row_of_id (const PoplensFinder *self, PoplensFoundKind kind, guint64 id);
/* Finds the lowest and highest number of a kind that has no names, such as tiles. FALSE if the
 * report has none. */
gboolean poplens_finder_numbers (const PoplensFinder *self, PoplensFoundKind kind, guint64 *first,
                                 guint64 *last);
/* Describes the item in @row as a result: title, detail and location. @unit: unit of bytes in the
 * detail. (transfer full) */
PoplensFound *poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind,
                                       guint32 row, PoplensByteUnit unit);

/* Several items of a kind whose names have the same pattern. */
typedef struct {
  PoplensFoundKind kind;
  guint32 row; /* row of the item that matches best */
  guint32 n;
  guint64 bytes; /* sum over the items; 0 if items of this kind have no bytes */
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
