/* Bytes and cycles by file and line of the source code (formats.md 8.12). Each byte and each cycle
 * has one row: that of a line, or of what no line made. Every column adds up to a total of the
 * report. */
#pragma once

#include "analysis/memory/kinds.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/memory.h"
#include "model/slices.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* A lowered variable that carries a message or rearranges one. */
typedef struct {
  guint32 row;     /* of the variables */
  guint32 context; /* that moves it; POPLENS_NO_CONTEXT: that of its variable counts */
} PoplensSourceMessage;

/* The parts must outlive the rows. */
typedef struct {
  const PoplensDebugContexts *contexts; /* nullable: nothing has a line */
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* nullable */
  const PoplensExchanges *exchanges; /* nullable */
  const PoplensMemory *memory;       /* nullable: titles of categories */
  /* Of bytes; nullable together: none are known. */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
  const PoplensSlice *named; /* nullable: NAMED_VARIABLES, for the code of host exchanges */
  const GArray *messages;    /* PoplensSourceMessage: all of categories message and rearrangement */
  /* By row of programs, and behind them of steps without one; nullable: not recorded. Without what
   * passes outside of the program: */
  const guint64 *tile_cycles, *cycles;
  guint64 outside_tile_cycles, outside_cycles;
} PoplensSourceInput;

typedef struct {
  GArray *rows; /* PoplensSourceRow: files together, by line; then the other kinds */
  gboolean has_bytes, has_peak, has_tile_cycles, has_cycles;
  gint64 bytes, peak; /* Σ over the rows */
  guint64 tile_cycles, cycles;
  guint64 outside_tile_cycles; /* of these, what passes outside of the program */
} PoplensSourceLines;

/* @innermost: of a chain's frames the innermost outside of the libraries counts, else the
 * outermost. NULL only where @cancellable was cancelled. (transfer full) */
PoplensSourceLines *poplens_source_lines_new (const PoplensSourceInput *input, gboolean innermost,
                                              GCancellable *cancellable);
void poplens_source_lines_free (PoplensSourceLines *self); /* NULL is fine */

/* The context that a program is attributed to: of its compute set, else its own; or
 * POPLENS_NO_CONTEXT. */
guint32 poplens_source_program_context (const PoplensDebugContexts *contexts,
                                        const PoplensPrograms *programs,
                                        const PoplensVertices *vertices, guint32 program);
/* By row of the exchanges' table: the nearest context above all programs that run it, or
 * POPLENS_NO_CONTEXT. (transfer full) */
guint32 *poplens_source_exchange_contexts (const PoplensDebugContexts *contexts,
                                           const PoplensPrograms *programs,
                                           const PoplensVertices *vertices,
                                           const PoplensExchanges *exchanges,
                                           PoplensExchangeKind kind);
/* The nearest context above both; either may be NO_CONTEXT, and then there is none. */
guint32 poplens_source_meet (const PoplensDebugContexts *contexts, guint32 a, guint32 b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceLines, poplens_source_lines_free)

/* ---- rows ------------------------------------------------------------------------------------ */

/* Rows of an attribution to file and line (formats.md 8.12), and which frame of a debug context
 * counts. */

typedef enum {
  POPLENS_SOURCE_LINE,
  POPLENS_SOURCE_TOOLCHAIN,    /* by the innermost file of its libraries */
  POPLENS_SOURCE_UNATTRIBUTED, /* tensors and programs without a debug context */
  POPLENS_SOURCE_SHARED,       /* code that several lines use */
  POPLENS_SOURCE_PROFILER,
  POPLENS_SOURCE_NO_PROGRAM, /* executed steps without a program: syncs */
  POPLENS_SOURCE_OUTSIDE,    /* executed steps, or parts, before the host starts the program */
  POPLENS_SOURCE_REST,       /* what no line has of code, state, or a category of memory */
  POPLENS_N_SOURCE_KINDS,
} PoplensSourceKind;

const char *poplens_source_kind_key (PoplensSourceKind kind); /* "no-program" */

/* Groups of PoplensKind. */
typedef enum {
  POPLENS_SOURCE_WEIGHTS,
  POPLENS_SOURCE_OPTIMISER,
  POPLENS_SOURCE_GRADIENTS,
  POPLENS_SOURCE_ACTIVATIONS, /* and tensors of programs without phases */
  POPLENS_SOURCE_TEMPORARIES,
  POPLENS_SOURCE_EXCHANGE, /* buffers, input and output, control data */
  POPLENS_SOURCE_STATE,
  POPLENS_SOURCE_CODE,
  POPLENS_SOURCE_OTHER,
  POPLENS_N_SOURCE_BYTES,
} PoplensSourceBytes;

typedef struct {
  PoplensSourceKind kind;
  const char *file;                       /* nullable; of the contexts */
  guint32 line;                           /* 0: none */
  const char *function;                   /* nullable, "" */
  char *name;                             /* "encoder.py:42", "(stack)": owned */
  gint64 by_kind[POPLENS_N_SOURCE_BYTES]; /* bytes, Σ over all tiles; may be negative in REST, where
                                             exchanges share code */
  gint64 bytes;                           /* Σ of these */
  gint64 peak;                            /* of them, live where most is live */
  guint64 tile_cycles, cycles; /* executed: Σ over tiles; Σ over IPUs of the longest tile */
} PoplensSourceRow;

/* ---- putting them together: of source-lines.c -------------------------------------------------
 */

typedef struct {
  const PoplensDebugContexts *contexts; /* nullable */
  gboolean innermost;
  GArray *rows; /* PoplensSourceRow */
  GHashTable *by_name;
  guint32 *of_context; /* rows by context plus one; 0: not asked for yet */
} PoplensSourceRows;

void poplens_source_rows_init (PoplensSourceRows *self, const PoplensDebugContexts *contexts,
                               gboolean innermost);
/* Frees the rows, too, and their names. */
void poplens_source_rows_clear (PoplensSourceRows *self);

/* Row of the frame of @context that counts, or G_MAXUINT32 where its chain has none. */
guint32 poplens_source_rows_of (PoplensSourceRows *self, guint32 context);

static inline PoplensSourceRow *
poplens_source_rows_at (PoplensSourceRows *self, guint32 row)
{
  return &g_array_index (self->rows, PoplensSourceRow, row);
}

G_END_DECLS
