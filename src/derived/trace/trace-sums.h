/* Sums over the steps of a trace, and labels of steps, computed once and cached in the report. With
 * the sums, costs of a range of cycles need only one pass over columns. */
#pragma once

#include "analysis/trace/step-names.h"
#include "analysis/trace/trace-range.h"
#include "model/cycle-column.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Cycles of each row of steps_by_ipu, for statistics and for the longest steps. Immutable. */
typedef struct {
  guint32 n;
  PoplensCycleColumn *cycles;      /* cycles of the longest tile */
  PoplensCycleColumn *tile_cycles; /* sum over the IPU's tiles; unknown for some rows */
  guint32 tiles;                   /* tiles of an IPU; 0: unknown */
} PoplensStepSums;

/* Share of reading the step sums in the progress of a table, from 0 to 1. */
#define POPLENS_STEP_SUMS_SHARE 0.7

/* Returns the cycles of each row, which are cached in the report. NULL with @error. */
const PoplensStepSums *poplens_step_sums_get (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);
/* Returns the cycles if they are cached; never waits. (nullable) */
const PoplensStepSums *poplens_step_sums_peek (PoplensReport *report);

/* Returns the cycles of a row, summed over the IPU's tiles; 0 if the sum is unknown. */
static inline guint64
poplens_step_sums_tile_cycles (const PoplensStepSums *self, guint32 row)
{
  guint64 cycles = poplens_cycles_at (self->tile_cycles, row);

  return cycles == POPLENS_NO_CYCLES ? 0 : cycles;
}

/* Sums by range, and bytes of exchanges. Immutable. */
typedef struct {
  const PoplensExecution *execution;
  PoplensTraceRanges *ranges;
  const PoplensStepSums *steps; /* cycles by row */
  guint32 *exchange;            /* [n_steps]: number of the step's exchange; G_MAXUINT32: none */
  guint64 *received, *sent;     /* [exchanges × n_ipus]: bytes of the IPU's tiles */
} PoplensTraceSums;

/* Returns the sums, which are owned by the report. NULL with @error. */
const PoplensTraceSums *poplens_trace_sums_get (PoplensReport *report, GCancellable *cancellable,
                                                GError **error);

/* Finds the bytes that one IPU receives and sends in a step. @row: row of steps_by_ipu. FALSE if
 * the step is not an exchange. */
gboolean poplens_trace_sums_bytes (const PoplensTraceSums *self, guint32 row, guint64 *received,
                                   guint64 *sent);

/* ---- labels of steps ------------------------------------------------------------------------- */

/* Returns the short labels of the steps, computed once and owned by the report. NULL with the error
 * of the execution part. */
const PoplensStepLabels *poplens_report_step_labels (PoplensReport *report,
                                                     GCancellable *cancellable, GError **error);

/* Returns the text of the column "Label" for @step: its label, or @name (nullable) if the step has
 * no label. (transfer none) */
const char *poplens_step_label_or_name (const PoplensStepLabels *labels, guint32 step,
                                        const char *name);

G_END_DECLS
