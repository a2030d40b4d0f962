/* Actions of a page for zooming, clicks and letter keys: they change the location, or open a card.
 */
#pragma once

#include "app/window/session.h"
#include "model/location.h"
#include "pages/core/page.h"
#include "report/report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Writes the zoom @view of the page's chart to the location, without a history entry. Removes the
 * keys instead if @view is the one that the page opens with. @page: (nullable) */
void poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page,
                              PoplensChartView view);

/* ---- cards of items -------------------------------------------------------------------------- */

/* Opens the card of an item that was clicked in @widget: of the object that location @with selects
 * and @without does not. Shows a toast if there is no card. @label: (nullable): name of the item.
 */
void poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                             const PoplensLocation *without, const char *label);
/* Opens the card of the object that @link (nullable) selects. */
void poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label);

/* ---- letter keys that jump between steps ----------------------------------------------------- */

/* Handles a letter key. Liveness: jumps to the peak, the next peak, or where the selected variable
 * becomes live or dead. Trace: jumps to a longer step, another execution of the program, or a wait;
 * capital letters go backwards. FALSE if the page does not use @letter. */
gboolean poplens_page_jump (PoplensSession *session, char letter);
/* Ends a jump, after @page was built for it: shows a toast if the jump found no target, and removes
 * the key "jump" from the location. */
void poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page);

G_END_DECLS
