/* The executed steps that take most: of work, or of waiting. */
#pragma once

#include <gio/gio.h>

#include "model/cycle-column.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/programs.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_BY_CYCLES, /* of the longest tile */
  POPLENS_TRACE_BY_WASTE,
  POPLENS_TRACE_BY_IMBALANCE,
  POPLENS_TRACE_BY_BYTES,
  POPLENS_N_TRACE_BY,
} PoplensTraceBy;

/* "cycles", "waste", "imbalance", "bytes". */
const char *poplens_trace_by_key (PoplensTraceBy by);
/* FALSE for an unknown key (NULL is one). */
gboolean poplens_trace_by_parse (const char *key, PoplensTraceBy *by);

typedef struct {
  guint32 row;         /* of steps_by_ipu */
  guint64 cycles;      /* of the longest tile */
  guint64 tile_cycles; /* Σ over the IPU's tiles */
  guint64 waste; /* tiles × cycles − tile_cycles: what tiles stand idle until the longest ends */
  double imbalance;       /* waste as a part of tiles × cycles: 1 − tile balance */
  gboolean has_bytes;     /* the step's program is an exchange */
  guint64 received, sent; /* bytes of the IPU's tiles */
} PoplensTraceTopRow;

typedef struct {
  const PoplensExecution *execution;
  const PoplensExchanges *exchanges; /* (nullable): then no step has bytes */
  const PoplensPrograms *programs;   /* (nullable): the same */
  guint32 tiles;                     /* of an IPU; 0: no waste */
  PoplensTraceBy by;
  gboolean waiting;    /* only steps that wait, else only the others */
  int ipu;             /* only its rows; −1: all IPUs' */
  guint64 from, to;    /* only rows whose block touches [from, to); 0, G_MAXUINT64: all rows */
  const guint8 *steps; /* (nullable, not owned): [n_steps] 1 for those that count */
  guint most;
  GArray *rows;   /* PoplensTraceTopRow, most first, ties in order of the trace; by
                           imbalance those with more cycles first */
  guint64 n_left; /* rows of the other sort: waits, or of work */
  guint64 n_all;  /* rows of this sort, also those that are not among the most */
} PoplensTraceTop;

PoplensTraceTop *poplens_trace_top_new (const PoplensExecution *execution,
                                        const PoplensExchanges *exchanges,
                                        const PoplensPrograms *programs, guint32 tiles);
void poplens_trace_top_free (PoplensTraceTop *self);
/* All rows of the execution: cycles of the longest tile, and Σ over the IPU's tiles, where that is
 * known. FALSE where it was cancelled. */
gboolean poplens_trace_top_read (PoplensTraceTop *self, const PoplensCycleColumn *cycles,
                                 const PoplensCycleColumn *tile_cycles, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceTop, poplens_trace_top_free)

G_END_DECLS
