/* Insights, chapter What If: why a model does not fit, the plan that makes it fit, and tables of
 * plan and causes. */
#include "pages/insights/insights-page.h"

#include "base/error.h"
#include "derived/insights/fit-source.h"

#include <string.h>

/* ---- the answer ------------------------------------------------------------------------------ */

static void
insights_plan_add_cause (GPtrArray *facts, const PoplensFit *fit, PoplensByteUnit unit)
{
  const PoplensFitCause *first = poplens_fit_first_cause (fit);
  g_autofree char *answer = poplens_fit_answer (fit, unit);

  /* If no cause is known, the value "No single cause" repeats the first sentence: leave out that
   * sentence. */
  const char *detail = strstr (answer, ". ");
  poplens_facts_add (facts, "First cause", first ? first->title : "No single cause",
                     first || !detail ? answer : detail + 2)
      ->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

static void
insights_plan_add_ipus (GPtrArray *facts, const PoplensFit *fit, PoplensByteUnit unit)
{
  const PoplensStagePlan *best = fit->stages->best;
  g_autofree char *sentence = poplens_fit_stages_sentence (fit, unit);
  g_autofree char *value = NULL;
  PoplensFitVerdict verdict;

  if (!*sentence)
    return;
  verdict = poplens_stage_plan_verdict (best);
  value = verdict == POPLENS_FITS ? g_strdup_printf ("%u", best->n_ipus)
          : verdict == POPLENS_MAY_FIT
              ? g_strdup_printf ("%u may do", best->n_ipus)
              : g_strdup_printf ("None up to %u", fit->stages->plans->len + fit->stages->least - 1);
  poplens_facts_add (facts, "Fewest IPUs", value, sentence)->source =
      poplens_provenance_text (POPLENS_FROM_ASSUMED);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static PoplensTone
tone_of (PoplensFitVerdict verdict)
{
  return verdict == POPLENS_FITS      ? POPLENS_TONE_GOOD
         : verdict == POPLENS_MAY_FIT ? POPLENS_TONE_WARNING
                                      : POPLENS_TONE_BAD;
}

static gboolean
has_same (const PoplensLocation *a, const PoplensLocation *b, const char *key)
{
  return !g_strcmp0 (poplens_location_get (a, key), poplens_location_get (b, key));
}

/* Adds a notice with the plan, the data that it moves over the host, and a button that applies or
 * undoes it. */
static void
what_if_add_plan (PoplensPage *page, const PoplensPageContext *context, const PoplensFit *fit,
                  const PoplensFitPlan *plan, const PoplensFitPrices *prices)
{
  const PoplensFitPrice of_plan = poplens_fit_price_of_plan (prices, plan);
  g_autofree char *price = poplens_fit_price_sentence (&of_plan, context->unit);
  g_autofree char *sentence = poplens_fit_plan_sentence (fit, plan, context->unit);
  g_autoptr (PoplensLocation) empty = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) applied = poplens_fit_plan_location (plan, empty);
  gboolean is_applied = plan->changes->len && has_same (context->location, applied, "change");
  g_autofree char *link = poplens_location_to_string (is_applied ? empty : applied);
  g_autofree char *text =
      g_strconcat (is_applied ? "Applied. " : "", sentence, *price ? " " : "", price, NULL);

  PoplensSection *notice =
      poplens_page_add_notice (page, tone_of (plan->verdict), "plan-answer", text);
  if (plan->changes->len)
    poplens_page_add_link (notice, is_applied ? "Take Back" : "Apply in What If", link);
}

gboolean
poplens_insights_add_plan_tables (PoplensPage *page, const PoplensPageContext *context,
                                  GError **error)
{
  static const char *const tables[] = {"plan", "changes", "stages", "kinds"};
  const char *framework = poplens_page_add_framework (page, context, "plan");
  g_autoptr (PoplensLocation) location =
      poplens_location_with (context->location, "framework", framework);
  PoplensPageContext chosen = *context;

  chosen.location = location;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensSection *section;
    if (!poplens_page_add_table (page, &chosen, tables[i], &section, error))
      return FALSE;
    if (!section->table || poplens_table_n_rows (section->table))
      continue;
    /* Remove a table without rows. If this is the table of the plan, the choice of the framework in
     * its header is gone, too. */
    g_ptr_array_remove (page->sections, section);
    if (g_str_equal (tables[i], "plan"))
      chosen.location = context->location;
  }
  return TRUE;
}

gboolean
poplens_insights_add_plan (PoplensPage *page, const PoplensPageContext *context, GPtrArray *facts,
                           GError **error)
{
  g_autoptr (GError) local = NULL;
  const PoplensFit *fit = poplens_report_fit (context->report, context->cancellable, &local);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (context->report, NULL, context->cancellable, &local) : NULL;
  const PoplensFitPrices *prices =
      plan ? poplens_report_fit_prices (context->report, context->cancellable, &local) : NULL;

  if (!prices) {
    if (poplens_error_is_lack (local)) {
      poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "plan", local->message);
      return TRUE;
    }
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!poplens_fit_is_over (fit))
    return TRUE;
  insights_plan_add_cause (facts, fit, context->unit);
  insights_plan_add_ipus (facts, fit, context->unit);
  what_if_add_plan (page, context, fit, plan, prices);
  return TRUE;
}
