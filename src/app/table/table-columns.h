/* PoplensTableColumns: the columns of a GtkColumnView for a table: widths that do not change while
 * one scrolls, numbers on the right, totals under the titles, headers that sort. For
 * table-widget.c. */
#pragma once

#include <gtk/gtk.h>

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Columns that are shown at most: GTK makes a widget for each cell on the screen. */
#define POPLENS_TABLE_MAX_COLUMNS 48

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

G_END_DECLS
