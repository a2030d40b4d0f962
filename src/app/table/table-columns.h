/* PoplensTableColumns: makes the columns of a GtkColumnView for a table. Widths do not change while
 * scrolling. Numbers are right-aligned. Headers show totals, and sort by a click. For
 * table-widget.c. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _PoplensTableColumns PoplensTableColumns;

/* Called when the user clicked a header. The callee sorts, and calls
 * poplens_table_columns_show_sort () to move the sort arrow. */
typedef void (*PoplensColumnClicked) (guint column, gpointer data);

/* Makes a PoplensTableColumns for @view, at first without columns. @view: (transfer none): must
 * outlive the result. */
PoplensTableColumns *poplens_table_columns_new (GtkColumnView *view, PoplensColumnClicked clicked,
                                                gpointer data);
void poplens_table_columns_free (PoplensTableColumns *self);

/* TRUE if the existing columns can show @table: its name, its number of columns and their units are
 * the same. Titles may differ. */
gboolean poplens_table_columns_match (PoplensTableColumns *self, PoplensTable *table);
/* Shows the columns of @table. If poplens_table_columns_match () is TRUE, keeps the widths of the
 * existing columns. */
void poplens_table_columns_set_table (PoplensTableColumns *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* Shows titles and totals. Call after each change of table or view. @view: (nullable): rows that
 * totals are computed from; NULL: all rows. */
void poplens_table_columns_show_titles (PoplensTableColumns *self, const PoplensTableView *view);
/* Updates the cells on the screen. Call after poplens_table_model_replace () changed their rows. */
void poplens_table_columns_show_cells (PoplensTableColumns *self);
/* Fits the columns into @width pixels: text columns shrink, so that all columns are visible if
 * possible. */
void poplens_table_columns_fit (PoplensTableColumns *self, int width);
/* Returns the number of columns, including columns that the user hid. */
guint poplens_table_columns_n_shown (PoplensTableColumns *self);
/* Moves the sort arrow to @column; −1: shows none. */
void poplens_table_columns_show_sort (PoplensTableColumns *self, int column, gboolean descending);

/* ---- hidden columns -------------------------------------------------------------------------- */

/* Settings group of hidden columns. Key: name of a table; value: names of the columns that the user
 * hid. The first column, which names the rows, cannot be hidden. Tables on the screen follow
 * changes. */

#define POPLENS_HIDDEN_COLUMNS "hidden-columns"

/* TRUE if a column is hidden. By default, the label column is hidden (poplens_table_set_label ()),
 * because the first column shows its texts. In a list of figures (table-cell.h), all columns except
 * names and values are hidden. */
gboolean poplens_table_column_is_hidden (PoplensTable *table, guint column);

/* Hides or shows the column @name in all windows. Other columns stay as they are, including columns
 * that @table has only in other reports. */
void poplens_table_column_set_hidden (PoplensTable *table, const char *name, gboolean hidden);

G_END_DECLS
