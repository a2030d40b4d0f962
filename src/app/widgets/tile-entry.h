/* PoplensTileEntry: a field for a tile selection: "0, 5, 100-120". Enter applies it, Escape takes
 * it back; what cannot be read is said at once and not applied.
 *
 * Signal "tiles-entered" (PoplensTileSet *tiles as pointer): the user wants these; empty: all. */
#pragma once

#include <gtk/gtk.h>

#include "model/tile-set.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_TILE_ENTRY (poplens_tile_entry_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTileEntry, poplens_tile_entry, POPLENS, TILE_ENTRY, GtkWidget)

GtkWidget *poplens_tile_entry_new (void);
/* Shows the selection, but not over what somebody types. */
void poplens_tile_entry_set_tiles (PoplensTileEntry *self, const PoplensTileSet *tiles);
/* Tiles there are; others are refused. 0: not known. */
void poplens_tile_entry_set_n_tiles (PoplensTileEntry *self, guint32 n_tiles);
/* The text field inside. */
GtkEditable *poplens_tile_entry_get_editable (PoplensTileEntry *self);
/* What Enter does; FALSE where the text is wrong. */
gboolean poplens_tile_entry_apply (PoplensTileEntry *self);

G_END_DECLS
