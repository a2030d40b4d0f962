/* Iterations of the program, and micro-batches in them: told by its loops, as nothing in the file
 * names them.
 *
 * Programs are numbered in preorder. An executed step of a loop has a *unit*: the outermost loop
 * strictly below that one which contains it, else the step itself. A new turn of the loop begins
 * where the unit's number falls, or repeats and is the step itself; and with each run. Only compute
 * and exchanges count, as I/O tiles run ahead of the others. The outermost loop with two or more
 * turns has the iterations; the next one inside has the micro-batches. */
#pragma once

#include "analysis/time/time-path.h"

G_BEGIN_DECLS

typedef struct {
  guint part_of;    /* place in PoplensTime.runs; of a micro-batch, the iteration's in .turns */
  guint64 from, to; /* cycles: from the first begin to the last end of its compute and exchanges */
  guint32 first_step, last_step; /* of these, as rows of the part's steps; turns do not overlap */
  guint64 end;    /* cycle: where the next one of its part begins; of the last, .to */
  guint64 length; /* cycles it takes: from begin to begin; of the last, from the end of the one
                   * before to its own; of one alone, from .from to .to. 0: it is not whole, as when
                   * a loop only asks whether to go on */
} PoplensTimeIteration;

/* Turns of one loop. */
typedef struct {
  guint32 program; /* row of the loop; POPLENS_NO_ROW: no loop has two turns */
  GArray *turns;   /* PoplensTimeIteration, in the order of the execution */
  GArray *length;  /* guint64, rising: of the turns whose length is known */
  guint64 median;  /* of these; between two, rounded down */
  guint64 slow;    /* length from which on a turn is slow, G_MAXUINT64: none is … */
  guint64 fast;    /* … and the median of all others */
  guint64 width;   /* by which lengths of the fast and of the slow ones differ among themselves */
} PoplensTimeLoop;

typedef struct {
  PoplensTimeLoop iterations, batches;
} PoplensTimeIterations;

/* @programs: (nullable). Both must outlive it. (transfer full) */
PoplensTimeIterations *poplens_time_iterations_new (const PoplensTime *time,
                                                    const PoplensPrograms *programs);
void poplens_time_iterations_free (PoplensTimeIterations *self);

/* Turns of which one can be slow. */
#define POPLENS_TIME_LEAST_TURNS 3
/* Fills the figures of .length, which rises. Turns are slow, however many, if the largest gap
 * between lengths is wider than the lengths on either side of it differ, and 2 % of the fast ones.
 */
void poplens_time_loop_measure (PoplensTimeLoop *self);
/* Cycles beyond the fast ones of a slow iteration in [from, to); 0 of any other. */
guint64 poplens_time_loop_excess (const PoplensTimeLoop *self, guint turn, guint64 from,
                                  guint64 to);
/* The cycles of the .length of a turn. @from, @to: (out) */
void poplens_time_loop_span (const PoplensTimeLoop *self, guint turn, guint64 *from, guint64 *to);
/* The turn to compare slow ones with: the whole one that takes nearest to .fast. G_MAXUINT: none.
 */
guint poplens_time_loop_find_fast (const PoplensTimeLoop *self);
/* What the critical path spends more cycles on in @turn than in the fast one to compare it with,
 * most more first. (transfer full) GArray of PoplensPathItem, whose .cycles are those more */
GArray *poplens_time_find_longer (const PoplensTime *time, const PoplensPrograms *programs,
                                  const PoplensTimeLoop *loop, guint turn);
/* Slow iterations in [from, to). */
typedef struct {
  guint n, slowest; /* so many; G_MAXUINT: none */
  double excess;    /* cycles of all of them beyond the fast ones */
} PoplensTimeSlow;
PoplensTimeSlow poplens_time_loop_find_slow (const PoplensTimeLoop *self, guint64 from, guint64 to);
/* How much lengths differ, but for slow ones being slow: .width ÷ median. NaN for fewer lengths
 * than POPLENS_TIME_LEAST_TURNS: whether they differ or one is slow is not known. */
double poplens_time_loop_spread (const PoplensTimeLoop *self);

static inline const PoplensTimeIteration *
poplens_time_iteration_at (const PoplensTimeLoop *self, guint turn)
{
  return &g_array_index (self->turns, PoplensTimeIteration, turn);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeIterations, poplens_time_iterations_free)

G_END_DECLS
