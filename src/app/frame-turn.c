#include "app/frame-turn.h"

gboolean
poplens_frame_turn (GdkFrameClock *clock)
{
  static const char key[] = "poplens-frame-turn";
  gint64 frame = gdk_frame_clock_get_frame_counter (clock);
  gint64 *last = g_object_get_data (G_OBJECT (clock), key);

  if (!last) {
    last = g_new (gint64, 1);
    g_object_set_data_full (G_OBJECT (clock), key, last, g_free);
  } else if (*last == frame) {
    return FALSE;
  }
  *last = frame;
  return TRUE;
}
