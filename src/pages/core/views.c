/* Lists the views of all pages, writes their locations, and offers them to the finder. */
#include "pages/core/views.h"

#include "pages/compare/compare-page.h"

#include <string.h>

/* ---- in the finder --------------------------------------------------------------------------- */

/* Describes a view to the finder, which finds it by title, page, type ("memory gaps", "insights
 * section") and tables. (transfer full) */
static PoplensFinderView *
view_describe (const PoplensView *view)
{
  PoplensFinderView *self = g_new (PoplensFinderView, 1);
  const char *page = poplens_page_id_title (view->page), *holds = view->holds ? view->holds : "";
  gboolean of_page = view->key && strcmp (view->key, "with");
  g_autofree char *what =
      of_page ? g_strdup_printf ("%s of %s", view->what, page) : g_strdup (view->what);

  *self = (PoplensFinderView){.title = g_strdup (view->title),
                              .also = g_strdup_printf ("%s %s %s", page, view->what, holds),
                              .detail = *holds ? g_strdup_printf ("%s · %s", what, holds)
                                               : g_steal_pointer (&what),
                              .location = poplens_view_location (view)};
  return self;
}

PoplensFinder *
poplens_finder_new_with_views (PoplensReport *report, gboolean loads, GCancellable *cancellable,
                               GError **error)
{
  PoplensFinder *self = loads ? poplens_finder_new (report, cancellable, error)
                              : poplens_finder_new_of_loaded (report, cancellable, error);

  if (!self)
    return NULL;
  /* List the views after the finder has loaded the parts that decide which views exist. */
  g_autoptr (GPtrArray) views = poplens_views_list (report);
  GPtrArray *found = g_ptr_array_new_full (views->len, (GDestroyNotify) poplens_finder_view_free);
  for (guint i = 0; i < views->len; i++)
    g_ptr_array_add (found, view_describe (views->pdata[i]));
  poplens_finder_set_views (self, found);
  return self;
}

/* ---- views ----------------------------------------------------------------------------------- */

static void
view_free (gpointer data)
{
  PoplensView *view = data;

  g_free (view->holds);
  g_free (view);
}

PoplensView *
poplens_views_add (GPtrArray *views, const char *what, const char *key, const char *value,
                   const char *title)
{
  const PoplensView *page = views->pdata[views->len - 1];
  PoplensView *view = g_new (PoplensView, 1);

  *view = (PoplensView){page->page, what, key, value, title, NULL};
  g_ptr_array_add (views, view);
  return view;
}

void
poplens_view_add_table (PoplensView *self, const char *table)
{
  const PoplensTableSpec *spec = poplens_tables_find (table);
  g_autofree char *before = self->holds;

  self->holds = before && spec ? g_strdup_printf ("%s, %s", before, spec->title)
                : spec         ? g_strdup (spec->title)
                               : g_steal_pointer (&before);
}

/* Adds the actions on a comparison; if @report is not compared, only the first, which starts a
 * comparison. Lists them as views of Summary, the page that every report has. */
static void
add_comparison (GPtrArray *views, PoplensReport *report)
{
  static const struct {
    const char *with, *title;
  } actions[] = {{POPLENS_OTHER_TO_CHOOSE, "Compare with another report…"},
                 {POPLENS_OTHER_SWAP, "Swap Before and After"},
                 {POPLENS_OTHER_BEFORE_ALONE, "Show Before alone"},
                 {POPLENS_OTHER_AFTER_ALONE, "Show After alone"},
                 {POPLENS_OTHER_BOTH, "Show both reports"},
                 {POPLENS_OTHER_CLOSE, "Close comparison"}};
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  for (guint i = 0; i < (other ? G_N_ELEMENTS (actions) : 1); i++) {
    PoplensView *view = g_new (PoplensView, 1);
    *view = (PoplensView){POPLENS_PAGE_SUMMARY,
                          i ? "Compared reports" : "Report",
                          "with",
                          actions[i].with,
                          actions[i].title,
                          NULL};
    g_ptr_array_add (views, view);
  }
}

GPtrArray *
poplens_views_list (PoplensReport *report)
{
  static void (*const lists[POPLENS_N_PAGES]) (GPtrArray * views, PoplensReport * report) = {
      [POPLENS_PAGE_SUMMARY] = poplens_summary_page_views,
      [POPLENS_PAGE_INSIGHTS] = poplens_insights_page_views,
      [POPLENS_PAGE_MEMORY] = poplens_memory_page_views,
      [POPLENS_PAGE_LIVENESS] = poplens_liveness_page_views,
      [POPLENS_PAGE_OPERATIONS] = poplens_operations_page_views,
      [POPLENS_PAGE_PROGRAMS] = poplens_programs_page_views,
      [POPLENS_PAGE_TRACE] = poplens_trace_page_views};
  GPtrArray *views = g_ptr_array_new_with_free_func (view_free);

  for (PoplensPageId id = 0; id < POPLENS_N_PAGES; id++) {
    g_autofree char *why_not = poplens_page_why_not (id, report);
    if (why_not)
      continue;
    PoplensView *view = g_new (PoplensView, 1);
    *view = (PoplensView){id, "Page", NULL, NULL, poplens_page_id_title (id), NULL};
    g_ptr_array_add (views, view);
    if (lists[id])
      lists[id](views, report);
  }
  add_comparison (views, report);
  return views;
}

char *
poplens_view_location (const PoplensView *self)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (self->page);
  g_autoptr (PoplensLocation) location = self->key
                                             ? poplens_location_with (page, self->key, self->value)
                                             : poplens_location_ref (page);

  return poplens_location_to_string (location);
}

gboolean
poplens_location_is_view (const PoplensLocation *location)
{
  static const char *const of_views[] = {"bsp", "colour", "jump", "tab", "view", NULL};
  g_auto (GStrv) keys = poplens_location_list_keys (location);

  for (guint k = 0; keys[k]; k++)
    if (!g_strv_contains (of_views, keys[k]))
      return FALSE;
  return TRUE;
}

PoplensLocation *
poplens_location_with_view (const PoplensLocation *location, const PoplensLocation *view)
{
  g_auto (GStrv) keys = poplens_location_list_keys (view);
  PoplensLocation *shown = poplens_location_ref ((PoplensLocation *) location);

  for (guint k = 0; keys[k]; k++) {
    g_autoptr (PoplensLocation) before = shown;
    shown = poplens_page_choose (NULL, before, keys[k], poplens_location_get (view, keys[k]));
  }
  return shown;
}

PoplensLocation *
poplens_location_with_other (const PoplensLocation *location, const char *path)
{
  g_autofree char *uri =
      path && !g_utf8_validate (path, -1, NULL) ? g_filename_to_uri (path, NULL, NULL) : NULL;
  gboolean is_left = !path && poplens_location_get (location, "with");
  g_autoptr (PoplensLocation) kept = is_left ? poplens_compare_page_leave (location)
                                             : poplens_location_ref ((PoplensLocation *) location);
  g_autoptr (PoplensLocation) alone = poplens_location_without_after (kept);
  g_autoptr (PoplensLocation) ordered = poplens_location_with (alone, "before", NULL);

  return poplens_location_with (ordered, "with", uri ? uri : path);
}
