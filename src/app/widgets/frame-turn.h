/* Frame turns: in each frame, only one of the widgets that have much to do works. So the window is
 * blocked by one of them at a time, not by their sum. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called in a tick callback: TRUE for the first caller in the current frame of @clock, which may do
 * its work now; the others try again in the next frame. */
gboolean poplens_frame_turn (GdkFrameClock *clock);

/* Calls @func with @widget once, in a frame in which no other widget works: not before the next
 * frame but one, so that the present contents are painted first. Requests are served in order.
 * Returns an id for gtk_widget_remove_tick_callback (). */
guint poplens_frame_wait (GtkWidget *widget, void (*func) (GtkWidget *widget));

G_END_DECLS
