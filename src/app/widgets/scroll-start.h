/* Horizontal scrolling that starts at the beginning of lines in right-to-left languages too. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps @scrolled at the user's distance from the start of the line when the width of its child
 * changes. */
void poplens_scroll_from_start (GtkScrolledWindow *scrolled);

G_END_DECLS
