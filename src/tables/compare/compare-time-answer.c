/* Describes how the time changed between two reports: a headline, a common cause of most of the
 * change (iterations, an IPU, tiles), the causes one by one, and a link. */
#include "tables/compare/compare-time-answer.h"

#include "analysis/compare/compare-stragglers.h"
#include "analysis/compare/compare.h"
#include "analysis/time/time.h"
#include "base/format.h"
#include "base/search.h"
#include "derived/compare/compare-time.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "model/tile-set.h"
#include "tables/compare/compare-time-causes.h"

#include <math.h>

/* ---- common causes --------------------------------------------------------------------------- */

/* Causes that the text names: slow iterations and slow tiles. The link shows one of them. Without
 * such a cause, .n is 0. */
typedef struct {
  PoplensSlowChange slow;
  PoplensStragglerChange tiles;
} TimeLead;

/* ---- shares ---------------------------------------------------------------------------------- */

/* Appends how large the share of @what in a change is: " Most of it is compute itself: +80,595". */
static void
append_share_sentence (GString *text, PoplensShare share, gint64 part, const char *of,
                       const char *what)
{
  PoplensNumber number;

  g_string_append_printf (text, " %s of %s is %s",
                          share == POPLENS_SHARE_MOST ? "Most" : "Nearly all", of, what);
  /* Leave out the number with "nearly all": it is close to the whole change, which the text already
   * has. */
  if (share == POPLENS_SHARE_MOST)
    g_string_append_printf (text, ": %s", poplens_format_signed (number, part));
}

/* Returns a noun with numbers: "tile 7", "tiles 7, 9 and 12". (transfer full) */
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

/* ---- an IPU ---------------------------------------------------------------------------------- */

/* Returns by how many cycles the work of all IPUs changed in the direction opposite to @change.
 * @bars: changes of the waterfall's bars */
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

/* Sums the absolute changes of the classes of the critical path, in cycles. Leaves out compute,
 * exchange and time outside the program. */
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

/* Describes a change of work: "more work of IPU 1". (transfer full) */
static char *
name_work (gint64 work, guint32 ipu)
{
  return g_strdup_printf ("%s work of IPU %u", work > 0 ? "more" : "less", ipu);
}

/* Appends a sentence if the work of one IPU explains the change. The waterfall does not show such a
 * cause: its bars only have the waiting of other IPUs. FALSE if no IPU explains the change. */
static gboolean
append_ipu (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
            const gint64 bars[POPLENS_N_BARS], gint64 change)
{
  guint32 ipu;
  gint64 work = poplens_compare_work_alone (self, change < 0 ? -1 : 1, &ipu);
  /* The critical path also contains work of other IPUs. Name the IPU only if its work is nearly all
   * of the change. */
  gint64 others = MAX (MAX (ABS (change - work), sum_others (changes)), sum_against (bars, change));

  if (poplens_share_of (work, others, change) != POPLENS_SHARE_NEARLY_ALL)
    return FALSE;
  g_autofree char *words = name_work (work, ipu);
  g_autofree char *what = g_strconcat (words, " alone", NULL);
  append_share_sentence (text, POPLENS_SHARE_NEARLY_ALL, work, "it", what);
  g_string_append_c (text, '.');
  return TRUE;
}

/* ---- a bar ----------------------------------------------------------------------------------- */

/* Returns words for a part of compute in the waterfall, such as waiting for other IPUs. (nullable):
 * NULL for the other bars, because the list of causes names them */
static const char *
bar_in_words (PoplensTimeBar bar)
{
  switch (bar) {
  case POPLENS_BAR_IDEAL:
    return "compute itself";
  case POPLENS_BAR_OTHER_IPUS:
    return poplens_time_word_text (POPLENS_WORD_IPU_WAIT);
  case POPLENS_BAR_OWN_TILES:
    return poplens_time_word_text (POPLENS_WORD_TILE_WAIT);
  default:
    return NULL;
  }
}

/* TRUE if @one is nearly all of the change in tile wait. The change is @one + @other. */
static gboolean
is_one_cause_of_tile_wait (double one, double other)
{
  return poplens_share_of (llround (one), llround (fabs (other)), llround (one + other)) ==
         POPLENS_SHARE_NEARLY_ALL;
}

/* Returns "idle tiles" or "load imbalance" if one of them is nearly all of the change in tile wait,
 * else "tile wait". */
static const char *
waiting_in_words (const PoplensComparedTime *self)
{
  PoplensTimeBalance of[POPLENS_N_SIDES];

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_time_balance (self->of[s].time, self->of[s].from, self->of[s].to, &of[s]);
  double unused = of[POPLENS_SECOND].unused - of[POPLENS_FIRST].unused;
  double unequal = of[POPLENS_SECOND].unequal - of[POPLENS_FIRST].unequal;
  if (is_one_cause_of_tile_wait (unused, unequal))
    return poplens_time_word_text (POPLENS_WORD_IDLE_TILES);
  if (is_one_cause_of_tile_wait (unequal, unused))
    return poplens_time_word_text (POPLENS_WORD_LOAD_IMBALANCE);
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

/* Appends a sentence on the bar of the waterfall with most of the change, if there are words for
 * the bar. @tiles: another sentence already names slow tiles: appends only waiting for other IPUs.
 */
static void
append_bar_share (GString *text, const PoplensComparedTime *self, const gint64 bars[POPLENS_N_BARS],
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
  PoplensShare share = poplens_share_of (most, sum - ABS (most), change);
  const char *words = bar_in_words (of);
  if (share == POPLENS_SHARE_LESS || !words || (tiles && of != POPLENS_BAR_OTHER_IPUS))
    return;
  if (of == POPLENS_BAR_OWN_TILES)
    words = waiting_in_words (self);
  append_share_sentence (text, share, most, "it", words);
  g_string_append_c (text, '.');
}

/* ---- iterations ------------------------------------------------------------------------------ */

/* Describes slow iterations: "iteration 3 taking longer than the others", "iterations 3 and 5 …",
 * "12 iterations …, most of all iteration 3". (transfer full) */
static char *
name_slow (const PoplensSlowChange *slow)
{
  const char *longer = slow->change > 0 ? "taking longer than the others"
                                        : "no longer taking longer than the others";
  guint32 turn[POPLENS_MOST_SLOW];

  if (slow->n > POPLENS_MOST_SLOW)
    return g_strdup_printf ("%u iterations %s, most of all iteration %u", slow->n, longer,
                            slow->turn[0] + 1);
  for (guint i = 0; i < slow->n; i++)
    turn[i] = slow->turn[i] + 1;
  qsort (turn, slow->n, sizeof *turn, poplens_compare_u32);
  g_autofree char *which = name_numbers ("iteration", turn, slow->n);
  return g_strconcat (which, " ", longer, NULL);
}

/* Appends a sentence on slow iterations if they explain the change. @slow: (out): slow iterations;
 * .n is 0 if they do not explain the change. TRUE if the sentence was appended. */
static gboolean
append_slow (GString *text, const PoplensComparedTime *self, gint64 change, PoplensSlowChange *slow)
{
  *slow = poplens_compare_slow (self, change < 0 ? -1 : 1);
  gint64 others =
      ABS (slow->against) + poplens_compare_alike (self, change, slow->change + slow->against);
  PoplensShare share = poplens_share_of (slow->change, others, change);

  if (share == POPLENS_SHARE_LESS) {
    slow->n = 0;
    return FALSE;
  }
  g_autofree char *what = name_slow (slow);
  append_share_sentence (text, share, slow->change, "it", what);
  g_string_append_c (text, '.');
  return TRUE;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Describes waiting for slow tiles: "waiting for tiles 7, 9 and 12" or, with @on_ipu, "less waiting
 * for tile 7 on IPU 0". (transfer full) */
static char *
name_waiting (const PoplensStragglerChange *slow, gboolean on_ipu)
{
  g_autofree char *tiles = name_numbers ("tile", slow->tile, slow->n);
  GString *text = g_string_new (slow->change > 0 ? "waiting for " : "less waiting for ");

  g_string_append (text, tiles);
  if (slow->n == 1 && on_ipu)
    g_string_append_printf (text, " on IPU %u", slow->ipu);
  return g_string_free (text, FALSE);
}

/* Returns how large the share of waiting for the slow tiles is in the change of compute.
 * POPLENS_SHARE_LESS if there are no slow tiles. */
static PoplensShare
share_of_tiles (const PoplensStragglerChange *slow, gint64 compute)
{
  gint64 rest = compute - slow->change - slow->others;

  return slow->n ? poplens_share_of (slow->change, ABS (slow->others) + ABS (rest), compute)
                 : POPLENS_SHARE_LESS;
}

static gboolean
have_several_ipus (const PoplensComparedTime *self)
{
  return MAX (self->of[POPLENS_FIRST].time->n_ipus, self->of[POPLENS_SECOND].time->n_ipus) > 1;
}

/* Appends a sentence: the slow tiles, and their share of the change in compute. Slow tiles affect
 * no other class. */
static void
append_slow_tiles (GString *text, const PoplensComparedTime *self, gint64 compute,
                   const PoplensStragglerChange *slow, PoplensShare share)
{
  g_autofree char *what = name_waiting (slow, have_several_ipus (self));
  PoplensNumber change, operations;
  g_autofree char *of = g_strdup_printf ("the %s in compute (%s)", compute > 0 ? "rise" : "fall",
                                         poplens_format_signed (change, compute));

  append_share_sentence (text, share, slow->change, of, what);
  if (slow->operations > 1)
    g_string_append_printf (text, ", in %s",
                            poplens_format_items (operations, slow->operations, "operation"));
  if (slow->most)
    g_string_append_printf (text, ", %sin %s", slow->operations > 1 ? "most " : "", slow->most);
  g_string_append_c (text, '.');
}

static gint64
sum_compute_changes (const GPtrArray *changes)
{
  gint64 sum = 0;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    sum += change->bound == POPLENS_BOUND_COMPUTE ? poplens_path_change (change) : 0;
  }
  return sum;
}

/* ---- changes in both directions -------------------------------------------------------------- */

/* Kinds of causes of a change in compute, by priority: if several explain it, the first one is
 * named. */
typedef enum { KIND_SLOW, KIND_TILES, KIND_IPU, KIND_BAR, N_KINDS } ComputeCauseKind;

/* Possible causes of a change of compute in one direction. */
typedef struct {
  PoplensSlowChange slow;
  PoplensStragglerChange tiles;
  gint64 work; /* change of the work of IPU .ipu, in cycles */
  guint32 ipu;
} ComputeDirection;

typedef struct {
  const PoplensComparedTime *of;
  const gint64 *bars;
  gint64 compute;
  double least;
  ComputeDirection ways[2]; /* [0]: causes that lowered compute, [1]: causes that raised it */
} ComputeChange;

/* A cause that raised or lowered compute, while another cause did the opposite. */
typedef struct {
  ComputeCauseKind kind;
  const ComputeDirection *way;
  gint64 cycles;
  PoplensTimeBar bar; /* bar of the waterfall; set if .kind is KIND_BAR */
} ComputeCause;

/* TRUE if a change in the work of one IPU changes the waiting of the other IPUs by nearly as many
 * cycles. Otherwise the work delays no other IPU. @work, @waiting: changes in cycles */
static gboolean
is_waited_for (gint64 work, gint64 waiting)
{
  return poplens_share_of (waiting, ABS (work - waiting), work) == POPLENS_SHARE_NEARLY_ALL;
}

static void
compute_change_init (ComputeChange *self, const PoplensComparedTime *of, const gint64 *bars,
                     gint64 compute, double least)
{
  *self = (ComputeChange){of, bars, compute, least, {{{0}}}};
  for (guint w = 0; w < 2; w++) {
    ComputeDirection *way = &self->ways[w];
    gint64 sign = w ? 1 : -1;
    way->slow = poplens_compare_slow (of, sign);
    way->work = poplens_compare_work_alone (of, sign, &way->ipu);
    if (!is_waited_for (way->work, bars[POPLENS_BAR_OTHER_IPUS]))
      way->work = 0;
    poplens_compare_stragglers (of->of, sign * (gint64) ceil (2 * least), &way->tiles);
  }
}

static void
compute_change_clear (ComputeChange *self)
{
  for (guint w = 0; w < 2; w++)
    poplens_straggler_change_clear (&self->ways[w].tiles);
}

static ComputeCause
get_compute_cause (const ComputeChange *self, ComputeCauseKind kind, guint w)
{
  const ComputeDirection *way = &self->ways[w];

  return (ComputeCause){kind, way,
                        kind == KIND_SLOW    ? way->slow.change
                        : kind == KIND_TILES ? way->tiles.saving
                                             : way->work,
                        POPLENS_BAR_OUTSIDE};
}

/* Returns the bar with the largest change opposite to @part. The bar that contains @part is counted
 * without @part, unless @part is slow iterations, which may be in any bar. */
static ComputeCause
find_opposite_bar (const ComputeChange *self, const ComputeCause *part)
{
  static const PoplensTimeBar of[] = {[KIND_SLOW] = POPLENS_BAR_IDEAL,
                                      [KIND_TILES] = POPLENS_BAR_OWN_TILES,
                                      [KIND_IPU] = POPLENS_BAR_OTHER_IPUS};
  ComputeCause most = {.kind = KIND_BAR};

  for (guint k = 0; k < KIND_BAR; k++) {
    gint64 cycles = self->bars[of[k]] - (k == part->kind && k != KIND_SLOW ? part->cycles : 0);
    if ((cycles > 0) != (part->cycles > 0) && ABS (cycles) > ABS (most.cycles)) {
      most.cycles = cycles;
      most.bar = of[k];
    }
  }
  return most;
}

/* Returns the cycles of @part that may have another cause. Only slow tiles have such cycles:
 * waiting that costs the program nothing, and waiting for other tiles with the opposite change. */
static gint64
uncertain_cycles (const ComputeCause *part)
{
  if (part->kind != KIND_TILES)
    return 0;
  const PoplensStragglerChange *tiles = &part->way->tiles;
  return ABS (tiles->change - tiles->saving) + ABS (tiles->others);
}

/* TRUE if both causes together explain the change in compute, and each is large enough to be named.
 */
static gboolean
explain_compute_change (const ComputeChange *self, const ComputeCause *one,
                        const ComputeCause *other)
{
  gint64 small = MIN (ABS (one->cycles), ABS (other->cycles));
  gint64 large = MAX (ABS (one->cycles), ABS (other->cycles));
  gint64 rest = ABS (self->compute - one->cycles - other->cycles) + uncertain_cycles (one) +
                uncertain_cycles (other);

  return small && (double) small >= MAX (self->least, POPLENS_LEAST_CAUSE * (double) large) &&
         2 * rest <= small;
}

static gboolean
find_opposite_causes (const ComputeChange *self, ComputeCause parts[2])
{
  for (ComputeCauseKind one = KIND_SLOW; one < KIND_BAR; one++)
    for (ComputeCauseKind other = one; other < N_KINDS; other++)
      for (guint w = 0; w < 2; w++) {
        parts[0] = get_compute_cause (self, one, w);
        parts[1] = other == KIND_BAR ? find_opposite_bar (self, &parts[0])
                                     : get_compute_cause (self, other, !w);
        if (explain_compute_change (self, &parts[0], &parts[1]))
          return TRUE;
      }
  return FALSE;
}

/* Describes the cause @part in words. @other: the opposite cause. (transfer full) */
static char *
part_in_words (const ComputeChange *self, const ComputeCause *part, const ComputeCause *other)
{
  switch (part->kind) {
  case KIND_SLOW:
    return name_slow (&part->way->slow);
  case KIND_TILES:
    return name_waiting (&part->way->tiles, have_several_ipus (self->of));
  case KIND_IPU:
    return name_work (part->cycles, part->way->ipu);
  default:
    return g_strdup (part->bar == POPLENS_BAR_OWN_TILES && other->kind != KIND_TILES
                         ? waiting_in_words (self->of)
                         : bar_in_words (part->bar));
  }
}

/* Appends a sentence on two opposite causes in compute, which partly cancel each other. FALSE if
 * there are no such causes. */
static gboolean
append_both (GString *text, const PoplensComparedTime *self, const gint64 bars[POPLENS_N_BARS],
             gint64 compute, double least, TimeLead *lead)
{
  ComputeChange both;
  ComputeCause parts[2];

  compute_change_init (&both, self, bars, compute, least);
  gboolean found = find_opposite_causes (&both, parts);
  if (found) {
    guint first = ABS (parts[1].cycles) > ABS (parts[0].cycles);
    ComputeCause *larger = &parts[first], *smaller = &parts[!first];
    g_autofree char *one = part_in_words (&both, larger, smaller);
    g_autofree char *other = part_in_words (&both, smaller, larger);
    PoplensNumber number, against;
    g_string_append_printf (text, " Compute changed both ways: %s is %s, %s is %s.",
                            poplens_format_signed (number, larger->cycles), one,
                            poplens_format_signed (against, smaller->cycles), other);
    if (larger->kind == KIND_SLOW)
      lead->slow = larger->way->slow;
    if (larger->kind == KIND_TILES) {
      lead->tiles = larger->way->tiles;
      lead->tiles.most = NULL;
    }
  }
  compute_change_clear (&both);
  return found;
}

/* ---- changes in one direction ---------------------------------------------------------------- */

/* Appends sentences on what explains the change, if no opposite causes do. */
static void
append_parts (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
              const gint64 bars[POPLENS_N_BARS], gint64 change, TimeLead *lead)
{
  gint64 compute = sum_compute_changes (changes);

  /* Look for slow tiles if compute is at least a tenth of the change. */
  if ((compute > 0) == (change > 0) &&
      (double) ABS (compute) >= POPLENS_LEAST_CAUSE * (double) ABS (change))
    poplens_compare_stragglers (self->of, compute, &lead->tiles);
  PoplensShare share = share_of_tiles (&lead->tiles, compute);
  gboolean tiles = share != POPLENS_SHARE_LESS;
  lead->tiles.n = tiles ? lead->tiles.n : 0;
  if (!append_slow (text, self, change, &lead->slow) &&
      (tiles || !append_ipu (text, self, changes, bars, change)))
    append_bar_share (text, self, bars, change, tiles);
  if (tiles)
    append_slow_tiles (text, self, compute, &lead->tiles, share);
}

/* Appends sentences on the cause of most of the @change of the program time. Names two opposite
 * causes in compute or, if the change is at least @noise, one cause. @changes: changes of the
 * critical path. @lead: (out): cause for the link; the caller clears it */
static void
time_parts_append (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
                   gint64 change, double noise, TimeLead *lead)
{
  gint64 bars[POPLENS_N_BARS];

  *lead = (TimeLead){0};
  subtract_bars (self->of, bars);
  if (!append_both (text, self, bars, sum_compute_changes (changes),
                    MAX (noise, POPLENS_LEAST_CAUSE * (double) ABS (change)), lead) &&
      change && (double) ABS (change) >= noise)
    append_parts (text, self, changes, bars, change, lead);
}

static void
time_lead_clear (TimeLead *self)
{
  poplens_straggler_change_clear (&self->tiles);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TimeLead, time_lead_clear)

/* ---- the answer ------------------------------------------------------------------------------ */

/* Appends the change as "1,200 cycles less (−1.5 %)". */
static void
append_less (GString *text, PoplensAmount amount)
{
  PoplensNumber cycles;

  g_string_append_printf (text, "%s %s",
                          poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"),
                          amount.change < 0 ? "less" : "more");
  poplens_amount_append_part (amount, text);
}

/* Appends the headline on the median iteration. @amount: (out): its cycles in both reports. FALSE
 * if a report has no iterations. */
static gboolean
append_iteration (GString *text, const PoplensComparedTime *self, PoplensAmount *amount)
{
  const PoplensTimeLoop *loops[] = {&self->iterations[POPLENS_FIRST]->iterations,
                                    &self->iterations[POPLENS_SECOND]->iterations};
  PoplensNumber first, second;

  if (!self->whole || !loops[0]->length->len || !loops[1]->length->len)
    return FALSE;
  *amount = poplens_amount_of ((gint64) loops[0]->median, (gint64) loops[1]->median);
  poplens_format_count (first, loops[0]->median);
  poplens_format_count (second, loops[1]->median);
  if (!amount->change) {
    g_string_append_printf (text, "One iteration is unchanged: median %s cycles. ", first);
    return TRUE;
  }
  if (poplens_amount_is_noise (*amount)) {
    g_string_append (text, "One iteration is the same within 0.1 %");
  } else {
    g_string_append (text, "One iteration takes ");
    append_less (text, *amount);
  }
  g_string_append_printf (text, ": median %s → %s. ", first, second);
  return TRUE;
}

static gint64
cycles_outside (const PoplensTimeSide *side)
{
  return (gint64) poplens_time_outside (side->time, side->from, side->to);
}

static gint64
get_program_cycles (const PoplensTimeSide *side)
{
  return (gint64) (side->to - side->from) - cycles_outside (side);
}

static PoplensAmount
program_change (const PoplensComparedTime *self)
{
  return poplens_amount_of (get_program_cycles (&self->of[POPLENS_FIRST]),
                            get_program_cycles (&self->of[POPLENS_SECOND]));
}

static guint
count_turns (const PoplensComparedTime *self, PoplensSide side)
{
  return self->whole ? self->iterations[side]->iterations.turns->len : 0;
}

/* TRUE if the reports have different numbers of iterations. The difference then explains most of
 * the change of the program time. */
static gboolean
has_other_turns (const PoplensComparedTime *self)
{
  guint first = count_turns (self, POPLENS_FIRST), second = count_turns (self, POPLENS_SECOND);

  return first && second && first != second;
}

static gboolean
append_turns (GString *text, const PoplensComparedTime *self)
{
  if (!has_other_turns (self))
    return FALSE;
  g_string_append_printf (text, ", with %u iterations instead of %u",
                          count_turns (self, POPLENS_SECOND), count_turns (self, POPLENS_FIRST));
  return TRUE;
}

static void
append_program_change (GString *text, PoplensAmount amount)
{
  PoplensNumber first, cycles;

  poplens_format_count (first, (guint64) amount.of[POPLENS_FIRST]);
  if (!amount.change) {
    g_string_append_printf (text, "is unchanged at %s cycles", first);
  } else if (poplens_amount_is_noise (amount)) {
    g_string_append_printf (
        text, "is the same within 0.1 %% (%s → %s)", first,
        poplens_format_items (cycles, (guint64) amount.of[POPLENS_SECOND], "cycle"));
  } else {
    g_string_append_printf (text, "%s by %s", amount.change < 0 ? "fell" : "rose",
                            poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"));
    poplens_amount_append_part (amount, text);
  }
}

/* Appends the program time and its causes. First come operations that only one report has, because
 * they may move other operations on or off the critical path. */
static void
append_program_sentence (GString *text, const PoplensComparedTime *self, const GArray *causes,
                         const PoplensComparedWork *work)
{
  PoplensAmount program = program_change (self);

  g_string_append_printf (text, "Program time%s ", self->whole ? "" : " of the scope");
  append_program_change (text, program);
  gboolean by_speed = append_turns (text, self);
  g_autoptr (GString) alone = g_string_new (NULL);
  if (!poplens_amount_is_noise (program))
    poplens_change_causes_append_alone (alone, work, program.change);
  if (by_speed || alone->len || causes->len)
    g_string_append_printf (text, ".%s %s%s", alone->str,
                            by_speed ? "By speed" : "On the critical path",
                            causes->len ? "" : ": nothing");
  poplens_change_causes_append (text, causes, by_speed, work);
  g_string_append_c (text, '.');
}

static void
append_outside (GString *text, const PoplensComparedTime *self)
{
  PoplensAmount amount = poplens_amount_of (cycles_outside (&self->of[POPLENS_FIRST]),
                                            cycles_outside (&self->of[POPLENS_SECOND]));

  if (poplens_amount_is_noise (amount))
    return;
  g_string_append (text, " Outside the program: ");
  append_less (text, amount);
  g_string_append_c (text, '.');
}

/* ---- where to look --------------------------------------------------------------------------- */

static void
link_slow (PoplensTimeAnswer *answer, const PoplensComparedTime *self,
           const PoplensSlowChange *slow)
{
  PoplensSide side = slow->change > 0 ? POPLENS_SECOND : POPLENS_FIRST;
  guint turn = slow->turn[0];
  const PoplensTimeIteration *one =
      poplens_time_iteration_at (&self->iterations[side]->iterations, turn);
  PoplensNumber range;

  answer->side = side;
  answer->title = g_strdup_printf ("Iteration %u", turn + 1);
  answer->location = g_strdup_printf ("trace?range=%s&fit-ipus=yes",
                                      poplens_trace_range_format (range, one->from, one->end));
}

static void
link_tiles (PoplensTimeAnswer *self, const PoplensStragglerChange *slow)
{
  g_autofree PoplensTileRange *ranges = g_new (PoplensTileRange, slow->n);

  for (guint i = 0; i < slow->n; i++)
    ranges[i] = (PoplensTileRange){slow->tile[i], slow->tile[i]};
  g_autoptr (PoplensTileSet) set = poplens_tile_set_new (ranges, slow->n);
  g_autofree char *tiles = poplens_tile_set_to_string (set);
  self->side = slow->change > 0 ? POPLENS_SECOND : POPLENS_FIRST;
  self->location = g_strdup_printf ("trace?tab=trace-stragglers&tile=%s", tiles);
  self->title = slow->n > 1 ? g_strdup ("Tiles") : g_strdup_printf ("Tile %u", slow->tile[0]);
}

/* Sets the link to the longest step of the largest cause. The link leads to the report in which the
 * cause takes longer. */
static void
link_longest_step (PoplensTimeAnswer *self, const PoplensComparedTime *time,
                   const PoplensChangeCause *cause)
{
  PoplensSide side = cause->amount > 0 ? POPLENS_SECOND : POPLENS_FIRST;
  guint32 row = cause->change->row[side];
  const PoplensExecution *x = time->of[side].time->execution;

  if (row == G_MAXUINT32)
    return;
  self->side = side;
  self->location = poplens_trace_step_link (x, x->row_step[row], NULL, TRUE);
  self->title = g_strdup ("Longest Step");
}

/* ---- the whole answer ------------------------------------------------------------------------ */

void
poplens_compare_time_answer (const PoplensComparedTime *self, PoplensTimeAnswer *answer)
{
  g_autoptr (GPtrArray) changes = poplens_compare_paths (self->of);
  PoplensAmount program = program_change (self);
  g_autoptr (PoplensComparedWork) work = poplens_compare_work (self->of);
  const PoplensCauseRule rule = {.most = POPLENS_MOST_CAUSES,
                                 .by_speed = has_other_turns (self),
                                 .noise = POPLENS_NOISE * (double) program.of[POPLENS_FIRST],
                                 .work = work};
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, &rule);
  g_auto (TimeLead) lead = {0};
  GString *text = g_string_new (NULL);

  *answer = (PoplensTimeAnswer){0};
  /* Judge by the program time if it changed by a larger fraction than the iteration, for example
   * because of work between iterations. */
  if (!append_iteration (text, self, &answer->judged) ||
      (!has_other_turns (self) && ABS (program.part) > ABS (answer->judged.part)))
    answer->judged = program;
  append_program_sentence (text, self, causes, work);
  if (!has_other_turns (self))
    time_parts_append (text, self, changes, program.change, rule.noise, &lead);
  append_outside (text, self);
  answer->text = g_string_free (text, FALSE);
  if (lead.slow.n)
    link_slow (answer, self, &lead.slow);
  else if (lead.tiles.n && 2 * ABS (lead.tiles.change) >= ABS (program.change))
    link_tiles (answer, &lead.tiles);
  else if (causes->len)
    link_longest_step (answer, self, &g_array_index (causes, PoplensChangeCause, 0));
}

void
poplens_time_answer_clear (PoplensTimeAnswer *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->location, g_free);
}

gboolean
poplens_compare_time_of (PoplensReport *report, PoplensTimeAnswer *answer,
                         GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  PoplensComparedTime time;

  *answer = (PoplensTimeAnswer){0};
  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_time_load (&source, NULL, &time, cancellable, error))
    return FALSE;
  poplens_compare_time_answer (&time, answer);
  return TRUE;
}
