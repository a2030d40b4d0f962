/* The area's values: lowest and highest over ever longer runs of them. */
#include "charts/lanes/lanes-private.h"

#define FAN 16
#define MARK 64
#define CACHE_LINE 64

static void
widen (PoplensLaneSpan *self, PoplensLaneSpan other)
{
  self->low = MIN (self->low, other.low);
  self->high = MAX (self->high, other.high);
}

/* An unknown value is above the highest of all, so that it counts for neither. */
static PoplensLaneSpan
span_at (const PoplensLaneArea *self, guint level, gsize i)
{
  guint64 value;

  if (level)
    return self->levels[level - 1][i];
  value = self->stairs.values[self->stairs.value_at ? self->stairs.value_at[i] : i];
  return (PoplensLaneSpan){value, value == G_MAXUINT64 ? 0 : value};
}

static void
build_marks (PoplensLaneArea *self)
{
  self->marks = g_new (guint64, self->n / MARK + 1);
  for (gsize i = 0; i < self->n; i += MARK)
    self->marks[i / MARK] = poplens_lane_area_from (self, i);
}

void
poplens_lane_area_build (PoplensLaneArea *self)
{
  PoplensLaneSpan all = {G_MAXUINT64, 0};
  gsize below = self->n;

  build_marks (self);
  for (guint level = 0; below > FAN && level < POPLENS_LANE_LEVELS; level++) {
    gsize n = (below + FAN - 1) / FAN;
    self->levels[level] = g_new (PoplensLaneSpan, n);
    for (gsize i = 0; i < n; i++) {
      PoplensLaneSpan span = {G_MAXUINT64, 0};
      for (gsize k = i * FAN; k < MIN ((i + 1) * FAN, below); k++)
        widen (&span, span_at (self, level, k));
      self->levels[level][i] = span;
    }
    self->n_levels = level + 1;
    below = n;
  }
  for (gsize i = 0; i < below; i++)
    widen (&all, span_at (self, self->n_levels, i));
  self->max = all.high;
  self->is_known = all.low != G_MAXUINT64;
}

void
poplens_lane_area_clear (PoplensLaneArea *self)
{
  g_free (self->name);
  if (self->stairs.free_owner)
    self->stairs.free_owner (self->stairs.owner);
  g_free (self->marks);
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->levels[level]);
  *self = (PoplensLaneArea){0};
}

/* The first mark behind @cycle, in steps that double. */
static gsize
first_mark (const PoplensLaneArea *self, gsize low, double cycle)
{
  gsize high = (self->n + MARK - 1) / MARK;

  for (gsize step = 1; high - low > step; step *= 2) {
    if ((double) self->marks[low + step - 1] > cycle) {
      high = low + step - 1;
      break;
    }
    low += step;
  }
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if ((double) self->marks[middle] <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Of entries that are searched next: the memory answers at once what it is asked for at once. */
static void
prefetch_entries (const PoplensLaneArea *self, gsize low, gsize high)
{
  const PoplensLaneStairs *stairs = &self->stairs;

  for (gsize i = low; i < high; i += CACHE_LINE / sizeof (guint64))
    __builtin_prefetch (stairs->from + (stairs->from_at ? stairs->from_at[i] : i));
}

gssize
poplens_lane_area_next (const PoplensLaneArea *self, gssize at, double cycle)
{
  gsize mark = first_mark (self, (gsize) MAX (at, 0) / MARK, cycle);
  gsize low = mark ? (mark - 1) * MARK : 0, high = MIN (mark * MARK, self->n);

  prefetch_entries (self, low, high);
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if ((double) poplens_lane_area_from (self, middle) <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return (gssize) low - 1;
}

gssize
poplens_lane_area_at (const PoplensLaneArea *self, double cycle)
{
  return poplens_lane_area_next (self, -1, cycle);
}

gboolean
poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                         guint64 *high)
{
  PoplensLaneSpan span = {G_MAXUINT64, 0};

  for (guint level = 0; from < end; level++) {
    gboolean last = level == self->n_levels;
    while (from < end && (last || from % FAN))
      widen (&span, span_at (self, level, from++));
    while (from < end && !last && end % FAN)
      widen (&span, span_at (self, level, --end));
    from /= FAN;
    end /= FAN;
  }
  *low = span.low;
  *high = span.high;
  return *low <= *high;
}
