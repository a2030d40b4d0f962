/* Limits work per frame: of the widgets that have much to draw, only one works in each frame, so
 * that several together block the window no longer than one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called in a tick callback: TRUE for the first caller in the current frame of @clock. */
gboolean poplens_frame_turn (GdkFrameClock *clock);

/* Calls @func with @widget once, when it gets a turn. The next frame is skipped, so that it shows
 * the current contents first; turns are given in the order of the requests. Returns the id for
 * gtk_widget_remove_tick_callback () to cancel it. */
guint poplens_frame_wait (GtkWidget *widget, void (*func) (GtkWidget *widget));

G_END_DECLS
