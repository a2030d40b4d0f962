/* Maps item positions to pixels, with gaps between groups. */
#include "charts/core/item-axis.h"

#include "base/search.h"
#include "charts/core/chart-private.h"

/* Maximum fraction of the width that all gaps between groups take together. There are no gaps if
 * each would be narrower than a pixel. */
#define MOST_GAPS 0.15
/* A gap is narrower near an edge of the view, so that it appears gradually while panning. OPENING:
 * width of the zone at the edge, as a fraction of the view. */
#define OPENING 0.01

static double
gap_at (double border, double from, double to, double gap)
{
  double inside = MIN (border - from, to - border) / ((to - from) * OPENING);

  return gap * MIN (inside, 1);
}

/* Returns the first border between groups that is inside (@from, @to); −1 if there is none. The
 * search starts at group *@i, and increments *@i for each group. */
static double
next_border (const PoplensChart *chart, guint *i, double from, double to)
{
  while (*i < chart->groups->len) {
    double first = g_array_index (chart->groups, PoplensItemGroup, *i).first;
    (*i)++;
    if (first > from && first < to)
      return first;
  }
  return -1;
}

void
poplens_item_axis_init (PoplensItemAxis *self, const PoplensChart *chart, double from, double to,
                        double x, double width, double gap)
{
  PoplensAxisRun run = {from, to, x, x};
  double border, gaps = 0;
  guint n = 0, i = 0;

  self->runs = g_array_new (FALSE, FALSE, sizeof (PoplensAxisRun));
  while (next_border (chart, &i, from, to) >= 0)
    n++;
  gap = n ? MIN (gap, width * MOST_GAPS / n) : 0;
  if (gap < 1)
    gap = 0;
  for (i = 0; gap > 0 && (border = next_border (chart, &i, from, to)) >= 0;)
    gaps += gap_at (border, from, to, gap);
  self->scale = (width - gaps) / (to - from);
  for (i = 0; gap > 0 && (border = next_border (chart, &i, from, to)) >= 0;) {
    if (border <= run.p0)
      continue;
    run.p1 = border;
    run.x1 = run.x0 + (run.p1 - run.p0) * self->scale;
    g_array_append_val (self->runs, run);
    run.p0 = border;
    run.x0 = run.x1 + gap_at (border, from, to, gap);
  }
  run.p1 = to;
  run.x1 = x + width;
  g_array_append_val (self->runs, run);
}

void
poplens_item_axis_clear (PoplensItemAxis *self)
{
  g_clear_pointer (&self->runs, g_array_unref);
}

double
poplens_item_axis_to_x (const PoplensItemAxis *self, double position, gboolean end)
{
  const PoplensAxisRun *runs = (const PoplensAxisRun *) self->runs->data;
  guint low = 0, high = self->runs->len - 1;

  POPLENS_SEARCH (low, high, at, !(end ? position <= runs[at].p1 : position < runs[at].p1));
  position = CLAMP (position, runs[low].p0, runs[low].p1);
  return runs[low].x0 + (position - runs[low].p0) * self->scale;
}

double
poplens_item_axis_to_position (const PoplensItemAxis *self, double x)
{
  const PoplensAxisRun *runs = (const PoplensAxisRun *) self->runs->data;
  guint low = 0, high = self->runs->len - 1;

  POPLENS_SEARCH (low, high, at, !(x < runs[at].x1));
  if (!(x > runs[low].x0))
    return runs[low].p0;
  return MIN (runs[low].p0 + (x - runs[low].x0) / self->scale, runs[low].p1);
}
