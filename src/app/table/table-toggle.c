#include "app/table/table-toggle.h"

#include "app/table/table-cell.h"

#include <string.h>

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer view)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  PoplensTableCell *cell = poplens_table_cell_at (view, x, y);
  PoplensTableRow *row = cell ? poplens_table_cell_get_row (cell) : NULL;
  guint position = row ? poplens_table_row_find (row) : GTK_INVALID_LIST_POSITION;
  GtkWidget *widget = GTK_WIDGET (cell);

  if ((state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK ||
      position == GTK_INVALID_LIST_POSITION)
    return;
  while (widget && strcmp (gtk_widget_get_css_name (widget), "row"))
    widget = gtk_widget_get_parent (widget);
  if (!widget)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (widget);
  gtk_widget_activate_action (widget, "list.select-item", "(ubb)", position, TRUE, FALSE);
}

void
poplens_table_toggle_attach (PoplensTableWidget *self)
{
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), view, 0);
  gtk_widget_add_controller (view, GTK_EVENT_CONTROLLER (click));
}
