/* Lines, boxes and labels of a graph, and what the colours stand for. */
#include "charts/graph/graph-private.h"

#include "charts/core/ramp.h"

#include <math.h>

#define LABEL_WIDTH 40
#define LABEL_HEIGHT 14
#define VALUE_HEIGHT 30
#define INSET 5
#define ARROW 7
#define ARROW_HALF 3
/* Scales from which on lines have heads and labels. */
#define HEADS_FROM 0.35
#define LABELS_FROM 0.75
/* look.md 4: quieter than what they join. */
#define LINE_ALPHA 0.55

#define BAR_WIDTH 192
#define BAR_HEIGHT 10
#define BAR_STEPS 64
#define LEGEND 24
#define GAP 10

static PoplensDrawPoint
at (const PoplensChartLayout *self, const PoplensGraphPoint *point)
{
  const PoplensGraphLayout *g = self->data;

  return (PoplensDrawPoint){g->left + point->x * g->scale, g->top + point->y * g->scale};
}

/* ---- lines -------------------------------------------------------------------------------------
 */

static void
add_head (PoplensChartLayout *self, PoplensDrawPoint before, PoplensDrawPoint tip,
          PoplensColor color)
{
  double length = hypot (tip.x - before.x, tip.y - before.y), dx, dy;

  if (!(length > 0))
    return;
  dx = (tip.x - before.x) / length;
  dy = (tip.y - before.y) / length;
  const PoplensDrawPoint head[] = {
      tip,
      {tip.x - dx * ARROW - dy * ARROW_HALF, tip.y - dy * ARROW + dx * ARROW_HALF},
      {tip.x - dx * ARROW + dy * ARROW_HALF, tip.y - dy * ARROW - dx * ARROW_HALF}};
  poplens_layout_points (self, POPLENS_DRAW_SHAPE, -1, color, head, G_N_ELEMENTS (head));
}

static void
add_line (PoplensChartLayout *self, const PoplensGraph *graph, const PoplensGraphEdge *edge)
{
  PoplensColor color = poplens_layout_color (self, POPLENS_INK_FOREGROUND, LINE_ALPHA);
  const PoplensGraphLayout *g = self->data;
  g_autofree PoplensDrawPoint *points = g_new (PoplensDrawPoint, MAX (edge->n, 1));

  if (edge->n < 4)
    return;
  for (guint i = 0; i < edge->n; i++)
    points[i] = at (self, &g_array_index (graph->points, PoplensGraphPoint, edge->first + i));
  poplens_layout_points (self, edge->dotted ? POPLENS_DRAW_DOTTED_CURVES : POPLENS_DRAW_CURVES, -1,
                         color, points, edge->n);
  if (g->scale >= HEADS_FROM)
    add_head (self, points[edge->n - 2], points[edge->n - 1], color);
}

static void
add_line_label (PoplensChartLayout *self, const PoplensGraphEdge *edge)
{
  const PoplensGraphLayout *g = self->data;
  PoplensGraphPoint point = {edge->label_x, edge->label_y};
  PoplensDrawPoint where = at (self, &point);
  PoplensTextSpec spec = {
      where.x, where.y, 0.5, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  if (edge->label && g->scale >= LABELS_FROM)
    poplens_layout_text (self, edge->label, &spec);
}

/* ---- boxes -------------------------------------------------------------------------------------
 */

static gboolean
is_in_view (const PoplensChartLayout *self, const PoplensRect *r)
{
  return r->x < self->plot.x + self->plot.width && r->x + r->width > self->plot.x &&
         r->y < self->plot.y + self->plot.height && r->y + r->height > self->plot.y;
}

static void
add_frame (PoplensChartLayout *self, const PoplensRect *r, double aside, PoplensColor fill)
{
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, 0, fill);
  poplens_layout_box (self, r->x + aside, r->y - aside, r->width, r->height);
  poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, 0,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, LINE_ALPHA));
  poplens_layout_box (self, r->x + aside, r->y - aside, r->width, r->height);
}

static void
add_text (PoplensChartLayout *self, const char *text, double x, double y, double most, guint size,
          PoplensColor color)
{
  PoplensTextSpec spec = {x, y, 0.5, size, POPLENS_INK_FOREGROUND, most, PANGO_ELLIPSIZE_MIDDLE};

  poplens_layout_text (self, text, &spec);
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color = color;
}

static void
add_labels (PoplensChartLayout *self, const PoplensGraphNode *node, const PoplensRect *r,
            PoplensColor color, gboolean has_value)
{
  double most = r->width - 2 * INSET, x = r->x + r->width / 2, y = r->y + r->height / 2;
  g_autofree char *name = poplens_chart_item_name (self->chart, node->item);
  g_autofree char *shorter = NULL;
  PoplensNumber value;
  guint64 cost;

  if (r->width < LABEL_WIDTH || r->height < LABEL_HEIGHT)
    return;
  shorter = poplens_chart_shorten_middle (self, name ? name : "", most);
  has_value = has_value && r->height >= VALUE_HEIGHT;
  add_text (self, shorter, x, has_value ? y - 7 : y, most, POPLENS_TEXT_LABEL, color);
  if (!has_value)
    return;
  cost = poplens_chart_series (self->chart, 0)->values[node->item];
  /* The legend says what it is. */
  if (self->chart->unit == POPLENS_CHART_UNIT_BYTES)
    poplens_chart_format_value (self->chart, value, cost);
  else
    poplens_format_count (value, cost);
  if (poplens_chart_text_width (self, value, POPLENS_TEXT_TICK) <= most)
    add_text (self, value, x, y + 8, most, POPLENS_TEXT_TICK, color);
}

static void
add_box (PoplensChartLayout *self, guint32 i)
{
  const PoplensGraphNode *node = poplens_graph_node (self->chart, i);
  PoplensRect r = poplens_graph_rect (self, i);
  PoplensColor fill = poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1);
  PoplensColor text = poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1);
  double part;
  gboolean known = poplens_graph_part (self, i, &part);

  if (!is_in_view (self, &r))
    return;
  if (known) {
    fill = poplens_ramp (part, self->theme);
    text = poplens_ramp_text (part, self->theme);
  }
  if (node->look == POPLENS_GRAPH_REPEATED && r.width >= LABEL_WIDTH)
    for (guint k = 2; k > 0; k--)
      add_frame (self, &r, k * poplens_graph_behind (self), fill);
  add_frame (self, &r, 0, fill);
  /* A second edge: there is something in it. */
  if (node->look != POPLENS_GRAPH_PLAIN && r.height >= LABEL_HEIGHT) {
    poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, 0,
                          (PoplensColor){text.red, text.green, text.blue, LINE_ALPHA});
    poplens_layout_box (self, r.x + 2, r.y + 2, r.width - 4, r.height - 4);
  }
  add_labels (self, node, &r, text, known);
}

void
poplens_graph_add (PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;

  poplens_graph_add_frames (self);
  for (guint i = 0; i < graph->edges->len; i++)
    add_line (self, graph, &g_array_index (graph->edges, PoplensGraphEdge, i));
  for (guint32 i = 0; i < graph->nodes->len; i++)
    add_box (self, i);
  for (guint i = 0; i < graph->edges->len; i++)
    add_line_label (self, &g_array_index (graph->edges, PoplensGraphEdge, i));
}

/* ---- legend ------------------------------------------------------------------------------------
 */

static double
add_word (PoplensChartLayout *self, const char *text, double x, double y)
{
  PoplensTextSpec spec = {x, y, 0, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  return x + poplens_layout_text (self, text, &spec).width + GAP;
}

/* "Tile cycles  0 ▬▬▬ 12,345 cycles" */
double
poplens_graph_add_legend (PoplensChartLayout *self, double y)
{
  const PoplensGraphLayout *g = self->data;
  double x = self->plot.x, middle = y + LEGEND / 2 - 3, step = (double) BAR_WIDTH / BAR_STEPS;
  PoplensNumber number;

  x = add_word (self, poplens_chart_series (self->chart, 0)->name, x, middle);
  if (!(g->high > 0))
    return LEGEND;
  x = ceil (add_word (self, "0", x, middle));
  for (guint i = 0; i < BAR_STEPS; i++) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, 0,
                          poplens_ramp (i / (BAR_STEPS - 1.0), self->theme));
    poplens_layout_box (self, x + i * step, middle - BAR_HEIGHT / 2.0, step, BAR_HEIGHT);
  }
  poplens_chart_format_value (self->chart, number, (guint64) g->high);
  add_word (self, number, x + BAR_WIDTH + GAP, middle);
  return LEGEND;
}
