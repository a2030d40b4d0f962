/* What parts a chart above from the tabs below it. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Around a GtkPaned of @top. Its end child is set by who has it; with both on the screen the room
 * is shared out once, by the heights that they request, but with eight rows of a table below where
 * both have room; and from then on the ratio is kept. */
GtkWidget *poplens_page_divider_new (GtkWidget *top);
/* Shares the room out again if @height, of the upper child, changed; 0: by the heights that both
 * request, as at first. */
void poplens_page_divider_set_height (GtkWidget *divider, int height);
/* Sets the table (nullable: not known yet) whose eight rows, note and totals have room below.
 * @anew: shares the room out again, as at first. */
void poplens_page_divider_set_table (GtkWidget *divider, const PoplensTable *table, gboolean anew);
/* The lower child has no more than it needs; FALSE: its share, as at first. */
void poplens_page_divider_set_closed (GtkWidget *divider, gboolean closed);
/* Of a chart that fills what height it gets: the lower child has a third of all, 190 pixels where
 * there is little. Before the room is shared out. */
void poplens_page_divider_set_chart_first (GtkWidget *divider, gboolean chart_first);
GtkPaned *poplens_page_divider_get_paned (GtkWidget *divider); /* (transfer none) */

G_END_DECLS
