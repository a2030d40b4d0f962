/* Tests of tables and numbers in a language that is written from right to left. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-widget.h"
#include "app/widgets/number-text.h"

/* Returns the right end of a cell's ink, in pixels from the left edge of @widget. */
static double
ink_end (GtkWidget *cell, GtkWidget *widget)
{
  PangoRectangle ink;
  graphene_point_t at;
  int x = 0;

  pango_layout_get_pixel_extents (poplens_table_cell_get_layout (POPLENS_TABLE_CELL (cell), &x),
                                  NULL, &ink);
  g_assert_true (gtk_widget_compute_point (
      cell, widget, &GRAPHENE_POINT_INIT ((float) (x + ink.x + ink.width), 0), &at));
  return at.x;
}

/* Returns the first cell with the text @text. (nullable) */
static GtkWidget *
find_cell (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (POPLENS_IS_TABLE_CELL (widget))
    return g_str_equal (poplens_table_cell_get_text (POPLENS_TABLE_CELL (widget)), text) ? widget
                                                                                         : NULL;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c && !found;
       c = gtk_widget_get_next_sibling (c))
    found = find_cell (c, text);
  return found;
}

/* Numbers are not written from right to left: they are aligned at one edge. */
static void
test_right_to_left (void)
{
  g_autoptr (PoplensTable) table = make_table (100);
  GtkWidget *widget = g_object_ref_sink (poplens_table_widget_new (0)), *window, *number, *longer;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = show_in_window (widget);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  number = find_cell (widget, "7 B");
  longer = find_cell (widget, "14 B");
  g_assert_nonnull (number);
  g_assert_nonnull (longer);
  g_assert_cmpfloat_with_epsilon (ink_end (number, widget), ink_end (longer, widget), 1);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_object_unref (widget);
  check_finalizes (window, widget);
}

static void
long_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_TEXT;
  value->text = column ? "a text that is longer than there is room for in a column" : "first";
}

/* A table that is wider than its window shows its first column, which is on the right. */
static void
test_start_on_the_right (void)
{
  static const char *const keys[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  PoplensTable *table = poplens_table_new ("wide", "Wide", 4, long_cell, NULL, NULL, NULL);
  GtkWidget *widget = g_object_ref_sink (poplens_table_widget_new (0)), *window, *cell;
  graphene_rect_t at;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    poplens_table_add_column (table, keys[i], keys[i], POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "A");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = show_in_window_of (widget, 500, 400);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  cell = find_cell (widget, "first");
  g_assert_nonnull (cell);
  g_assert_true (gtk_widget_compute_bounds (cell, widget, &at));
  g_assert_cmpfloat (at.origin.x + at.size.width, <=, gtk_widget_get_width (widget));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  poplens_table_unref (table);
  g_object_unref (widget);
  check_finalizes (window, widget);
}

/* Pixels on each side of a cell's text. */
#define PADDING 5

/* A tree that is wider than its window shows its first column, and the arrow of a branch is before
 * its text. */
static void
test_tree (void)
{
  g_autoptr (PoplensTable) table = make_tree (1);
  GtkWidget *widget = g_object_ref_sink (poplens_table_widget_new (0)), *window, *cell, *arrow;
  graphene_rect_t at, of_arrow;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = show_in_window_of (widget, 200, 300);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  settle (window);
  cell = find_cell (widget, "a");
  g_assert_nonnull (cell);
  g_assert_true (gtk_widget_compute_bounds (cell, widget, &at));
  g_assert_cmpfloat (at.origin.x + at.size.width, <=, gtk_widget_get_width (widget) + PADDING);
  arrow = find_type (cell, GTK_TYPE_BUTTON);
  g_assert_nonnull (arrow);
  g_assert_true (gtk_widget_compute_bounds (arrow, widget, &of_arrow));
  g_assert_cmpfloat (of_arrow.origin.x + of_arrow.size.width, ==, at.origin.x + at.size.width);
  g_assert_cmpfloat (ink_end (cell, widget), <, at.origin.x + at.size.width - 16);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_object_unref (widget);
  check_finalizes (window, widget);
}

/* A number is read from left to right, whatever the direction of its label. */
static void
test_number (void)
{
  g_autofree char *usual = poplens_number_text ("32.4 %"), *marked = NULL, *words = NULL;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  marked = poplens_number_text ("32.4 %");
  words = poplens_number_text ("Fits");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_assert_cmpstr (usual, ==, "32.4 %");
  g_assert_cmpstr (marked, ==, "\u200e32.4 %");
  g_assert_cmpstr (words, ==, "Fits");
}

void
add_direction_tests (void)
{
  g_test_add_func ("/app-widgets/direction/tree", test_tree);
  g_test_add_func ("/app-widgets/direction/number", test_number);
  g_test_add_func ("/app-widgets/direction/right-to-left", test_right_to_left);
  g_test_add_func ("/app-widgets/direction/start-on-the-right", test_start_on_the_right);
}
