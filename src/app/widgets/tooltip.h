/* Tooltips that cost nothing before the pointer is over the widget. In contrast,
 * gtk_widget_set_tooltip_text () asks the X server for the position of the pointer, and waits for
 * three replies. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the tooltip and the accessible description of @widget. @text: (transfer none) (nullable):
 * NULL removes both. Use only this function for the tooltip of a widget, not GTK's too. */
void poplens_tooltip_set (GtkWidget *widget, const char *text);
const char *poplens_tooltip_get (GtkWidget *widget); /* (transfer none) (nullable) */

G_END_DECLS
