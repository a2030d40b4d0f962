/* The Tab key on a table: one stop, wherever it is scrolled to. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-focus.h"
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

  /* To a row in sight, which selects nothing and scrolls nowhere; and out again. */
  gtk_widget_grab_focus (before);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (focus_of (window), GTK_WIDGET (view)));
  g_assert_cmpuint (n_selected (table), ==, 0);
  settle (window);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 9000);
  g_assert_true (gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD));
  g_assert_true (focus_of (window) == after);

  /* To the row that is selected, backwards as well. */
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

void
add_table_focus_tests (void)
{
  g_test_add_func ("/app-widgets/table/one-stop", test_one_stop);
}
