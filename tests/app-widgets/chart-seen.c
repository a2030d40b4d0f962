/* Shows a chart widget and records its signals (see the header). */
#include "app-widgets/chart-seen.h"

static void
on_select (GtkWidget *widget, guint64 from, guint64 to, int mode, gpointer data)
{
  ChartSeen *seen = data;

  seen->from = from;
  seen->to = to;
  seen->mode = mode;
  seen->selected++;
}

static void
on_ranges (GtkWidget *widget, GArray *ranges, int mode, gpointer data)
{
  ChartSeen *seen = data;

  g_clear_pointer (&seen->ranges, g_array_unref);
  seen->ranges = g_array_ref (ranges);
  seen->mode = mode;
  seen->dragged++;
}

static void
on_span (GtkWidget *widget, double from, double to, gpointer data)
{
  ChartSeen *seen = data;

  seen->span_from = from;
  seen->span_to = to;
}

static void
on_series (GtkWidget *widget, const char *key, gpointer data)
{
  ChartSeen *seen = data;

  g_free (seen->series);
  seen->series = g_strdup (key);
}

static void
on_limit (GtkWidget *widget, gpointer data)
{
  ((ChartSeen *) data)->limits++;
}

static void
on_view (GtkWidget *widget, gpointer data)
{
  ((ChartSeen *) data)->views++;
}

static void
on_group (GtkWidget *widget, guint group, gpointer data)
{
  ((ChartSeen *) data)->group = group;
  ((ChartSeen *) data)->groups++;
}

static void
on_break (GtkWidget *widget, guint fold, gpointer data)
{
  ((ChartSeen *) data)->fold = fold;
  ((ChartSeen *) data)->breaks++;
}

static void
on_copy (GtkWidget *widget, guint64 item, gpointer data)
{
  ((ChartSeen *) data)->copied = item + 1;
}

PoplensChartWidget *
show_chart (PoplensChart *chart, ChartSeen *seen, GtkWidget **window)
{
  GtkWidget *widget = poplens_chart_widget_new ();

  g_signal_connect (widget, "select-items", G_CALLBACK (on_select), seen);
  g_signal_connect (widget, "select-ranges", G_CALLBACK (on_ranges), seen);
  g_signal_connect (widget, "select-span", G_CALLBACK (on_span), seen);
  g_signal_connect (widget, "toggle-series", G_CALLBACK (on_series), seen);
  g_signal_connect (widget, "limit-clicked", G_CALLBACK (on_limit), seen);
  g_signal_connect (widget, "view-changed", G_CALLBACK (on_view), seen);
  g_signal_connect (widget, "group-clicked", G_CALLBACK (on_group), seen);
  g_signal_connect (widget, "break-clicked", G_CALLBACK (on_break), seen);
  g_signal_connect (widget, "copy-details", G_CALLBACK (on_copy), seen);
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (widget), chart);
  *window = show_in_window (widget);
  return POPLENS_CHART_WIDGET (widget);
}

double
x_of (PoplensChartWidget *self, double position)
{
  return poplens_chart_layout_position_to_x (poplens_chart_widget_get_layout (self), position);
}

gboolean
find_area (PoplensChartWidget *self, PoplensChartHitArea area, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  for (*y = 0; *y < gtk_widget_get_height (GTK_WIDGET (self)); *y += 2)
    for (*x = 0; *x < gtk_widget_get_width (GTK_WIDGET (self)); *x += 2)
      if (poplens_chart_layout_hit (layout, *x, *y).area == area)
        return TRUE;
  return FALSE;
}
