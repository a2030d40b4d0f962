/* Executions of one program beside one another: how long they take, how much that spreads, and
 * which stand out. On each IPU by itself, over all runs and run by run. */
#pragma once

#include "analysis/trace/trace-costs.h"

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
} PoplensIterations;

/* What all of them cost above the fastest: sum − n × least. */
guint64 poplens_iterations_excess (const PoplensIterations *self);

typedef struct {
  GArray *groups;     /* PoplensTraceGroupCost, without costs */
  GArray *iterations; /* PoplensIterations: of each program and IPU all runs, then run by run where
                         it ran in several; most excess first */
  guint64 n_once;     /* programs on an IPU that were executed once, and are left out */
} PoplensTraceIterations;

/* NULL only where cancelled. (transfer full) */
PoplensTraceIterations *poplens_trace_iterations_new (const PoplensTraceFacts *facts,
                                                      const PoplensTraceWanted *wanted,
                                                      const PoplensWork *work);
void poplens_trace_iterations_free (PoplensTraceIterations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceIterations, poplens_trace_iterations_free)

G_END_DECLS
