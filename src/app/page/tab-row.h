/* The row of buttons of a page's tabs. In a window too narrow for all of them they scroll, by wheel
 * or as one comes to the front: none gets lost, and the window can be narrow. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* *@in: (out) (transfer none): what has the buttons. (floating) */
GtkWidget *poplens_tab_row_new (GtkStack *stack, GtkWidget **in);

G_END_DECLS
