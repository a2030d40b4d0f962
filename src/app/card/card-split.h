/* PoplensCardSplit: shows the pages of a report and, at their end, the card of an item while a card
 * is open. The card is beside the page if both have enough space, else on top of the page.
 * Descendants open a card with the action "report.card"; its parameter is the words that find the
 * item (tables/card/card.h). */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CARD_SPLIT (poplens_card_split_get_type ())
/* Property "content": GtkWidget, set once. Signals: "follow" (char *location): the user chose a row
 * of the card; "toast" (char *text): a short message for the user; "left" (): the card was closed
 * while it had the focus, and the widget that had the focus before does not exist any more */
G_DECLARE_FINAL_TYPE (PoplensCardSplit, poplens_card_split, POPLENS, CARD_SPLIT, GtkWidget)

void poplens_card_split_set_session (PoplensCardSplit *self, PoplensSession *session);
/* Opens a card, as the action "report.card" does, and moves the focus into it. */
void poplens_card_split_open (PoplensCardSplit *self, const char *ref);
/* Sets the widget at the top of the content that stays visible: a card that covers the content
 * begins below @header. @header: (transfer none): descendant of the content. */
void poplens_card_split_set_header (PoplensCardSplit *self, GtkWidget *header);
/* Closes the card. FALSE if it is not open. */
gboolean poplens_card_split_close (PoplensCardSplit *self);

G_END_DECLS
