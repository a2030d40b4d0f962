/* Opens popovers that point to a point of a widget. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @popover point to (@x, @y) of its parent. If that point is out of the window, uses the
 * nearest point inside: a key can open a menu for an item that is scrolled out of view, and GDK
 * cannot place a popover outside of all monitors. */
void poplens_popover_point_at (GtkPopover *popover, double x, double y);
/* Opens @popover at (@x, @y) of @parent. @popover: (transfer floating): destroyed when it is
 * closed, or when @parent is destroyed. */
void poplens_popover_open_at (GtkPopover *popover, GtkWidget *parent, double x, double y);
/* TRUE if @widget has a position and is visible in its window, so that a popover can point to it. A
 * new widget has no position before its first allocation. */
gboolean poplens_popover_may_point_to (GtkWidget *widget);

G_END_DECLS
