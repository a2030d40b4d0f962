/* What charts of tiles in tabs of the trace share. */
#include "pages/trace-tabs.h"

/* ---- what the items are ------------------------------------------------------------------------
 */

/* Immutable once it is made. */
typedef struct {
  guint32 n;
  guint32 *tiles; /* of each item; NULL: items are no tiles */
} Items;

static void
items_free (gpointer data)
{
  Items *items = data;

  g_free (items->tiles);
  g_free (items);
}

PoplensPlace *
poplens_trace_select_tile (const PoplensTabChart *tab, const PoplensPlace *place, gsize item,
                           double position)
{
  const Items *items = tab->items;
  g_autofree char *tile =
      items->tiles && item < items->n ? g_strdup_printf ("%u", items->tiles[item]) : NULL;

  return poplens_place_with (place, "tile", tile);
}

PoplensTabChart *
poplens_trace_tile_tab_new (PoplensChart *chart, guint32 n, guint32 *tiles,
                            const PoplensPlace *place)
{
  PoplensTabChart *tab = g_atomic_rc_box_new0 (PoplensTabChart);
  g_autoptr (PoplensTileSet) chosen = poplens_place_get_tiles (place);
  Items *items = g_new (Items, 1);

  *items = (Items){n, tiles};
  tab->chart = chart;
  tab->items = items;
  tab->free_items = items_free;
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  tab->selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  for (guint32 i = 0; tiles && chosen->n && i < n; i++) {
    PoplensItemRange range = {i, i + 1};
    if (poplens_tile_set_contains (chosen, tiles[i]))
      g_array_append_val (tab->selected, range);
  }
  return tab;
}

void
poplens_trace_add_count (PoplensTabChart *tab, const char *label, guint64 value, const char *detail)
{
  PoplensNumber number;

  poplens_facts_add (tab->facts, label, poplens_format_count (number, value), detail);
}

void
poplens_trace_set_tile_numbers (PoplensChart *chart, const guint32 *tiles, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (tiles[i] != i) {
      poplens_chart_set_item_numbers (chart, g_memdup2 (tiles, (gsize) n * sizeof (guint32)));
      return;
    }
}
