/* Draws lines, boxes, labels and legend of a graph. */
#include "charts/graph/graph-private.h"

#include "charts/core/palette.h"

#include <math.h>

#define LABEL_WIDTH 40
#define LABEL_HEIGHT 14
/* Least height in pixels of a box with two lines of text (TWO_LINES) or three (THREE_LINES). */
#define TWO_LINES 28
#define THREE_LINES 42
#define LINE 14
#define INSET 5
#define ARROW 7
#define ARROW_HALF 3
/* Least scale of a graph whose lines have arrow heads (HEADS_FROM) or labels (LABELS_FROM). */
#define HEADS_FROM 0.35
#define LABELS_FROM 0.75
/* Opacity of lines, which are fainter than boxes (look.md 4). */
#define LINE_ALPHA 0.55

#define BAR_WIDTH 192
#define BAR_HEIGHT 10
#define BAR_STEPS 64
#define LEGEND 24
#define GAP 10

/* Opacity of boxes that are coloured by class (look.md 6.1): work in light themes (WORK_PART), work
 * in dark themes (DARK_WORK_PART), and waiting (WAIT_PART). */
#define WORK_PART 0.58
#define DARK_WORK_PART 0.45
#define WAIT_PART 0.17
#define BAND_WIDTH 12

static PoplensDrawPoint
to_plot (const PoplensChartLayout *self, const PoplensGraphPoint *point)
{
  const PoplensGraphLayout *g = self->data;

  return (PoplensDrawPoint){g->left + point->x * g->scale, g->top + point->y * g->scale};
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void
add_arrow_head (PoplensChartLayout *self, PoplensDrawPoint before, PoplensDrawPoint tip,
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
graph_draw_add_line (PoplensChartLayout *self, const PoplensGraph *graph,
                     const PoplensGraphEdge *edge)
{
  PoplensColor color = poplens_layout_color (self, POPLENS_INK_FOREGROUND, LINE_ALPHA);
  const PoplensGraphLayout *g = self->data;
  g_autofree PoplensDrawPoint *points = g_new (PoplensDrawPoint, MAX (edge->n, 1));

  if (edge->n < 4)
    return;
  for (guint i = 0; i < edge->n; i++)
    points[i] = to_plot (self, &g_array_index (graph->points, PoplensGraphPoint, edge->first + i));
  poplens_layout_points (self, edge->dotted ? POPLENS_DRAW_DOTTED_CURVES : POPLENS_DRAW_CURVES, -1,
                         color, points, edge->n);
  if (g->scale >= HEADS_FROM)
    add_arrow_head (self, points[edge->n - 2], points[edge->n - 1], color);
}

static void
add_line_label (PoplensChartLayout *self, const PoplensGraphEdge *edge)
{
  const PoplensGraphLayout *g = self->data;
  PoplensGraphPoint point = {edge->label_x, edge->label_y};
  PoplensDrawPoint where = to_plot (self, &point);
  PoplensTextSpec spec = {
      where.x, where.y, 0.5, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  if (edge->label && g->scale >= LABELS_FROM)
    poplens_layout_text (self, edge->label, &spec);
}

/* ---- boxes ----------------------------------------------------------------------------------- */

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

static gboolean
is_waiting (const PoplensSeries *series)
{
  return series->kind != POPLENS_SERIES_BAND;
}

/* Returns the width of the hatched band at the left of a waiting box; 0 for other boxes. */
static double
band_width (const PoplensChartLayout *self, guint class, const PoplensRect *r)
{
  const PoplensSeries *series = class ? poplens_chart_series (self->chart, class) : NULL;

  return series && is_waiting (series) && series->kind != POPLENS_SERIES_QUIET
             ? MIN (BAND_WIDTH, r->width / 3)
             : 0;
}

/* Returns the longest end of @path that fits into @most pixels, such as "b/c" of "a/b/c". Returns
 * at least the last name. */
static const char *
last_names (const PoplensChartLayout *self, const char *path, double most)
{
  const char *last = strrchr (path, '/');

  last = last && last[1] ? last + 1 : path;
  for (const char *at = last; at > path; at--)
    if (at[-1] == '/') {
      if (poplens_chart_text_width (self, at, POPLENS_TEXT_LABEL) > most)
        break;
      last = at;
    }
  return last;
}

/* Adds lines of text below one another, in the middle of a box. @lines: NULL entries are skipped.
 * @most: width in pixels. */
static void
add_lines (PoplensChartLayout *self, double x, double y, double most, PoplensColor color,
           const char *const lines[3])
{
  guint n = (lines[0] != NULL) + 1 + (lines[2] != NULL);
  double at = y - (n - 1) * LINE / 2.0;

  for (guint l = 0; l < 3; l++) {
    if (!lines[l])
      continue;
    PoplensTextSpec spec = {x,
                            at,
                            0.5,
                            l == 1 ? POPLENS_TEXT_LABEL : POPLENS_TEXT_TICK,
                            POPLENS_INK_FOREGROUND,
                            most,
                            PANGO_ELLIPSIZE_MIDDLE};
    poplens_layout_text (self, lines[l], &spec);
    g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color = color;
    at += LINE;
  }
}

/* Formats the value of a box. @value: buffer for the text. (nullable): NULL if the text is wider
 * than @most pixels. */
static const char *
format_cost (const PoplensChartLayout *self, gsize item, double most, PoplensNumber value)
{
  guint64 cost = poplens_chart_series (self->chart, 0)->values[item];

  if (self->chart->unit == POPLENS_CHART_UNIT_BYTES)
    poplens_chart_format_value (self->chart, value, cost);
  else
    poplens_format_count (value, cost);
  return poplens_chart_text_width (self, value, POPLENS_TEXT_TICK) <= most ? value : NULL;
}

static void
add_labels (PoplensChartLayout *self, guint32 i, const PoplensRect *r, PoplensColor color,
            gboolean has_value)
{
  const PoplensGraphNode *node = poplens_graph_node (self->chart, i);
  double band = band_width (self, poplens_graph_class (self->chart, i), r),
         most = r->width - band - 2 * INSET;
  double x = r->x + (r->width + band) / 2, y = r->y + r->height / 2;
  g_autofree char *name = poplens_chart_item_name (self->chart, node->item);
  g_autofree char *first = NULL;
  g_autofree char *shorter = NULL;
  PoplensNumber value;

  if (r->width < LABEL_WIDTH || r->height < LABEL_HEIGHT)
    return;
  const char *path = name ? name : "", *last = last_names (self, path, most);
  gboolean splits = last > path && r->height >= TWO_LINES;
  if (splits) {
    g_autofree char *before = g_strndup (path, (gsize) (last - path - 1));
    first = poplens_chart_shorten_middle (self, before, most);
  } else {
    shorter = poplens_chart_shorten_middle (self, path, most);
  }
  has_value = has_value && r->height >= (splits ? THREE_LINES : TWO_LINES);
  const char *lines[] = {first, splits ? last : shorter,
                         has_value ? format_cost (self, node->item, most, value) : NULL};
  add_lines (self, x, y, most, color, lines);
}

/* Returns the fill of boxes of @class, mixed with the background to an opaque colour, so that lines
 * below a box do not show through. */
static PoplensColor
class_fill (const PoplensChartLayout *self, guint class)
{
  PoplensColor ink = poplens_layout_series_color (self, class, 1);
  PoplensColor background = poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1);
  double part = is_waiting (poplens_chart_series (self->chart, class)) ? WAIT_PART
                : self->theme.dark                                     ? DARK_WORK_PART
                                                                       : WORK_PART;

  return (PoplensColor){background.red + (ink.red - background.red) * part,
                        background.green + (ink.green - background.green) * part,
                        background.blue + (ink.blue - background.blue) * part, 1};
}

/* Adds the hatched band of a waiting box, which looks like the chip in the legend. */
static void
add_band (PoplensChartLayout *self, guint class, const PoplensRect *r)
{
  double width = band_width (self, class, r);

  if (!(width > 0))
    return;
  poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_FURNITURE, (int) class,
                        poplens_layout_series_color (self, class, POPLENS_FILL_ALPHA));
  poplens_layout_box (self, r->x, r->y, width, r->height);
}

static void
graph_add_box (PoplensChartLayout *self, guint32 i)
{
  const PoplensGraphNode *node = poplens_graph_node (self->chart, i);
  PoplensRect r = poplens_graph_rect (self, i);
  PoplensColor fill = poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1);
  PoplensColor text = poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1);
  double part;
  gboolean known = poplens_graph_part (self, i, &part);
  guint class = poplens_graph_class (self->chart, i);

  if (!is_in_view (self, &r))
    return;
  if (class) {
    fill = class_fill (self, class);
  } else if (known && !poplens_graph_data (self->chart)->classes) {
    fill = poplens_ramp (part, self->theme);
    text = poplens_ramp_text (part, self->theme);
  }
  if (node->look == POPLENS_GRAPH_REPEATED && r.width >= LABEL_WIDTH)
    for (guint k = 2; k > 0; k--)
      add_frame (self, &r, k * poplens_graph_behind (self), fill);
  add_frame (self, &r, 0, fill);
  if (class)
    add_band (self, class, &r);
  /* A second outline shows that the box contains other boxes. */
  if (node->look != POPLENS_GRAPH_PLAIN && r.height >= LABEL_HEIGHT) {
    poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, 0,
                          (PoplensColor){text.red, text.green, text.blue, LINE_ALPHA});
    poplens_layout_box (self, r.x + 2, r.y + 2, r.width - 4, r.height - 4);
  }
  add_labels (self, i, &r, text, known);
}

void
poplens_graph_add (PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;

  poplens_graph_add_frames (self);
  for (guint i = 0; i < graph->edges->len; i++)
    graph_draw_add_line (self, graph, &g_array_index (graph->edges, PoplensGraphEdge, i));
  for (guint32 i = 0; i < graph->nodes->len; i++)
    graph_add_box (self, i);
  for (guint i = 0; i < graph->edges->len; i++)
    add_line_label (self, &g_array_index (graph->edges, PoplensGraphEdge, i));
}

/* ---- legend ---------------------------------------------------------------------------------- */

static double
add_word (PoplensChartLayout *self, const char *text, double x, double y)
{
  PoplensTextSpec spec = {x, y, 0, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  return x + poplens_layout_text (self, text, &spec).width + GAP;
}

/* Adds a legend of the classes, in as many rows as they need. Returns its height. */
static double
add_classes (PoplensChartLayout *self, double y)
{
  double left = self->plot.x, x = left, middle = y + LEGEND / 2 - 3, top = y;

  for (guint s = 1; s < self->chart->series->len; s++) {
    const char *name = poplens_chart_series (self->chart, s)->name;
    double width = poplens_chart_text_width (self, name, POPLENS_TEXT_TICK) + 2 * GAP;
    if (x > left && x + width > left + self->plot.width) {
      x = left;
      y += LEGEND;
      middle += LEGEND;
    }
    x += poplens_layout_swatch (self, s, x, middle) + GAP / 2;
    x = add_word (self, name, x, middle) + GAP;
  }
  return y + LEGEND - top;
}

/* TRUE if the value of any box is above the end of the colour scale. */
static gboolean
has_more (const PoplensChartLayout *self)
{
  const PoplensGraph *graph = poplens_graph_data (self->chart)->graph;
  const PoplensSeries *series = poplens_chart_series (self->chart, 0);

  for (guint32 i = 0; series->values && i < graph->nodes->len; i++)
    if ((double) series->values[poplens_graph_node (self->chart, i)->item] >
        ((const PoplensGraphLayout *) self->data)->high)
      return TRUE;
  return FALSE;
}

/* Adds the legend: "Tile cycles  0 ▬▬▬ 12,345 cycles". Returns its height. */
double
poplens_graph_add_legend (PoplensChartLayout *self, double y)
{
  const PoplensGraphLayout *g = self->data;
  double x = self->plot.x, middle = y + LEGEND / 2 - 3, step = (double) BAR_WIDTH / BAR_STEPS;
  PoplensNumber number;

  if (poplens_graph_data (self->chart)->classes)
    return add_classes (self, y);
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
  g_autofree char *end = g_strdup_printf (has_more (self) ? "≥ %s" : "%s", number);
  add_word (self, end, x + BAR_WIDTH + GAP, middle);
  return LEGEND;
}
