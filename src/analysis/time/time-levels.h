/* Training phases of one IPU at three levels, which the trace shows above the steps. Iterations and
 * micro-batches come from the program's loops (time-iterations.h). Phases (forward, backward …)
 * come from names of steps (name-parts.h).
 *
 * A span contains compute and exchanges of its own IPU only, because each IPU of a pipeline is at
 * another point of the model. A phase ends at the first work of another phase, or at the end of its
 * micro-batch, iteration or run. Work whose name has no phase does not end a phase. */
#pragma once

#include "analysis/time/time-iterations.h"
#include "analysis/trace/name-parts.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_LEVEL_ITERATION,
  POPLENS_LEVEL_BATCH,
  POPLENS_LEVEL_PHASE,
} PoplensLevel;

/* A span of time on one IPU: an iteration, a micro-batch or a phase. */
typedef struct {
  PoplensLevel level;
  /* Iteration: number in the report, from 1. Micro-batch: number in its iteration, from 1. Phase: a
   * PoplensPhase. */
  guint32 number;
  guint32 iteration;          /* micro-batch only: number of its iteration, from 1; otherwise 0 */
  guint32 first_row, end_row; /* rows of steps_by_ipu with the first and last work of the span:
                                 [.first_row, .end_row) */
  /* Cycles at which the first compute or exchange of the span begins, and at which the last one
   * ends. If steps overlap, .to is the begin of the next span of the level. */
  guint64 from, to;
  guint lane; /* lane in which the span is drawn; only levels that have spans have a lane */
} PoplensLevelSpan;

/* Spans of all levels of an IPU. */
typedef struct {
  GArray *spans; /* PoplensLevelSpan, sorted by lane and begin; spans of one lane do not overlap */
  guint n_lanes; /* number of levels that have spans; each has one lane */
} PoplensTimeLevels;

/* Finds the spans of the IPU number @ipu in O(rows). @phases: (array) (nullable): PoplensPhase by
 * step of the execution; NULL: no phases. The result does not point into the input. (transfer
 * full) */
PoplensTimeLevels *poplens_time_levels_new (const PoplensTime *time,
                                            const PoplensTimeIterations *iterations,
                                            const guint8 *phases, guint16 ipu);
void poplens_time_levels_free (PoplensTimeLevels *self);

/* Returns a short name: "Iteration", "Batch", "Phase". (transfer none) */
const char *poplens_level_note (PoplensLevel level);
/* Returns "Iteration 3", "Micro-batch 2", "Backward". (transfer full) */
char *poplens_level_span_label (const PoplensLevelSpan *self);
/* Returns the label with its context: "Micro-batch 2 of iteration 3", "Phase: backward". (transfer
 * full) */
char *poplens_level_span_name (const PoplensLevelSpan *self);

/* Returns the training phase of each step; POPLENS_PHASE_NONE for steps that neither compute nor
 * exchange. @name: [n_steps] string id of each step's name. @always: FALSE: returns NULL if every
 * name begins with its phase, where a reader sees it anyway. (transfer full) [n_steps] (nullable):
 * NULL also if no step is of the backward pass. */
guint8 *poplens_time_phases_new (const PoplensExecution *execution, const PoplensStrings *strings,
                                 const guint32 *name, gboolean always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLevels, poplens_time_levels_free)

G_END_DECLS
