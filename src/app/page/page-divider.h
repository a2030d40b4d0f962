/* What parts a chart above from the tabs below it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A GtkPaned of @top. Its end child is set by who has it; with both on the screen the room is
 * shared out once, by the heights that they request, and from then on the ratio is kept. */
GtkWidget *poplens_page_divider_new (GtkWidget *top);

G_END_DECLS
