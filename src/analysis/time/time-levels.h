/* Training phases of one IPU at three levels: iterations and micro-batches, from the program's
 * loops (time-iterations.h), and phases (forward, backward …), from names (name-parts.h). The trace
 * shows them above the paths of names.
 *
 * A span is made of the compute and exchanges of its IPU only, because other IPUs of a pipeline are
 * elsewhere in the model at the same time. A phase lasts until work of another phase begins, or its
 * micro-batch, iteration or run ends; work that names no phase neither ends nor extends it. */
#pragma once

#include "analysis/time/time-iterations.h"
#include "analysis/trace/name-parts.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_LEVEL_ITERATION,
  POPLENS_LEVEL_BATCH,
  POPLENS_LEVEL_PHASE,
} PoplensLevel;

/* A span of one level. */
typedef struct {
  PoplensLevel level;
  /* Iteration: number in the report, from 1. Micro-batch: number in its iteration, from 1. Phase: a
   * PoplensPhase. */
  guint32 number;
  guint32 iteration;          /* micro-batch only: number of its iteration, from 1; otherwise 0 */
  guint32 first_row, end_row; /* range of rows of steps_by_ipu that contains its work */
  /* Cycles: first begin and last end of its compute and exchanges; cut at the begin of the next
   * span of the level, as steps overlap a little. */
  guint64 from, to;
  guint lane; /* among the levels that have spans */
} PoplensLevelSpan;

/* Spans of all levels of an IPU. */
typedef struct {
  GArray *spans; /* PoplensLevelSpan, by lane and begin; spans of a lane do not overlap */
  guint n_lanes; /* number of levels that have spans */
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

/* Returns the phase of each step that computes or exchanges; POPLENS_PHASE_NONE for other steps.
 * @name: [n_steps]: string of @strings of each step. NULL if no such step is of the backward pass
 * or, unless @always, if every name with a phase begins with it, as paths then show it already.
 * (transfer full) (nullable) [n_steps] */
guint8 *poplens_time_phases_new (const PoplensExecution *execution, const PoplensStrings *strings,
                                 const guint32 *name, gboolean always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLevels, poplens_time_levels_free)

G_END_DECLS
