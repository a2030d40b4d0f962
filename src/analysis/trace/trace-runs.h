/* Which executed steps each run of the engine has. Files do not say: the programs of the steps are
 * a subsequence of program_trace, whose runs are told apart by counting (formats.md 7.5), so this
 * is derived. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

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
