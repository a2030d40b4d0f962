/* PoplensChartWidget: measuring along a trace, from edge to edge of its blocks, and flags on it. */
#include "app/chart/chart-widget-private.h"

#include "app/page/page-tables.h"

gboolean
poplens_chart_measure_can (PoplensChartWidget *self)
{
  return self->chart && self->use->can_measure &&
         g_str_equal (poplens_chart_get_item_noun (self->chart), "step");
}

gboolean
poplens_chart_measure_set (PoplensChartWidget *self, gboolean on)
{
  if (on == self->measuring || (on && !poplens_chart_measure_can (self)))
    return FALSE;
  self->measuring = on;
  self->measure_from = self->measure_to = 0;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

void
poplens_chart_measure_drag (PoplensChartWidget *self, double x0, double x1, gboolean snaps)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double a, b;

  if (!layout)
    return;
  a = snaps ? poplens_chart_layout_snap (layout, x0)
            : poplens_chart_layout_x_to_position (layout, x0);
  b = snaps ? poplens_chart_layout_snap (layout, x1)
            : poplens_chart_layout_x_to_position (layout, x1);
  self->measure_from = MIN (a, b);
  self->measure_to = MAX (a, b);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* (transfer full) */
static char *
describe (PoplensChartWidget *self)
{
  if (!(self->measure_from < self->measure_to))
    return g_strdup ("Drag to measure between steps; hold Alt to measure freely; Esc to stop");
  return poplens_chart_describe_measure (self->chart, self->measure_from, self->measure_to);
}

void
poplens_chart_measure_draw (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr)
{
  g_autofree char *text = NULL;
  double x, y, width, height, middle;

  if (poplens_chart_measure_can (self))
    poplens_chart_layout_draw_flags (layout, cr, (const double *) (gpointer) self->flags->data,
                                     self->flags->len);
  if (!self->measuring || !poplens_chart_measure_can (self))
    return;
  text = describe (self);
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  middle = poplens_chart_layout_x_to_position (layout, x + width / 2);
  if (self->measure_from < self->measure_to)
    poplens_chart_layout_draw_measure (layout, cr, self->measure_from, self->measure_to, text);
  else
    poplens_chart_layout_draw_measure (layout, cr, middle, middle, text);
}

/* The number alone, for a calculation elsewhere. */
gboolean
poplens_chart_measure_copy (PoplensChartWidget *self)
{
  PoplensNumber text;

  if (!self->measuring || !(self->measure_from < self->measure_to))
    return FALSE;
  poplens_format_fixed (text, self->measure_to - self->measure_from, 0);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  poplens_page_toast (GTK_WIDGET (self), "Copied the cycles");
  return TRUE;
}

/* ---- flags -------------------------------------------------------------------------------------
 */

void
poplens_chart_widget_set_flags (PoplensChartWidget *self, const GArray *positions)
{
  g_array_set_size (self->flags, 0);
  g_array_append_vals (self->flags, positions->data, positions->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
poplens_chart_widget_get_location (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;
  guint64 from;

  if (!layout || !poplens_chart_measure_can (self))
    return -1;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (self->has_pointer && self->pointer_x >= x && self->pointer_x < x + width)
    return poplens_chart_layout_snap (layout, self->pointer_x);
  if (self->selected->len &&
      poplens_chart_get_lane_item (
          self->chart, g_array_index (self->selected, PoplensItemRange, 0).from, &from, NULL, NULL))
    return (double) from;
  return poplens_chart_layout_snap (layout, x + width / 2);
}

void
poplens_chart_widget_show_span (PoplensChartWidget *self, double from, double to)
{
  PoplensChartView view = self->view;

  view.from = from;
  view.to = to;
  poplens_chart_widget_change_view (self, view);
}
