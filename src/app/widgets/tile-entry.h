/* PoplensTileEntry: field for a selection of tiles: "0, 5, 100-120". Enter applies the text; Escape
 * restores the selection. An error is shown while the user types, and such a text is not applied.
 *
 * Signal "tiles-entered" (PoplensTileSet *tiles as pointer): the user entered these tiles; empty:
 * all */
#pragma once

#include <gtk/gtk.h>

#include "model/tile-set.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_TILE_ENTRY (poplens_tile_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTileEntry, poplens_tile_entry, POPLENS, TILE_ENTRY, GtkWidget)

GtkWidget *poplens_tile_entry_new (void);
/* Shows @tiles in the field, unless the user is typing. */
void poplens_tile_entry_set_tiles (PoplensTileEntry *self, const PoplensTileSet *tiles);
/* Sets the number of tiles of the report: the field rejects tiles from @n_tiles on. 0: unknown. */
void poplens_tile_entry_set_n_tiles (PoplensTileEntry *self, guint32 n_tiles);
/* Returns the text field, a child of this widget. (transfer none) */
GtkEditable *poplens_tile_entry_get_editable (PoplensTileEntry *self);
/* Applies the text, as Enter does. FALSE if it is invalid. */
gboolean poplens_tile_entry_apply (PoplensTileEntry *self);

G_END_DECLS
