/* PoplensFindPalette: finds anything of the report by name or number (Ctrl+K). Enter opens its
 * card, Ctrl+Enter goes there, as Enter does where there is no card. Lies over a report while it is
 * visible; hidden it costs nothing. */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_PALETTE (poplens_find_palette_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindPalette, poplens_find_palette, POPLENS, FIND_PALETTE, GtkWidget)

/* Signals: "chosen" (char *location): go there; "card" (char *ref): show the card of what these
 * words find; "closed" (): hidden, whether chosen or not */

void poplens_find_palette_set_session (PoplensFindPalette *self, PoplensSession *session);
/* Shows it, takes the keyboard, and selects what was typed last. */
void poplens_find_palette_open (PoplensFindPalette *self);
void poplens_find_palette_close (PoplensFindPalette *self);

G_END_DECLS
