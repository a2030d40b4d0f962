/* Describes causes of a change in time. Finds iterations that are slow, or an IPU that works
 * longer, in only one of the reports. */
#include "tables/compare/compare-time-causes.h"

#include "analysis/compare/compare-causes.h"
#include "analysis/compare/compare.h"
#include "base/format.h"

/* ---- shares ---------------------------------------------------------------------------------- */

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

/* ---- iterations ------------------------------------------------------------------------------ */

/* Returns by how many cycles iteration @turn exceeds the median. 0 if the iteration is not slow, or
 * does not exist. */
static gint64
iteration_excess (const PoplensComparedTime *self, PoplensSide side, guint turn)
{
  const PoplensTimeLoop *loop = &self->iterations[side]->iterations;

  return turn < loop->turns->len ? (gint64) poplens_time_loop_excess (
                                       loop, turn, self->of[side].from, self->of[side].to)
                                 : 0;
}

static gint64
excess_change (const PoplensComparedTime *self, guint turn)
{
  return iteration_excess (self, POPLENS_SECOND, turn) -
         iteration_excess (self, POPLENS_FIRST, turn);
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

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Work of an IPU, or its change, in cycles. */
typedef struct {
  gint64 busy; /* cycles of compute and exchange steps, each as long as on its longest tile */
  gint64 own;  /* cycles of compute on the mean tile, without waiting for slow tiles, plus cycles of
                  exchange */
} IpuWork;

static IpuWork
ipu_work (const PoplensTimeSide *side, guint place)
{
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;

  poplens_time_add_bounds (side->time, place, side->from, side->to, bounds, &compute);
  gint64 exchange = (gint64) bounds[POPLENS_BOUND_EXCHANGE];
  return (IpuWork){(gint64) bounds[POPLENS_BOUND_COMPUTE] + exchange,
                   (gint64) (compute / side->time->tiles) + exchange};
}

static IpuWork
change_at_place (const PoplensTimeSide of[POPLENS_N_SIDES], guint place)
{
  IpuWork first = ipu_work (&of[POPLENS_FIRST], place),
          second = ipu_work (&of[POPLENS_SECOND], place);

  return (IpuWork){second.busy - first.busy, second.own - first.own};
}

/* Returns the index of the IPU whose work rose most or, if @sign is −1, fell most. @most: (out):
 * change of its work. @next: (out): second largest change in this direction, as a positive number
 * of cycles. */
static guint
find_ipu (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 sign, IpuWork *most, gint64 *next)
{
  guint place = 0;

  *most = change_at_place (of, 0);
  *next = 0;
  for (guint i = 1; i < of[POPLENS_FIRST].time->n_ipus; i++) {
    IpuWork work = change_at_place (of, i);
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
  IpuWork most;

  if (first->n_ipus < 2 || !have_same_ipus (first, self->of[POPLENS_SECOND].time))
    return 0;
  *ipu = first->ipus[find_ipu (self->of, sign, &most, &next)].ipu;
  return sign * most.busy > 0 && 10 * next <= ABS (most.busy) &&
                 poplens_share_of (most.own, ABS (most.busy - most.own), most.busy) !=
                     POPLENS_SHARE_LESS
             ? most.busy
             : 0;
}

/* ---- causes ---------------------------------------------------------------------------------- */

/* Returns the plural noun for subjects of the class: "operations". */
static const char *
noun_of_class (PoplensBound bound)
{
  return bound == POPLENS_BOUND_INTER_IPU                                           ? "copies"
         : bound == POPLENS_BOUND_HOST_WAIT || bound == POPLENS_BOUND_HOST_TRANSFER ? "streams"
                                                                                    : "operations";
}

static const char *
moved_in_words (const PoplensPathChange *change)
{
  return change->n[POPLENS_FIRST] ? ", no longer on the critical path"
                                  : ", now on the critical path";
}

/* Appends ", more of it on the critical path; its own cycles did not change" for an operation.
 * @own: change of the operation's work on all IPUs, in cycles */
static void
append_moved (GString *text, const PoplensPathChange *change, gint64 own)
{
  PoplensNumber number;

  if (change->match == POPLENS_MATCHED_NOT)
    g_string_append (text, moved_in_words (change));
  else
    g_string_append (text, poplens_path_change (change) < 0 ? ", less of it on the critical path"
                                                            : ", more of it on the critical path");
  if (own)
    g_string_append_printf (text, "; its own cycles changed by %s",
                            poplens_format_signed (number, own));
  else
    g_string_append (text, "; its own cycles did not change");
}

/* Appends ", 20 executions on the critical path instead of 16" if the number of executions explains
 * more of the change than the time of each execution. Executions off the critical path do not
 * count. */
static void
append_executions (GString *text, const PoplensPathChange *change)
{
  const guint64 *n = change->n;
  gint64 counts, speed;
  PoplensNumber first, second;

  poplens_path_change_parts (change, &counts, &speed);
  if (change->match == POPLENS_MATCHED_ANCESTOR || ABS (speed) > ABS (counts))
    return;
  g_string_append_printf (text, ", %s on the critical path instead of %s",
                          poplens_format_items (second, n[POPLENS_SECOND], "execution"),
                          poplens_format_count (first, n[POPLENS_FIRST]));
}

/* Describes an operation that is on the critical path of one report only: ", added" or ", removed"
 * if the other report lacks the operation, else ", now on the critical path". Never calls a stream
 * added or removed, because a stream without waits may still exist. */
static const char *
alone_in_words (const PoplensPathChange *change, const PoplensComparedWork *work)
{
  if (change->bound == POPLENS_BOUND_HOST_WAIT || change->bound == POPLENS_BOUND_HOST_TRANSFER ||
      poplens_compared_work_is_in_both (work, change))
    return moved_in_words (change);
  return change->n[POPLENS_FIRST] ? ", removed" : ", added";
}

/* Appends why the time of one operation on the critical path changed. Appends nothing if each
 * execution takes longer or shorter. @by_speed: TRUE: @change excludes changes of the number of
 * executions */
static void
append_reason (GString *text, const PoplensPathChange *change, gboolean by_speed,
               const PoplensComparedWork *work)
{
  gint64 own;

  if (!by_speed && poplens_compared_work_moved (work, change) &&
      poplens_compared_work_own (work, change, &own))
    append_moved (text, change, own);
  else if (change->match == POPLENS_MATCHED_NOT)
    g_string_append (text, alone_in_words (change, work));
  else if (!by_speed)
    append_executions (text, change);
}

/* Appends a class with its number of operations, and the operation with the largest change:
 * "compute (46 operations, most in …/MatMul)". @work: (nullable): NULL leaves out the reason */
static void
append_class (GString *text, const PoplensChangeCause *cause, gboolean by_speed,
              const PoplensComparedWork *work)
{
  g_string_append_printf (text, "%s (", poplens_bound_title (cause->change->bound));
  if (cause->n > 1)
    g_string_append_printf (text, "%u %s", cause->n, noun_of_class (cause->change->bound));
  g_string_append_printf (text, "%s%s %s", cause->n > 1 ? ", " : "",
                          cause->ties   ? "among them"
                          : cause->main ? "most in"
                                        : "largest in",
                          cause->change->subject);
  if (work && cause->main && !cause->ties)
    append_reason (text, cause->change, by_speed, work);
  g_string_append_c (text, ')');
}

/* Appends a class whose own cycles did not change: "compute that itself did not change: less of it
 * overlaps other work". @whole: FALSE leaves out the text after the colon */
static void
append_moved_class (GString *text, const PoplensChangeCause *cause, gboolean whole)
{
  g_string_append_printf (text, "%s that itself did not change",
                          poplens_bound_title (cause->change->bound));
  if (whole)
    g_string_append_printf (text, ": %s of it overlaps other work",
                            cause->amount > 0 ? "less" : "more");
}

/* Appends the title of the cause, and the reason for its change. @work: (nullable): NULL leaves out
 * the reason */
static void
append_cause_title (GString *text, const PoplensChangeCause *cause, gboolean by_speed,
                    const PoplensComparedWork *work)
{
  const char *class = poplens_bound_title (cause->change->bound);

  if (cause->moved) {
    append_moved_class (text, cause, work != NULL);
  } else if (!*cause->change->subject) {
    g_string_append (text, class);
  } else if (cause->n) {
    append_class (text, cause, by_speed, work);
  } else {
    g_string_append_printf (text, "%s (%s", cause->change->subject, class);
    if (work)
      append_reason (text, cause->change, by_speed, work);
    g_string_append_c (text, ')');
  }
}

char *
poplens_change_cause_title (const PoplensChangeCause *cause)
{
  GString *text = g_string_new (NULL);

  if (cause->n > POPLENS_MOST_CAUSES && !cause->main && !cause->moved)
    g_string_append (text, poplens_bound_title (cause->change->bound));
  else
    append_cause_title (text, cause, FALSE, NULL);
  return g_string_free (text, FALSE);
}

void
poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                              const PoplensComparedWork *work)
{
  for (guint c = 0; c < causes->len; c++) {
    const PoplensChangeCause *cause = &g_array_index (causes, PoplensChangeCause, c);
    PoplensNumber number;
    g_string_append_printf (text, "%s %s from ", c ? "," : ":",
                            poplens_format_signed (number, cause->amount));
    append_cause_title (text, cause, by_speed, work);
  }
}

/* ---- what only one report has ---------------------------------------------------------------- */

/* Appends the largest operations that only one report has: " Added: encoder/layer.4, 412,345 cycles
 * of work; Fwd/dropout, …." @least: operations with fewer cycles are left out */
static void
append_side (GString *text, const GPtrArray *alone, const char *word, double least)
{
  guint n = 0, told = 0;
  PoplensNumber cycles;

  if (alone->len)
    least =
        MAX (least, POPLENS_LEAST_CAUSE * (double) ((PoplensWorkAlone *) alone->pdata[0])->cycles);
  while (n < alone->len && (double) ((PoplensWorkAlone *) alone->pdata[n])->cycles >= least)
    n++;
  for (; told < MIN (n, POPLENS_MOST_CAUSES); told++) {
    const PoplensWorkAlone *one = alone->pdata[told];
    g_string_append_printf (text, "%s%s, %s of work", told ? "; " : word, one->name,
                            poplens_format_items (cycles, one->cycles, "cycle"));
  }
  if (n > told)
    g_string_append_printf (text, "; %u more", n - told);
  if (told)
    g_string_append_c (text, '.');
}

void
poplens_change_causes_append_alone (GString *text, const PoplensComparedWork *work, gint64 change)
{
  static const char *const words[] = {" Removed: ", " Added: "};
  PoplensSide most = change > 0 ? POPLENS_SECOND : POPLENS_FIRST;
  double least = POPLENS_LEAST_CAUSE * (double) ABS (change);

  append_side (text, work->alone[most], words[most], least);
  append_side (text, work->alone[!most], words[!most], least);
}
