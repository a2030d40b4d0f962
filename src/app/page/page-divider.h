/* A GtkPaned with a chart above and tabs below, which decides once how to divide the height between
 * them. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a GtkPaned in a bin, with @top as its upper child. The caller sets its end child. Once both
 * children are visible, divides the height by their natural heights, but leaves space for eight
 * rows of a table below if it can. After that, the ratio is kept. */
GtkWidget *poplens_page_divider_new (GtkWidget *top);
/* Sets the height of the upper child, and divides again if it changed. @height: in pixels; 0
 * (default): divide by the natural heights of both children. */
void poplens_page_divider_set_height (GtkWidget *divider, int height);
/* Sets the table in the lower child. The divider leaves space for eight rows, the note and the
 * totals of the table. @table: (nullable): NULL if not known yet. @redivide: TRUE divides the
 * height again. */
void poplens_page_divider_set_table (GtkWidget *divider, const PoplensTable *table,
                                     gboolean redivide);
/* TRUE: gives the lower child only its minimum height. FALSE: divides as before. */
void poplens_page_divider_set_closed (GtkWidget *divider, gboolean closed);
/* TRUE: the upper child is a chart that fills any height, so the lower child gets only a third of
 * the height, or 190 pixels in a low window. Call before the first division. */
void poplens_page_divider_set_chart_first (GtkWidget *divider, gboolean chart_first);
GtkPaned *poplens_page_divider_get_paned (GtkWidget *divider); /* (transfer none) */

G_END_DECLS
