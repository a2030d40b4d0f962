/* Lays out what is above a list, a bar and the list, from top to bottom. In a low window the first
 * is scrolled, so that rows of the list are left. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For a widget with these three children, the first a scrolled window. (transfer full) */
GtkLayoutManager *poplens_reports_layout_new (void);

G_END_DECLS
