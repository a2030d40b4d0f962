#include "tables/compare/compare-time-causes.h"

#include "analysis/compare/compare.h"
#include "base/format.h"

/* "operations" that are bound so. */
static const char *
things_of (PoplensBound bound)
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

/* ", now on the critical path; its own cycles did not change": the path has more or less of it, and
 * it takes as long as before. */
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

/* ", 20 executions on the critical path instead of 16" where that is most of it, as nothing became
 * slower then. Others may be off it: the program may do it as often as before. */
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

/* ", added" where the other report has nothing of it. That a stream is not waited for says nothing
 * of whether there is one. */
static const char *
alone_in_words (const PoplensPathChange *change, const PoplensComparedWork *work)
{
  if (change->bound == POPLENS_BOUND_HOST_WAIT || change->bound == POPLENS_BOUND_HOST_TRANSFER ||
      poplens_compared_work_is_in_both (work, change))
    return moved_in_words (change);
  return change->n[POPLENS_FIRST] ? ", removed" : ", added";
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
  else if (change->match == POPLENS_MATCHED_NOT)
    g_string_append (text, alone_in_words (change, work));
  else if (!by_speed)
    append_executions (text, change);
}

/* "compute (46 operations, most in …/MatMul)", or "largest in" if it is not most of that, and
 * "among them" if others changed as much: of rows that changed as all of it did. @work: (nullable):
 * no reason is told */
static void
append_class (GString *text, const PoplensChangeCause *cause, gboolean by_speed,
              const PoplensComparedWork *work)
{
  g_string_append_printf (text, "%s (", poplens_bound_title (cause->change->bound));
  if (cause->n > 1)
    g_string_append_printf (text, "%u %s", cause->n, things_of (cause->change->bound));
  g_string_append_printf (text, "%s%s %s", cause->n > 1 ? ", " : "",
                          cause->ties   ? "among them"
                          : cause->main ? "most in"
                                        : "largest in",
                          cause->change->subject);
  if (work && cause->main && !cause->ties)
    append_reason (text, cause->change, by_speed, work);
  g_string_append_c (text, ')');
}

/* Appends "compute that itself did not change: less of it overlaps other work": what is off the
 * critical path runs beside other work. @whole: FALSE leaves out the reason, for the list. */
static void
append_moved_class (GString *text, const PoplensChangeCause *cause, gboolean whole)
{
  g_string_append_printf (text, "%s that itself did not change",
                          poplens_bound_title (cause->change->bound));
  if (whole)
    g_string_append_printf (text, ": %s of it overlaps other work",
                            cause->amount > 0 ? "less" : "more");
}

/* As poplens_change_cause_title (), with the reason; @work: (nullable): without it */
static void
append_title (GString *text, const PoplensChangeCause *cause, gboolean by_speed,
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
    append_title (text, cause, FALSE, NULL);
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
    append_title (text, cause, by_speed, work);
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
