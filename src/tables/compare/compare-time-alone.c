#include "tables/compare/compare-time-alone.h"

#include "analysis/compare/compare-causes.h"

/* ---- shares ------------------------------------------------------------------------------------
 */

PoplensShare
poplens_share_of (gint64 part, gint64 others, gint64 whole)
{
  gint64 size = ABS (part);

  if (!part || (part > 0) != (whole > 0) || size < others)
    return POPLENS_SHARE_LESS;
  if (size >= 9 * others)
    return POPLENS_SHARE_NEARLY_ALL;
  return size <= ABS (whole) ? POPLENS_SHARE_MOST : POPLENS_SHARE_LESS;
}

/* ---- iterations --------------------------------------------------------------------------------
 */

/* Cycles that the iteration takes longer than the median; 0 where it is not slow, or not there. */
static gint64
excess_of (const PoplensComparedTime *self, PoplensSide side, guint turn)
{
  const PoplensTimeLoop *loop = &self->iterations[side]->iterations;

  return turn < loop->turns->len ? (gint64) poplens_time_loop_excess (
                                       loop, turn, self->of[side].from, self->of[side].to)
                                 : 0;
}

static gint64
excess_change (const PoplensComparedTime *self, guint turn)
{
  return excess_of (self, POPLENS_SECOND, turn) - excess_of (self, POPLENS_FIRST, turn);
}

static void
add_slow (PoplensSlowChange *self, guint turn, gint64 cycles)
{
  guint at = POPLENS_MOST_SLOW;

  while (at > 0 && cycles > self->cycles[at - 1])
    at--;
  for (guint i = POPLENS_MOST_SLOW - 1; i > at; i--) {
    self->turn[i] = self->turn[i - 1];
    self->cycles[i] = self->cycles[i - 1];
  }
  if (at < POPLENS_MOST_SLOW) {
    self->turn[at] = turn;
    self->cycles[at] = cycles;
  }
}

PoplensSlowChange
poplens_compare_slow (const PoplensComparedTime *self, gint64 sign)
{
  guint n = MAX (self->iterations[POPLENS_FIRST]->iterations.turns->len,
                 self->iterations[POPLENS_SECOND]->iterations.turns->len);
  PoplensSlowChange slow = {0};

  for (guint t = 0; t < n; t++) {
    gint64 change = excess_change (self, t);
    if (sign * change > 0) {
      slow.change += change;
      add_slow (&slow, t, ABS (change));
    } else {
      slow.against += change;
    }
  }
  for (guint t = 0; t < n; t++)
    slow.n += slow.change && (double) (sign * excess_change (self, t)) >=
                                 POPLENS_LEAST_CAUSE * (double) slow.cycles[0];
  return slow;
}

gint64
poplens_compare_alike (const PoplensComparedTime *self, gint64 change, gint64 slow)
{
  const PoplensTimeLoop *loops[] = {&self->iterations[POPLENS_FIRST]->iterations,
                                    &self->iterations[POPLENS_SECOND]->iterations};
  gint64 turns = self->whole ? loops[POPLENS_SECOND]->turns->len : 0;
  gint64 alike =
      ((gint64) loops[POPLENS_SECOND]->median - (gint64) loops[POPLENS_FIRST]->median) * turns;

  return ABS (alike) + ABS (change - slow - alike);
}

/* ---- an IPU ------------------------------------------------------------------------------------
 */

/* Of an IPU, in cycles. */
typedef struct {
  gint64 busy; /* with compute and exchange: as long as the longest tile of each step */
  gint64 own;  /* what its tiles work in the mean, which is the same however they wait */
} Work;

static Work
work_of (const PoplensTimeSide *side, guint place)
{
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;

  poplens_time_add_bounds (side->time, place, side->from, side->to, bounds, &compute);
  gint64 exchange = (gint64) bounds[POPLENS_BOUND_EXCHANGE];
  return (Work){(gint64) bounds[POPLENS_BOUND_COMPUTE] + exchange,
                (gint64) (compute / side->time->tiles) + exchange};
}

static Work
change_of (const PoplensTimeSide of[POPLENS_N_SIDES], guint place)
{
  Work first = work_of (&of[POPLENS_FIRST], place), second = work_of (&of[POPLENS_SECOND], place);

  return (Work){second.busy - first.busy, second.own - first.own};
}

/* The IPU that changed most as the program did, and *@next: what any other did so at most. */
static guint
find_ipu (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 sign, Work *most, gint64 *next)
{
  guint place = 0;

  *most = change_of (of, 0);
  *next = 0;
  for (guint i = 1; i < of[POPLENS_FIRST].time->n_ipus; i++) {
    Work work = change_of (of, i);
    gboolean more = sign * work.busy > sign * most->busy;
    *next = MAX (*next, sign * (more ? most->busy : work.busy));
    place = more ? i : place;
    *most = more ? work : *most;
  }
  return place;
}

static gboolean
have_same_ipus (const PoplensTime *first, const PoplensTime *second)
{
  gboolean same = first->n_ipus == second->n_ipus;

  for (guint i = 0; same && i < first->n_ipus; i++)
    same = first->ipus[i].ipu == second->ipus[i].ipu;
  return same;
}

gint64
poplens_compare_work_alone (const PoplensComparedTime *self, gint64 sign, guint32 *ipu)
{
  const PoplensTime *first = self->of[POPLENS_FIRST].time;
  gint64 next;
  Work most;

  if (first->n_ipus < 2 || !have_same_ipus (first, self->of[POPLENS_SECOND].time))
    return 0;
  *ipu = first->ipus[find_ipu (self->of, sign, &most, &next)].ipu;
  return sign * most.busy > 0 && 10 * next <= ABS (most.busy) &&
                 poplens_share_of (most.own, ABS (most.busy - most.own), most.busy) !=
                     POPLENS_SHARE_LESS
             ? most.busy
             : 0;
}
