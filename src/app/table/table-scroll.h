/* Height and scroll position of a table; for table-widget.c. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @scrolled as high as the rows of the @view in it, but at most @max_rows rows. */
void poplens_table_fit_height (GtkScrolledWindow *scrolled, GtkColumnView *view, guint max_rows);
/* Makes the wheel over @scrolled scroll the page first, to its end. If @scrolled has the focus, its
 * rows scroll first. */
void poplens_table_hand_scroll_on (GtkScrolledWindow *scrolled);
/* Saves the scroll position, and restores it after the model is replaced. Call before that. */
void poplens_table_keep_scroll (GtkScrolledWindow *scrolled);
/* Number of rows that a new model must have at once for restoring the position; 0: none to restore.
 */
guint poplens_table_kept_rows (GtkScrolledWindow *scrolled);

G_END_DECLS
