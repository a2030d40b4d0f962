/* Tooltip without cost until the pointer is over the widget: gtk_widget_set_tooltip_text () queries
 * the pointer position from the X server each time, and waits for three replies. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the tooltip and the accessible description. @text: (transfer none) (nullable): NULL removes
 * them. Once used for a widget, its tooltip must only be changed by this function. */
void poplens_tooltip_set (GtkWidget *widget, const char *text);
const char *poplens_tooltip_get (GtkWidget *widget); /* (transfer none) (nullable) */

G_END_DECLS
