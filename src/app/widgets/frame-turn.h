/* One turn a frame: whoever has much to put on the screen does a piece of it when it gets the turn,
 * so that several of them together hold up the window no longer than one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* In a tick callback: TRUE for the first that asks in this frame of @clock. */
gboolean poplens_frame_turn (GdkFrameClock *clock);

/* Calls @func with @widget when that gets the turn in a frame, once: not in the next frame, which
 * shows what is there already, but in one after it. Turns that are asked for earlier come earlier.
 * To take it back: gtk_widget_remove_tick_callback() with what is returned. */
guint poplens_frame_wait (GtkWidget *widget, void (*func) (GtkWidget *widget));

G_END_DECLS
