/* Compares the executions of a program: their lengths, spread and outliers. For each IPU
 * separately, over all runs and by run. */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Statistics of the executions of a program on an IPU; cycles of the longest tile. Of the sorted
 * cycles v[0 … n − 1], the lower quartile is v[⌊(n − 1)/4⌋], the median v[⌊(n − 1)/2⌋], and the
 * upper quartile v[⌊3(n − 1)/4⌋]. */
typedef struct {
  guint32 group; /* index in the groups */
  guint16 ipu;
  guint32 run; /* row of the execution's runs; G_MAXUINT32: all runs */
  guint64 n, sum, least, most;
  guint64 low, median, high; /* lower quartile, median, upper quartile */
  double mean, deviation;    /* standard deviation, with divisor n */
  guint64 n_outliers; /* executions more than 1.5 × (high − low) below .low or above .high (Tukey);
                       * 0 for fewer than 4 executions */
  guint32 first_row, longest_row; /* rows of steps_by_ipu */
} PoplensVariation;

/* Returns the cycles of all executions beyond the fastest: sum − n × least. */
guint64 poplens_variation_excess (const PoplensVariation *self);

/* Statistics of all programs. */
typedef struct {
  GArray *groups;     /* PoplensTraceGroupCost, without costs */
  GArray *variations; /* PoplensVariation of each program and IPU over all runs, followed by one per
                       * run if it ran in several; most excess first */
  guint64 n_once;     /* programs on an IPU that were executed only once, and are left out */
} PoplensTraceVariations;

/* Computes the statistics of the wanted rows. NULL only if cancelled. @work: (nullable). (transfer
 * full) */
PoplensTraceVariations *poplens_trace_variations_new (const PoplensTraceFacts *facts,
                                                      const PoplensTraceWanted *wanted,
                                                      const PoplensWork *work);
void poplens_trace_variations_free (PoplensTraceVariations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceVariations, poplens_trace_variations_free)

/* ---- runs ------------------------------------------------------------------------------------ */

/* Assigns executed steps to runs of the engine. Files do not record this: the programs of the steps
 * are a subsequence of program_trace, whose runs are separated by counting (formats.md 7.5), so the
 * result is derived. */

/* Extent of a run: first begin and last end of its blocks, cycles. */
typedef struct {
  guint32 run; /* row of the execution's runs */
  guint64 from, to;
} PoplensRunSpan;

/* Returns the runs that have blocks, in ascending order; empty if several runs cannot be
 * distinguished. (transfer full): GArray of PoplensRunSpan */
GArray *poplens_trace_run_spans (const PoplensExecution *execution);

/* Returns the run of each step, as a row of the execution's runs. NULL if there are none, or
 * several that cannot be distinguished. (transfer full) [n_steps] */
guint32 *poplens_trace_find_runs (const PoplensExecution *execution);

G_END_DECLS
