/* Menus of what is scrolled out of the window. */
#include "app-widgets/app-widgets-test.h"

#include "app/widgets/popover-point.h"

#define AT 20

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* Its frame has moved it: "way" of it. */
static gboolean
is_moved (gpointer label)
{
  int way = GPOINTER_TO_INT (g_object_get_data (label, "way"));
  double x, y;

  gtk_widget_translate_coordinates (label, gtk_widget_get_parent (label), 0, 0, &x, &y);
  return (int) y == AT + way;
}

/* A key opens the menu of what has the keyboard, also where that is not to be seen: the menu stands
 * in the window, and GDK finds a monitor for it. */
static void
test_out_of_sight (gconstpointer data)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *fixed = gtk_fixed_new (),
            *label = gtk_label_new ("label");
  GtkWidget *popover = gtk_popover_new (), *window;
  int way = GPOINTER_TO_INT (data);
  GdkRectangle at;
  double x, y;

  gtk_widget_set_size_request (scrolled, 200, 200);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), fixed);
  gtk_fixed_put (GTK_FIXED (fixed), label, AT, AT);
  window = show_in_window (scrolled);
  gtk_fixed_move (GTK_FIXED (fixed), label, AT + way, AT + way);
  g_object_set_data (G_OBJECT (label), "way", GINT_TO_POINTER (way));
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_label_new ("menu"));
  gtk_widget_set_parent (popover, label);
  wait_until (is_moved, label);
  poplens_popover_point_at (GTK_POPOVER (popover), 3, 4);
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &at));
  gtk_widget_translate_coordinates (label, window, at.x, at.y, &x, &y);
  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (x, <, gtk_widget_get_width (window));
  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (y, <, gtk_widget_get_height (window));
  if (!way) {
    g_assert_cmpint (at.x, ==, 3);
    g_assert_cmpint (at.y, ==, 4);
  }
  gtk_popover_popup (GTK_POPOVER (popover));
  wait_until (is_mapped, popover);
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_unparent (popover);
  check_finalizes (window, scrolled);
}

void
add_popover_tests (void)
{
  g_test_add_data_func ("/app-widgets/popover/in-sight", GINT_TO_POINTER (0), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/below", GINT_TO_POINTER (4000), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/above", GINT_TO_POINTER (-4000), test_out_of_sight);
}
