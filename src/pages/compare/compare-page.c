/* Pages of two reports: which pages can compare reports, and the notices, tabs, tables and formats
 * that these pages share. */
#include "pages/compare/compare-page.h"
#include "pages/insights/insights-page.h"

#include "base/error.h"
#include "base/format.h"
#include "base/name-apart.h"
#include "derived/compare/compare-headline.h"
#include "derived/headline.h"
#include "model/location-keys.h"

#include <string.h>

/* Largest length in bytes of a report's name in the legend: a longer name would not leave space for
 * "Before". */
#define LEGEND_BYTES 20

/* ---- whether --------------------------------------------------------------------------------- */

static gboolean fill_summary (PoplensComparePage *self, GError **error);
static gboolean fill_programs (PoplensComparePage *self, GError **error);
static gboolean fill_trace (PoplensComparePage *self, GError **error);

static gboolean (*const fills[POPLENS_N_PAGES]) (PoplensComparePage *self, GError **error) = {
    [POPLENS_PAGE_SUMMARY] = fill_summary,
    [POPLENS_PAGE_INSIGHTS] = poplens_compare_insights_fill,
    [POPLENS_PAGE_MEMORY] = poplens_compare_memory_fill,
    [POPLENS_PAGE_LIVENESS] = poplens_compare_liveness_fill,
    [POPLENS_PAGE_PROGRAMS] = fill_programs,
    [POPLENS_PAGE_OPERATIONS] = poplens_compare_operations_fill,
    [POPLENS_PAGE_TRACE] = fill_trace,
};

/* TRUE if the page can compare two reports. On Insights only the overview can: the other chapters
 * are about one report. */
static gboolean
can_compare (const PoplensPage *page)
{
  return fills[page->id] &&
         (page->id != POPLENS_PAGE_INSIGHTS || poplens_insights_is_overview (page->location));
}

gboolean
poplens_compare_page_is_shown (const PoplensPage *page)
{
  const char *asked = poplens_location_get (page->location, "compare");

  return page->of_two && can_compare (page) && g_strcmp0 (asked, POPLENS_COMPARE_BEFORE) &&
         g_strcmp0 (asked, POPLENS_COMPARE_AFTER);
}

/* Adds the control that shows both reports or only Before. */
static void
add_switch (PoplensPage *page)
{
  static const char *const options[] = {POPLENS_COMPARE_BOTH, POPLENS_COMPARE_BEFORE};
  static const char *const titles[] = {"Yes", "No"};
  const char *asked = poplens_location_get (page->location, "compare");

  poplens_page_add_switch_of (page, "compare", "Show Comparison",
                              "Show both reports, or only Before", options, titles,
                              poplens_compare_page_is_shown (page));
  if (asked && !poplens_location_key_knows ("compare", asked))
    poplens_page_refuse_choice (page, "compare", asked);
}

gboolean
poplens_compare_page_is_asked (PoplensPage *page, PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  if (other && fills[page->id] && !can_compare (page)) {
    g_autofree char *name = poplens_report_name_beside (report, other);
    g_autofree char *text = g_strdup_printf ("This section shows %s alone.", name);
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "alone", text);
  }
  if (other && can_compare (page))
    add_switch (page);
  return poplens_compare_page_is_shown (page);
}

/* ---- what all of them share ------------------------------------------------------------------ */

/* Prefixes @what with the name of report @s: "sx/report: …". (transfer full) */
static char *
say_of (const PoplensComparePage *self, guint s, const char *what)
{
  g_autofree char *name = poplens_report_name_beside (self->of[s], self->of[!s]);

  return g_strdup_printf ("%s: %s", name, what);
}

gboolean
poplens_compare_page_load (PoplensComparePage *self, PoplensPart part,
                           gconstpointer data[POPLENS_N_SIDES], GError **error)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GError) local = NULL;
    data[s] = poplens_report_load (self->of[s], part, self->context->cancellable, &local);
    if (data[s])
      continue;
    if (!poplens_error_is_lack (local)) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    g_autofree char *text = say_of (self, s, local->message);
    poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "absent", text);
  }
  return TRUE;
}

gboolean
poplens_compare_page_forgive (PoplensComparePage *self, GError **local, GError **error)
{
  if (g_error_matches (*local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    poplens_page_add_misuse (self->page, (*local)->message);
  } else if (poplens_error_is_lack (*local)) {
    poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "absent", (*local)->message);
  } else {
    g_propagate_error (error, g_steal_pointer (local));
    return FALSE;
  }
  g_clear_error (local);
  return TRUE;
}

/* ---- tabs ------------------------------------------------------------------------------------ */

static const struct {
  const char *key, *title;
  PoplensPageId page; /* page of a single report that has the same tab; POPLENS_N_PAGES: none */
} tabs[] = {
    {"memory-tiles", "Tiles", POPLENS_PAGE_MEMORY},
    {POPLENS_COMPARE_BY_TILE, "Breakdown", POPLENS_N_PAGES},
    {"memory-categories", "Categories", POPLENS_PAGE_MEMORY},
    {"variables", "Variables", POPLENS_PAGE_LIVENESS},
    {"liveness-steps", "Steps", POPLENS_PAGE_LIVENESS},
    {"contents", "Tile contents", POPLENS_PAGE_LIVENESS},
    {"operations", "Operations", POPLENS_PAGE_OPERATIONS},
    {"compute-sets", "Compute Sets", POPLENS_PAGE_MEMORY},
    {"trace-costs", "Names", POPLENS_PAGE_TRACE},
    {"critical-path", "Critical Path", POPLENS_PAGE_TRACE},
    {"time-causes", "Waterfall", POPLENS_N_PAGES},
    {"time-findings", "Findings", POPLENS_N_PAGES},
};

/* Returns the index of the tab @key in tabs[]; the number of tabs if there is none. */
static guint
find_tab (const char *key)
{
  guint t = 0;

  while (t < G_N_ELEMENTS (tabs) && g_strcmp0 (key, tabs[t].key))
    t++;
  return t;
}

PoplensLocation *
poplens_compare_page_leave (const PoplensLocation *location)
{
  static const char *const words[][2] = {
      {"view", "summary"}, {"view", "traces"}, {"order", "change"}};
  guint tab = find_tab (poplens_location_get (location, "tab"));
  gboolean is_alone =
      tab < G_N_ELEMENTS (tabs) && tabs[tab].page != poplens_location_get_page (location);
  PoplensLocation *left = is_alone ? poplens_location_with (location, "tab", NULL)
                                   : poplens_location_ref ((PoplensLocation *) location);

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    if (!g_strcmp0 (poplens_location_get (left, words[w][0]), words[w][1])) {
      g_autoptr (PoplensLocation) before = left;
      left = poplens_location_with (before, words[w][0], NULL);
    }
  return left;
}

/* Adds a section for the comparison table of the tab @key. Sets or removes the key "by" for the
 * table, so that the page's own "by" does not change its rows. */
static PoplensSection *
add_section (PoplensComparePage *self, const char *key, const char *title)
{
  gboolean by_tile = g_str_equal (key, POPLENS_COMPARE_BY_TILE);
  PoplensSection *section =
      poplens_page_add_section (self->page, POPLENS_SECTION_TABLE, key, title);
  const PoplensTableSpec *spec;

  section->rows.name = by_tile ? "memory-categories" : NULL;
  section->rows.compares = TRUE;
  section->rows.filterable = TRUE;
  spec = poplens_tables_find (poplens_section_table (section));
  if (spec->by[0].key)
    section->location =
        poplens_location_with (self->context->location, "by", by_tile ? "tile" : NULL);
  return section;
}

gboolean
poplens_compare_page_add_tab (PoplensComparePage *self, const char *key, GError **error)
{
  return poplens_page_fill_tab (self->page, self->context,
                                add_section (self, key, tabs[find_tab (key)].title), error);
}

void
poplens_compare_page_add_partial_tab (PoplensComparePage *self, const char *key)
{
  add_section (self, key, tabs[find_tab (key)].title)->state = POPLENS_PARTIAL;
}

static const char *
format_amount (PoplensNumber buffer, gint64 amount, PoplensUnit unit, PoplensByteUnit bytes)
{
  PoplensValue value = {.type = POPLENS_VALUE_INT, .unit = unit, .integer = amount};

  return amount == POPLENS_NO_AMOUNT ? "–" : poplens_value_format (&value, bytes, buffer);
}

const char *
poplens_compare_format_beside (PoplensNumber buffer, gint64 amount, gint64 other, PoplensUnit unit,
                               PoplensByteUnit bytes)
{
  return unit == POPLENS_UNIT_BYTES && amount >= 0 && other >= 0
             ? poplens_format_bytes_beside (buffer, (guint64) amount, (guint64) other, bytes)
             : format_amount (buffer, amount, unit, bytes);
}

static PoplensUnit
signed_unit (PoplensUnit unit)
{
  return unit == POPLENS_UNIT_BYTES    ? POPLENS_UNIT_SIGNED_BYTES
         : unit == POPLENS_UNIT_CYCLES ? POPLENS_UNIT_SIGNED_CYCLES
                                       : POPLENS_UNIT_SIGNED_COUNT;
}

char *
poplens_compare_page_words (PoplensUnit unit, PoplensAmount amount, PoplensByteUnit bytes)
{
  gint64 a = amount.of[POPLENS_FIRST], b = amount.of[POPLENS_SECOND];
  PoplensNumber first, second, change;
  g_autoptr (GString) words = g_string_new (NULL);

  g_string_printf (words, "%s → %s", poplens_compare_format_beside (first, a, b, unit, bytes),
                   poplens_compare_format_beside (second, b, a, unit, bytes));
  if (amount.has_change && !amount.change)
    g_string_append (words, ", unchanged");
  else if (amount.has_change)
    g_string_append_printf (words, ": %s",
                            format_amount (change, amount.change, signed_unit (unit), bytes));
  poplens_amount_append_part (amount, words);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

void
poplens_compare_page_say_alone (GString *text, const guint32 only[POPLENS_N_SIDES],
                                const char *noun)
{
  static const char *const words[] = {"Removed", "Added"};
  PoplensNumber items;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (only[s])
      g_string_append_printf (text, ". %s: %s", words[s],
                              poplens_format_items (items, only[s], noun));
}

void
poplens_compare_page_add_series (PoplensComparePage *self, PoplensChart *chart, PoplensSide side,
                                 guint64 *values)
{
  static const char *const keys[] = {"first", "second"}, *const names[] = {"Before", "After"};
  char *reports[] = {poplens_report_name_beside (self->of[side], self->of[!side]),
                     poplens_report_name_beside (self->of[!side], self->of[side])};

  poplens_names_shorten (reports, LEGEND_BYTES);
  g_autofree char *report = reports[0], *other = reports[1];
  g_autofree char *name = g_strdup_printf ("%s: %s", names[side], report);

  poplens_chart_add_series (
      chart, side == POPLENS_FIRST ? POPLENS_SERIES_BAND : POPLENS_SERIES_LINE, keys[side], name,
      side == POPLENS_FIRST ? POPLENS_INK_TOTAL : POPLENS_INK_FOREGROUND, 0, values,
      poplens_page_hides (self->context->location, keys[side]));
}

static gboolean
has_steps_on (const PoplensExecution *x, guint32 ipu)
{
  return x && ipu < x->n_ipus && x->ipu_seen[ipu];
}

void
poplens_compare_page_add_ipus (PoplensComparePage *self)
{
  const char *asked = poplens_location_get (self->context->location, "ipu");
  const PoplensExecution *x = poplens_report_peek (self->of[POPLENS_FIRST], POPLENS_PART_EXECUTION);
  const PoplensExecution *y =
      poplens_report_peek (self->of[POPLENS_SECOND], POPLENS_PART_EXECUTION);
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = 0, n = 1;

  g_strv_builder_add (options, "all");
  g_strv_builder_add (titles, "All IPUs");
  for (guint32 i = 0; x && i < x->n_ipus; i++) {
    g_autofree char *option = g_strdup_printf ("%u", i);
    g_autofree char *title = g_strdup_printf ("IPU %u", i);
    if (!has_steps_on (x, i) || !has_steps_on (y, i))
      continue;
    g_strv_builder_add (options, option);
    g_strv_builder_add (titles, title);
    current = g_strcmp0 (asked, option) ? current : n;
    n++;
  }
  GStrv values = g_strv_builder_end (options), names = g_strv_builder_end (titles);
  if (x && y && n > 1 &&
      MAX (poplens_execution_count_ipus (x), poplens_execution_count_ipus (y)) > 1) {
    poplens_page_add_own_choice (self->page, "ipu", "IPU", "IPU whose steps are compared", values,
                                 names, current);
    return;
  }
  g_strfreev (values);
  g_strfreev (names);
}

gboolean
poplens_compare_page_reads_steps (const PoplensComparePage *self)
{
  return self->context->extent == POPLENS_EXTENT_WHOLE ||
         (poplens_report_is_near (self->of[POPLENS_FIRST]) &&
          poplens_report_is_near (self->of[POPLENS_SECOND]));
}

gboolean
poplens_compare_page_add_table (PoplensComparePage *self, const char *name, const char *title,
                                gboolean on_top, GError **error)
{
  PoplensSection *section = add_section (self, name, title);

  section->rows.on_top = on_top;
  return poplens_page_fill_table (self->page, self->context, section, error);
}

/* ---- Summary --------------------------------------------------------------------------------- */

/* Figures of the headline. .key: row in the table "summary"; .link: page to which the figure links.
 */
static const struct {
  const char *key, *label, *link;
} headline[] = {
    {"tile_bytes", "Fullest tile", "memory"},
    {"memory_bytes", "Memory including gaps", "memory"},
    {"peak_bytes", "Peak live memory", "liveness"},
    {"iteration_cycles", "Iteration", "trace"},
    {"program_cycles", "Program time", "trace"},
    {"programs", "Programs", "programs"},
    {"vertices", "Vertices", NULL},
};

static PoplensValue
compare_value_of (const PoplensTable *table, guint32 row, const char *column)
{
  int index = poplens_table_find_column (table, column);

  return index < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) index);
}

static guint32
compare_find_row (const PoplensTable *table, const char *key)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (!g_strcmp0 (compare_value_of (table, row, "key").text, key))
      return row;
  return G_MAXUINT32;
}

/* Adds a fact with the change between the reports, "+66.0 KiB", or with the value if there is no
 * change. (transfer none) */
static PoplensFact *
compare_add_fact (PoplensComparePage *self, GPtrArray *facts, const PoplensTable *table,
                  guint32 row, const char *label)
{
  PoplensValue change = compare_value_of (table, row, "value_change");
  PoplensValue part = compare_value_of (table, row, "value_ratio");
  PoplensValue of[] = {compare_value_of (table, row, "value_before"),
                       compare_value_of (table, row, "value_after")};
  PoplensNumber first, second, text, percent;
  gboolean differs = change.type == POPLENS_VALUE_INT && change.integer;
  const char *one =
      poplens_value_format (&of[of[0].type == POPLENS_VALUE_NULL], self->context->unit, text);
  g_autofree char *detail = NULL;
  PoplensFact *fact;

  if (differs)
    detail = g_strdup_printf (
        "%s → %s%s%s",
        poplens_compare_format_beside (first, of[0].integer, of[1].integer, of[0].unit,
                                       self->context->unit),
        poplens_compare_format_beside (second, of[1].integer, of[0].integer, of[1].unit,
                                       self->context->unit),
        part.type == POPLENS_VALUE_REAL ? ", " : "",
        part.type == POPLENS_VALUE_REAL ? poplens_format_signed_percent (percent, part.real) : "");
  else
    detail = g_strdup (of[0].type == POPLENS_VALUE_NULL   ? "not recorded before"
                       : of[1].type == POPLENS_VALUE_NULL ? "not recorded after"
                                                          : "unchanged");
  fact = poplens_facts_add (
      facts, label, differs ? poplens_value_format (&change, self->context->unit, text) : one,
      detail);
  if (differs)
    fact->tone = change.integer > 0 ? POPLENS_TONE_MORE : POPLENS_TONE_LESS;
  fact->source = "Change: after − before";
  return fact;
}

/* Returns the program cycles of both reports; zeros if @table does not have them for both. */
static PoplensAmount
cycles_of (const PoplensTable *table)
{
  guint32 row = compare_find_row (table, "program_cycles");
  PoplensAmount none = {0};

  if (row == G_MAXUINT32)
    return none;
  PoplensValue first = compare_value_of (table, row, "value_before");
  PoplensValue second = compare_value_of (table, row, "value_after");
  return first.type == POPLENS_VALUE_INT && second.type == POPLENS_VALUE_INT
             ? poplens_amount_of (first.integer, second.integer)
             : none;
}

/* Adds the headline figures. @cycles: (out): program cycles of both reports. FALSE with @error. */
static gboolean
compare_add_headline (PoplensComparePage *self, PoplensAmount *cycles, GError **error)
{
  g_autoptr (PoplensLocation) all = poplens_location_with (self->context->location, "same", "yes");
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  g_autoptr (PoplensTable) table = poplens_tables_compare ("summary", self->context->report, all,
                                                           self->context->cancellable, error);

  if (!table)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (headline); i++) {
    guint32 row = compare_find_row (table, headline[i].key);
    if (row != G_MAXUINT32)
      compare_add_fact (self, facts, table, row, headline[i].label)->link =
          g_strdup (headline[i].link);
  }
  *cycles = cycles_of (table);
  poplens_page_add_section (self->page, POPLENS_SECTION_FACTS, "facts", NULL)->facts =
      g_steal_pointer (&facts);
  return TRUE;
}

static void
compare_add_notices (PoplensComparePage *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GPtrArray) notices = poplens_report_list_notices (self->of[s]);
    for (guint i = 0; i < notices->len; i++) {
      g_autofree char *text = say_of (self, s, notices->pdata[i]);
      poplens_page_add_standing (self->page, POPLENS_TONE_WARNING, "notice", text);
    }
  }
}

/* Adds the tables of engine options and of figures. Changed options come first, as they explain the
 * figures. If no option changed, a line after the figures says so. */
static gboolean
compare_add_tables (PoplensComparePage *self, GError **error)
{
  GPtrArray *sections = self->page->sections;
  guint at = sections->len;

  if (!poplens_compare_page_add_table (self, "options", "Engine Options", FALSE, error) ||
      !poplens_compare_page_add_table (self, "summary", "Figures", FALSE, error))
    return FALSE;
  PoplensSection *options = sections->pdata[at];
  if (!options->table || poplens_table_n_rows (options->table))
    return TRUE;
  g_autofree char *same = g_strdup (poplens_table_get_note (options->table));
  g_clear_pointer (&options->table, poplens_table_unref);
  poplens_section_set_absent (options, same);
  g_ptr_array_add (sections, g_ptr_array_steal_index (sections, at));
  return TRUE;
}

/* Adds a notice before the figures if only one of the reports fits. */
static void
add_fit (PoplensComparePage *self, const PoplensHeadline of[POPLENS_N_SIDES])
{
  g_autofree char *text = poplens_compared_fit (of, self->context->unit);

  if (text)
    poplens_page_add_link (
        poplens_page_add_notice (self->page,
                                 of[POPLENS_SECOND].fits ? POPLENS_TONE_GOOD : POPLENS_TONE_BAD,
                                 "fit", text),
        "Show Causes", "memory");
}

/* Adds a notice if the peak of live memory changed. The notice links to Liveness, whose variables
 * show the causes. */
static void
compare_add_peak (PoplensComparePage *self, const PoplensHeadline of[POPLENS_N_SIDES])
{
  PoplensAmount peak;
  g_autofree char *text = poplens_compared_peak (of, self->context->unit, &peak);

  if (!text)
    return;
  PoplensSection *notice =
      poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared-peak", text);
  if (!poplens_amount_is_noise (peak))
    poplens_page_add_link (notice, "Show Causes", "liveness?tab=variables");
}

static gboolean
fill_summary (PoplensComparePage *self, GError **error)
{
  const PoplensCompareSource source = {{self->of[POPLENS_FIRST], self->of[POPLENS_SECOND]}};
  g_autoptr (GError) local = NULL;
  PoplensHeadline of[POPLENS_N_SIDES];
  PoplensAmount cycles = {0};

  self->page->layout = POPLENS_LAYOUT_DOCUMENT;
  poplens_compared_headlines (&source, of, self->context->cancellable);
  add_fit (self, of);
  if (!compare_add_headline (self, &cycles, &local)) {
    if (!poplens_error_is_lack (local)) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    poplens_page_add_notice (self->page, POPLENS_TONE_BAD, "damage", local->message);
  }
  compare_add_notices (self);
  compare_add_peak (self, of);
  return poplens_compare_time_add_known (self, cycles, error) && compare_add_tables (self, error);
}

/* ---- pages of tables ------------------------------------------------------------------------- */

/* Adds a notice that compares the program time of both reports, if both record it. FALSE with
 * @error only if nothing more can be read. */
static gboolean
compare_add_cycles (PoplensComparePage *self, GError **error)
{
  g_autofree char *words = NULL;
  g_autofree char *text = NULL;
  gint64 cycles[POPLENS_N_SIDES];
  gboolean known = TRUE;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GError) local = NULL;
    PoplensProgramTime time;
    if (!poplens_report_program_time (self->of[s], FALSE, &time, self->context->cancellable,
                                      &local)) {
      if (!poplens_error_is_lack (local)) {
        g_propagate_error (error, g_steal_pointer (&local));
        return FALSE;
      }
      /* On Execution Trace, this page is shown if time cannot be compared. The notice was added
       * before then: do not repeat it. */
      if (poplens_page_find_section (self->page, "absent"))
        return TRUE;
      text = say_of (self, s, local->message);
      poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "absent", text);
      return TRUE;
    }
    known = known && time.known && !time.incomplete;
    cycles[s] = (gint64) MIN (time.program, POPLENS_MOST_AMOUNT);
  }
  if (!known)
    return TRUE;
  words = poplens_compare_page_words (POPLENS_UNIT_CYCLES, poplens_amount_of (cycles[0], cycles[1]),
                                      self->context->unit);
  text = g_strdup_printf ("Program time: %s", words);
  poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text);
  return TRUE;
}

/* Fills the page with the programs of two reports and their costs. Execution Trace shows the same
 * page if the time of the reports cannot be compared. */
static gboolean
fill_programs (PoplensComparePage *self, GError **error)
{
  self->page->layout = POPLENS_LAYOUT_TABLE;
  poplens_page_add_unit (self->page, self->context);
  return compare_add_cycles (self, error) &&
         poplens_compare_page_add_table (self, "programs", "Programs", TRUE, error) &&
         poplens_compare_page_add_tab (self, "operations", error) &&
         poplens_compare_page_add_tab (self, "compute-sets", error);
}

static gboolean
fill_trace (PoplensComparePage *self, GError **error)
{
  gboolean has;

  return poplens_compare_time_fill (self, &has, error) && (has || fill_programs (self, error));
}

/* ---- the page -------------------------------------------------------------------------------- */

gboolean
poplens_compare_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (context->report);
  const char *range = poplens_location_get (context->location, "range");
  gboolean is_named = range && strchr (range, '=');
  PoplensPageContext both = *context;
  /* Drop selected cycles: in the other trace, the same cycles are other steps. Keep a named range,
   * such as an iteration, since both traces have it. */
  g_autoptr (PoplensLocation) whole =
      poplens_location_with (context->location, "range", is_named ? range : NULL);
  PoplensComparePage self = {page, &both, {context->report, other}};
  g_autofree char *before = poplens_report_name_beside (context->report, other);
  g_autofree char *after = poplens_report_name_beside (other, context->report);
  g_autofree char *title = g_strdup_printf ("%s compared with %s", page->title, after);

  both.location = whole;
  poplens_page_add_switch (page, "same", "Show Unchanged", "Also list unchanged rows", FALSE);
  g_free (page->title);
  page->title = g_steal_pointer (&title);
  page->compared = poplens_format_reports (before, after);
  return fills[page->id](&self, error);
}
