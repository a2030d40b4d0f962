/* What happened in a range of cycles: statistics by IPU and step type, from sums made once.
 *
 * Building takes time linear in the rows (where steps of one type overlap, by their logarithm more)
 * and 5 bytes a row; asking, a binary search for each IPU, type and lane. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* ---- where cycles come from ------------------------------------------------------------------ */

/* Where the cycles of executed steps come from (formats.md 8.2). */

/* The weakest last: a sum over steps has the highest of them. */
typedef enum {
  POPLENS_STEP_MEASURED,  /* compute sets, stream copies, exchanges between IPUs */
  POPLENS_STEP_ESTIMATED, /* a DoExchange: the compiler's estimate */
  POPLENS_STEP_DERIVED,   /* steps without a program */
} PoplensStepSource;

/* Of the row @step of the steps. */
PoplensStepSource poplens_step_source (const PoplensExecution *execution, guint32 step);
/* "measured", "estimated", "derived": as in a column "source" of a table. */
const char *poplens_step_source_name (PoplensStepSource source);

/* ---- ranges ---------------------------------------------------------------------------------- */

typedef struct _PoplensTraceRanges PoplensTraceRanges;

/* Blocks of one IPU and step type that touch [from, to), as they are drawn (formats.md 6.3). A
 * block without length touches the range where it begins in it. */
typedef struct {
  guint16 ipu;
  guint8 type; /* row of the part's types */
  PoplensStepKind kind;
  gboolean waiting;
  guint32 count;    /* blocks that touch the range … */
  guint32 whole;    /* … and those of them that lie wholly in it */
  guint64 sum;      /* cycles of the blocks within the range: overlaps count twice */
  guint64 min, max; /* shortest and longest of a block within the range */
  double mean;      /* sum / count */
} PoplensRangeTotal;

/* Whether the row's block touches [from, to); one without length does where it begins in it. */
static inline gboolean
poplens_trace_row_touches (const PoplensExecution *x, guint32 row, guint64 from, guint64 to)
{
  guint64 begin = x->row_from[row];

  return begin < to && begin != G_MAXUINT64 &&
         MAX (poplens_execution_row_to (x, row), begin + 1) > from;
}

/* @execution: must outlive it */
PoplensTraceRanges *poplens_trace_ranges_new (const PoplensExecution *execution);
/* Of some steps alone. @steps: (nullable): [n_steps] 1 or 0; not kept. */
PoplensTraceRanges *poplens_trace_ranges_new_of (const PoplensExecution *execution,
                                                 const guint8 *steps);
void poplens_trace_ranges_free (PoplensTraceRanges *self);

/* Half-open [from, to). Returns: (transfer full): GArray of PoplensRangeTotal, those with blocks
 * only: by IPU, work before waiting, then by the types of the part */
GArray *poplens_trace_ranges_query (const PoplensTraceRanges *self, guint64 from, guint64 to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceRanges, poplens_trace_ranges_free)

/* ---- summary --------------------------------------------------------------------------------- */

/* Execution in sums, waiting apart from work (formats.md 8.4). */

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
