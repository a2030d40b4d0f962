/* The baseline of stretches of the main loop: a window with only its start page, which is laid out
 * and drawn again in each frame, as for a new page. */
#pragma once

#include <gtk/gtk.h>

/* Hides @window and opens an empty one in the main loop; calls @begin once that is shown, and @end
 * after @n frames. */
void poplens_bench_empty (GtkWidget *window, guint n, void (*begin) (void), void (*end) (void));
