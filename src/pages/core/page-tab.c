/* Tabs that are made when they are shown, and made again when a key on which they depend changes.
 */
#include "pages/core/page-private.h"
#include "pages/trace/trace-view.h"

#include "base/error.h"
#include "derived/insights/kinds-source.h"

#include <string.h>

PoplensTabChart *
poplens_tab_chart_ref (PoplensTabChart *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
digest_free (PoplensTabDigest *self)
{
  g_ptr_array_unref (self->figures);
  g_free (self->name);
  g_clear_pointer (&self->bar, poplens_chart_unref);
  g_free (self->bar_note);
  g_free (self->advice);
  g_clear_pointer (&self->details, poplens_table_unref);
  g_free (self);
}

static void
tab_clear (gpointer data)
{
  PoplensTabChart *self = data;

  g_clear_pointer (&self->digest, digest_free);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_free (self->lead);
  g_free (self->title);
  g_free (self->text);
  g_free (self->step_label);
  g_free (self->misuse);
  if (self->free_items)
    self->free_items (self->items);
}

void
poplens_tab_chart_unref (PoplensTabChart *self)
{
  g_atomic_rc_box_release_full (self, tab_clear);
}

static gboolean
follows (const PoplensSection *section, const char *key)
{
  return section->follows && g_strv_contains (section->follows, key);
}

char *
poplens_section_followed (const PoplensSection *section, const PoplensLocation *location)
{
  gboolean is_chosen =
      (follows (section, "range") && poplens_location_get (location, "range")) ||
      (follows (section, "executed") && poplens_location_get (location, "executed"));
  GString *values = g_string_new (NULL);

  for (guint k = 0; section->follows && section->follows[k]; k++) {
    const char *key = section->follows[k], *value = poplens_location_get (location, key);
    /* If cycles or a step are selected, the table shows only them. Leave out "from" and "to", which
     * then have no effect. */
    if (!is_chosen || (strcmp (key, "from") && strcmp (key, "to")))
      g_string_append_printf (values, "%s=%s&", key, value ? value : "");
  }
  return g_string_free (values, FALSE);
}

guint32
poplens_section_parts (const PoplensSection *section)
{
  const PoplensTableSpec *spec = section->kind == POPLENS_SECTION_TABLE
                                     ? poplens_tables_find (poplens_section_table (section))
                                     : NULL;

  return spec ? spec->parts : section->tab.kind ? section->tab.kind->parts : 0;
}

/* Returns the location from which the section is made: the page's location, with the values that
 * the keys in .follows have in @location. (transfer full) */
static PoplensLocation *
location_of (const PoplensPage *page, const PoplensSection *section,
             const PoplensLocation *location)
{
  if (page->trace && follows (section, "from"))
    return poplens_trace_with_view (page, location);
  PoplensLocation *made =
      poplens_location_ref (section->location ? section->location : page->usable);
  for (guint k = 0; section->follows && section->follows[k]; k++) {
    PoplensLocation *next = poplens_location_with (
        made, section->follows[k], poplens_location_get (location, section->follows[k]));
    poplens_location_unref (made);
    made = next;
  }
  return made;
}

PoplensTable *
poplens_page_make_table (PoplensReport *report, const PoplensPage *self,
                         const PoplensSection *section, const PoplensLocation *location,
                         PoplensMadeOf *made, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) of = location_of (self, section, location);
  g_autoptr (PoplensLocation) watched = poplens_made_of_begin (made, of);

  return poplens_section_build (section, report, watched, cancellable, error);
}

PoplensTabChart *
poplens_page_make_chart (PoplensReport *report, const PoplensPage *self,
                         const PoplensSection *section, const PoplensLocation *location,
                         PoplensMadeOf *made, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) of = location_of (self, section, location);
  g_autoptr (PoplensLocation) watched = poplens_made_of_begin (made, of);
  PoplensPageContext context = {report, watched, self->unit, cancellable, NULL};

  PoplensTabChart *tab = section->tab.kind->make (&context, error);

  if (tab)
    tab->kind = section->tab.kind;
  return tab;
}

gboolean
poplens_page_is_made (const PoplensPage *self, const PoplensSection *section,
                      const PoplensLocation *location, const PoplensMadeOf *made)
{
  g_autoptr (PoplensLocation) of = location_of (self, section, location);

  return poplens_made_of_is (made, of);
}

PoplensLocation *
poplens_page_select_in_tab (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                            double position)
{
  return tab->kind->select (tab, location, item, position);
}

GArray *
poplens_page_selected_in_tab (const PoplensTabChart *tab, const PoplensLocation *location)
{
  return tab->kind->selected ? tab->kind->selected (tab, location) : g_array_ref (tab->selected);
}

PoplensLocation *
poplens_page_remove_in_tab (const PoplensTabChart *tab, const PoplensLocation *location, guint row)
{
  return tab->kind->remove ? tab->kind->remove (tab, location, row)
                           : poplens_location_ref ((PoplensLocation *) location);
}

PoplensTabDigest *
poplens_tab_digest_new (PoplensTabChart *tab)
{
  tab->digest = g_new0 (PoplensTabDigest, 1);
  tab->digest->figures = g_ptr_array_new_with_free_func (poplens_fact_free);
  return tab->digest;
}

PoplensTabChart *
poplens_tab_chart_new (PoplensChart *chart, gpointer items, GDestroyNotify free_items)
{
  PoplensTabChart *tab = g_atomic_rc_box_new0 (PoplensTabChart);

  tab->chart = chart;
  tab->items = items;
  tab->free_items = free_items;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  tab->selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  return tab;
}

PoplensSection *
poplens_page_add_tab_chart (PoplensPage *page, const char *key, const char *title,
                            const PoplensTabKind *kind, const char *const *follows,
                            const char *absence)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_TAB_CHART, key, title);

  section->tab.kind = kind;
  section->state = POPLENS_PARTIAL;
  if (absence)
    poplens_section_set_absent (section, absence);
  section->follows = follows;
  return section;
}

/* ---- the list of a page ---------------------------------------------------------------------- */

gboolean
poplens_report_has_debug (PoplensReport *report)
{
  return poplens_report_get_file (report, POPLENS_FILE_DEBUG)->path != NULL;
}

PoplensSection *
poplens_page_tab (PoplensPage *page, const char *key)
{
  return (PoplensSection *) poplens_page_find_section (page, key);
}

/* Adds a choice among the sections that share the tab of @tabs[self], if there are several of
 * them. */
static void
add_tab_choice (PoplensPage *page, const PoplensTab *tabs, guint n, guint self)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = 0, found = 0;

  for (guint i = 0; i < n; i++) {
    if (strcmp (tabs[i].tab, tabs[self].tab) || !poplens_page_find_section (page, tabs[i].key))
      continue;
    if (i == self)
      current = found;
    g_strv_builder_add (keys, tabs[i].key);
    g_strv_builder_add (titles, tabs[i].choice);
    found++;
  }
  if (found < 2)
    return;
  poplens_page_add_own_choice (page, "tab", tabs[self].tab, "View of this tab",
                               g_strv_builder_end (keys), g_strv_builder_end (titles), current);
  /* Put the choice of a view before the view's own controls. */
  PoplensControl *control = g_ptr_array_steal_index (page->controls, page->controls->len - 1);
  control->section = tabs[self].key;
  control->is_plain = TRUE;
  g_ptr_array_insert (page->controls, 0, control);
}

void
poplens_page_name_tabs (PoplensPage *page, const PoplensTab *tabs, guint n)
{
  for (guint i = 0; i < n; i++) {
    PoplensSection *section = poplens_page_tab (page, tabs[i].key);
    if (!section)
      continue;
    section->tab_name = tabs[i].tab;
    if (tabs[i].choice)
      add_tab_choice (page, tabs, n, i);
  }
}

static gboolean
tab_list_add_table (PoplensPage *page, const PoplensPageContext *context, const PoplensTab *tab,
                    GError **error)
{
  const char *table = tab->table ? tab->table : tab->key;
  gboolean keeps_by = tab->by && !*tab->by;
  PoplensSection *section = poplens_page_add_section_by (
      page, context, tab->key, table,
      keeps_by ? poplens_location_get (context->location, "by") : tab->by);

  if (tab->title)
    poplens_section_set_title (section, tab->title);
  section->rows.filterable = !tab->has_no_filter;
  section->follows = tab->follows;
  if (tab->fill)
    return tab->fill (page, context, section, error);
  g_clear_pointer (&section->location, poplens_location_unref);
  section->state = POPLENS_PARTIAL;
  return TRUE;
}

gboolean
poplens_page_add_tabs (PoplensPage *page, const PoplensPageContext *context, const PoplensTab *tabs,
                       guint n, GError **error)
{
  for (const PoplensTab *tab = tabs; tab < tabs + n; tab++) {
    if (tab->is_there && !tab->is_there (context->report))
      continue;
    if (tab->kind) {
      const char *absence = NULL;
      for (PoplensPart part = 0; part < POPLENS_N_PARTS && !absence; part++)
        if (tab->needs & POPLENS_PART_BIT (part))
          absence = poplens_report_get_absence (context->report, part);
      poplens_page_add_tab_chart (page, tab->key, tab->title, tab->kind, tab->follows, absence);
    } else if (!tab_list_add_table (page, context, tab, error))
      return FALSE;
  }
  poplens_page_name_tabs (page, tabs, n);
  return TRUE;
}

void
poplens_views_add_tabs (GPtrArray *views, PoplensReport *report, const PoplensTab *tabs, guint n)
{
  for (const PoplensTab *tab = tabs; tab < tabs + n; tab++) {
    const char *table = tab->table ? tab->table : tab->key;
    if (!tab->is_there || tab->is_there (report))
      poplens_views_add (views, "Tab", "tab", tab->key,
                         tab->title ? tab->title : poplens_tables_find (table)->title);
  }
}

/* ---- whole pages ----------------------------------------------------------------------------- */

/* Makes the chart of a tab, or records why it is absent. FALSE with @error only if cancelled or if
 * the file changed. */
static gboolean
complete_chart (PoplensPage *self, PoplensSection *section, const PoplensPageContext *context,
                GError **error)
{
  g_autoptr (GError) local = NULL;

  section->state = POPLENS_WHOLE;
  section->tab.chart = poplens_page_make_chart (context->report, self, section, self->usable,
                                                &section->made, context->cancellable, &local);
  if (section->tab.chart) {
    section->chart = poplens_chart_ref (section->tab.chart->chart);
    if (section->tab.chart->misuse)
      poplens_page_add_misuse (self, section->tab.chart->misuse);
    return TRUE;
  }
  if (!poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_section_set_absent (section, local->message);
  return TRUE;
}

gboolean
poplens_page_complete (PoplensPage *self, PoplensReport *report, GCancellable *cancellable,
                       GError **error)
{
  PoplensPageContext context = {report, self->usable, self->unit, cancellable, NULL};

  /* Use an index, not an iterator: a misuse notice adds a section during the loop. */
  for (guint i = 0; i < self->sections->len; i++) {
    PoplensSection *section = g_ptr_array_index (self->sections, i);
    if (section->state != POPLENS_PARTIAL || !poplens_section_is_tab (section))
      continue;
    if (!(section->kind == POPLENS_SECTION_TAB_CHART
              ? complete_chart (self, section, &context, error)
              : poplens_page_fill_table (self, &context, section, error)))
      return FALSE;
  }
  return TRUE;
}

PoplensPage *
poplens_page_build_whole (PoplensReport *report, const PoplensLocation *location,
                          PoplensPageDefaults defaults, gboolean with_tabs,
                          GCancellable *cancellable, GError **error)
{
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  guint n_lost = poplens_report_count_lost (report);
  g_autoptr (PoplensPage) page = poplens_page_build_extent (report, location, defaults, NULL, &work,
                                                            POPLENS_EXTENT_WHOLE, error);

  if (page && page->state == POPLENS_PARTIAL) {
    poplens_report_load_briefs (report, 0, page->later, cancellable);
    if (page->kinds_later && with_tabs)
      poplens_kinds_make (report, cancellable);
    /* Let the new page reuse the sections of the partial one: laying out a graph takes long. */
    g_autoptr (PoplensPage) partial = g_steal_pointer (&page);
    page = poplens_page_build_extent (report, location, defaults, partial, &work,
                                      POPLENS_EXTENT_WHOLE, error);
  }
  if (page && !poplens_report_is_whole_since (report, n_lost, error))
    return NULL;
  return page && (!with_tabs || poplens_page_complete (page, report, cancellable, error))
             ? g_steal_pointer (&page)
             : NULL;
}
