/* Actions of a page: they write the zoom to the location, open the card of an item, or jump by a
 * letter key. */
#pragma once

#include "app/window/session.h"
#include "model/location.h"
#include "pages/core/page.h"
#include "report/report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Writes the zoom @view of the page's chart to the location, without a history entry. If the page
 * opens with @view, removes the keys of the zoom. @page: (nullable) */
void poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page,
                              PoplensChartView view);

/* ---- cards of items -------------------------------------------------------------------------- */

/* Opens the card of the item that was clicked in @widget. Selecting the item changes the location
 * from @without to @with. Shows a toast if there is no card. @label: (nullable): name of the item.
 */
void poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                             const PoplensLocation *without, const char *label);
/* Opens the card of the object that @link (nullable) selects. */
void poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label);

/* ---- letter keys that jump between steps ----------------------------------------------------- */

/* Handles a letter key on the Liveness or Trace page: jumps to a peak, a longer step, a wait or
 * another target. Capital letters jump backwards. FALSE if the page does not use @letter. */
gboolean poplens_page_jump (PoplensSession *session, char letter);
/* Call when the page of a jump is built. Shows a toast if the jump found no target, and removes the
 * key "jump" from the location. */
void poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page);

G_END_DECLS
