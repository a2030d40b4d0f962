/* Views: clamping, zoom, pan, folds, and the overview of the whole chart. */
#include "charts/core/layout-private.h"

#include <float.h>
#include <math.h>

/* ---- overview -------------------------------------------------------------------------------- */

/* Width in pixels of the two handles at the ends of an overview's visible range. */
#define HANDLE_WIDTH 9
#define HANDLE_REACH 4 /* pixels beside a handle that count as a hit */
#define MARGIN 2
#define GAP 3

/* Finds the lowest and highest value of the items in @cell. The value of an item is the sum of its
 * bands or, in a chart without bands, its highest line. */
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
  /* Scale the axis to the drawn values: the overview omits lines that are far above the bands. */
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

  /* Use the same gutter as the chart, so that both plots are aligned. */
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

/* ---- view ------------------------------------------------------------------------------------ */

#define LEAST_SPAN 4.0
/* Margin on each side of a fitted range, as a fraction of the range. */
#define FIT_MARGIN 0.04

/* Converts a view from positions on the axis without folded ranges to real positions. Views are
 * computed without folded ranges, because that axis is linear. */
static void
unfold_view (const PoplensChart *chart, PoplensChartView *view)
{
  if (!chart->kind->unfold)
    return;
  view->from = chart->kind->unfold (chart, view->from, FALSE);
  view->to = chart->kind->unfold (chart, view->to, TRUE);
}

static double
fold_position (const PoplensChart *chart, double position)
{
  return chart->kind->fold ? chart->kind->fold (chart, position) : position;
}

static void
fold_view (const PoplensChart *chart, PoplensChartView *view)
{
  view->from = fold_position (chart, view->from);
  view->to = fold_position (chart, view->to);
}

PoplensChartView
poplens_chart_view_all (const PoplensChart *chart)
{
  PoplensChartView all = {0, MAX (chart->n_items, 1)};

  if (chart->kind->get_extent)
    chart->kind->get_extent (chart, &all.from, &all.to);
  return all;
}

PoplensChartView
poplens_chart_view_opening (const PoplensChart *chart)
{
  PoplensChartView view = poplens_chart_view_all (chart);

  if (!chart->kind->get_opening || !chart->kind->get_opening (chart, &view.from, &view.to))
    return view;
  return poplens_chart_view_clamp (chart, view);
}

/* Returns the view of the whole chart, on the axis without folded ranges. */
static PoplensChartView
whole_view (const PoplensChart *chart)
{
  PoplensChartView all = poplens_chart_view_all (chart);

  fold_view (chart, &all);
  return all;
}

/* Returns the largest rounding error of converting a position to the axis without folds and back.
 * */
static double
lost_by_folds (const PoplensChart *chart)
{
  PoplensChartView all = poplens_chart_view_all (chart);

  return 8 * DBL_EPSILON * MAX (fabs (all.from), fabs (all.to));
}

/* Clamps @view to the chart. Its positions are on the axis without folded ranges. TRUE if this
 * changes the view by more than a rounding error. */
static gboolean
clamp_folded (const PoplensChart *chart, PoplensChartView *view)
{
  PoplensChartView all = whole_view (chart), old = *view;
  double lost = lost_by_folds (chart);
  double most = all.to - all.from, least = MIN (LEAST_SPAN, most), span = view->to - view->from;

  /* Show the whole chart if the view is too long or invalid, for example NaN. */
  if (!isfinite (view->from) || !isfinite (view->to) || !(span > 0) || span >= most) {
    view->from = all.from;
    view->to = all.to;
    return TRUE;
  }
  if (span < least) {
    view->from -= (least - span) / 2;
    span = least;
  }
  view->from = CLAMP (view->from, all.from, all.to - span);
  view->to = MIN (view->from + span, all.to);
  return fabs (view->from - old.from) > lost || fabs (view->to - old.to) > lost;
}

PoplensChartView
poplens_chart_clamp_to_axis (const PoplensChart *chart, PoplensChartView view)
{
  PoplensChartView folded = view, all = poplens_chart_view_all (chart);

  fold_view (chart, &folded);
  /* Return a valid view unchanged: converting its positions would add rounding errors. */
  if (!clamp_folded (chart, &folded) && view.from >= all.from && view.to <= all.to)
    return view;
  unfold_view (chart, &folded);
  view.from = MAX (folded.from, all.from);
  view.to = MIN (folded.to, all.to);
  return view;
}

PoplensChartView
poplens_chart_view_clamp (const PoplensChart *chart, PoplensChartView view)
{
  return chart->kind->clamp_view ? chart->kind->clamp_view (chart, view)
                                 : poplens_chart_clamp_to_axis (chart, view);
}

PoplensChartView
poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view, double factor,
                         double about)
{
  PoplensChartView old = poplens_chart_view_clamp (chart, view), all = whole_view (chart);
  double most = all.to - all.from, span, part;

  if (!isfinite (factor) || factor <= 0 || !isfinite (about))
    return old;
  fold_view (chart, &old);
  about = CLAMP (fold_position (chart, about), old.from, old.to);
  part = (about - old.from) / (old.to - old.from);
  /* Clamp the span before .from is computed, so that position @about stays in place even at the
   * largest zoom. */
  span = CLAMP ((old.to - old.from) / factor, MIN (LEAST_SPAN, most), most);
  old.from = about - part * span;
  old.to = old.from + span;
  clamp_folded (chart, &old);
  unfold_view (chart, &old);
  return poplens_chart_view_clamp (chart, old);
}

PoplensChartView
poplens_chart_view_pan (const PoplensChart *chart, PoplensChartView view, double items)
{
  view = poplens_chart_view_clamp (chart, view);
  if (isfinite (items)) {
    fold_view (chart, &view);
    view.from += items;
    view.to += items;
    clamp_folded (chart, &view);
    unfold_view (chart, &view);
  }
  return poplens_chart_view_clamp (chart, view);
}

PoplensChartView
poplens_chart_view_fit_span (const PoplensChart *chart, PoplensChartView view, double from,
                             double to)
{
  PoplensChartView all = whole_view (chart);
  double margin;

  if (!(from < to) || !isfinite (from) || !isfinite (to))
    return poplens_chart_view_clamp (chart, view);
  from = fold_position (chart, from);
  to = fold_position (chart, to);
  margin = (to - from) * FIT_MARGIN;
  /* Cut the margin off at the end of the chart. Otherwise, clamping would shift the view. */
  view.from = MAX (from - margin, all.from);
  view.to = MIN (to + margin, all.to);
  clamp_folded (chart, &view);
  unfold_view (chart, &view);
  return poplens_chart_view_clamp (chart, view);
}

/* Fits the view to all of @ranges together, which need not be adjacent. */
static PoplensChartView
fit_ranges (const PoplensChart *chart, PoplensChartView view, const PoplensItemRange *ranges,
            guint n)
{
  double low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < n; i++) {
    PoplensItemRange range = {ranges[i].from, MIN (ranges[i].to, chart->n_items)};
    double from = (double) range.from, to = (double) range.to;
    if (range.from >= range.to)
      continue;
    if (chart->kind->get_span)
      chart->kind->get_span (chart, range, &from, &to);
    low = MIN (low, from);
    high = MAX (high, to);
  }
  return poplens_chart_view_fit_span (chart, view, low, high);
}

PoplensChartView
poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view, PoplensItemRange range)
{
  return fit_ranges (chart, view, &range, 1);
}

char *
poplens_chart_view_describe (const PoplensChart *chart, const PoplensChartView *view)
{
  GString *out;

  if (!chart->kind->describe_view)
    return poplens_chart_describe_span (chart, view->from, view->to);
  out = g_string_new (NULL);
  chart->kind->describe_view (chart, out, view);
  return g_string_free (out, FALSE);
}

PoplensChartView
poplens_chart_layout_zoom (const PoplensChartLayout *self, double factor, double x, double y)
{
  if (self->chart->kind->zoom)
    return self->chart->kind->zoom (self, factor, x, y);
  return poplens_chart_view_zoom (self->chart, self->view, factor,
                                  poplens_chart_layout_x_to_position (self, x));
}

PoplensChartView
poplens_chart_layout_pan (const PoplensChartLayout *self, double dx, double dy)
{
  double span = self->view.to - self->view.from;

  if (self->chart->kind->pan)
    return self->chart->kind->pan (self, dx, dy);
  return poplens_chart_view_pan (self->chart, self->view, dx / self->plot.width * span);
}

PoplensChartView
poplens_chart_layout_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges, guint n)
{
  if (self->chart->kind->fit)
    return self->chart->kind->fit (self, ranges, n);
  return fit_ranges (self->chart, self->view, ranges, n);
}
