#include "app/window/info-bar.h"

void
poplens_info_bar_come_at_once (GtkInfoBar *bar)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (bar));

  /* Not by the transition's type: without one a hidden bar keeps its room. */
  if (GTK_IS_REVEALER (child))
    gtk_revealer_set_transition_duration (GTK_REVEALER (child), 0);
}
