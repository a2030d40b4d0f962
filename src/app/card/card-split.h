/* PoplensCardSplit: the pages of a report, and at their end the card of a thing while it is open:
 * beside the page where there is room for both, else over its end. Whatever is inside opens it by
 * the action "report.card", which takes the words that find the thing (tables/card/card.h). */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CARD_SPLIT (poplens_card_split_get_type ())
/* Property "content": GtkWidget, set once.
 * Signals: "follow" (char *location): a place of the card was chosen; "toast" (char *text);
 *   "left" (): the card that had the keyboard was closed, and who had it before is gone */
G_DECLARE_FINAL_TYPE (PoplensCardSplit, poplens_card_split, POPLENS, CARD_SPLIT, GtkWidget)

void poplens_card_split_set_session (PoplensCardSplit *self, PoplensSession *session);
/* The same as the action; the card gets the keyboard. */
void poplens_card_split_open (PoplensCardSplit *self, const char *ref);
/* @header: within the content, at its top; a card that lies over the content begins below it. */
void poplens_card_split_set_header (PoplensCardSplit *self, GtkWidget *header);
/* FALSE where none is open. */
gboolean poplens_card_split_close (PoplensCardSplit *self);

G_END_DECLS
