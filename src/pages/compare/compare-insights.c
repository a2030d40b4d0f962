/* Insights of two reports: which findings on memory and time are new, gone, worse or better. */
#include "derived/compare/compare-insights.h"

#include "base/error.h"
#include "pages/compare/compare-page.h"
#include "pages/insights/insights-page.h"

/* Returns the tone of a finding. A BAD finding that only the first report has is GOOD; one that
 * only the second has is BAD. Other findings are MORE, LESS or NEUTRAL, by @change (bytes). */
static PoplensTone
tone_of (const PoplensFinding *first, const PoplensFinding *second, gint64 change)
{
  const PoplensFinding *alone = !first ? second : !second ? first : NULL;

  if (alone && alone->kind == POPLENS_FINDING_BAD)
    return second ? POPLENS_TONE_BAD : POPLENS_TONE_GOOD;
  if (!change)
    return POPLENS_TONE_NEUTRAL;
  return change > 0 ? POPLENS_TONE_MORE : POPLENS_TONE_LESS;
}

static void
compare_insights_add_finding (PoplensComparePage *self, GPtrArray *facts,
                              const PoplensFinding *first, const PoplensFinding *second,
                              PoplensAmount amount)
{
  const PoplensFinding *now = second ? second : first;
  PoplensByteUnit unit = self->context->unit;
  g_autofree char *label =
      g_strdup_printf ("%s: %s", now->title, poplens_finding_became (first, second));
  g_autofree char *is = poplens_finding_sentence (now, unit);
  g_autofree char *sentence = second ? g_strdup (is) : g_strconcat ("Before: ", is, NULL);
  g_autofree char *before = first && second ? poplens_finding_sentence (first, unit) : NULL;
  PoplensNumber number;
  PoplensFact *fact = poplens_facts_add (
      facts, label, poplens_format_signed_bytes (number, amount.change, unit), sentence);

  fact->tone = tone_of (first, second, amount.change);
  fact->cause = before   ? g_strconcat ("Before: ", before, NULL)
                : second ? g_strdup ("Before: not found")
                         : g_strdup ("After: no longer found");
  fact->source = "Change: after − before";
  /* Link to the first report alone if it has the finding, else to both reports. */
  const char *location = (first ? first : second)->location;
  fact->link = first ? poplens_location_before_alone (location) : g_strdup (location);
  fact->command = poplens_finding_command (
      now, poplens_report_get_path (self->of[second ? POPLENS_SECOND : POPLENS_FIRST]));
}

/* Counts the changed findings: "On memory: 2 new, 1 gone, 5 worse, 3 better". (transfer full) */
static char *
compare_insights_count (const PoplensComparedFindings *findings)
{
  static const char *const words[] = {"new", "gone", "worse", "better"};
  guint counts[G_N_ELEMENTS (words)] = {0};
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 row = 0; row < poplens_comparison_n_rows (findings->comparison); row++) {
    const PoplensPair *pair = poplens_comparison_pair (findings->comparison, row);
    const char *became =
        poplens_finding_became (poplens_compared_finding (findings, pair, POPLENS_FIRST),
                                poplens_compared_finding (findings, pair, POPLENS_SECOND));
    for (guint w = 0; w < G_N_ELEMENTS (words); w++)
      counts[w] += g_str_equal (became, words[w]);
  }
  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    if (counts[w])
      g_string_append_printf (text, "%s%u %s", text->len ? ", " : "On memory: ", counts[w],
                              words[w]);
  return text->len ? g_string_free (g_steal_pointer (&text), FALSE)
                   : g_strdup ("No changed findings on memory");
}

static void
add_findings (PoplensComparePage *self, const PoplensComparedFindings *findings)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint32 row = 0; row < poplens_comparison_n_rows (findings->comparison); row++) {
    const PoplensPair *pair = poplens_comparison_pair (findings->comparison, row);
    compare_insights_add_finding (self, facts,
                                  poplens_compared_finding (findings, pair, POPLENS_FIRST),
                                  poplens_compared_finding (findings, pair, POPLENS_SECOND),
                                  poplens_comparison_get (findings->comparison, row, 0));
  }
  if (facts->len)
    poplens_page_add_section (self->page, POPLENS_SECTION_FINDINGS, "found-on-memory",
                              "Changed Findings on Memory")
        ->facts = g_steal_pointer (&facts);
}

/* Loads the findings of both reports. If a report lacks their data, adds a notice that says so.
 * FALSE with @error only if nothing more can be read. */
static gboolean
compare_insights_load (PoplensComparePage *self, PoplensComparedFindings *findings, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GError) local = NULL;

  if (poplens_compare_source_init (&source, self->of[POPLENS_FIRST], &local) &&
      poplens_compared_findings_load (&source, findings, self->context->cancellable, &local))
    return TRUE;
  if (!poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "absent", local->message);
  return TRUE;
}

gboolean
poplens_compare_insights_fill (PoplensComparePage *self, GError **error)
{
  g_auto (PoplensComparedFindings) findings = {0};
  gboolean same = poplens_location_get_bool (self->context->location, "same", FALSE);
  g_autofree char *on_time = NULL;

  self->page->layout = POPLENS_LAYOUT_DOCUMENT;
  poplens_insights_add_chapters (self->page);
  if (!compare_insights_load (self, &findings, error))
    return FALSE;
  if (!findings.comparison)
    return poplens_compare_time_add_findings (self, NULL, error);
  poplens_comparison_order (findings.comparison, same);
  const char *lacks = findings.lacks, *stop = *lacks ? "." : "";
  g_autofree char *on_memory = compare_insights_count (&findings);
  g_autofree char *words = g_strconcat (on_memory, stop, lacks, NULL);
  PoplensSection *notice =
      poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", words);
  add_findings (self, &findings);
  if (!poplens_compare_page_add_table (self, "findings", "Findings on Memory", FALSE, error) ||
      !poplens_compare_time_add_findings (self, &on_time, error))
    return FALSE;
  if (on_time) {
    g_free (notice->text);
    notice->text = g_strconcat (on_memory, ". ", on_time, stop, lacks, NULL);
  }
  return TRUE;
}
