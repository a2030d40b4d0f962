#include "app/widgets/scroll-start.h"

/* Kept beside an adjustment: how far from where one begins to read it is. */
#define FROM_START "poplens-from-start"

static gboolean
is_mirrored (gpointer scrolled)
{
  return gtk_widget_get_direction (scrolled) == GTK_TEXT_DIR_RTL;
}

static double
farthest (GtkAdjustment *across)
{
  return gtk_adjustment_get_upper (across) - gtk_adjustment_get_page_size (across);
}

static void
on_scrolled_across (GtkAdjustment *across, gpointer scrolled)
{
  double *from_start = g_object_get_data (G_OBJECT (across), FROM_START);

  *from_start = farthest (across) - gtk_adjustment_get_value (across);
}

static void
on_width_known (GtkAdjustment *across, gpointer scrolled)
{
  const double *from_start = g_object_get_data (G_OBJECT (across), FROM_START);

  if (!is_mirrored (scrolled))
    return;
  g_signal_handlers_block_by_func (across, on_scrolled_across, scrolled);
  gtk_adjustment_set_value (across, MAX (farthest (across) - *from_start, 0));
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
