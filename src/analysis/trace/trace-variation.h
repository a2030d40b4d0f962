/* Compares the executions of a program: their lengths, spread and outliers, for each IPU
 * separately, over all runs and by run. */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Statistics of the executions of a program on an IPU. Values are cycles of the longest tile. Of
 * the sorted values v[0 … n − 1], the lower quartile is v[⌊(n − 1)/4⌋], the median v[⌊(n − 1)/2⌋],
 * and the upper quartile v[⌊3(n − 1)/4⌋]. */
typedef struct {
  guint32 group; /* index in PoplensTraceVariations.groups */
  guint16 ipu;
  guint32 run; /* row of the run in the execution's runs; G_MAXUINT32: all runs */
  guint64 n, sum, least, most;
  guint64 low, median, high; /* lower quartile, median, upper quartile */
  double mean, deviation;    /* mean; standard deviation, with divisor n */
  guint64 n_outliers; /* executions more than 1.5 × (high − low) below .low or above .high (Tukey);
                       * 0 for fewer than 4 executions */
  guint32 first_row, longest_row; /* rows of steps_by_ipu: first execution; longest execution */
} PoplensVariation;

/* Returns the cycles by which all executions together exceed the fastest one: sum − n × least. */
guint64 poplens_variation_excess (const PoplensVariation *self);

/* Statistics of all programs on all IPUs. */
typedef struct {
  GArray *groups;     /* PoplensTraceGroupCost of each program, without costs */
  GArray *variations; /* PoplensVariation, most excess first: for each program and IPU one element
                         for all runs, followed by one for each run if there are several */
  guint64 n_once; /* number of programs on an IPU that were executed only once, and are left out */
} PoplensTraceVariations;

/* Computes the statistics of the wanted rows. NULL only if cancelled. @work: (nullable). (transfer
 * full) */
PoplensTraceVariations *poplens_trace_variations_new (const PoplensTraceFacts *facts,
                                                      const PoplensTraceWanted *wanted,
                                                      const PoplensWork *work);
void poplens_trace_variations_free (PoplensTraceVariations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceVariations, poplens_trace_variations_free)

/* ---- runs ------------------------------------------------------------------------------------ */

/* Assigns executed steps to runs of the engine. Files do not record the run of a step, so Poplens
 * derives it: program_trace lists the programs of all runs in order, with a known number of
 * programs for each run (formats.md 7.5). */

/* Range of a run: first begin and last end of its blocks, cycles. */
typedef struct {
  guint32 run; /* row of the run in the execution's runs */
  guint64 from, to;
} PoplensRunSpan;

/* Returns the range of each run that has blocks, in ascending order; empty if there are several
 * runs that cannot be distinguished. (transfer full): GArray of PoplensRunSpan */
GArray *poplens_trace_run_spans (const PoplensExecution *execution);

/* Returns the run of each step, as a row of the execution's runs. NULL if there are no runs, or
 * several that cannot be distinguished. (transfer full) (nullable) [n_steps] */
guint32 *poplens_trace_find_runs (const PoplensExecution *execution);

G_END_DECLS
