/* Row of the tab buttons of a stack. If the window is too narrow for all of them, they scroll, by
 * wheel or when a tab comes to the front. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @in: (out) (transfer none): the switcher that contains the buttons. (floating) */
GtkWidget *poplens_tab_row_new (GtkStack *stack, GtkWidget **in);

G_END_DECLS
