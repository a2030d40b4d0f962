/* Builds pages: the parts that each page needs, the steps of a build, and the functions that append
 * sections and facts. */
#include "pages/compare/compare-page.h"
#include "pages/insights/changes.h"
#include "pages/insights/insights-page.h"
#include "pages/operations/operations-treemap.h"
#include "pages/trace/light.h"
#include "pages/trace/trace-view.h"

#include "base/error.h"
#include "derived/operations/operations-source.h"
#include "derived/scope.h"
#include "derived/time/time-source.h"

#include <string.h>

void
poplens_fact_free (gpointer data)
{
  PoplensFact *fact = data;

  g_free (fact->label);
  g_free (fact->value);
  g_free (fact->detail);
  g_free (fact->link);
  g_free (fact->cause);
  g_free (fact->command);
  g_free (fact->finding);
  g_free (fact->code);
  g_free (fact->sentence);
  g_free (fact->group);
  g_clear_pointer (&fact->links, g_ptr_array_unref);
  g_free (fact);
}

void
poplens_page_link_free (gpointer data)
{
  PoplensPageLink *link = data;

  g_free (link->title);
  g_free (link->location);
  g_free (link);
}

static void
section_free (gpointer data)
{
  PoplensSection *section = data;

  g_free (section->key);
  g_free (section->title);
  g_free (section->answer);
  g_clear_pointer (&section->facts, g_ptr_array_unref);
  g_free (section->text);
  g_clear_pointer (&section->notice.links, g_ptr_array_unref);
  g_clear_pointer (&section->changes, poplens_changes_free);
  g_clear_pointer (&section->chart, poplens_chart_unref);
  g_free (section->plot.tiles);
  g_free (section->plot.steps);
  g_strfreev (section->plot.links);
  g_clear_pointer (&section->plot.items, poplens_operation_items_free);
  g_clear_pointer (&section->table, poplens_table_unref);
  g_clear_pointer (&section->tab.chart, poplens_tab_chart_unref);
  g_clear_pointer (&section->location, poplens_location_unref);
  poplens_made_of_clear (&section->made);
  g_free (section);
}

static void
control_free (gpointer data)
{
  PoplensControl *control = data;

  g_strfreev (control->own_options);
  g_strfreev (control->own_titles);
  g_strfreev (control->completions);
  g_free (control);
}

static void
tile_choice_free (gpointer data)
{
  PoplensTileChoice *choice = data;

  g_free (choice->title);
  g_free (choice->detail);
  poplens_tile_set_free (choice->tiles);
  g_free (choice);
}

void
poplens_page_free (PoplensPage *self)
{
  if (!self)
    return;
  g_clear_object (&self->report);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->usable, poplens_location_unref);
  g_free (self->title);
  g_free (self->answer);
  g_free (self->compared);
  g_free (self->misuse);
  g_ptr_array_unref (self->controls);
  g_ptr_array_unref (self->tile_choices);
  g_ptr_array_unref (self->sections);
  poplens_trace_view_free (self->trace);
  poplens_light_lanes_unref (self->light);
  g_free (self);
}

static PoplensPage *
page_new (PoplensReport *report, const PoplensLocation *location, PoplensByteUnit unit)
{
  PoplensPage *self = g_new0 (PoplensPage, 1);

  self->id = poplens_location_get_page (location);
  self->report = g_object_ref (report);
  /* The cast is safe: a location is immutable, and only its reference count changes. */
  self->location = poplens_location_ref ((PoplensLocation *) location);
  self->title = g_strdup (poplens_page_id_title (self->id));
  self->controls = g_ptr_array_new_with_free_func (control_free);
  self->tile_choices = g_ptr_array_new_with_free_func (tile_choice_free);
  self->sections = g_ptr_array_new_with_free_func (section_free);
  self->unit = unit;
  return self;
}

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

/* The parts of a report that each page needs, and the function that fills it. A page without fill
 * () is not implemented yet. */
static const struct {
  guint32 parts; /* parts that the page reads completely */
  guint32 brief; /* parts that the page reads only in brief, for headline figures */
  guint32 needs; /* parts without which the page has nothing to show */
  gboolean (*fill) (PoplensPage *page, const PoplensPageContext *context, GError **error);
  gboolean partial; /* the page supports POPLENS_EXTENT_PARTIAL */
} kinds[POPLENS_N_PAGES] = {
    [POPLENS_PAGE_SUMMARY] = {BIT (TARGET) | BIT (OPTIONS) | BIT (COMPILATION) | BIT (FRAMEWORK) |
                                  BIT (APP),
                              BIT (MEMORY) | BIT (LIVENESS) | BIT (EXECUTION),
                              0, /* none: the page itself reports what is absent */
                              poplens_summary_page_fill, TRUE},
    [POPLENS_PAGE_INSIGHTS] = {BIT (TARGET) | BIT (MEMORY), 0, BIT (MEMORY),
                               poplens_insights_page_fill},
    [POPLENS_PAGE_MEMORY] = {BIT (TARGET) | BIT (MEMORY), 0, BIT (MEMORY),
                             poplens_memory_page_fill},
    [POPLENS_PAGE_LIVENESS] = {BIT (TARGET) | BIT (MEMORY) | BIT (PROGRAMS) | BIT (VARIABLES) |
                                   BIT (LIVENESS),
                               0, BIT (LIVENESS), poplens_liveness_page_fill},
    [POPLENS_PAGE_OPERATIONS] = {POPLENS_OPERATION_PARTS, 0, BIT (PROGRAMS),
                                 poplens_operations_page_fill},
    [POPLENS_PAGE_PROGRAMS] = {BIT (TARGET) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (VERTICES) |
                                   BIT (LIVENESS) | BIT (EXECUTION),
                               0, BIT (PROGRAMS), poplens_programs_page_fill},
    [POPLENS_PAGE_TRACE] = {BIT (TARGET) | BIT (PROGRAMS) | BIT (EXCHANGES) | BIT (LIVENESS) |
                                BIT (EXECUTION),
                            0, BIT (EXECUTION), poplens_trace_page_fill, TRUE},
};

guint32
poplens_page_parts (PoplensPageId id)
{
  return kinds[id].parts;
}

/* Returns the parts that the page of @location reads, including those of the chosen chapter of
 * Insights. */
static guint32
parts_of_chapter (const PoplensLocation *location)
{
  PoplensPageId id = poplens_location_get_page (location);

  return kinds[id].parts | (id == POPLENS_PAGE_INSIGHTS ? poplens_insights_parts (location) : 0);
}

guint32
poplens_page_parts_of_location (const PoplensLocation *location)
{
  const char *tab = poplens_location_get (location, "tab");
  const PoplensTableSpec *spec = tab ? poplens_tables_find (tab) : NULL;
  PoplensPageId id = poplens_location_get_page (location);

  return parts_of_chapter (location) | (spec && spec->page == id ? spec->parts : 0) |
         (poplens_operation_filter_is_asked (location) ? POPLENS_OPERATION_PARTS : 0);
}

char *
poplens_page_why_not (PoplensPageId id, PoplensReport *report)
{
  if (!kinds[id].fill)
    return g_strdup_printf ("%s comes with the next version of Poplens",
                            poplens_page_id_title (id));
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = kinds[id].needs & POPLENS_PART_BIT (part)
                              ? poplens_report_get_absence (report, part)
                              : NULL;
    if (absence)
      return g_strdup (absence);
  }
  return NULL;
}

gboolean
poplens_page_defaults_equal (PoplensPageDefaults a, PoplensPageDefaults b)
{
  return a.unit == b.unit && a.in_time == b.in_time && a.clock_hz == b.clock_hz &&
         a.framework == b.framework;
}

/* Returns the location to build from, without tiles that the report does not have. NULL with @error
 * if the tiles cannot be read. (transfer full) */
static PoplensLocation *
usable_location (PoplensPage *page, PoplensReport *report, GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GError) wrong = NULL;

  /* Summary ignores the selected tiles that its location keeps: do not check them. */
  if (page->id == POPLENS_PAGE_SUMMARY ||
      poplens_scope_check_tiles (report, page->location, cancellable, &wrong))
    return poplens_location_ref (page->location);
  if (!g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  poplens_page_add_misuse (page, wrong->message);
  return poplens_location_with (page->location, "tile", NULL);
}

gboolean
poplens_section_is_tab (const PoplensSection *section)
{
  return section->kind == POPLENS_SECTION_TAB_CHART ||
         (section->kind == POPLENS_SECTION_TABLE && !section->rows.on_top);
}

gboolean
poplens_section_opens (const PoplensSection *section, const PoplensLocation *location)
{
  for (guint k = 0; section->tab.opens_for && section->tab.opens_for[k]; k++)
    if (poplens_location_get (location, section->tab.opens_for[k]))
      return TRUE;
  return section->tab.opens;
}

const char *
poplens_page_default_tab (const PoplensPage *self)
{
  const char *first = NULL, *shown = NULL;
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (self->sections, i);
    gboolean opens = poplens_section_opens (section, self->location), was_first = is_first;
    if (!section->key || !poplens_section_is_tab (section))
      continue;
    is_first = FALSE;
    if (section->kind != POPLENS_SECTION_TABLE && !opens)
      continue;
    if (section->state != POPLENS_ABSENT && (was_first || opens))
      return section->key;
    if (!first)
      first = section->key;
    if (!shown && section->state != POPLENS_ABSENT)
      shown = section->key;
  }
  return shown ? shown : first;
}

/* If the page has no tab @tab, reports the key as misuse and lists the page's tabs. */
static void
judge_tab (PoplensPage *page, const char *tab)
{
  const PoplensSection *section = poplens_page_find_section (page, tab);

  if (section && poplens_section_is_tab (section))
    return;
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "Unknown tab “%s”; this page has", tab);
  const char *comma = " ";
  for (guint b = 0; b < page->sections->len; b++) {
    section = page->sections->pdata[b];
    if (!poplens_section_is_tab (section))
      continue;
    g_string_append_printf (text, "%s%s", comma, section->key);
    comma = ", ";
  }
  poplens_page_add_misuse (page, text->str);
}

/* Checks the keys that apply to the whole page, and reports invalid values. */
static void
judge_location (PoplensPage *page)
{
  g_autoptr (GError) wrong = NULL;
  const char *unit = poplens_location_get (page->location, "unit");
  const char *tab = poplens_location_get (page->location, "tab");
  PoplensByteUnit parsed;
  double from, to;

  if (unit && !poplens_page_find_control (page, "unit") &&
      !poplens_byte_unit_parse (unit, &parsed)) {
    g_autofree char *text = g_strdup_printf ("unknown unit “%s”; use binary, si or bytes", unit);
    poplens_page_add_misuse (page, text);
  }
  /* Do not check the tab in a comparison: the location may keep a tab that only a single report
   * has. */
  if (tab && page->layout != POPLENS_LAYOUT_DOCUMENT && !page->of_two)
    judge_tab (page, tab);
  if (poplens_location_get_double (page->location, "from", &from) &&
      poplens_location_get_double (page->location, "to", &to) && from >= to) {
    g_autofree char *text = g_strdup_printf ("Empty view: “from=%s” must be smaller than “to=%s”",
                                             poplens_location_get (page->location, "from"),
                                             poplens_location_get (page->location, "to"));
    poplens_page_add_misuse (page, text);
  }
  if (!poplens_tables_check_keys (page->location, &wrong))
    poplens_page_add_misuse (page, wrong->message);
}

PoplensPage *
poplens_page_build (PoplensReport *report, const PoplensLocation *location, PoplensByteUnit unit,
                    GCancellable *cancellable, GError **error)
{
  PoplensWork work = {.cancellable = cancellable, .to = 1};

  return poplens_page_build_work (report, location, (PoplensPageDefaults){.unit = unit}, NULL,
                                  &work, error);
}

/* Replaces a named "range" (an iteration or run) of *@usable by its cycles. If the report has no
 * such iteration or run, removes and reports the key. Does nothing on pages of two reports, which
 * resolve the range for each report. FALSE with @error. */
static gboolean
resolve_range (PoplensPage *page, PoplensReport *report, PoplensLocation **usable,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) named = *usable;
  g_autoptr (GError) local = NULL;

  if (page->id != POPLENS_PAGE_TRACE || poplens_compare_page_is_shown (page)) {
    *usable = g_steal_pointer (&named);
    return TRUE;
  }
  *usable = poplens_report_resolve_range (report, named, cancellable, &local);
  if (*usable)
    return TRUE;
  *usable = poplens_location_with (named, "range", NULL);
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE) &&
      !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_page_add_misuse (page, local->message);
  return TRUE;
}

/* Makes page->location record in @reads which keys are read. Controls read their values from this
 * location. */
static void
watch_location (PoplensPage *page, PoplensLocationReads *reads)
{
  g_autoptr (PoplensLocation) location = page->location;

  page->location = poplens_location_watch (location, reads);
}

PoplensPage *
poplens_page_build_extent (PoplensReport *report, const PoplensLocation *location,
                           PoplensPageDefaults defaults, const PoplensPage *before,
                           const PoplensWork *work, PoplensPageExtent extent, GError **error)
{
  GCancellable *cancellable = work ? work->cancellable : NULL;
  PoplensPageId id = poplens_location_get_page (location);
  guint n_lost = poplens_report_count_lost (report);
  g_autofree char *why_not = poplens_page_why_not (id, report);
  PoplensByteUnit otherwise = defaults.unit;
  const char *name = poplens_location_get (location, "unit");
  if (name)
    poplens_byte_unit_parse (name, &otherwise);
  PoplensPageContext context = {report, NULL,   otherwise, cancellable, work,
                                NULL,   before, extent,    defaults};

  context.defaults.unit = context.unit;

  if (why_not) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, why_not);
    return NULL;
  }
  g_autoptr (PoplensPage) page = page_new (report, location, context.unit);
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  page->of_two = other != NULL;
  g_autoptr (PoplensLocation) usable = usable_location (page, report, cancellable, error);
  if (!usable)
    return NULL;
  /* Preload the parts in parallel. The functions below load them one by one, and report errors. */
  poplens_report_load_briefs (report, kinds[id].brief, poplens_page_parts_of_location (location),
                              cancellable);
  if (!poplens_page_restrict (page, report, &usable, cancellable, error) ||
      !resolve_range (page, report, &usable, cancellable, error))
    return NULL;
  g_autoptr (PoplensLocationReads) reads = poplens_location_reads_new ();
  g_autoptr (PoplensLocation) watched = poplens_location_watch (usable, reads);
  context.location = watched;
  context.reads = reads;
  page->usable = poplens_location_ref (usable);
  gboolean compares = poplens_compare_page_is_asked (page, report);
  watch_location (page, reads);
  if (!(compares ? poplens_compare_page_fill : kinds[id].fill) (page, &context, error) ||
      !poplens_report_is_whole_since (report, n_lost, error))
    return NULL;
  page->answer = poplens_page_find_answer (page, &context);
  poplens_page_add_unread_debug (page, report);
  watch_location (page, NULL);
  judge_location (page);
  return g_steal_pointer (&page);
}

PoplensPage *
poplens_page_build_work (PoplensReport *report, const PoplensLocation *location,
                         PoplensPageDefaults defaults, const PoplensPage *before,
                         const PoplensWork *work, GError **error)
{
  return poplens_page_build_extent (report, location, defaults, before, work, POPLENS_EXTENT_NORMAL,
                                    error);
}

PoplensPage *
poplens_page_build_partial (PoplensReport *report, const PoplensLocation *location,
                            PoplensPageDefaults defaults, const PoplensWork *work)
{
  return kinds[poplens_location_get_page (location)].partial
             ? poplens_page_build_extent (report, location, defaults, NULL, work,
                                          POPLENS_EXTENT_PARTIAL, NULL)
             : NULL;
}

const PoplensSection *
poplens_page_find_section (const PoplensPage *self, const char *key)
{
  for (guint i = 0; i < self->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (self->sections, i);
    if (!strcmp (section->key, key))
      return section;
  }
  return NULL;
}

const PoplensControl *
poplens_page_find_control (const PoplensPage *self, const char *key)
{
  for (guint i = 0; i < self->controls->len; i++) {
    const PoplensControl *control = g_ptr_array_index (self->controls, i);
    if (!strcmp (control->key, key))
      return control;
  }
  return NULL;
}

const PoplensSection *
poplens_page_get_chart (const PoplensPage *self)
{
  for (guint i = 0; i < self->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (self->sections, i);
    if (section->kind == POPLENS_SECTION_CHART)
      return section;
  }
  return NULL;
}

const PoplensSection *
poplens_page_get_top (const PoplensPage *self)
{
  for (guint i = 0; i < self->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (self->sections, i);
    if (section->rows.on_top)
      return section;
  }
  return NULL;
}

/* ---- putting a page together ----------------------------------------------------------------- */

PoplensSection *
poplens_page_add_section (PoplensPage *page, PoplensSectionKind kind, const char *key,
                          const char *title)
{
  PoplensSection *section = g_new0 (PoplensSection, 1);

  /* A CHART page shows one chart on top. Add another one with poplens_page_add_tab_chart (). */
  g_assert (kind != POPLENS_SECTION_CHART || page->layout != POPLENS_LAYOUT_CHART ||
            !poplens_page_get_chart (page));
  section->kind = kind;
  section->key = g_strdup (key);
  section->title = g_strdup (title);
  g_ptr_array_add (page->sections, section);
  return section;
}

/* Capitalises an error message that begins with "the report", to show it as a sentence. (transfer
 * full) (nullable) */
static char *
as_sentence (const char *text)
{
  return text && g_str_has_prefix (text, "the report ") ? g_strconcat ("T", text + 1, NULL)
                                                        : g_strdup (text);
}

PoplensSection *
poplens_page_add_notice (PoplensPage *page, PoplensTone tone, const char *key, const char *text)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_NOTICE, key, NULL);

  section->notice.tone = tone;
  section->text = as_sentence (text);
  return section;
}

PoplensSection *
poplens_page_add_standing (PoplensPage *page, PoplensTone tone, const char *key, const char *text)
{
  PoplensSection *section = poplens_page_add_notice (page, tone, key, text);

  section->notice.is_standing = TRUE;
  return section;
}

void
poplens_section_set_absent (PoplensSection *section, const char *why)
{
  section->state = POPLENS_ABSENT;
  g_free (section->text);
  section->text = as_sentence (why);
}

void
poplens_section_set_title (PoplensSection *section, const char *title)
{
  g_free (section->title);
  section->title = g_strdup (title);
}

void
poplens_page_set_partial (PoplensPage *page, guint32 later, const char *text)
{
  page->state = POPLENS_PARTIAL;
  page->later |= later;
  if (!text)
    return;
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "partial", text)->state = POPLENS_PARTIAL;
}

static PoplensPageLink *
links_add (GPtrArray **links, const char *title, const char *location)
{
  PoplensPageLink *link = g_new0 (PoplensPageLink, 1);

  *link = (PoplensPageLink){g_strdup (title), g_strdup (location)};
  if (!*links)
    *links = g_ptr_array_new_with_free_func (poplens_page_link_free);
  g_ptr_array_add (*links, link);
  return link;
}

void
poplens_page_add_link (PoplensSection *notice, const char *title, const char *location)
{
  links_add (&notice->notice.links, title, location);
}

PoplensPageLink *
poplens_fact_add_link (PoplensFact *fact, const char *title, const char *location)
{
  return links_add (&fact->links, title, location);
}

void
poplens_page_add_misuse (PoplensPage *page, const char *text)
{
  poplens_page_add_notice (page, POPLENS_TONE_WARNING, "place", text);
  if (!page->misuse)
    page->misuse = g_strdup (text);
}

gboolean
poplens_page_read_part (PoplensPageId id, PoplensReport *report, PoplensPart part,
                        GCancellable *cancellable, GError **error)
{
  guint32 bit = POPLENS_PART_BIT (part);

  if (kinds[id].parts & bit)
    return poplens_report_load (report, part, cancellable, error) != NULL;
  if (!(kinds[id].brief & bit))
    return TRUE;
  switch (part) {
  case POPLENS_PART_MEMORY:
    return poplens_report_load_memory_brief (report, cancellable, error) != NULL;
  case POPLENS_PART_LIVENESS:
    return poplens_report_load_peak (report, cancellable, error) != NULL;
  default:
    return poplens_report_load_execution_brief (report, cancellable, error) != NULL;
  }
}

void
poplens_page_add_damage (PoplensPage *page, const PoplensPageContext *context)
{
  guint32 of_chapter = parts_of_chapter (page->location);

  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    g_autoptr (GError) error = NULL;
    if (poplens_report_get_absence (context->report, part))
      continue;
    if (of_chapter & POPLENS_PART_BIT (part))
      poplens_report_load (context->report, part, context->cancellable, &error);
    else
      poplens_page_read_part (page->id, context->report, part, context->cancellable, &error);
    if (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
      poplens_page_add_notice (page, POPLENS_TONE_BAD, "damage", error->message);
  }
  g_autofree char *unknown = poplens_report_describe_unknown_values (context->report);
  if (unknown)
    poplens_page_add_notice (page, POPLENS_TONE_BAD, "damage", unknown);
  poplens_page_add_damaged_lists (page, context);
}

PoplensFact *
poplens_facts_add (GPtrArray *facts, const char *label, const char *value, const char *detail)
{
  PoplensFact *fact = g_new0 (PoplensFact, 1);

  fact->label = g_strdup (label);
  fact->value = g_strdup (value);
  fact->detail = g_strdup (detail);
  fact->fill = fact->mark = -1;
  g_ptr_array_add (facts, fact);
  return fact;
}

gboolean
poplens_page_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  *data = poplens_report_load (report, part, cancellable, &local);
  if (*data || poplens_error_is_lack (local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
