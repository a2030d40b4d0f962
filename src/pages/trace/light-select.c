/* What a location selects of lightweight profiling, and where a choice in its chart leads. */
#include "pages/trace/light.h"

void
poplens_light_append_selected (const PoplensPage *page, const PoplensLocation *location,
                               GArray *ranges)
{
  const PoplensLightLanes *lanes = page->light;
  guint32 row;

  if (!poplens_light_place_row (lanes->source, location, &row) || row < lanes->first ||
      row - lanes->first >= lanes->n)
    return;
  PoplensItemRange range = {row - lanes->first, row - lanes->first + 1};
  g_array_append_val (ranges, range);
}

/* One block: "block". */
static PoplensLocation *
select_block (const PoplensLightLanes *lanes, const PoplensLocation *location, gsize item,
              PoplensSelectMode mode)
{
  g_autofree char *row = g_strdup_printf ("%" G_GSIZE_FORMAT, lanes->first + item);
  g_autoptr (PoplensLocation) free = poplens_location_with (
      location, "range",
      mode == POPLENS_SELECT_REPLACE ? NULL : poplens_location_get (location, "range"));
  gboolean again =
      mode == POPLENS_SELECT_TOGGLE && !g_strcmp0 (poplens_location_get (location, "block"), row);

  return poplens_location_with (free, "block", again ? NULL : row);
}

PoplensLocation *
poplens_light_select_items (const PoplensPage *page, const PoplensLocation *location,
                            PoplensItemRange items, PoplensSelectMode mode)
{
  const PoplensLightLanes *lanes = page->light;
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  guint64 low = G_MAXUINT64, high = 0, from, to;

  items.to = MIN (items.to, lanes->n);
  if (items.from + 1 == items.to)
    return select_block (lanes, location, items.from, mode);
  g_autoptr (PoplensLocation) free = mode == POPLENS_SELECT_REPLACE
                                         ? poplens_location_with (location, "block", NULL)
                                         : poplens_location_ref ((PoplensLocation *) location);
  for (gsize i = items.from; i < items.to; i++)
    if (poplens_chart_get_lane_item (chart, i, &from, &to, NULL)) {
      low = MIN (low, from);
      high = MAX (high, MAX (to, from + 1)); /* as it is drawn */
    }
  if (low < high)
    return poplens_page_select_span (page, free, (double) low, (double) high);
  return mode == POPLENS_SELECT_REPLACE ? poplens_location_with (free, "range", NULL)
                                        : g_steal_pointer (&free);
}

/* ---- "collapse" --------------------------------------------------------------------------
 */

/* NULL: none. (transfer full) */
static PoplensTileSet *
collapsed_tiles (const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "collapse");

  return text ? poplens_tile_set_parse (text, NULL) : NULL;
}

gboolean
poplens_light_is_collapsed (const PoplensLocation *location, guint32 tile)
{
  g_autoptr (PoplensTileSet) tiles = collapsed_tiles (location);

  return tiles && poplens_tile_set_contains (tiles, tile);
}

PoplensLocation *
poplens_light_toggle_group (const PoplensPage *page, const PoplensLocation *location, guint group)
{
  g_autoptr (PoplensTileSet) tiles = collapsed_tiles (location);

  if (group >= page->light->groups->len)
    return poplens_location_ref ((PoplensLocation *) location);
  if (!tiles)
    tiles = poplens_tile_set_new (NULL, 0);
  guint32 tile = g_array_index (page->light->groups, PoplensLightGroup, group).tile;
  g_autoptr (PoplensTileSet) now = poplens_tile_set_toggle (tiles, (PoplensTileRange){tile, tile});
  g_autofree char *text = poplens_tile_set_to_string (now);
  return poplens_location_with (location, "collapse", now->n ? text : NULL);
}

/* ---- view --------------------------------------------------------------------------------------
 */

void
poplens_light_limit_view (const PoplensPage *page, PoplensChartView *view)
{
  const PoplensLightLanes *lanes = page->light;

  if (view->from < (double) lanes->to && view->to > (double) lanes->from)
    return;
  view->from = (double) lanes->from;
  view->to = (double) MAX (lanes->to, lanes->from + 1);
}
