/* Tests of popovers whose widget is scrolled out of the window. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/page-toolbar.h"
#include "app/table/table-widget.h"
#include "app/widgets/concept.h"
#include "app/widgets/popover-point.h"

#include <string.h>

#define AT 20

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* TRUE if the container has moved the label by its data "way" (pixels). */
static gboolean
is_moved (gpointer label)
{
  int way = GPOINTER_TO_INT (g_object_get_data (label, "way"));
  double x, y;

  gtk_widget_translate_coordinates (label, gtk_widget_get_parent (label), 0, 0, &x, &y);
  return (int) y == AT + way;
}

/* A key opens the menu of the focused widget even if that is scrolled away: the menu is inside the
 * window, so that GDK finds a monitor for it. */
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

static gboolean
shows_popover (gpointer button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  return popover && gtk_widget_get_mapped (GTK_WIDGET (popover));
}

/* A label that is a term of the glossary shows its explanation in a popover, also by keyboard. */
static void
test_concept (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *window;
  GtkWidget *term = poplens_concept_wrap (gtk_label_new ("Tile balance"));
  GtkWidget *plain = poplens_concept_wrap (gtk_label_new ("No term of ours"));

  g_assert_true (GTK_IS_MENU_BUTTON (term));
  g_assert_true (GTK_IS_LABEL (plain));
  gtk_box_append (GTK_BOX (box), term);
  gtk_box_append (GTK_BOX (box), plain);
  window = show_in_window (box);
  g_assert_true (gtk_widget_grab_focus (term));
  gtk_widget_activate (term);
  wait_until (shows_popover, term);
  g_assert_nonnull (find_label (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (term))),
                                "Tile balance"));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (term));
  check_finalizes (window, box);
}

static void
count_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  *value = poplens_value_int (row, POPLENS_UNIT_COUNT);
}

static gboolean
is_explained (gpointer widget)
{
  return find_label (widget, "Open Glossary") != NULL;
}

/* The table's menu explains the titles of columns, each term once. */
static void
test_explain_columns (void)
{
  GtkWidget *widget = poplens_table_widget_new (0);
  GtkWidget *window = show_in_window (widget);
  g_autoptr (PoplensTable) table = poplens_table_new ("t", "T", 1, count_cell, NULL, NULL, NULL);
  static const char *const titles[] = {"Thing", "Gaps", "Excl. gaps", "Waiting", NULL};
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *first = NULL;

  for (guint c = 0; titles[c]; c++)
    poplens_table_add_column (table, titles[c], titles[c], POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                              "A column");
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  poplens_concept_add_menu (menu, titles, "table.explain");
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 2);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), 0, G_MENU_ATTRIBUTE_LABEL, "s", &first);
  g_assert_cmpstr (first, ==, "Explain “Gap”");
  gtk_widget_activate_action (widget, "table.explain", "s", "Gap");
  wait_until (is_explained, widget);
  check_finalizes (window, widget);
}

/* The search entry in the menu of a toolbar that is scrolled away cannot be focused. */
static void
test_search_out_of_sight (void)
{
  PoplensControl words = {
      .key = "search", .title = "Find", .doc = "Words", .kind = POPLENS_CONTROL_SEARCH};
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
  g_test_add_func ("/app-widgets/popover/search", test_search_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/in-sight", GINT_TO_POINTER (0), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/below", GINT_TO_POINTER (4000), test_out_of_sight);
  g_test_add_data_func ("/app-widgets/popover/above", GINT_TO_POINTER (-4000), test_out_of_sight);
  g_test_add_func ("/app-widgets/popover/concept", test_concept);
  g_test_add_func ("/app-widgets/popover/explain-columns", test_explain_columns);
}
