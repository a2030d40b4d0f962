/* Training phases of one IPU at three levels: iterations and micro-batches, from the program's
 * loops (time-iterations.h), and phases (forward, backward …), from names of steps (name-parts.h).
 * The trace shows them above the steps. A span consists of compute and exchanges of its own IPU
 * only, because other IPUs of a pipeline are at another point of the model at the same time. A
 * phase lasts until work of another phase begins, or its micro-batch, iteration or run ends. Work
 * that names no phase neither ends nor extends it. */
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
  guint32 iteration; /* micro-batch only: number of its iteration, from 1; otherwise 0 */
  guint32 first_row,
      end_row; /* rows of steps_by_ipu that contain its work: [.first_row, .end_row) */
  /* Cycles: first begin and last end of the span's compute and exchanges. Steps overlap a little,
   * so .to is at most the begin of the next span of the level. */
  guint64 from, to;
  guint lane; /* lane in which the span is drawn; only levels that have spans have a lane */
} PoplensLevelSpan;

/* Spans of all levels of an IPU. */
typedef struct {
  GArray *spans; /* PoplensLevelSpan, by lane and begin; spans of a lane do not overlap */
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

/* Returns the training phase of each step that computes or exchanges, and POPLENS_PHASE_NONE for
 * other steps. @name: [n_steps] string id in @strings of each step's name. NULL if no such step
 * belongs to the backward pass. Also NULL, unless @always, if every name with a phase begins with
 * it, as paths of names then show the phase already. (transfer full) (nullable) [n_steps] */
guint8 *poplens_time_phases_new (const PoplensExecution *execution, const PoplensStrings *strings,
                                 const guint32 *name, gboolean always);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLevels, poplens_time_levels_free)

G_END_DECLS
