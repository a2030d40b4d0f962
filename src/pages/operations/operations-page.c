/* The Operations page: operations as a treemap or as a graph, or costs by source file and line. */
#include "base/error.h"
#include "derived/operations/operations-source.h"
#include "model/assumptions.h"
#include "pages/core/page-private.h"
#include "pages/operations/operations-graph.h"
#include "pages/operations/operations-treemap.h"

/* ---- grouping -------------------------------------------------------------------------------- */

/* Views of the page, in the order of the options of the control "view". */
typedef enum {
  POPLENS_OPERATIONS_BY_OPERATION,
  POPLENS_OPERATIONS_BY_SOURCE,
  POPLENS_OPERATIONS_AS_GRAPH,
} PoplensOperationsView;

/* Adds the control that chooses the view. Returns the view that the location names. */
static PoplensOperationsView
operations_page_add_grouping (PoplensPage *page)
{
  static const char *const options[] = {"operation", "source", "graph"};
  static const char *const titles[] = {"Operation", "Source code", "Graph"};

  return poplens_page_add_choice (
      page, "view", "By", "Group costs by operation or by file and line; or draw who uses what",
      options, titles, G_N_ELEMENTS (options), 0);
}

/* ---- sources --------------------------------------------------------------------------------- */

/* The view "source": costs by source file and line instead of by operation. */

typedef PoplensSourceLines Lines;

/* ---- sources: the location ------------------------------------------------------------------- */

/* Removes the invalid @key from *@location, and reports *@error, which says why the key is invalid.
 * Clears *@error. */
static void
sources_drop_key (PoplensPage *page, PoplensLocation **location, const char *key, GError **error)
{
  PoplensLocation *without = poplens_location_with (*location, key, NULL);

  poplens_page_add_misuse (page, (*error)->message);
  g_clear_error (error);
  poplens_location_unref (*location);
  *location = without;
}

static gboolean
is_asked (const PoplensLocation *location, const char *key, const GError *error)
{
  return poplens_location_get (location, key) &&
         (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_USAGE) ||
          g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT));
}

/* Returns the costs of source lines. Removes invalid values from *@location first, and reports
 * them. @measure: (out). NULL with @error. (transfer none) */
static const Lines *
find_lines (PoplensPage *page, const PoplensPageContext *context, PoplensLocation **location,
            PoplensSourceMeasure *measure, GError **error)
{
  g_autoptr (GError) local = NULL;
  const PoplensSourceLines *lines =
      poplens_report_sources (context->report, *location, context->cancellable, &local);

  if (!lines && g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    sources_drop_key (page, location, "frame", &local);
    lines = poplens_report_sources (context->report, *location, context->cancellable, &local);
  }
  if (lines && !poplens_source_measure_of (lines, *location, measure, &local) &&
      is_asked (*location, "measure", local)) {
    sources_drop_key (page, location, "measure", &local);
    poplens_source_measure_of (lines, *location, measure, &local);
  }
  if (!local)
    return lines;
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/* ---- sources: controls ----------------------------------------------------------------------- */

static void
add_measure (PoplensPage *page, const Lines *lines, PoplensSourceMeasure measure)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = 0, current = 0;

  for (guint m = 0; m < POPLENS_N_SOURCE_MEASURES; m++) {
    if (!poplens_source_lines_know (lines, m) && m != measure)
      continue;
    current = m == measure ? n : current;
    n++;
    g_strv_builder_add (options, poplens_source_measure_key (m));
    g_strv_builder_add (titles, poplens_source_measure_title (m));
  }
  poplens_page_add_own_choice (page, "measure", "Measure", "Measure to compare lines by",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* ---- sources: the treemap -------------------------------------------------------------------- */

/* Returns the path of @row in the treemap: folders, file and line. A row that is not a source line
 * has its name instead. (transfer full) */
static char *
path_of (const PoplensSourceRow *row)
{
  g_autofree char *base = NULL;

  if (row->kind == POPLENS_SOURCE_LINE)
    return g_strconcat (row->file, "/", row->name, NULL);
  if (!row->file)
    return g_strdup (row->name);
  base = g_path_get_basename (row->file);
  return g_strconcat (row->name, "/", base, NULL);
}

static PoplensPathTree *
make_tree (const Lines *lines)
{
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autofree guint32 *places = g_new (guint32, MAX (lines->rows->len, 1));

  for (guint i = 0; i < lines->rows->len; i++) {
    g_autofree char *path = path_of (&g_array_index (lines->rows, PoplensSourceRow, i));
    places[i] = poplens_path_index_add (index, 0, path);
  }
  return poplens_path_tree_new (index, places, lines->rows->len);
}

static PoplensChartUnit
unit_of (PoplensSourceMeasure measure)
{
  return measure == POPLENS_SOURCE_BY_CYCLES ? POPLENS_CHART_UNIT_CYCLES : POPLENS_CHART_UNIT_BYTES;
}

/* Returns the value of each node of @tree; 0 instead of a negative value. @rest: (out) [node]: TRUE
 * for nodes that are not source lines. (transfer full) */
static guint64 *
sources_node_values (PoplensPage *page, const Lines *lines, const PoplensPathTree *tree,
                     PoplensSourceMeasure measure, gboolean *rest)
{
  guint64 *own = g_new0 (guint64, tree->n);

  for (guint i = 0; i < lines->rows->len; i++) {
    const PoplensSourceRow *row = &g_array_index (lines->rows, PoplensSourceRow, i);
    gint64 value = poplens_source_row_value (row, measure);
    guint32 node = tree->node[i];
    rest[node] = row->kind != POPLENS_SOURCE_LINE;
    if (row->kind == POPLENS_SOURCE_TOOLCHAIN)
      rest[tree->parent[node]] = TRUE;
    if (value > 0 && row->kind != POPLENS_SOURCE_OUTSIDE &&
        (row->kind != POPLENS_SOURCE_NO_PROGRAM ||
         poplens_operations_page_wants_waiting (page, (guint64) value,
                                                poplens_source_lines_total (lines, measure),
                                                unit_of (measure))))
      own[node] = (guint64) value;
  }
  return own;
}

static void
add_treemap (PoplensPage *page, const PoplensPageContext *context, const Lines *lines,
             PoplensSourceMeasure measure)
{
  PoplensOperationItems *items = g_new0 (PoplensOperationItems, 1);
  g_autofree gboolean *rest = NULL;

  items->tree = make_tree (lines);
  items->report = g_object_ref (context->report);
  items->root_key = "path";
  items->lines = lines;
  rest = g_new0 (gboolean, items->tree->n);
  const char *path = poplens_location_get (page->location, "path");
  if (path && poplens_path_tree_find (items->tree, path) == POPLENS_PATH_NONE) {
    g_autofree char *text = g_strdup_printf (
        "unknown path “%s”: no such file; join the names of folders with “/”", path);
    poplens_page_add_misuse (page, text);
  }
  poplens_operations_page_add_parts (
      page, items, poplens_source_measure_title (measure), unit_of (measure),
      sources_node_values (page, lines, items->tree, measure, rest), rest, "All source code");
}

/* ---- sources: the page ----------------------------------------------------------------------- */

static gboolean
sources_add_table (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensSection *section;

  if (!poplens_page_add_table (page, context, "source-lines", &section, error))
    return FALSE;
  poplens_section_set_title (section, "Source Code");
  section->rows.filterable = TRUE;
  section->rows.chooses = "line";
  section->rows.chooses_by = "key";
  return TRUE;
}

/* Adds the tab with the text of a source file. If a line is selected, builds the table now, so that
 * the tab can scroll to the line. */
static gboolean
operations_add_text (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  static const char *const follows[] = {"line", NULL};
  const char *front = poplens_location_get (context->location, "tab");
  PoplensSection *section;

  if (g_strcmp0 (front, "source-text") && !poplens_location_get (context->location, "line"))
    section = poplens_page_add_partial_tab (page, "source-text", "Text");
  else if (!poplens_page_add_table (page, context, "source-text", &section, error))
    return FALSE;
  section->rows.filterable = TRUE;
  section->rows.chooses = "line";
  section->rows.chooses_by = "key";
  section->follows = follows;
  return TRUE;
}

/* Adds a notice on why no cost can be attributed. @lack: what is missing, "No operations" */
static void
add_absence (PoplensPage *page, PoplensReport *report, const char *lack)
{
  const char *absence = poplens_report_get_absence (report, POPLENS_PART_DEBUG);

  if (!absence)
    return;
  g_autofree char *text = g_strdup_printf ("%s. %s", lack, absence);
  poplens_page_add_notice (page, POPLENS_TONE_WARNING, "debug", text);
}

static gboolean
operations_page_fill_sources (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_ref ((PoplensLocation *) context->location);
  const PoplensSourceLines *lines = NULL;
  PoplensPageContext usable = *context;
  PoplensSourceMeasure measure;

  if (!poplens_work_go_on (context->work, "Attributing memory and cycles to source code", 0, 1) ||
      !(lines = find_lines (page, context, &location, &measure, error))) {
    if (error && !*error)
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return FALSE;
  }
  usable.location = location;
  poplens_location_unref (page->usable);
  page->usable = poplens_location_ref (location);
  add_measure (page, lines, measure);
  static const char *const options[] = {"caller", "innermost"};
  static const char *const titles[] = {"Caller", "Innermost"};
  poplens_page_add_choice (page, "frame", "Frame",
                           "Line of a call chain that counts, outside of Graphcore’s libraries",
                           options, titles, G_N_ELEMENTS (options), 0);
  poplens_page_add_unit (page, context);
  poplens_page_add_damage (page, context);
  add_absence (page, context->report, "No source code");
  poplens_page_add_assumptions (page, context, POPLENS_ASSUMES (SCHEMA));
  add_treemap (page, &usable, lines, measure);
  return sources_add_table (page, &usable, error) && operations_add_text (page, &usable, error);
}

/* ---- operations ------------------------------------------------------------------------------ */

typedef PoplensOperationSource Source;

/* Fields of a tab on the selected operation. Without a selection, the tab shows all operations.
 * That takes long, so the tab is built only when it comes to the front. */
#define OF_SELECTED poplens_page_fill_front, .follows = of_operation

static const char *const of_operation[] = {"operation", NULL};

static const PoplensTab tabs[] = {
    {"operations", "Operations", "Operations", "Operations", poplens_page_fill_table},
    {"operation-edges", "Operations", "Edges", "Edges", OF_SELECTED},
    {"operation-programs", "Programs", NULL, "Programs", OF_SELECTED, .table = "programs",
     .by = "operation"},
    {"operation-cycles", "Cycles", NULL, "Cycles", OF_SELECTED, .table = "programs", .by = "type"},
    {"operation-code", "Code", "By kind", "Code", OF_SELECTED},
    {"tile-costs", "Code", "By tile", "Code by Tile", OF_SELECTED, .by = "operation"},
    {"operation-variables", "Variables", NULL, "Variables", OF_SELECTED, .table = "variables",
     .by = "operation"},
    {"contexts", "Debug Contexts", NULL, "Debug Contexts", OF_SELECTED},
    {"operation-layers", "Layers", NULL, "Layers", poplens_page_fill_table, .table = "layers",
     .by = "layer"},
};

void
poplens_operations_page_views (GPtrArray *views, PoplensReport *report)
{
  poplens_views_add_tabs (views, report, tabs, G_N_ELEMENTS (tabs));
  poplens_views_add (views, "Grouping", "view", "operation", "Operation");
  poplens_views_add (views, "Grouping", "view", "source", "Source code");
  poplens_views_add (views, "Grouping", "view", "graph", "Graph");
}

/* ---- the location ---------------------------------------------------------------------------- */

/* Removes and reports @key if @error says that a value is invalid. FALSE, without a change, if the
 * error is another one or the location lacks the key. */
static gboolean
drop_wrong (PoplensPage *page, PoplensLocation **location, const char *key, GError **error)
{
  if (!g_error_matches (*error, POPLENS_ERROR, POPLENS_ERROR_USAGE) ||
      !poplens_location_get (*location, key))
    return FALSE;
  sources_drop_key (page, location, key, error);
  return TRUE;
}

/* Initialises @source with the operations of the layer in *@location. Removes invalid values from
 * *@location and reports them. @metric: (out). FALSE with @error. */
static gboolean
init_source (Source *source, PoplensPage *page, const PoplensPageContext *context,
             PoplensLocation **location, PoplensMetric *metric, GError **error)
{
  g_autoptr (GError) local = NULL;

  while (!poplens_operation_source_init (source, context->report, *location, context->cancellable,
                                         &local)) {
    /* The function reads the layer first, then the operation. So without operations, the layer is
     * the invalid value. */
    const char *wrong = source->operations ? "operation" : "layer";
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

/* ---- controls -------------------------------------------------------------------------------- */

static void
add_metric (PoplensPage *page, const Source *source, PoplensMetric metric)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = 0, current = 0;

  for (guint m = 0; m < POPLENS_N_METRICS; m++) {
    if (!poplens_operation_costs_knows (source->costs, m) && m != metric)
      continue;
    current = m == metric ? n : current;
    n++;
    g_strv_builder_add (options, poplens_metric_key (m));
    g_strv_builder_add (titles, poplens_metric_title (m));
  }
  poplens_page_add_own_choice (page, "measure", "Measure", "Measure to compare operations by",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* ---- the page -------------------------------------------------------------------------------- */

gboolean
poplens_operations_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensOperationSource source = {0};
  g_autoptr (PoplensLocation) location =
      poplens_location_ref ((PoplensLocation *) context->location);
  PoplensPageContext usable = *context;
  PoplensOperationsView view;
  PoplensMetric metric;

  page->layout = POPLENS_LAYOUT_CHART;
  view = operations_page_add_grouping (page);
  if (view == POPLENS_OPERATIONS_BY_SOURCE)
    return operations_page_fill_sources (page, context, error);
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
  add_absence (page, context->report, "No operations");
  poplens_page_add_assumptions (page, context, POPLENS_ASSUMES (SCHEMA));
  if (view == POPLENS_OPERATIONS_BY_OPERATION)
    poplens_operations_page_add_treemap (page, &usable, &source, metric);
  else if (!poplens_operations_page_add_graph (page, &usable, &source, metric, error))
    return FALSE;
  if (!poplens_page_add_tabs (page, &usable, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  PoplensSection *operations = poplens_page_tab (page, "operations");
  operations->rows.chooses = "operation";
  operations->rows.chooses_by = "operation";
  return TRUE;
}
