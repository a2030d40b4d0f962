/* A widget that takes dropped report folders and files. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @paths: what can be opened of what was dropped together; maybe nothing. */
typedef void (*PoplensDropFunc) (const char *const *paths, gpointer user_data);

/* @highlight: shown while something hangs over @widget. @user_data lives as long as @widget. */
void poplens_drop_area_attach (GtkWidget *widget, GtkRevealer *highlight, PoplensDropFunc dropped,
                               gpointer user_data);

G_END_DECLS
