/* What lies under a point of a graph, beside a box, and on top of it. */
#include "charts/graph/graph-private.h"

#include <math.h>

/* How much of what a search has not found is left to be seen. */
#define DIMMED 0.72

PoplensChartHit
poplens_graph_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  const PoplensGraphData *data = poplens_graph_data (self->chart);
  guint32 frame;

  if (!data || self->empty || !poplens_rect_contains (&self->plot, x, y))
    return hit;
  frame = poplens_graph_frame_hit (self, x, y);
  if (frame != POPLENS_GRAPH_NONE) {
    hit.area = POPLENS_CHART_HIT_ITEM;
    hit.item = poplens_graph_frame_at (data->graph, frame)->item;
    hit.n_items = 1;
  }
  for (guint32 i = 0; i < data->graph->nodes->len; i++) {
    PoplensRect rect = poplens_graph_rect (self, i);
    if (!poplens_rect_contains (&rect, x, y))
      continue;
    hit.area = POPLENS_CHART_HIT_ITEM;
    hit.item = poplens_graph_node (self->chart, i)->item;
    hit.n_items = 1;
  }
  return hit;
}

/* The node that shows @item, or POPLENS_GRAPH_NONE. */
static guint32
node_of (const PoplensChartLayout *self, gsize item)
{
  const PoplensGraphData *data = poplens_graph_data (self->chart);

  return self->empty || !data || item >= self->chart->n_items ? POPLENS_GRAPH_NONE
                                                              : data->shown[item];
}

gboolean
poplens_graph_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  guint32 node = node_of (self, item), frame = POPLENS_GRAPH_NONE;

  if (node == POPLENS_GRAPH_NONE && !self->empty && poplens_graph_data (self->chart))
    frame = poplens_graph_find_frame (poplens_graph_data (self->chart)->graph, item);
  if (node == POPLENS_GRAPH_NONE && frame == POPLENS_GRAPH_NONE)
    return FALSE;
  *rect = frame == POPLENS_GRAPH_NONE ? poplens_graph_rect (self, node)
                                      : poplens_graph_frame_rect (self, frame);
  return rect->x < self->plot.x + self->plot.width && rect->x + rect->width > self->plot.x &&
         rect->y < self->plot.y + self->plot.height && rect->y + rect->height > self->plot.y;
}

/* ---- neighbours --------------------------------------------------------------------------------
 */

/* How far @to lies from @from in the direction; INFINITY: not there. What lies beside counts less
 * than what lies askew. */
static double
distance (const PoplensGraphNode *from, const PoplensGraphNode *to, int dx, int dy)
{
  double x = to->x - from->x, y = to->y - from->y;
  double along = x * dx + y * dy, aside = fabs (dx ? y : x);

  return along > 1 ? along + 3 * aside : INFINITY;
}

static guint32
nearest_to_middle (const PoplensChartLayout *self)
{
  double x = self->plot.x + self->plot.width / 2, y = self->plot.y + self->plot.height / 2;
  double least = INFINITY;
  guint32 best = 0;

  for (guint32 i = 0; i < poplens_graph_data (self->chart)->graph->nodes->len; i++) {
    PoplensRect r = poplens_graph_rect (self, i);
    double far = hypot (r.x + r.width / 2 - x, r.y + r.height / 2 - y);
    if (far < least) {
      least = far;
      best = i;
    }
  }
  return best;
}

gsize
poplens_chart_layout_graph_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy)
{
  guint32 from = node_of (self, item), best;
  double least = INFINITY;

  if (self->empty || !poplens_graph_data (self->chart))
    return item;
  if (from == POPLENS_GRAPH_NONE)
    return poplens_graph_node (self->chart, nearest_to_middle (self))->item;
  best = from;
  for (guint32 i = 0; (dx || dy) && i < poplens_graph_data (self->chart)->graph->nodes->len; i++) {
    double far = distance (poplens_graph_node (self->chart, from),
                           poplens_graph_node (self->chart, i), dx, dy);
    if (far < least) {
      least = far;
      best = i;
    }
  }
  return poplens_graph_node (self->chart, best)->item;
}

/* ---- overlay -----------------------------------------------------------------------------------
 */

static void
frame (const PoplensChartLayout *self, cairo_t *cr, gsize item, PoplensInk ink, double thick)
{
  PoplensRect r;

  if (!poplens_graph_item_rect (self, item, &r))
    return;
  for (guint pass = 0; pass < 2; pass++) {
    poplens_set_color (
        cr, poplens_layout_color (self, pass ? ink : POPLENS_INK_BACKGROUND, pass ? 1 : 0.85));
    cairo_rectangle (cr, r.x - thick / 2, r.y - thick / 2, r.width + thick, r.height + thick);
    cairo_set_line_width (cr, pass ? thick : thick + 2);
    cairo_stroke (cr);
  }
}

/* What a search has not found steps back. */
static void
dim_others (const PoplensChartLayout *self, cairo_t *cr, const PoplensItemRange *found, guint n)
{
  guint n_nodes = poplens_graph_data (self->chart)->graph->nodes->len;
  g_autofree gboolean *bright = g_new0 (gboolean, n_nodes);

  for (guint r = 0; r < n; r++)
    for (gsize i = found[r].from; i < found[r].to; i++)
      if (node_of (self, i) != POPLENS_GRAPH_NONE)
        bright[node_of (self, i)] = TRUE;
  poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_BACKGROUND, DIMMED));
  for (guint32 i = 0; i < n_nodes; i++) {
    PoplensRect rect = poplens_graph_rect (self, i);
    /* With those behind one that repeats. */
    double behind = poplens_graph_node (self->chart, i)->look == POPLENS_GRAPH_REPEATED
                        ? 2 * poplens_graph_behind (self)
                        : 0;
    if (!bright[i])
      cairo_rectangle (cr, rect.x - 1, rect.y - 1 - behind, rect.width + 2 + behind,
                       rect.height + 2 + behind);
  }
  cairo_fill (cr);
}

void
poplens_graph_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                            const PoplensChartOverlay *overlay)
{
  if (self->empty)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self->plot.x, self->plot.y, self->plot.width, self->plot.height);
  cairo_clip (cr);
  if (overlay->n_found)
    dim_others (self, cr, overlay->found, overlay->n_found);
  for (guint r = 0; r < overlay->n_selected; r++)
    for (gsize i = overlay->selected[r].from; i < overlay->selected[r].to; i++)
      frame (self, cr, i, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    frame (self, cr, overlay->hover, POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    frame (self, cr, overlay->cursor, POPLENS_INK_FOREGROUND, 2);
  cairo_restore (cr);
}
