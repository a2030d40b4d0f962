/* What a fit and a plan come to, in words. */
#include "analysis/insights/fit.h"

#include "base/format.h"

#include <string.h>

/* From here on one cause is the first. */
#define FIRST_CAUSE 0.8
#define MOST_NAMED 4
/* Of the worst tile: less is not worth a word. */
#define WORTH_NAMING 0.05

/* "optimiser state" of "Optimiser state": within a sentence. (transfer full) */
static char *
lower_first (const char *title)
{
  char *text = g_strdup (title);

  if (!g_ascii_isupper (text[1]))
    text[0] = g_ascii_tolower (text[0]);
  return text;
}

static const char *
count_word (guint n, gboolean capital)
{
  static const char *const words[][2] = {{"no", "No"},       {"one", "One"},    {"two", "Two"},
                                         {"three", "Three"}, {"four", "Four"},  {"five", "Five"},
                                         {"six", "Six"},     {"seven", "Seven"}};

  return words[MIN (n, G_N_ELEMENTS (words) - 1)][capital];
}

/* ---- causes ------------------------------------------------------------------------------------
 */

static gboolean
is_shown (const PoplensFitCause *cause)
{
  return cause->is_kind && cause->tile_share >= WORTH_NAMING;
}

static void
append_kinds (GString *text, const PoplensFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->causes->len && n < MOST_NAMED; i++) {
    const PoplensFitCause *cause = &g_array_index (fit->causes, PoplensFitCause, i);
    g_autofree char *name = lower_first (cause->title);
    PoplensNumber share;
    if (!is_shown (cause))
      continue;
    g_string_append_printf (text, "%s%s (%s)", n++ ? ", " : "", name,
                            poplens_format_percent (share, cause->tile_share));
  }
}

static guint
count_kinds (const PoplensFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->causes->len && n < MOST_NAMED; i++)
    n += is_shown (&g_array_index (fit->causes, PoplensFitCause, i));
  return n;
}

static void
append_variable (GString *text, const PoplensFitCause *cause, PoplensByteUnit unit)
{
  PoplensNumber bytes;

  if (cause->variable)
    g_string_append_printf (text, " Largest variable of it on the worst tile: %s, %s.",
                            cause->variable,
                            poplens_format_bytes (bytes, cause->variable_bytes, unit));
}

static void
append_first_cause (GString *text, const PoplensFit *fit, const PoplensFitCause *cause,
                    PoplensByteUnit unit)
{
  PoplensNumber left;

  if (!cause->tiles_over)
    g_string_append_printf (text, "%s: first cause; without this memory every tile fits.",
                            cause->title);
  else
    g_string_append_printf (text, "%s: first cause; without this memory %s would still not fit.",
                            cause->title, poplens_format_items (left, cause->tiles_over, "tile"));
  append_variable (text, cause, unit);
}

static char *
answer_where_it_fits (const PoplensFit *self, PoplensByteUnit unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensNumber tiles, bytes, capacity;

  g_string_append_printf (text, "All %s fit. Worst tile: %u, %s of %s.",
                          poplens_format_items (tiles, self->n_tiles, "tile"), self->worst_tile,
                          poplens_format_bytes (bytes, self->worst_bytes, unit),
                          poplens_format_bytes (capacity, self->capacity, unit));
  if (count_kinds (self)) {
    g_string_append (text, " Most of it: ");
    append_kinds (text, self);
    g_string_append_c (text, '.');
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
poplens_fit_answer (const PoplensFit *self, PoplensByteUnit unit)
{
  const PoplensFitCause *first =
      self->causes->len ? &g_array_index (self->causes, PoplensFitCause, 0) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = count_kinds (self);

  if (!self->capacity)
    return g_strdup ("Tile capacity not recorded.");
  if (!poplens_fit_is_over (self))
    return answer_where_it_fits (self, unit);
  if (first && first->share >= FIRST_CAUSE) {
    append_first_cause (text, self, first, unit);
    return g_string_free (g_steal_pointer (&text), FALSE);
  }
  g_string_append (text, "No single cause.");
  if (n) {
    g_string_append_printf (
        text, n == 1 ? " %s kind fills the worst tile: " : " %s kinds fill the worst tile: ",
        count_word (n, TRUE));
    append_kinds (text, self);
    g_string_append_c (text, '.');
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- changes -----------------------------------------------------------------------------------
 */

/* "140–151 KiB", or one number where both are the same. (transfer full) */
static char *
byte_range (guint64 optimistic, guint64 pessimistic, PoplensByteUnit unit)
{
  PoplensNumber low, high;

  poplens_format_bytes (low, MIN (optimistic, pessimistic), unit);
  poplens_format_bytes (high, MAX (optimistic, pessimistic), unit);
  if (!strcmp (low, high))
    return g_strdup (high);
  const char *low_unit = strchr (low, ' '), *high_unit = strchr (high, ' ');
  if (low_unit && !g_strcmp0 (low_unit, high_unit))
    low[low_unit - low] = '\0';
  return g_strdup_printf ("%s\u2013%s", low, high);
}

static char *
count_range (guint32 optimistic, guint32 pessimistic)
{
  PoplensNumber low, high;

  poplens_format_count (low, MIN (optimistic, pessimistic));
  poplens_format_count (high, MAX (optimistic, pessimistic));
  return strcmp (low, high) ? g_strdup_printf ("%s\u2013%s", low, high) : g_strdup (low);
}

static guint32
left_over (const PoplensFitChange *change, PoplensEstimate estimate)
{
  return change->tiles_over[estimate] + change->tiles_tight[estimate];
}

static void
append_left (GString *text, const PoplensFit *fit, const PoplensFitChange *change)
{
  g_autofree char *left = count_range (left_over (change, POPLENS_ESTIMATE_OPTIMISTIC),
                                       left_over (change, POPLENS_ESTIMATE_PESSIMISTIC));
  guint32 before = fit->tiles_over + fit->tiles_tight;
  PoplensNumber tiles;

  if (!before)
    g_string_append (text, ".");
  else if (!left_over (change, POPLENS_ESTIMATE_PESSIMISTIC))
    g_string_append (text, "; then every tile fits.");
  else
    g_string_append_printf (text, "; %s of %s that do not fit remain.", left,
                            poplens_format_items (tiles, before, "tile"));
}

char *
poplens_fit_change_sentence (const PoplensFit *self, const PoplensFitChange *change,
                             PoplensByteUnit unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *saving = byte_range (change->saving[0], change->saving[1], unit);
  PoplensNumber most;

  if (change->is_bound) {
    g_string_append_printf (text, "%s: saves at most %s on the worst tile, maybe nothing",
                            change->title, poplens_format_bytes (most, change->saving[0], unit));
    if (!left_over (change, POPLENS_ESTIMATE_OPTIMISTIC) && poplens_fit_is_over (self))
      g_string_append (text, "; with all of it every tile would fit");
    g_string_append_c (text, '.');
  } else {
    g_string_append_printf (text, "%s: saves %s on the worst tile", change->title, saving);
    append_left (text, self, change);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- plan --------------------------------------------------------------------------------------
 */

static void
append_changes (GString *text, const GPtrArray *changes)
{
  for (guint i = 0; i < changes->len; i++) {
    g_autofree char *name = lower_first (((const PoplensFitChange *) changes->pdata[i])->title);
    g_string_append_printf (text, "%s%s", i ? ", " : "", name);
  }
}

static char *
no_plan (const PoplensFit *fit, const PoplensFitPlan *self, PoplensByteUnit unit)
{
  g_autoptr (GString) text = g_string_new ("No set of these changes makes it fit");
  guint32 left = self->tiles_over[0] + self->tiles_tight[0];
  PoplensNumber tiles, all;

  if (!self->changes->len)
    return g_strdup ("None of the known changes reduces the memory of tiles over capacity.");
  g_string_append_printf (text, "; with the best (");
  append_changes (text, self->changes);
  g_string_append_printf (text, ") at least %s of %s remain over capacity.",
                          poplens_format_count (tiles, left),
                          poplens_format_items (all, fit->n_tiles, "tile"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
poplens_fit_plan_sentence (const PoplensFit *fit, const PoplensFitPlan *self, PoplensByteUnit unit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *worst = NULL;
  PoplensNumber capacity;

  if (!fit->capacity)
    return g_strdup ("Tile capacity not recorded.");
  if (self->verdict == POPLENS_PLAN_NONE)
    return no_plan (fit, self, unit);
  if (!self->changes->len)
    return g_strdup ("It fits as it is; no change is needed.");
  worst = self->verdict == POPLENS_PLAN_FITS
              ? byte_range (self->worst_bytes[0], self->worst_bytes[1], unit)
              : byte_range (self->worst_bytes[0], self->worst_bytes[0], unit);
  g_string_append_printf (text,
                          self->changes->len == 1 ? "%s change makes it fit: "
                                                  : "%s changes make it fit together: ",
                          count_word (self->changes->len, TRUE));
  append_changes (text, self->changes);
  g_string_append_printf (text, ". Worst tile then: %s of %s.", worst,
                          poplens_format_bytes (capacity, fit->capacity, unit));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
