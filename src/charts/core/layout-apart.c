/* Puts lines that would dominate the scale of an AREAS chart into a separate plot. Also labels long
 * constant stretches of lines, and single spikes. */
#include "charts/core/layout-private.h"

#include <math.h>

/* Lines that are more than this many times as high as the bands get a separate plot. */
#define APART_FROM 2
#define APART_SHARE 0.22
#define APART_LEAST 48
#define APART_MOST 90
/* Pixels between the plot of lines and the plot of bands below it, for the title of the latter. */
#define BREAK 24
#define LOWER_LEAST 60
#define ZIGZAG 18
#define ZIGZAG_HEIGHT 4

gboolean
poplens_layout_place_apart (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double height = CLAMP (round (self->plot.height * APART_SHARE), APART_LEAST, APART_MOST);

  if (!chart->apart_title || self->view.limit_to_scale || chart->max_stack <= 0 ||
      chart->max_value <= APART_FROM * chart->max_stack ||
      self->plot.height < height + BREAK + LOWER_LEAST)
    return FALSE;
  self->apart.plot = self->plot;
  self->apart.plot.height = height;
  self->plot.y += height + BREAK;
  self->plot.height -= height + BREAK;
  return TRUE;
}

void
poplens_layout_swap_apart (PoplensChartLayout *self)
{
  PoplensRect plot = self->plot;
  PoplensValueScale scale = self->scale;

  self->plot = self->apart.plot;
  self->scale = self->apart.scale;
  self->apart.plot = plot;
  self->apart.scale = scale;
}

void
poplens_layout_break_mark (PoplensChartLayout *self, double x, double y)
{
  static const double rises[] = {0, -1, 1, 0};
  PoplensDrawPoint points[1 + 3 * (G_N_ELEMENTS (rises) - 1)] = {{x, y}};

  /* Make each curve a straight segment: its control points are its end points. */
  for (guint i = 1; i < G_N_ELEMENTS (rises); i++) {
    PoplensDrawPoint from = points[3 * (i - 1)];
    PoplensDrawPoint to = {x + ZIGZAG * i / (G_N_ELEMENTS (rises) - 1.0),
                           y + ZIGZAG_HEIGHT * rises[i]};
    points[3 * i - 2] = from;
    points[3 * i - 1] = points[3 * i] = to;
  }
  poplens_layout_points (self, POPLENS_DRAW_CURVES, -1,
                         poplens_layout_color (self, POPLENS_INK_DIM, 1), points,
                         G_N_ELEMENTS (points));
}

/* ---- constant stretches ---------------------------------------------------------------------- */

#define STRETCH_SHARE 0.08
#define INSET 12
#define PLATE 4
#define LINE 16

/* TRUE if values look equal: within half a percent. */
static gboolean
is_alike (guint64 a, guint64 b)
{
  return MAX (a, b) - MIN (a, b) <= MAX (a, b) / 200;
}

/* Names a range of items: "tiles 0 to 275". If the numbers of items are not consecutive, only says
 * how many: "276 tiles". (transfer full) */
static char *
name_items (const PoplensChart *chart, gsize from, gsize to)
{
  g_autofree char *plural = poplens_format_plural (chart->item_name);
  PoplensNumber first, last;

  if (chart->numbers && !chart->counts)
    return g_strdup (poplens_format_items (first, to - from, chart->item_name));
  return g_strdup_printf ("%s %s to %s", plural, poplens_chart_get_item_label (chart, from, first),
                          poplens_chart_get_item_label (chart, to - 1, last));
}

static void
add_stretch (PoplensChartLayout *self, const PoplensSeries *line, gsize from, gsize to)
{
  double x0 = poplens_item_axis_to_x (&self->axis, from, FALSE);
  double x1 = poplens_item_axis_to_x (&self->axis, to, TRUE);
  double top = poplens_layout_value_to_y (self, line->values[from]);
  PoplensTextSpec spec = {x0 + INSET,
                          (top + self->plot.y + self->plot.height) / 2,
                          0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_FOREGROUND,
                          0,
                          PANGO_ELLIPSIZE_NONE};
  PoplensNumber value;

  if (x1 - x0 < self->plot.width * STRETCH_SHARE || self->plot.y + self->plot.height - top < LINE)
    return;
  g_autofree char *items = name_items (self->chart, from, to);
  g_autofree char *text = g_strdup_printf (
      "%s, %s", poplens_chart_format_value (self->chart, value, line->values[from]), items);
  double width = poplens_chart_text_width (self, text, spec.size);
  if (width > x1 - x0 - 2 * INSET)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
  poplens_layout_box (self, spec.x - PLATE, spec.y - LINE / 2, width + 2 * PLATE, LINE);
  poplens_layout_text (self, text, &spec);
}

static gboolean
begins_group (const PoplensChart *chart, gsize item)
{
  for (guint i = 0; i < chart->groups->len; i++)
    if (g_array_index (chart->groups, PoplensItemGroup, i).first == item)
      return TRUE;
  return FALSE;
}

void
poplens_layout_stretches (PoplensChartLayout *self)
{
  gsize first = (gsize) MAX (floor (self->view.from), 0);
  gsize end = MIN ((gsize) ceil (self->view.to), self->chart->n_items);

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *line = poplens_chart_series (self->chart, s);
    gsize from = first;
    if (!poplens_series_is_drawn (line) || poplens_series_is_stacked (self->chart, line))
      continue;
    for (gsize i = first; i < end; i++)
      if (i + 1 == end || !is_alike (line->values[i + 1], line->values[from]) ||
          begins_group (self->chart, i + 1)) {
        add_stretch (self, line, from, i + 1);
        from = i + 1;
      }
  }
}

/* ---- a spike --------------------------------------------------------------------------------- */

/* A spike has at most SPIKE_ITEMS items. The highest is at least SPIKE_OVER times as high as any
 * item outside the spike. */
#define SPIKE_ITEMS 4
#define SPIKE_OVER 1.25
#define BESIDE 6

/* Returns the highest value of an item in the plot of the bands. */
static double
height_of (const PoplensChartLayout *self, gsize item)
{
  return self->apart.plot.height > 0 ? self->chart->totals[item]
                                     : poplens_chart_top (self->chart, item);
}

/* Finds the highest item, if it is a spike: a few items much higher than all others. FALSE if it is
 * not a spike. */
static gboolean
find_spike (const PoplensChartLayout *self, gsize *item)
{
  gsize n = self->chart->n_items, n_high = 0;

  *item = 0;
  for (gsize i = 1; i < n; i++)
    if (height_of (self, i) > height_of (self, *item))
      *item = i;
  for (gsize i = 0; i < n; i++)
    n_high += height_of (self, i) * SPIKE_OVER > height_of (self, *item);
  return n > SPIKE_ITEMS * SPIKE_ITEMS && n_high <= SPIKE_ITEMS && height_of (self, *item) > 0;
}

void
poplens_layout_spike (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  PoplensTextSpec spec = {
      0, 0, 0, POPLENS_TEXT_TICK, POPLENS_INK_FOREGROUND, 0, PANGO_ELLIPSIZE_NONE};
  PoplensNumber value, number;
  gsize item;

  if (!chart->apart_title || !find_spike (self, &item) || (double) item + 1 <= self->view.from ||
      (double) item >= self->view.to)
    return;
  g_autofree char *text = g_strdup_printf (
      "%s %s, %s", chart->item_name, poplens_chart_get_item_label (chart, item, number),
      poplens_chart_format_value (chart, value, (guint64) height_of (self, item)));
  double width = poplens_chart_text_width (self, text, spec.size);
  double right = poplens_item_axis_to_x (&self->axis, item + 1, TRUE) + BESIDE;
  if (right + width > self->plot.x + self->plot.width)
    right = poplens_item_axis_to_x (&self->axis, item, FALSE) - BESIDE - width;
  spec.x = right;
  spec.y = poplens_layout_value_to_y (self, height_of (self, item)) + LINE / 2;
  poplens_layout_text (self, text, &spec);
}
