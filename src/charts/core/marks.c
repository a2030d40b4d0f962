/* Marks at places of an axis: hits of a search on the strip of a whole chart, and flags that
 * somebody put up. */
#include "charts/core/layout-private.h"

#include "base/search.h"

#include <math.h>

#define FOOT 4
#define PENNANT_WIDTH 9
#define PENNANT_HEIGHT 8

void
poplens_chart_layout_draw_hits (const PoplensChartLayout *self, cairo_t *cr,
                                const double *positions, gsize n)
{
  const PoplensRect *plot = &self->plot;
  double foot = plot->y + plot->height - FOOT;

  if (self->empty || !n)
    return;
  /* A column is asked once, however many hits it holds. */
  for (double x = plot->x; x < plot->x + plot->width; x++) {
    double from = poplens_item_axis_to_position (&self->axis, x);
    double to = poplens_item_axis_to_position (&self->axis, x + 1);
    gsize at = poplens_count_below_real (positions, n, from);
    if (at >= n || positions[at] >= to)
      continue;
    poplens_overlay_fill (self, cr, (PoplensRect){x - 1, foot - 1, 3, FOOT + 1},
                          POPLENS_INK_BACKGROUND, 1);
  }
  for (double x = plot->x; x < plot->x + plot->width; x++) {
    double from = poplens_item_axis_to_position (&self->axis, x);
    double to = poplens_item_axis_to_position (&self->axis, x + 1);
    gsize at = poplens_count_below_real (positions, n, from);
    if (at < n && positions[at] < to)
      poplens_overlay_fill (self, cr, (PoplensRect){x, foot, 1, FOOT}, POPLENS_INK_FOREGROUND, 1);
  }
}

static void
draw_flag (const PoplensChartLayout *self, cairo_t *cr, double x)
{
  const PoplensRect *plot = &self->plot;
  PoplensRect pole = {x, plot->y, 1, plot->height};

  poplens_overlay_fill (self, cr, pole, POPLENS_INK_SELECTION, 0.7);
  poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_SELECTION, 1));
  cairo_new_path (cr);
  cairo_move_to (cr, x, plot->y);
  cairo_line_to (cr, x + PENNANT_WIDTH, plot->y + PENNANT_HEIGHT / 2.0);
  cairo_line_to (cr, x, plot->y + PENNANT_HEIGHT);
  cairo_close_path (cr);
  cairo_fill (cr);
}

void
poplens_chart_layout_draw_flags (const PoplensChartLayout *self, cairo_t *cr,
                                 const double *positions, gsize n)
{
  const PoplensRect *plot = &self->plot;

  for (gsize i = 0; !self->empty && i < n; i++) {
    double x = floor (poplens_item_axis_to_x (&self->axis, positions[i], FALSE));
    if (x >= plot->x && x < plot->x + plot->width)
      draw_flag (self, cr, x);
  }
}
