/* PoplensTableColumns: the columns of a GtkColumnView for a table. Widths stay constant while
 * scrolling, numbers are right-aligned, headers show totals and sort. For table-widget.c. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _PoplensTableColumns PoplensTableColumns;

/* Called when a header was clicked. The sort arrow does not move until
 * poplens_table_columns_show_sort (). */
typedef void (*PoplensColumnClicked) (guint column, gpointer data);

/* @view: (transfer none): must outlive the columns. */
PoplensTableColumns *poplens_table_columns_new (GtkColumnView *view, PoplensColumnClicked clicked,
                                                gpointer data);
void poplens_table_columns_free (PoplensTableColumns *self);

/* TRUE if @table can be shown in the existing columns: equal in number and kinds; titles may
 * differ. */
gboolean poplens_table_columns_match (PoplensTableColumns *self, PoplensTable *table);
/* Shows the columns of @table. Columns that match the old ones keep their widths. */
void poplens_table_columns_set_table (PoplensTableColumns *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* Shows titles and totals. Call after each change of table or view. @view: (nullable): the rows
 * that totals are of; NULL: all. */
void poplens_table_columns_show_titles (PoplensTableColumns *self, const PoplensTableView *view);
/* Rewrites the cells on the screen, after their rows became those of another table. */
void poplens_table_columns_show_cells (PoplensTableColumns *self);
/* Fits the columns into @width pixels: text columns shrink so that all columns can be seen. */
void poplens_table_columns_fit (PoplensTableColumns *self, int width);
/* Number of columns, counting columns that the user hid. */
guint poplens_table_columns_n_shown (PoplensTableColumns *self);
/* Moves the sort arrow. @column: -1: no arrow. */
void poplens_table_columns_show_sort (PoplensTableColumns *self, int column, gboolean descending);

/* ---- hidden columns -------------------------------------------------------------------------- */

/* Settings group of the columns that the user hid, by names of table and column. The first column
 * names the rows and cannot be hidden. Shown tables follow the settings. */

#define POPLENS_HIDDEN_COLUMNS "hidden-columns"

/* TRUE if a column is hidden. Until the user changes it, a list of figures (table-cell.h) shows
 * only names and values, and the label column (poplens_table_set_label ()) is hidden because the
 * first column shows its texts. */
gboolean poplens_table_column_is_hidden (PoplensTable *table, guint column);

/* Hides or shows the column @name in all windows. Keeps the settings of columns that only this
 * table in other reports has. */
void poplens_table_column_set_hidden (PoplensTable *table, const char *name, gboolean hidden);

G_END_DECLS
