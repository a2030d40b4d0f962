/* Checks the fourteen numbers in each row of steps_by_ipu against the cycles of its tiles. A tile
 * begins a step at the cycle at which it ended the step before. */
#include "analysis/check/check-steps.h"

#include "analysis/check/check-rules.h"
#include "base/avx2.h"

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Limit of the tiles of a 32-bit clock. SplitSum adds a 16-bit number for each tile in 32 bits,
 * which would overflow with more tiles. */
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

/* Clocks in 32 bits. The loops have no branches and use only 32-bit numbers, so that the compiler
 * vectorizes them. */

typedef struct {
  gint32 max, min;
} Bounds;

typedef struct {
  guint32 low, high; /* sums of the lower and of the upper 16 bits of each number */
} SplitSum;

static inline __attribute__ ((always_inline)) void
bound (Bounds *bounds, gint32 value)
{
  bounds->max = bounds->max > value ? bounds->max : value;
  bounds->min = bounds->min < value ? bounds->min : value;
}

/* Extends @bounds by @value if @mask is all ones. Does nothing if @mask is 0. */
static inline __attribute__ ((always_inline)) void
bound_masked (Bounds *bounds, gint32 value, gint32 mask)
{
  gint32 most = value & mask, least = most | (~mask & G_MAXINT32);

  bounds->max = bounds->max > most ? bounds->max : most;
  bounds->min = bounds->min < least ? bounds->min : least;
}

static inline __attribute__ ((always_inline)) void
add (SplitSum *sum, gint32 value)
{
  sum->low += (guint32) value & 0xffff;
  sum->high += (guint32) value >> 16;
}

/* Converts the bounds and the sum of @n numbers to 64 bits, and adds @origin to each number. */
static PoplensExtent
widen (Bounds bounds, SplitSum sum, guint64 n, guint64 origin)
{
  guint64 total = sum.low + ((guint64) sum.high << 16);

  return (PoplensExtent){origin + (guint64) bounds.max, origin + (guint64) bounds.min,
                         origin * n + total};
}

/* Advances each tile by its @cycles. The sum of the ends is the sum of the starts plus the sum of
 * @cycles. */
POPLENS_FOR_AVX2 static PoplensExtents
step_narrow (PoplensClock *self, const guint32 *cycles)
{
  const Bounds none = {0, G_MAXINT32};
  Bounds all = none, from = none, took = none, to = none;
  SplitSum started = {0, 0}, taken = {0, 0};
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
  self->all = widen (all, (SplitSum){0, 0}, 0, self->origin);
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

/* Switches a 64-bit clock to 32 bits, unless it has too many tiles or its tiles are too far
 * apart. */
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

/* ---- lists of cycles by tile ----------------------------------------------------------------- */

/* Limit of the cache of decoded lists, in bytes. Many steps share a list, and decoding is slow. */
#define MOST_BYTES ((gsize) 128 << 20)
/* Limit of cached batches of the table cycles_by_tile. */
#define MOST_PIECES 16

typedef struct {
  guint32 n;
  guint16 cycles[];
} KeptList;

typedef struct {
  GHashTable *kept;   /* cache of decoded lists: list ID + 1 → KeptList */
  gsize bytes;        /* size of the decoded lists */
  GHashTable *pieces; /* key → PoplensSlice: batches of the table cycles_by_tile */
  guint32 *cycles;    /* [n] list that cycle_lists_get () read */
  guint64 *wide;      /* [n] .cycles in 64 bits; valid if .is_wide */
  gsize room;         /* number of elements allocated for .cycles and for .wide */
  gboolean is_wide;   /* TRUE: the list has a value of POPLENS_CLOCK_WIDE or more */
} CycleLists;

static void
cycle_lists_init (CycleLists *self)
{
  *self = (CycleLists){
      .kept = g_hash_table_new_full (NULL, NULL, NULL, g_free),
      .pieces = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) poplens_slice_unref),
  };
}

static void
cycle_lists_clear (CycleLists *self)
{
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->pieces, g_hash_table_unref);
  g_clear_pointer (&self->wide, g_free);
  g_clear_pointer (&self->cycles, g_free);
  self->room = 0;
}

static void
cycle_lists_reserve (CycleLists *self, gsize n)
{
  if (n <= self->room)
    return;
  self->room = n;
  self->wide = g_renew (guint64, self->wide, n);
  self->cycles = g_renew (guint32, self->cycles, n);
}

static void
cycle_lists_keep (CycleLists *self, guint32 id, guint32 n)
{
  gsize bytes = sizeof (KeptList) + n * sizeof (guint16);

  if (self->bytes + bytes > MOST_BYTES)
    return;
  KeptList *kept = g_malloc (bytes);
  kept->n = n;
  for (guint32 t = 0; t < n; t++)
    kept->cycles[t] = (guint16) self->cycles[t];
  self->bytes += bytes;
  g_hash_table_insert (self->kept, GUINT_TO_POINTER (id + 1), kept);
}

/* Decodes the list @id from its batch of the table, and caches it if it is short. Returns its
 * number of tiles; 0 if it cannot be read. */
static guint32
cycle_lists_decode (CycleLists *self, PoplensCheckRun *run, guint32 id)
{
  const PoplensSlice *piece =
      poplens_check_keep_slice (self->pieces, MOST_PIECES, run, CHECK_STEP_CYCLES,
                                POPLENS_SLICE_SCAN_CYCLES, id >> POPLENS_SCAN_CYCLES_SHIFT);
  guint64 longest = 0;
  guint32 row = 0, n;

  while (piece && row < piece->n && piece->values[row] != id)
    row++;
  n = piece && row < piece->n ? (guint32) poplens_lists_length (piece->lists, row) : 0;
  cycle_lists_reserve (self, n);
  if (n)
    poplens_lists_read (piece->lists, row, self->wide, n);
  for (guint32 t = 0; t < n; t++) {
    longest = MAX (longest, self->wide[t]);
    self->cycles[t] = (guint32) self->wide[t];
  }
  self->is_wide = longest >= POPLENS_CLOCK_WIDE;
  if (n && longest <= G_MAXUINT16)
    cycle_lists_keep (self, id, n);
  return n;
}

/* Copies a cached list. "restrict" tells the compiler that the arrays do not overlap, so that it
 * vectorizes the loop. */
static void
widen_list (guint32 *restrict cycles, const guint16 *restrict narrow, guint32 n)
{
  for (guint32 t = 0; t < n; t++)
    cycles[t] = narrow[t];
}

/* Reads the list @id into @self. Returns its number of tiles; 0 if it cannot be read. */
static guint32
cycle_lists_get (CycleLists *self, PoplensCheckRun *run, gint64 id)
{
  const KeptList *kept = id >= 0 && id < G_MAXUINT32
                             ? g_hash_table_lookup (self->kept, GUINT_TO_POINTER ((guint32) id + 1))
                             : NULL;

  self->is_wide = FALSE;
  if (id < 0 || id >= G_MAXUINT32)
    return 0;
  if (!kept)
    return cycle_lists_decode (self, run, (guint32) id);
  cycle_lists_reserve (self, kept->n);
  widen_list (self->cycles, kept->cycles, kept->n);
  return kept->n;
}

/* ---- steps ----------------------------------------------------------------------------------- */

#define MOST_TILES (1u << 24)

typedef struct {
  PoplensCheckRun *run;
  guint32 n_tiles, tiles_per_ipu;
  guint64 *end;         /* [n_tiles] memory in which all clocks store PoplensClock.end */
  guint32 *at;          /* [n_tiles] memory in which all clocks store PoplensClock.at */
  PoplensClock *clocks; /* [n_clocks] by IPU */
  guint32 n_clocks;
  guint64 sum;           /* sum of the cycles of all tiles in all steps */
  guint64 *balanced;     /* [n_clocks] by IPU: cycles of its tiles in all steps, computed from
                            .tile_balance */
  guint64 with, without; /* number of rows with (.with) and without (.without) a valid list of
                            cycles by tile */
  CycleLists lists;
  PoplensCheckMarkers markers;
  PoplensCheckCycles compute_sets, exchanges;
} Timelines;

static void
timelines_clear (Timelines *self)
{
  g_free (self->end);
  g_free (self->at);
  g_free (self->clocks);
  g_free (self->balanced);
  cycle_lists_clear (&self->lists);
  poplens_check_markers_clear (&self->markers);
  poplens_check_cycles_clear (&self->compute_sets);
  poplens_check_cycles_clear (&self->exchanges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Timelines, timelines_clear)

/* Computes the expected row of steps_by_ipu for a step on @n tiles. @e: extents of the step */
static void
expect (guint32 n, const PoplensExtents *e, PoplensStepRow *row)
{
  guint64 base = e->start.min;

  *row = (PoplensStepRow){.base = base, .cycles = e->cycles.max, .active_tiles = e->active};
  row->all_to_max = e->all.max - base;
  row->all_to_mean = e->all.sum / n - base;
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
  row->tile_balance = (double) e->cycles.sum / n / (double) e->cycles.max;
}

static void
check_row (PoplensCheckRun *run, const PoplensStepRow *row, guint32 n,
           const PoplensExtents *extents)
{
  const PoplensCheckScope step = {"step", row->step_id, "trace?executed="};
  PoplensStepRow expected;

  expect (n, extents, &expected);
  run->step = row;
  run->expected_step = &expected;
  run->active_step = expected.active_tiles ? &expected : NULL;
  poplens_check_hold (run, RULES_STEP, NULL, &step);
}

/* Returns the clock of the IPU if the step runs on all its tiles. Otherwise switches all clocks to
 * 64 bits, and returns @span, a clock of the @n tiles from @first on. */
static PoplensClock *
find_clock (Timelines *self, guint32 ipu, guint32 first, guint32 n, PoplensClock *span)
{
  if (n == self->tiles_per_ipu && ipu < self->n_clocks)
    return &self->clocks[ipu];
  for (guint32 i = 0; i < self->n_clocks; i++)
    poplens_clock_widen (&self->clocks[i]);
  *span = (PoplensClock){.n = n, .is_wide = TRUE, .end = self->end + first};
  return span;
}

/* Returns the sum of the cycles of all @n tiles in a step, computed from .tile_balance. */
static guint64
in_all_tiles (const PoplensStepRow *row, guint32 n)
{
  double cycles = (double) row->cycles * row->tile_balance * n;

  return cycles > 0 && cycles < 0x1p62 ? (guint64) (cycles + 0.5) : 0;
}

static void
timelines_add_row (Timelines *self, const PoplensStepRow *row)
{
  guint32 n = cycle_lists_get (&self->lists, self->run, row->tile_cycles_id);
  /* A list for the tiles of one IPU starts at the IPU's first tile, any other list at tile 0. */
  guint64 first = n == self->tiles_per_ipu ? (guint64) row->ipu * self->tiles_per_ipu : 0;

  if (!poplens_check_that (self->run, CHECK_STEP_CYCLES, n || row->tile_cycles_id < 0))
    poplens_check_fail (self->run, CHECK_STEP_CYCLES, "a list of cycles by tile", "a damaged one",
                        "step %u, IPU %u", row->step_id, row->ipu);
  if (!n || first + n > self->n_tiles) {
    self->without++;
    return;
  }
  self->with++;
  PoplensClock span, *clock = find_clock (self, row->ipu, (guint32) first, n, &span);
  PoplensExtents extents =
      poplens_clock_step (clock, self->lists.cycles, self->lists.is_wide ? self->lists.wide : NULL);
  PoplensCheckStep step = {row->step_id, row->ipu, (guint32) first, clock};
  check_row (self->run, row, n, &extents);
  poplens_check_markers_step (&self->markers, self->run, &step);
  poplens_check_cycles_step (&self->compute_sets, &self->exchanges, self->run, row);
  self->sum += extents.cycles.sum;
  if (row->ipu < self->n_clocks && n == self->tiles_per_ipu)
    self->balanced[row->ipu] += in_all_tiles (row, n);
}

static gboolean
timelines_add_steps (Timelines *self)
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
      timelines_add_row (self, &slice->step_rows[i]);
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

  poplens_check_hold (
      run, RULES_TILES_END,
      &(PoplensCheckMade){.n = self->n_tiles, .tile_end = self->end, .trace_end = total}, NULL);
  poplens_check_equal (run, CHECK_TILE_CYCLES_SUM, total * self->n_tiles, self->sum,
                       "%u tiles of %" G_GUINT64_FORMAT " cycles", self->n_tiles, total);
  for (guint32 ipu = 0; ipu < self->n_clocks; ipu++)
    poplens_check_equal (run, CHECK_TILE_BALANCE_SUM, total * self->tiles_per_ipu,
                         self->balanced[ipu], "IPU %u", ipu);
}

static void
start_clocks (Timelines *self)
{
  guint32 n = self->tiles_per_ipu;

  self->n_clocks = n ? self->n_tiles / n : 0;
  self->clocks = g_new0 (PoplensClock, MAX (self->n_clocks, 1));
  self->balanced = g_new0 (guint64, MAX (self->n_clocks, 1));
  for (guint32 i = 0; i < self->n_clocks; i++)
    self->clocks[i] =
        (PoplensClock){.n = n, .is_wide = TRUE, .end = self->end + i * n, .at = self->at + i * n};
}

void
poplens_check_steps (PoplensCheckRun *run)
{
  g_auto (Timelines) self = {.run = run,
                             .n_tiles = MIN (run->target->tiles_per_replica, MOST_TILES),
                             .tiles_per_ipu = run->target->tiles_per_ipu};
  guint64 total = 0;

  self.end = g_new0 (guint64, MAX (self.n_tiles, 1));
  self.at = g_new (guint32, MAX (self.n_tiles, 1));
  start_clocks (&self);
  cycle_lists_init (&self.lists);
  poplens_check_markers_init (&self.markers, run, self.n_tiles);
  poplens_check_cycles_init (&self.compute_sets, &self.exchanges, run);
  if (!timelines_add_steps (&self))
    return;
  if (!self.with) {
    poplens_check_none_at_all (
        run,
        "No cycles by tile recorded. Set debug.computeInstrumentationLevel=tile and record again.");
    return;
  }
  for (guint32 i = 0; i < self.n_clocks; i++)
    poplens_clock_widen (&self.clocks[i]);
  for (guint32 t = 0; t < self.n_tiles; t++)
    total = MAX (total, self.end[t]);
  if (self.without) {
    poplens_check_none (run, CHECK_TILES_END, "Some steps have no cycles by tile.");
    poplens_check_none (run, CHECK_TILE_CYCLES_SUM, "Some steps have no cycles by tile.");
    poplens_check_none (run, CHECK_TILE_BALANCE_SUM, "Some steps have no cycles by tile.");
  } else {
    check_ends (&self, total);
  }
  poplens_check_markers_finish (&self.markers, run, total);
  poplens_check_cycles_finish (&self.compute_sets, run);
  poplens_check_cycles_finish (&self.exchanges, run);
}
