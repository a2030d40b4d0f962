/* Attributes bytes and cycles to files and lines of the source code (formats.md 8.12). Each byte
 * and each cycle is in one row: the row of a line, or a row for what no line made. Every column
 * adds up to a total of the report. */
#pragma once

#include "analysis/memory/kinds.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/memory.h"
#include "model/slices.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* A lowered variable of a message or rearrangement, and the context that moves its data. */
typedef struct {
  guint32 row;     /* row in PoplensVariables */
  guint32 context; /* POPLENS_NO_CONTEXT: unknown; readers use its unlowered variable's contexts */
} PoplensSourceMessage;

/* Input. The parts must outlive the result. */
typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable): NULL: no bytes or cycles have a line */
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  const PoplensMemory *memory;       /* (nullable): titles of categories */
  /* Parts for bytes. (nullable): all of them are NULL if bytes are unknown. */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
  /* (nullable): POPLENS_SLICE_NAMED_VARIABLES, for the code of host exchanges */
  const PoplensSlice *named;
  const GArray *messages; /* (nullable): PoplensSourceMessage: all variables of the categories
                             message and rearrangement */
  /* Cycles by row of programs; the last element is for steps without a program. (nullable): NULL:
   * not recorded. Cycles outside the program are only in the fields below. */
  const guint64 *tile_cycles, *cycles;
  guint64 outside_tile_cycles, outside_cycles;
} PoplensSourceInput;

typedef struct {
  GArray *rows; /* PoplensSourceRow: lines, sorted by file and number; then rows of other kinds */
  gboolean has_bytes, has_peak, has_tile_cycles, has_cycles;
  gint64 bytes, peak; /* sums over the rows */
  guint64 tile_cycles, cycles;
  guint64 outside_tile_cycles; /* part of .tile_cycles that is outside the program */
} PoplensSourceLines;

/* Computes the rows. A context has a chain of frames; those in libraries do not count. @innermost:
 * TRUE: the innermost of the other frames counts; FALSE: the outermost. NULL only if cancelled.
 * (transfer full) (nullable) */
PoplensSourceLines *poplens_source_lines_new (const PoplensSourceInput *input, gboolean innermost,
                                              GCancellable *cancellable);
void poplens_source_lines_free (PoplensSourceLines *self); /* NULL is allowed */

/* Returns the context to which a program is attributed: the context of its compute set, else its
 * own. POPLENS_NO_CONTEXT: it has none */
guint32 poplens_source_program_context (const PoplensDebugContexts *contexts,
                                        const PoplensPrograms *programs,
                                        const PoplensVertices *vertices, guint32 program);
/* Returns for each row of @exchanges the nearest common ancestor of the contexts of all programs
 * that run it, or POPLENS_NO_CONTEXT. (transfer full) */
guint32 *poplens_source_exchange_contexts (const PoplensDebugContexts *contexts,
                                           const PoplensPrograms *programs,
                                           const PoplensVertices *vertices,
                                           const PoplensExchanges *exchanges,
                                           PoplensExchangeKind kind);
/* Returns the nearest common ancestor of both contexts. POPLENS_NO_CONTEXT if either is that. */
guint32 poplens_source_meet (const PoplensDebugContexts *contexts, guint32 a, guint32 b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceLines, poplens_source_lines_free)

/* ---- rows ------------------------------------------------------------------------------------ */

/* Kinds of rows. */

typedef enum {
  POPLENS_SOURCE_LINE,
  POPLENS_SOURCE_TOOLCHAIN, /* a file of the libraries: the innermost frame, if no other frame has a
                               file */
  POPLENS_SOURCE_UNATTRIBUTED, /* tensors and programs without a debug context */
  POPLENS_SOURCE_SHARED,       /* code that several lines use */
  POPLENS_SOURCE_PROFILER,
  POPLENS_SOURCE_NO_PROGRAM, /* executed steps without a program: syncs */
  POPLENS_SOURCE_OUTSIDE, /* executed steps, or parts of them, before the host starts the program */
  POPLENS_SOURCE_REST,    /* bytes of code, of state or of a category of memory that no line has */
  POPLENS_N_SOURCE_KINDS,
} PoplensSourceKind;

const char *poplens_source_kind_key (PoplensSourceKind kind); /* "no-program" */

/* Groups of PoplensKind: columns of bytes. */
typedef enum {
  POPLENS_SOURCE_WEIGHTS,
  POPLENS_SOURCE_OPTIMISER,
  POPLENS_SOURCE_GRADIENTS,
  POPLENS_SOURCE_ACTIVATIONS, /* includes tensors of programs whose phases are not recorded */
  POPLENS_SOURCE_TEMPORARIES,
  POPLENS_SOURCE_EXCHANGE, /* buffers, input and output, control data */
  POPLENS_SOURCE_STATE,
  POPLENS_SOURCE_CODE,
  POPLENS_SOURCE_OTHER,
  POPLENS_N_SOURCE_BYTES,
} PoplensSourceBytes;

typedef struct {
  PoplensSourceKind kind;
  const char *file;                       /* (nullable): belongs to the contexts */
  guint32 line;                           /* line number; 0: none */
  const char *function;                   /* (nullable): belongs to the contexts; may be "" */
  char *name;                             /* (owned) "encoder.py:42", "(stack)" */
  gint64 by_kind[POPLENS_N_SOURCE_BYTES]; /* bytes on all tiles; may be negative in
                                             POPLENS_SOURCE_REST, if exchanges share code */
  gint64 bytes;                           /* sum of .by_kind */
  gint64 peak; /* part of .bytes that is live at the step with the most live bytes */
  guint64 tile_cycles,
      cycles; /* measured cycles: sum over tiles; sum over IPUs of the longest tile */
} PoplensSourceRow;

/* ---- collecting rows, private to source-lines.c ---------------------------------------------- */

typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable) */
  gboolean innermost;
  GArray *rows; /* PoplensSourceRow */
  GHashTable *by_name;
  guint32 *of_context; /* by context: row + 1; 0: not looked up yet */
} PoplensSourceRows;

void poplens_source_rows_init (PoplensSourceRows *self, const PoplensDebugContexts *contexts,
                               gboolean innermost);
/* Frees all members, including the rows and their names. */
void poplens_source_rows_clear (PoplensSourceRows *self);

/* Returns the row of one frame in the call chain of @context: the outermost frame (with .innermost:
 * the innermost) with a file outside the toolchain; without one, the innermost frame with a file.
 * G_MAXUINT32: no frame has a file. */
guint32 poplens_source_rows_of (PoplensSourceRows *self, guint32 context);

static inline PoplensSourceRow *
poplens_source_rows_at (PoplensSourceRows *self, guint32 row)
{
  return &g_array_index (self->rows, PoplensSourceRow, row);
}

G_END_DECLS
