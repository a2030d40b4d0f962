/* A paned with a chart above and tabs below, and how it divides the height between them. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a GtkPaned in a bin. The caller sets its end child. Once both children are visible, their
 * natural heights determine the division, but leave eight rows of a table below if there is space;
 * after that, the ratio is kept. */
GtkWidget *poplens_page_divider_new (GtkWidget *top);
/* Sets the height of the upper child, and divides again if it changed. @height: 0: by the natural
 * heights of both, the default. */
void poplens_page_divider_set_height (GtkWidget *divider, int height);
/* Sets the table for whose eight rows, note and totals there should be space below. @table:
 * (nullable): not known yet. @redivide: TRUE divides the height again. */
void poplens_page_divider_set_table (GtkWidget *divider, const PoplensTable *table,
                                     gboolean redivide);
/* TRUE: gives the lower child only its minimum height. FALSE: divides as before. */
void poplens_page_divider_set_closed (GtkWidget *divider, gboolean closed);
/* TRUE: the upper child is a chart that fills any height, so the lower child gets a third, or 190
 * pixels in a low window. Call before the first division. */
void poplens_page_divider_set_chart_first (GtkWidget *divider, gboolean chart_first);
GtkPaned *poplens_page_divider_get_paned (GtkWidget *divider); /* (transfer none) */

G_END_DECLS
