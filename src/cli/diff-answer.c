/* Sentences of the command diff before its sections: notices, memory, time, and the next
 * command. */
#include "analysis/compare/compare.h"
#include "analysis/summary/headline.h"
#include "base/format.h"
#include "cli/diff.h"
#include "derived/compare/compare-headline.h"
#include "derived/compare/compare-source.h"

#include <string.h>

/* Tables about the memory of tiles (of_memory), and about liveness (of_liveness). */
static const char *const of_memory[] = {"summary", "findings", "memory-categories", "memory-tiles",
                                        NULL};
static const char *const of_liveness[] = {"variables", "liveness-steps", NULL};

/* ---- memory ---------------------------------------------------------------------------------- */

static gboolean
shows_any (const PoplensDiff *self, const char *const *names_of)
{
  for (guint s = 0; s < self->n_sections; s++)
    if (self->sections[s].table && g_strv_contains (names_of, self->sections[s].name))
      return TRUE;
  return FALSE;
}

/* Sets .fullest to a sentence: the fullest tile is unchanged, or what grew on it. Does not look for
 * what grew if a report is on another computer, because that reads the tile's variables. */
static void
diff_describe_fullest (PoplensDiff *self, const PoplensCompareSource *source,
                       const PoplensHeadline of[POPLENS_N_SIDES])
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  PoplensAmount amount = poplens_amount_of ((gint64) a->fullest_bytes, (gint64) b->fullest_bytes);
  PoplensNumber bytes;

  self->fullest_tile = b->fullest_tile;
  if (!amount.change && a->fits && b->fits && a->has_memory && b->has_memory)
    self->fullest =
        g_strdup_printf ("Fullest tile unchanged at %s.",
                         poplens_format_bytes (bytes, b->fullest_bytes, self->output->unit));
  if (amount.change <= 0 || poplens_amount_is_noise (amount) ||
      !poplens_report_is_near (self->first) || !poplens_report_is_near (self->second))
    return;
  self->fullest = poplens_compared_fullest (source, of, self->output->unit, NULL);
  self->fullest_grew = self->fullest != NULL;
}

/* Returns the size of a change relative to Before, without its sign. */
static double
change_share (PoplensAmount amount)
{
  return amount.has_part ? ABS (amount.part) : amount.change ? G_MAXDOUBLE : 0;
}

/* Sorts the sentences about the peak and about time: the one with the larger relative change comes
 * first. */
static void
diff_order_sentences (PoplensDiff *self, PoplensAmount peak)
{
  gboolean time_first = change_share (self->time.judged) > change_share (peak);

  self->told[0] = self->fullest_grew ? self->fullest : NULL;
  self->told[1] = time_first ? self->time.text : self->peak;
  self->told[2] = time_first ? self->peak : self->time.text;
  self->told[3] = self->fullest_grew ? NULL : self->fullest;
}

static PoplensAmount
diff_say_memory (PoplensDiff *self)
{
  const PoplensCompareSource source = {{self->first, self->second}};
  PoplensHeadline of[POPLENS_N_SIDES];
  PoplensAmount amount = {0};
  gint64 change;

  if (!shows_any (self, of_memory) && !shows_any (self, of_liveness))
    return amount;
  poplens_compared_headlines (&source, of, NULL);
  if (shows_any (self, of_memory)) {
    self->fit = poplens_compared_fit (of, self->output->unit);
    diff_describe_fullest (self, &source, of);
    self->over_after = of[POPLENS_SECOND].fit_known && !of[POPLENS_SECOND].fits;
  }
  g_autofree char *peak = shows_any (self, of_liveness)
                              ? poplens_compared_peak (of, self->output->unit, &amount)
                              : NULL;
  if (!peak)
    return amount;
  g_autofree char *why =
      poplens_amount_is_noise (amount)
          ? NULL
          : poplens_compared_peak_why (&source, TRUE, self->output->unit, &change, NULL);
  /* The reason includes always-live memory (TRUE above), as do the tables. */
  self->peak = why ? g_strdup_printf ("%s At the peak: %c%s", peak, g_ascii_tolower (*why), why + 1)
                   : g_steal_pointer (&peak);
  return amount;
}

/* ---- notices --------------------------------------------------------------------------------- */

/* TRUE if the text @lacks contains why a section is absent. That reason is printed in the section's
 * place. */
static gboolean
is_reason_of_section (const PoplensDiff *diff, const char *lacks)
{
  for (guint s = 0; s < diff->n_sections; s++)
    if (diff->sections[s].absent && strstr (lacks, diff->sections[s].absent))
      return TRUE;
  return FALSE;
}

/* Adds a notice for each table without rows that could not compare some data. A table with rows
 * says so in its note. */
static void
add_lacks_as_notices (PoplensDiff *diff)
{
  for (guint s = 0; s < diff->n_sections; s++) {
    const PoplensTable *table = diff->sections[s].table;
    const char *lacks =
        table && !poplens_table_n_rows (table) ? poplens_table_get_lacks (table) : NULL;
    if (lacks && !is_reason_of_section (diff, lacks) &&
        !g_ptr_array_find_with_equal_func (diff->notices, lacks, g_str_equal, NULL))
      g_ptr_array_add (diff->notices, g_strdup (lacks));
  }
}

/* Adds the notices of @report without duplicates, as both reports may be the same. */
static void
add_diff_notices (PoplensDiff *diff, PoplensReport *report, PoplensReport *other)
{
  g_autofree char *name = poplens_report_name_beside (report, other);
  g_autoptr (GPtrArray) notices = poplens_report_list_notices (report);
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (report);

  diff->damaged |= damage->len > 0;
  for (guint n = 0; n < notices->len; n++) {
    g_autofree char *notice = g_strdup_printf ("%s: %s", name, (char *) notices->pdata[n]);
    if (!g_ptr_array_find_with_equal_func (diff->notices, notice, g_str_equal, NULL))
      g_ptr_array_add (diff->notices, g_steal_pointer (&notice));
  }
}

/* ---- next ------------------------------------------------------------------------------------ */

/* Returns the next command to suggest: "poplens-cli fit AFTER". (transfer full) (nullable) */
static char *
diff_choose_next (const PoplensDiff *self)
{
  PoplensReport *more = self->time.side == POPLENS_FIRST ? self->first : self->second;
  g_autofree char *of_time = poplens_cli_report_argument (more);
  g_autofree char *after = poplens_cli_report_argument (self->second);

  if (self->fullest_grew && self->over_after)
    return g_strdup_printf ("poplens-cli fit %s", after);
  if (self->time.location)
    return g_strdup_printf ("poplens-cli time %s", of_time);
  return self->fullest_grew
             ? g_strdup_printf ("poplens-cli memory %s --tile %u", after, self->fullest_tile)
             : NULL;
}

void
poplens_diff_answer (PoplensDiff *diff)
{
  diff_order_sentences (diff, diff_say_memory (diff));
  diff->notices = g_ptr_array_new_with_free_func (g_free);
  add_diff_notices (diff, diff->first, diff->second);
  add_diff_notices (diff, diff->second, diff->first);
  add_lacks_as_notices (diff);
  diff->next = diff_choose_next (diff);
}
