/* What lies under a point. */
#include "charts/difference/difference.h"
#include "charts/floor/floor-private.h"
#include "charts/lanes/lanes-private.h"
#include "charts/treemap/treemap-private.h"

#include <math.h>

/* How near to a line counts as on it. */
#define LINE_REACH 4

static gboolean
contains (const PoplensRect *rect, double x, double y)
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
    if (!poplens_series_is_drawn (series) || poplens_series_is_stacked (self->chart, series))
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

static PoplensChartHit
hit_areas (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_ITEM, item_at (self, x, poplens_chart_top), -1};
  double part = (self->plot.y + self->plot.height - y) / self->plot.height;

  if (part < 0) {
    hit.item = item_at (self, x, difference_of);
    return hit;
  }
  hit.series = line_at (self, hit.item, y);
  if (hit.series < 0)
    hit.series = band_at (self->chart, hit.item, part * self->scale.top);
  return hit;
}

static PoplensChartHit
hit_bars (const PoplensChartLayout *self, double x, double y)
{
  gsize item = (gsize) poplens_item_axis_to_position (&self->axis, y);
  PoplensChartHit hit = {POPLENS_CHART_HIT_ITEM, MIN (item, self->chart->n_items - 1), -1};

  if (x >= self->plot.x)
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
  PoplensRect rows = {0, self->plot.y, self->width, self->plot.height};
  PoplensRect plot = poplens_layout_whole_plot (self);
  gboolean bars = self->chart->kind == POPLENS_CHART_KIND_BARS && !self->overview;

  for (guint i = self->zones->len; i-- > 0;) {
    const PoplensHitZone *zone = &g_array_index (self->zones, PoplensHitZone, i);
    if (contains (&zone->rect, x, y))
      return zone_hit (zone);
  }
  if (self->chart->lanes)
    return self->empty || self->overview ? none : poplens_lane_hit (self, x, y);
  if (self->chart->floor)
    return self->empty ? none : poplens_floor_hit (self, x, y);
  if (self->chart->treemap)
    return self->empty ? none : poplens_treemap_hit (self, x, y);
  if (self->empty || !self->axis.runs || !contains (bars ? &rows : &plot, x, y))
    return none;
  if (bars)
    return hit_bars (self, x, y);
  if (self->overview)
    return (PoplensChartHit){POPLENS_CHART_HIT_ITEM, item_at (self, x, poplens_chart_top), -1};
  return in_gap (self, x) ? none : hit_areas (self, x, y);
}

/* The item's stripe across the plot, or its row. */
static gboolean
stripe_of (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  gboolean bars = self->chart->kind == POPLENS_CHART_KIND_BARS;
  PoplensRect plot = poplens_layout_whole_plot (self);
  double a, b;

  if (!self->axis.runs || item >= self->chart->n_items ||
      (!bars && ((double) item + 1 <= self->view.from || (double) item >= self->view.to)))
    return FALSE;
  a = poplens_item_axis_to_x (&self->axis, (double) item, FALSE);
  b = poplens_item_axis_to_x (&self->axis, (double) item + 1, TRUE);
  *rect = bars ? (PoplensRect){self->plot.x, a, self->plot.width, b - a}
               : (PoplensRect){a, plot.y, b - a, plot.height};
  return TRUE;
}

gboolean
poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x, double *y,
                                double *width, double *height)
{
  PoplensRect rect;
  gboolean found;

  if (self->empty || self->overview)
    return FALSE;
  if (self->chart->floor)
    found = poplens_floor_item_rect (self, item, &rect);
  else if (self->chart->treemap)
    found = poplens_treemap_item_rect (self, item, &rect);
  else if (self->chart->lanes)
    found = self->chart->lanes->blocks && item < self->chart->lanes->blocks->n &&
            poplens_lane_rect (self, poplens_lane_slot (self->chart->lanes->blocks, item), &rect);
  else
    found = stripe_of (self, item, &rect);
  if (!found)
    return FALSE;
  *x = rect.x;
  *y = rect.y;
  *width = rect.width;
  *height = rect.height;
  return TRUE;
}
