/* Helpers of charts with an item for each tile: item numbers, groups by IPU, and tabs in which a
 * click selects a tile. */
#include "pages/core/tile-tab.h"

/* ---- the chart ------------------------------------------------------------------------------- */

void
poplens_tiles_number (PoplensChart *chart, const guint32 *tiles, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (tiles[i] != i) {
      poplens_chart_set_item_numbers (chart, g_memdup2 (tiles, (gsize) n * sizeof (guint32)));
      return;
    }
}

void
poplens_tiles_group (PoplensChart *chart, const PoplensTarget *target, const guint32 *tiles,
                     guint32 n)
{
  guint32 last = G_MAXUINT32;

  if (!target || !n ||
      poplens_target_ipu_of_tile (target, tiles[0]) ==
          poplens_target_ipu_of_tile (target, tiles[n - 1]))
    return;
  for (guint32 i = 0; i < n; i++) {
    guint32 ipu = poplens_target_ipu_of_tile (target, tiles[i]);
    if (ipu == last)
      continue;
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    poplens_chart_add_group (chart, i, name);
    last = ipu;
  }
}

/* ---- the tab --------------------------------------------------------------------------------- */

/* Data of a tab with a chart by tile. Immutable. */
typedef struct {
  guint32 n;
  guint32 *tiles; /* [n] tile of each item; NULL: items are not tiles */
} TileTabItems;

static void
items_free (gpointer data)
{
  TileTabItems *items = data;

  g_free (items->tiles);
  g_free (items);
}

PoplensLocation *
poplens_tile_tab_select (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                         double position)
{
  const TileTabItems *items = tab->items;
  g_autofree char *tile =
      items->tiles && item < items->n ? g_strdup_printf ("%u", items->tiles[item]) : NULL;

  return poplens_location_with (location, "tile", tile);
}

GArray *
poplens_tile_tab_selected (const PoplensTabChart *tab, const PoplensLocation *location)
{
  const TileTabItems *items = tab->items;
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));

  poplens_page_append_tiles (ranges, items->tiles, items->n, location);
  return ranges;
}

gboolean
poplens_tile_tab_get_only (const PoplensTabChart *tab, guint32 *item, guint32 *tile)
{
  const TileTabItems *items = tab->items;
  PoplensItemRange range;

  if (tab->selected->len != 1)
    return FALSE;
  range = g_array_index (tab->selected, PoplensItemRange, 0);
  *item = (guint32) range.from;
  *tile = items->tiles[range.from];
  return range.to - range.from == 1;
}

PoplensTabChart *
poplens_tile_tab_new (PoplensChart *chart, guint32 n, guint32 *tiles,
                      const PoplensLocation *location)
{
  PoplensTabChart *tab = g_atomic_rc_box_new0 (PoplensTabChart);
  TileTabItems *items = g_new (TileTabItems, 1);

  *items = (TileTabItems){n, tiles};
  tab->chart = chart;
  tab->items = items;
  tab->free_items = items_free;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  tab->selected = poplens_tile_tab_selected (tab, location);
  return tab;
}

PoplensFact *
poplens_tile_tab_add_count (PoplensTabChart *tab, const char *label, guint64 value,
                            const char *detail)
{
  PoplensNumber number;

  return poplens_facts_add (tab->facts, label, poplens_format_count (number, value), detail);
}
