/* What is scrolled sideways is seen from its start, from right to left too. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @scrolled stays as far from its start as the user left it, whatever width its child gets. */
void poplens_scroll_from_start (GtkScrolledWindow *scrolled);

G_END_DECLS
