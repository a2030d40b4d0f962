/* From what a Place selects to the items of a chart and back. */
#include "base/search.h"
#include "pages/operations/operations-treemap.h"
#include "pages/trace/light.h"
#include "pages/trace/trace-view.h"

#include "charts/floor/floor.h"
#include "model/step-list.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- tiles: in any order along the chart -------------------------------------------------------
 */

void
poplens_page_append_tiles (GArray *ranges, const guint32 *tiles, gsize n, const PoplensPlace *place)
{
  g_autoptr (PoplensTileSet) chosen = poplens_place_get_tiles (place);

  for (gsize i = 0; tiles && chosen->n && i < n; i++)
    if (poplens_tile_set_contains (chosen, tiles[i]))
      append_item (ranges, i);
}

static void
append_tiles (GArray *ranges, const PoplensBlock *block, const PoplensPlace *place)
{
  poplens_page_append_tiles (ranges, block->chart_tiles, poplens_chart_get_n_items (block->chart),
                             place);
}

GArray *
poplens_page_block_marks (const PoplensBlock *block, const PoplensPlace *place)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const PoplensItemRange *first;

  append_tiles (ranges, block, place);
  first = ranges->len ? &g_array_index (ranges, PoplensItemRange, 0) : NULL;
  /* A chart of the selected tiles alone needs no marks. */
  if (ranges->len == 1 && first->to - first->from == poplens_chart_get_n_items (block->chart))
    g_array_set_size (ranges, 0);
  return ranges;
}

PoplensTileSet *
poplens_page_tiles_of_items (const PoplensPage *self, PoplensItemRange items)
{
  const PoplensBlock *block = poplens_page_get_chart (self);
  gsize n = block && block->chart_tiles ? poplens_chart_get_n_items (block->chart) : 0;
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (gsize i = items.from; i < MIN (items.to, n); i++) {
    guint32 tile = block->chart_tiles[i];
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

/* @old with each range of @change added, or toggled. (transfer full) */
static PoplensTileSet *
combine (const PoplensTileSet *old, const PoplensTileSet *change, PoplensSelectMode mode)
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

PoplensPlace *
poplens_page_select_tiles (const PoplensPage *self, const PoplensPlace *place,
                           const PoplensTileSet *tiles)
{
  /* Who names tiles wants to see them, and not the source chosen before; variables and addresses
   * are those of one tile. */
  g_autoptr (PoplensPlace) anywhere = poplens_place_with (place, "source", NULL);
  g_autoptr (PoplensPlace) without = poplens_place_with (anywhere, "lowered", NULL);
  g_autoptr (PoplensPlace) free = poplens_place_with (without, "address", NULL);

  return tiles->n ? poplens_place_with_tiles (free, tiles)
                  : poplens_place_with (free, "tile", NULL);
}

static PoplensPlace *
select_tile_items (const PoplensPage *self, const PoplensPlace *place, PoplensItemRange items,
                   PoplensSelectMode mode)
{
  g_autoptr (PoplensTileSet) tiles = poplens_page_tiles_of_items (self, items);
  g_autoptr (PoplensTileSet) old = poplens_place_get_tiles (place);
  g_autoptr (PoplensTileSet) all =
      mode == POPLENS_SELECT_REPLACE ? NULL : combine (old, tiles, mode);

  return poplens_page_select_tiles (self, place, all ? all : tiles);
}

/* ---- steps, in the order of choice
 * --------------------------------------------------------------------
 */

static void
append_steps (GArray *ranges, const PoplensBlock *block, const PoplensPlace *place)
{
  gsize n = poplens_chart_get_n_items (block->chart);
  PoplensStepList steps;

  poplens_step_list_parse (&steps, poplens_place_get (place, "step"));
  qsort (steps.step, steps.n, sizeof *steps.step, poplens_compare_u32);
  if (!block->chart_steps) {
    for (guint i = 0; i < steps.n && steps.step[i] < n; i++)
      append_item (ranges, steps.step[i]);
    return;
  }
  for (gsize item = 0; steps.n && item < n; item++)
    if (poplens_step_list_contains (&steps, block->chart_steps[item]))
      append_item (ranges, item);
}

/* Items from the ends inwards until both are steps; FALSE where none is. */
static gboolean
steps_of_items (const PoplensBlock *block, PoplensItemRange items, guint32 *first, guint32 *last)
{
  const guint32 *steps = block->chart_steps;

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

static PoplensPlace *
select_step_items (const PoplensBlock *block, const PoplensPlace *place, PoplensItemRange items,
                   PoplensSelectMode mode)
{
  PoplensStepList steps;
  guint32 first, last;

  poplens_step_list_parse (&steps, poplens_place_get (place, "step"));
  if (mode == POPLENS_SELECT_REPLACE)
    steps = (PoplensStepList){0};
  if (steps_of_items (block, items, &first, &last)) {
    if (mode == POPLENS_SELECT_TOGGLE && first == last &&
        poplens_step_list_contains (&steps, first)) {
      poplens_step_list_remove (&steps, first);
    } else {
      poplens_step_list_add (&steps, first);
      poplens_step_list_add (&steps, last);
    }
  }
  g_autofree char *text = poplens_step_list_to_string (&steps);
  return poplens_place_with (place, "step", text);
}

/* ---- operations: one --------------------------------------------------------------------------
 */

static void
append_operation (GArray *ranges, const PoplensBlock *block, const PoplensPlace *place)
{
  gsize item;

  if (poplens_operation_items_find (block->items, place, &item))
    append_item (ranges, item);
}

static PoplensPlace *
select_operation (const PoplensBlock *block, const PoplensPlace *place, PoplensItemRange items,
                  PoplensSelectMode mode)
{
  g_autoptr (PoplensPlace) chosen = poplens_operation_items_select (
      block->items, place, items.from < items.to ? items.from : G_MAXSIZE);

  if (mode == POPLENS_SELECT_TOGGLE && poplens_place_equal (chosen, place))
    return poplens_place_with (place, "operation", NULL);
  return g_steal_pointer (&chosen);
}

/* ---- all of them
 * --------------------------------------------------------------------------------------
 */

GArray *
poplens_page_selected_items (const PoplensPage *self, const PoplensPlace *place)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const PoplensBlock *block = poplens_page_get_chart (self);

  if (block && block->selects == POPLENS_SELECTS_TILES)
    append_tiles (ranges, block, place);
  else if (block && block->selects == POPLENS_SELECTS_STEPS)
    append_steps (ranges, block, place);
  else if (self->light)
    poplens_light_append_selected (self, place, ranges);
  else if (block && block->selects == POPLENS_SELECTS_CYCLES)
    poplens_trace_append_selected (self, place, ranges);
  else if (block && block->selects == POPLENS_SELECTS_OPERATIONS)
    append_operation (ranges, block, place);
  return ranges;
}

PoplensPlace *
poplens_page_select_items (const PoplensPage *self, const PoplensPlace *place,
                           PoplensItemRange items, PoplensSelectMode mode)
{
  const PoplensBlock *block = poplens_page_get_chart (self);

  if (block && block->selects == POPLENS_SELECTS_TILES)
    return select_tile_items (self, place, items, mode);
  if (block && block->selects == POPLENS_SELECTS_STEPS)
    return select_step_items (block, place, items, mode);
  if (self->light)
    return poplens_light_select_items (self, place, items, mode);
  if (block && block->selects == POPLENS_SELECTS_CYCLES)
    return poplens_trace_select_items (self, place, items, mode);
  if (block && block->selects == POPLENS_SELECTS_OPERATIONS)
    return select_operation (block, place, items, mode);
  return poplens_place_ref ((PoplensPlace *) place);
}

/* The search field that filters a table with a row for each item of the chart. */
static const PoplensBlock *
find_searched (const PoplensPage *self, const PoplensPlace *place, const char **words)
{
  const PoplensBlock *chart = poplens_page_get_chart (self);

  for (guint i = 0; chart && i < self->controls->len; i++) {
    const PoplensControl *control = g_ptr_array_index (self->controls, i);
    const PoplensBlock *block = control->is_search && g_str_has_prefix (control->key, "filter.")
                                    ? poplens_page_find_block (self, control->key + 7)
                                    : NULL;
    *words = poplens_place_get (place, control->key);
    if (block && block->table && *words && **words &&
        poplens_table_n_rows (block->table) == poplens_chart_get_n_items (chart->chart))
      return block;
  }
  return NULL;
}

GArray *
poplens_page_found_items (const PoplensPage *self, const PoplensPlace *place,
                          GCancellable *cancellable, char **trouble)
{
  const char *words;

  if (trouble)
    *trouble = NULL;
  if (self->trace)
    return poplens_trace_found_items (self, place, cancellable, trouble);
  const PoplensBlock *block = find_searched (self, place, &words);
  g_autoptr (PoplensTableView) view =
      block ? poplens_table_view_new (block->table, words, -1, FALSE, cancellable) : NULL;

  if (!view)
    return NULL;
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  for (guint32 i = 0; i < view->n; i++)
    append_item (ranges, view->rows[i]);
  return ranges;
}

PoplensChartView
poplens_page_chart_view (const PoplensPage *self, const PoplensPlace *place)
{
  const PoplensBlock *block = poplens_page_get_chart (self);
  PoplensChartView view = {0};

  if (!block)
    return view;
  view = poplens_chart_view_all (block->chart);
  if (self->trace && !poplens_place_get (place, "from") && !poplens_place_get (place, "to") &&
      self->trace->open_from < self->trace->open_to) {
    view.from = (double) self->trace->open_from;
    view.to = (double) self->trace->open_to;
  }
  poplens_place_get_double (place, "from", &view.from);
  poplens_place_get_double (place, "to", &view.to);
  if (self->light)
    poplens_light_limit_view (self, &view);
  if (poplens_chart_get_kind (block->chart) == POPLENS_CHART_KIND_FLOOR)
    poplens_floor_view_parse (poplens_place_get (place, "zoom"), &view);
  if (block->items)
    view.root = poplens_operation_items_root (block->items, place);
  if (self->trace)
    poplens_place_get_double (place, "tile-zoom", &view.line_zoom);
  view.limit_to_scale = !g_strcmp0 (poplens_place_get (place, "scale"), "limit");
  return poplens_chart_view_clamp (block->chart, view);
}

PoplensPlace *
poplens_page_with_view (const PoplensPage *self, const PoplensPlace *place,
                        const PoplensChartView *view)
{
  const PoplensBlock *block = poplens_page_get_chart (self);
  g_autofree char *path = NULL;

  if (!block || !block->items)
    return poplens_place_ref ((PoplensPlace *) place);
  path = poplens_path_tree_path (block->items->tree, (guint32) view->root);
  return poplens_place_with (place, "path", *path ? path : NULL);
}

/* ---- rows of the table on top ------------------------------------------------------------------
 */

guint32
poplens_page_chosen_row (const PoplensBlock *top, const PoplensPlace *place)
{
  const char *wanted = top->table && top->chooses ? poplens_place_get (place, top->chooses) : NULL;
  int column = wanted ? poplens_table_find_column (top->table, top->chooses_by) : -1;

  for (guint32 row = 0; column >= 0 && row < poplens_table_n_rows (top->table); row++) {
    PoplensValue value = poplens_table_get (top->table, row, (guint) column);
    PoplensNumber buffer;
    if (value.type != POPLENS_VALUE_NULL && !strcmp (poplens_value_plain (&value, buffer), wanted))
      return row;
  }
  return G_MAXUINT32;
}

PoplensPlace *
poplens_page_choose_row (const PoplensBlock *top, const PoplensPlace *place, guint32 row)
{
  int column =
      top->table && top->chooses ? poplens_table_find_column (top->table, top->chooses_by) : -1;
  PoplensNumber buffer;

  if (column < 0)
    return poplens_place_ref ((PoplensPlace *) place);
  if (row >= poplens_table_n_rows (top->table))
    return poplens_place_with (place, top->chooses, NULL);
  PoplensValue value = poplens_table_get (top->table, row, (guint) column);
  return poplens_place_with (
      place, top->chooses,
      value.type == POPLENS_VALUE_NULL ? NULL : poplens_value_plain (&value, buffer));
}
