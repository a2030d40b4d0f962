/* How far what a tab waits for has come: a few words and a bar over the lower edge of what the tab
 * shows until then, which stays as it is. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* An overlay around @child. */
GtkWidget *poplens_tab_progress_new (GtkWidget *child);
/* @fraction: 0 … 1. @what: "Reading the cycles of steps"; NULL: nothing is waited for. */
void poplens_tab_progress_tell (GtkWidget *self, double fraction, const char *what);

G_END_DECLS
