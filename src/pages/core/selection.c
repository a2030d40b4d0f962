/* Maps the selection in a location to items of a chart (tiles, steps, operations, search matches),
 * and selected items to a location. Does the same for rows of the table at the top of a page. */
#include "base/search.h"
#include "pages/core/finding.h"
#include "pages/operations/operations-open.h"
#include "pages/operations/operations-treemap.h"
#include "pages/trace/trace-view.h"

#include "charts/floor/floor.h"
#include "charts/graph/graph.h"
#include "model/step-list.h"

#include <stdlib.h>
#include <string.h>

/* Appends @item, or extends the last range if it ends just before @item. */
static void
append_item (GArray *ranges, gsize item)
{
  PoplensItemRange *last =
      ranges->len ? &g_array_index (ranges, PoplensItemRange, ranges->len - 1) : NULL;

  if (last && last->to == item) {
    last->to = item + 1;
  } else {
    PoplensItemRange range = {item, item + 1};
    g_array_append_val (ranges, range);
  }
}

/* ---- tiles: in any order along the chart ----------------------------------------------------- */

void
poplens_page_append_tiles (GArray *ranges, const guint32 *tiles, gsize n,
                           const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) chosen = poplens_location_get_tiles (location);

  for (gsize i = 0; tiles && chosen->n && i < n; i++)
    if (poplens_tile_set_contains (chosen, tiles[i]))
      append_item (ranges, i);
}

static void
append_tiles (GArray *ranges, const PoplensSection *section, const PoplensLocation *location)
{
  poplens_page_append_tiles (ranges, section->plot.tiles,
                             poplens_chart_get_n_items (section->chart), location);
}

GArray *
poplens_page_section_marks (const PoplensSection *section, const PoplensLocation *location)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const PoplensItemRange *first;

  append_tiles (ranges, section, location);
  first = ranges->len ? &g_array_index (ranges, PoplensItemRange, 0) : NULL;
  /* If all items are selected, mark none. */
  if (ranges->len == 1 && first->to - first->from == poplens_chart_get_n_items (section->chart))
    g_array_set_size (ranges, 0);
  return ranges;
}

PoplensTileSet *
poplens_page_tiles_of_items (const PoplensPage *self, PoplensItemRange items)
{
  const PoplensSection *section = poplens_page_get_chart (self);
  gsize n = section && section->plot.tiles ? poplens_chart_get_n_items (section->chart) : 0;
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (gsize i = items.from; i < MIN (items.to, n); i++) {
    guint32 tile = section->plot.tiles[i];
    PoplensTileRange *last =
        ranges->len ? &g_array_index (ranges, PoplensTileRange, ranges->len - 1) : NULL;
    if (last && tile == last->last + 1) {
      last->last = tile;
    } else {
      PoplensTileRange range = {tile, tile};
      g_array_append_val (ranges, range);
    }
  }
  return poplens_tile_set_new ((const PoplensTileRange *) (gpointer) ranges->data, ranges->len);
}

/* Returns @old with each range of @change added or, with TOGGLE, toggled. (transfer full) */
static PoplensTileSet *
combine_tile_sets (const PoplensTileSet *old, const PoplensTileSet *change, PoplensSelectMode mode)
{
  PoplensTileSet *result = poplens_tile_set_copy (old);

  for (guint i = 0; i < change->n; i++) {
    PoplensTileSet *next = mode == POPLENS_SELECT_TOGGLE
                               ? poplens_tile_set_toggle (result, change->ranges[i])
                               : poplens_tile_set_add (result, change->ranges[i]);
    poplens_tile_set_free (result);
    result = next;
  }
  return result;
}

static PoplensLocation *
select_tiles (const PoplensPage *self, const PoplensLocation *location, const PoplensTileSet *tiles)
{
  /* Remove the scope, so that the selected tiles are shown. Also remove keys that belong to a
   * single tile. */
  g_autoptr (PoplensLocation) anywhere = poplens_location_with (location, "scope", NULL);
  g_autoptr (PoplensLocation) without = poplens_location_with (anywhere, "tile-variable", NULL);
  g_autoptr (PoplensLocation) free = poplens_location_with (without, "address", NULL);

  return tiles->n ? poplens_location_with_tiles (free, tiles)
                  : poplens_location_with (free, "tile", NULL);
}

PoplensLocation *
poplens_page_enter_tiles (const PoplensPage *self, const PoplensLocation *location,
                          const PoplensTileSet *tiles)
{
  g_autoptr (PoplensLocation) selected = select_tiles (self, location, tiles);

  return self->scope_is_all && tiles->n ? poplens_location_with (selected, "scope", "tile")
                                        : g_steal_pointer (&selected);
}

static PoplensLocation *
select_tile_items (const PoplensPage *self, const PoplensLocation *location, PoplensItemRange items,
                   PoplensSelectMode mode)
{
  g_autoptr (PoplensTileSet) tiles = poplens_page_tiles_of_items (self, items);
  g_autoptr (PoplensTileSet) old = poplens_location_get_tiles (location);
  g_autoptr (PoplensTileSet) all =
      mode == POPLENS_SELECT_REPLACE ? NULL : combine_tile_sets (old, tiles, mode);

  return select_tiles (self, location, all ? all : tiles);
}

/* ---- steps, in the order of choice ----------------------------------------------------------- */

/* Appends the items of the selected steps or, without a selection, of the step that the chart
 * shows. */
static void
append_steps (GArray *ranges, const PoplensSection *section, const PoplensLocation *location)
{
  gsize n = poplens_chart_get_n_items (section->chart);
  PoplensStepList steps;

  poplens_step_list_parse (&steps, poplens_location_get (location, "step"));
  if (!steps.n && section->plot.n_shown)
    steps = (PoplensStepList){.step = {section->plot.n_shown - 1}, .n = 1};
  qsort (steps.step, steps.n, sizeof *steps.step, poplens_compare_u32);
  if (!section->plot.steps) {
    for (guint i = 0; i < steps.n && steps.step[i] < n; i++)
      append_item (ranges, steps.step[i]);
    return;
  }
  for (gsize item = 0; steps.n && item < n; item++)
    if (poplens_step_list_contains (&steps, section->plot.steps[item]))
      append_item (ranges, item);
}

/* Finds the first and last step of @items, skipping items at the ends that are not steps. FALSE if
 * none is a step. */
static gboolean
steps_of_items (const PoplensSection *section, PoplensItemRange items, guint32 *first,
                guint32 *last)
{
  const guint32 *steps = section->plot.steps;

  while (steps && items.from < items.to && steps[items.from] == G_MAXUINT32)
    items.from++;
  while (steps && items.from < items.to && steps[items.to - 1] == G_MAXUINT32)
    items.to--;
  if (items.from >= items.to)
    return FALSE;
  *first = steps ? steps[items.from] : (guint32) items.from;
  *last = steps ? steps[items.to - 1] : (guint32) (items.to - 1);
  return TRUE;
}

static PoplensLocation *
select_step_items (const PoplensSection *section, const PoplensLocation *location,
                   PoplensItemRange items, PoplensSelectMode mode)
{
  PoplensStepList steps;
  guint32 first, last;

  poplens_step_list_parse (&steps, poplens_location_get (location, "step"));
  if (mode == POPLENS_SELECT_REPLACE)
    steps = (PoplensStepList){0};
  if (steps_of_items (section, items, &first, &last)) {
    if (mode == POPLENS_SELECT_TOGGLE && first == last &&
        poplens_step_list_contains (&steps, first)) {
      poplens_step_list_remove (&steps, first);
    } else {
      poplens_step_list_add (&steps, first);
      poplens_step_list_add (&steps, last);
    }
  }
  g_autofree char *text = poplens_step_list_to_string (&steps);
  return poplens_location_with (location, "step", text);
}

/* ---- operations: one ------------------------------------------------------------------------- */

static void
append_operation (GArray *ranges, const PoplensSection *section, const PoplensLocation *location)
{
  gsize item;

  if (poplens_operation_items_find (section->plot.items, location, &item))
    append_item (ranges, item);
}

static PoplensLocation *
select_operation (const PoplensSection *section, const PoplensLocation *location,
                  PoplensItemRange items, PoplensSelectMode mode)
{
  g_autoptr (PoplensLocation) chosen = poplens_operation_items_select (
      section->plot.items, location, items.from < items.to ? items.from : G_MAXSIZE);

  if (mode == POPLENS_SELECT_TOGGLE && poplens_location_equal (chosen, location))
    return poplens_operation_items_select (section->plot.items, location, G_MAXSIZE);
  return g_steal_pointer (&chosen);
}

/* ---- all of them ----------------------------------------------------------------------------- */

GArray *
poplens_page_selected_items (const PoplensPage *self, const PoplensLocation *location)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const PoplensSection *section = poplens_page_get_chart (self);

  switch (section ? section->plot.selects : POPLENS_SELECTS_NOTHING) {
  case POPLENS_SELECTS_TILES:
    append_tiles (ranges, section, location);
    break;
  case POPLENS_SELECTS_STEPS:
    append_steps (ranges, section, location);
    break;
  case POPLENS_SELECTS_CYCLES:
    poplens_trace_append_selected (self, location, ranges);
    break;
  case POPLENS_SELECTS_OPERATIONS:
    append_operation (ranges, section, location);
    break;
  case POPLENS_SELECTS_NOTHING:
    break;
  }
  return ranges;
}

PoplensLocation *
poplens_page_select_items (const PoplensPage *self, const PoplensLocation *location,
                           PoplensItemRange items, PoplensSelectMode mode)
{
  const PoplensSection *section = poplens_page_get_chart (self);

  switch (section ? section->plot.selects : POPLENS_SELECTS_NOTHING) {
  case POPLENS_SELECTS_TILES:
    return select_tile_items (self, location, items, mode);
  case POPLENS_SELECTS_STEPS:
    return select_step_items (section, location, items, mode);
  case POPLENS_SELECTS_CYCLES:
    return poplens_trace_select_items (self, location, items, mode);
  case POPLENS_SELECTS_OPERATIONS:
    return select_operation (section, location, items, mode);
  case POPLENS_SELECTS_NOTHING:
    break;
  }
  return poplens_location_ref ((PoplensLocation *) location);
}

/* Returns the section whose table is filtered by a search field, if each row of the table is an
 * item of the chart; else NULL. @words: (out): words in the field. */
static const PoplensSection *
find_searched (const PoplensPage *self, const PoplensLocation *location, const char **words)
{
  const PoplensSection *chart = poplens_page_get_chart (self);

  for (guint i = 0; chart && i < self->controls->len; i++) {
    const PoplensControl *control = g_ptr_array_index (self->controls, i);
    const PoplensSection *section =
        control->kind == POPLENS_CONTROL_SEARCH && g_str_has_prefix (control->key, "filter.")
            ? poplens_page_find_section (self, control->key + 7)
            : NULL;
    *words = poplens_location_get (location, control->key);
    if (section && section->table && *words && **words &&
        poplens_table_n_rows (section->table) == poplens_chart_get_n_items (chart->chart))
      return section;
  }
  return NULL;
}

/* Returns a PoplensItemRange for each of the @n items, so that adjacent items are separate matches.
 * (transfer full) */
static GArray *
items_as_ranges (const guint32 *items, guint n)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));

  for (guint i = 0; i < n; i++) {
    PoplensItemRange range = {items[i], (gsize) items[i] + 1};
    g_array_append_val (ranges, range);
  }
  return ranges;
}

/* Returns the chart items of operations that match the filter of the table "operations"; NULL if
 * there is no filter. (transfer full) */
static GArray *
found_operations (const PoplensPage *self, const PoplensSection *chart,
                  const PoplensLocation *location, GCancellable *cancellable)
{
  const PoplensSection *section = poplens_page_find_section (self, "operations");
  const char *words = poplens_location_get (location, "filter.operations");
  const PoplensPathTree *tree = chart->plot.items->tree;
  g_autoptr (PoplensTableView) view = NULL;
  g_autoptr (GArray) items = NULL;

  if (!section || !section->table || !words || !*words ||
      poplens_table_n_rows (section->table) != tree->n_things ||
      !(view = poplens_table_view_new (section->table, words, -1, FALSE, cancellable)))
    return NULL;
  items = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < view->n; i++)
    g_array_append_val (items, tree->node[view->rows[i]]);
  g_array_sort (items, poplens_compare_u32);
  return items_as_ranges ((const guint32 *) (gpointer) items->data, items->len);
}

/* Returns the items of tiles that the location's finding is about (key "finding"); NULL without a
 * finding. (transfer full) (nullable) */
static GArray *
found_tiles (const PoplensPage *self, const PoplensSection *chart, const PoplensLocation *location,
             GCancellable *cancellable)
{
  g_autoptr (PoplensPageFinding) finding =
      chart && chart->plot.tiles && poplens_page_shows_finding (location)
          ? poplens_page_finding_new (self->report, poplens_location_get (location, "finding"),
                                      POPLENS_BYTE_UNIT_BINARY, cancellable, NULL)
          : NULL;
  g_autoptr (GHashTable) tiles = g_hash_table_new (NULL, NULL);
  GArray *ranges;

  if (!finding || !finding->occurrences->len)
    return NULL;
  for (guint i = 0; i < finding->occurrences->len; i++)
    g_hash_table_add (
        tiles, GUINT_TO_POINTER (g_array_index (finding->occurrences, PoplensOccurrence, i).tile));
  ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  for (gsize i = 0; i < poplens_chart_get_n_items (chart->chart); i++)
    if (g_hash_table_contains (tiles, GUINT_TO_POINTER (chart->plot.tiles[i])))
      append_item (ranges, i);
  return ranges;
}

const PoplensOperationSource *
poplens_page_operation_source (const PoplensPage *page)
{
  const PoplensSection *chart = poplens_page_get_chart (page);
  const PoplensOperationItems *items = chart ? chart->plot.items : NULL;

  return items && !items->lines && items->source.operations ? &items->source : NULL;
}

/* Returns the items of operations that the location's finding is about (key "finding"); NULL
 * without a finding. (transfer full) (nullable) */
static GArray *
found_operations_of_finding (const PoplensPage *self, const PoplensSection *chart,
                             const PoplensLocation *location, GCancellable *cancellable)
{
  const PoplensOperationSource *source = poplens_page_operation_source (self);
  g_autoptr (PoplensPageFinding) finding =
      source && poplens_page_shows_finding (location)
          ? poplens_page_finding_new (self->report, poplens_location_get (location, "finding"),
                                      POPLENS_BYTE_UNIT_BINARY, cancellable, NULL)
          : NULL;
  g_autoptr (GArray) found = finding ? poplens_page_finding_operations (finding, source) : NULL;

  for (guint i = 0; found && i < found->len; i++)
    g_array_index (found, guint32, i) =
        chart->plot.items->tree->node[g_array_index (found, guint32, i)];
  if (!found || !found->len)
    return NULL;
  g_array_sort (found, poplens_compare_u32);
  return items_as_ranges ((const guint32 *) (gpointer) found->data, found->len);
}

GArray *
poplens_page_found_items (const PoplensPage *self, const PoplensLocation *location,
                          GCancellable *cancellable, char **trouble)
{
  const char *words;

  if (trouble)
    *trouble = NULL;
  if (self->trace)
    return poplens_trace_found_items (self, location, cancellable, trouble);
  const PoplensSection *chart = poplens_page_get_chart (self);
  if (chart && chart->plot.items) {
    GArray *found = poplens_chart_get_kind (chart->chart) == &poplens_graph_kind
                        ? found_operations (self, chart, location, cancellable)
                        : NULL;
    return found ? found : found_operations_of_finding (self, chart, location, cancellable);
  }
  const PoplensSection *section = find_searched (self, location, &words);
  g_autoptr (PoplensTableView) view =
      section ? poplens_table_view_new (section->table, words, -1, FALSE, cancellable) : NULL;

  return view ? items_as_ranges (view->rows, view->n)
              : found_tiles (self, chart, location, cancellable);
}

PoplensChartView
poplens_page_chart_view (const PoplensPage *self, const PoplensLocation *location)
{
  const PoplensSection *section = poplens_page_get_chart (self);
  PoplensChartView view = {0};

  if (!section)
    return view;
  view = poplens_chart_view_opening (section->chart);
  poplens_location_get_double (location, "from", &view.from);
  poplens_location_get_double (location, "to", &view.to);
  if (section->plot.selects == POPLENS_SELECTS_CYCLES)
    poplens_trace_adjust_view (self, location, &view);
  if (poplens_chart_get_kind (section->chart) == &poplens_floor_kind ||
      poplens_chart_get_kind (section->chart) == &poplens_graph_kind)
    poplens_floor_view_parse (poplens_location_get (location, "zoom"), &view);
  if (section->plot.items)
    view.root = poplens_operation_items_root (section->plot.items, location);
  view.limit_to_scale = !g_strcmp0 (poplens_location_get (location, "axis"), "limit");
  return poplens_chart_view_clamp (section->chart, view);
}

PoplensChartView
poplens_page_section_view (const PoplensPage *self, const PoplensSection *section,
                           const PoplensLocation *location)
{
  gboolean main = self->layout == POPLENS_LAYOUT_CHART && section->kind == POPLENS_SECTION_CHART;
  PoplensChartView view =
      main ? poplens_page_chart_view (self, location) : poplens_chart_view_opening (section->chart);

  if (section->tab.chart && section->tab.chart->shares_axis) {
    PoplensChartView shared = poplens_page_chart_view (self, location);
    view.from = shared.from;
    view.to = shared.to;
  }
  view.limit_to_scale |= section->plot.to_limit;
  return view;
}

PoplensLocation *
poplens_page_with_view (const PoplensPage *self, const PoplensLocation *location,
                        const PoplensChartView *view)
{
  const PoplensSection *section = poplens_page_get_chart (self);
  g_autofree char *path = NULL;

  if (!section || !section->plot.items || !section->plot.items->root_key)
    return poplens_location_ref ((PoplensLocation *) location);
  path = poplens_path_tree_path (section->plot.items->tree, (guint32) view->root);
  return poplens_location_with (location, section->plot.items->root_key, *path ? path : NULL);
}

PoplensLocation *
poplens_page_toggle_group (const PoplensPage *self, const PoplensLocation *location, guint group)
{
  const PoplensSection *section = poplens_page_get_chart (self);
  g_autoptr (PoplensLocation) all = NULL;

  if (!section || !section->plot.items)
    return poplens_trace_toggle_group (self, location, group);
  if (group >= section->plot.items->tree->n)
    return poplens_location_ref ((PoplensLocation *) location);
  /* Opening or closing a group changes the whole graph: zoom out. */
  all = poplens_location_with (location, "zoom", NULL);
  return poplens_operations_toggle_group (section->plot.items->tree, all, group);
}

/* ---- rows of the table on top ---------------------------------------------------------------- */

guint32
poplens_page_chosen_row (const PoplensSection *top, const PoplensLocation *location)
{
  const char *wanted =
      top->table && top->rows.chooses ? poplens_location_get (location, top->rows.chooses) : NULL;
  int column = wanted ? poplens_table_find_column (top->table, top->rows.chooses_by) : -1;

  for (guint32 row = 0; column >= 0 && row < poplens_table_n_rows (top->table); row++) {
    PoplensValue value = poplens_table_get (top->table, row, (guint) column);
    PoplensNumber buffer;
    if (value.type != POPLENS_VALUE_NULL && !strcmp (poplens_value_plain (&value, buffer), wanted))
      return row;
  }
  return G_MAXUINT32;
}

PoplensLocation *
poplens_page_choose_row (const PoplensSection *top, const PoplensLocation *location, guint32 row)
{
  int column = top->table && top->rows.chooses
                   ? poplens_table_find_column (top->table, top->rows.chooses_by)
                   : -1;
  PoplensNumber buffer;

  if (column < 0)
    return poplens_location_ref ((PoplensLocation *) location);
  if (row >= poplens_table_n_rows (top->table))
    return poplens_location_with (location, top->rows.chooses, NULL);
  PoplensValue value = poplens_table_get (top->table, row, (guint) column);
  return poplens_location_with (
      location, top->rows.chooses,
      value.type == POPLENS_VALUE_NULL ? NULL : poplens_value_plain (&value, buffer));
}
