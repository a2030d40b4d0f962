#include "tables/compare/compare-time-parts.h"

#include "base/format.h"
#include "base/search.h"
#include "tables/compare/compare-time-causes.h"

#include <math.h>

/* So many iterations are named. */
#define MOST_NAMED 3

/* ---- shares ------------------------------------------------------------------------------------
 */

/* How much of @whole one @part of it is. It is a share of all that changed, up or down, and not of
 * the sum: @others that rose and fell alike are gone from that, and yet they changed. What is more
 * than the whole is no part of it, where that is no rounding. */
typedef enum { SHARE_LESS, SHARE_MOST, SHARE_NEARLY_ALL } Share;

static Share
share_of (gint64 part, gint64 others, gint64 whole)
{
  gint64 size = ABS (part);

  if (!part || (part > 0) != (whole > 0) || size < others)
    return SHARE_LESS;
  if (size >= 9 * others)
    return SHARE_NEARLY_ALL;
  return size <= ABS (whole) ? SHARE_MOST : SHARE_LESS;
}

/* " Most of it is compute itself: +80,595" */
static void
append_share (GString *text, Share share, gint64 part, const char *of, const char *what)
{
  PoplensNumber number;

  g_string_append_printf (text, " %s of %s is %s", share == SHARE_MOST ? "Most" : "Nearly all", of,
                          what);
  /* Of nearly all the number would say no more than that of all, and may be larger. */
  if (share == SHARE_MOST)
    g_string_append_printf (text, ": %s", poplens_format_signed (number, part));
}

/* "tile 7", "tiles 7, 9 and 12". (transfer full) */
static char *
name_numbers (const char *thing, const guint32 *numbers, guint n)
{
  GString *text = g_string_new (thing);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s %u",
                            !i          ? (n > 1 ? "s" : "")
                            : i + 1 < n ? ","
                                        : " and",
                            numbers[i]);
  return g_string_free (text, FALSE);
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

/* Work of all IPUs that went the other way: it took back a part of what one did. */
static gint64
sum_against (const gint64 bars[POPLENS_N_BARS], gint64 change)
{
  static const PoplensTimeBar of_work[] = {POPLENS_BAR_IDEAL, POPLENS_BAR_EXCHANGE};
  gint64 sum = 0;

  for (guint b = 0; b < G_N_ELEMENTS (of_work); b++)
    if ((bars[of_work[b]] > 0) != (change > 0))
      sum += ABS (bars[of_work[b]]);
  return sum;
}

/* What changed that is not work of an IPU, up or down. */
static gint64
sum_others (const GPtrArray *changes)
{
  gint64 of_class[POPLENS_N_BOUNDS] = {0}, sum = 0;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    of_class[change->bound] += poplens_path_change (change);
  }
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    if (b != POPLENS_BOUND_COMPUTE && b != POPLENS_BOUND_EXCHANGE && b != POPLENS_BOUND_OUTSIDE)
      sum += ABS (of_class[b]);
  return sum;
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

/* Where one IPU alone explains the change, by all that it works. The waterfall would tell how far
 * others wait for it, and how far its tiles. It is no work where its tiles wait for one another. */
static gboolean
append_ipu (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
            const gint64 bars[POPLENS_N_BARS], gint64 change)
{
  const PoplensTime *first = self->of[POPLENS_FIRST].time;
  gint64 next;
  Work most;

  if (first->n_ipus < 2 || !have_same_ipus (first, self->of[POPLENS_SECOND].time))
    return FALSE;
  guint place = find_ipu (self->of, change < 0 ? -1 : 1, &most, &next);
  /* Less than nearly all is no part, as the critical path has work of others, too. */
  gint64 others =
      MAX (MAX (ABS (change - most.busy), sum_others (changes)), sum_against (bars, change));
  if (share_of (most.busy, others, change) != SHARE_NEARLY_ALL || 10 * next > ABS (most.busy) ||
      share_of (most.own, ABS (most.busy - most.own), most.busy) == SHARE_LESS)
    return FALSE;
  g_autofree char *what = g_strdup_printf ("%s work of IPU %u alone", change > 0 ? "more" : "less",
                                           first->ipus[place].ipu);
  append_share (text, SHARE_NEARLY_ALL, most.busy, "it", what);
  g_string_append_c (text, '.');
  return TRUE;
}

/* ---- a bar -------------------------------------------------------------------------------------
 */

/* Compute takes longer for more of it, or as tiles or IPUs wait; classes of the other causes say
 * as much. */
static const char *
bar_in_words (PoplensTimeBar bar)
{
  switch (bar) {
  case POPLENS_BAR_IDEAL:
    return "compute itself";
  case POPLENS_BAR_OTHER_IPUS:
    return "waiting for other IPUs";
  case POPLENS_BAR_OWN_TILES:
    return "tiles waiting for other tiles";
  default:
    return NULL;
  }
}

/* Whether what tiles wait is nearly all one of both. */
static gboolean
is_of_tiles (double one, double other)
{
  return share_of (llround (one), llround (fabs (other)), llround (one + other)) ==
         SHARE_NEARLY_ALL;
}

/* Tiles wait for other tiles as they have no work, or less of it: the one that is most of both, by
 * the title of its finding. */
static const char *
waiting_in_words (const PoplensComparedTime *self)
{
  PoplensTimeBalance of[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_time_balance (self->of[s].time, self->of[s].from, self->of[s].to, &of[s]);
  double unused = of[POPLENS_SECOND].unused - of[POPLENS_FIRST].unused;
  double unequal = of[POPLENS_SECOND].unequal - of[POPLENS_FIRST].unequal;
  if (is_of_tiles (unused, unequal))
    return "tiles without work waiting for other tiles (few tiles used)";
  if (is_of_tiles (unequal, unused))
    return "tiles with less work waiting for other tiles (unequal load)";
  return bar_in_words (POPLENS_BAR_OWN_TILES);
}

static void
subtract_bars (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 bars[POPLENS_N_BARS])
{
  gint64 first[POPLENS_N_BARS];

  poplens_compare_bars (&of[POPLENS_FIRST], first);
  poplens_compare_bars (&of[POPLENS_SECOND], bars);
  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++)
    bars[b] -= first[b];
}

/* Where most of the change is one bar of the waterfall, and not how often there is an iteration.
 * @tiles: slow tiles are told of, and so what compute is. */
static void
append_bar (GString *text, const PoplensComparedTime *self, const gint64 bars[POPLENS_N_BARS],
            gint64 change, gboolean tiles)
{
  PoplensTimeBar of = POPLENS_BAR_OUTSIDE;
  gint64 most = 0, sum = 0;

  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++) {
    if (b == POPLENS_BAR_OUTSIDE)
      continue;
    sum += ABS (bars[b]);
    if ((bars[b] > 0) == (change > 0) && ABS (bars[b]) > ABS (most)) {
      most = bars[b];
      of = b;
    }
  }
  Share share = share_of (most, sum - ABS (most), change);
  const char *words = bar_in_words (of);
  if (share == SHARE_LESS || !words || (tiles && of != POPLENS_BAR_OTHER_IPUS))
    return;
  if (of == POPLENS_BAR_OWN_TILES)
    words = waiting_in_words (self);
  append_share (text, share, most, "it", words);
  g_string_append_c (text, '.');
}

/* ---- iterations --------------------------------------------------------------------------------
 */

/* Iterations that alone take longer in one report than in the other. */
typedef struct {
  gint64 part;               /* cycles that these add as the whole changed … */
  gint64 against;            /* … and cycles of others that went the other way */
  guint n, turn[MOST_NAMED]; /* those that add not little; the largest of them, largest first … */
  gint64 cycles[MOST_NAMED]; /* … and what each adds */
} Slow;

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
add_slow (Slow *self, guint turn, gint64 cycles)
{
  guint at = MOST_NAMED;

  self->part += cycles;
  while (at > 0 && cycles > self->cycles[at - 1])
    at--;
  for (guint i = MOST_NAMED - 1; i > at; i--) {
    self->turn[i] = self->turn[i - 1];
    self->cycles[i] = self->cycles[i - 1];
  }
  if (at < MOST_NAMED) {
    self->turn[at] = turn;
    self->cycles[at] = cycles;
  }
}

/* Each iteration against the same one of the other report: what one loses is not what another
 * adds. @sign: that of the change */
static Slow
find_slow (const PoplensComparedTime *self, gint64 sign)
{
  guint n = MAX (self->iterations[POPLENS_FIRST]->iterations.turns->len,
                 self->iterations[POPLENS_SECOND]->iterations.turns->len);
  Slow slow = {0};

  for (guint t = 0; t < n; t++) {
    gint64 more = sign * excess_change (self, t);
    if (more > 0)
      add_slow (&slow, t, more);
    else
      slow.against -= more;
  }
  for (guint t = 0; t < n; t++)
    slow.n += slow.part && (double) (sign * excess_change (self, t)) >=
                               POPLENS_LEAST_CAUSE * (double) slow.cycles[0];
  return slow;
}

/* What changed beside slow iterations, up or down: all iterations alike, and the rest. */
static gint64
sum_alike (const PoplensComparedTime *self, gint64 change, gint64 slow)
{
  const PoplensTimeLoop *loops[] = {&self->iterations[POPLENS_FIRST]->iterations,
                                    &self->iterations[POPLENS_SECOND]->iterations};
  gint64 turns = self->whole ? loops[POPLENS_SECOND]->turns->len : 0;
  gint64 alike =
      ((gint64) loops[POPLENS_SECOND]->median - (gint64) loops[POPLENS_FIRST]->median) * turns;

  return ABS (alike) + ABS (change - slow - alike);
}

/* "iteration 3", "iterations 3 and 5", "12 iterations". (transfer full) */
static char *
name_slow (const Slow *slow)
{
  guint32 turn[MOST_NAMED];

  if (slow->n > MOST_NAMED)
    return g_strdup_printf ("%u iterations", slow->n);
  for (guint i = 0; i < slow->n; i++)
    turn[i] = slow->turn[i] + 1;
  qsort (turn, slow->n, sizeof *turn, poplens_compare_u32);
  return name_numbers ("iteration", turn, slow->n);
}

/* Where slow iterations explain the change, and so not what is in each. */
static gboolean
append_slow (GString *text, const PoplensComparedTime *self, gint64 change, guint *turn)
{
  gint64 sign = change < 0 ? -1 : 1;
  const Slow slow = find_slow (self, sign);
  gint64 others = slow.against + sum_alike (self, change, sign * (slow.part - slow.against));
  Share share = share_of (sign * slow.part, others, change);

  if (share == SHARE_LESS)
    return FALSE;
  g_autofree char *which = name_slow (&slow);
  g_autoptr (GString) what = g_string_new (which);
  g_string_append_printf (what, "%s taking longer than the others", change > 0 ? "" : " no longer");
  if (slow.n > MOST_NAMED)
    g_string_append_printf (what, ", most of all iteration %u", slow.turn[0] + 1);
  append_share (text, share, sign * slow.part, "it", what->str);
  g_string_append_c (text, '.');
  *turn = slow.turn[0];
  return TRUE;
}

/* ---- tiles -------------------------------------------------------------------------------------
 */

/* "tiles 7, 9 and 12", "tile 7 on IPU 0" where there are several. (transfer full) */
static char *
name_tiles (const PoplensStragglerChange *slow, gboolean on_ipu)
{
  g_autofree char *tiles = name_numbers ("tile", slow->tile, slow->n);

  return slow->n == 1 && on_ipu ? g_strdup_printf ("%s on IPU %u", tiles, slow->ipu)
                                : g_steal_pointer (&tiles);
}

/* How much of the change of compute is waiting for the tiles: little where others were as slow in
 * the other report. */
static Share
share_of_tiles (const PoplensStragglerChange *slow, gint64 compute)
{
  gint64 rest = compute - slow->change - slow->others;

  return slow->n ? share_of (slow->change, ABS (slow->others) + ABS (rest), compute) : SHARE_LESS;
}

/* Of compute, as slow tiles change nothing else: the rest may have other causes. */
static void
append_tiles (GString *text, const PoplensComparedTime *self, gint64 compute,
              const PoplensStragglerChange *slow, Share share)
{
  g_autofree char *tiles =
      name_tiles (slow, MAX (self->of[0].time->n_ipus, self->of[1].time->n_ipus) > 1);
  PoplensNumber change, operations;
  g_autofree char *of = g_strdup_printf ("the %s in compute (%s)", compute > 0 ? "rise" : "fall",
                                         poplens_format_signed (change, compute));
  g_autofree char *what = g_strdup_printf ("%swaiting for %s", compute > 0 ? "" : "less ", tiles);

  append_share (text, share, slow->change, of, what);
  if (slow->operations > 1)
    g_string_append_printf (text, ", in %s",
                            poplens_format_items (operations, slow->operations, "operation"));
  if (slow->most)
    g_string_append_printf (text, ", %sin %s", slow->operations > 1 ? "most " : "", slow->most);
  g_string_append_c (text, '.');
}

static gint64
sum_compute (const GPtrArray *changes)
{
  gint64 sum = 0;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    sum += change->bound == POPLENS_BOUND_COMPUTE ? poplens_path_change (change) : 0;
  }
  return sum;
}

void
poplens_time_parts_append (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
                           gint64 change, PoplensStragglerChange *slow, guint *turn)
{
  gint64 compute = sum_compute (changes), bars[POPLENS_N_BARS];

  *turn = G_MAXUINT;
  /* Of several causes each tenth counts. */
  if ((compute > 0) == (change > 0) &&
      (double) ABS (compute) >= POPLENS_LEAST_CAUSE * (double) ABS (change))
    poplens_compare_stragglers (self->of, compute, slow);
  Share share = share_of_tiles (slow, compute);
  slow->n = share == SHARE_LESS ? 0 : slow->n;
  subtract_bars (self->of, bars);
  if (!append_slow (text, self, change, turn) &&
      (slow->n || !append_ipu (text, self, changes, bars, change)))
    append_bar (text, self, bars, change, slow->n > 0);
  if (slow->n)
    append_tiles (text, self, compute, slow, share);
}
