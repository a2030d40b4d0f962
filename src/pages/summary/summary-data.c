/* Loads the data of Summary. Data that take long are loaded later; the page is then built again. */
#include "pages/summary/summary.h"

#include "base/error.h"
#include "derived/insights/insights-source.h"
#include "report/bookmarks.h"
#include "tables/summary/verdict.h"

#include <string.h>

gboolean
poplens_summary_is_over (const PoplensSummary *self)
{
  return self->headline.has_memory && self->headline.fit_known && !self->headline.fits;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Returns the parts (bits) that must be loaded to compute time. 0 if all are loaded, or if no steps
 * were executed. */
static guint32
parts_to_load (PoplensReport *report, GCancellable *cancellable)
{
  const PoplensExecution *brief = poplens_report_load_execution_brief (report, cancellable, NULL);
  static const PoplensPart parts[] = {POPLENS_PART_PROGRAMS, POPLENS_PART_EXCHANGES,
                                      POPLENS_PART_EXECUTION};
  guint32 bits = 0;

  for (guint i = 0; brief && brief->n_steps && i < G_N_ELEMENTS (parts); i++)
    if (!poplens_report_get_absence (report, parts[i]) && !poplens_report_peek (report, parts[i]) &&
        !poplens_report_peek_damage (report, parts[i]))
      bits |= POPLENS_PART_BIT (parts[i]);
  return bits;
}

/* TRUE if the page would have to compute time, which takes longer than the rest of the page. */
static gboolean
takes_long (const PoplensPageContext *context)
{
  const PoplensExecution *execution = poplens_report_peek (context->report, POPLENS_PART_EXECUTION);

  return execution && execution->n_rows && poplens_report_is_near (context->report) &&
         !poplens_report_peek_time (context->report);
}

/* Loads time and findings on time. If time is unknown, sets self->no_time to the reason. FALSE with
 * @error if reading is interrupted. */
static gboolean
load_time (PoplensSummary *self, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  self->time = poplens_report_time (context->report, context->cancellable, &wrong);
  if (self->time)
    self->found =
        poplens_report_time_findings (context->report, NULL, context->cancellable, &wrong);
  if (wrong && !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (!self->time)
    self->no_time = g_strdup (wrong->message);
  return TRUE;
}

/* Loads time and findings on time. If that takes long, marks the page as PARTIAL instead: the page
 * is built again later. FALSE with @error. */
static gboolean
summary_load_time (PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
                   GError **error)
{
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_EXECUTION);
  guint32 later = absence ? 0 : parts_to_load (context->report, context->cancellable);

  if (absence) {
    self->no_time = g_strdup (absence);
    return TRUE;
  }
  /* From a remote computer, load the cycles of all steps only if the caller wants the WHOLE
   * page. */
  if (!poplens_report_is_near (context->report) && context->extent != POPLENS_EXTENT_WHOLE) {
    self->no_time = g_strdup ("Not loaded over this connection. Open a copy of the report on this "
                              "computer to see where the time went.");
    return TRUE;
  }
  if (later || (context->extent == POPLENS_EXTENT_PARTIAL && takes_long (context))) {
    poplens_page_set_partial (page, later, NULL);
    self->time_comes = TRUE;
    return TRUE;
  }
  return load_time (self, context, error);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Loads the contents of the fullest tile, if the report has the data. FALSE with @error if reading
 * is interrupted. */
static gboolean
load_contents (PoplensSummary *self, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_LIVENESS);
  g_autoptr (GError) wrong = NULL;

  self->has_contents = poplens_report_contents (context->report, location, &self->contents,
                                                context->cancellable, &wrong);
  if (self->has_contents || poplens_error_is_lack (wrong))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* Returns the keys of the What If changes in @location. (transfer full) */
static GStrv
applied_keys (const PoplensLocation *location)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, NULL);
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  for (guint i = 0; changes && i < changes->len; i++) {
    g_autofree char *key = poplens_change_to_string (changes->pdata[i]);
    g_strv_builder_add (keys, key);
  }
  return g_strv_builder_end (keys);
}

static gboolean
load_fit (PoplensSummary *self, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  self->fit = poplens_report_fit (context->report, context->cancellable, &wrong);
  if (self->fit)
    self->plan = poplens_report_fit_plan (context->report, NULL, context->cancellable, &wrong);
  self->applied = applied_keys (context->location);
  if (self->plan)
    self->with = poplens_report_fit_with (context->report, (const char *const *) self->applied,
                                          context->cancellable, &wrong);
  if (!wrong)
    return TRUE;
  self->no_plan = g_strdup (wrong->message);
  if (poplens_error_is_lack (wrong))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* Loads the contents of the fullest tile. If the model does not fit, also loads the change plan.
 * Marks the page as PARTIAL if the kinds of variables are not computed yet. FALSE with @error. */
static gboolean
load_memory (PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
             GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (!self->headline.has_memory || !poplens_kinds_can_be (context->report))
    return TRUE;
  const PoplensKindIndex *kinds =
      context->extent == POPLENS_EXTENT_WHOLE
          ? poplens_report_kind_index (context->report, context->cancellable, &wrong)
          : poplens_kinds_at_hand (context->report, context->cancellable);
  if (wrong && !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (!kinds) {
    self->kinds_come = poplens_kinds_are_due (context->report);
    if (self->kinds_come) {
      poplens_page_set_partial (page, 0, NULL);
      /* If the model fits, users want to see time first: compute the kinds of variables after time.
       * Both at once would share the processors. */
      page->kinds_later = !self->time_comes || poplens_summary_is_over (self);
    }
    return TRUE;
  }
  /* Evaluating all changes takes long: leave that to a later build of the page. */
  if (context->extent == POPLENS_EXTENT_PARTIAL && poplens_summary_is_over (self) &&
      !poplens_report_peek_fit (context->report)) {
    poplens_page_set_partial (page, 0, NULL);
    self->kinds_come = TRUE;
    return TRUE;
  }
  return load_contents (self, context, error) &&
         (!poplens_summary_is_over (self) || load_fit (self, context, error));
}

/* ---- ranges ---------------------------------------------------------------------------------- */

char *
poplens_summary_format_range (const guint64 range[2], PoplensByteUnit unit)
{
  PoplensNumber least, most;
  guint digits = 0;

  poplens_format_bytes (least, MIN (range[0], range[1]), unit);
  poplens_format_bytes (most, MAX (range[0], range[1]), unit);
  for (guint i = 0; least[i]; i++)
    digits = g_ascii_isdigit (least[i]) ? i + 1 : digits;
  if (!strcmp (least, most))
    return g_strdup (most);
  if (g_str_has_suffix (most, least + digits))
    least[digits] = '\0';
  return g_strconcat (least, "–", most, NULL);
}

/* ---- both ------------------------------------------------------------------------------------ */

gboolean
poplens_summary_init (PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
                      GError **error)
{
  g_autoptr (GError) wrong = NULL;

  *self = (PoplensSummary){0};
  if (!poplens_headline_load (context->report, POPLENS_HEADLINE_ALL, &self->parts,
                              context->cancellable, &wrong) &&
      !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_headline_compute (&self->headline, self->parts.target, self->parts.memory,
                            self->parts.peak, self->parts.execution);
  if (!summary_load_time (self, page, context, error) || !load_memory (self, page, context, error))
    return FALSE;
  /* Build no PARTIAL page if the page is complete already, or if parts must be loaded first. */
  if (context->extent == POPLENS_EXTENT_PARTIAL && page->state != POPLENS_PARTIAL)
    return FALSE;
  if (context->extent == POPLENS_EXTENT_PARTIAL && page->later | page->kinds_later)
    return FALSE;
  self->dismissed = poplens_dismissed_read (context->report, context->cancellable);
  return TRUE;
}

void
poplens_summary_clear (PoplensSummary *self)
{
  g_clear_pointer (&self->found, poplens_time_findings_unref);
  g_clear_pointer (&self->no_time, g_free);
  if (self->has_contents)
    poplens_contents_answer_clear (&self->contents);
  g_clear_pointer (&self->plan, poplens_fit_plan_unref);
  g_clear_pointer (&self->no_plan, g_free);
  g_clear_pointer (&self->applied, g_strfreev);
  g_clear_pointer (&self->with, poplens_fit_plan_unref);
  g_clear_pointer (&self->dismissed, g_hash_table_unref);
}

char *
poplens_page_verdict (PoplensReport *report, PoplensByteUnit unit, GCancellable *cancellable)
{
  PoplensVerdictInput input = {.unit = unit};
  PoplensHeadlineParts parts;
  PoplensHeadline headline;
  g_auto (PoplensReportVerdict) verdict = {0};

  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, cancellable, NULL);
  poplens_headline_compute (&headline, parts.target, parts.memory, parts.peak, parts.execution);
  input.headline = &headline;
  input.memory = parts.memory;
  input.time = poplens_report_peek_time (report);
  input.fit = poplens_report_peek_fit (report);
  g_autoptr (PoplensTimeFindings) found =
      input.time ? poplens_report_time_findings (report, NULL, cancellable, NULL) : NULL;
  g_autoptr (PoplensFitPlan) plan =
      input.fit ? poplens_report_fit_plan (report, NULL, cancellable, NULL) : NULL;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, cancellable);
  input.found = found;
  input.plan = plan;
  input.dismissed = dismissed;
  poplens_report_verdict_init (&verdict, &input);
  return g_strjoin (*verdict.text ? ". " : ".", verdict.title, verdict.text, NULL);
}
