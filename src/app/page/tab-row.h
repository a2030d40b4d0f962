/* Row of the tab buttons of a stack. If the window is too narrow for all of them, the row scrolls
 * by mouse wheel, and to a tab that comes to the front. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a row of buttons for the children of @stack. @in: (out) (transfer none): the switcher that
 * contains the buttons. (floating) */
GtkWidget *poplens_tab_row_new (GtkStack *stack, GtkWidget **in);

G_END_DECLS
