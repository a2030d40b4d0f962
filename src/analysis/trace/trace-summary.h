/* Execution in sums, waiting apart from work (formats.md 8.4). */
#pragma once

#include "analysis/trace/step-source.h"

G_BEGIN_DECLS

typedef struct {
  const char *name; /* "OnTileExecute", as the file spells it; belongs to the part */
  PoplensStepKind kind;
  gboolean waiting;
  guint32 steps;            /* executed steps of the type */
  guint32 rows;             /* … on the IPUs that took part: rows of steps_by_ipu */
  guint64 tile_cycles;      /* Σ over tiles: fills tiles × length; 0 where not known … */
  gboolean unknown;         /* … as a list is damaged */
  PoplensStepSource source; /* of tile_cycles */
} PoplensStepTypeTotal;

typedef struct {
  /* PoplensStepTypeTotal: work first, then waiting; each by tile cycles, most first */
  GArray *types;
  guint64 tile_cycles, waiting_tile_cycles; /* of the types that are known */
  gboolean unknown;                         /* one is not */
  guint32 implicit_steps;                   /* without a program: implicit syncs */
} PoplensTraceSummary;

PoplensTraceSummary *poplens_trace_summary_new (const PoplensExecution *execution);
void poplens_trace_summary_free (PoplensTraceSummary *self);

/* Cycles from begin to end of the block drawn for a row of steps_by_ipu; 0 where no tile was
 * active. The longest tile's own cycles can be more: they are in the slice of the row. */
guint64 poplens_trace_row_drawn (const PoplensExecution *execution, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceSummary, poplens_trace_summary_free)

G_END_DECLS
