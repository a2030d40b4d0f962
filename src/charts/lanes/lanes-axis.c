/* Cycles along the axis: even, but for folds, which are gaps between its runs. */
#include "charts/lanes/lanes-private.h"

#include <math.h>

#define BREAK_WIDTH 18
/* All breaks together take at most this part of the width. */
#define MOST_BREAKS 0.4
/* A break that comes into view opens over this part of it, so that nothing jumps while one pans. */
#define OPENING 0.01

static const PoplensLaneBreak *
break_at (const PoplensChart *self, guint i)
{
  return &g_array_index (poplens_lanes (self)->breaks, PoplensLaneBreak, i);
}

void
poplens_lane_extent (const PoplensChart *self, double *low, double *high)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  const PoplensLaneBlocks *blocks = lanes->blocks;
  guint64 from = blocks && blocks->n ? blocks->low : G_MAXUINT64, to = blocks ? blocks->high : 0;

  if (lanes->has_extent) {
    from = MIN (from, lanes->extent_from);
    to = MAX (to, lanes->extent_to);
  }
  for (guint i = 0; i < lanes->runs->len; i++) {
    const PoplensLaneRun *run = &g_array_index (lanes->runs, PoplensLaneRun, i);
    from = MIN (from, run->from);
    to = MAX (to, run->to);
  }
  from = from == G_MAXUINT64 ? 0 : from;
  *low = (double) from;
  /* Beyond 2^53 a cycle more is the same double. */
  *high = MAX ((double) to, nextafter (*low + 1, INFINITY));
}

/* How many breaks begin before @cycle, or at it. */
static guint
count_breaks (const PoplensChart *self, double cycle)
{
  guint low = 0, high = poplens_lanes (self)->breaks->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if ((double) break_at (self, middle)->from <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

double
poplens_lane_fold (const PoplensChart *self, double cycle)
{
  guint n = count_breaks (self, cycle);
  const PoplensLaneBreak *last;

  if (!n)
    return cycle;
  last = break_at (self, n - 1);
  return cycle - last->folded - (MIN (cycle, (double) last->to) - (double) last->from);
}

double
poplens_lane_unfold (const PoplensChart *self, double folded, gboolean behind)
{
  guint low = 0, high = poplens_lanes (self)->breaks->len;

  /* How many breaks lie before it. */
  while (low < high) {
    guint middle = low + (high - low) / 2;
    double at = (double) break_at (self, middle)->from - break_at (self, middle)->folded;
    if (behind ? at <= folded : at < folded)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low)
    return folded;
  return folded + break_at (self, low - 1)->folded +
         (double) (break_at (self, low - 1)->to - break_at (self, low - 1)->from);
}

/* ---- the axis -------------------------------------------------------------------------------- */

typedef struct {
  const PoplensChart *chart;
  double from, to; /* of the view */
  double folded_from, folded_to;
  double low, high; /* of the chart */
  double gap;
} View;

/* How wide break @i is: at the end of the view closed, but at the chart's own end open. */
static double
gap_of (const View *view, guint i)
{
  const PoplensLaneBreak *b = break_at (view->chart, i);
  double at = (double) b->from - b->folded, opening, left = 1, right = 1;

  if ((double) b->from < view->from || (double) b->to > view->to)
    return 0;
  opening = (view->folded_to - view->folded_from) * OPENING;
  if ((double) b->from > view->low && opening > 0)
    left = (at - view->folded_from) / opening;
  if ((double) b->to < view->high && opening > 0)
    right = (view->folded_to - at) / opening;
  return view->gap * CLAMP (MIN (left, right), 0, 1);
}

static void
choose_gap (View *view, guint first, guint end, double width)
{
  guint n = end - first;

  view->gap = n ? MIN (BREAK_WIDTH, width * MOST_BREAKS / n) : 0;
  if (view->gap < 1)
    view->gap = 0;
}

void
poplens_lane_axis_init (PoplensItemAxis *axis, const PoplensChart *chart, double from, double to,
                        double x, double width)
{
  View view = {.chart = chart, .from = from, .to = to};
  PoplensAxisRun run = {from, to, x, x};
  guint first = count_breaks (chart, from), end = count_breaks (chart, to);
  double gaps = 0, span;

  if (first && (double) break_at (chart, first - 1)->to > from)
    first--;
  poplens_lane_extent (chart, &view.low, &view.high);
  view.folded_from = poplens_lane_fold (chart, from);
  view.folded_to = poplens_lane_fold (chart, to);
  choose_gap (&view, first, end, width);
  for (guint i = first; i < end; i++)
    gaps += gap_of (&view, i);
  span = view.folded_to - view.folded_from;
  axis->scale = span > 0 ? (width - gaps) / span : 0;
  axis->runs = g_array_new (FALSE, FALSE, sizeof (PoplensAxisRun));
  for (guint i = first; i < end; i++) {
    const PoplensLaneBreak *b = break_at (chart, i);
    run.p1 = CLAMP ((double) b->from, run.p0, to);
    run.x1 = run.x0 + (run.p1 - run.p0) * axis->scale;
    g_array_append_val (axis->runs, run);
    run.p0 = MIN ((double) b->to, to);
    run.x0 = run.x1 + gap_of (&view, i);
  }
  run.p1 = to;
  run.x1 = x + width;
  g_array_append_val (axis->runs, run);
}

const PoplensAxisRun *
poplens_lane_axis_run (const PoplensItemAxis *axis, double cycle)
{
  const PoplensAxisRun *runs = (const PoplensAxisRun *) (void *) axis->runs->data;
  guint low = 0, high = axis->runs->len - 1;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (cycle < runs[middle].p1)
      high = middle;
    else
      low = middle + 1;
  }
  return &runs[low];
}

int
poplens_lane_break_at (const PoplensItemAxis *axis, const PoplensChart *chart, double x)
{
  for (guint i = 0; i + 1 < axis->runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (axis->runs, PoplensAxisRun, i);
    if (x >= run->x1 && x < run[1].x0)
      return (int) count_breaks (chart, run->p1) - 1;
  }
  return -1;
}
