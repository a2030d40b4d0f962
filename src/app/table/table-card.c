#include "app/table/table-card.h"

#include "app/table/table-cell.h"
#include "tables/card/card-ref.h"

#define ACTION "report.card"

static char *
ref_of (const PoplensTable *table, guint32 row)
{
  return table && row < poplens_table_n_rows (table) ? poplens_card_ref_of_row (table, row) : NULL;
}

static gboolean
open_card (PoplensTableWidget *self, guint32 row)
{
  g_autofree char *ref = ref_of (poplens_table_widget_get_table (self), row);

  return ref && gtk_widget_activate_action (GTK_WIDGET (self), ACTION, "s", ref);
}

void
poplens_table_card_add_menu (const PoplensTable *table, guint32 row, GMenu *menu)
{
  g_autofree char *ref = ref_of (table, row);
  g_autoptr (GMenuItem) item = g_menu_item_new ("Show Card", NULL);

  if (!ref)
    return;
  g_menu_item_set_action_and_target (item, ACTION, "s", ref);
  g_menu_append_item (menu, item);
}

gboolean
poplens_table_card_key (PoplensTableWidget *self, guint32 row, guint keyval, GdkModifierType state)
{
  gboolean is_enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  return is_enter && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_ALT_MASK &&
         open_card (self, row);
}

/* ---- the mouse ---------------------------------------------------------------------------------
 */

static PoplensTableCell *
cell_of (GtkGesture *gesture, double x, double y)
{
  return poplens_table_cell_at (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x,
                                y);
}

/* The table's row; G_MAXUINT32: none */
static guint32
row_of (PoplensTableCell *cell)
{
  PoplensTableRow *row = cell ? poplens_table_cell_get_row (cell) : NULL;

  return row ? poplens_table_row_get_row (row) : G_MAXUINT32;
}

/* Of a tab whose rows are chosen a click is just that. Selecting goes on: nothing is claimed. */
static void
on_name_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensTableWidget *self = data;
  GtkWidget *view = GTK_WIDGET (poplens_table_widget_get_view (self));
  PoplensTableCell *cell = cell_of (GTK_GESTURE (gesture), x, y);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  g_autofree char *link = NULL;
  double cell_x, cell_y;

  if (!cell || n_press != 1 || state & gtk_accelerator_get_default_mod_mask () ||
      poplens_table_widget_get_chooses (self))
    return;
  gtk_widget_translate_coordinates (view, GTK_WIDGET (cell), x, y, &cell_x, &cell_y);
  if (!poplens_table_cell_is_link_at (cell, cell_x) || open_card (self, row_of (cell)))
    return;
  link = poplens_table_get_link (poplens_table_widget_get_table (self), row_of (cell));
  if (link)
    g_signal_emit_by_name (self, "follow", link);
}

static void
on_middle_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  open_card (data, row_of (cell_of (GTK_GESTURE (gesture), x, y)));
}

static void
add_click (PoplensTableWidget *self, guint button, GCallback released)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "released", released, self, 0);
  gtk_widget_add_controller (GTK_WIDGET (poplens_table_widget_get_view (self)),
                             GTK_EVENT_CONTROLLER (click));
}

void
poplens_table_card_attach (PoplensTableWidget *self)
{
  add_click (self, GDK_BUTTON_PRIMARY, G_CALLBACK (on_name_released));
  add_click (self, GDK_BUTTON_MIDDLE, G_CALLBACK (on_middle_released));
}
