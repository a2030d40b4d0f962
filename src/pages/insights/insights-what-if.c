/* Insights, chapter What If: the editor of changes, and what each tile needs before and after
 * them. */
#include "pages/insights/insights-page.h"

#include "base/error.h"
#include "derived/insights/insights-source.h"
#include "pages/insights/changes.h"

#include <string.h>

#define OPTIMISTIC                                                                                 \
  "Live memory is a lower bound: a tile over capacity by it cannot fit. Packing and gaps are as "  \
  "now; a new layout can need more."
#define PESSIMISTIC                                                                                \
  "Pessimistic estimate: these changes can need less. Packing and gaps are as now; a new layout "  \
  "can need more."

static const PoplensTileSeries series[] = {
    {"before", "before", "Live before"},
    {"after", "after", "Live after"},
    {"headroom", "headroom", "Headroom after"},
    {"matched", "scaled", "Scaled"},
};

/* ---- invalid changes ------------------------------------------------------------------------- */

/* Sets the page's .misuse if a filter matches no variable name. */
static void
refuse_unknown (PoplensPage *page, PoplensChanges *changes)
{
  for (guint i = 0; i < changes->scales->len; i++) {
    const PoplensScale *scale = changes->scales->pdata[i];
    g_autofree char *text =
        scale->variables ? NULL : g_strdup_printf ("no variable name contains “%s”", scale->filter);
    /* The row of the filter reports the error. Add no notice, which would appear and vanish while
     * the user types. */
    if (text && !page->misuse)
      page->misuse = g_steal_pointer (&text);
  }
}

/* Returns @location with only those of its changes that can be evaluated. (transfer full) */
static PoplensLocation *
usable_changes (const PoplensChanges *changes, const PoplensLocation *location)
{
  PoplensChanges usable = *changes;
  g_autoptr (GPtrArray) scales = g_ptr_array_new ();
  g_autoptr (GPtrArray) toggles = g_ptr_array_new ();

  for (guint i = 0; i < changes->scales->len; i++)
    if (((const PoplensScale *) changes->scales->pdata[i])->variables)
      g_ptr_array_add (scales, changes->scales->pdata[i]);
  for (guint i = 0; i < changes->toggles->len; i++)
    if (!((const PoplensToggle *) changes->toggles->pdata[i])->why_not)
      g_ptr_array_add (toggles, changes->toggles->pdata[i]);
  usable.scales = scales;
  usable.toggles = toggles;
  return poplens_changes_to_location (&usable, location);
}

/* ---- the panel ------------------------------------------------------------------------------- */

/* Returns the changes of the editor as facts, for pictures and other static output. (transfer
 * full) */
static GPtrArray *
panel_facts (const PoplensChanges *changes, PoplensByteUnit unit)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint i = 0; i < changes->scales->len; i++) {
    const PoplensScale *scale = changes->scales->pdata[i];
    PoplensNumber number;
    g_autofree char *factor = g_strdup_printf (
        "\u00d7 %s",
        poplens_format_digits (number, (double) scale->factor / POPLENS_FACTOR_ONE, 7));
    g_autofree char *detail = poplens_scale_describe (scale, unit);
    poplens_facts_add (facts, *scale->filter ? scale->filter : "All variables", factor, detail);
  }
  for (guint i = 0; i < changes->toggles->len; i++) {
    const PoplensToggle *toggle = changes->toggles->pdata[i];
    if (toggle->is_on)
      poplens_facts_add (facts, toggle->title, "", toggle->why_not);
  }
  if (!facts->len)
    poplens_facts_add (facts, "No Changes", "", "Add a name filter and a factor");
  return facts;
}

/* ---- the result ------------------------------------------------------------------------------ */

static gint64
what_if_sum (const PoplensTable *sum, const char *column)
{
  return poplens_insights_number (sum, 0, column, 0);
}

static gboolean
is_changed (const PoplensChanges *changes)
{
  for (guint i = 0; i < changes->toggles->len; i++)
    if (((const PoplensToggle *) changes->toggles->pdata[i])->is_on)
      return TRUE;
  return changes->scales->len > 0;
}

/* Returns the tone of a value that changes from @before to @after. @fits: largest value at which
 * the model fits. @changed: a change is applied. @may_fail: tiles may not fit by the pessimistic
 * estimate, so success is only a warning. */
static PoplensTone
tone_of_change (guint64 before, guint64 after, guint64 fits, gboolean changed, gboolean may_fail)
{
  if (after <= fits)
    return before <= fits ? POPLENS_TONE_NEUTRAL
           : may_fail     ? POPLENS_TONE_WARNING
                          : POPLENS_TONE_GOOD;
  if (!changed || after > before)
    return POPLENS_TONE_BAD;
  return after < before ? POPLENS_TONE_WARNING : POPLENS_TONE_NEUTRAL;
}

/* Returns the number of tiles that do not fit with today's packing and gaps. */
static gint64
count_over (const PoplensTable *sum)
{
  return what_if_sum (sum, "over") + what_if_sum (sum, "tight");
}

/* Adds a fact with the number of tiles over capacity. @most: their number by the pessimistic
 * estimate. */
static void
add_over (GPtrArray *facts, const PoplensTable *sum, gint64 most, gboolean changed)
{
  gint64 live = what_if_sum (sum, "over"), after = count_over (sum);
  gint64 before = what_if_sum (sum, "over_before") + what_if_sum (sum, "tight_before");
  PoplensNumber was, is, worst, tiles, number;

  if (poplens_insights_number (sum, 0, "capacity", 0) <= 0) {
    poplens_facts_add (facts, "Tiles over capacity", "\u2013", "capacity not recorded");
    return;
  }
  poplens_format_count (was, (guint64) before);
  poplens_format_count (is, (guint64) after);
  poplens_format_items (tiles, (guint64) what_if_sum (sum, "tiles"), "tile");
  g_autofree char *value = !changed ? g_strdup (after ? is : "None")
                           : most > after
                               ? g_strdup_printf ("%s \u2192 %s to %s", was, is,
                                                  poplens_format_count (worst, (guint64) most))
                               : g_strdup_printf ("%s \u2192 %s", was, is);
  g_autofree char *detail = after ? g_strdup_printf ("of %s · %s by live memory alone", tiles,
                                                     poplens_format_count (number, (guint64) live))
                                  : g_strdup_printf ("of %s", tiles);
  PoplensFact *fact = poplens_facts_add (facts, "Tiles over capacity", value, detail);
  fact->tone = after || changed
                   ? tone_of_change ((guint64) before, (guint64) after, 0, changed, most > 0)
                   : POPLENS_TONE_GOOD;
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

/* Returns the row with the largest value of @column; G_MAXUINT32 if there are no rows. */
static guint32
largest_row (const PoplensTable *tiles, const char *column)
{
  guint32 most = G_MAXUINT32;

  for (guint32 row = 0; row < poplens_table_n_rows (tiles); row++)
    if (most == G_MAXUINT32 || poplens_insights_number (tiles, row, column, 0) >
                                   poplens_insights_number (tiles, most, column, 0))
      most = row;
  return most;
}

/* Adds the fact on the tile with the largest need, before and after the changes. */
static void
add_worst (GPtrArray *facts, const PoplensTable *tiles, gboolean changed, gboolean may_fail,
           PoplensByteUnit unit)
{
  guint32 before = largest_row (tiles, "needs_before"), after = largest_row (tiles, "needs");
  PoplensNumber was, is;

  if (after == G_MAXUINT32)
    return;
  guint64 needed = (guint64) poplens_insights_number (tiles, before, "needs_before", 0);
  guint64 capacity = (guint64) MAX (poplens_insights_number (tiles, after, "capacity", 0), 0);
  guint64 bytes = (guint64) poplens_insights_number (tiles, after, "needs", 0);
  g_autofree char *value =
      changed
          ? g_strdup_printf ("%s \u2192 %s", poplens_format_bytes_beside (was, needed, bytes, unit),
                             poplens_format_bytes_beside (is, bytes, needed, unit))
          : poplens_bytes_of (bytes, capacity, unit);
  gint64 from = poplens_insights_number (tiles, before, "tile", 0);
  gint64 to = poplens_insights_number (tiles, after, "tile", 0);
  gint64 step = poplens_insights_number (tiles, after, "step", 0);
  g_autofree char *detail = from == to
                                ? g_strdup_printf ("tile %d at step %d", (int) to, (int) step)
                                : g_strdup_printf ("tile %d before, tile %d at step %d after",
                                                   (int) from, (int) to, (int) step);
  PoplensFact *fact = poplens_facts_add (facts, "Fullest tile", value, detail);
  fact->fill = capacity ? MIN (1.0, (double) bytes / (double) capacity) : -1;
  fact->tone =
      capacity ? tone_of_change (needed, bytes, capacity, changed, may_fail) : POPLENS_TONE_NEUTRAL;
  fact->link = poplens_table_get_link (tiles, after);
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

/* Adds a fact: which tile is over capacity first, and at which factor of the scaled variables.
 * @sentence: detail of the fact. */
static void
add_first (GPtrArray *facts, const PoplensTable *sum, const char *sentence)
{
  int column = poplens_table_find_column (sum, "full_at");
  PoplensValue full_at = poplens_table_get (sum, 0, (guint) column);
  PoplensNumber number;
  g_autofree char *value = NULL;
  PoplensFact *fact;

  if (full_at.type == POPLENS_VALUE_REAL && full_at.real > 0)
    value = g_strdup_printf ("Tile %d at \u00d7 %s", (int) what_if_sum (sum, "first_tile"),
                             poplens_what_if_format_factor (number, full_at.real));
  else if (full_at.type == POPLENS_VALUE_REAL)
    value = g_strdup_printf ("Tile %d (already over)", (int) what_if_sum (sum, "first_tile"));
  fact = poplens_facts_add (facts, "First over", value ? value : "None", sentence);
  if (full_at.type == POPLENS_VALUE_REAL)
    fact->link = g_strdup_printf ("memory?tile=%d", (int) what_if_sum (sum, "first_tile"));
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

static void
insights_what_if_add_sum (GPtrArray *facts, const PoplensTable *sum, gboolean changed,
                          PoplensByteUnit unit)
{
  PoplensNumber was, is, change;
  gint64 less = what_if_sum (sum, "change");
  guint64 before = (guint64) what_if_sum (sum, "before"),
          after = (guint64) what_if_sum (sum, "after");
  poplens_format_bytes_beside (was, before, after, unit);
  poplens_format_bytes_beside (is, after, before, unit);
  g_autofree char *value = changed ? g_strdup_printf ("%s \u2192 %s", was, is) : g_strdup (is);
  g_autofree char *detail =
      less ? g_strdup_printf (
                 "%s%s, each tile at its peak step", less < 0 ? "\u2212" : "+",
                 poplens_format_bytes_beside (change, (guint64) ABS (less), before, unit))
           : g_strdup ("each tile at its peak step");

  poplens_facts_add (facts, "Sum of tile peaks", value, detail)->source =
      poplens_provenance_text (POPLENS_FROM_DERIVED);
}

static gboolean
what_if_is_over (const PoplensTable *table, guint32 row)
{
  int column = poplens_table_find_column (table, "verdict");
  PoplensValue value = poplens_table_get (table, row, (guint) column);

  return value.type == POPLENS_VALUE_TEXT && !strcmp (value.text, "over");
}

/* TRUE if an optimistic and a pessimistic estimate of the changes can differ: one of them depends
 * on the kinds of variables. */
static gboolean
is_estimated_twice (const PoplensChanges *changes)
{
  for (guint i = 0; i < changes->toggles->len; i++) {
    const PoplensToggle *toggle = changes->toggles->pdata[i];
    g_autoptr (PoplensChange) change = poplens_change_parse (toggle->key, NULL);
    if (toggle->is_on && change && poplens_change_needs_kinds (change))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_pessimistic (const PoplensChanges *changes, const PoplensLocation *location)
{
  PoplensEstimate estimate;

  return is_estimated_twice (changes) && poplens_what_if_estimate (location, &estimate, NULL) &&
         estimate == POPLENS_ESTIMATE_PESSIMISTIC;
}

/* Returns the number of tiles over capacity by the pessimistic estimate; −1 with @error. @sum: the
 * table "what-if" for the chosen estimate. */
static gint64
count_most_over (const PoplensPageContext *context, const PoplensChanges *changes,
                 const PoplensTable *sum, GError **error)
{
  if (!is_estimated_twice (changes) || is_pessimistic (changes, context->location))
    return count_over (sum);
  g_autoptr (PoplensLocation) other =
      poplens_location_with (context->location, "estimate", "pessimistic");
  g_autoptr (PoplensTable) worst =
      poplens_tables_build ("what-if", context->report, other, context->cancellable, error);
  return worst ? count_over (worst) : -1;
}

/* Adds the result of the changes: facts, cause and plan, then tables and charts. @context: location
 * without invalid changes; @asked: location as the user gave it. FALSE with @error. */
static gboolean
add_result (PoplensPage *page, const PoplensPageContext *context, const PoplensPageContext *asked,
            const PoplensTarget *target, const PoplensChanges *changes, GError **error)
{
  PoplensSection *sum, *tiles, *facts;
  guint at = page->sections->len;
  gboolean changed = is_changed (changes);

  if (!poplens_page_add_table (page, context, "what-if", &sum, error) ||
      !poplens_page_add_table (page, context, "what-if-tiles", &tiles, error))
    return FALSE;
  if (!sum->table || !tiles->table || !poplens_table_n_rows (sum->table))
    return TRUE;
  tiles->rows.filterable = TRUE;
  /* The note has a sentence on the changes, one on the result, and one on the estimate: take the
   * second sentence. */
  const char *note = poplens_table_get_note (tiles->table);
  const char *end = note ? strstr (note, ". ") : NULL;
  const char *start = end ? end + 2 : note;
  end = start ? strstr (start, ". ") : NULL;
  g_autofree char *sentence = end ? g_strndup (start, (gsize) (end + 1 - start)) : g_strdup (start);
  facts = poplens_page_add_section (page, POPLENS_SECTION_FACTS, "what-if-facts", NULL);
  facts->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  gint64 most = count_most_over (context, changes, sum->table, error);
  if (most < 0)
    return FALSE;
  add_over (facts->facts, sum->table, most, changed);
  add_worst (facts->facts, tiles->table, changed, most > 0, context->unit);
  /* If the model did not fit before, add no more facts: cause and plan say more. */
  gboolean fitted =
      !(what_if_sum (sum->table, "over_before") + what_if_sum (sum->table, "tight_before"));
  if (changes->scales->len && fitted)
    add_first (facts->facts, sum->table, sentence);
  if (fitted)
    insights_what_if_add_sum (facts->facts, sum->table, changed, context->unit);
  if (!poplens_insights_add_plan (page, asked, facts->facts, error))
    return FALSE;
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "bound",
                           is_pessimistic (changes, context->location) ? PESSIMISTIC : OPTIMISTIC);
  if (!poplens_insights_add_plan_tables (page, context, error))
    return FALSE;
  PoplensTileCharts charts = {page, context, target, tiles->table, series, G_N_ELEMENTS (series)};
  static const char *const options[] = {"before", "after", "headroom", "scaled"};
  static const char *const titles[] = {"Live before", "Live after", "Headroom after", "Scaled"};
  guint value = poplens_page_add_choice (page, "colour", "Colour by", "Colour tiles by", options,
                                         titles, G_N_ELEMENTS (options), 1);
  poplens_page_control (page, "colour")->section = "what-if-map";
  poplens_insights_add_map (&charts, "what-if-map", "Tile Map", value, "over capacity",
                            what_if_is_over);
  poplens_insights_add_graph (&charts, "what-if-graph", "Before and after, by tile");
  /* Move the tables "what-if" and "what-if-tiles" to the end, after what was computed from them. */
  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (page->sections, g_ptr_array_steal_index (page->sections, at));
  return TRUE;
}

/* ---- scope ----------------------------------------------------------------------------------- */

/* Returns @location with the scope “all” if it has none. Without a scope, a selection that was made
 * on another page would restrict What If. (transfer full) */
static PoplensLocation *
chosen_scope (const PoplensLocation *location)
{
  if (poplens_location_get (location, "scope"))
    return poplens_location_ref ((PoplensLocation *) location);
  return poplens_location_with (location, "scope", "all");
}

/* If What If covers only some tiles, adds a notice that names the tiles, with a link to cover all
 * tiles. */
static void
add_chip (PoplensPage *page, const PoplensLocation *location)
{
  const char *source = poplens_location_get (location, "scope");
  const char *ipu = poplens_location_get (location, "ipu");
  g_autoptr (PoplensLocation) all = poplens_location_with (location, "scope", "all");
  g_autofree char *link = poplens_location_to_string (all);
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  g_autofree char *set = tiles->n ? poplens_tile_set_to_string (tiles) : NULL;
  g_autofree char *text = NULL;

  if (!g_strcmp0 (source, "tile") && set)
    text = g_strdup_printf (
        poplens_tile_set_count (tiles) == 1 ? "Only tile %s counts." : "Only tiles %s count.", set);
  else if (!g_strcmp0 (source, "ipu") && ipu)
    text = g_strdup_printf ("Only IPU %s counts.", ipu);
  if (!text)
    return;
  PoplensSection *notice =
      poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "what-if-scope", text);
  poplens_page_add_link (notice, "Count All Tiles", link);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Moves the editor of changes below the result, so that a low window shows the result of an applied
 * plan. */
static void
put_below_answer (PoplensPage *page, PoplensSection *changes)
{
  const PoplensSection *answer = poplens_page_find_section (page, "bound");
  guint from, to;

  if (!answer || !g_ptr_array_find (page->sections, changes, &from))
    return;
  g_ptr_array_steal_index (page->sections, from);
  g_ptr_array_find (page->sections, answer, &to);
  g_ptr_array_insert (page->sections, (int) to + 1, changes);
}

/* Fills the chapter if the baseline is known: the result of the changes, cause and plan, and the
 * changes themselves. FALSE with @error. */
static gboolean
fill_known (PoplensPage *page, const PoplensPageContext *context, const PoplensTarget *target,
            const PoplensWhatIf *what, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (GPtrArray) readable = poplens_what_if_changes (context->location, &wrong);
  g_autoptr (PoplensLocation) usable = NULL;
  PoplensPageContext known = *context;

  if (!readable)
    poplens_page_add_misuse (page, wrong->message);
  add_chip (page, context->location);
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHANGES, "changes", "What If");
  section->changes = poplens_changes_new (context->report, what, context->location);
  section->facts = panel_facts (section->changes, context->unit);
  refuse_unknown (page, section->changes);
  /* Offer a choice between two estimates if one of the changes has both. */
  static const char *const options[] = {"optimistic", "pessimistic"};
  static const char *const titles[] = {"Optimistic", "Pessimistic"};
  if (is_estimated_twice (section->changes))
    poplens_page_add_choice (page, "estimate", "Estimate",
                             "Which of two estimates of these changes; a new layout can need more",
                             options, titles, G_N_ELEMENTS (options), 0);
  usable = usable_changes (section->changes, context->location);
  known.location = usable;
  if (!add_result (page, &known, context, target, section->changes, error))
    return FALSE;
  put_below_answer (page, section);
  return TRUE;
}

gboolean
poplens_insights_fill_what_if (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) location = chosen_scope (context->location);
  g_autoptr (GError) local = NULL;
  const PoplensWhatIf *what =
      poplens_report_what_if (context->report, context->cancellable, &local);
  PoplensPageContext scoped = *context;
  gconstpointer target;

  scoped.location = location;
  if (!poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                   context->cancellable, error))
    return FALSE;
  poplens_insights_add_scope (page, &scoped, target);
  page->scope_is_all = TRUE;
  if (what)
    return fill_known (page, &scoped, target, what, error);
  if (!poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "what-if", local->message);
  return TRUE;
}
