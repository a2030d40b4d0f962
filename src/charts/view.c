#include "charts/chart-private.h"

#include <math.h>

#define LEAST_SPAN 4.0
/* What a fitted range leaves free on both sides, as a part of its length. */
#define FIT_MARGIN 0.04

PoplensChartView
poplens_chart_view_all (const PoplensChart *chart)
{
  return (PoplensChartView){0, MAX (chart->n_items, 1), FALSE};
}

PoplensChartView
poplens_chart_view_clamp (const PoplensChart *chart, PoplensChartView view)
{
  PoplensChartView all = poplens_chart_view_all (chart);
  double least = MIN (LEAST_SPAN, all.to), span = view.to - view.from;

  all.limit_to_scale = view.limit_to_scale;
  /* Also when it is not a number. */
  if (!isfinite (view.from) || !isfinite (view.to) || !(span > 0) || span >= all.to)
    return all;
  if (span < least) {
    view.from -= (least - span) / 2;
    span = least;
  }
  view.from = CLAMP (view.from, 0, all.to - span);
  view.to = MIN (view.from + span, all.to);
  return view;
}

PoplensChartView
poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view, double factor,
                         double about)
{
  PoplensChartView old = poplens_chart_view_clamp (chart, view);
  double all = MAX (chart->n_items, 1), span, part;

  if (!isfinite (factor) || factor <= 0 || !isfinite (about))
    return old;
  about = CLAMP (about, old.from, old.to);
  part = (about - old.from) / (old.to - old.from);
  /* The span is clamped before it is placed, or the item at @about would slide at the limits. */
  span = CLAMP ((old.to - old.from) / factor, MIN (LEAST_SPAN, all), all);
  old.from = about - part * span;
  old.to = old.from + span;
  return poplens_chart_view_clamp (chart, old);
}

PoplensChartView
poplens_chart_view_pan (const PoplensChart *chart, PoplensChartView view, double items)
{
  view = poplens_chart_view_clamp (chart, view);
  if (isfinite (items)) {
    view.from += items;
    view.to += items;
  }
  return poplens_chart_view_clamp (chart, view);
}

PoplensChartView
poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view, PoplensItemRange range)
{
  double margin;

  range.to = MIN (range.to, chart->n_items);
  if (range.from >= range.to)
    return poplens_chart_view_clamp (chart, view);
  margin = (double) (range.to - range.from) * FIT_MARGIN;
  /* An edge of the chart stays an edge: room beyond it would push the range out of the middle. */
  view.from = MAX ((double) range.from - margin, 0);
  view.to = MIN ((double) range.to + margin, (double) chart->n_items);
  return poplens_chart_view_clamp (chart, view);
}
