/* How high a table is, and where it is scrolled to; for table-widget.c. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @scrolled as high as the rows of @view in it, or as @max_rows of them. */
void poplens_table_fit_height (GtkScrolledWindow *scrolled, GtkColumnView *view, guint max_rows);
/* The wheel over @scrolled is for the page around it, to the page's end; where @scrolled has the
 * focus, for its rows first, to their end. */
void poplens_table_hand_scroll_on (GtkScrolledWindow *scrolled);
/* Call before the model is swapped: the rows come back to where they are scrolled to now. */
void poplens_table_keep_scroll (GtkScrolledWindow *scrolled);
/* Rows that a new model needs at once to come back to there; 0: it starts at its top. */
guint poplens_table_kept_rows (GtkScrolledWindow *scrolled);

G_END_DECLS
