/* Levels of the model on one IPU, above the paths of names: iterations and micro-batches by the
 * program's loops (time-iterations.h), and phases of training by names (name-parts.h).
 *
 * A span is made of the compute and the exchanges of its IPU alone, as other IPUs of a pipeline are
 * elsewhere in the model at the same time. A phase lasts as long as work of it follows on one
 * another, and ends with its micro-batch, iteration or run; work that names no phase neither ends
 * nor extends it. */
#pragma once

#include "analysis/time/time-iterations.h"
#include "analysis/trace/name-parts.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_LEVEL_ITERATION,
  POPLENS_LEVEL_BATCH,
  POPLENS_LEVEL_PHASE,
} PoplensLevel;

typedef struct {
  PoplensLevel level;
  /* Iteration: over all runs, from 1. Micro-batch: within its iteration, from 1. Else a
   * PoplensPhase. */
  guint32 number;
  guint32 iteration;          /* micro-batch: its iteration, from 1; else 0 */
  guint32 first_row, end_row; /* of steps_by_ipu, among which are the IPU's work in it */
  /* Cycles: from the first begin to the last end of its compute and exchanges, but not beyond the
   * begin of the next span of the level, as steps overlap a little. */
  guint64 from, to;
  guint lane; /* of the levels that have spans */
} PoplensLevelSpan;

typedef struct {
  GArray *spans; /* PoplensLevelSpan, by lane and begin; those of a lane do not overlap */
  guint n_lanes; /* one a level that has spans */
} PoplensTimeLevels;

/* @phases: (array) (nullable): PoplensPhase by step of the execution's; NULL: no such level.
 * O(rows); nothing points into the input. (transfer full) */
PoplensTimeLevels *poplens_time_levels_new (const PoplensTime *time,
                                            const PoplensTimeIterations *iterations,
                                            const guint8 *phases, guint16 ipu);
void poplens_time_levels_free (PoplensTimeLevels *self);

/* In little room: "Iteration", "Batch", "Phase". */
const char *poplens_level_note (PoplensLevel level);
/* "Iteration 3", "Micro-batch 2", "Backward". (transfer full) */
char *poplens_level_span_label (const PoplensLevelSpan *self);
/* The same with what it is in: "Micro-batch 2 of iteration 3", "Phase: backward". (transfer full)
 */
char *poplens_level_span_name (const PoplensLevelSpan *self);

/* Phases of compute and exchanges; POPLENS_PHASE_NONE of all else. NULL where no work is of the
 * backward pass, and, unless @always, where paths say it already, as each that tells a phase begins
 * with it. @name: [n_steps] of @strings. (transfer full) (nullable): [n_steps] */
guint8 *poplens_time_phases_new (const PoplensExecution *execution, const PoplensStrings *strings,
                                 const guint32 *name, gboolean always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLevels, poplens_time_levels_free)

G_END_DECLS
