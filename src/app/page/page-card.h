/* The card of what an item of a chart is. */
#pragma once

#include <gtk/gtk.h>

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Of the item of @widget called @label (nullable) that selects in @with what @without does not;
 * says so where that is no thing. */
void poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                             const PoplensLocation *without, const char *label);
/* Of the item that leads to @link (nullable). */
void poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label);

G_END_DECLS
