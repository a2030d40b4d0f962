/* What GTK's column headers lack: totals under the titles, tooltips, titles of numbers on the
 * right. */
#pragma once

#include <gtk/gtk.h>

#include "charts/core/palette.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

/* The title, and under it @total in bold; "" keeps the line free, NULL leaves it out. Pango markup.
 * (transfer full) */
char *poplens_table_header_markup (const char *title, const char *total, const PoplensColor *ink);
/* What stands under the title of @column; NULL in a table without totals. @view: (nullable)
 * (transfer full) */
char *poplens_table_header_total (PoplensTable *table, const PoplensTableView *view, guint column,
                                  PoplensByteUnit unit);
/* −1, 0 or 1: what the total of differences is coloured by. */
int poplens_table_header_total_sign (PoplensTable *table, const PoplensTableView *view,
                                     guint column);
/* What the column holds and where its numbers come from. (transfer full) */
char *poplens_table_header_tooltip (const PoplensColumn *column);
/* Makes the header of @view's @column read markup; call again after each change of titles. */
void poplens_table_header_decorate (GtkColumnView *view, guint column, const char *tooltip,
                                    gboolean right);

G_END_DECLS
