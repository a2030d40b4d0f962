/* Helpers to place and open popovers at a point. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Points @popover to a point of its parent; if that is scrolled out of the window, to the nearest
 * point inside. A key can open a menu for an item that is not visible, and GDK cannot place a
 * popover outside all monitors. */
void poplens_popover_point_at (GtkPopover *popover, double x, double y);
/* Opens @popover at a point of @parent. @popover: (transfer floating): destroyed when it is closed
 * or @parent is destroyed. */
void poplens_popover_open_at (GtkPopover *popover, GtkWidget *parent, double x, double y);
/* TRUE if @widget is visible in its window, so that a popover can point to it: a new widget may not
 * be allocated yet. */
gboolean poplens_popover_may_point_to (GtkWidget *widget);

G_END_DECLS
