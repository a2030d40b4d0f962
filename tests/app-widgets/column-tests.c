/* Tests of the widths of table columns: space for names, sort arrows and numbers. */
#include "app-widgets/app-widgets-test.h"

#include "app/table/table-cell.h"
#include "app/table/table-actions.h"
#include "app/table/table-copy.h"
#include "app/table/table-columns.h"
#include "app/table/table-longest.h"
#include "app/table/table-widget.h"
#include "support/work-time.h"
#include "tables/engine/kind-column.h"

/* ---- model ---- */

static void
kind_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = column && !data ? POPLENS_VALUE_NULL : POPLENS_VALUE_TEXT;
  value->text = column ? "weight-gradient" : "name";
}

static int
kind_width (gconstpointer data)
{
  PoplensTable *table =
      poplens_table_new ("kinds", "Kinds", 3, kind_cell, (gpointer) data, NULL, NULL);
  GtkWidget *widget = poplens_table_widget_new (0), *window = show_in_window (widget);

  poplens_table_add_column (table, "name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "A name");
  poplens_table_add_columns (table, &poplens_kind_column, 1);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  GListModel *columns =
      gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (widget, GTK_TYPE_COLUMN_VIEW)));
  g_autoptr (GtkColumnViewColumn) kind = g_list_model_get_item (columns, 1);
  int width = gtk_column_view_column_get_fixed_width (kind);
  check_finalizes (window, widget);
  poplens_table_unref (table);
  return width;
}

/* Kinds of variables arrive after the rows; the width of their column does not change. */
static void
test_room_for_kinds (void)
{
  g_assert_cmpint (kind_width (NULL), ==, kind_width ("known"));
}

static void
long_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_TEXT;
  value->text =
      "Bwd/encoder/layer1/feedForward/expand/matmul/weightGradient/Reduce/partials/intermediate";
}

/* If names have less space than they need and the table scrolls sideways anyway, the names of the
 * first column get 40 % of the visible width, and those of the second 35 %. */
static void
test_room_for_names (void)
{
  static const char *const keys[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  PoplensTable *table = poplens_table_new ("names", "Names", 3, long_cell, NULL, NULL, NULL);
  GtkWidget *widget = poplens_table_widget_new (0), *window, *view;
  int first, second, third;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    poplens_table_add_column (table, keys[i], keys[i], POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                              "A name");
  poplens_table_find_longest (table, POPLENS_BYTE_UNIT_BINARY);
  window = show_in_window (widget);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  view = find_type (widget, GTK_TYPE_COLUMN_VIEW);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));
  g_autoptr (GtkColumnViewColumn) one = g_list_model_get_item (columns, 0);
  g_autoptr (GtkColumnViewColumn) other = g_list_model_get_item (columns, 1);
  g_autoptr (GtkColumnViewColumn) last = g_list_model_get_item (columns, 2);
  first = gtk_column_view_column_get_fixed_width (one);
  second = gtk_column_view_column_get_fixed_width (other);
  third = gtk_column_view_column_get_fixed_width (last);
  g_test_message ("%d, %d, %d of %d", first, second, third, gtk_widget_get_width (widget));
  g_assert_cmpint (first, >=, gtk_widget_get_width (widget) * 39 / 100);
  g_assert_cmpint (first, <, gtk_widget_get_width (widget) / 2);
  g_assert_cmpint (second, >=, gtk_widget_get_width (widget) * 34 / 100);
  g_assert_cmpint (second, <, first);
  g_assert_cmpint (third, <, first / 2 + 1);
  check_finalizes (window, widget);
  poplens_table_unref (table);
}

static void
report_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_TEXT;
  value->text = column < 2 ? "run-07" : "no longer fits, fullest tile +473 KiB, peak +83.7 MiB";
}

/* If names are short, long texts after them get all the width they need, but not in columns that
 * can only be reached by scrolling. */
static void
test_room_behind_short_names (void)
{
  static const char *const keys[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  PoplensTable *table = poplens_table_new ("short", "Short", 3, report_cell, NULL, NULL, NULL);
  GtkWidget *widget = poplens_table_widget_new (0), *window;
  int widths[G_N_ELEMENTS (keys)];

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    poplens_table_add_column (table, keys[i], keys[i], POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                              "A name");
  poplens_table_find_longest (table, POPLENS_BYTE_UNIT_BINARY);
  window = show_in_window_of (widget, 700, 400);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  GtkWidget *view = find_type (widget, GTK_TYPE_COLUMN_VIEW);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_autoptr (GtkColumnViewColumn) column =
        g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (view)), i);
    widths[i] = gtk_column_view_column_get_fixed_width (column);
  }
  g_autoptr (PangoLayout) text = gtk_widget_create_pango_layout (
      view, "no longer fits, fullest tile +473 KiB, peak +83.7 MiB");
  int needed;
  pango_layout_get_pixel_size (text, &needed, NULL);
  g_test_message ("%d of %d, then %d", widths[2], needed, widths[4]);
  g_assert_cmpint (widths[2], >=, needed);
  g_assert_cmpint (widths[4], <, needed);
  check_finalizes (window, widget);
  poplens_table_unref (table);
}

/* A long name in the first column, and short numbers in the others. */
static void
named_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  if (!column) {
    long_cell (data, row, column, value);
    return;
  }
  value->type = POPLENS_VALUE_INT;
  value->integer = 1;
}

/* Texts use the space that unsorted columns reserve for sort arrows, and give it back when an arrow
 * appears. */
static void
test_room_of_arrows (void)
{
  static const char *const keys[] = {"first", "second", "third", "fourth"};
  PoplensTable *table = poplens_table_new ("arrows", "Arrows", 3, named_cell, NULL, NULL, NULL);
  GtkWidget *widget = poplens_table_widget_new (0), *window;
  int wide, narrow;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    poplens_table_add_column (table, keys[i], keys[i], i ? POPLENS_UNIT_COUNT : POPLENS_UNIT_TEXT,
                              POPLENS_FROM_FILE, "A value");
  poplens_table_find_longest (table, POPLENS_BYTE_UNIT_BINARY);
  window = show_in_window_of (widget, 500, 400);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  GListModel *columns =
      gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (widget, GTK_TYPE_COLUMN_VIEW)));
  g_autoptr (GtkColumnViewColumn) number = g_list_model_get_item (columns, 2);
  narrow = gtk_column_view_column_get_fixed_width (number);
  poplens_table_widget_set_state (POPLENS_TABLE_WIDGET (widget), NULL, "third");
  while (poplens_table_widget_is_busy (POPLENS_TABLE_WIDGET (widget)))
    g_main_context_iteration (NULL, TRUE);
  wide = gtk_column_view_column_get_fixed_width (number);
  g_assert_cmpint (wide, >, narrow);
  check_finalizes (window, widget);
  poplens_table_unref (table);
}

#define N_NUMBERS 8

static const PoplensUnit number_units[] = {POPLENS_UNIT_COUNT, POPLENS_UNIT_SIGNED_BYTES,
                                           POPLENS_UNIT_RATIO, POPLENS_UNIT_SIGNED_COUNT};

/* Values of different widths: digits, points, signs and units. */
static void
number_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->unit = number_units[column % G_N_ELEMENTS (number_units)];
  value->type = value->unit == POPLENS_UNIT_RATIO ? POPLENS_VALUE_REAL : POPLENS_VALUE_INT;
  value->real = 118531888;
  if (value->type == POPLENS_VALUE_INT)
    value->integer = column < 4 ? 118531888 : -118531888888;
}

static void
measure_numbers (gboolean mixed, int widths[N_NUMBERS])
{
  PoplensTable *table = poplens_table_new ("numbers", "Numbers", 1, number_cell, NULL, NULL, NULL);
  GtkWidget *widget = poplens_table_widget_new (0), *window = show_in_window (widget);

  for (guint i = 0; i < N_NUMBERS; i++) {
    g_autofree char *name = g_strdup_printf ("n%u", i);
    poplens_table_add_column (table, name, name,
                              mixed ? POPLENS_UNIT_MIXED
                                    : number_units[i % G_N_ELEMENTS (number_units)],
                              POPLENS_FROM_FILE, "A number");
  }
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, NULL, NULL, NULL,
                                   POPLENS_BYTE_UNIT_BINARY);
  settle (window);
  GListModel *columns =
      gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_type (widget, GTK_TYPE_COLUMN_VIEW)));
  for (guint i = 0; i < N_NUMBERS; i++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
    widths[i] = gtk_column_view_column_get_fixed_width (column);
  }
  check_finalizes (window, widget);
  poplens_table_unref (table);
}

/* Columns of all kinds of values shrink to the width of their longest number, but not further. */
static void
test_numbers_are_never_cut (void)
{
  int needed[N_NUMBERS], given[N_NUMBERS];

  measure_numbers (FALSE, needed);
  measure_numbers (TRUE, given);
  for (guint i = 0; i < N_NUMBERS; i++) {
    g_test_message ("%d of %d", given[i], needed[i]);
    g_assert_cmpint (given[i], ==, needed[i]);
  }
}

void
add_column_tests (void)
{
  g_test_add_func ("/app-widgets/table/numbers-are-never-cut", test_numbers_are_never_cut);
  g_test_add_func ("/app-widgets/table/room-for-names", test_room_for_names);
  g_test_add_func ("/app-widgets/table/room-behind-short-names", test_room_behind_short_names);
  g_test_add_func ("/app-widgets/table/room-of-arrows", test_room_of_arrows);
  g_test_add_func ("/app-widgets/table/room-for-kinds", test_room_for_kinds);
}
