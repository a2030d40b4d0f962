/* The baseline of stretches: a window that has nothing but its start page, and is laid out and
 * drawn anew in each frame, as a page that comes is. */
#pragma once

#include <gtk/gtk.h>

/* Hides @window and opens an empty one beside it, in the main loop; calls @begin once that is
 * there, and @end after @n frames. */
void poplens_bench_empty (GtkWidget *window, guint n, void (*begin) (void), void (*end) (void));
