/* The GRAPH chart: its data, view, frames, hit tests, overlay and descriptions. */
#include "charts/graph/graph-private.h"

#include <math.h>

/* ---- layout ---------------------------------------------------------------------------------- */

#define TOP_PADDING 6
/* Least height in pixels for a legend. */
#define LEGEND_FROM 150
/* Maximum magnification of boxes. */
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

/* Clamps the middle of the visible part of a graph, so that the visible part stays inside the
 * graph. @view, @all: length of the visible part, and of the graph. A graph that fits into the
 * visible part is centred. */
static double
clamp_middle (double middle, double view, double all)
{
  return view >= all ? all / 2 : CLAMP (middle, view / 2, all - view / 2);
}

static void
graph_chart_place (PoplensChartLayout *self)
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

static void
graph_lay_out (PoplensChartLayout *self)
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
  graph_chart_place (self);
  self->clip_ops = self->ops->len;
  self->clip_texts = self->texts->len;
  poplens_graph_add (self);
}

/* ---- views ----------------------------------------------------------------------------------- */

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

static PoplensChartView
graph_zoom (const PoplensChartLayout *self, double factor, double x, double y)
{
  double zoom = MAX (self->view.zoom, 1) * factor, scale;

  if (self->empty || !isfinite (zoom) || !isfinite (x) || !isfinite (y))
    return self->view;
  zoom = CLAMP (zoom, 1, most_zoom (self));
  scale = base_scale (self) * zoom;
  return view_of (self, zoom, graph_x (self, x) - (x - self->plot.x - self->plot.width / 2) / scale,
                  graph_y (self, y) - (y - self->plot.y - self->plot.height / 2) / scale);
}

static PoplensChartView
graph_pan (const PoplensChartLayout *self, double dx, double dy)
{
  if (self->empty || !isfinite (dx) || !isfinite (dy))
    return self->view;
  return view_of (self, self->view.zoom, graph_x (self, self->plot.x + self->plot.width / 2 + dx),
                  graph_y (self, self->plot.y + self->plot.height / 2 + dy));
}

static PoplensChartView
graph_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges, guint n)
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

/* ---- frames ---------------------------------------------------------------------------------- */

/* Opacity of the fill of a frame (look.md 6.1). */
#define FILL_ALPHA 0.04
#define FRAME_ALPHA 0.35
#define INSET 6
#define LEAST_TITLE 24
/* Least height in pixels of a title inside its frame. With less space, an outermost frame has its
 * title above it, and other frames have no title. */
#define LEAST_HEIGHT 13.0
#define ABOVE 7
/* Vertical middle of the title, as a fraction of the space above the boxes. Boxes stacked behind a
 * REPEATED box can cover the lower part of this space. */
#define TITLE_MIDDLE 0.4

static guint
graph_frame_depth (const PoplensGraph *self, guint32 frame)
{
  guint depth = 0;

  /* Limit the depth, because parents in damaged data could form a cycle. */
  while (frame < self->frames->len && depth <= self->frames->len) {
    frame = poplens_graph_frame_at (self, frame)->parent;
    depth++;
  }
  return depth;
}

/* Returns the frame of @item; POPLENS_GRAPH_NONE if the item has no frame. */
static guint32
graph_find_frame (const PoplensGraph *self, gsize item)
{
  for (guint32 i = 0; i < self->frames->len; i++)
    if (poplens_graph_frame_at (self, i)->item == item)
      return i;
  return POPLENS_GRAPH_NONE;
}

/* ---- frames: positions ----------------------------------------------------------------------- */

static double
title_height (const PoplensGraph *self, guint32 frame)
{
  return graph_frame_depth (self, frame) > 1 ? POPLENS_GRAPH_TITLE : POPLENS_GRAPH_OUTER_TITLE;
}

/* Extends frame @i to contain the rectangle (@x0, @y0) to (@x1, @y1), with a margin and space for
 * the title of the frame. */
static void
extend_frame (const PoplensGraph *self, guint32 i, double x0, double y0, double x1, double y1)
{
  PoplensGraphFrame *frame = poplens_graph_frame_at (self, i);
  double right, bottom;

  x0 -= POPLENS_GRAPH_MARGIN;
  y0 -= title_height (self, i);
  x1 += POPLENS_GRAPH_MARGIN;
  y1 += POPLENS_GRAPH_MARGIN;
  if (frame->width > 0) {
    right = MAX (frame->x + frame->width, x1);
    bottom = MAX (frame->y + frame->height, y1);
    frame->x = MIN (frame->x, x0);
    frame->y = MIN (frame->y, y0);
  } else {
    right = x1;
    bottom = y1;
    frame->x = x0;
    frame->y = y0;
  }
  frame->width = right - frame->x;
  frame->height = bottom - frame->y;
}

void
poplens_graph_place_frames (PoplensGraph *self)
{
  guint deepest = 0;

  for (guint32 i = 0; i < self->frames->len; i++)
    poplens_graph_frame_at (self, i)->width = 0;
  for (guint i = 0; i < self->nodes->len; i++) {
    const PoplensGraphNode *node = &g_array_index (self->nodes, PoplensGraphNode, i);
    if (node->frame < self->frames->len)
      extend_frame (self, node->frame, node->x - POPLENS_GRAPH_WIDTH / 2,
                    node->y - POPLENS_GRAPH_HEIGHT / 2, node->x + POPLENS_GRAPH_WIDTH / 2,
                    node->y + POPLENS_GRAPH_HEIGHT / 2);
  }
  for (guint32 i = 0; i < self->frames->len; i++)
    deepest = MAX (deepest, graph_frame_depth (self, i));
  for (; deepest > 1; deepest--)
    for (guint32 i = 0; i < self->frames->len; i++) {
      const PoplensGraphFrame *frame = poplens_graph_frame_at (self, i);
      if (frame->width > 0 && frame->parent < self->frames->len &&
          graph_frame_depth (self, i) == deepest)
        extend_frame (self, frame->parent, frame->x, frame->y, frame->x + frame->width,
                      frame->y + frame->height);
    }
}

static PoplensRect
graph_frame_rect (const PoplensChartLayout *self, guint32 frame)
{
  const PoplensGraphFrame *f =
      poplens_graph_frame_at (poplens_graph_data (self->chart)->graph, frame);
  const PoplensGraphLayout *g = self->data;

  return (PoplensRect){g->left + f->x * g->scale, g->top + f->y * g->scale, f->width * g->scale,
                       f->height * g->scale};
}

/* Returns the innermost frame at a point; POPLENS_GRAPH_NONE if there is none. */
static guint32
graph_frame_hit (const PoplensChartLayout *self, double x, double y)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  guint32 found = POPLENS_GRAPH_NONE;
  guint depth = 0;

  for (guint32 i = 0; i < graph->frames->len; i++) {
    PoplensRect rect = graph_frame_rect (self, i);
    if (poplens_rect_contains (&rect, x, y) && graph_frame_depth (graph, i) > depth) {
      found = i;
      depth = graph_frame_depth (graph, i);
    }
  }
  return found;
}

/* ---- frames: drawing ------------------------------------------------------------------------- */

static void
add_title (PoplensChartLayout *self, guint32 i, const PoplensRect *r)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  const PoplensGraphFrame *frame = poplens_graph_frame_at (graph, i);
  const PoplensGraphLayout *g = self->data;
  /* Put the title into the visible part of the frame. */
  double left = MAX (r->x, self->plot.x),
         right = MIN (r->x + r->width, self->plot.x + self->plot.width);
  double most = right - left - 2 * INSET;
  double height = title_height (graph, i) * g->scale;
  gboolean has_room = height >= LEAST_HEIGHT;
  PoplensTextSpec spec = {left + (has_room ? INSET : 0),
                          has_room ? r->y + MAX (height * TITLE_MIDDLE, LEAST_HEIGHT / 2)
                                   : MAX (r->y, self->plot.y + 2 * ABOVE) - ABOVE,
                          0,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          most,
                          PANGO_ELLIPSIZE_MIDDLE};

  if (most < LEAST_TITLE || (!has_room && graph_frame_depth (graph, i) > 1))
    return;
  g_autofree char *title = poplens_chart_shorten_middle (self, frame->title, most);
  poplens_layout_text (self, title, &spec);
}

/* Draws the frames, outermost first. */
void
poplens_graph_add_frames (PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  guint n = 0;

  for (guint depth = 1; n < graph->frames->len && depth <= graph->frames->len; depth++)
    for (guint32 i = 0; i < graph->frames->len; i++) {
      PoplensRect r = graph_frame_rect (self, i);
      if (graph_frame_depth (graph, i) != depth)
        continue;
      n++;
      if (!(r.width > 0))
        continue;
      poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, 0,
                            poplens_layout_color (self, POPLENS_INK_FOREGROUND, FILL_ALPHA));
      poplens_layout_box (self, r.x, r.y, r.width, r.height);
      poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, 0,
                            poplens_layout_color (self, POPLENS_INK_FOREGROUND, FRAME_ALPHA));
      poplens_layout_box (self, r.x, r.y, r.width, r.height);
      add_title (self, i, &r);
    }
}

/* ---- hit tests ------------------------------------------------------------------------------- */

/* Opacity of the veil over boxes that are not search matches. */
#define DIMMED 0.72

static PoplensChartHit
graph_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  const PoplensGraphData *data = poplens_graph_data (self->chart);
  guint32 frame;

  if (!data || self->empty || !poplens_rect_contains (&self->plot, x, y))
    return hit;
  frame = graph_frame_hit (self, x, y);
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

/* Returns the node that shows @item; POPLENS_GRAPH_NONE if there is none. */
static guint32
node_of (const PoplensChartLayout *self, gsize item)
{
  const PoplensGraphData *data = poplens_graph_data (self->chart);

  return self->empty || !data || item >= self->chart->n_items ? POPLENS_GRAPH_NONE
                                                              : data->shown[item];
}

static gboolean
graph_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  guint32 node = node_of (self, item), frame = POPLENS_GRAPH_NONE;

  if (node == POPLENS_GRAPH_NONE && !self->empty && poplens_graph_data (self->chart))
    frame = graph_find_frame (poplens_graph_data (self->chart)->graph, item);
  if (node == POPLENS_GRAPH_NONE && frame == POPLENS_GRAPH_NONE)
    return FALSE;
  *rect = frame == POPLENS_GRAPH_NONE ? poplens_graph_rect (self, node)
                                      : graph_frame_rect (self, frame);
  return rect->x < self->plot.x + self->plot.width && rect->x + rect->width > self->plot.x &&
         rect->y < self->plot.y + self->plot.height && rect->y + rect->height > self->plot.y;
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Returns the distance from @from to @to in direction (@dx, @dy), plus three times the distance to
 * the side. INFINITY if @to is not in that direction. */
static double
node_distance (const PoplensGraphNode *from, const PoplensGraphNode *to, int dx, int dy)
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
    double far = node_distance (poplens_graph_node (self->chart, from),
                                poplens_graph_node (self->chart, i), dx, dy);
    if (far < least) {
      least = far;
      best = i;
    }
  }
  return poplens_graph_node (self->chart, best)->item;
}

/* ---- overlay --------------------------------------------------------------------------------- */

static void
draw_node_frame (const PoplensChartLayout *self, cairo_t *cr, gsize item, PoplensInk ink,
                 double thick)
{
  PoplensRect r;

  if (!graph_item_rect (self, item, &r))
    return;
  for (guint pass = 0; pass < 2; pass++) {
    poplens_set_color (
        cr, poplens_layout_color (self, pass ? ink : POPLENS_INK_BACKGROUND, pass ? 1 : 0.85));
    cairo_rectangle (cr, r.x - thick / 2, r.y - thick / 2, r.width + thick, r.height + thick);
    cairo_set_line_width (cr, pass ? thick : thick + 2);
    cairo_stroke (cr);
  }
}

/* Draws a veil over boxes that are not search matches. */
static void
dim_others (const PoplensChartLayout *self, cairo_t *cr, const PoplensItemRange *found, guint n)
{
  guint n_nodes = poplens_graph_data (self->chart)->graph->nodes->len;
  g_autofree gboolean *bright = g_new0 (gboolean, n_nodes);
  g_autoptr (GArray) veiled = g_array_new (FALSE, FALSE, sizeof (PoplensRect));

  for (guint r = 0; r < n; r++)
    for (gsize i = found[r].from; i < found[r].to; i++)
      if (node_of (self, i) != POPLENS_GRAPH_NONE)
        bright[node_of (self, i)] = TRUE;
  poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_BACKGROUND, DIMMED));
  for (guint32 i = 0; i < n_nodes; i++) {
    PoplensRect rect = poplens_graph_rect (self, i);
    /* Boxes behind a REPEATED box extend this many pixels beyond it. */
    double behind = poplens_graph_node (self->chart, i)->look == POPLENS_GRAPH_REPEATED
                        ? 2 * poplens_graph_behind (self)
                        : 0;
    if (bright[i])
      continue;
    cairo_rectangle (cr, rect.x - 1, rect.y - 1 - behind, rect.width + 2 + behind,
                     rect.height + 2 + behind);
    g_array_append_val (veiled, rect);
  }
  cairo_fill (cr);
  poplens_layout_draw_pale_texts (self, cr, veiled);
}

static void
graph_draw_overlay (const PoplensChartLayout *self, cairo_t *cr, const PoplensChartOverlay *overlay)
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
      draw_node_frame (self, cr, i, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    draw_node_frame (self, cr, overlay->hover, POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    draw_node_frame (self, cr, overlay->cursor, POPLENS_INK_FOREGROUND, 2);
  cairo_restore (cr);
}

/* ---- the chart ------------------------------------------------------------------------------- */

static gpointer
graph_data_new (void)
{
  return g_new0 (PoplensGraphData, 1);
}

static void
data_free (gpointer data)
{
  PoplensGraphData *self = data;

  if (self->graph)
    poplens_graph_free (self->graph);
  g_free (self->shown);
  g_free (self->classes);
  g_free (self);
}

void
poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown)
{
  PoplensGraphData *data = self->data;

  g_return_if_fail (self->kind == &poplens_graph_kind && !data->graph);
  data->graph = graph;
  data->shown = shown;
}

void
poplens_chart_set_graph_classes (PoplensChart *self, guint8 *series)
{
  PoplensGraphData *data = self->data;

  g_return_if_fail (self->kind == &poplens_graph_kind && !data->classes);
  data->classes = series;
}

void
poplens_chart_set_graph_highest (PoplensChart *self, guint64 value)
{
  g_return_if_fail (self->kind == &poplens_graph_kind);
  ((PoplensGraphData *) self->data)->highest = value;
}

guint64
poplens_chart_get_graph_highest (const PoplensChart *self)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  const PoplensSeries *series = poplens_chart_series (self, 0);
  guint64 highest = data->highest;

  for (guint32 i = 0; !data->highest && series->values && i < data->graph->nodes->len; i++)
    highest = MAX (highest, series->values[poplens_graph_node (self, i)->item]);
  return highest;
}

guint
poplens_graph_class (const PoplensChart *self, guint32 node)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  guint class = data->classes ? data->classes[poplens_graph_node (self, node)->item] : 0;

  return class < self->series->len ? class : 0;
}

/* ---- accessors ------------------------------------------------------------------------------- */

gboolean
poplens_chart_get_graph_group (const PoplensChart *self, gsize item, guint *group)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  guint32 node, frame;

  if (!data || item >= self->n_items)
    return FALSE;
  node = data->shown[item];
  frame = graph_find_frame (data->graph, item);
  *group = node != POPLENS_GRAPH_NONE    ? poplens_graph_node (self, node)->enter
           : frame != POPLENS_GRAPH_NONE ? poplens_graph_frame_at (data->graph, frame)->group
                                         : POPLENS_GRAPH_NONE;
  return *group != POPLENS_GRAPH_NONE;
}

gboolean
poplens_chart_get_graph_around (const PoplensChart *self, gsize item, guint *group)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  const PoplensGraph *graph = data ? data->graph : NULL;
  guint32 node = data && item < self->n_items ? data->shown[item] : POPLENS_GRAPH_NONE;
  guint32 frame = node != POPLENS_GRAPH_NONE ? poplens_graph_node (self, node)->frame
                  : graph                    ? graph_find_frame (graph, item)
                                             : POPLENS_GRAPH_NONE;

  *group = POPLENS_GRAPH_NONE;
  for (guint n = 0; graph && frame < graph->frames->len && n <= graph->frames->len; n++) {
    *group = poplens_graph_frame_at (graph, frame)->group;
    if (*group != POPLENS_GRAPH_NONE)
      return TRUE;
    frame = poplens_graph_frame_at (graph, frame)->parent;
  }
  for (guint32 i = graph ? graph->frames->len : 0; i-- > 0 && *group == POPLENS_GRAPH_NONE;)
    *group = poplens_graph_frame_at (graph, i)->group;
  return *group != POPLENS_GRAPH_NONE;
}

static PoplensChartView
graph_clamp_view (const PoplensChart *self, PoplensChartView view)
{
  view.from = 0;
  view.to = (double) MAX (self->n_items, 1);
  view.scroll = 0;
  view.group = 0;
  if (!(view.zoom > 1) || !isfinite (view.zoom) || !isfinite (view.column) || !isfinite (view.row))
    view.zoom = view.column = view.row = 0;
  view.zoom = MIN (view.zoom, POPLENS_GRAPH_MOST_ZOOM);
  view.root = 0;
  return view;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

static void
append_value (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensSeries *series = poplens_chart_series (self, 0);

  if (series->absent && series->absent[item])
    g_string_append (out, "not recorded");
  else
    poplens_chart_append_exact (self, out, series->values ? series->values[item] : 0);
}

static void
append_edges (const PoplensChart *self, GString *out, guint32 node)
{
  const PoplensGraph *graph = poplens_graph_data (self)->graph;
  guint from = 0, to = 0;
  PoplensNumber number;

  for (guint i = 0; i < graph->edges->len; i++) {
    const PoplensGraphEdge *edge = &g_array_index (graph->edges, PoplensGraphEdge, i);
    to += edge->from == node;
    from += edge->to == node;
  }
  g_string_append_printf (out, "\nInputs from\t%s", poplens_format_count (number, from));
  g_string_append_printf (out, "\nOutputs to\t%s", poplens_format_count (number, to));
}

static void
describe_item (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  g_autofree char *name = poplens_chart_item_name (self, item);

  if (!data || item >= self->n_items)
    return;
  g_string_append (out, name && *name ? name : self->item_name);
  g_string_append_printf (out, "\n%s\t", poplens_chart_series (self, 0)->name);
  append_value (self, out, item);
  if (data->shown[item] != POPLENS_GRAPH_NONE)
    append_edges (self, out, data->shown[item]);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

static void
describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  g_autofree char *name = poplens_chart_item_name (self, range.from);
  PoplensNumber number;

  if (range.to - range.from != 1 || !name || !*name) {
    g_string_append (out, poplens_format_items (number, range.to - range.from, self->item_name));
    return;
  }
  g_string_append_printf (out, "%s: ", name);
  append_value (self, out, range.from);
}

static void
describe_view (const PoplensChart *self, GString *out, const PoplensChartView *view)
{
  const PoplensGraphData *data = poplens_graph_data (self);
  PoplensNumber number;

  if (!data)
    return;
  g_string_append (out, poplens_format_items (number, data->graph->nodes->len, "node"));
  g_string_append (out, ", ");
  g_string_append (out, poplens_format_items (number, data->graph->edges->len, "edge"));
}

const PoplensChartKind poplens_graph_kind = {
    .data_new = graph_data_new,
    .data_free = data_free,
    .more_height = 100,
    .describe_item = describe_item,
    .describe_range = describe_range,
    .describe_view = describe_view,
    .clamp_view = graph_clamp_view,
    .zoom = graph_zoom,
    .pan = graph_pan,
    .fit = graph_fit,
    .lay_out = graph_lay_out,
    .layout_free = g_free,
    .hit = graph_hit,
    .item_rect = graph_item_rect,
    .draw_overlay = graph_draw_overlay,
};
