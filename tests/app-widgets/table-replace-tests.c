/* Tests of replacing a table by another one in the same widget: rows, selection and scrolling. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-widget.h"

/* ---- model ---- */

/* Replacing the table reuses the row objects on the screen, removes surplus ones, and keeps the row
 * with the same key selected. */
static void
test_replace (void)
{
  g_autoptr (PoplensTable) one = make_table (10);
  g_autoptr (PoplensTable) other = make_table (7);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (one, NULL, NULL);
  g_autoptr (PoplensTableRow) first = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_autoptr (PoplensTableRow) last = g_list_model_get_item (G_LIST_MODEL (model), 9);
  g_autoptr (PoplensTableRow) now = NULL;
  Change change = {0};

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 2, TRUE);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 8, FALSE);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), &change);
  poplens_table_model_replace (model, other, poplens_table_view_for (other, NULL, "-id", NULL),
                               NULL);
  g_assert_cmpuint (change.calls, ==, 1);
  g_assert_cmpuint (change.position, ==, 7);
  g_assert_cmpuint (change.removed, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 7);
  g_assert_true (poplens_table_model_get_table (model) == other);
  now = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_assert_true (now == first);
  g_assert_cmpuint (poplens_table_row_get_row (first), ==, 6);
  /* Id 2 is the fifth of seven in descending order; id 8 does not exist any more. */
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (model), 4));
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));
  g_assert_cmpuint (gtk_bitset_get_size (selected), ==, 1);
  /* More rows again: the list is not longer than before until the rows are revealed. */
  poplens_table_model_replace (model, one, NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 7);
  g_assert_cmpuint (change.calls, ==, 1);
  poplens_table_model_reveal (model, G_MAXUINT);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 10);
  g_assert_cmpuint (poplens_table_row_get_row (first), ==, 0);
}

/* Surplus rows are removed one by one, as destroying their widgets takes long. */
static void
test_leaving (void)
{
  g_autoptr (PoplensTable) many = make_table (1000);
  g_autoptr (PoplensTable) few = make_table (7);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (many, NULL, NULL);
  GListModel *list = G_LIST_MODEL (model);
  g_autoptr (PoplensTableRow) first = g_list_model_get_item (list, 0);
  g_autoptr (PoplensTableRow) gone = g_list_model_get_item (list, 100);
  g_autoptr (PoplensTableRow) late = NULL;
  Change change = {0};

  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), &change);
  poplens_table_model_replace (model, few, NULL, NULL);
  g_assert_cmpuint (poplens_table_model_n_rows (model), ==, 7);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, POPLENS_TABLE_GTK_ROWS);
  g_assert_cmpuint (change.removed, ==, 1000 - POPLENS_TABLE_GTK_ROWS);
  g_assert_cmpuint (poplens_table_row_get_row (first), ==, 0);
  g_assert_cmpuint (poplens_table_row_get_row (gone), ==, G_MAXUINT32);
  late = g_list_model_get_item (list, 7);
  g_assert_cmpuint (poplens_table_row_get_row (late), ==, G_MAXUINT32);
  g_assert_false (poplens_table_model_is_revealed (model));
  g_assert_true (poplens_table_model_let_go (model, 50));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, POPLENS_TABLE_GTK_ROWS - 50);
  g_assert_false (poplens_table_model_let_go (model, G_MAXUINT));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 7);
  g_assert_true (poplens_table_model_is_revealed (model));
  /* A new table does not wait for the removal. */
  poplens_table_model_replace (model, many, NULL, NULL);
  poplens_table_model_reveal (model, G_MAXUINT);
  poplens_table_model_replace (model, few, NULL, NULL);
  poplens_table_model_replace (model, few, NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 7);
}

static void
test_replace_refused (void)
{
  g_autoptr (PoplensTable) few = make_table (10);
  g_autoptr (PoplensTable) many = make_table (10000000);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (few, NULL, NULL);

  g_assert_true (poplens_table_model_can_replace (model, few, NULL));
  g_assert_false (poplens_table_model_can_replace (model, many, NULL));
  poplens_table_model_pin (model);
  g_assert_false (poplens_table_model_can_replace (model, few, NULL));
  poplens_table_model_unpin (model);
  g_assert_true (poplens_table_model_can_replace (model, few, NULL));
}

/* ---- widget ---- */

/* Returns the first cell of the row @row_widget. */
static PoplensTableCell *
cell_of (GtkWidget *row_widget)
{
  return POPLENS_TABLE_CELL (gtk_widget_get_first_child (gtk_widget_get_first_child (row_widget)));
}

/* Another tile is selected: only the cells change, immediately, and nothing moves. */
static void
test_rows_stay (void)
{
  g_autoptr (PoplensTable) one = make_table (100);
  g_autoptr (PoplensTable) other = make_table (90);
  GtkWidget *widget = poplens_table_widget_new (0);
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  GtkWidget *window = show_in_window (widget);
  GtkColumnView *view = poplens_table_widget_get_view (self);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view)), *row;
  GtkScrolledWindow *scrolled =
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW));
  GtkAdjustment *at = gtk_scrolled_window_get_vadjustment (scrolled);
  PoplensTableModel *model;

  poplens_table_widget_show_table (self, one, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  gtk_adjustment_set_value (at, 400);
  settle (window);
  model = poplens_table_widget_get_model (self);
  row = gtk_widget_get_first_child (list);
  g_assert_cmpuint (poplens_table_row_get_row (poplens_table_cell_get_row (cell_of (row))), ==, 0);
  poplens_table_widget_show_table (self, other, poplens_table_view_for (other, NULL, "-size", NULL),
                                   NULL, "-size", POPLENS_BYTE_UNIT_BINARY);
  g_assert_true (poplens_table_widget_get_model (self) == model);
  g_assert_true (gtk_widget_get_first_child (list) == row);
  /* The row with the largest size, as in test_widget () of table-tests.c. */
  g_assert_cmpuint (poplens_table_row_get_row (poplens_table_cell_get_row (cell_of (row))), ==, 72);
  g_assert_cmpstr (poplens_table_cell_get_text (cell_of (row)), ==, "72");
  settle (window);
  g_assert_true (gtk_widget_get_first_child (list) == row);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 400);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 90);
  /* Back to more rows than there were widgets. */
  poplens_table_widget_show_table (self, one, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 100);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 400);
  check_finalizes (window, widget);
}

/* Cells of removed rows are empty until the list releases them. */
static void
test_cells_leave (void)
{
  g_autoptr (PoplensTable) table = make_table (100);
  g_autoptr (PoplensTable) few = make_table (2);
  GtkWidget *widget = poplens_table_widget_new (0);
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  GtkWidget *window = show_in_window (widget);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (poplens_table_widget_get_view (self)));
  GListModel *model;

  poplens_table_widget_show_table (self, table, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  model = G_LIST_MODEL (poplens_table_widget_get_model (self));
  g_assert_cmpstr (poplens_table_cell_get_text (cell_of (gtk_widget_get_last_child (list))), ==,
                   "99");
  poplens_table_widget_show_table (self, few, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 100);
  g_assert_cmpstr (poplens_table_cell_get_text (cell_of (gtk_widget_get_first_child (list))), ==,
                   "0");
  g_assert_cmpstr (poplens_table_cell_get_text (cell_of (gtk_widget_get_last_child (list))), ==,
                   "");
  settle (window);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
  g_assert_cmpstr (poplens_table_cell_get_text (cell_of (gtk_widget_get_last_child (list))), ==,
                   "1");
  check_finalizes (window, widget);
}

void
add_table_replace_tests (void)
{
  g_test_add_func ("/app-widgets/table/replace", test_replace);
  g_test_add_func ("/app-widgets/table/leaving", test_leaving);
  g_test_add_func ("/app-widgets/table/replace-refused", test_replace_refused);
  g_test_add_func ("/app-widgets/table/rows-stay", test_rows_stay);
  g_test_add_func ("/app-widgets/table/cells-leave", test_cells_leave);
}
