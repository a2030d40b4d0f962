/* What steps of a trace add up to, beside their cycles as drawn: made once a report and living as
 * long as it, so that a range costs a pass over columns. Of the tables and libpoplens. */
#pragma once

#include "analysis/trace/step-names.h"
#include "analysis/trace/trace-range.h"
#include "model/cycle-column.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Cycles of each row of steps_by_ipu, for statistics and the steps that take most. Immutable. */
typedef struct {
  guint32 n;
  PoplensCycleColumn *cycles;      /* of the longest tile */
  PoplensCycleColumn *tile_cycles; /* Σ over the IPU's tiles; not known of some */
  guint32 tiles;                   /* of an IPU; 0: not known */
} PoplensStepSums;

/* The share of a table's work that reading them is, as is told to whoever waits. */
#define POPLENS_STEP_SUMS_SHARE 0.7

/* Read once and kept with the report. NULL with an error. */
const PoplensStepSums *poplens_step_sums_get (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);
/* Those that somebody asked for already, or NULL; never waits. */
const PoplensStepSums *poplens_step_sums_peek (PoplensReport *report);

/* Σ over the IPU's tiles; 0 where it is not known. */
static inline guint64
poplens_step_sums_tile_cycles (const PoplensStepSums *self, guint32 row)
{
  guint64 cycles = poplens_cycles_at (self->tile_cycles, row);

  return cycles == POPLENS_NO_CYCLES ? 0 : cycles;
}

/* Immutable. */
typedef struct {
  const PoplensExecution *execution;
  PoplensTraceRanges *ranges;
  const PoplensStepSums *steps; /* cycles of each row */
  guint32 *exchange;            /* [n_steps] G_MAXUINT32: none */
  guint64 *received, *sent;     /* [exchange × n_ipus] bytes of the IPU's tiles */
} PoplensTraceSums;

/* NULL with an error. */
const PoplensTraceSums *poplens_trace_sums_get (PoplensReport *report, GCancellable *cancellable,
                                                GError **error);

/* FALSE where the row's step moves no bytes. */
gboolean poplens_trace_sums_bytes (const PoplensTraceSums *self, guint32 row, guint64 *received,
                                   guint64 *sent);

/* ---- labels of steps ------------------------------------------------------------------------- */

/* Short labels of the report's steps, worked out once and kept with it. NULL with an error, as the
 * part of the execution. It lives as long as the report. */
const PoplensStepLabels *poplens_report_step_labels (PoplensReport *report,
                                                     GCancellable *cancellable, GError **error);

/* What a column "Label" says of @step: its label, and where it has none @name (nullable). */
const char *poplens_step_label_or_name (const PoplensStepLabels *labels, guint32 step,
                                        const char *name);

G_END_DECLS
