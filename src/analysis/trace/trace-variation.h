/* Executions of one program beside one another: how long they take, how much that spreads, and
 * which stand out. On each IPU by itself, over all runs and run by run. */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "model/execution.h"

G_BEGIN_DECLS

/* Cycles of the longest tile. Of the sorted cycles v[0 … n−1], v[⌊(n−1)/4⌋] is the lower quartile,
 * v[⌊(n−1)/2⌋] the median and v[⌊3(n−1)/4⌋] the upper one. */
typedef struct {
  guint32 group; /* program, in the groups */
  guint16 ipu;
  guint32 run; /* row of the part's runs; G_MAXUINT32: all of them */
  guint64 n, sum, least, most;
  guint64 low, median, high; /* quartiles */
  double mean, deviation;    /* standard deviation over the executions */
  guint64 n_outliers; /* further than 1.5 times high − low below low or above high (Tukey); 0 of
                         fewer than 4 executions */
  guint32 first_row, longest_row; /* of steps_by_ipu */
} PoplensVariation;

/* What all of them cost above the fastest: sum − n × least. */
guint64 poplens_variation_excess (const PoplensVariation *self);

typedef struct {
  GArray *groups;     /* PoplensTraceGroupCost, without costs */
  GArray *variations; /* PoplensVariation: of each program and IPU all runs, then run by run where
                         it ran in several; most excess first */
  guint64 n_once;     /* programs on an IPU that were executed once, and are left out */
} PoplensTraceVariations;

/* NULL only where cancelled. (transfer full) */
PoplensTraceVariations *poplens_trace_variations_new (const PoplensTraceFacts *facts,
                                                      const PoplensTraceWanted *wanted,
                                                      const PoplensWork *work);
void poplens_trace_variations_free (PoplensTraceVariations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceVariations, poplens_trace_variations_free)

/* ---- runs ------------------------------------------------------------------------------------ */

/* Which executed steps each run of the engine has. Files do not say: the programs of the steps are
 * a subsequence of program_trace, whose runs are told apart by counting (formats.md 7.5), so this
 * is derived. */

/* Cycles from the first begin to the last end of a run's blocks. */
typedef struct {
  guint32 run; /* row of the part's runs */
  guint64 from, to;
} PoplensRunSpan;

/* Runs that have blocks, in rising order; none where several runs cannot be told apart. (transfer
 * full) GArray of PoplensRunSpan */
GArray *poplens_trace_run_spans (const PoplensExecution *execution);

/* The run of each step, as a row of the part's runs; NULL where there are none, or several that
 * cannot be told apart. (transfer full) [n_steps] */
guint32 *poplens_trace_find_runs (const PoplensExecution *execution);

G_END_DECLS
