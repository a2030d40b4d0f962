#include "tables/compare/compare-time-answer.h"

#include "analysis/compare/compare.h"
#include "base/format.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "model/tile-set.h"
#include "tables/compare/compare-time-causes.h"
#include "tables/compare/compare-time-parts.h"

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

/* The headline, where both reports have iterations. FALSE if one has none. @amount: (out) */
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
  PoplensAmount amount = poplens_amount_of (outside_of (&self->of[POPLENS_FIRST]),
                                            outside_of (&self->of[POPLENS_SECOND]));

  if (poplens_amount_is_noise (amount))
    return;
  g_string_append (text, " Outside the program: ");
  append_less (text, amount);
  g_string_append_c (text, '.');
}

/* ---- where to look -----------------------------------------------------------------------------
 */

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
  g_auto (PoplensTimeLead) lead = {0};
  GString *text = g_string_new (NULL);

  *answer = (PoplensTimeAnswer){0};
  /* Work between iterations changes the program and no iteration. */
  if (!append_iteration (text, self, &answer->judged) ||
      (!has_other_turns (self) && ABS (program.part) > ABS (answer->judged.part)))
    answer->judged = program;
  append_program (text, self, causes, work);
  if (!has_other_turns (self))
    poplens_time_parts_append (text, self, changes, program.change, rule.noise, &lead);
  append_outside (text, self);
  answer->text = g_string_free (text, FALSE);
  if (lead.slow.n)
    link_slow (answer, self, &lead.slow);
  else if (lead.tiles.n && 2 * ABS (lead.tiles.change) >= ABS (program.change))
    link_tiles (answer, &lead.tiles);
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
