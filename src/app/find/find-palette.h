/* PoplensFindPalette: finds anything in the report by name or number (Ctrl+K). The palette is shown
 * on top of the report. Enter opens the card of the selected result. Ctrl+Enter, or Enter if the
 * result has no card, goes to its page. */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_PALETTE (poplens_find_palette_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindPalette, poplens_find_palette, POPLENS, FIND_PALETTE, GtkWidget)

/* Signals: "chosen" (char *location): the user wants to go to this location; "card" (char *ref):
 * the user wants the card of the item that these words find (tables/card/card.h); "closed" (): the
 * palette was hidden, with or without a choice */

void poplens_find_palette_set_session (PoplensFindPalette *self, PoplensSession *session);
/* Shows the palette, moves the focus into it, and selects the text of the last search. */
void poplens_find_palette_open (PoplensFindPalette *self);
void poplens_find_palette_close (PoplensFindPalette *self);

G_END_DECLS
