/* Helpers of charts with an item for each tile, and of tabs with such a chart; used within
 * src/pages only. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Sets the item numbers to the tile numbers @tiles, unless item i is tile i for every item. */
void poplens_tiles_number (PoplensChart *chart, const guint32 *tiles, guint32 n);
/* Groups the items by IPU, unless all are on one. @target: (nullable), NULL adds no groups; @tiles:
 * sorted by IPU. */
void poplens_tiles_group (PoplensChart *chart, const PoplensTarget *target, const guint32 *tiles,
                          guint32 n);

/* Creates a tab with @chart, and selects the items whose tiles @location selects. @tiles:
 * (nullable) (transfer full): tile of each item; NULL: items are not tiles. (transfer full) */
PoplensTabChart *poplens_tile_tab_new (PoplensChart *chart, guint32 n, guint32 *tiles,
                                       const PoplensLocation *location);
/* Function for PoplensTabKind.select: returns @location with "tile" set to the tile of @item.
 * (transfer full) */
PoplensLocation *poplens_tile_tab_select (const PoplensTabChart *tab,
                                          const PoplensLocation *location, gsize item,
                                          double position);
/* Function for PoplensTabKind.selected: returns the items whose tiles @location selects. (transfer
 * full) */
GArray *poplens_tile_tab_selected (const PoplensTabChart *tab, const PoplensLocation *location);
/* Gives the selected item and its tile. @item, @tile: (out). FALSE unless exactly one is selected.
 */
gboolean poplens_tile_tab_get_only (const PoplensTabChart *tab, guint32 *item, guint32 *tile);
/* Adds a fact with a number. @detail: (nullable). (transfer none) */
PoplensFact *poplens_tile_tab_add_count (PoplensTabChart *tab, const char *label, guint64 value,
                                         const char *detail);

G_END_DECLS
