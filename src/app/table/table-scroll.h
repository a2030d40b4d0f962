/* Height, mouse wheel and scroll position of a table. For table-widget.c. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes @scrolled as high as the rows of @view, its child, but at most @max_rows rows high. */
void poplens_table_fit_height (GtkScrolledWindow *scrolled, GtkColumnView *view, guint max_rows);
/* Makes the wheel over @scrolled scroll the page first, until the page is at its end, and then the
 * table. If @scrolled has the focus, the table scrolls first. */
void poplens_table_hand_scroll_on (GtkScrolledWindow *scrolled);
/* Saves the scroll position, and restores it after the next layout. Call before the model is
 * replaced. */
void poplens_table_keep_scroll (GtkScrolledWindow *scrolled);
/* Returns how many rows the list must have before the scroll position can be restored; 0: no
 * position is saved. */
guint poplens_table_kept_rows (GtkScrolledWindow *scrolled);

G_END_DECLS
