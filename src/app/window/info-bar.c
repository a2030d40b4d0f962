#include "app/window/info-bar.h"

gboolean
poplens_info_bar_lay_over (GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *at)
{
  GtkWidget *below = gtk_overlay_get_child (overlay);
  int width, height;

  if (!gtk_widget_has_css_class (bars, "late-bars"))
    return FALSE;
  gtk_widget_measure (bars, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  at->width = MAX (width, gtk_widget_get_width (below));
  gtk_widget_measure (bars, GTK_ORIENTATION_VERTICAL, at->width, &height, NULL, NULL, NULL);
  at->x = 0;
  at->y = gtk_widget_get_height (below) - height;
  at->height = height;
  return TRUE;
}

void
poplens_info_bar_come_at_once (GtkInfoBar *bar)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (bar));

  /* Not by the transition's type: without one a hidden bar keeps its room. */
  if (GTK_IS_REVEALER (child))
    gtk_revealer_set_transition_duration (GTK_REVEALER (child), 0);
}
