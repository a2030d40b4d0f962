/* Builds the treemap of operations or source lines, and maps its items to the location and back. */
#include "pages/operations/operations-treemap.h"

#include "charts/treemap/treemap.h"
#include "pages/core/look.h"

/* Series 0 of the treemap: groups that contain all operations. Then there is a series for each ink.
 * The last series (REST) is for rows without an operation. */
#define COMMON 0
#define REST (1 + POPLENS_N_PART_INKS)

typedef PoplensOperationSource Source;

static const PoplensOperation *
operation_at (const Source *source, guint32 row)
{
  return &g_array_index (source->operations->operations, PoplensOperation, row);
}

/* ---- the tree -------------------------------------------------------------------------------- */

PoplensOperationItems *
poplens_operation_items_of_tree (PoplensPathTree *tree, PoplensReport *report)
{
  PoplensOperationItems *self = g_new0 (PoplensOperationItems, 1);

  self->tree = poplens_path_tree_ref (tree);
  self->report = g_object_ref (report);
  self->root_key = "path";
  return self;
}

PoplensOperationItems *
poplens_operation_items_new (const Source *source, PoplensReport *report)
{
  g_autoptr (PoplensPathTree) tree = poplens_operation_source_tree (source);
  PoplensOperationItems *self = poplens_operation_items_of_tree (tree, report);

  self->source = *source;
  return self;
}

void
poplens_operation_items_free (PoplensOperationItems *self)
{
  poplens_path_tree_unref (self->tree);
  g_object_unref (self->report);
  g_free (self);
}

typedef struct {
  PoplensPathTree *tree;
  const char *whole; /* (static) name of the tree's root: "All operations" */
} TreemapItemNames;

static char *
item_name (gconstpointer data, gsize item)
{
  const TreemapItemNames *names = data;

  return g_strdup (item ? poplens_path_tree_name (names->tree, (guint32) item) : names->whole);
}

static void
treemap_names_free (gpointer data)
{
  TreemapItemNames *names = data;

  poplens_path_tree_unref (names->tree);
  g_free (names);
}

/* ---- inks ------------------------------------------------------------------------------------ */

/* Returns TRUE for each node that is not an operation. (transfer full) */
static gboolean *
find_rest (const PoplensPathTree *tree, const Source *source)
{
  gboolean *rest = g_new0 (gboolean, tree->n);

  for (guint32 row = 0; row < tree->n_things; row++)
    rest[tree->node[row]] = operation_at (source, row)->kind != POPLENS_OPERATION_CONTEXT;
  return rest;
}

/* Returns the lowest node that contains all operations. choose_series () gives inks to its
 * children. */
static guint32
find_fork (const PoplensPathTree *tree, const gboolean *rest)
{
  g_autofree guint32 *n_children = g_new0 (guint32, tree->n);
  g_autofree guint32 *child = g_new0 (guint32, tree->n);
  guint32 fork = 0;

  for (guint32 i = 1; i < tree->n; i++)
    if (!rest[i]) {
      n_children[tree->parent[i]]++;
      child[tree->parent[i]] = i;
    }
  while (n_children[fork] == 1)
    fork = child[fork];
  return fork;
}

/* Returns the series of each node. The inks have the order of the file, so an operation has the
 * same ink for every metric. (transfer full) */
static guint8 *
choose_series (const PoplensPathTree *tree, const gboolean *rest)
{
  guint8 *series = g_new0 (guint8, tree->n);
  guint32 fork = find_fork (tree, rest), n = 0;

  for (guint32 i = 1; i < tree->n; i++) {
    if (rest[i])
      series[i] = REST;
    else if (tree->parent[i] == fork)
      series[i] = (guint8) (1 + n++ % POPLENS_N_PART_INKS);
    else
      series[i] = series[tree->parent[i]];
  }
  return series;
}

static void
operations_treemap_add_series (PoplensChart *chart, gboolean lines)
{
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "common", "Shared", POPLENS_INK_OTHER, 0,
                            NULL, FALSE);
  for (guint i = 0; i < POPLENS_N_PART_INKS; i++) {
    g_autofree char *key = g_strdup_printf ("part-%u", i + 1);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, lines ? "Source code" : "Operations",
                              poplens_part_inks[i], 0, NULL, FALSE);
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_QUIET, "rest", lines ? "No line" : "No operation",
                            POPLENS_INK_OTHER, 0, NULL, FALSE);
}

/* ---- values ---------------------------------------------------------------------------------- */

PoplensChartUnit
poplens_operations_page_unit (PoplensMetric metric)
{
  switch (metric) {
  case POPLENS_METRIC_TILE_CYCLES:
  case POPLENS_METRIC_STEP_CYCLES:
  case POPLENS_METRIC_ESTIMATED_TILE_CYCLES:
  case POPLENS_METRIC_ESTIMATED_STEP_CYCLES:
    return POPLENS_CHART_UNIT_CYCLES;
  case POPLENS_METRIC_CONTROL_CODE:
  case POPLENS_METRIC_EXCHANGE_CODE:
  case POPLENS_METRIC_VERTEX_CODE:
  case POPLENS_METRIC_VARIABLE_BYTES:
  case POPLENS_METRIC_PEAK_BYTES:
    return POPLENS_CHART_UNIT_BYTES;
  default:
    return POPLENS_CHART_UNIT_COUNT;
  }
}

/* Formats a value with its unit: "12,345 cycles". Returns @buffer. */
static const char *
format_value (PoplensNumber buffer, PoplensChartUnit of, guint64 value, PoplensByteUnit unit)
{
  if (of == POPLENS_CHART_UNIT_BYTES)
    return poplens_format_bytes (buffer, value, unit);
  return of == POPLENS_CHART_UNIT_CYCLES ? poplens_format_cycles (buffer, value)
                                         : poplens_format_count (buffer, value);
}

/* Adds a notice: the cost of operation @row is negative, and the treemap does not draw it. */
static void
say_negative (PoplensPage *page, const Source *source, guint32 row, PoplensMetric metric)
{
  gint64 cost = operation_at (source, row)->costs[metric];
  g_autofree char *name = poplens_operation_name (source, row);
  PoplensNumber value;
  g_autofree char *text = g_strdup_printf (
      "%s: −%s. Negative values are not drawn.", name,
      format_value (value, poplens_operations_page_unit (metric), (guint64) -cost, page->unit));

  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "negative", text);
}

/* The switch is off by default. In real programs, steps without a program wait for longer than the
 * other steps take. */
gboolean
poplens_operations_page_wants_waiting (PoplensPage *page, guint64 cost, gint64 total,
                                       PoplensChartUnit unit)
{
  PoplensNumber value, part;
  g_autofree char *text = NULL;

  if (poplens_page_add_switch (page, "rest", "Include Steps Without a Program",
                               "Draw steps without a program in the treemap", FALSE))
    return TRUE;
  text = g_strdup_printf ("Steps without a program hidden (%s, %s)",
                          format_value (value, unit, cost, page->unit),
                          poplens_format_percent (part, (double) cost / (double) total));
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "left-out", text);
  return FALSE;
}

static guint64 *
treemap_node_values (PoplensPage *page, const Source *source, const PoplensPathTree *tree,
                     PoplensMetric metric)
{
  guint64 *own = g_new0 (guint64, tree->n);

  for (guint32 row = 0; row < tree->n_things; row++) {
    const PoplensOperation *operation = operation_at (source, row);
    gint64 cost = operation->costs[metric];
    if (cost < 0)
      say_negative (page, source, row, metric);
    else if (cost && (operation->kind != POPLENS_OPERATION_NO_PROGRAM ||
                      poplens_operations_page_wants_waiting (
                          page, (guint64) cost, source->operations->totals[metric],
                          poplens_operations_page_unit (metric))))
      own[tree->node[row]] = (guint64) cost;
  }
  return own;
}

/* Adds a misuse if the location names a path that the tree lacks. */
static void
say_no_path (PoplensPage *page, const Source *source, const PoplensPathTree *tree)
{
  const char *path = poplens_location_get (page->location, "path");

  if (!path || poplens_path_tree_find (tree, path) != POPLENS_PATH_NONE)
    return;
  g_autofree char *text = g_strdup_printf (
      "unknown path “%s”: no such operation%s%s; join the names of a group with “/”", path,
      *source->operations->layer ? " in layer " : "", source->operations->layer);
  poplens_page_add_misuse (page, text);
}

/* ---- the section ----------------------------------------------------------------------------- */

/* The treemap is drawn if operations or lines have at least this percentage of the total. A smaller
 * share would be invisible. */
#define LEAST_SHARE 1

/* TRUE if operations have at least LEAST_SHARE percent of the total. @rest: [node] TRUE: not an
 * operation */
static gboolean
is_attributed (const PoplensPathTree *tree, const guint64 *own, const gboolean *rest)
{
  double all = 0, attributed = 0;

  for (guint32 i = 0; i < tree->n; i++) {
    all += (double) own[i];
    attributed += rest[i] ? 0 : (double) own[i];
  }
  return attributed > 0 && attributed * 100 >= all * LEAST_SHARE;
}

/* Says why the treemap is not drawn. (transfer none) */
static const char *
why_empty (const PoplensOperationItems *items)
{
  if (items->lines)
    return "Lines of source code have less than 1 % of it. Choose another measure.";
  if (!*items->source.operations->layer)
    return "Everything is unattributed.";
  return "Operations of this layer have less than 1 % of it; the rest is unattributed. Choose "
         "another "
         "layer or measure.";
}

void
poplens_operations_page_add_parts (PoplensPage *page, PoplensOperationItems *items,
                                   const char *title, PoplensChartUnit unit, guint64 *own,
                                   const gboolean *rest, const char *whole)
{
  PoplensPathTree *tree = items->tree;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "treemap", title);

  section->plot.items = items;
  section->plot.selects = POPLENS_SELECTS_OPERATIONS;
  section->chart = poplens_chart_new (&poplens_treemap_kind, title, tree->n, unit, page->unit);
  poplens_chart_set_item_axis (section->chart, NULL, items->lines ? "line" : "operation");
  if (is_attributed (tree, own, rest))
    operations_treemap_add_series (section->chart, items->lines != NULL);
  else
    poplens_chart_set_empty_text (section->chart, why_empty (items));
  TreemapItemNames *names = g_new (TreemapItemNames, 1);
  *names = (TreemapItemNames){poplens_path_tree_ref (tree), whole};
  poplens_chart_set_item_names (section->chart, item_name, names, treemap_names_free);
  poplens_chart_set_treemap (section->chart, g_memdup2 (tree->parent, tree->n * sizeof (guint32)),
                             own, choose_series (tree, rest));
}

void
poplens_operations_page_add_treemap (PoplensPage *page, const PoplensPageContext *context,
                                     const Source *source, PoplensMetric metric)
{
  PoplensOperationItems *items = poplens_operation_items_new (source, context->report);
  g_autofree gboolean *rest = find_rest (items->tree, source);
  guint64 *own = treemap_node_values (page, source, items->tree, metric);

  say_no_path (page, source, items->tree);
  poplens_operations_page_add_parts (page, items, poplens_metric_title (metric),
                                     poplens_operations_page_unit (metric), own, rest,
                                     "All operations");
}

/* ---- items and locations --------------------------------------------------------------------- */

gsize
poplens_operation_items_root (const PoplensOperationItems *self, const PoplensLocation *location)
{
  guint32 node =
      self->root_key
          ? poplens_path_tree_find (self->tree, poplens_location_get (location, self->root_key))
          : 0;

  return node == POPLENS_PATH_NONE ? 0 : node;
}

gboolean
poplens_operation_items_find (const PoplensOperationItems *self, const PoplensLocation *location,
                              gsize *item)
{
  const char *key = poplens_location_get (location, self->lines ? "line" : "operation");
  guint32 row = !key          ? G_MAXUINT32
                : self->lines ? poplens_source_lines_find (self->lines, key, NULL)
                              : poplens_operation_source_find (&self->source, key);

  if (row == G_MAXUINT32)
    return FALSE;
  *item = self->tree->node[row];
  return TRUE;
}

PoplensLocation *
poplens_operation_items_select (const PoplensOperationItems *self, const PoplensLocation *location,
                                gsize item)
{
  guint32 row = item < self->tree->n ? self->tree->thing[item] : POPLENS_PATH_NONE;
  g_autofree char *key = row == POPLENS_PATH_NONE
                             ? NULL
                             : (self->lines ? poplens_source_row_key (&g_array_index (
                                                  self->lines->rows, PoplensSourceRow, row))
                                            : poplens_operation_key (&self->source, row));

  return poplens_location_with (location, self->lines ? "line" : "operation", key);
}
