/* Executed steps: each tile goes from step to step without a pause, and all fourteen numbers of a
 * row of steps_by_ipu follow from that. */
#include "analysis/check-steps.h"

#include <math.h>

#define MOST_TILES (1u << 24)

/* Bounds of where the tiles of an IPU are: between them lie all their .end. */
typedef struct {
  guint64 first, last;
} Clock;

typedef struct {
  PoplensCheckRun *run;
  guint32 n_tiles, tiles_per_ipu;
  guint64 *end;   /* by tile: where it is */
  guint32 *start; /* of the step at hand: the same, less the first of its clock */
  Clock *clocks;  /* by IPU, n_clocks of them */
  guint32 n_clocks;
  guint64 sum;           /* of all cycles of all tiles */
  guint64 with, without; /* rows that have lists of cycles, and others */
  PoplensCheckLists lists;
  PoplensCheckMarkers markers;
  PoplensCheckCycles compute_sets, exchanges;
} Timelines;

static void
timelines_clear (Timelines *self)
{
  g_free (self->end);
  g_free (self->start);
  g_free (self->clocks);
  poplens_check_lists_clear (&self->lists);
  poplens_check_markers_clear (&self->markers);
  poplens_check_cycles_clear (&self->compute_sets);
  poplens_check_cycles_clear (&self->exchanges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Timelines, timelines_clear)

typedef struct {
  guint64 max, min, sum;
} Extent;

/* Of all tiles where they start, how long they take and where they end; and of those that take any
 * time at all. */
typedef struct {
  Extent start, cycles, all, from, to;
  guint64 active;
} Extents;

static const Extent nothing = {0, G_MAXUINT64, 0};

static inline void
extend (Extent *extent, guint64 value)
{
  extent->max = MAX (extent->max, value);
  extent->min = MIN (extent->min, value);
  extent->sum += value;
}

static Extents
measure_wide (const PoplensCheckStep *step)
{
  Extents e = {nothing, nothing, nothing, nothing, nothing, 0};

  for (guint32 i = 0; i < step->n; i++) {
    guint64 start = step->end[i], took = poplens_check_step_cycles (step, i);
    extend (&e.start, start);
    extend (&e.cycles, took);
    extend (&e.all, start + took);
    if (!took)
      continue;
    e.active++;
    extend (&e.from, start);
    extend (&e.to, start + took);
  }
  return e;
}

/* Of numbers below 2^31. The sum is of their halves, so that no number here is wider than 32 bits;
 * there are fewer than 65,536 of them (MOST_NARROW). */
typedef struct {
  gint32 max, min;
  guint32 low, high;
} Narrow;

#define MOST_NARROW 65535

/* Written so that the compiler makes vector code of the loop: no branch, no other width. @mask: all
 * ones where it counts, else 0. */
static inline __attribute__ ((always_inline)) void
extend_narrow (Narrow *extent, gint32 value, gint32 mask)
{
  gint32 counted = value & mask, least = counted | (~mask & G_MAXINT32);

  extent->max = extent->max > counted ? extent->max : counted;
  extent->min = extent->min < least ? extent->min : least;
  extent->low += (guint32) counted & 0xffff;
  extent->high += (guint32) counted >> 16;
}

/* @n of them, each more by @origin. */
static Extent
widen (const Narrow *extent, guint64 n, guint64 origin)
{
  return (Extent){origin + (guint64) extent->max, origin + (guint64) extent->min,
                  origin * n + extent->low + ((guint64) extent->high << 16)};
}

/* @starts: .end of each, less @origin. */
static Extents
measure (const PoplensCheckStep *step, const guint32 *starts, guint64 origin)
{
  const guint32 *cycles = step->cycles;
  Narrow start = {0, G_MAXINT32, 0, 0}, length = start, all = start, from = start, to = start;
  guint32 idle = 0;

  for (guint32 i = 0; i < step->n; i++) {
    gint32 at = (gint32) starts[i], took = (gint32) cycles[i], active = -(took != 0);
    extend_narrow (&start, at, -1);
    extend_narrow (&length, took, -1);
    extend_narrow (&all, at + took, -1);
    extend_narrow (&from, at, active);
    extend_narrow (&to, at + took, active);
    idle += (guint32) (1 + active);
  }
  guint64 n = step->n, counted = n - idle;
  return (Extents){widen (&start, n, origin),    widen (&length, n, 0),
                   widen (&all, n, origin),      widen (&from, counted, origin),
                   widen (&to, counted, origin), counted};
}

/* What the row should say. */
static void
expect (const PoplensCheckStep *step, const Extents *e, PoplensStepRow *row)
{
  guint64 base = e->start.min;

  *row = (PoplensStepRow){.base = base, .cycles = e->cycles.max, .active_tiles = e->active};
  row->all_to_max = e->all.max - base;
  row->all_to_mean = e->all.sum / step->n - base;
  row->all_to_min = e->all.min - base;
  if (!e->active)
    return;
  row->active_from_max = e->from.max - base;
  row->active_from_mean = e->from.sum / e->active - base;
  row->active_from_min = e->from.min - base;
  row->active_to_max = e->to.max - base;
  row->active_to_mean = e->to.sum / e->active - base;
  row->active_to_min = e->to.min - base;
  row->active_tile_balance = (double) e->cycles.sum / (double) e->active / (double) e->cycles.max;
  row->tile_balance = (double) e->cycles.sum / step->n / (double) e->cycles.max;
}

static void
check_number (PoplensCheckRun *run, const PoplensStepRow *row, const char *name, guint64 expected,
              guint64 found)
{
  if (!poplens_check_equal (run, CHECK_STEP_CYCLES, expected, found, "step %u, IPU %u, %s",
                            row->step_id, row->ipu, name))
    poplens_check_link (run, CHECK_STEP_CYCLES, "trace?executed=", row->step_id);
}

static void
check_ratio (PoplensCheckRun *run, const PoplensStepRow *row, const char *name, double expected,
             double found)
{
  if (poplens_check_that (run, CHECK_STEP_CYCLES, fabs (expected - found) < 1e-9))
    return;
  g_autofree char *a = g_strdup_printf ("%.12g", expected);
  g_autofree char *b = g_strdup_printf ("%.12g", found);
  poplens_check_fail (run, CHECK_STEP_CYCLES, a, b, "step %u, IPU %u, %s", row->step_id, row->ipu,
                      name);
  poplens_check_link (run, CHECK_STEP_CYCLES, "trace?executed=", row->step_id);
}

static void
check_row (PoplensCheckRun *run, const PoplensStepRow *row, const PoplensCheckStep *step,
           const Extents *extents)
{
  PoplensStepRow e;

  expect (step, extents, &e);
  check_number (run, row, "cycles_base", e.base, row->base);
  check_number (run, row, "all_cycles_to_max", e.all_to_max, row->all_to_max);
  check_number (run, row, "all_cycles_to_mean", e.all_to_mean, row->all_to_mean);
  check_number (run, row, "all_cycles_to_min", e.all_to_min, row->all_to_min);
  check_number (run, row, "cycles", e.cycles, row->cycles);
  check_number (run, row, "active_tiles", e.active_tiles, row->active_tiles);
  /* Of a step in which no tile is active no file tells what the rest would be. */
  if (!e.active_tiles)
    return;
  check_number (run, row, "active_cycles_from_max", e.active_from_max, row->active_from_max);
  check_number (run, row, "active_cycles_from_mean", e.active_from_mean, row->active_from_mean);
  check_number (run, row, "active_cycles_from_min", e.active_from_min, row->active_from_min);
  check_number (run, row, "active_cycles_to_max", e.active_to_max, row->active_to_max);
  check_number (run, row, "active_cycles_to_mean", e.active_to_mean, row->active_to_mean);
  check_number (run, row, "active_cycles_to_min", e.active_to_min, row->active_to_min);
  check_ratio (run, row, "active_tile_balance", e.active_tile_balance, row->active_tile_balance);
  check_ratio (run, row, "tile_balance", e.tile_balance, row->tile_balance);
}

/* The clock of the step's tiles, whose numbers fit into 31 bits less its first; NULL where they do
 * not. */
static const Clock *
find_clock (Timelines *self, const PoplensCheckStep *step)
{
  Clock *clock = step->ipu < self->n_clocks ? &self->clocks[step->ipu] : NULL;

  if (!clock || step->n != self->tiles_per_ipu || step->wide || step->n > MOST_NARROW)
    return NULL;
  if (clock->last - clock->first >= POPLENS_CHECK_WIDE) {
    *clock = (Clock){G_MAXUINT64, 0};
    for (guint32 t = 0; t < step->n; t++) {
      clock->first = MIN (clock->first, step->end[t]);
      clock->last = MAX (clock->last, step->end[t]);
    }
  }
  return clock->last - clock->first < POPLENS_CHECK_WIDE ? clock : NULL;
}

static Extents
measure_step (Timelines *self, const PoplensCheckStep *step)
{
  const Clock *clock = find_clock (self, step);
  const guint64 *end = step->end;

  if (!clock)
    return measure_wide (step);
  for (guint32 t = 0; t < step->n; t++)
    self->start[t] = (guint32) (end[t] - clock->first);
  return measure (step, self->start, clock->first);
}

/* Tiles go on by the cycles of the step. */
static void
go_on (Timelines *self, const PoplensCheckStep *step)
{
  guint64 *end = self->end + step->first;
  const guint32 *cycles = step->cycles;

  if (step->wide || step->n != self->tiles_per_ipu || step->ipu >= self->n_clocks) {
    for (guint32 t = 0; t < step->n; t++)
      end[t] += poplens_check_step_cycles (step, t);
    /* They may be anywhere, tiles of other IPUs too. */
    for (guint32 i = 0; i < self->n_clocks; i++)
      self->clocks[i].last = G_MAXUINT64;
  } else {
    for (guint32 t = 0; t < step->n; t++)
      end[t] += cycles[t];
    self->clocks[step->ipu].last = MAX (self->clocks[step->ipu].last, step->last);
  }
}

static void
add_row (Timelines *self, const PoplensStepRow *row)
{
  guint32 n = poplens_check_lists_get (&self->lists, self->run, row->tile_cycles_id);
  /* A list is of the IPU's tiles; one over all tiles is told by its length. */
  guint64 first = n == self->tiles_per_ipu ? (guint64) row->ipu * self->tiles_per_ipu : 0;

  if (!poplens_check_that (self->run, CHECK_STEP_CYCLES, n || row->tile_cycles_id < 0))
    poplens_check_fail (self->run, CHECK_STEP_CYCLES, "a list of cycles by tile", "a damaged one",
                        "step %u, IPU %u", row->step_id, row->ipu);
  if (!n || first + n > self->n_tiles) {
    self->without++;
    return;
  }
  self->with++;
  PoplensCheckStep step = {.step = row->step_id,
                           .ipu = row->ipu,
                           .first = (guint32) first,
                           .n = n,
                           .end = self->end + first,
                           .wide = self->lists.is_wide ? self->lists.wide : NULL,
                           .cycles = self->lists.cycles};
  Extents extents = measure_step (self, &step);
  step.last = extents.all.max;
  check_row (self->run, row, &step, &extents);
  poplens_check_markers_step (&self->markers, self->run, &step);
  poplens_check_cycles_step (&self->compute_sets, &self->exchanges, self->run, row);
  self->sum += extents.cycles.sum;
  go_on (self, &step);
}

static gboolean
follow (Timelines *self)
{
  const PoplensExecution *e = self->run->execution;
  guint64 done = 0;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (self->run, CHECK_STEP_CYCLES, POPLENS_SLICE_SCAN_STEPS, key);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++) {
      if (i % 64 == 0 && !poplens_check_go_on (self->run, done + i, e->n_rows))
        return FALSE;
      add_row (self, &slice->step_rows[i]);
    }
    done += slice->n;
    key = slice->next;
  }
  return !self->run->error;
}

static void
check_ends (Timelines *self, guint64 total)
{
  PoplensCheckRun *run = self->run;

  for (guint32 t = 0; t < self->n_tiles; t++)
    poplens_check_equal (run, CHECK_TILES_END, total, self->end[t], "tile %u", t);
  poplens_check_equal (run, CHECK_TILE_CYCLES_SUM, total * self->n_tiles, self->sum,
                       "%u tiles of %" G_GUINT64_FORMAT " cycles", self->n_tiles, total);
}

static void
none (PoplensCheckRun *run, const char *reason)
{
  static const PoplensCheckId ids[] = {CHECK_STEP_CYCLES,        CHECK_TILES_END,
                                       CHECK_TILE_CYCLES_SUM,    CHECK_MARKERS,
                                       CHECK_MARKER_LOOKUP,      CHECK_MARKER_SPACING,
                                       CHECK_COMPUTE_SET_CYCLES, CHECK_GLOBAL_EXCHANGE_CYCLES};

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    poplens_check_none (run, ids[i], reason);
}

void
poplens_check_steps (PoplensCheckRun *run)
{
  g_auto (Timelines) self = {.run = run,
                             .n_tiles = MIN (run->target->tiles_per_replica, MOST_TILES),
                             .tiles_per_ipu = run->target->tiles_per_ipu};
  guint64 total = 0;

  self.end = g_new0 (guint64, MAX (self.n_tiles, 1));
  self.start = g_new (guint32, MAX (self.n_tiles, 1));
  self.n_clocks = self.tiles_per_ipu ? self.n_tiles / self.tiles_per_ipu : 0;
  self.clocks = g_new0 (Clock, MAX (self.n_clocks, 1));
  poplens_check_lists_init (&self.lists);
  poplens_check_markers_init (&self.markers, run, self.n_tiles);
  poplens_check_cycles_init (&self.compute_sets, &self.exchanges, run);
  if (!follow (&self))
    return;
  if (!self.with) {
    none (run, "No step has cycles by tile: the compute level has to be Tile or finer.");
    return;
  }
  for (guint32 t = 0; t < self.n_tiles; t++)
    total = MAX (total, self.end[t]);
  if (self.without) {
    poplens_check_none (run, CHECK_TILES_END, "Some steps have no cycles by tile.");
    poplens_check_none (run, CHECK_TILE_CYCLES_SUM, "Some steps have no cycles by tile.");
  } else {
    check_ends (&self, total);
  }
  poplens_check_markers_finish (&self.markers, run, total);
  poplens_check_cycles_finish (&self.compute_sets, run);
  poplens_check_cycles_finish (&self.exchanges, run);
}
