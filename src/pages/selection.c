/* From the tiles of a Place to the items of a chart and back. A chart may show tiles in any order.
 */
#include "pages/page-private.h"

GArray *
poplens_page_selected_items (const PoplensPage *self, const PoplensPlace *place)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  const PoplensBlock *block = poplens_page_get_chart (self);
  g_autoptr (PoplensTileSet) tiles = poplens_place_get_tiles (place);

  if (!block || !block->chart_tiles || !tiles->n)
    return ranges;
  for (gsize i = 0, n = poplens_chart_get_n_items (block->chart); i < n; i++) {
    PoplensItemRange *last =
        ranges->len ? &g_array_index (ranges, PoplensItemRange, ranges->len - 1) : NULL;
    if (!poplens_tile_set_contains (tiles, block->chart_tiles[i]))
      continue;
    if (last && last->to == i) {
      last->to = i + 1;
    } else {
      PoplensItemRange range = {i, i + 1};
      g_array_append_val (ranges, range);
    }
  }
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

PoplensChartView
poplens_page_chart_view (const PoplensPage *self, const PoplensPlace *place)
{
  const PoplensBlock *block = poplens_page_get_chart (self);
  PoplensChartView view = {0};

  if (!block)
    return view;
  view = poplens_chart_view_all (block->chart);
  poplens_place_get_double (place, "from", &view.from);
  poplens_place_get_double (place, "to", &view.to);
  view.limit_to_scale = !g_strcmp0 (poplens_place_get (place, "scale"), "limit");
  return poplens_chart_view_clamp (block->chart, view);
}
