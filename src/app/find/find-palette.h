/* PoplensFindPalette: finds anything in the report by name or number (Ctrl+K). Enter opens its
 * card; Ctrl+Enter, or Enter if it has no card, shows its page. Shown on top of the report; needs
 * no resources while hidden. */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_PALETTE (poplens_find_palette_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindPalette, poplens_find_palette, POPLENS, FIND_PALETTE, GtkWidget)

/* Signals: "chosen" (char *location): the user wants to go there; "card" (char *ref): the user
 * wants the card of the item that these words find; "closed" (): it was hidden, with or without a
 * choice */

void poplens_find_palette_set_session (PoplensFindPalette *self, PoplensSession *session);
/* Shows the palette, moves the focus into it, and selects the text of the last search. */
void poplens_find_palette_open (PoplensFindPalette *self);
void poplens_find_palette_close (PoplensFindPalette *self);

G_END_DECLS
