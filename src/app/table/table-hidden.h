/* Which columns of a table the user has hidden: kept in the settings, in the group
 * POPLENS_HIDDEN_COLUMNS, by the names of table and columns. The first column names the rows, and
 * is always shown. Tables on the screen follow the settings. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

#define POPLENS_HIDDEN_COLUMNS "hidden-columns"

/* In a list of figures (table-figures.h) every column but names and values is hidden until the user
 * shows it. So is the column whose texts the first column shows (poplens_table_set_label()). */
gboolean poplens_table_column_is_hidden (PoplensTable *table, guint column);

/* A popover with a check button for each column that may be hidden, and one that shows them all,
 * over @at of the widget; it goes when it is closed. */
void poplens_table_offer_columns (PoplensTableWidget *widget, const GdkRectangle *at);

G_END_DECLS
