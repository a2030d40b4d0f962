/* Tests of Tab on a table, which is one stop wherever it is scrolled to, and of the wheel, which
 * depends on the focus. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-widget.h"

static gboolean
is_revealed (gpointer table)
{
  PoplensTableModel *model = poplens_table_widget_get_model (table);

  return model && !poplens_table_widget_is_busy (table) && poplens_table_model_is_revealed (model);
}

static GtkWidget *
focus_of (GtkWidget *window)
{
  return gtk_root_get_focus (GTK_ROOT (window));
}

static guint64
n_selected (PoplensTableWidget *table)
{
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (
      GTK_SELECTION_MODEL (poplens_table_widget_get_model (table)));

  return gtk_bitset_get_size (rows);
}

static void
test_one_stop (void)
{
  g_autoptr (PoplensTable) many = make_table (900);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *before = gtk_button_new_with_label ("before");
  GtkWidget *after = gtk_button_new_with_label ("after");
  PoplensTableWidget *table = POPLENS_TABLE_WIDGET (poplens_table_widget_new (0));
  GtkColumnView *view = poplens_table_widget_get_view (table);
  GtkWidget *window, *row;

  gtk_box_append (GTK_BOX (box), before);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (table));
  gtk_box_append (GTK_BOX (box), after);
  window = show_in_window (box);
  poplens_table_widget_show_table (table, many, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  wait_until (is_revealed, table);
  settle (window);
  GtkAdjustment *at = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  gtk_adjustment_set_value (at, 9000);
  settle (window);

  /* Tab goes to a visible row without selecting or scrolling, and out again. */
  gtk_widget_grab_focus (before);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (focus_of (window), GTK_WIDGET (view)));
  g_assert_cmpuint (n_selected (table), ==, 0);
  settle (window);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 9000);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD));
  g_assert_true (focus_of (window) == after);

  /* Tab goes to the selected row, also backwards. */
  row = poplens_table_row_widget (view, 3);
  g_assert_null (row);
  gtk_adjustment_set_value (at, 0);
  settle (window);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (poplens_table_widget_get_model (table)), 3,
                                   TRUE);
  row = poplens_table_row_widget (view, 3);
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_BACKWARD));
  g_assert_true (focus_of (window) == row);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_BACKWARD));
  g_assert_true (focus_of (window) == before);
  check_finalizes (window, GTK_WIDGET (table));
}

/* ---- the wheel ---- */

/* TRUE if the page, not the table, scrolls when the wheel is turned over the table. */
static gboolean
page_takes (GtkWidget *scrolled, double dy)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (scrolled);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (one) &&
        gtk_event_controller_get_propagation_phase (one) == GTK_PHASE_CAPTURE &&
        gtk_event_controller_scroll_get_flags (GTK_EVENT_CONTROLLER_SCROLL (one)) ==
            GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
      g_signal_emit_by_name (one, "scroll", 0.0, dy, &taken);
  }
  return taken;
}

/* The wheel scrolls the page, past a table under the pointer, unless the table has the focus. At
 * the end of one, the other scrolls. */
static void
test_wheel (void)
{
  g_autoptr (PoplensTable) many = make_table (100);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *page = gtk_scrolled_window_new ();
  PoplensTableWidget *table = POPLENS_TABLE_WIDGET (poplens_table_widget_new (14));
  GtkColumnView *view = poplens_table_widget_get_view (table);
  GtkWidget *below = gtk_button_new_with_label ("below"), *window, *scrolled;
  GtkAdjustment *of_page, *of_table;

  gtk_widget_set_size_request (below, -1, 2000);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (table));
  gtk_box_append (GTK_BOX (box), below);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (page), box);
  window = show_in_window (page);
  poplens_table_widget_show_table (table, many, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  wait_until (is_revealed, table);
  settle (window);
  scrolled = gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW);
  of_page = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page));
  of_table = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));

  gtk_widget_grab_focus (below);
  settle (window);
  gtk_adjustment_set_value (of_page, 0);
  g_assert_true (page_takes (scrolled, 1));
  g_assert_cmpfloat (gtk_adjustment_get_value (of_page), >, 0);
  g_assert_cmpfloat (gtk_adjustment_get_value (of_table), ==, 0);
  gtk_adjustment_set_value (of_page, gtk_adjustment_get_upper (of_page));
  g_assert_false (page_takes (scrolled, 1));

  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (view), GTK_DIR_TAB_FORWARD));
  settle (window);
  gtk_adjustment_set_value (of_page, 10);
  g_assert_false (page_takes (scrolled, 1));
  g_assert_true (page_takes (scrolled, -1));
  g_assert_cmpfloat (gtk_adjustment_get_value (of_page), <, 10);
  check_finalizes (window, GTK_WIDGET (table));
}

void
add_table_focus_tests (void)
{
  g_test_add_func ("/app-widgets/table/wheel", test_wheel);
  g_test_add_func ("/app-widgets/table/one-stop", test_one_stop);
}
