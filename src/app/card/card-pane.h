/* PoplensCardPane: shows the card of an item of a report: a list of facts about the item, and of
 * pages that show it. The card is read on a worker thread. Escape closes the pane, Ctrl+C copies
 * the card as text. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CARD_PANE (poplens_card_pane_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardPane, poplens_card_pane, POPLENS, CARD_PANE, AdwBin)

/* Signals: "follow" (char *location): the user chose a row that leads to this location; "toast"
 * (char *text): a short message for the user; "closed" (): the user closed the pane */

void poplens_card_pane_set_session (PoplensCardPane *self, PoplensSession *session);
/* Shows the card of the item that the words @ref find (tables/card/card.h). @focus: TRUE: focuses
 * the first row that leads to a page, as soon as the card is read. */
void poplens_card_pane_open (PoplensCardPane *self, const char *ref, gboolean focus);
void poplens_card_pane_close (PoplensCardPane *self);

G_END_DECLS
