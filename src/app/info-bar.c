#include "app/info-bar.h"

void
poplens_info_bar_come_at_once (GtkInfoBar *bar)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (bar));

  if (GTK_IS_REVEALER (child))
    gtk_revealer_set_transition_type (GTK_REVEALER (child), GTK_REVEALER_TRANSITION_TYPE_NONE);
}
