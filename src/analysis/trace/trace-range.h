/* What happened in a range of cycles: statistics by IPU and step type, from sums made once.
 *
 * Building takes time linear in the rows (where steps of one type overlap, by their logarithm more)
 * and 5 bytes a row; asking, a binary search for each IPU, type and lane. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

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

G_END_DECLS
