/* Attributes bytes and cycles to files and lines of the source code (formats.md 8.12). Each byte
 * and each cycle is in one row: the row of a source line, or a row for bytes or cycles without a
 * line. Every column adds up to a total of the report. */
#pragma once

#include "analysis/memory/kinds.h"
#include "model/debug-contexts.h"
#include "model/exchanges.h"
#include "model/memory.h"
#include "model/slices.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* A lowered variable of the category message or rearrangement, and the debug context to which its
 * bytes are attributed. */
typedef struct {
  guint32 row;     /* row in PoplensVariables */
  guint32 context; /* debug context; POPLENS_NO_CONTEXT: unknown; the contexts of the unlowered
                      variable are then used */
} PoplensSourceMessage;

/* Input. The parts must outlive the result. */
typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable): NULL if there are no debug contexts; no bytes
                                           or cycles then have a line */
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExchanges *exchanges; /* (nullable) */
  const PoplensMemory *memory;       /* (nullable): source of the titles of memory categories */
  /* Input for bytes: .liveness, .variables, .bytes and .kinds. (nullable): all four are NULL if
   * bytes are unknown. */
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTileBytes *bytes;
  const PoplensKinds *kinds;
  /* (nullable): slice POPLENS_SLICE_NAMED_VARIABLES, to find the code of host exchanges */
  const PoplensSlice *named;
  const GArray *messages; /* (nullable): PoplensSourceMessage of each variable of the categories
                             message and rearrangement */
  /* (nullable): [programs->n + 1] cycles of each program; the last element is for steps without a
   * program. NULL: not recorded. Cycles outside the program are not included. */
  const guint64 *tile_cycles, *cycles;
  guint64 outside_tile_cycles, outside_cycles;
} PoplensSourceInput;

typedef struct {
  GArray *rows; /* PoplensSourceRow: rows of source lines, sorted by file and line; then rows of
                   other kinds */
  gboolean has_bytes, has_peak, has_tile_cycles, has_cycles;
  gint64 bytes, peak; /* sums of PoplensSourceRow.bytes and .peak over all rows */
  guint64 tile_cycles, cycles;
  guint64 outside_tile_cycles; /* part of .tile_cycles that is outside the program */
} PoplensSourceLines;

/* Attributes all bytes and cycles of @input to rows. A debug context is attributed to one frame of
 * its call chain that is outside libraries. @innermost: TRUE: the innermost such frame; FALSE: the
 * outermost. NULL only if cancelled. (transfer full) (nullable) */
PoplensSourceLines *poplens_source_lines_new (const PoplensSourceInput *input, gboolean innermost,
                                              GCancellable *cancellable);
void poplens_source_lines_free (PoplensSourceLines *self);

/* Returns the context to which a program is attributed: the context of its compute set or, if there
 * is none, the program's own context. POPLENS_NO_CONTEXT: neither has a context */
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
/* Returns the nearest common ancestor of two contexts; POPLENS_NO_CONTEXT if @a or @b is
 * POPLENS_NO_CONTEXT. */
guint32 poplens_source_meet (const PoplensDebugContexts *contexts, guint32 a, guint32 b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSourceLines, poplens_source_lines_free)

/* ---- rows ------------------------------------------------------------------------------------ */

typedef enum {
  POPLENS_SOURCE_LINE,
  POPLENS_SOURCE_TOOLCHAIN, /* a file of the libraries, for contexts without a frame in another file
                             */
  POPLENS_SOURCE_UNATTRIBUTED, /* bytes and cycles of tensors and programs without a debug context
                                */
  POPLENS_SOURCE_SHARED,       /* code that several lines use */
  POPLENS_SOURCE_PROFILER,
  POPLENS_SOURCE_NO_PROGRAM, /* cycles of executed steps without a program, which are syncs */
  POPLENS_SOURCE_OUTSIDE,    /* cycles before the host starts the program */
  POPLENS_SOURCE_REST,       /* bytes of a memory category that are attributed to no line */
  POPLENS_N_SOURCE_KINDS,
} PoplensSourceKind;

const char *
poplens_source_kind_key (PoplensSourceKind kind); /* returns the key: "no-program"; static */

/* Columns of bytes in a row. Each column sums several kinds of variables (PoplensKind). */
typedef enum {
  POPLENS_SOURCE_WEIGHTS,
  POPLENS_SOURCE_OPTIMISER,
  POPLENS_SOURCE_GRADIENTS,
  POPLENS_SOURCE_ACTIVATIONS, /* activations, and tensors whose training phase is unknown */
  POPLENS_SOURCE_TEMPORARIES,
  POPLENS_SOURCE_EXCHANGE, /* buffers, input and output, control data */
  POPLENS_SOURCE_STATE,
  POPLENS_SOURCE_CODE,
  POPLENS_SOURCE_OTHER,
  POPLENS_N_SOURCE_BYTES,
} PoplensSourceBytes;

typedef struct {
  PoplensSourceKind kind;
  const char *file;     /* (nullable): owned by the debug contexts */
  guint32 line;         /* line number; 0: none */
  const char *function; /* (nullable): owned by the debug contexts; may be "" */
  char *name;           /* (owned) "encoder.py:42", "(stack)" */
  /* Bytes on all tiles. In a POPLENS_SOURCE_REST row, negative if code that exchanges share was
   * counted several times. */
  gint64 by_kind[POPLENS_N_SOURCE_BYTES];
  gint64 bytes; /* sum of .by_kind */
  gint64 peak;  /* part of .bytes that is live at the step with the most live bytes */
  guint64 tile_cycles, cycles; /* measured cycles. .tile_cycles: sum over all tiles; .cycles: cycles
                                  of the slowest tile of each IPU, summed over IPUs */
} PoplensSourceRow;

/* ---- collecting rows, private to source-lines.c ---------------------------------------------- */

typedef struct {
  const PoplensDebugContexts *contexts; /* (nullable) */
  gboolean innermost;
  GArray *rows; /* PoplensSourceRow */
  GHashTable *by_name;
  guint32 *of_context; /* by context: 1 + index of its row; 0: not looked up yet */
} PoplensSourceRows;

void poplens_source_rows_init (PoplensSourceRows *self, const PoplensDebugContexts *contexts,
                               gboolean innermost);
/* Frees all members, including the rows and their names. */
void poplens_source_rows_clear (PoplensSourceRows *self);

/* Returns the row to which @context is attributed: that of its outermost frame outside the
 * toolchain or, if .innermost, of its innermost frame outside the toolchain. If all files are in
 * the toolchain, returns the row of the innermost frame with a file. G_MAXUINT32: no frame has a
 * file. */
guint32 poplens_source_rows_of (PoplensSourceRows *self, guint32 context);

static inline PoplensSourceRow *
poplens_source_rows_at (PoplensSourceRows *self, guint32 row)
{
  return &g_array_index (self->rows, PoplensSourceRow, row);
}

G_END_DECLS
