/* Statistics of a range of cycles by IPU and step type, and totals of the whole trace.
 *
 * The statistics use precomputed sums, which take 5 bytes per row. Computing these takes linear
 * time, or O(n log n) if steps of one type overlap. A query takes a binary search for each IPU,
 * type and lane. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* ---- source of cycles ------------------------------------------------------------------------ */

/* How the cycles of a step were obtained (formats.md 8.2), most reliable first. So the source of a
 * sum over steps is the maximum of the sources of the steps. */
typedef enum {
  POPLENS_STEP_MEASURED,  /* measured: compute sets, stream copies, inter-IPU exchanges */
  POPLENS_STEP_ESTIMATED, /* estimated by the compiler: DoExchange */
  POPLENS_STEP_DERIVED,   /* derived by Poplens: steps without a program */
} PoplensStepSource;

/* Returns the source of a step's cycles. @step: index in the execution. */
PoplensStepSource poplens_step_source (const PoplensExecution *execution, guint32 step);
/* Returns "measured", "estimated" or "derived", as in a column "source" of a table. (transfer
 * none) */
const char *poplens_step_source_name (PoplensStepSource source);

/* ---- ranges ---------------------------------------------------------------------------------- */

typedef struct _PoplensTraceRanges PoplensTraceRanges;

/* Total of the drawn blocks (formats.md 6.3) of one IPU and step type in a range of cycles. A block
 * of length 0 counts if it starts in the range. */
typedef struct {
  guint16 ipu;
  guint8 type; /* index in the step types of the execution */
  PoplensStepKind kind;
  gboolean waiting;
  guint32 count;    /* number of blocks that touch the range */
  guint32 whole;    /* number of blocks that are entirely within the range */
  guint64 sum;      /* cycles of the blocks within the range; overlaps count several times */
  guint64 min, max; /* cycles of the shortest and of the longest block within the range */
  double mean;      /* sum / count */
} PoplensRangeTotal;

/* TRUE if the block of a row touches [@from, @to). A block of length 0 touches the range if it
 * begins in it. */
static inline gboolean
poplens_trace_row_touches (const PoplensExecution *x, guint32 row, guint64 from, guint64 to)
{
  guint64 begin = x->row_from[row];

  return begin < to && begin != G_MAXUINT64 &&
         MAX (poplens_execution_row_to (x, row), begin + 1) > from;
}

/* Precomputes sums and extremes of all steps. @execution: must outlive the result. (transfer full)
 */
PoplensTraceRanges *poplens_trace_ranges_new (const PoplensExecution *execution);
/* Precomputes sums and extremes of selected steps. @steps: (nullable): [n_steps] 1: the step is
 * selected; NULL: all are; not needed after the call. (transfer full) */
PoplensTraceRanges *poplens_trace_ranges_new_of (const PoplensExecution *execution,
                                                 const guint8 *steps);
void poplens_trace_ranges_free (PoplensTraceRanges *self);

/* Returns a total for each IPU and step type that has blocks in [@from, @to). Totals are sorted by
 * IPU, then work before waiting, then by type. (transfer full): GArray of PoplensRangeTotal */
GArray *poplens_trace_ranges_query (const PoplensTraceRanges *self, guint64 from, guint64 to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceRanges, poplens_trace_ranges_free)

/* ---- summary --------------------------------------------------------------------------------- */

/* Totals of the whole execution by step type, with waiting separate from work (formats.md 8.4). */

/* Total of the steps of one type. */
typedef struct {
  const char *name; /* "OnTileExecute", as in the file; (transfer none) */
  PoplensStepKind kind;
  gboolean waiting;
  guint32 steps;            /* number of executed steps of the type */
  guint32 rows;             /* number of rows of steps_by_ipu: each step on each IPU that took
                             * part */
  guint64 tile_cycles;      /* sum of the cycles of all tiles in these steps; 0 if .unknown */
  gboolean unknown;         /* TRUE: .tile_cycles is not known, as a list of cycles is damaged */
  PoplensStepSource source; /* source of .tile_cycles */
} PoplensStepTypeTotal;

/* Totals of all step types. */
typedef struct {
  /* PoplensStepTypeTotal: types of work before types of waiting, both sorted by tile cycles, most
   * first */
  GArray *types;
  /* Sum of tile cycles over all types, and over types of waiting. Types whose cycles are not known
   * are left out. */
  guint64 tile_cycles, waiting_tile_cycles;
  gboolean unknown;       /* TRUE: the tile cycles of a type are not known */
  guint32 implicit_steps; /* number of steps without a program, which are implicit syncs */
} PoplensTraceSummary;

/* Sums the execution by step type. (transfer full) */
PoplensTraceSummary *poplens_trace_summary_new (const PoplensExecution *execution);
void poplens_trace_summary_free (PoplensTraceSummary *self);

/* Returns the cycles of the block that is drawn for a row of steps_by_ipu; 0 if no tile was active.
 * The longest tile may take more cycles: these are recorded only in the row's slice. */
guint64 poplens_trace_row_drawn (const PoplensExecution *execution, guint32 row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceSummary, poplens_trace_summary_free)

G_END_DECLS
