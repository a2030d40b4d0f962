/* Frames of a graph: around the boxes of a group that was opened, or of an IPU. */
#include "charts/graph/graph-private.h"

#include <math.h>

/* look.md 6.1 */
#define FILL_ALPHA 0.04
#define FRAME_ALPHA 0.35
#define INSET 6
#define LEAST_TITLE 24
/* Titles that have less room in their frame are above it, if it is in no other. */
#define LEAST_HEIGHT 13.0
#define ABOVE 7
/* What is above the middle of a title, of its room: below it are boxes behind those that repeat. */
#define TITLE_MIDDLE 0.4

guint
poplens_graph_frame_depth (const PoplensGraph *self, guint32 frame)
{
  guint depth = 0;

  /* Never more than there are, whatever parents say. */
  while (frame < self->frames->len && depth <= self->frames->len) {
    frame = poplens_graph_frame_at (self, frame)->parent;
    depth++;
  }
  return depth;
}

guint32
poplens_graph_find_frame (const PoplensGraph *self, gsize item)
{
  for (guint32 i = 0; i < self->frames->len; i++)
    if (poplens_graph_frame_at (self, i)->item == item)
      return i;
  return POPLENS_GRAPH_NONE;
}

/* ---- where they lie ----------------------------------------------------------------------------
 */

static double
title_height (const PoplensGraph *self, guint32 frame)
{
  return poplens_graph_frame_depth (self, frame) > 1 ? POPLENS_GRAPH_TITLE
                                                     : POPLENS_GRAPH_OUTER_TITLE;
}

/* So that the rectangle is in it. */
static void
grow (const PoplensGraph *self, guint32 i, double x0, double y0, double x1, double y1)
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
      grow (self, node->frame, node->x - POPLENS_GRAPH_WIDTH / 2,
            node->y - POPLENS_GRAPH_HEIGHT / 2, node->x + POPLENS_GRAPH_WIDTH / 2,
            node->y + POPLENS_GRAPH_HEIGHT / 2);
  }
  for (guint32 i = 0; i < self->frames->len; i++)
    deepest = MAX (deepest, poplens_graph_frame_depth (self, i));
  for (; deepest > 1; deepest--)
    for (guint32 i = 0; i < self->frames->len; i++) {
      const PoplensGraphFrame *frame = poplens_graph_frame_at (self, i);
      if (frame->width > 0 && frame->parent < self->frames->len &&
          poplens_graph_frame_depth (self, i) == deepest)
        grow (self, frame->parent, frame->x, frame->y, frame->x + frame->width,
              frame->y + frame->height);
    }
}

PoplensRect
poplens_graph_frame_rect (const PoplensChartLayout *self, guint32 frame)
{
  const PoplensGraphFrame *f =
      poplens_graph_frame_at (poplens_graph_data (self->chart)->graph, frame);
  const PoplensGraphLayout *g = self->data;

  return (PoplensRect){g->left + f->x * g->scale, g->top + f->y * g->scale, f->width * g->scale,
                       f->height * g->scale};
}

guint32
poplens_graph_frame_hit (const PoplensChartLayout *self, double x, double y)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  guint32 found = POPLENS_GRAPH_NONE;
  guint depth = 0;

  for (guint32 i = 0; i < graph->frames->len; i++) {
    PoplensRect rect = poplens_graph_frame_rect (self, i);
    if (poplens_rect_contains (&rect, x, y) && poplens_graph_frame_depth (graph, i) > depth) {
      found = i;
      depth = poplens_graph_frame_depth (graph, i);
    }
  }
  return found;
}

/* ---- drawing -----------------------------------------------------------------------------------
 */

static void
add_title (PoplensChartLayout *self, guint32 i, const PoplensRect *r)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  const PoplensGraphFrame *frame = poplens_graph_frame_at (graph, i);
  const PoplensGraphLayout *g = self->data;
  /* Of a large frame the part that is in view. */
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

  if (most < LEAST_TITLE || (!has_room && poplens_graph_frame_depth (graph, i) > 1))
    return;
  g_autofree char *title = poplens_chart_shorten_middle (self, frame->title, most);
  poplens_layout_text (self, title, &spec);
}

/* The outermost first. */
void
poplens_graph_add_frames (PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  guint n = 0;

  for (guint depth = 1; n < graph->frames->len && depth <= graph->frames->len; depth++)
    for (guint32 i = 0; i < graph->frames->len; i++) {
      PoplensRect r = poplens_graph_frame_rect (self, i);
      if (poplens_graph_frame_depth (graph, i) != depth)
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
