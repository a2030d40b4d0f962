/* Where a popover points to. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* To a point of @popover's parent; where that is scrolled out of the window, to the nearest one
 * inside. A key may open a menu of what is not to be seen, and GDK has no place for one that is off
 * all monitors. */
void poplens_popover_point_at (GtkPopover *popover, double x, double y);
/* Opens @popover (transfer full) at a point of @parent. It is gone once it is closed, or @parent
 * is. */
void poplens_popover_open_at (GtkPopover *popover, GtkWidget *parent, double x, double y);
/* Whether @widget is in its window, so that a popover may point to it: what has just come may not
 * have its place yet. */
gboolean poplens_popover_may_point_to (GtkWidget *widget);

G_END_DECLS
