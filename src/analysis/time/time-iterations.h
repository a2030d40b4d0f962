/* Iterations of a program, and micro-batches in them. The file does not record them, so they are
 * derived from the program's loops. A turn is one execution of a loop's body. The turns of the
 * outermost loop with at least two turns are the iterations. The turns of the next loop inside it
 * are the micro-batches.
 *
 * How turns are found: the nodes of the program tree are numbered in preorder. Each executed step
 * in a loop has a *unit*: the outermost inner loop that contains the step. Without an inner loop,
 * the unit is the step's own program. Each run begins a new turn. A turn also begins if the number
 * of the unit decreases, or if a program that is a unit executes again. Only steps of compute and
 * exchange count, because I/O tiles run ahead of other tiles. */
#pragma once

#include "analysis/time/time-path.h"

G_BEGIN_DECLS

/* A turn of a loop (one execution of its body): an iteration or a micro-batch. */
typedef struct {
  guint part_of;    /* iteration: index of its run in PoplensTime.runs; micro-batch: index of its
                       iteration in the turns of the outer loop */
  guint64 from, to; /* cycles at which the first compute or exchange of the turn begins, and at
                       which the last one ends */
  /* First and last step of compute or exchange in the turn. Turns do not overlap. */
  guint32 first_step, last_step;
  /* Cycle at which the next turn begins. For the last turn with the same .part_of: .to. */
  guint64 end;
  /* Cycles from .from to .end. The last of several turns with the same .part_of is measured from
   * the end of the turn before it. 0: the turn is incomplete, for example if a loop only evaluates
   * its condition. */
  guint64 length;
} PoplensTimeIteration;

/* Turns of one loop, and statistics of their lengths. */
typedef struct {
  guint32 program; /* row of the loop's program; POPLENS_NO_ROW: no loop has two turns */
  GArray *turns;   /* PoplensTimeIteration, in order of execution */
  GArray *length;  /* guint64, ascending: known lengths of turns */
  guint64 median;  /* median of .length; of two middle values their mean, rounded down */
  guint64 slow;    /* shortest length of slow turns; G_MAXUINT64: no turn is slow */
  guint64 fast;    /* median length of all turns that are not slow */
  guint64 width;   /* spread of the lengths in cycles, within fast turns and within slow turns */
} PoplensTimeLoop;

/* The two loops of a program whose turns are its iterations and its micro-batches. */
typedef struct {
  PoplensTimeLoop iterations, batches;
} PoplensTimeIterations;

/* Finds the iterations and micro-batches of a program. @time and @programs (nullable) must outlive
 * the result. (transfer full) */
PoplensTimeIterations *poplens_time_iterations_new (const PoplensTime *time,
                                                    const PoplensPrograms *programs);
void poplens_time_iterations_free (PoplensTimeIterations *self);

/* With fewer turns than this, no turn counts as slow. */
#define POPLENS_TIME_LEAST_TURNS 3
/* Fills the statistics of .length, which must be sorted. A gap separates the lengths of slow turns
 * from those of fast turns. The gap must be wider than the range of the lengths on either side. It
 * must also exceed 2 % of the median fast length. */
void poplens_time_loop_measure (PoplensTimeLoop *self);
/* Returns the cycles by which the length of @turn exceeds .fast; 0 if @turn is not slow, or not
 * within [@from, @to). */
guint64 poplens_time_loop_excess (const PoplensTimeLoop *self, guint turn, guint64 from,
                                  guint64 to);
/* Fills in the range of cycles that .length of @turn measures. @from, @to: (out). */
void poplens_time_loop_span (const PoplensTimeLoop *self, guint turn, guint64 *from, guint64 *to);
/* Returns the turn with which slow turns are compared: the complete fast turn whose length is
 * closest to .fast. G_MAXUINT: there is none. */
guint poplens_time_loop_find_fast (const PoplensTimeLoop *self);
/* Compares the critical path of the slow turn @turn with the path of a fast turn. Returns the items
 * on which @turn spends more cycles, largest difference first. .cycles is the difference. (transfer
 * full): GArray of PoplensPathItem */
GArray *poplens_time_find_longer (const PoplensTime *time, const PoplensPrograms *programs,
                                  const PoplensTimeLoop *loop, guint turn);
/* Number and cost of the slow iterations in a range of the trace. */
typedef struct {
  guint n, slowest; /* .n: number of slow iterations; .slowest: index of the slowest one, G_MAXUINT:
                       none */
  double excess;    /* sum of the cycles by which slow iterations exceed .fast of the loop */
} PoplensTimeSlow;
PoplensTimeSlow poplens_time_loop_find_slow (const PoplensTimeLoop *self, guint64 from, guint64 to);
/* Returns the spread of the lengths of turns, within fast and within slow turns: .width ÷ .median.
 * NaN if there are fewer lengths than POPLENS_TIME_LEAST_TURNS. */
double poplens_time_loop_spread (const PoplensTimeLoop *self);

static inline const PoplensTimeIteration *
poplens_time_iteration_at (const PoplensTimeLoop *self, guint turn)
{
  return &g_array_index (self->turns, PoplensTimeIteration, turn);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeIterations, poplens_time_iterations_free)

G_END_DECLS
