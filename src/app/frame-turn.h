/* One turn a frame: whoever has much to put on the screen does a piece of it when it gets the turn,
 * so that several of them together hold up the window no longer than one. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* In a tick callback: TRUE for the first that asks in this frame of @clock. */
gboolean poplens_frame_turn (GdkFrameClock *clock);

G_END_DECLS
