#include "app/widgets/popover-point.h"

void
poplens_popover_point_at (GtkPopover *popover, double x, double y)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_native (parent));
  double in_x, in_y;

  if (window && gtk_widget_translate_coordinates (parent, window, x, y, &in_x, &in_y)) {
    in_x = CLAMP (in_x, 0, gtk_widget_get_width (window) - 1);
    in_y = CLAMP (in_y, 0, gtk_widget_get_height (window) - 1);
    gtk_widget_translate_coordinates (window, parent, in_x, in_y, &x, &y);
  }
  gtk_popover_set_pointing_to (popover, &(GdkRectangle){(int) x, (int) y, 1, 1});
}
