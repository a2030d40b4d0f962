/* PoplensCardPane: the card of one thing of a report: what it is, and where in the report it can be
 * seen, each place a row with its number. Reads on a worker; what was shown stays until the next
 * card is there. Escape closes it, Ctrl+C copies it as text. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CARD_PANE (poplens_card_pane_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardPane, poplens_card_pane, POPLENS, CARD_PANE, AdwBin)

/* Signals: "follow" (char *location): a row was chosen; "toast" (char *text); "closed" () */

void poplens_card_pane_set_session (PoplensCardPane *self, PoplensSession *session);
/* Shows the thing that @ref finds (tables/card/card.h). With @focus its first place has the
 * keyboard once it is there. */
void poplens_card_pane_open (PoplensCardPane *self, const char *ref, gboolean focus);
void poplens_card_pane_close (PoplensCardPane *self);

G_END_DECLS
