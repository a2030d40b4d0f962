/* The section below the bars of Summary: the next steps of a model that fits, sorted by saving, or
 * the plan that makes the model fit. */
#include "pages/summary/summary.h"

#include "base/error.h"
#include "derived/insights/insights-source.h"
#include "model/location-keys.h"
#include "pages/core/look.h"
#include "report/bookmarks.h"

#include <string.h>

#define MOST_STEPS 3

/* ---- next steps ------------------------------------------------------------------------------ */

static gboolean
summary_is_dismissed (const PoplensSummary *self, const PoplensTimeFinding *finding)
{
  return poplens_dismissed_reason (self->dismissed, poplens_time_kind_key (finding->kind),
                                   finding->subject) != NULL;
}

/* TRUE if a more specific finding describes the same problem as @all. The list of steps then shows
 * that finding instead of @all. */
static gboolean
has_parts (const PoplensSummary *self, const PoplensTimeFinding *all)
{
  for (guint i = 0; i < self->found->findings->len; i++) {
    const PoplensTimeFinding *one = self->found->findings->pdata[i];
    if (one != all && !one->largest &&
        poplens_time_kind_family (one->kind) == poplens_time_kind_family (all->kind) &&
        !summary_is_dismissed (self, one))
      return TRUE;
  }
  return FALSE;
}

/* Returns the first sentence of @text. (transfer full) */
static char *
first_sentence (const char *text)
{
  const char *end = strstr (text, ". ");

  return end ? g_strndup (text, (gsize) (end + 1 - text)) : g_strdup (text);
}

/* Returns what the action of the finding costs: " Costs temporary memory."; "" if it costs nothing.
 * (transfer full) */
static char *
finding_cost_sentence (const PoplensTimeFinding *finding)
{
  const char *cost = strstr (finding->action, "Costs ");
  g_autofree char *sentence = cost ? first_sentence (cost) : NULL;

  return sentence ? g_strconcat (" ", sentence, NULL) : g_strdup ("");
}

static void
summary_add_step (GPtrArray *steps, const PoplensTimeFinding *finding, double largest)
{
  PoplensTimeLook look = poplens_time_kind_look (finding->kind);
  g_autofree char *cause = first_sentence (finding->sentence);
  g_autofree char *cost = finding_cost_sentence (finding);
  g_autofree char *line = finding->largest
                              ? g_strdup_printf ("%s Largest: %s.%s", cause, finding->largest, cost)
                              : g_strconcat (cause, cost, NULL);
  PoplensNumber share;
  g_autofree char *value = g_strconcat (finding->approximated ? "≈ " : "",
                                        poplens_format_percent (share, finding->first), NULL);
  PoplensFact *fact = poplens_facts_add (steps, finding->step, value, line);

  fact->fill = largest > 0 ? finding->first / largest : 0;
  fact->ink = look.ink;
  fact->waits = look.kind != POPLENS_SERIES_BAND;
  fact->source = "The largest single action saves at most this share of the program";
  fact->link = g_strdup (finding->location);
  poplens_fact_add_link (fact, "Show", finding->location)->is_likely = steps->len == 1;
}

/* TRUE if there is a step with this title already: one action can fix several findings, such as a
 * slow iteration and the copies that slow it down. */
static gboolean
has_step (const GPtrArray *steps, const char *title)
{
  for (guint i = 0; i < steps->len; i++)
    if (!strcmp (((const PoplensFact *) steps->pdata[i])->label, title))
      return TRUE;
  return FALSE;
}

static void
add_found (const PoplensSummary *self, GPtrArray *steps)
{
  guint seen = 0;
  double largest = 0;

  for (guint i = 0; i < self->found->findings->len && steps->len < MOST_STEPS; i++) {
    const PoplensTimeFinding *finding = self->found->findings->pdata[i];
    guint bit = 1u << poplens_time_kind_family (finding->kind);
    if (seen & bit || summary_is_dismissed (self, finding) || has_step (steps, finding->step) ||
        (finding->largest && has_parts (self, finding)))
      continue;
    seen |= bit;
    largest = MAX (largest, finding->first);
    summary_add_step (steps, finding, largest);
  }
}

/* Adds placeholder rows until the steps or the plan are loaded. @code: (nullable): "" reserves a
 * line for options, which rows of a plan have */
static void
add_loading (GPtrArray *steps, const char *code)
{
  for (guint i = 0; i < MOST_STEPS; i++) {
    PoplensFact *fact = poplens_facts_add (steps, "Loading…", "", " ");
    fact->fill = 0;
    fact->code = g_strdup (code);
  }
}

static void
add_next (const PoplensSummary *self, PoplensPage *page)
{
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_FINDINGS, "next-steps", "Next Steps");

  section->stays_open = TRUE;
  section->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  if (self->time_comes)
    add_loading (section->facts, NULL);
  else if (self->found)
    add_found (self, section->facts);
  if (section->facts->len > 1)
    section->answer = g_strdup ("Savings overlap and do not add up");
  if (!section->facts->len) {
    PoplensFact *fact = poplens_facts_add (section->facts, "Compute less", "",
                                           "Nothing else holds the program up; Programs lists what "
                                           "takes most cycles.");
    fact->link = g_strdup ("trace?tab=trace-costs");
    poplens_fact_add_link (fact, "Show", fact->link)->is_likely = TRUE;
  }
  poplens_page_add_link (section, "All Findings", "insights");
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* Returns the What If changes in the location. (transfer full): GPtrArray of PoplensChange */
static GPtrArray *
applied_changes (const PoplensLocation *location)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, NULL);

  return changes ? g_steal_pointer (&changes)
                 : g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
}

/* Finds @change in @changes. @at: (out): its index. FALSE if it is not in the array. */
static gboolean
find_change (const GPtrArray *changes, const PoplensChange *change, guint *at)
{
  g_autofree char *wanted = poplens_change_to_string (change);

  for (*at = 0; *at < changes->len; (*at)++) {
    g_autofree char *text = poplens_change_to_string (changes->pdata[*at]);
    if (!strcmp (text, wanted))
      return TRUE;
  }
  return FALSE;
}

/* Adds a button that applies the change on this page or, if it is applied, undoes it. */
static void
add_apply (PoplensFact *fact, const PoplensFitChange *change, const PoplensPageContext *context)
{
  g_autoptr (GPtrArray) changes = applied_changes (context->location);
  g_autofree char *text = poplens_change_to_string (change->change);
  guint at;
  gboolean is_on = find_change (changes, change->change, &at);
  PoplensChange *added = is_on ? NULL : poplens_change_parse (text, NULL);

  if (is_on)
    g_ptr_array_remove_index (changes, at);
  else if (added)
    g_ptr_array_add (changes, added);
  g_autoptr (PoplensLocation) there = poplens_what_if_location (context->location, changes);
  g_autofree char *link = poplens_location_to_string (there);
  poplens_fact_add_link (fact, is_on ? "Applied" : "Apply", link)->is_on = is_on;
}

/* Evaluates the first @n changes of the plan together with the changes in the location. NULL with
 * @error. (transfer full) */
static PoplensFitPlan *
plan_of_first (const PoplensSummary *self, guint n, const PoplensPageContext *context,
               GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  if (n == self->plan->changes->len && !*self->applied)
    return poplens_fit_plan_ref (self->plan);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (keys, ((const PoplensFitChange *) self->plan->changes->pdata[i])->key);
  for (guint i = 0; self->applied[i]; i++)
    g_ptr_array_add (keys, self->applied[i]);
  g_ptr_array_add (keys, NULL);
  return poplens_report_fit_with (context->report, (const char *const *) keys->pdata,
                                  context->cancellable, error);
}

/* Says how many tiles are over capacity: "2,844 to 2,875 tiles over.", or that every tile fits.
 * (transfer full) */
static char *
describe_left (guint64 least, guint64 most)
{
  PoplensNumber few, many;

  if (!most)
    return g_strdup ("Every tile fits.");
  if (least == most)
    return g_strdup_printf ("%s over.", poplens_format_items (many, most, "tile"));
  return g_strdup_printf ("%s to %s over.", poplens_format_count (few, least),
                          poplens_format_items (many, most, "tile"));
}

/* Says how many tiles are over capacity with @plan, by the optimistic and the pessimistic estimate.
 * (transfer full) */
static char *
describe_plan (const PoplensFitPlan *plan)
{
  guint32 optimistic = plan->tiles_over[0] + plan->tiles_tight[0];
  guint32 pessimistic = plan->tiles_over[1] + plan->tiles_tight[1];

  return describe_left (MIN (optimistic, pessimistic), MAX (optimistic, pessimistic));
}

/* Returns the location that shows the bytes that @change would reduce, on the fullest tile: the
 * tile's contents at its peak, or its gaps. (transfer full) */
static char *
evidence_of (const PoplensSummary *self, const PoplensFitChange *change)
{
  g_autofree char *causes = g_strjoinv (",", (char **) change->about);
  const char *finding = poplens_fit_change_finding (change);
  gboolean is_gap = !strcmp (change->key, "gap");
  char *text = is_gap ? g_strdup_printf ("memory?tile=%u&tab=tile-gaps", self->fit->worst_tile)
                      : g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u%s%s",
                                         self->fit->worst_tile, self->fit->worst_step,
                                         *causes ? "&cause=" : "", causes);

  return finding ? poplens_location_text_of_finding (text, finding, NULL) : text;
}

/* Adds a row for @change. @bytes: least and most that the fullest tile needs with the change;
 * @fits: every tile fits with it. (transfer none) */
static PoplensFact *
summary_add_change (const PoplensSummary *self, GPtrArray *rows, const PoplensFitChange *change,
                    const char *title, const char *line, const guint64 bytes[2], gboolean fits,
                    const PoplensPageContext *context)
{
  double scale = (double) MAX (self->fit->worst_bytes, 1);
  g_autofree char *range = poplens_summary_format_range (bytes, context->unit);
  g_autofree char *show = evidence_of (self, change);
  PoplensFact *fact = poplens_facts_add (rows, title, range, line);

  fact->ink = fits ? POPLENS_INK_TENSORS : POPLENS_INK_OTHER;
  fact->tone = fits ? POPLENS_TONE_GOOD : POPLENS_TONE_NEUTRAL;
  fact->fill = MIN ((double) bytes[0] / scale, 1);
  fact->fill_to = MIN ((double) bytes[1] / scale, 1);
  fact->mark = MIN ((double) self->fit->capacity / scale, 1);
  fact->code = poplens_fit_change_options_of (change->key, self->framework);
  fact->link = g_strdup (show);
  if (change->change)
    add_apply (fact, change, context);
  poplens_fact_add_link (fact, "Show", show);
  return fact;
}

/* Adds a row for @change: the bytes that the fullest tile needs if only this change is applied. */
static void
add_alone (const PoplensSummary *self, GPtrArray *rows, const PoplensFitChange *change,
           const PoplensPageContext *context)
{
  guint64 left[2];

  poplens_fit_change_left (change, left);
  g_autofree char *over = describe_left (left[0], left[1]);
  /* A change that is only an upper bound may save nothing: show its sentence, which says this,
   * instead of the number of tiles over capacity. */
  g_autofree char *line = change->is_bound && !change->is_answer
                              ? poplens_fit_change_sentence (self->fit, change, context->unit)
                              : g_strconcat (over, change->note ? " " : "", change->note, NULL);
  summary_add_change (self, rows, change, change->title, line, change->worst_bytes, !left[1],
                      context)
      ->source = "Need of the fullest tile with this change alone, least to most";
}

/* Adds a row for change @n of the plan, with what the fullest tile needs after this change and all
 * changes before it. FALSE with @error. */
static gboolean
add_planned (const PoplensSummary *self, GPtrArray *rows, guint n,
             const PoplensPageContext *context, GError **error)
{
  const PoplensFitChange *change = self->plan->changes->pdata[n];
  g_autoptr (PoplensFitPlan) after = plan_of_first (self, n + 1, context, error);

  if (!after)
    return FALSE;
  g_autofree char *line = describe_plan (after);
  g_autofree char *title = g_strdup_printf ("%u. %s", n + 1, change->title);
  summary_add_change (self, rows, change, title, line, after->worst_bytes,
                      after->verdict == POPLENS_FITS, context)
      ->source = "Need of the fullest tile with this change and those above it, least to most";
  return TRUE;
}

/* Returns how many changes of the plan have a row: all if the model can fit with the plan, else at
 * most MOST_STEPS. */
static guint
count_planned (const PoplensSummary *self)
{
  guint n = self->plan->changes->len;

  return self->plan->verdict > POPLENS_MAY_FIT ? MIN (n, MOST_STEPS) : n;
}

static gboolean
is_planned (const PoplensSummary *self, const PoplensFitChange *change)
{
  for (guint i = 0; i < count_planned (self); i++)
    if (!strcmp (((const PoplensFitChange *) self->plan->changes->pdata[i])->key, change->key))
      return TRUE;
  return FALSE;
}

/* Adds a collapsed section with the changes that are not in the plan. Each row shows the effect of
 * one change alone. */
static void
add_others (const PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint i = 0; i < self->fit->changes->len; i++) {
    const PoplensFitChange *change = self->fit->changes->pdata[i];
    if (!change->is_answer && !is_planned (self, change))
      add_alone (self, rows, change, context);
  }
  if (!rows->len)
    return;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_FINDINGS, "other-changes", "Other Changes");
  PoplensNumber count;
  section->collapsed = TRUE;
  section->answer = g_strdup_printf ("%s, each alone, the most helpful first",
                                     poplens_format_items (count, rows->len, "change"));
  section->facts = g_steal_pointer (&rows);
}

/* Adds a notice on what the plan assumes, and why the range of bytes widens with each change. */
static void
add_assumed (const PoplensSummary *self, PoplensPage *page)
{
  g_autofree char *text =
      self->plan->assumed
          ? g_strconcat ("Assumed: ", self->plan->assumed,
                         self->plan->changes->len > 1
                             ? " Each change widens the range, as the compiler lays out the "
                               "rest again."
                             : "",
                         NULL)
          : NULL;

  if (text)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "plan-assumed", text);
}

/* Adds a row for each change that addresses the first cause. The plan, below these rows, does not
 * include these changes. */
static void
add_answers (const PoplensSummary *self, GPtrArray *rows, const PoplensPageContext *context)
{
  for (guint i = 0; i < self->fit->changes->len; i++) {
    const PoplensFitChange *change = self->fit->changes->pdata[i];
    if (change->is_answer)
      add_alone (self, rows, change, context);
  }
}

static gboolean
summary_add_plan (PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context,
                  GError **error)
{
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_FINDINGS, "plan", "Plan");

  section->stays_open = TRUE;
  section->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  /* Add the choice of framework before the rows are loaded: it gives the header its final
   * height. */
  self->framework = poplens_page_add_framework (page, context, section->key);
  if (self->kinds_come) {
    add_loading (section->facts, "");
    return TRUE;
  }
  if (!self->plan) {
    poplens_section_set_absent (section, self->no_plan ? self->no_plan
                                                       : "A plan needs variables, liveness and "
                                                         "programs in the report.");
    return TRUE;
  }
  add_answers (self, section->facts, context);
  gboolean has_answers = section->facts->len > 0;
  section->answer = g_strdup (
      has_answers
          ? "Fullest tile, least to most: first changes of the cause, then those that add up"
          : "Fullest tile with each change, those above it and those applied");
  for (guint n = 0; n < count_planned (self); n++)
    if (!add_planned (self, section->facts, n, context, error))
      return FALSE;
  g_autoptr (PoplensLocation) empty = poplens_location_parse ("insights?view=what-if", NULL);
  g_autoptr (PoplensLocation) applied = poplens_fit_plan_location (self->plan, empty);
  g_autofree char *link = poplens_location_to_string (applied);
  /* Offer a link that applies the whole plan. If changes for the first cause exist, leave it out:
   * the plan does not contain them. */
  if (!has_answers && self->plan->changes->len &&
      count_planned (self) == self->plan->changes->len) {
    poplens_page_add_link (section, "Apply All in What If", link);
    ((PoplensPageLink *) section->notice.links->pdata[0])->is_likely = TRUE;
  } else if (!section->facts->len) {
    poplens_section_set_absent (section, "No known change leaves less to fit.");
  }
  add_assumed (self, page);
  add_others (self, page, context);
  return TRUE;
}

gboolean
poplens_summary_steps_come (const PoplensSummary *self)
{
  return poplens_summary_is_over (self) ? self->kinds_come : self->time_comes;
}

gboolean
poplens_summary_add_steps (PoplensSummary *self, PoplensPage *page,
                           const PoplensPageContext *context, GError **error)
{
  if (poplens_summary_is_over (self))
    return summary_add_plan (self, page, context, error);
  if (self->time || self->time_comes)
    add_next (self, page);
  return TRUE;
}
