/* Frame turns: of all widgets that have much to do, only one works in each frame. So a frame is
 * delayed by the work of one widget, not of all. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called in a tick callback. TRUE for the first caller in the current frame of @clock, which may do
 * its work. Other callers must try again in the next frame. */
gboolean poplens_frame_turn (GdkFrameClock *clock);

/* Calls @func with @widget once, in a frame in which no other widget has the turn. Skips a frame
 * first, so that the present contents are painted. Requests are served in order. Returns an id for
 * gtk_widget_remove_tick_callback (). */
guint poplens_frame_wait (GtkWidget *widget, void (*func) (GtkWidget *widget));

G_END_DECLS
