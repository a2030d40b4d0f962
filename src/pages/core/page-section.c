/* Sections of a page: their tables and charts, what they depend on, and notices of damage. */
#include "base/error.h"
#include "derived/insights/kinds-source.h"
#include "pages/core/page-private.h"
#include "pages/core/page-table.h"

#include <string.h>

/* ---- damage ---------------------------------------------------------------------------------- */

void
poplens_page_add_damaged_lists (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensExecution *x = poplens_report_peek (context->report, POPLENS_PART_EXECUTION);
  gboolean shown =
      page->id == POPLENS_PAGE_SUMMARY || /* the headline of Summary shows the execution */
      poplens_page_parts_of_location (page->location) & POPLENS_PART_BIT (POPLENS_PART_EXECUTION);
  g_autofree char *text = x && shown ? poplens_execution_describe_damage (x) : NULL;

  if (text)
    poplens_page_add_notice (page, POPLENS_TONE_BAD, "damage", text);
}

static gboolean
has_notice (const PoplensPage *page, const char *text)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind == POPLENS_SECTION_NOTICE && !g_strcmp0 (section->text, text))
      return TRUE;
  }
  return FALSE;
}

static void
add_unread_debug (PoplensPage *page, PoplensReport *report)
{
  const char *why = report ? poplens_report_peek_damage (report, POPLENS_PART_DEBUG) : NULL;

  if (why && !has_notice (page, why))
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "damage", why);
}

void
poplens_page_add_unread_debug (PoplensPage *page, PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  add_unread_debug (page, report);
  add_unread_debug (page, other);
}

/* ---- what a section depends on --------------------------------------------------------------- */

void
poplens_made_of_clear (PoplensMadeOf *self)
{
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->reads, poplens_location_reads_unref);
}

gboolean
poplens_made_of_is (const PoplensMadeOf *self, const PoplensLocation *location)
{
  return self->location && poplens_location_reads_same (self->reads, self->location, location);
}

PoplensLocation *
poplens_made_of_begin (PoplensMadeOf *self, const PoplensLocation *location)
{
  if (!self)
    return poplens_location_watch (location, NULL);
  poplens_made_of_clear (self);
  self->location = poplens_location_watch (location, NULL);
  self->reads = poplens_location_reads_new ();
  return poplens_location_watch (location, self->reads);
}

static void
section_take (PoplensMadeOf *self, const PoplensMadeOf *other)
{
  poplens_made_of_clear (self);
  self->location = poplens_location_ref (other->location);
  self->reads = poplens_location_reads_ref (other->reads);
}

/* ---- tables ---------------------------------------------------------------------------------- */

const char *
poplens_section_table (const PoplensSection *section)
{
  return section->rows.name ? section->rows.name : section->key;
}

PoplensTable *
poplens_section_build (const PoplensSection *section, PoplensReport *report,
                       const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  return (section->rows.compares ? poplens_tables_compare : poplens_tables_build) (
      poplens_section_table (section), report, location, cancellable, error);
}

/* Returns the table of the earlier page if the keys from which it was made are unchanged. Else
 * builds the table, and records which keys it reads. (transfer full) */
static PoplensTable *
make_or_take (PoplensSection *section, const PoplensPageContext *context, GError **error)
{
  const PoplensPage *before = context->before;
  const PoplensSection *old = before ? poplens_page_find_section (before, section->key) : NULL;
  const PoplensLocation *of = section->location ? section->location : context->location;

  if (old && old->table && !strcmp (poplens_section_table (old), poplens_section_table (section)) &&
      old->rows.compares == section->rows.compares && poplens_made_of_is (&old->made, of)) {
    section_take (&section->made, &old->made);
    return poplens_table_ref (old->table);
  }
  g_autoptr (PoplensLocation) watched = poplens_made_of_begin (&section->made, of);
  return poplens_section_build (section, context->report, watched, context->cancellable, error);
}

/* Marks the page as PARTIAL if @table shows variable kinds that are not computed yet: the page is
 * built again when they are. */
static void
await_kinds (PoplensPage *page, const PoplensPageContext *context, const char *table)
{
  const PoplensTableSpec *spec = poplens_tables_find (table);

  /* Kinds need the variables, which take long to load: load them only for the tab in front. */
  if (!spec || !spec->kinds || !poplens_kinds_are_due (context->report) ||
      (!poplens_report_peek (context->report, POPLENS_PART_VARIABLES) &&
       g_strcmp0 (poplens_location_get (context->location, "tab"), table)))
    return;
  page->state = POPLENS_PARTIAL;
  page->kinds_later = TRUE;
}

gboolean
poplens_page_fill_table (PoplensPage *page, const PoplensPageContext *context,
                         PoplensSection *section, GError **error)
{
  g_autoptr (GError) local = NULL;

  section->state = POPLENS_WHOLE;
  section->table = make_or_take (section, context, &local);
  if (section->table) {
    /* Report a sort order by a column that the table does not have. */
    const PoplensTable *table = section->table;
    const char *sort = poplens_table_state (table, page->location).sort;
    if (sort && !poplens_table_can_sort (table, sort)) {
      g_autofree char *text =
          g_strdup_printf ("unknown column “%s” in table %s", sort, poplens_table_get_name (table));
      poplens_page_add_misuse (page, text);
    }
    await_kinds (page, context, poplens_section_table (section));
  } else if (poplens_error_is_lack (local)) {
    poplens_section_set_absent (section, local->message);
  } else if (g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    /* Show the other tables even if the location asks something invalid of this one. */
    poplens_section_set_absent (section, local->message);
    poplens_page_add_misuse (page, local->message);
  } else {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  return TRUE;
}

PoplensSection *
poplens_page_add_partial_tab (PoplensPage *page, const char *key, const char *title)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_TABLE, key, title);

  section->state = POPLENS_PARTIAL;
  return section;
}

char *
poplens_page_heading (const char *title)
{
  static const char *const small[] = {"a",  "an", "and", "as", "at",  "by", "for",
                                      "in", "of", "off", "on", "the", "to", NULL};
  g_auto (GStrv) words = g_strsplit (title, " ", -1);

  for (guint w = 0; words[w]; w++)
    if (!w || !g_strv_contains (small, words[w]))
      *words[w] = g_ascii_toupper (*words[w]);
  return g_strjoinv (" ", words);
}

gboolean
poplens_page_add_table (PoplensPage *page, const PoplensPageContext *context, const char *name,
                        PoplensSection **section, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);
  g_autofree char *heading = poplens_page_heading (spec ? spec->title : name);
  PoplensSection *added = poplens_page_add_section (page, POPLENS_SECTION_TABLE, name, heading);

  if (section)
    *section = added;
  return poplens_page_fill_table (page, context, added, error);
}

PoplensSection *
poplens_page_add_section_by (PoplensPage *page, const PoplensPageContext *context, const char *key,
                             const char *name, const char *by)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_TABLE, key,
                                                      poplens_tables_find (name)->title);
  g_autoptr (PoplensLocation) chosen = poplens_location_with (context->location, "by", by);

  section->rows.name = name;
  section->location = poplens_location_watch (chosen, NULL);
  return section;
}

gboolean
poplens_page_add_table_by (PoplensPage *page, const PoplensPageContext *context, const char *key,
                           const char *name, const char *by, PoplensSection **section,
                           GError **error)
{
  *section = poplens_page_add_section_by (page, context, key, name, by);
  return poplens_page_fill_table (page, context, *section, error);
}

/* Marks the table of @section as PARTIAL: it is made when its tab comes to the front. Returns
 * TRUE. */
static gboolean
put_off (PoplensPage *page, const PoplensPageContext *context, PoplensSection *section)
{
  section->state = POPLENS_PARTIAL;
  await_kinds (page, context, poplens_section_table (section));
  return TRUE;
}

gboolean
poplens_page_fill_tab (PoplensPage *page, const PoplensPageContext *context,
                       PoplensSection *section, GError **error)
{
  guint32 lacks =
      poplens_section_parts (section) & ~poplens_page_parts_of_location (page->location);

  return lacks ? put_off (page, context, section)
               : poplens_page_fill_table (page, context, section, error);
}

gboolean
poplens_page_fill_front (PoplensPage *page, const PoplensPageContext *context,
                         PoplensSection *section, GError **error)
{
  return g_strcmp0 (poplens_location_get (page->location, "tab"), section->key)
             ? put_off (page, context, section)
             : poplens_page_fill_table (page, context, section, error);
}

/* ---- the chart ------------------------------------------------------------------------------- */

gboolean
poplens_page_take_chart (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensSection *old = context->before ? poplens_page_get_chart (context->before) : NULL;
  gsize n = old && old->chart ? poplens_chart_get_n_items (old->chart) : 0;

  if (!old || !old->chart || !poplens_made_of_is (&old->made, context->location))
    return FALSE;
  PoplensSection *section = poplens_page_add_section (page, old->kind, old->key, old->title);
  section->chart = poplens_chart_ref (old->chart);
  section->plot.tiles = g_memdup2 (old->plot.tiles, n * sizeof *old->plot.tiles);
  section->plot.selects = old->plot.selects;
  section_take (&section->made, &old->made);
  page->n_tiles = context->before->n_tiles;
  return TRUE;
}

void
poplens_page_keep_chart (PoplensPage *page, const PoplensPageContext *context)
{
  PoplensSection *section = (PoplensSection *) poplens_page_get_chart (page);

  /* Keep the chart only if it is the last section: a page that reuses the chart would lack the
   * notices after it. */
  if (!section || section != page->sections->pdata[page->sections->len - 1])
    return;
  poplens_made_of_clear (&section->made);
  section->made.location = poplens_location_watch (context->location, NULL);
  section->made.reads = poplens_location_reads_copy (context->reads);
}
