/* Grants one turn per frame. The number of the last frame with a turn is object data of the frame
 * clock. */
#include "app/widgets/frame-turn.h"

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

typedef struct {
  void (*func) (GtkWidget *widget);
  gboolean shown;
} TurnRequest;

static gboolean
on_turn_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TurnRequest *wait = data;
  gboolean first = !wait->shown;

  wait->shown = TRUE;
  if (first || !poplens_frame_turn (clock))
    return G_SOURCE_CONTINUE;
  wait->func (widget);
  return G_SOURCE_REMOVE;
}

guint
poplens_frame_wait (GtkWidget *widget, void (*func) (GtkWidget *widget))
{
  TurnRequest *wait = g_new (TurnRequest, 1);

  *wait = (TurnRequest){func, FALSE};
  return gtk_widget_add_tick_callback (widget, on_turn_tick, wait, g_free);
}
