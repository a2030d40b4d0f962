#include "tables/compare/compare-time-answer.h"

#include "analysis/compare/compare-stragglers.h"
#include "analysis/compare/compare.h"
#include "base/format.h"
#include "derived/trace/trace-location.h"
#include "model/tile-set.h"
#include "tables/compare/compare-time-causes.h"

#include <math.h>

/* A change below this share of the whole is noise: two compilations of one program differ as much,
 * here a little more and there a little less. */
#define SAME 0.001

/* "1,200 cycles less (−1.5 %)". */
static void
append_less (GString *text, PoplensAmount amount)
{
  PoplensNumber cycles;

  g_string_append_printf (text, "%s %s",
                          poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"),
                          amount.change < 0 ? "less" : "more");
  poplens_amount_append_part (amount, text);
}

static gboolean
is_noise (PoplensAmount amount)
{
  return !amount.change || (double) ABS (amount.change) < SAME * (double) amount.of[POPLENS_FIRST];
}

/* The headline, where both reports have iterations. */
static void
append_iteration (GString *text, const PoplensComparedTime *self)
{
  const PoplensTimeLoop *loops[] = {&self->iterations[POPLENS_FIRST]->iterations,
                                    &self->iterations[POPLENS_SECOND]->iterations};
  PoplensNumber first, second;

  if (!self->whole || !loops[0]->length->len || !loops[1]->length->len)
    return;
  PoplensAmount amount = poplens_amount_of ((gint64) loops[0]->median, (gint64) loops[1]->median);
  poplens_format_count (first, loops[0]->median);
  poplens_format_count (second, loops[1]->median);
  if (!amount.change) {
    g_string_append_printf (text, "One iteration is unchanged: median %s cycles. ", first);
    return;
  }
  if (is_noise (amount)) {
    g_string_append (text, "One iteration is the same within 0.1 %");
  } else {
    g_string_append (text, "One iteration takes ");
    append_less (text, amount);
  }
  g_string_append_printf (text, ": median %s → %s. ", first, second);
}

static gint64
outside_of (const PoplensTimeSide *side)
{
  return (gint64) poplens_time_outside (side->time, side->from, side->to);
}

static gint64
program_of (const PoplensTimeSide *side)
{
  return (gint64) (side->to - side->from) - outside_of (side);
}

static PoplensAmount
program_change (const PoplensComparedTime *self)
{
  return poplens_amount_of (program_of (&self->of[POPLENS_FIRST]),
                            program_of (&self->of[POPLENS_SECOND]));
}

static guint
count_turns (const PoplensComparedTime *self, PoplensSide side)
{
  return self->whole ? self->iterations[side]->iterations.turns->len : 0;
}

/* Where one has more iterations, most of the change is theirs, and what each takes says more. */
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
append_change (GString *text, PoplensAmount amount)
{
  PoplensNumber first, cycles;

  poplens_format_count (first, (guint64) amount.of[POPLENS_FIRST]);
  if (!amount.change) {
    g_string_append_printf (text, "is unchanged at %s cycles", first);
  } else if (is_noise (amount)) {
    g_string_append_printf (
        text, "is the same within 0.1 %% (%s → %s)", first,
        poplens_format_items (cycles, (guint64) amount.of[POPLENS_SECOND], "cycle"));
  } else {
    g_string_append_printf (text, "%s by %s", amount.change < 0 ? "fell" : "rose",
                            poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"));
    poplens_amount_append_part (amount, text);
  }
}

/* Operations that are in one report only come first: others may be on the critical path for them.
 */
static void
append_program (GString *text, const PoplensComparedTime *self, const GArray *causes,
                const PoplensComparedWork *work)
{
  PoplensAmount program = program_change (self);

  g_string_append_printf (text, "Program time%s ", self->whole ? "" : " of the scope");
  append_change (text, program);
  gboolean by_speed = append_turns (text, self);
  g_autoptr (GString) alone = g_string_new (NULL);
  if (!is_noise (program))
    poplens_change_causes_append_alone (alone, work, program.change);
  if (by_speed)
    g_string_append_printf (text, ".%s By speed", alone->str);
  else if (alone->len)
    g_string_append_printf (text, ".%s On the critical path", alone->str);
  if (by_speed && !causes->len)
    g_string_append (text, ": nothing");
  poplens_change_causes_append (text, causes, by_speed, work);
  g_string_append_c (text, '.');
}

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

/* Compute and exchange of the IPU at @place. */
static gint64
work_of (const PoplensTimeSide *side, guint place)
{
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, compute = 0;

  poplens_time_add_bounds (side->time, place, side->from, side->to, bounds, &compute);
  return (gint64) (bounds[POPLENS_BOUND_COMPUTE] + bounds[POPLENS_BOUND_EXCHANGE]);
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

/* Where one IPU alone explains the change, by all that it works. The waterfall would tell how far
 * others wait for it, and how far its tiles. */
static gboolean
append_ipu (GString *text, const PoplensComparedTime *self, const GPtrArray *changes)
{
  const PoplensTime *first = self->of[POPLENS_FIRST].time, *second = self->of[POPLENS_SECOND].time;
  gint64 change = program_change (self).change, sign = change < 0 ? -1 : 1, most = 0, next = 0;
  guint32 ipu = 0;

  if (first->n_ipus != second->n_ipus || first->n_ipus < 2)
    return FALSE;
  for (guint i = 0; i < first->n_ipus; i++) {
    gint64 more =
        sign * (work_of (&self->of[POPLENS_SECOND], i) - work_of (&self->of[POPLENS_FIRST], i));
    if (first->ipus[i].ipu != second->ipus[i].ipu)
      return FALSE;
    next = MAX (next, MIN (more, most));
    if (more > most)
      ipu = first->ipus[i].ipu;
    most = MAX (most, more);
  }
  /* Less than nearly all is no part, as the critical path has work of others, too. */
  gint64 others = MAX (ABS (ABS (change) - most), sum_others (changes));
  if (share_of (sign * most, others, change) != SHARE_NEARLY_ALL || 10 * next > most)
    return FALSE;
  g_autofree char *what =
      g_strdup_printf ("%s work of IPU %u alone", sign > 0 ? "more" : "less", ipu);
  append_share (text, SHARE_NEARLY_ALL, sign * most, "it", what);
  g_string_append_c (text, '.');
  return TRUE;
}

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

/* Where most of the change is one bar of the waterfall, and not how often there is an iteration.
 * @tiles: slow tiles are told of, and so what compute is. */
static void
append_bar (GString *text, const PoplensComparedTime *self, gboolean tiles)
{
  gint64 first[POPLENS_N_BARS], second[POPLENS_N_BARS], most = 0, sum = 0;
  gint64 change = program_change (self).change;
  PoplensTimeBar of = POPLENS_BAR_OUTSIDE;

  poplens_compare_bars (&self->of[POPLENS_FIRST], first);
  poplens_compare_bars (&self->of[POPLENS_SECOND], second);
  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++) {
    gint64 bar = second[b] - first[b];
    if (b == POPLENS_BAR_OUTSIDE)
      continue;
    sum += ABS (bar);
    if ((bar > 0) == (change > 0) && ABS (bar) > ABS (most)) {
      most = bar;
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

static void
append_outside (GString *text, const PoplensComparedTime *self)
{
  PoplensAmount amount = poplens_amount_of (outside_of (&self->of[POPLENS_FIRST]),
                                            outside_of (&self->of[POPLENS_SECOND]));

  if (!amount.change)
    return;
  g_string_append (text, " Outside the program: ");
  append_less (text, amount);
  g_string_append_c (text, '.');
}

/* ---- iterations --------------------------------------------------------------------------------
 */

static PoplensTimeSlow
find_slow (const PoplensComparedTime *self, PoplensSide side)
{
  return poplens_time_loop_find_slow (&self->iterations[side]->iterations, self->of[side].from,
                                      self->of[side].to);
}

/* What changed beside @more of slow iterations, up or down: all iterations alike, and the rest. */
static gint64
sum_alike (const PoplensComparedTime *self, gint64 more)
{
  const PoplensTimeLoop *loops[] = {&self->iterations[POPLENS_FIRST]->iterations,
                                    &self->iterations[POPLENS_SECOND]->iterations};
  gint64 alike = ((gint64) loops[1]->median - (gint64) loops[0]->median) *
                 (gint64) count_turns (self, POPLENS_SECOND);

  return ABS (alike) + ABS (program_change (self).change - more - alike);
}

/* Where slow iterations explain the change, and so not what is in each. */
static gboolean
append_slow (GString *text, const PoplensComparedTime *self, PoplensTimeAnswer *answer)
{
  const PoplensTimeSlow of[] = {find_slow (self, POPLENS_FIRST), find_slow (self, POPLENS_SECOND)};
  gint64 more = (gint64) round (of[POPLENS_SECOND].excess - of[POPLENS_FIRST].excess);
  PoplensSide side = more > 0 ? POPLENS_SECOND : POPLENS_FIRST;
  Share share = share_of (more, sum_alike (self, more), program_change (self).change);

  if (share == SHARE_LESS)
    return FALSE;
  guint slowest = of[side].slowest;
  const char *longer =
      more > 0 ? "taking longer than the others" : "no longer taking longer than the others";
  g_autofree char *what = of[side].n > 1
                              ? g_strdup_printf ("%u iterations %s, most of all iteration %u",
                                                 of[side].n, longer, slowest + 1)
                              : g_strdup_printf ("iteration %u %s", slowest + 1, longer);
  append_share (text, share, more, "it", what);
  g_string_append_c (text, '.');
  const PoplensTimeIteration *one =
      poplens_time_iteration_at (&self->iterations[side]->iterations, slowest);
  answer->side = side;
  answer->title = g_strdup_printf ("Iteration %u", slowest + 1);
  answer->location =
      g_strdup_printf ("trace?range=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT "&fit=yes", one->from,
                       one->from + poplens_time_iteration_length (one));
  return TRUE;
}

/* ---- tiles -------------------------------------------------------------------------------------
 */

/* "tile 7", "tiles 7, 9 and 12", on an IPU where there are several. (transfer full) */
static char *
name_tiles (const PoplensStragglerChange *slow, gboolean on_ipu)
{
  GString *text = g_string_new (slow->n > 1 ? "tiles" : "tile");

  for (guint i = 0; i < slow->n; i++)
    g_string_append_printf (text, "%s %u", !i ? "" : i + 1 < slow->n ? "," : " and", slow->tile[i]);
  if (slow->n == 1 && on_ipu)
    g_string_append_printf (text, " on IPU %u", slow->ipu);
  return g_string_free (text, FALSE);
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

/* ---- where to look -----------------------------------------------------------------------------
 */

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

/* The longest step of the largest cause, in the report that has more of it. */
static void
link_step (PoplensTimeAnswer *self, const PoplensComparedTime *time,
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

/* ---- the whole ---------------------------------------------------------------------------------
 */

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

/* What the causes have in common: iterations, an IPU, a bar, tiles. @slow: (out): tiles that are
 * told */
static void
append_parts (GString *text, const PoplensComparedTime *self, const GPtrArray *changes,
              PoplensStragglerChange *slow, PoplensTimeAnswer *answer)
{
  gint64 change = program_change (self).change, compute = sum_compute (changes);

  /* Of several causes each tenth counts. */
  if ((compute > 0) == (change > 0) &&
      (double) ABS (compute) >= POPLENS_LEAST_CAUSE * (double) ABS (change))
    poplens_compare_stragglers (self->of, compute, slow);
  Share share = share_of_tiles (slow, compute);
  slow->n = share == SHARE_LESS ? 0 : slow->n;
  if (!append_slow (text, self, answer) && (slow->n || !append_ipu (text, self, changes)))
    append_bar (text, self, slow->n > 0);
  if (slow->n)
    append_tiles (text, self, compute, slow, share);
}

void
poplens_compare_time_answer (const PoplensComparedTime *self, PoplensTimeAnswer *answer)
{
  g_autoptr (GPtrArray) changes = poplens_compare_paths (self->of);
  PoplensAmount program = program_change (self);
  const PoplensCauseRule rule = {.most = POPLENS_MOST_CAUSES,
                                 .by_speed = has_other_turns (self),
                                 .noise = SAME * (double) program.of[POPLENS_FIRST]};
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, &rule);
  g_autoptr (PoplensComparedWork) work = poplens_compare_work (self->of);
  g_auto (PoplensStragglerChange) slow = {0};
  GString *text = g_string_new (NULL);

  *answer = (PoplensTimeAnswer){0};
  append_iteration (text, self);
  append_program (text, self, causes, work);
  if (!is_noise (program) && !has_other_turns (self))
    append_parts (text, self, changes, &slow, answer);
  append_outside (text, self);
  answer->text = g_string_free (text, FALSE);
  if (answer->location)
    return;
  if (slow.n && 2 * ABS (slow.change) >= ABS (program.change))
    link_tiles (answer, &slow);
  else if (causes->len)
    link_step (answer, self, &g_array_index (causes, PoplensChangeCause, 0));
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
