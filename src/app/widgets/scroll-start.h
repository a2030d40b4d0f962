/* Makes horizontal scrolling begin at the start of lines, which is at the right in right-to-left
 * locales. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* In right-to-left locales, keeps the distance between the scroll position and the right edge when
 * the child of @scrolled changes its width. */
void poplens_scroll_from_start (GtkScrolledWindow *scrolled);

G_END_DECLS
