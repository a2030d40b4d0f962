/* Iterations of a program, and micro-batches in them. The file does not name them, so they are
 * derived from the program's loops.
 *
 * Programs are numbered in preorder. An executed step of a loop has a *unit*: the outermost loop
 * inside that loop that contains the step, or the step's own program. A new turn of the loop begins
 * if the number of the unit decreases, if a unit that is a program itself repeats, and with each
 * run. Only compute and exchanges count, as I/O tiles run ahead of the others. The turns of the
 * outermost loop with at least two turns are the iterations; those of the next loop inside it are
 * the micro-batches. */
#pragma once

#include "analysis/time/time-path.h"

G_BEGIN_DECLS

/* A turn of a loop (one execution of its body): an iteration or a micro-batch. */
typedef struct {
  guint part_of; /* of an iteration: index of its run in PoplensTime.runs; of a micro-batch: index
                    of its iteration in .turns */
  guint64 from, to; /* cycles: first begin and last end of the turn's compute and exchanges */
  guint32 first_step, last_step; /* first and last step of its compute and exchanges in the
                                    execution; turns do not overlap */
  guint64
      end; /* cycle at which the next turn with the same .part_of begins; of the last turn, .to */
  guint64
      length; /* cycles from the begin of the turn to the begin of the next one. Of the last turn:
                 from the end of the previous turn to its own end. Of a single turn: from .from to
                 .to. 0: the turn is incomplete, as when a loop only evaluates its condition */
} PoplensTimeIteration;

/* Turns of one loop, and statistics of their lengths. */
typedef struct {
  guint32 program; /* row of the loop's program; POPLENS_NO_ROW: no loop has two turns */
  GArray *turns;   /* PoplensTimeIteration, in order of execution */
  GArray *length;  /* guint64, ascending: known lengths of turns */
  guint64 median;  /* median of .length; of two middle values their mean, rounded down */
  guint64 slow;    /* length from which a turn is slow; G_MAXUINT64: none is */
  guint64 fast;    /* median length of all turns that are not slow */
  guint64 width;   /* spread of lengths within the fast and within the slow turns, cycles */
} PoplensTimeLoop;

/* The two loops of a program whose turns are its iterations and its micro-batches. */
typedef struct {
  PoplensTimeLoop iterations, batches;
} PoplensTimeIterations;

/* Finds the iterations and micro-batches. @time: must outlive the result. @programs: (nullable):
 * must outlive it. (transfer full) */
PoplensTimeIterations *poplens_time_iterations_new (const PoplensTime *time,
                                                    const PoplensPrograms *programs);
void poplens_time_iterations_free (PoplensTimeIterations *self);

/* Least number of turns among which one can be slow. */
#define POPLENS_TIME_LEAST_TURNS 3
/* Fills the statistics of .length, which must be sorted. Turns are slow, however many, if the
 * largest gap between neighbouring lengths is wider than the range of lengths on either side of it,
 * and than 2 % of the median fast length. */
void poplens_time_loop_measure (PoplensTimeLoop *self);
/* Returns the cycles by which a slow turn in [@from, @to) exceeds .fast; 0 if it is not slow, or
 * not in the range. */
guint64 poplens_time_loop_excess (const PoplensTimeLoop *self, guint turn, guint64 from,
                                  guint64 to);
/* Fills in the range of cycles whose length is .length of a turn. @from, @to: (out). */
void poplens_time_loop_span (const PoplensTimeLoop *self, guint turn, guint64 *from, guint64 *to);
/* Returns the turn with which slow ones are compared: the complete one with the length closest to
 * .fast. G_MAXUINT if there is none. */
guint poplens_time_loop_find_fast (const PoplensTimeLoop *self);
/* Compares the critical path of a slow turn with that of the fast turn poplens_time_loop_find_fast
 * (). Returns the items on which @turn spends more cycles, largest difference first; .cycles is the
 * difference. (transfer full): GArray of PoplensPathItem */
GArray *poplens_time_find_longer (const PoplensTime *time, const PoplensPrograms *programs,
                                  const PoplensTimeLoop *loop, guint turn);
/* Number and cost of the slow iterations in a range of the trace. */
typedef struct {
  guint n, slowest; /* number of slow iterations; index of the slowest, G_MAXUINT: none */
  double excess;    /* sum of the cycles by which slow iterations exceed .fast of the loop */
} PoplensTimeSlow;
PoplensTimeSlow poplens_time_loop_find_slow (const PoplensTimeLoop *self, guint64 from, guint64 to);
/* Returns the relative spread of lengths within the fast and within the slow turns: .width ÷
 * .median. NaN for fewer lengths than POPLENS_TIME_LEAST_TURNS, as slow ones cannot be recognized
 * among so few. */
double poplens_time_loop_spread (const PoplensTimeLoop *self);

static inline const PoplensTimeIteration *
poplens_time_iteration_at (const PoplensTimeLoop *self, guint turn)
{
  return &g_array_index (self->turns, PoplensTimeIteration, turn);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeIterations, poplens_time_iterations_free)

G_END_DECLS
