/* Bars of notices that come at once, and move nothing. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes the slide from @bar. While it slides, GTK 4.8's revealer asks for the width at its height
 * divided by how far it is, as much as 2^20 pixels, and a label that wraps at characters answers
 * with more than its least width: a critical warning, and widgets that overlap. */
void poplens_info_bar_come_at_once (GtkInfoBar *bar);
/* For "get-child-position" of an overlay: @bars of the class "late-bars", which come while one
 * looks, lie over the end of what it shows, as wide as that and as high as their texts are then. */
gboolean poplens_info_bar_lay_over (GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *at);

G_END_DECLS
