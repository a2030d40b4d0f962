#include "tables/compare/compare-time-answer.h"

#include "analysis/compare/compare.h"
#include "base/format.h"

/* So many causes are named, and none of less than a tenth of the largest: it would explain little.
 */
#define MOST_CAUSES 3
#define LEAST_CAUSE 0.1

static gint64
change_of (const PoplensPathChange *change)
{
  return (gint64) change->cycles[POPLENS_SECOND] - (gint64) change->cycles[POPLENS_FIRST];
}

/* Not from how often it is executed, where that can be told. */
static gint64
speed_of (const PoplensPathChange *change)
{
  gint64 counts, speed;

  return poplens_path_change_parts (change, &counts, &speed) ? speed : change_of (change);
}

typedef gint64 (*AmountOf) (const PoplensPathChange *change);

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  AmountOf amount_of = *(AmountOf *) data;
  gint64 x = ABS (amount_of (*(PoplensPathChange *const *) a));
  gint64 y = ABS (amount_of (*(PoplensPathChange *const *) b));

  return x < y ? 1 : -(x > y);
}

/* What is in the program, largest amount first: of a rise only what rose, of a fall what fell; the
 * others explain nothing of it. (transfer container) */
static GPtrArray *
list_causes (const GPtrArray *changes, AmountOf amount_of)
{
  GPtrArray *causes = g_ptr_array_new ();
  gint64 sum = 0;

  for (guint c = 0; c < changes->len; c++) {
    PoplensPathChange *change = changes->pdata[c];
    if (change->bound == POPLENS_BOUND_OUTSIDE || !amount_of (change))
      continue;
    sum += amount_of (change);
    g_ptr_array_add (causes, change);
  }
  for (guint c = causes->len; sum && c-- > 0;)
    if ((amount_of (causes->pdata[c]) > 0) != (sum > 0))
      g_ptr_array_remove_index_fast (causes, c);
  g_ptr_array_sort_with_data (causes, compare, &amount_of);
  return causes;
}

static void
append_causes (GString *text, const GPtrArray *changes, AmountOf amount_of)
{
  g_autoptr (GPtrArray) causes = list_causes (changes, amount_of);
  double least = causes->len ? LEAST_CAUSE * (double) ABS (amount_of (causes->pdata[0])) : 0;

  if (!causes->len && amount_of == speed_of)
    g_string_append (text, ": nothing");
  for (guint c = 0; c < MIN (causes->len, MOST_CAUSES); c++) {
    const PoplensPathChange *cause = causes->pdata[c];
    g_autofree char *title = poplens_path_title (cause->bound, cause->subject);
    gint64 change = amount_of (cause);
    PoplensNumber number;
    if ((double) ABS (change) < least)
      break;
    g_string_append_printf (text, "%s %s from %s", c ? "," : ":",
                            poplens_format_signed (number, change), title);
  }
}

/* "1,200 cycles less (−1.5 %)". */
static void
append_less (GString *text, PoplensAmount amount)
{
  PoplensNumber cycles, part;

  g_string_append_printf (text, "%s %s",
                          poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"),
                          amount.change < 0 ? "less" : "more");
  if (amount.has_part)
    g_string_append_printf (text, " (%s)", poplens_format_signed_percent (part, amount.part));
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
  g_string_append (text, "One iteration takes ");
  append_less (text, amount);
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
  g_string_append_printf (text, ", with %u iterations instead of %u. By speed",
                          count_turns (self, POPLENS_SECOND), count_turns (self, POPLENS_FIRST));
  return TRUE;
}

static void
append_program (GString *text, const PoplensComparedTime *self, const GPtrArray *changes)
{
  PoplensAmount amount = poplens_amount_of (program_of (&self->of[POPLENS_FIRST]),
                                            program_of (&self->of[POPLENS_SECOND]));
  const char *in = self->whole ? "" : " of the scope";
  PoplensNumber cycles, part;

  if (amount.change)
    g_string_append_printf (text, "Program time%s %s by %s", in,
                            amount.change < 0 ? "fell" : "rose",
                            poplens_format_items (cycles, (guint64) ABS (amount.change), "cycle"));
  else
    g_string_append_printf (
        text, "Program time%s is unchanged at %s", in,
        poplens_format_items (cycles, (guint64) amount.of[POPLENS_FIRST], "cycle"));
  if (amount.change && amount.has_part)
    g_string_append_printf (text, " (%s)", poplens_format_signed_percent (part, amount.part));
  append_causes (text, changes, append_turns (text, self) ? speed_of : change_of);
  g_string_append_c (text, '.');
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

/* Where most of the change is one bar of the waterfall, and not how often there is an iteration. */
static void
append_bar (GString *text, const PoplensComparedTime *self)
{
  gint64 first[POPLENS_N_BARS], second[POPLENS_N_BARS], most = 0;
  gint64 change = program_of (&self->of[POPLENS_SECOND]) - program_of (&self->of[POPLENS_FIRST]);
  const char *words = NULL;
  PoplensNumber number;

  if (!change || has_other_turns (self))
    return;
  poplens_compare_bars (&self->of[POPLENS_FIRST], first);
  poplens_compare_bars (&self->of[POPLENS_SECOND], second);
  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++)
    if ((second[b] > first[b]) == (change > 0) && ABS (second[b] - first[b]) > ABS (most)) {
      most = second[b] - first[b];
      words = bar_in_words (b);
    }
  if (words && 2 * ABS (most) >= ABS (change))
    g_string_append_printf (text, " Most of it is %s: %s.", words,
                            poplens_format_signed (number, most));
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

char *
poplens_compare_time_answer (const PoplensComparedTime *self, const GPtrArray *changes)
{
  GString *text = g_string_new (NULL);

  append_iteration (text, self);
  append_program (text, self, changes);
  append_bar (text, self);
  append_outside (text, self);
  return g_string_free (text, FALSE);
}

char *
poplens_compare_time_text (const PoplensComparedTime *self)
{
  g_autoptr (GPtrArray) changes = poplens_compare_paths (self->of);

  return poplens_compare_time_answer (self, changes);
}

char *
poplens_compare_time_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  PoplensComparedTime time;

  return poplens_compare_source_init (&source, report, error) &&
                 poplens_compared_time_load (&source, NULL, &time, cancellable, error)
             ? poplens_compare_time_text (&time)
             : NULL;
}
