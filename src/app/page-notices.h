/* The notices above a chart. Warnings are always open; where there are several other notes, they
 * share a line that opens, and stay open or closed as the user left them. */
#pragma once

#include "pages/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *poplens_page_notices_new (void); /* (floating) */
/* Hides itself where @page has none. */
void poplens_page_notices_show (GtkWidget *self, const PoplensPage *page);

G_END_DECLS
