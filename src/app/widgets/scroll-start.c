/* Keeps a GtkScrolledWindow at the same distance from its right edge, where lines start in
 * right-to-left locales. */
#include "app/widgets/scroll-start.h"

/* Key of a horizontal adjustment's object data: distance in pixels from the start of the line. */
#define FROM_START "poplens-from-start"

static gboolean
is_mirrored (gpointer scrolled)
{
  return gtk_widget_get_direction (scrolled) == GTK_TEXT_DIR_RTL;
}

static double
most_scroll (GtkAdjustment *across)
{
  return gtk_adjustment_get_upper (across) - gtk_adjustment_get_page_size (across);
}

static void
on_scrolled_across (GtkAdjustment *across, gpointer scrolled)
{
  double *from_start = g_object_get_data (G_OBJECT (across), FROM_START);

  *from_start = most_scroll (across) - gtk_adjustment_get_value (across);
}

static void
on_laid_out (GtkWidget *scrolled, GdkFrameClock *clock)
{
  g_signal_handlers_disconnect_by_func (clock, on_laid_out, scrolled);
  gtk_widget_queue_allocate (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled)));
}

/* Lays @scrolled out again before the frame is painted, because it was allocated with the scroll
 * position for the previous width. */
static void
lay_out_again (GtkWidget *scrolled)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (scrolled);

  if (!clock)
    return;
  g_signal_handlers_disconnect_by_func (clock, on_laid_out, scrolled);
  g_signal_connect_object (clock, "layout", G_CALLBACK (on_laid_out), scrolled,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

static void
on_width_known (GtkAdjustment *across, gpointer scrolled)
{
  const double *from_start = g_object_get_data (G_OBJECT (across), FROM_START);
  double wanted = MAX (most_scroll (across) - *from_start, 0);

  if (!is_mirrored (scrolled) || wanted == gtk_adjustment_get_value (across))
    return;
  lay_out_again (scrolled);
  g_signal_handlers_block_by_func (across, on_scrolled_across, scrolled);
  gtk_adjustment_set_value (across, wanted);
  g_signal_handlers_unblock_by_func (across, on_scrolled_across, scrolled);
}

void
poplens_scroll_from_start (GtkScrolledWindow *scrolled)
{
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (scrolled);

  g_object_set_data_full (G_OBJECT (across), FROM_START, g_new0 (double, 1), g_free);
  g_signal_connect_object (across, "changed", G_CALLBACK (on_width_known), scrolled, 0);
  g_signal_connect_object (across, "value-changed", G_CALLBACK (on_scrolled_across), scrolled, 0);
}
