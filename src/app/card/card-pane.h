/* PoplensCardPane: the card of one item of a report: its facts, and the pages that show it, each a
 * row with its number. The card is read on a worker thread; the last one stays visible until the
 * next one is ready. Escape closes it, Ctrl+C copies it as text. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CARD_PANE (poplens_card_pane_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardPane, poplens_card_pane, POPLENS, CARD_PANE, AdwBin)

/* Signals: "follow" (char *location): the user chose a row; "toast" (char *text): a short message;
 * "closed" (): the user closed the card */

void poplens_card_pane_set_session (PoplensCardPane *self, PoplensSession *session);
/* Shows the card of the item that @ref finds (tables/card/card.h). @focus: move the keyboard focus
 * to the first row that leads to a page, once it is loaded. */
void poplens_card_pane_open (PoplensCardPane *self, const char *ref, gboolean focus);
void poplens_card_pane_close (PoplensCardPane *self);

G_END_DECLS
