/* Tests of tables in the window: the model, its tree and selection, sorting and filtering, the
 * widget, and export. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-actions.h"
#include "app/table/table-copy.h"
#include "app/table/table-columns.h"
#include "app/table/table-longest.h"
#include "app/table/table-widget.h"
#include "support/work-time.h"

/* ---- model ---- */

static void
test_lazy (void)
{
  g_autoptr (PoplensTable) table = make_table (10000000);
  gint64 start = work_time ();
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (table, NULL, NULL);
  g_autoptr (PoplensTableRow) row = NULL;
  gpointer again, weak;

  /* Creating an object for each row would take seconds. */
  g_assert_cmpint (work_time () - start, <, G_USEC_PER_SEC / 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 10000000);
  row = g_list_model_get_item (G_LIST_MODEL (model), 9999999);
  g_assert_cmpuint (poplens_table_row_get_row (row), ==, 9999999);
  again = g_list_model_get_item (G_LIST_MODEL (model), 9999999);
  g_assert_true (again == row);
  g_object_unref (again);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 10000000));
  weak = row;
  g_object_add_weak_pointer (G_OBJECT (row), &weak);
  g_clear_object (&row);
  g_assert_null (weak);
  /* Selecting all rows creates no objects either. */
  start = work_time ();
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (model));
  g_assert_cmpint (work_time () - start, <, G_USEC_PER_SEC / 2);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (model), 5000000));
}

/* Returns the names of the visible rows: "a a1 b". (transfer full) */
static char *
visible (PoplensTableModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++) {
    g_autofree char *name = poplens_table_cell_plain (poplens_table_model_get_table (model),
                                                      poplens_table_model_get_row (model, i), 0);
    g_string_append_printf (text, "%s%s", i ? " " : "", name);
  }
  return g_string_free (text, FALSE);
}

static void
check_visible (PoplensTableModel *model, const char *expected)
{
  g_autofree char *text = visible (model);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_folds (void)
{
  g_autoptr (PoplensTable) table = make_tree (1);
  g_autoptr (GByteArray) folds = poplens_table_folds_new (table, FALSE);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (table, NULL, folds);
  Change change = {0};

  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), &change);
  check_visible (model, "a a1 a2 b b1");
  g_assert_true (poplens_table_model_is_expandable (model, 1));
  g_assert_false (poplens_table_model_is_expandable (model, 2));
  poplens_table_model_set_expanded (model, 1, TRUE);
  check_visible (model, "a a1 a1x a2 b b1");
  g_assert_cmpuint (change.position, ==, 2);
  g_assert_cmpuint (change.added, ==, 1);
  g_assert_cmpuint (change.removed, ==, 0);
  g_assert_cmpuint (poplens_table_model_get_parent (model, 2), ==, 1);
  g_assert_cmpuint (poplens_table_model_get_parent (model, 3), ==, 0);
  g_assert_cmpuint (poplens_table_model_get_parent (model, 4), ==, GTK_INVALID_LIST_POSITION);
  poplens_table_model_set_expanded (model, 0, FALSE);
  check_visible (model, "a b b1");
  g_assert_cmpuint (change.removed, ==, 3);
  /* Branches that were open inside are open again. */
  poplens_table_model_set_expanded (model, 0, TRUE);
  check_visible (model, "a a1 a1x a2 b b1");
  change.calls = 0;
  poplens_table_model_set_expanded (model, 0, TRUE);
  poplens_table_model_set_expanded (model, 2, TRUE);
  g_assert_cmpuint (change.calls, ==, 0);
  g_assert_true (poplens_table_model_set_all_expanded (model, FALSE));
  check_visible (model, "a b");
  g_assert_false (poplens_table_model_set_all_expanded (model, FALSE));
  /* Expanding shows no more rows than before until reveal () is called. */
  change.calls = 0;
  g_assert_true (poplens_table_model_set_all_expanded (model, TRUE));
  check_visible (model, "a a1");
  g_assert_cmpuint (change.calls, ==, 0);
  poplens_table_model_reveal (model, G_MAXUINT);
  check_visible (model, "a a1 a1x a2 b b1");
}

/* Row objects on the screen are kept and represent other rows. */
static void
test_all_in_place (void)
{
  g_autoptr (PoplensTable) table = make_tree (G_MAXUINT16);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (table, NULL, NULL);
  g_autoptr (PoplensTableRow) second = g_list_model_get_item (G_LIST_MODEL (model), 1);
  g_autoptr (PoplensTableRow) last = g_list_model_get_item (G_LIST_MODEL (model), 4);
  guint32 before = poplens_table_row_get_row (second);

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 1, TRUE);
  poplens_table_model_set_all_expanded (model, FALSE);
  g_assert_cmpuint (poplens_table_row_get_row (second), >, before);
  g_assert_cmpuint (poplens_table_row_get_row (second), ==, poplens_table_model_get_row (model, 1));
  g_assert_cmpuint (poplens_table_row_get_row (last), ==, G_MAXUINT32);
  g_autoptr (GtkBitset) none = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (model));
  g_assert_true (gtk_bitset_is_empty (none));
  g_autoptr (PoplensTableRow) again = g_list_model_get_item (G_LIST_MODEL (model), 1);
  g_assert_true (again == second);
}

static void
on_notify (GObject *object, GParamSpec *pspec, gpointer data)
{
  ++*(guint *) data;
}

static void
test_rows_follow (void)
{
  g_autoptr (PoplensTable) table = make_tree (G_MAXUINT16);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (table, NULL, NULL);
  g_autoptr (PoplensTableRow) b = g_list_model_get_item (G_LIST_MODEL (model), 4);
  guint notified = 0;

  g_signal_connect (b, "notify::expanded", G_CALLBACK (on_notify), &notified);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (model), 4, TRUE);
  /* Closing a branch above moves the row, with its object and selection. */
  poplens_table_model_set_expanded (model, 0, FALSE);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (model), 1));
  g_assert_false (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (model), 4));
  poplens_table_row_toggle (b);
  check_visible (model, "a b");
  g_assert_false (poplens_table_row_is_expanded (b));
  g_assert_cmpuint (notified, ==, 1);
}

static void
test_sorted_tree (void)
{
  g_autoptr (PoplensTable) table = make_tree (1);
  g_autoptr (GByteArray) folds = poplens_table_folds_new (table, FALSE);
  g_autoptr (PoplensTableModel) plain = poplens_table_model_new (table, NULL, folds);
  g_autoptr (PoplensTableModel) sorted = NULL;
  g_autoptr (PoplensTableModel) filtered = NULL;

  poplens_table_model_set_expanded (plain, 1, TRUE);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (plain), 2, TRUE);
  sorted =
      poplens_table_model_new (table, poplens_table_view_for (table, NULL, "-size", NULL), folds);
  check_visible (sorted, "b b1 a a2 a1 a1x");
  poplens_table_model_copy_selection (sorted, plain);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (sorted), 5));
  filtered =
      poplens_table_model_new (table, poplens_table_view_for (table, "a1x", NULL, NULL), NULL);
  check_visible (filtered, "a a1 a1x");
}

static void
test_row_selection (void)
{
  g_autoptr (PoplensTable) table = make_table (10);
  g_autoptr (PoplensTableModel) model = poplens_table_model_new (table, NULL, NULL);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (model);
  g_autoptr (GtkBitset) rows = NULL;
  g_autofree char *text = NULL;

  gtk_selection_model_select_range (selection, 2, 3, TRUE);
  gtk_selection_model_unselect_item (selection, 4);
  gtk_selection_model_select_item (selection, 9, FALSE);
  rows = gtk_selection_model_get_selection (selection);
  g_assert_cmpuint (gtk_bitset_get_size (rows), ==, 3);
  text = poplens_table_copy_tsv (model, rows);
  g_assert_cmpstr (text, ==, "Id\tName\tSize\n2\trow 2\t14\n3\trow 3\t\n9\trow 9\t63\n");
  gtk_selection_model_select_item (selection, 0, TRUE);
  g_assert_false (gtk_selection_model_is_selected (selection, 9));
}

/* GTK sends large contents to other clients of X11 in pieces, which may block the window
 * forever. */
static void
test_copy_too_much (void)
{
  GdkDisplay *display = gdk_display_get_default ();

  g_assert_true (poplens_table_can_copy (display, 1000));
  if (g_str_equal (G_OBJECT_TYPE_NAME (display), "GdkX11Display"))
    g_assert_false (poplens_table_can_copy (display, 300000));
}

/* ---- state ---- */

static void
check_click (PoplensTable *table, const char *sort, guint column, const char *expected)
{
  g_autofree char *now = poplens_table_sort_click (table, sort, column);

  g_assert_cmpstr (now, ==, expected);
}

static void
test_sort_clicks (void)
{
  g_autoptr (PoplensTable) table = make_table (5);
  gboolean descending;

  check_click (table, NULL, 2, "-size");
  check_click (table, "-size", 2, "size");
  check_click (table, "size", 2, NULL);
  check_click (table, "size", 1, "name");
  check_click (table, "name", 1, "-name");
  check_click (table, NULL, 0, "id");
  g_assert_cmpint (poplens_table_sort_parse (table, "-size", &descending), ==, 2);
  g_assert_true (descending);
  g_assert_cmpint (poplens_table_sort_parse (table, "nonsense", &descending), ==, -1);
  g_assert_null (poplens_table_view_for (table, "", NULL, NULL));
}

/* ---- widget ---- */

static gboolean
is_idle (gpointer widget)
{
  return !poplens_table_widget_is_busy (widget);
}

static guint32
first_row (PoplensTableWidget *widget)
{
  return poplens_table_model_get_row (poplens_table_widget_get_model (widget), 0);
}

static void
on_text (GtkWidget *widget, const char *text, gpointer data)
{
  g_free (*(char **) data);
  *(char **) data = g_strdup (text ? text : "(null)");
}

static void
test_widget (void)
{
  g_autoptr (PoplensTable) table = make_table (100);
  GtkWidget *widget = g_object_ref_sink (poplens_table_widget_new (0));
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  GtkWidget *window = show_in_window (widget);
  g_autofree char *sort = NULL;
  g_autofree char *link = NULL;
  g_autofree char *filter = NULL;
  PoplensTableModel *before;
  GListModel *columns;
  g_autoptr (GtkColumnViewColumn) size = NULL;

  g_signal_connect (widget, "sort-changed", G_CALLBACK (on_text), &sort);
  g_signal_connect (widget, "follow", G_CALLBACK (on_text), &link);
  g_signal_connect (widget, "filter-changed", G_CALLBACK (on_text), &filter);
  poplens_table_widget_set_filterable (self, TRUE);
  poplens_table_widget_show_table (self, table, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  g_assert_cmpuint (first_row (self), ==, 0);

  /* As a click on a header does: the widget requests the sort order, and rows stay until it is
   * set. */
  columns = gtk_column_view_get_columns (poplens_table_widget_get_view (self));
  size = g_list_model_get_item (columns, 2);
  gtk_column_view_sort_by_column (poplens_table_widget_get_view (self), size, GTK_SORT_ASCENDING);
  g_assert_cmpstr (sort, ==, "-size");
  g_assert_cmpuint (first_row (self), ==, 0);
  before = poplens_table_widget_get_model (self);
  poplens_table_widget_set_state (self, NULL, sort);
  wait_until (is_idle, self);
  /* 7 × 72 = 4 × 101 + 100: the largest possible size. */
  g_assert_cmpuint (first_row (self), ==, 72);
  g_assert_true (poplens_table_widget_get_model (self) != before);

  poplens_table_widget_set_state (self, "row 7", NULL);
  wait_until (is_idle, self);
  poplens_table_widget_set_state (self, "row 70", NULL);
  wait_until (is_idle, self);
  /* A link to other rows is not mistaken for a user who clears the filter. */
  g_assert_cmpstr (filter, ==, NULL);
  g_assert_cmpuint (poplens_table_model_n_view_rows (poplens_table_widget_get_model (self)), ==, 1);
  g_assert_cmpuint (first_row (self), ==, 70);
  poplens_table_widget_follow (self, 0);
  g_assert_cmpstr (link, ==, "memory?tile=70");
  settle (window);

  g_object_unref (widget);
  check_finalizes (window, widget);
}

static void
labelled_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *const texts[] = {"DoExchange", "Loss/mean"};

  *value = poplens_value_text (row && column ? "" : texts[column]);
}

/* Two columns identify the rows together: the first shows both, and the second is hidden at
 * first. */
static void
test_label (void)
{
  g_autoptr (PoplensTable) table =
      poplens_table_new ("labelled", "Labelled", 2, labelled_cell, NULL, NULL, NULL);
  PoplensNumber buffer;
  char *cut;

  poplens_table_add_column (table, "type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type");
  poplens_table_add_column (table, "name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name");
  poplens_table_set_label (table, 1);
  g_assert_true (poplens_table_column_is_hidden (table, 1));
  for (guint32 row = 0; row < 2; row++)
    for (guint c = 0; c < 2; c++) {
      static const char *const wanted[2][2] = {{"DoExchange  Loss/mean", "Loss/mean"},
                                               {"DoExchange", ""}};
      g_assert_cmpstr (
          poplens_table_cell_text (table, row, c, POPLENS_BYTE_UNIT_BINARY, buffer, &cut), ==,
          wanted[row][c]);
      g_free (cut);
    }
}

static void
figure_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *const texts[] = {
      "Cycles", "", "", "", "measured", "Cycles of the longest tile", "step_cycles"};

  if (column == 1)
    *value = poplens_value_int (1234567, POPLENS_UNIT_CYCLES);
  else
    *value = poplens_value_text (texts[column]);
}

/* A list of figures shows names and values only; a tooltip has the rest. */
static void
test_figures (void)
{
  static const char *const names[] = {"what", "value", "detail", "share", "source", "doc", "key"};
  g_autoptr (PoplensTable) table =
      poplens_table_new ("card", "Figures", 1, figure_cell, NULL, NULL, NULL);
  g_autoptr (PoplensTable) other = make_table (1);
  g_autofree char *tooltip = NULL;

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    poplens_table_add_column (table, names[c], names[c],
                              c == 1 ? POPLENS_UNIT_CYCLES : POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                              "A column");
  for (guint c = 0; c < 6; c++)
    g_assert_cmpint (poplens_table_column_is_hidden (table, c), ==, c >= 2);
  g_assert_false (poplens_table_column_is_hidden (other, 2));
  tooltip = poplens_table_describe_figure (table, 0);
  g_assert_nonnull (strstr (tooltip, "1,234,567"));
  g_assert_nonnull (strstr (tooltip, "\nCycles of the longest tile\n"));
  g_assert_nonnull (strstr (tooltip, poplens_provenance_text (POPLENS_FROM_MEASURED)));
  g_assert_true (g_str_has_suffix (tooltip, "\nKey: step_cycles"));
}

static void
test_folds_stay (void)
{
  g_autoptr (PoplensTable) one = make_tree (1);
  g_autoptr (PoplensTable) other = make_tree (1);
  GtkWidget *widget = poplens_table_widget_new (14);
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  GtkWidget *window;

  poplens_table_widget_show_table (self, one, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  window = show_in_window (widget);
  poplens_table_model_set_expanded (poplens_table_widget_get_model (self), 1, TRUE);
  poplens_table_model_set_expanded (poplens_table_widget_get_model (self), 4, FALSE);
  check_visible (poplens_table_widget_get_model (self), "a a1 a1x a2 b");
  settle (window);
  poplens_table_widget_set_state (self, "b1", NULL);
  wait_until (is_idle, self);
  check_visible (poplens_table_widget_get_model (self), "b b1");
  poplens_table_widget_set_state (self, NULL, NULL);
  wait_until (is_idle, self);
  check_visible (poplens_table_widget_get_model (self), "a a1 a1x a2 b");
  /* Another table of the same shape, as for another selected tile. */
  poplens_table_widget_show_table (self, other, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  check_visible (poplens_table_widget_get_model (self), "a a1 a1x a2 b");
  settle (window);
  check_finalizes (window, widget);
}

static gboolean
is_revealed (gpointer widget)
{
  return poplens_table_model_is_revealed (poplens_table_widget_get_model (widget));
}

/* Rows that are sorted again keep their scroll position, and setting another table in the same
 * frame is not an error: the list knows its height only after layout. */
static void
test_scroll_stays (void)
{
  g_autoptr (PoplensTable) many = make_table (900);
  g_autoptr (PoplensTable) few = make_table (3);
  GtkWidget *widget = poplens_table_widget_new (0);
  PoplensTableWidget *self = POPLENS_TABLE_WIDGET (widget);
  GtkWidget *window = show_in_window (widget);
  GtkColumnView *view = poplens_table_widget_get_view (self);
  GtkAdjustment *at = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW)));

  poplens_table_widget_show_table (self, many, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  wait_until (is_revealed, self);
  settle (window);
  gtk_adjustment_set_value (at, 9000);
  settle (window);
  poplens_table_widget_set_state (self, NULL, "-size");
  wait_until (is_idle, self);
  settle (window);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 9000);
  poplens_table_widget_set_state (self, NULL, "size");
  wait_until (is_idle, self);
  poplens_table_widget_show_table (self, few, NULL, NULL, NULL, POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  g_assert_cmpfloat (gtk_adjustment_get_value (at), ==, 0);
  poplens_table_widget_show_table (self, many, NULL, "row 1", NULL, POPLENS_BYTE_UNIT_BINARY);
  wait_until (is_revealed, self);
  settle (window);
  gtk_adjustment_set_value (at, 2000);
  settle (window);
  /* A hidden list has no layout. */
  poplens_table_widget_set_state (self, "row 1", "size");
  wait_until (is_idle, self);
  gtk_widget_set_visible (widget, FALSE);
  settle (window);
  gtk_widget_set_visible (widget, TRUE);
  settle (window);
  check_finalizes (window, widget);
}

static void
test_compact_height (void)
{
  g_autoptr (PoplensTable) few = make_table (5);
  g_autoptr (PoplensTable) many = make_table (900);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *a = poplens_table_widget_new (14), *b = poplens_table_widget_new (14);
  GtkWidget *window;
  int few_height, many_height;

  gtk_box_append (GTK_BOX (box), a);
  gtk_box_append (GTK_BOX (box), b);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (a), few, NULL, NULL, NULL, 0);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (b), many, NULL, NULL, NULL, 0);
  window = show_in_window (box);
  few_height = gtk_widget_get_height (a);
  many_height = gtk_widget_get_height (b);
  /* At least nine and a half more rows, whatever their height. */
  g_assert_cmpint (few_height, >, 5 * 18);
  g_assert_cmpint (many_height, >, 2 * few_height);
  g_assert_cmpint (many_height, <, 3 * few_height);
  check_finalizes (window, box);
}

/* ---- export ---- */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_table_export_finish (result, data, &error));
  g_assert_no_error (error);
}

static gboolean
has_clipboard_text (gpointer data)
{
  return *(char **) data != NULL;
}

static void
on_refused (GObject *source, GAsyncResult *result, gpointer data)
{
  char *text = NULL;

  g_assert_false (poplens_table_export_finish (result, &text, data));
  g_assert_null (text);
}

static void
test_export (void)
{
  g_autoptr (PoplensTable) table = make_table (5);
  g_autoptr (PoplensTable) huge = make_table (10000000);
  g_autoptr (PoplensTableModel) model =
      poplens_table_model_new (table, poplens_table_view_for (table, NULL, "-id", NULL), NULL);
  g_autoptr (PoplensTableModel) huge_model = poplens_table_model_new (huge, NULL, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  poplens_table_export_async (model, POPLENS_TABLE_CSV, NULL, NULL, NULL, NULL, on_exported, &text);
  wait_until (has_clipboard_text, &text);
  /* RFC 4180 ends lines with CR LF, other programs use LF: both are CSV. */
  g_strdelimit (text, "\r", '\n');
  g_assert_true (g_str_has_prefix (text, "id,name,size\n"));
  g_assert_nonnull (g_strstr_len (text, -1, "4,row 4,28\n"));
  g_assert_nonnull (g_strstr_len (text, -1, "3,row 3,\n"));
  g_assert_true (g_strstr_len (text, -1, "4,row 4") < g_strstr_len (text, -1, "3,row 3"));
  poplens_table_export_async (huge_model, POPLENS_TABLE_CSV, NULL, NULL, NULL, NULL, on_refused,
                              &error);
  wait_until (has_clipboard_text, &error);
  g_assert_nonnull (strstr (error->message, "Save the table as CSV"));
}

void
add_table_tests (void)
{
  g_test_add_func ("/app-widgets/table/lazy", test_lazy);
  g_test_add_func ("/app-widgets/table/folds", test_folds);
  g_test_add_func ("/app-widgets/table/rows-follow", test_rows_follow);
  g_test_add_func ("/app-widgets/table/all-in-place", test_all_in_place);
  g_test_add_func ("/app-widgets/table/sorted-tree", test_sorted_tree);
  g_test_add_func ("/app-widgets/table/selection", test_row_selection);
  g_test_add_func ("/app-widgets/table/copy-too-much", test_copy_too_much);
  g_test_add_func ("/app-widgets/table/sort-clicks", test_sort_clicks);
  g_test_add_func ("/app-widgets/table/widget", test_widget);
  g_test_add_func ("/app-widgets/table/figures", test_figures);
  g_test_add_func ("/app-widgets/table/label", test_label);
  g_test_add_func ("/app-widgets/table/folds-stay", test_folds_stay);
  g_test_add_func ("/app-widgets/table/scroll-stays", test_scroll_stays);
  g_test_add_func ("/app-widgets/table/compact-height", test_compact_height);
  g_test_add_func ("/app-widgets/table/export", test_export);
}
