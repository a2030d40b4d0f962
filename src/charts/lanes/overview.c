/* The strip of the whole chart: a quiet silhouette, what is out of view shaded, two handles. */
#include "charts/core/layout-private.h"

#include <math.h>

#define HANDLE_WIDTH 9
#define HANDLE_REACH 4 /* beyond its sides, for the pointer */
#define MARGIN 2
#define GAP 3

/* What is highest in @cell: the stack, or where there is none the highest line. */
static void
silhouette_of (const PoplensChart *chart, const PoplensCell *cell, double *low, double *high)
{
  *low = G_MAXDOUBLE;
  *high = 0;
  for (gsize i = cell->from; i < cell->to; i++) {
    double value = chart->totals ? chart->totals[i] : 0;
    for (guint s = 0; !chart->totals && s < chart->series->len; s++)
      if (poplens_series_is_drawn (poplens_chart_series (chart, s)))
        value = MAX (value, (double) poplens_chart_series (chart, s)->values[i]);
    *low = MIN (*low, value);
    *high = MAX (*high, value);
  }
}

static void
add_silhouette (PoplensChartLayout *self, const GArray *cells)
{
  double base = self->plot.y + self->plot.height;
  g_autofree double *low = g_new (double, cells->len), *high = g_new (double, cells->len);

  for (guint c = 0; c < cells->len; c++)
    silhouette_of (self->chart, &g_array_index (cells, PoplensCell, c), &low[c], &high[c]);
  /* To the silhouette itself: a line far above it is not drawn here. */
  self->scale.top = 1;
  for (guint c = 0; c < cells->len; c++)
    self->scale.top = MAX (self->scale.top, high[c] * 1.05);
  for (guint part = POPLENS_PART_LOW; part <= POPLENS_PART_HIGH; part++) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, part, -1,
                          poplens_layout_color (self, POPLENS_INK_FOREGROUND,
                                                part == POPLENS_PART_LOW ? 0.30 : 0.18));
    for (guint c = 0; c < cells->len; c++) {
      const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
      double middle = poplens_layout_value_to_y (self, low[c]);
      double top = MIN (poplens_layout_value_to_y (self, high[c]), base - (high[c] > 0));
      if (part == POPLENS_PART_LOW)
        poplens_layout_box (self, cell->x0, middle, cell->x1 - cell->x0, base - middle);
      else
        poplens_layout_box (self, cell->x0, top, cell->x1 - cell->x0, middle - top);
    }
  }
}

static void
add_handle (PoplensChartLayout *self, double x, PoplensChartHitArea area)
{
  double height = MIN (floor (self->plot.height * 0.62), 22);
  double y = self->plot.y + floor ((self->plot.height - height) / 2);
  double left = x - HANDLE_WIDTH / 2;
  PoplensRect zone = {left - HANDLE_REACH, 0, HANDLE_WIDTH + 2 * HANDLE_REACH, self->height};

  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  poplens_layout_box (self, left, y, HANDLE_WIDTH, height);
  poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 1));
  poplens_layout_box (self, left, y, HANDLE_WIDTH, height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 1));
  poplens_layout_box (self, x - 2, y + 5, 1, height - 10);
  poplens_layout_box (self, x + 1, y + 5, 1, height - 10);
  poplens_layout_zone (self, zone, area, -1);
}

static void
add_window (PoplensChartLayout *self)
{
  const PoplensRect *plot = &self->plot, *window = &self->window;
  double right = window->x + window->width;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.55));
  poplens_layout_box (self, plot->x, plot->y, window->x - plot->x, plot->height);
  poplens_layout_box (self, right, plot->y, plot->x + plot->width - right, plot->height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.07));
  poplens_layout_box (self, plot->x, plot->y, window->x - plot->x, plot->height);
  poplens_layout_box (self, right, plot->y, plot->x + plot->width - right, plot->height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.8));
  poplens_layout_box (self, plot->x, plot->y + plot->height, plot->width, 1);
  poplens_layout_box (self, window->x, plot->y - 1, window->width, 1);
  poplens_layout_box (self, window->x, plot->y - 1, 1, plot->height + 2);
  poplens_layout_box (self, right - 1, plot->y - 1, 1, plot->height + 2);
  poplens_layout_zone (self, *window, POPLENS_CHART_HIT_WINDOW, -1);
  add_handle (self, window->x, POPLENS_CHART_HIT_HANDLE_FROM);
  add_handle (self, right, POPLENS_CHART_HIT_HANDLE_TO);
}

void
poplens_overview_place_window (PoplensChartLayout *self)
{
  double x0 = round (poplens_item_axis_to_x (&self->axis, self->view.from, FALSE));
  double x1 = MAX (round (poplens_item_axis_to_x (&self->axis, self->view.to, TRUE)), x0 + 2);

  self->window = (PoplensRect){x0, self->plot.y, x1 - x0, self->plot.height};
}

void
poplens_overview_add_window (PoplensChartLayout *self)
{
  self->below.boxes = self->boxes->len;
  self->below.ops = self->ops->len;
  self->below.zones = self->zones->len;
  add_window (self);
}

void
poplens_chart_layout_move_overview (PoplensChartLayout *self, const PoplensChartView *view)
{
  g_return_if_fail (self->overview);
  self->view = poplens_chart_view_clamp (self->chart, *view);
  if (!poplens_chart_has_overview (self->chart))
    return;
  poplens_overview_place_window (self);
  if (self->empty)
    return;
  g_array_set_size (self->boxes, self->below.boxes);
  g_array_set_size (self->ops, self->below.ops);
  g_array_set_size (self->zones, self->below.zones);
  add_window (self);
}

void
poplens_layout_overview (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double width = self->width - POPLENS_GUTTER - POPLENS_PADDING;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  g_autoptr (GArray) cells = NULL;

  /* Under the same gutter as the chart, so that both line up. */
  self->plot =
      (PoplensRect){POPLENS_GUTTER, MARGIN, MAX (width, 1), MAX (self->height - 2 * MARGIN - 1, 1)};
  poplens_item_axis_init (&self->axis, chart, 0, MAX (chart->n_items, 1), self->plot.x,
                          self->plot.width, GAP);
  poplens_overview_place_window (self);
  self->empty = reason != NULL;
  if (reason)
    return;
  cells = poplens_cells_new (&self->axis, chart->n_items);
  add_silhouette (self, cells);
  poplens_overview_add_window (self);
}
