/* PoplensChartWidget with a GRAPH chart: a view that moves in two dimensions, from box to box, and
 * into groups. */
#include "app/chart/chart-widget-private.h"

#include "charts/graph/graph.h"

/* Of what is in view. */
#define PAGE 0.8

static void
scroll_page (PoplensChartWidget *self, int pages)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  poplens_chart_plane_pan (self, pages * width * PAGE, 0);
}

static void
show_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensItemRange range = {item, item + 1};
  double x, y, width, height;

  if (layout && self->view.zoom > 1 &&
      !poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    poplens_chart_widget_change_view (self, poplens_chart_layout_fit (layout, &range, 1));
}

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  gsize item;

  if (!layout)
    return TRUE;
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_widget_get_hover (self, &item))
    self->cursor = item;
  else
    self->cursor = poplens_chart_layout_graph_neighbour (
        layout, self->cursor, self->cursor_moved ? (int) CLAMP (step, -1, 1) : 0,
        self->cursor_moved ? rows : 0);
  return TRUE;
}

static gboolean
enter (PoplensChartWidget *self)
{
  guint group;

  if (!poplens_chart_get_graph_group (self->chart, self->cursor, &group))
    return FALSE;
  g_signal_emit_by_name (self, "group-clicked", group);
  return TRUE;
}

static gboolean
leave (PoplensChartWidget *self)
{
  guint group;

  if (!poplens_chart_get_graph_around (self->chart, self->cursor, &group))
    return FALSE;
  g_signal_emit_by_name (self, "group-clicked", group);
  return TRUE;
}

static void
double_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  guint group;

  if (hit->area == POPLENS_CHART_HIT_ITEM &&
      poplens_chart_get_graph_group (self->chart, hit->item, &group))
    g_signal_emit_by_name (self, "group-clicked", group);
}

const PoplensChartUse poplens_chart_graph_use = {
    .zooms = TRUE,
    .is_plane = TRUE,
    .has_boxes = TRUE,
    .pan = poplens_chart_plane_pan,
    .zoom = poplens_chart_items_zoom,
    .fit_all = poplens_chart_items_fit_all,
    .fit = poplens_chart_items_fit,
    .scroll = poplens_chart_plane_scroll,
    .scroll_page = scroll_page,
    .show_item = show_item,
    .move_cursor = move_cursor,
    .enter = enter,
    .leave = leave,
    .item_at = poplens_chart_items_item_at,
    .place_of = poplens_chart_items_middle_of,
    .click = poplens_chart_items_click,
    .double_click = double_click,
};
