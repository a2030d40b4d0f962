#include "analysis/check/check-clock.h"

#include "base/avx2.h"

/* Sums are kept in halves of 16 bits: there are fewer than 65,536 of each. */
#define MOST_NARROW 65535

static const PoplensExtent nothing = {0, G_MAXUINT64, 0};

static inline void
extend (PoplensExtent *extent, guint64 value)
{
  extent->max = MAX (extent->max, value);
  extent->min = MIN (extent->min, value);
  extent->sum += value;
}

static PoplensExtents
step_wide (PoplensClock *self, const guint32 *cycles, const guint64 *wide)
{
  PoplensExtents e = {nothing, nothing, nothing, nothing, nothing, 0};

  for (guint32 i = 0; i < self->n; i++) {
    guint64 start = self->end[i], took = wide ? wide[i] : cycles[i], end = start + took;
    self->end[i] = end;
    extend (&e.start, start);
    extend (&e.all, end);
    if (!took)
      continue;
    e.active++;
    extend (&e.from, start);
    extend (&e.cycles, took);
    extend (&e.to, end);
  }
  return e;
}

/* ---- of 32 bits -------------------------------------------------------------------------------
 * Written so that the compiler makes vector code of the loop: no branch, no other width. */

typedef struct {
  gint32 max, min;
} Bounds;

typedef struct {
  guint32 low, high; /* of sums of the lower and of the upper 16 bits */
} Sum;

static inline __attribute__ ((always_inline)) void
bound (Bounds *bounds, gint32 value)
{
  bounds->max = bounds->max > value ? bounds->max : value;
  bounds->min = bounds->min < value ? bounds->min : value;
}

/* @mask: all ones where it counts, else 0. */
static inline __attribute__ ((always_inline)) void
bound_masked (Bounds *bounds, gint32 value, gint32 mask)
{
  gint32 most = value & mask, least = most | (~mask & G_MAXINT32);

  bounds->max = bounds->max > most ? bounds->max : most;
  bounds->min = bounds->min < least ? bounds->min : least;
}

static inline __attribute__ ((always_inline)) void
add (Sum *sum, gint32 value)
{
  sum->low += (guint32) value & 0xffff;
  sum->high += (guint32) value >> 16;
}

/* Of @n numbers, each more by @origin. */
static PoplensExtent
widen (Bounds bounds, Sum sum, guint64 n, guint64 origin)
{
  guint64 total = sum.low + ((guint64) sum.high << 16);

  return (PoplensExtent){origin + (guint64) bounds.max, origin + (guint64) bounds.min,
                         origin * n + total};
}

/* The sums that follow from others are not made: all tiles together end later than they started by
 * what they took. */
POPLENS_FOR_AVX2 static PoplensExtents
step_narrow (PoplensClock *self, const guint32 *cycles)
{
  const Bounds none = {0, G_MAXINT32};
  Bounds all = none, from = none, took = none, to = none;
  Sum started = {0, 0}, taken = {0, 0};
  guint32 n = self->n, idle = 0, *at = self->at;

  for (guint32 i = 0; i < n; i++) {
    gint32 start = (gint32) at[i], length = (gint32) cycles[i], end = start + length;
    gint32 active = -(length != 0);
    at[i] = (guint32) end;
    bound (&all, end);
    bound_masked (&from, start, active);
    bound_masked (&took, length, active);
    bound_masked (&to, end, active);
    add (&started, start & active);
    add (&taken, length);
    idle += (guint32) (1 + active);
  }
  PoplensExtents e = {.start = self->all, .active = n - idle};
  e.from = widen (from, started, e.active, self->origin);
  e.cycles = widen (took, taken, e.active, 0);
  e.to = widen (to, started, e.active, self->origin);
  e.to.sum += e.cycles.sum;
  self->all = widen (all, (Sum){0, 0}, 0, self->origin);
  self->all.sum = e.start.sum + e.cycles.sum;
  e.all = self->all;
  return e;
}

void
poplens_clock_widen (PoplensClock *self)
{
  if (self->is_wide)
    return;
  for (guint32 i = 0; i < self->n; i++)
    self->end[i] = self->origin + self->at[i];
  self->is_wide = TRUE;
}

/* With the least of its tiles as its origin; stays as it is where they are too far apart. */
static void
narrow (PoplensClock *self)
{
  PoplensExtent all = nothing;

  if (!self->at)
    return;
  for (guint32 i = 0; i < self->n; i++)
    extend (&all, self->end[i]);
  if (self->n > MOST_NARROW || all.max - all.min >= POPLENS_CLOCK_WIDE)
    return;
  self->is_wide = FALSE;
  self->origin = all.min;
  self->all = all;
  for (guint32 i = 0; i < self->n; i++)
    self->at[i] = (guint32) (self->end[i] - all.min);
}

PoplensExtents
poplens_clock_step (PoplensClock *self, const guint32 *cycles, const guint64 *wide)
{
  if (wide || (!self->is_wide && self->all.max - self->origin >= POPLENS_CLOCK_WIDE))
    poplens_clock_widen (self);
  if (!wide && self->is_wide)
    narrow (self);
  return self->is_wide ? step_wide (self, cycles, wide) : step_narrow (self, cycles);
}
