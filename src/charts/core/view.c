#include "charts/floor/floor-private.h"
#include "charts/lanes/lanes-private.h"
#include "charts/treemap/treemap-private.h"

#include <float.h>
#include <math.h>

#define LEAST_SPAN 4.0
/* What a fitted range leaves free on both sides, as a part of its length. */
#define FIT_MARGIN 0.04
/* Of a FLOOR chart, or of lines: beyond any that a layout shows. */
#define MOST_ZOOM 1e4
#define MOST_CELLS 1e5

/* Views are worked out where the axis is even: in LANES charts without what is folded. */
static void
unfold_view (const PoplensChart *chart, PoplensChartView *view)
{
  if (!chart->lanes)
    return;
  view->from = poplens_lane_unfold (chart, view->from, FALSE);
  view->to = poplens_lane_unfold (chart, view->to, TRUE);
}

static double
fold (const PoplensChart *chart, double position)
{
  return chart->lanes ? poplens_lane_fold (chart, position) : position;
}

static void
fold_view (const PoplensChart *chart, PoplensChartView *view)
{
  view->from = fold (chart, view->from);
  view->to = fold (chart, view->to);
}

PoplensChartView
poplens_chart_view_all (const PoplensChart *chart)
{
  PoplensChartView all = {0, MAX (chart->n_items, 1)};

  if (chart->lanes)
    poplens_lane_extent (chart, &all.from, &all.to);
  return all;
}

PoplensChartView
poplens_chart_view_opening (const PoplensChart *chart)
{
  PoplensChartView view = poplens_chart_view_all (chart);

  if (!chart->lanes || !chart->lanes->has_opening)
    return view;
  view.from = (double) chart->lanes->opening_from;
  view.to = (double) chart->lanes->opening_to;
  return poplens_chart_view_clamp (chart, view);
}

/* The chart's ends, folded. */
static PoplensChartView
whole (const PoplensChart *chart)
{
  PoplensChartView all = poplens_chart_view_all (chart);

  fold_view (chart, &all);
  return all;
}

/* What folding and unfolding may lose: a few of the last bits of the largest position. */
static double
lost_by_folds (const PoplensChart *chart)
{
  PoplensChartView all = poplens_chart_view_all (chart);

  return 8 * DBL_EPSILON * MAX (fabs (all.from), fabs (all.to));
}

/* Folded in, folded out. FALSE: nothing was to be done but what rounding left */
static gboolean
clamp_folded (const PoplensChart *chart, PoplensChartView *view)
{
  PoplensChartView all = whole (chart), old = *view;
  double lost = lost_by_folds (chart);
  double most = all.to - all.from, least = MIN (LEAST_SPAN, most), span = view->to - view->from;

  /* Also when it is not a number. */
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

/* What needs pixels to be clamped is left to the layout. */
static PoplensChartView
clamp_floor (const PoplensChart *chart, PoplensChartView view)
{
  view.from = 0;
  view.to = MAX (chart->n_items, 1);
  view.scroll = 0;
  if (!(view.zoom > 1) || !isfinite (view.zoom) || !isfinite (view.column) ||
      !isfinite (view.row) || view.group >= chart->floor->groups->len) {
    view.zoom = view.column = view.row = 0;
    view.group = 0;
  }
  view.zoom = MIN (view.zoom, MOST_ZOOM);
  view.column = CLAMP (view.column, -MOST_CELLS, MOST_CELLS);
  view.row = CLAMP (view.row, -MOST_CELLS, MOST_CELLS);
  return view;
}

PoplensChartView
poplens_chart_view_clamp (const PoplensChart *chart, PoplensChartView view)
{
  PoplensChartView folded = view, all = poplens_chart_view_all (chart);

  if (chart->floor)
    return clamp_floor (chart, view);
  if (chart->treemap)
    return poplens_treemap_clamp_view (chart, view);
  fold_view (chart, &folded);
  view.scroll = isfinite (view.scroll) ? MAX (view.scroll, 0) : 0;
  if (!(view.line_zoom > 1) || !isfinite (view.line_zoom))
    view.line_zoom = 0;
  view.line_zoom = MIN (view.line_zoom, MOST_ZOOM);
  /* A view that fits stays as it is, to the last bit. */
  if (!clamp_folded (chart, &folded) && view.from >= all.from && view.to <= all.to)
    return view;
  unfold_view (chart, &folded);
  view.from = MAX (folded.from, all.from);
  view.to = MIN (folded.to, all.to);
  return view;
}

PoplensChartView
poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view, double factor,
                         double about)
{
  PoplensChartView old = poplens_chart_view_clamp (chart, view), all = whole (chart);
  double most = all.to - all.from, span, part;

  if (!isfinite (factor) || factor <= 0 || !isfinite (about))
    return old;
  if (chart->floor) {
    old.zoom = MAX (old.zoom, 1) * factor;
    return clamp_floor (chart, old);
  }
  fold_view (chart, &old);
  about = CLAMP (fold (chart, about), old.from, old.to);
  part = (about - old.from) / (old.to - old.from);
  /* The span is clamped before it is placed, or the item at @about would slide at the limits. */
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
  PoplensChartView all = whole (chart);
  double margin;

  if (!(from < to) || !isfinite (from) || !isfinite (to))
    return poplens_chart_view_clamp (chart, view);
  from = fold (chart, from);
  to = fold (chart, to);
  margin = (to - from) * FIT_MARGIN;
  /* An edge of the chart stays an edge: room beyond it would push the range out of the middle. */
  view.from = MAX (from - margin, all.from);
  view.to = MIN (to + margin, all.to);
  clamp_folded (chart, &view);
  unfold_view (chart, &view);
  return poplens_chart_view_clamp (chart, view);
}

PoplensChartView
poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view, PoplensItemRange range)
{
  double from = (double) range.from, to;
  guint64 block_from, block_to;

  range.to = MIN (range.to, chart->n_items);
  if (range.from >= range.to)
    return poplens_chart_view_clamp (chart, view);
  to = (double) range.to;
  if (chart->lanes) {
    from = INFINITY;
    to = -INFINITY;
    for (gsize i = range.from; i < range.to; i++) {
      poplens_chart_get_lane_item (chart, i, &block_from, &block_to, NULL);
      from = MIN (from, (double) block_from);
      to = MAX (to, (double) MAX (block_to, block_from + 1));
    }
  }
  return poplens_chart_view_fit_span (chart, view, from, to);
}

PoplensChartView
poplens_chart_layout_zoom (const PoplensChartLayout *self, double factor, double x, double y)
{
  if (self->floor)
    return poplens_floor_zoom (self, factor, x, y);
  return poplens_chart_view_zoom (self->chart, self->view, factor,
                                  poplens_chart_layout_x_to_position (self, x));
}

PoplensChartView
poplens_chart_layout_pan (const PoplensChartLayout *self, double dx, double dy)
{
  double span = self->view.to - self->view.from;

  if (self->floor)
    return poplens_floor_pan (self, dx, dy);
  return poplens_chart_view_pan (self->chart, self->view, dx / self->plot.width * span);
}

PoplensChartView
poplens_chart_layout_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges, guint n)
{
  PoplensItemRange all;

  if (self->floor)
    return poplens_floor_fit (self, ranges, n);
  if (!n)
    return self->view;
  all = (PoplensItemRange){ranges[0].from, ranges[n - 1].to};
  return poplens_chart_view_fit (self->chart, self->view, all);
}
