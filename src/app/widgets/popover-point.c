/* Points a popover to a point that is in the window, and destroys a popover after it was closed. */
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

gboolean
poplens_popover_may_point_to (GtkWidget *widget)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_native (widget));
  graphene_rect_t at, all;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_compute_bounds (widget, window, &at))
    return FALSE;
  graphene_rect_init (&all, 0, 0, (float) gtk_widget_get_width (window),
                      (float) gtk_widget_get_height (window));
  return graphene_rect_intersection (&at, &all, NULL);
}

/* ---- popovers for a single use --------------------------------------------------------------- */

static gboolean
unparent_popover (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Destroys the popover in an idle source, because that is not possible in a handler of "closed". */
static void
on_closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_popover, g_object_ref (popover),
                   g_object_unref);
}

static void
on_parent_gone (GtkWidget *popover)
{
  if (gtk_widget_get_parent (popover))
    gtk_widget_unparent (popover);
}

void
poplens_popover_open_at (GtkPopover *popover, GtkWidget *parent, double x, double y)
{
  gtk_widget_set_parent (GTK_WIDGET (popover), parent);
  poplens_popover_point_at (popover, x, y);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (parent, "unrealize", G_CALLBACK (on_parent_gone), popover,
                           G_CONNECT_SWAPPED);
  gtk_popover_popup (popover);
}
