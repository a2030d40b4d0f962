/* The row of tabs of a stack. In a window too narrow for all of them they scroll, by wheel or as
 * one comes to the front: none gets lost, and the window can be narrow. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *poplens_tab_buttons_new (GtkStack *stack);

G_END_DECLS
