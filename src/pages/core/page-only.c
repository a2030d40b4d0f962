/* Pages that are restricted to one operation: their notice, and the links that lead to them. */
#include "pages/core/page-private.h"

#include "base/error.h"
#include "derived/operations/operations-source.h"

static const struct {
  PoplensPageId page;
  const char *said;
} restricted[] = {
    {POPLENS_PAGE_MEMORY, "memory of its variables, counted in full even where shared. Code and "
                          "vertex state are not included."},
    {POPLENS_PAGE_LIVENESS,
     "its variables and lifetimes; the line is live memory of all operations."},
    {POPLENS_PAGE_TRACE,
     "its steps are coloured, others are pale. Statistics, lists and search cover only its steps."},
};

/* Returns the notice's text on which parts of the Memory page show only the operation in the
 * current view. (static) */
static const char *
said_of_memory (const PoplensLocation *location)
{
  const char *graph = poplens_location_get (location, "view");

  if (!g_strcmp0 (graph, "map"))
    return "memory of its variables. Other colours and stripes cover all operations.";
  if (!g_strcmp0 (graph, "variables"))
    return "in the tabs Tiles and Variables. The graph shows the variables that you add.";
  return restricted[0].said;
}

/* Returns the notice's text if the report has no steps or variables of the operation; else NULL.
 * (static) (nullable) */
static const char *
said_of_nothing (PoplensPageId page, const PoplensOperationFilter *only)
{
  const PoplensOperation *operation =
      &g_array_index (only->source.operations->operations, PoplensOperation, only->source.selected);

  if (page == POPLENS_PAGE_TRACE)
    return operation->costs[POPLENS_METRIC_EXECUTIONS] ? NULL
                                                       : "no executed steps, so all are pale.";
  if (operation->costs[POPLENS_METRIC_VARIABLES])
    return NULL;
  return page == POPLENS_PAGE_LIVENESS ? "no variables. The line is live memory of all operations."
                                       : "no variables.";
}

/* Returns @location without the operation and its layer. (transfer full) */
static PoplensLocation *
without_operation (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) any = poplens_location_with (location, "operation", NULL);

  return poplens_location_with (any, "layer", NULL);
}

static void
add_restriction_notice (PoplensPage *page, const PoplensOperationFilter *only)
{
  g_autofree char *name = poplens_operation_name (&only->source, only->source.selected);
  const char *layer = poplens_operation_source_layer (&only->source);
  g_autoptr (PoplensLocation) all = without_operation (page->location);
  g_autofree char *link = poplens_location_to_string (all);

  for (guint i = 0; i < G_N_ELEMENTS (restricted); i++) {
    if (restricted[i].page != page->id)
      continue;
    const char *nothing = said_of_nothing (page->id, only);
    const char *said = nothing                           ? nothing
                       : page->id == POPLENS_PAGE_MEMORY ? said_of_memory (page->location)
                                                         : restricted[i].said;
    g_autofree char *text =
        layer ? g_strdup_printf ("Showing only %s (layer %s): %s", name, layer, said)
              : g_strdup_printf ("Showing only %s: %s", name, said);
    PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "only", text);
    poplens_page_add_link (notice, "Show All", link);
  }
}

gboolean
poplens_page_restrict (PoplensPage *page, PoplensReport *report, PoplensLocation **usable,
                       GCancellable *cancellable, GError **error)
{
  PoplensOperationFilter only = {0};
  g_autoptr (GError) wrong = NULL;

  if (poplens_operation_filter_init (&only, report, *usable, cancellable, &wrong)) {
    if (only.active)
      add_restriction_notice (page, &only);
    return TRUE;
  }
  if (!g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_USAGE) &&
      !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_page_add_misuse (page, wrong->message);
  g_autoptr (PoplensLocation) old = *usable;
  *usable = without_operation (old);
  return TRUE;
}

gboolean
poplens_page_can_restrict (PoplensPageId page)
{
  for (guint i = 0; i < G_N_ELEMENTS (restricted); i++)
    if (restricted[i].page == page)
      return TRUE;
  return FALSE;
}

/* ---- from Operations ------------------------------------------------------------------------- */

PoplensLocation *
poplens_page_only_location (const PoplensLocation *location, const char *page)
{
  const char *operation = poplens_location_get (location, "operation");
  PoplensPageId id;

  if (!operation || !poplens_page_id_parse (page, &id) || !poplens_page_can_restrict (id))
    return poplens_location_ref ((PoplensLocation *) location);
  g_autoptr (PoplensLocation) bare = poplens_location_new (id);
  /* The first tab of Memory shows all operations: open the tab Tiles, which can be restricted. */
  g_autoptr (PoplensLocation) tab =
      poplens_location_with (bare, "tab", id == POPLENS_PAGE_MEMORY ? "memory-tiles" : NULL);
  g_autoptr (PoplensLocation) layer =
      poplens_location_with (tab, "layer", poplens_location_get (location, "layer"));
  return poplens_location_with (layer, "operation", operation);
}

GPtrArray *
poplens_page_only_links (const PoplensLocation *location, PoplensReport *report)
{
  GPtrArray *links = g_ptr_array_new_with_free_func (poplens_page_link_free);

  if (poplens_location_get_page (location) != POPLENS_PAGE_OPERATIONS ||
      !poplens_location_get (location, "operation"))
    return links;
  for (guint i = 0; i < G_N_ELEMENTS (restricted); i++) {
    g_autofree char *why_not = poplens_page_why_not (restricted[i].page, report);
    g_autoptr (PoplensLocation) there =
        poplens_page_only_location (location, poplens_page_id_name (restricted[i].page));
    if (why_not)
      continue;
    PoplensPageLink *link = g_new (PoplensPageLink, 1);
    *link = (PoplensPageLink){g_strdup (poplens_page_id_title (restricted[i].page)),
                              poplens_location_to_string (there)};
    g_ptr_array_add (links, link);
  }
  return links;
}

void
poplens_page_add_only (PoplensPage *page, PoplensReport *report)
{
  static const char *const pages[] = {"memory", "liveness", "trace"};
  static const char *const titles[] = {"Memory", "Liveness", "Trace"};
  static const char *const docs[] = {"Show only the selected operation in Memory",
                                     "Show only the selected operation in Liveness",
                                     "Show only the selected operation in the Execution Trace"};
  static const char *const why_not[] = {"Select an operation with recorded memory",
                                        "Select an operation with recorded liveness",
                                        "Select an operation with recorded execution"};
  static const char *const icons[G_N_ELEMENTS (pages)] = {NULL};
  PoplensControl *control = poplens_page_add_buttons (page, "only", "Show Only This Operation in",
                                                      pages, titles, G_N_ELEMENTS (pages));

  control->icons = icons;
  control->docs = docs;
  control->why_not = why_not;
  control->needs = "operation";
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    PoplensPageId id = POPLENS_PAGE_MEMORY;
    poplens_page_id_parse (pages[i], &id);
    g_autofree char *absent = poplens_page_why_not (id, report);
    if (absent)
      control->current |= 1u << i;
  }
}
