#include "tables/liveness/contents-answer.h"

#include "base/format.h"

/* ", at its peak step 1225"; of many tiles ", each tile at its own peak step". (transfer full) */
static char *
step_text (const PoplensContentsScope *of)
{
  if (of->step != POPLENS_NO_STEP)
    return g_strdup_printf (", at step %u", of->step);
  if (of->n_tiles != 1)
    return g_strdup (", each tile at its own peak step");
  return g_strdup_printf (", at its peak step %u", of->at);
}

static void
add_term (GString *text, gint64 bytes, const char *what)
{
  PoplensNumber number;

  g_string_append_printf (text, "%s%s %s", bytes < 0 ? " − " : " + ",
                          poplens_format_count (number, (guint64) ABS (bytes)), what);
}

/* "1,133,036 live + 22,172 packing + 652 gaps = 1,155,860 of 638,976 B". (transfer full) */
static char *
sum_text (const PoplensContentsSums *sums, const PoplensContentsScope *of)
{
  GString *text = g_string_new (NULL);
  PoplensNumber live, total, capacity;

  g_string_append_printf (text, "%s live", poplens_format_count (live, (guint64) sums->live));
  if (sums->not_live)
    add_term (text, sums->not_live, "not live at this step");
  add_term (text, sums->packing, "packing");
  add_term (text, sums->gaps, "gaps");
  g_string_append_printf (text, " = %s", poplens_format_count (total, (guint64) sums->total));
  if (of->capacity)
    g_string_append_printf (text, " of %s",
                            poplens_format_count (capacity, of->capacity * of->n_tiles));
  g_string_append (text, " B");
  return g_string_free (text, FALSE);
}

static char *
side_text (const PoplensContentsAnswer *answer, guint side, const char *before)
{
  const PoplensContentsScope *of = &answer->of[side];
  g_autofree char *step = step_text (of);
  g_autofree char *sums = sum_text (&answer->contents->sums[side], of);

  return *before ? g_strdup_printf ("%s%s%s: %s.", before, of->scope, step, sums)
                 : g_strdup_printf ("%c%s%s: %s.", g_ascii_toupper (*of->scope), of->scope + 1,
                                    step, sums);
}

char *
poplens_contents_sentence (const PoplensContentsAnswer *answer)
{
  gboolean two = answer->contents->n_sides > 1;
  g_autofree char *first = side_text (answer, 0, two ? "Before: " : "");
  g_autofree char *second = two ? side_text (answer, 1, "After: ") : NULL;
  GString *text = g_string_new (first);
  PoplensNumber steps;

  if (second)
    g_string_append_printf (text, " %s", second);
  if (answer->n_steps > 2)
    g_string_append_printf (text, " First two of %s.",
                            poplens_format_items (steps, answer->n_steps, "step"));
  if (answer->of[0].replicas > 1)
    g_string_append_printf (text, " One of %u replicas.", answer->of[0].replicas);
  return g_string_free (text, FALSE);
}
