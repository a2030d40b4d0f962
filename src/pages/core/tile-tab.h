/* What charts of tiles share, and tabs of one. For the files of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* A tile's number is its position in most charts, which then need no table of them. */
void poplens_tiles_number (PoplensChart *chart, const guint32 *tiles, guint32 n);
/* IPUs set apart; one alone needs no name. @target: (nullable): not known. @tiles: by IPU. */
void poplens_tiles_group (PoplensChart *chart, const PoplensTarget *target, const guint32 *tiles,
                          guint32 n);

/* A tab of @chart, whose items are @tiles (transfer full; NULL: no tiles), those selected that
 * @location selects. (transfer full) */
PoplensTabChart *poplens_tile_tab_new (PoplensChart *chart, guint32 n, guint32 *tiles,
                                       const PoplensLocation *location);
/* The .select of their kinds: "tile". */
PoplensLocation *poplens_tile_tab_select (const PoplensTabChart *tab,
                                          const PoplensLocation *location, gsize item,
                                          double position);
/* … and a .selected, for those that are not made anew when another tile is selected. */
GArray *poplens_tile_tab_selected (const PoplensTabChart *tab, const PoplensLocation *location);
/* The one that is selected; FALSE: none is, or several. */
gboolean poplens_tile_tab_get_only (const PoplensTabChart *tab, guint32 *item, guint32 *tile);
/* @detail: (nullable) */
PoplensFact *poplens_tile_tab_add_count (PoplensTabChart *tab, const char *label, guint64 value,
                                         const char *detail);

G_END_DECLS
