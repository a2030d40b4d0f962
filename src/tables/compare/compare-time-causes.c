#include "tables/compare/compare-time-causes.h"

#include "analysis/compare/compare.h"
#include "base/format.h"

/* So many causes are named. */
#define MOST_CAUSES 3

/* Not from how often it is executed, where that can be told. */
static gint64
speed_of (const PoplensPathChange *change)
{
  gint64 counts, speed;

  return poplens_path_change_parts (change, &counts, &speed) ? speed : poplens_path_change (change);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const PoplensChangeCause *x = a, *y = b;

  if (ABS (x->amount) != ABS (y->amount))
    return ABS (x->amount) < ABS (y->amount) ? 1 : -1;
  /* In the order of the table. */
  return x->at < y->at ? -1 : x->at > y->at;
}

static void
add_row (PoplensChangeCause *class, const PoplensChangeCause *row, gint64 sign)
{
  class->amount += row->amount;
  if (sign * row->amount <= 0)
    return;
  class->n++;
  class->ties |= row->amount == class->largest;
  if (ABS (row->amount) <= ABS (class->largest))
    return;
  class->ties = FALSE;
  class->largest = row->amount;
  class->change = row->change;
  class->at = row->at;
}

/* (transfer full) GArray of PoplensChangeCause: classes that changed in the direction @sign. */
static GArray *
join_classes (const GArray *rows, gint64 sign)
{
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (PoplensChangeCause));
  PoplensChangeCause by_class[POPLENS_N_BOUNDS] = {{0}};

  for (guint r = 0; r < rows->len; r++) {
    const PoplensChangeCause *row = &g_array_index (rows, PoplensChangeCause, r);
    add_row (&by_class[row->change->bound], row, sign);
  }
  for (guint c = 0; c < POPLENS_N_BOUNDS; c++)
    if (sign * by_class[c].amount > 0)
      g_array_append_val (classes, by_class[c]);
  g_array_sort (classes, compare);
  return classes;
}

static gint64
sum_of (const GArray *causes, guint n)
{
  gint64 sum = 0;

  for (guint c = 0; c < MIN (causes->len, n); c++)
    sum += g_array_index (causes, PoplensChangeCause, c).amount;
  return ABS (sum);
}

GArray *
poplens_change_causes_new (const GPtrArray *changes, gboolean by_speed, double noise)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (PoplensChangeCause));
  GArray *causes = g_array_new (FALSE, FALSE, sizeof (PoplensChangeCause));
  gint64 sum = 0;

  for (guint c = 0; c < changes->len; c++) {
    gint64 amount =
        by_speed ? speed_of (changes->pdata[c]) : poplens_path_change (changes->pdata[c]);
    PoplensChangeCause cause = {changes->pdata[c], amount, amount, c, 1, FALSE};
    if (cause.change->bound == POPLENS_BOUND_OUTSIDE || !amount)
      continue;
    sum += amount;
    g_array_append_val (rows, cause);
  }
  gboolean same = (double) ABS (sum) < noise;
  for (guint r = 0; r < rows->len; r++) {
    const PoplensChangeCause *row = &g_array_index (rows, PoplensChangeCause, r);
    if (same ? (double) ABS (row->amount) >= noise : (row->amount > 0) == (sum > 0))
      g_array_append_vals (causes, row, 1);
  }
  g_array_sort (causes, compare);
  if (same || 2 * sum_of (causes, MOST_CAUSES) > sum_of (causes, causes->len))
    return causes;
  g_array_unref (causes);
  return join_classes (rows, sum > 0 ? 1 : -1);
}

/* "operations" that are bound so. */
static const char *
things_of (PoplensBound bound)
{
  return bound == POPLENS_BOUND_INTER_IPU                                           ? "copies"
         : bound == POPLENS_BOUND_HOST_WAIT || bound == POPLENS_BOUND_HOST_TRANSFER ? "streams"
                                                                                    : "operations";
}

/* ", now on the critical path; its own cycles did not change": the path has more or less of it, and
 * it takes as long as before. */
static void
append_moved (GString *text, const PoplensPathChange *change, gint64 own)
{
  PoplensNumber number;

  if (change->match == POPLENS_MATCHED_NOT)
    g_string_append (text, change->n[POPLENS_FIRST] ? ", no longer on the critical path"
                                                    : ", now on the critical path");
  else
    g_string_append (text, poplens_path_change (change) < 0 ? ", less of it on the critical path"
                                                            : ", more of it on the critical path");
  if (own)
    g_string_append_printf (text, "; its own cycles changed by %s",
                            poplens_format_signed (number, own));
  else
    g_string_append (text, "; its own cycles did not change");
}

/* ", 20 executions instead of 16" where that is most of it, as nothing became slower then. */
static void
append_executions (GString *text, const PoplensPathChange *change)
{
  const guint64 *n = change->n;
  gint64 counts, speed;
  PoplensNumber first, second;

  if (!poplens_path_change_parts (change, &counts, &speed) || ABS (speed) > ABS (counts))
    return;
  g_string_append_printf (text, ", %s instead of %s",
                          poplens_format_items (second, n[POPLENS_SECOND], "execution"),
                          poplens_format_count (first, n[POPLENS_FIRST]));
}

/* Why the path has more or less of one operation, if not from its speed. */
static void
append_reason (GString *text, const PoplensPathChange *change, gboolean by_speed,
               const PoplensComparedWork *work)
{
  gint64 own;

  if (!by_speed && poplens_compared_work_moved (work, change) &&
      poplens_compared_work_own (work, change, &own))
    append_moved (text, change, own);
  else if (change->match == POPLENS_MATCHED_NOT && poplens_compared_work_is_in_both (work, change))
    g_string_append (text, change->n[POPLENS_FIRST] ? ", no longer on the critical path"
                                                    : ", now on the critical path");
  else if (change->match == POPLENS_MATCHED_NOT)
    g_string_append (text, change->n[POPLENS_FIRST] ? ", removed" : ", added");
  else if (!by_speed)
    append_executions (text, change);
}

/* "…/MatMul (exchange)", "sync", "compute (46 operations, most in …/MatMul)". (transfer full) */
static char *
title_of (const PoplensChangeCause *cause, gboolean by_speed, const PoplensComparedWork *work)
{
  const char *class = poplens_bound_title (cause->change->bound);
  GString *text = g_string_new (cause->n > 1 ? class : cause->change->subject);

  if (!*cause->change->subject)
    return g_string_free (g_string_assign (text, class), FALSE);
  if (cause->n > 1) {
    g_string_append_printf (text, " (%u %s", cause->n, things_of (cause->change->bound));
    if (!cause->ties)
      g_string_append_printf (text, ", most in %s", cause->change->subject);
  } else {
    g_string_append_printf (text, " (%s", class);
    append_reason (text, cause->change, by_speed, work);
  }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

void
poplens_change_causes_append (GString *text, const GArray *causes, gboolean by_speed,
                              const PoplensComparedWork *work)
{
  double least = causes->len
                     ? POPLENS_LEAST_CAUSE *
                           (double) ABS (g_array_index (causes, PoplensChangeCause, 0).amount)
                     : 0;

  for (guint c = 0; c < MIN (causes->len, MOST_CAUSES); c++) {
    const PoplensChangeCause *cause = &g_array_index (causes, PoplensChangeCause, c);
    g_autofree char *title = title_of (cause, by_speed, work);
    PoplensNumber number;
    if ((double) ABS (cause->amount) < least)
      break;
    g_string_append_printf (text, "%s %s from %s", c ? "," : ":",
                            poplens_format_signed (number, cause->amount), title);
  }
}

/* ---- what only one report has ------------------------------------------------------------------
 */

/* " Added: encoder/layer.4, 412,345 cycles of work; Fwd/dropout, …." */
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
  for (; told < MIN (n, MOST_CAUSES); told++) {
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
