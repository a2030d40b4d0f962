/* A tooltip that costs nothing until somebody points: gtk_widget_set_tooltip_text() asks the X
 * server each time where the pointer is, and waits for three answers. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @text: copied; NULL: none. It is the accessible description, too. Once used on a widget, the one
 * way to change its tooltip. */
void poplens_tooltip_set (GtkWidget *widget, const char *text);
const char *poplens_tooltip_get (GtkWidget *widget); /* (nullable) (transfer none) */

G_END_DECLS
