/* PoplensTableColumns: the columns of a GtkColumnView for a table: widths that do not change while
 * one scrolls, numbers on the right, totals under the titles, headers that sort. For
 * table-widget.c. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _PoplensTableColumns PoplensTableColumns;

/* Called when a header was clicked; the sort arrow is where it was until show_sort() moves it. */
typedef void (*PoplensColumnClicked) (guint column, gpointer data);

/* @view: (transfer none): outlives it. */
PoplensTableColumns *poplens_table_columns_new (GtkColumnView *view, PoplensColumnClicked clicked,
                                                gpointer data);
void poplens_table_columns_free (PoplensTableColumns *self);

/* Whether @table can be shown in the columns that there are: it has as many, of the same kind, if
 * not of the same title. */
gboolean poplens_table_columns_match (PoplensTableColumns *self, PoplensTable *table);
/* Columns that are as before keep their widths. */
void poplens_table_columns_set_table (PoplensTableColumns *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* Titles, and the totals of what @view (nullable) shows: after each change of table or view. */
void poplens_table_columns_show_titles (PoplensTableColumns *self, const PoplensTableView *view);
/* The rows on the screen are of another table now: only their cells are written anew. */
void poplens_table_columns_show_cells (PoplensTableColumns *self);
/* The view is @width pixels wide: texts give way so that all columns can be seen. */
void poplens_table_columns_fit (PoplensTableColumns *self, int width);
/* Those that the user has hidden included. */
guint poplens_table_columns_n_shown (PoplensTableColumns *self);
/* -1: no arrow. */
void poplens_table_columns_show_sort (PoplensTableColumns *self, int column, gboolean descending);

/* ---- columns that the user has hidden -------------------------------------------------------- */

/* Which columns of a table the user has hidden: kept in the settings, in the group
 * POPLENS_HIDDEN_COLUMNS, by the names of table and columns. The first column names the rows, and
 * is always shown. Tables on the screen follow the settings. */

#define POPLENS_HIDDEN_COLUMNS "hidden-columns"

/* In a list of figures (table-cell.h) every column but names and values is hidden until the user
 * shows it. So is the column whose texts the first column shows (poplens_table_set_label()). */
gboolean poplens_table_column_is_hidden (PoplensTable *table, guint column);

/* Hides or shows the column @name, on every screen. Columns that the table of another report has,
 * and this one has not, stay as they are. */
void poplens_table_column_set_hidden (PoplensTable *table, const char *name, gboolean hidden);

G_END_DECLS
