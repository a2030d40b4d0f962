/* PoplensChartWidget with fields below the rows of a LANES chart: what a line did at the pointer,
 * clicks on it, and how high lines are. */
#include "app/chart/chart-widget-private.h"

#include "charts/lanes/field.h"

gboolean
poplens_chart_field_at (PoplensChartWidget *self, double x, double y, PoplensFieldPlace *place)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  return layout && poplens_chart_layout_hit (layout, x, y).area == POPLENS_CHART_HIT_FIELD &&
         poplens_chart_layout_field_at (layout, x, y, place);
}

void
poplens_chart_field_click (PoplensChartWidget *self, double x, double y)
{
  PoplensFieldPlace place;

  if (poplens_chart_field_at (self, x, y, &place))
    g_signal_emit_by_name (self, "line-clicked", place.group, place.line, place.from);
}

gboolean
poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view;

  if (!layout || !self->chart || !poplens_chart_has_fields (self->chart))
    return FALSE;
  view = poplens_chart_layout_zoom_lines (layout, factor, y);
  poplens_chart_widget_change_view (self, view);
  return TRUE;
}

gboolean
poplens_chart_field_is_in_gutter (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  return self->has_pointer && self->pointer_x < x && self->pointer_y >= y;
}

gboolean
poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  double factor, middle = gtk_widget_get_height (widget) / 2.0;

  g_variant_get (arguments, "(d)", &factor);
  return poplens_chart_field_zoom (self, factor, self->has_pointer ? self->pointer_y : middle);
}
