/* The area's values: lowest and highest over ever longer runs of them. */
#include "charts/lanes-private.h"

#define FAN 16

static void
widen (guint64 *low, guint64 *high, guint64 other_low, guint64 other_high)
{
  *low = MIN (*low, other_low);
  *high = MAX (*high, other_high);
}

/* An unknown value is above the highest of all, so that it counts for neither. */
static void
value_at (const PoplensLaneArea *self, guint level, gsize i, guint64 *low, guint64 *high)
{
  if (level) {
    widen (low, high, self->lowest[level - 1][i], self->highest[level - 1][i]);
    return;
  }
  if (self->values[i] != G_MAXUINT64)
    widen (low, high, self->values[i], self->values[i]);
}

void
poplens_lane_area_build (PoplensLaneArea *self)
{
  gsize below = self->n;

  for (gsize i = 0; i < self->n; i++)
    if (self->values[i] != G_MAXUINT64)
      self->max = MAX (self->max, self->values[i]);
  for (guint level = 0; below > FAN && level < POPLENS_LANE_LEVELS; level++) {
    gsize n = (below + FAN - 1) / FAN;
    self->lowest[level] = g_new (guint64, n);
    self->highest[level] = g_new (guint64, n);
    for (gsize i = 0; i < n; i++) {
      guint64 low = G_MAXUINT64, high = 0;
      for (gsize k = i * FAN; k < MIN ((i + 1) * FAN, below); k++)
        value_at (self, level, k, &low, &high);
      self->lowest[level][i] = low;
      self->highest[level][i] = high;
    }
    self->n_levels = level + 1;
    below = n;
  }
}

void
poplens_lane_area_clear (PoplensLaneArea *self)
{
  g_free (self->name);
  if (self->free_owner)
    self->free_owner (self->owner);
  for (guint level = 0; level < self->n_levels; level++) {
    g_free (self->lowest[level]);
    g_free (self->highest[level]);
  }
  *self = (PoplensLaneArea){0};
}

gssize
poplens_lane_area_at (const PoplensLaneArea *self, double cycle)
{
  gsize low = 0, high = self->n;

  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if ((double) self->from[middle] <= cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return (gssize) low - 1;
}

gboolean
poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                         guint64 *high)
{
  *low = G_MAXUINT64;
  *high = 0;
  for (guint level = 0; from < end; level++) {
    gboolean last = level == self->n_levels;
    while (from < end && (last || from % FAN))
      value_at (self, level, from++, low, high);
    while (from < end && !last && end % FAN)
      value_at (self, level, --end, low, high);
    from /= FAN;
    end /= FAN;
  }
  return *low <= *high;
}
