/* Operations: what each operation of a layer of debug.cbor costs, and below one that is selected:
 * its programs, code, cycles, variables, and where it comes from. */
#include "pages/operations/operations-graph.h"
#include "pages/operations/sources-page.h"

#include "base/error.h"
#include "derived/operations/operations-source.h"
#include "model/assumptions.h"

#include <string.h>

typedef PoplensOperationSource Source;

static const struct {
  const char *key, *title;
  gboolean of_selected;   /* operation, where there is one */
  const char *table, *by; /* (nullable): the table, where the key is not its name, and its rows */
} tabs[] = {
    {"operations", "Operations", FALSE},
    {"operation-edges", "Edges", TRUE},
    {"operation-programs", "Programs", TRUE, "programs", "operation"},
    {"operation-cycles", "Cycles", TRUE, "programs", "type"},
    {"operation-code", "Code", TRUE},
    {"tile-costs", "Code by Tile", TRUE, "tile-costs", "operation"},
    {"operation-variables", "Variables", TRUE, "variables", "operation"},
    {"contexts", "Debug Contexts", TRUE},
    {"operation-layers", "Layers", FALSE, "layers", "layer"},
};

static const PoplensTabName names[] = {
    {"operations", "Operations", "Operations"}, {"operation-edges", "Operations", "Edges"},
    {"operation-programs", "Programs", NULL},   {"operation-cycles", "Cycles", NULL},
    {"operation-code", "Code", "By kind"},      {"tile-costs", "Code", "By tile"},
    {"operation-variables", "Variables", NULL}, {"contexts", "Debug Contexts", NULL},
    {"operation-layers", "Layers", NULL},
};

void
poplens_operations_page_views (GPtrArray *views, PoplensReport *report)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    poplens_views_add (views, "Tab", "tab", tabs[i].key, tabs[i].title);
  poplens_views_add (views, "Grouping", "view", "operation", "Operation");
  poplens_views_add (views, "Grouping", "view", "source", "Source code");
  poplens_views_add (views, "Grouping", "view", "graph", "Graph");
}

/* ---- the location
 * ---------------------------------------------------------------------------------
 */

/* Takes @key, which @error is about, away from *@location and says so. FALSE where the location
 * lacks it, or cannot help. */
static gboolean
drop_wrong (PoplensPage *page, PoplensLocation **location, const char *key, GError **error)
{
  g_autoptr (PoplensLocation) old = *location;

  if (!g_error_matches (*error, POPLENS_ERROR, POPLENS_ERROR_USAGE) ||
      !poplens_location_get (old, key)) {
    *location = g_steal_pointer (&old);
    return FALSE;
  }
  poplens_page_add_misuse (page, (*error)->message);
  g_clear_error (error);
  *location = poplens_location_with (old, key, NULL);
  return TRUE;
}

/* The operations that the location asks for, without what it cannot ask for. */
static gboolean
init_source (Source *source, PoplensPage *page, const PoplensPageContext *context,
             PoplensLocation **location, PoplensMetric *metric, GError **error)
{
  g_autoptr (GError) local = NULL;

  while (!poplens_operation_source_init (source, context->report, *location, context->cancellable,
                                         &local)) {
    /* The layer is looked for first: without one there are no operations. */
    const char *wrong = source->operations ? "operation" : "layer";
    poplens_operation_source_clear (source);
    if (drop_wrong (page, location, wrong, &local))
      continue;
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!poplens_operation_source_metric (source, *location, metric, &local)) {
    drop_wrong (page, location, "measure", &local);
    return poplens_operation_source_metric (source, *location, metric, error);
  }
  return TRUE;
}

/* ---- controls ----------------------------------------------------------------------------------
 */

static void
add_metric (PoplensPage *page, const Source *source, PoplensMetric metric)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = 0, current = 0;

  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    if (!poplens_operation_ground_knows (source->ground, m) && m != metric)
      continue;
    current = m == metric ? n : current;
    n++;
    g_strv_builder_add (options, poplens_metric_key (m));
    g_strv_builder_add (titles, poplens_metric_title (m));
  }
  poplens_page_add_own_choice (page, "measure", "Measure", "Measure to compare operations by",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* ---- the page ----------------------------------------------------------------------------------
 */

/* What makes all of it unattributed. */
static void
add_notices (PoplensPage *page, const PoplensPageContext *context, const Source *source)
{
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_DEBUG);

  if (!absence)
    return;
  g_autofree char *text = g_strdup_printf ("No operations. %s", absence);
  poplens_page_add_notice (page, POPLENS_TONE_WARNING, "debug", text);
}

/* Tables of one operation are of all where none is selected, which takes longer than the page:
 * those that are not in front are made when they are shown. */
static gboolean
add_tab (PoplensPage *page, const PoplensPageContext *context, guint tab, GError **error)
{
  static const char *const follows[] = {"operation", NULL};
  const char *front = poplens_location_get (context->location, "tab");
  const char *key = tabs[tab].key, *table = tabs[tab].table ? tabs[tab].table : key;
  PoplensSection *section = poplens_page_add_section_by (page, context, key, table, tabs[tab].by);

  poplens_section_set_title (section, tabs[tab].title);
  if (tabs[tab].of_selected && g_strcmp0 (front, key)) {
    section->state = POPLENS_PARTIAL;
    poplens_page_await_kinds (page, context, table);
  } else if (!poplens_page_fill_table (page, context, section, error)) {
    return FALSE;
  }
  section->rows.filterable = TRUE;
  if (tabs[tab].of_selected)
    section->follows = follows;
  if (g_str_equal (key, "operations")) {
    section->rows.chooses = "operation";
    section->rows.chooses_by = "operation";
  }
  return TRUE;
}

gboolean
poplens_operations_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};
  g_autoptr (PoplensLocation) location =
      poplens_location_ref ((PoplensLocation *) context->location);
  PoplensPageContext usable = *context;
  PoplensOperationsView view;
  PoplensMetric metric;

  page->layout = POPLENS_LAYOUT_CHART;
  view = poplens_operations_page_add_grouping (page);
  if (view == POPLENS_OPERATIONS_BY_SOURCE)
    return poplens_operations_page_fill_sources (page, context, error);
  if (!poplens_operation_source_prepare (context->report, context->work, error) ||
      !init_source (&source, page, context, &location, &metric, error))
    return FALSE;
  usable.location = location;
  poplens_location_unref (page->usable);
  page->usable = poplens_location_ref (location);
  poplens_page_add_layers (page, &source, "Layer to list, outermost first");
  add_metric (page, &source, metric);
  poplens_page_add_only (page, context->report);
  poplens_page_add_unit (page, context);
  poplens_page_add_damage (page, context);
  add_notices (page, context, &source);
  poplens_page_add_assumptions (page, context, POPLENS_ASSUMES (SCHEMA));
  if (view == POPLENS_OPERATIONS_BY_OPERATION)
    poplens_operations_page_add_treemap (page, &usable, &source, metric);
  else if (!poplens_operations_page_add_graph (page, &usable, &source, metric, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    if (!add_tab (page, &usable, i, error))
      return FALSE;
  poplens_page_name_tabs (page, names, G_N_ELEMENTS (names));
  return TRUE;
}
