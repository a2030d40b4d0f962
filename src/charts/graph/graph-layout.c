/* Where the graph lies in the plot: all of it, or a part around a place. */
#include "charts/graph/graph-private.h"

#include <math.h>

#define TOP_PADDING 6
/* From so many pixels on a chart has a legend. */
#define LEGEND_FROM 150
/* Boxes are not drawn larger than so many times their full size. */
#define LARGEST 2.0
#define FIT_ROOM 60

static double
base_scale (const PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;

  return MIN (MIN (self->plot.width / graph->width, self->plot.height / graph->height), 1);
}

static double
most_zoom (const PoplensChartLayout *self)
{
  return CLAMP (LARGEST / base_scale (self), 1, POPLENS_GRAPH_MOST_ZOOM);
}

static PoplensGraphLayout *
graph_layout (const PoplensChartLayout *self)
{
  return self->data;
}

/* The middle of a stretch of @view pixels of a graph of @all, so that nothing beside it is shown
 * that could be filled. */
static double
clamp_middle (double middle, double view, double all)
{
  return view >= all ? all / 2 : CLAMP (middle, view / 2, all - view / 2);
}

static void
place (PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  PoplensGraphLayout *g = graph_layout (self);
  double zoom = CLAMP (self->view.zoom > 1 ? self->view.zoom : 1, 1, most_zoom (self)), x, y;

  g->scale = base_scale (self) * zoom;
  x = clamp_middle (zoom > 1 ? self->view.column : graph->width / 2, self->plot.width / g->scale,
                    graph->width);
  y = clamp_middle (zoom > 1 ? self->view.row : graph->height / 2, self->plot.height / g->scale,
                    graph->height);
  self->view.zoom = zoom > 1 ? zoom : 0;
  self->view.column = zoom > 1 ? x : 0;
  self->view.row = zoom > 1 ? y : 0;
  g->left = self->plot.x + self->plot.width / 2 - x * g->scale;
  g->top = self->plot.y + self->plot.height / 2 - y * g->scale;
}

PoplensRect
poplens_graph_rect (const PoplensChartLayout *self, guint32 node)
{
  const PoplensGraphNode *n = poplens_graph_node (self->chart, node);
  const PoplensGraphLayout *g = graph_layout (self);
  double width = MAX (POPLENS_GRAPH_WIDTH * g->scale, 2);
  double height = MAX (POPLENS_GRAPH_HEIGHT * g->scale, 2);

  return (PoplensRect){g->left + n->x * g->scale - width / 2, g->top + n->y * g->scale - height / 2,
                       width, height};
}

gboolean
poplens_graph_part (const PoplensChartLayout *self, guint32 node, double *part)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, 0);
  guint32 item = poplens_graph_node (self->chart, node)->item;
  const PoplensGraphLayout *g = graph_layout (self);

  *part = g->high > 0 && series->values ? MIN ((double) series->values[item] / g->high, 1) : 0;
  return g->high > 0 && series->values && !(series->absent && series->absent[item]);
}

void
poplens_graph_lay_out (PoplensChartLayout *self)
{
  const PoplensGraphData *data = poplens_graph_data (self->chart);
  g_autofree char *reason = poplens_layout_empty_reason (self);
  double width = self->width - 2 * POPLENS_PADDING, y = TOP_PADDING;

  self->data = g_new0 (PoplensGraphLayout, 1);
  if (!reason && (!data || !data->graph->nodes->len))
    reason = g_strdup ("No data");
  self->plot = (PoplensRect){POPLENS_PADDING, y, MAX (width, 1), 1};
  if (!reason) {
    graph_layout (self)->high = (double) poplens_chart_get_graph_highest (self->chart);
    if (self->height >= LEGEND_FROM)
      y += poplens_graph_add_legend (self, y);
  }
  self->plot.y = y;
  self->plot.height = MAX (self->height - y - TOP_PADDING, 1);
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  place (self);
  self->clip_ops = self->ops->len;
  self->clip_texts = self->texts->len;
  poplens_graph_add (self);
}

/* ---- views -------------------------------------------------------------------------------------
 */

static PoplensChartView
view_of (const PoplensChartLayout *self, double zoom, double x, double y)
{
  PoplensChartView view = self->view;

  view.zoom = zoom;
  view.column = x;
  view.row = y;
  view.group = 0;
  return view;
}

static double
graph_x (const PoplensChartLayout *self, double x)
{
  return (x - graph_layout (self)->left) / graph_layout (self)->scale;
}

static double
graph_y (const PoplensChartLayout *self, double y)
{
  return (y - graph_layout (self)->top) / graph_layout (self)->scale;
}

PoplensChartView
poplens_graph_zoom (const PoplensChartLayout *self, double factor, double x, double y)
{
  double zoom = MAX (self->view.zoom, 1) * factor, scale;

  if (self->empty || !isfinite (zoom) || !isfinite (x) || !isfinite (y))
    return self->view;
  zoom = CLAMP (zoom, 1, most_zoom (self));
  scale = base_scale (self) * zoom;
  return view_of (self, zoom, graph_x (self, x) - (x - self->plot.x - self->plot.width / 2) / scale,
                  graph_y (self, y) - (y - self->plot.y - self->plot.height / 2) / scale);
}

PoplensChartView
poplens_graph_pan (const PoplensChartLayout *self, double dx, double dy)
{
  if (self->empty || !isfinite (dx) || !isfinite (dy))
    return self->view;
  return view_of (self, self->view.zoom, graph_x (self, self->plot.x + self->plot.width / 2 + dx),
                  graph_y (self, self->plot.y + self->plot.height / 2 + dy));
}

PoplensChartView
poplens_graph_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges, guint n)
{
  double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY, zoom;
  const PoplensGraphData *data = poplens_graph_data (self->chart);

  for (guint r = 0; !self->empty && r < n; r++)
    for (gsize i = ranges[r].from; i < MIN (ranges[r].to, self->chart->n_items); i++) {
      const PoplensGraphNode *node;
      if (data->shown[i] == POPLENS_GRAPH_NONE)
        continue;
      node = poplens_graph_node (self->chart, data->shown[i]);
      x0 = MIN (x0, node->x - POPLENS_GRAPH_WIDTH / 2);
      x1 = MAX (x1, node->x + POPLENS_GRAPH_WIDTH / 2);
      y0 = MIN (y0, node->y - POPLENS_GRAPH_HEIGHT / 2);
      y1 = MAX (y1, node->y + POPLENS_GRAPH_HEIGHT / 2);
    }
  if (!(x1 > x0))
    return self->view;
  zoom = MIN (self->plot.width / (x1 - x0 + 2 * FIT_ROOM),
              self->plot.height / (y1 - y0 + 2 * FIT_ROOM)) /
         base_scale (self);
  return view_of (self, CLAMP (zoom, 1, most_zoom (self)), (x0 + x1) / 2, (y0 + y1) / 2);
}
