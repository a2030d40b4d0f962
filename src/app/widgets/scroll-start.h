/* Makes horizontal scrolling begin at the start of lines, which is at the right in right-to-left
 * locales. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps the distance that the user scrolled from the start of the line, when the child of @scrolled
 * changes its width. */
void poplens_scroll_from_start (GtkScrolledWindow *scrolled);

G_END_DECLS
