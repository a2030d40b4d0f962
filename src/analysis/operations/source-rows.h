/* Rows of an attribution to file and line (formats.md 8.12), and which frame of a debug context
 * counts. */
#pragma once

#include "model/debug-contexts.h"

G_BEGIN_DECLS

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
/* Keeps the rows: they are the caller's. */
GArray *poplens_source_rows_finish (PoplensSourceRows *self);

/* Row of a kind without a line. @name: of REST, as a title; else NULL. */
guint32 poplens_source_rows_other (PoplensSourceRows *self, PoplensSourceKind kind,
                                   const char *name);
/* Row of the frame of @context that counts, or G_MAXUINT32 where its chain has none. */
guint32 poplens_source_rows_of (PoplensSourceRows *self, guint32 context);

static inline PoplensSourceRow *
poplens_source_rows_at (PoplensSourceRows *self, guint32 row)
{
  return &g_array_index (self->rows, PoplensSourceRow, row);
}

G_END_DECLS
