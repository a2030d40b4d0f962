/* The button of a row in a list of recent things. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes @name from the list, as its tooltip says; who shows it does that on "clicked". */
GtkWidget *poplens_remove_button_new (const char *name);

G_END_DECLS
