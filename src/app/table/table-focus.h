/* The keyboard focus among the rows of a table; for table-*.c. GTK 4.8 makes every row a stop of
 * the Tab key, so that nobody would get out of 100,000 of them; and where its first row is scrolled
 * away it goes there and selects it. */
#pragma once

#include "app/table/table-model.h"

G_BEGIN_DECLS

/* The widget of @row on the screen or near it, or NULL. */
GtkWidget *poplens_table_row_widget (GtkColumnView *view, guint32 row);
/* Makes the rows of every table widget one stop of the Tab key, which comes to the row that is
 * selected, else to the first in sight, and selects nothing. */
void poplens_table_focus_install (GtkWidgetClass *klass);

G_END_DECLS
