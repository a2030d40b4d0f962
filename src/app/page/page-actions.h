/* What zooming, clicks and letters on a page do: they change the location, or open a card. */
#pragma once

#include "app/window/session.h"
#include "model/location.h"
#include "pages/core/page.h"
#include "report/report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Writes @view, which is of the chart of @page (nullable), to the location: nothing where it is
 * what is shown first. Not a step to go back to. */
void poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page,
                              PoplensChartView view);

/* ---- the card of an item --------------------------------------------------------------------- */

/* Of the item of @widget called @label (nullable) that selects in @with what @without does not;
 * says so where that is no thing. */
void poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                             const PoplensLocation *without, const char *label);
/* Of the item that leads to @link (nullable). */
void poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label);

/* ---- letters that lead from step to step ----------------------------------------------------- */

/* Of Liveness: to the peak, to one beside it, to where the chosen variable comes or goes. Of the
 * trace: to a longer step, another of the same program, a wait; capitals go backwards. FALSE where
 * @letter is none of the page's. */
gboolean poplens_page_jump (PoplensSession *session, char letter);
/* @page of @session is there, and a jump has led to it, or nowhere: @view says why, once. */
void poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page);

G_END_DECLS
