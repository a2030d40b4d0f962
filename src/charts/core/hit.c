/* What lies under a point. */
#include "charts/difference/difference.h"

#include <math.h>

/* How near to a line counts as on it. */
#define LINE_REACH 4

gboolean
poplens_rect_contains (const PoplensRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

/* How far from zero the item's picture reaches in the plot of the difference. */
static double
difference_of (const PoplensChart *chart, gsize item)
{
  gint64 value;

  return poplens_chart_get_difference (chart, item, &value) ? fabs ((double) value) : -1;
}

/* The item that @reach says is drawn furthest in the pixel column at @x: that is the one to see. */
static gsize
item_at (const PoplensChartLayout *self, double x,
         double (*reach) (const PoplensChart *chart, gsize item))
{
  gsize n = self->chart->n_items;
  gsize item = (gsize) MIN (poplens_item_axis_to_position (&self->axis, x), (double) n - 1), end;

  if (self->axis.scale >= 1)
    return item;
  item =
      (gsize) MIN (ceil (poplens_item_axis_to_position (&self->axis, floor (x))), (double) n - 1);
  end = (gsize) MIN (ceil (poplens_item_axis_to_position (&self->axis, floor (x) + 1)), (double) n);
  for (gsize i = item + 1; i < end; i++)
    if (reach (self->chart, i) > reach (self->chart, item))
      item = i;
  return item;
}

static gboolean
in_gap (const PoplensChartLayout *self, double along)
{
  for (guint i = 0; i < self->axis.runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (self->axis.runs, PoplensAxisRun, i);
    /* A pixel is drawn where its border rounds to. */
    if (along >= floor (run->x0) && along < ceil (run->x1))
      return FALSE;
  }
  return TRUE;
}

static int
line_at (const PoplensChartLayout *self, gsize item, double y)
{
  for (guint s = self->chart->series->len; s-- > 0;) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    if (!poplens_series_is_drawn (series) || poplens_series_is_stacked (self->chart, series) ||
        poplens_series_is_absent (series, item))
      continue;
    if (fabs (poplens_layout_value_to_y (self, series->values[item]) + 0.5 - y) <= LINE_REACH)
      return s;
  }
  return -1;
}

/* The band of @item that holds @value, or -1 above the stack. */
static int
band_at (const PoplensChart *chart, gsize item, double value)
{
  double sum = 0;

  for (guint s = 0; s < chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (chart, s);
    if (!poplens_series_is_stacked (chart, series))
      continue;
    sum += (double) series->values[item];
    if (value < sum)
      return s;
  }
  return -1;
}

PoplensChartHit
poplens_areas_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  PoplensRect plot = poplens_layout_whole_plot (self);
  double part = (self->plot.y + self->plot.height - y) / self->plot.height;

  if (!poplens_rect_contains (&plot, x, y) || (in_gap (self, x) && !self->overview))
    return hit;
  hit.area = POPLENS_CHART_HIT_ITEM;
  hit.item = item_at (self, x, poplens_chart_top);
  if (self->overview)
    return hit;
  if (part < 0) {
    hit.item = item_at (self, x, difference_of);
    return hit;
  }
  hit.series = line_at (self, hit.item, y);
  if (hit.series < 0)
    hit.series = band_at (self->chart, hit.item, part * self->scale.top);
  return hit;
}

PoplensChartHit
poplens_bars_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  PoplensRect rows = {0, self->plot.y, self->width, self->plot.height};

  if (!poplens_rect_contains (&rows, x, y))
    return hit;
  hit.area = POPLENS_CHART_HIT_ITEM;
  hit.item = MIN ((gsize) poplens_item_axis_to_position (&self->axis, y), self->chart->n_items - 1);
  if (x >= self->plot.x && !poplens_difference_has_parts (self->chart))
    hit.series =
        band_at (self->chart, hit.item, (x - self->plot.x) / self->plot.width * self->scale.top);
  return hit;
}

static PoplensChartHit
zone_hit (const PoplensHitZone *zone)
{
  if (zone->area >= POPLENS_CHART_HIT_GROUP)
    return (PoplensChartHit){zone->area, (gsize) zone->series, -1, 0};
  return (PoplensChartHit){zone->area, 0, zone->series, 0};
}

PoplensChartHit
poplens_chart_layout_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit none = {POPLENS_CHART_HIT_NONE, 0, -1, 0};

  for (guint i = self->zones->len; i-- > 0;) {
    const PoplensHitZone *zone = &g_array_index (self->zones, PoplensHitZone, i);
    if (poplens_rect_contains (&zone->rect, x, y))
      return zone_hit (zone);
  }
  return self->empty ? none : self->chart->kind->hit (self, x, y);
}

gboolean
poplens_item_stripe (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  PoplensRect plot = poplens_layout_whole_plot (self);
  double a, b;

  if (item >= self->chart->n_items ||
      (!self->down && ((double) item + 1 <= self->view.from || (double) item >= self->view.to)))
    return FALSE;
  a = poplens_item_axis_to_x (&self->axis, (double) item, FALSE);
  b = poplens_item_axis_to_x (&self->axis, (double) item + 1, TRUE);
  *rect = self->down ? (PoplensRect){self->plot.x, a, self->plot.width, b - a}
                     : (PoplensRect){a, plot.y, b - a, plot.height};
  return TRUE;
}

gboolean
poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x, double *y,
                                double *width, double *height)
{
  PoplensRect rect;

  if (self->empty || self->overview || !self->chart->kind->item_rect (self, item, &rect))
    return FALSE;
  *x = rect.x;
  *y = rect.y;
  *width = rect.width;
  *height = rect.height;
  return TRUE;
}
