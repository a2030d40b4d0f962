/* Menus of what is scrolled out of the window. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/page-toolbar.h"
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
  g_assert_true (poplens_popover_may_point_to (label) == !way);
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

/* A search that is in the menu of a bar which is not to be seen. */
static void
test_search (void)
{
  PoplensControl words = {.key = "search", .title = "Find", .doc = "Words", .is_search = TRUE};
  g_autoptr (GPtrArray) controls = g_ptr_array_new ();
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();
  PoplensPage page = {
      POPLENS_PAGE_MEMORY, POPLENS_LAYOUT_CHART, NULL, (char *) "Memory", controls, sections, TRUE};
  GtkWidget *scrolled = gtk_scrolled_window_new (), *fixed = gtk_fixed_new ();
  GtkWidget *bar = poplens_page_toolbar_new (TRUE), *window;

  g_ptr_array_add (controls, &words);
  gtk_widget_set_size_request (scrolled, 200, 200);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), fixed);
  gtk_fixed_put (GTK_FIXED (fixed), bar, AT, AT);
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (bar), &page);
  window = show_in_window (scrolled);
  gtk_fixed_move (GTK_FIXED (fixed), bar, AT + 4000, AT + 4000);
  g_object_set_data (G_OBJECT (bar), "way", GINT_TO_POINTER (4000));
  wait_until (is_moved, bar);
  g_assert_false (poplens_page_toolbar_focus_search (POPLENS_PAGE_TOOLBAR (bar)));
  gtk_fixed_move (GTK_FIXED (fixed), bar, AT, AT);
  g_object_set_data (G_OBJECT (bar), "way", NULL);
  wait_until (is_moved, bar);
  g_assert_true (poplens_page_toolbar_focus_search (POPLENS_PAGE_TOOLBAR (bar)));
  check_finalizes (window, scrolled);
}

void
add_popover_tests (void)
{
  g_test_add_func ("/app-widgets/popover/search", test_search);
  g_test_add_data_func ("/app-widgets/popover/in-sight", GINT_TO_POINTER (0), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/below", GINT_TO_POINTER (4000), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/above", GINT_TO_POINTER (-4000), test_out_of_sight);
}
