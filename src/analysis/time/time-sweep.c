/* Finds the bound of each cycle (the activity that limits the IPU) by a sweep over the steps of
 * each IPU. A step has one or two intervals with a priority. Of all intervals that contain a cycle,
 * the one with the highest priority gives the bound.
 *
 * Steps are read in order of their base, and no interval begins before the base of its step. So the
 * bounds of all cycles before the base of the current step are final. Only intervals that end later
 * are in memory. */
#include "analysis/time/time-private.h"

#include <math.h>

/* Priorities of intervals; the lowest value wins. Of equal values, the interval that begins earlier
 * wins, then the earlier step.
 *
 * A step of work has two intervals. The interval _BEGINS lasts from the start of its first tile to
 * the start of its last tile. The other interval lasts from there to the end of the last tile.
 *
 * ANOTHER_IPU comes before HOST_TRANSFER, because prefetching on I/O tiles does not delay the IPU.
 * HOST_TRANSFER comes before HOST_BEGIN, HOST_END and SYNC, because the other tiles wait for the
 * copy. */
enum {
  PRIORITY_OUTSIDE,
  PRIORITY_PROFILER,
  PRIORITY_COMPUTE,
  PRIORITY_EXCHANGE,
  PRIORITY_INTER_IPU,
  PRIORITY_ANOTHER_IPU,
  PRIORITY_COMPUTE_BEGINS,
  PRIORITY_HOST_TRANSFER,
  PRIORITY_EXCHANGE_BEGINS,
  PRIORITY_HOST_BEGIN,
  PRIORITY_HOST_END,
  PRIORITY_INTER_IPU_BEGINS,
  PRIORITY_SYNC,
};

typedef struct {
  guint64 from, to;
  guint32 row, unused; /* values of PoplensTimeSegment.row and .unused */
  guint8 priority, bound;
} SweepInterval;

/* ---- a heap ---------------------------------------------------------------------------------- */

/* The heap functions are inlined once for each of the two orders: otherwise calls of the comparison
 * function would take most of the time. */
#define INLINE static inline __attribute__ ((always_inline))

typedef gboolean (*IntervalBeforeFunc) (const SweepInterval *a, const SweepInterval *b);

INLINE gboolean
interval_begins_before (const SweepInterval *a, const SweepInterval *b)
{
  return a->from < b->from;
}

INLINE gboolean
interval_has_priority (const SweepInterval *a, const SweepInterval *b)
{
  if (a->priority != b->priority)
    return a->priority < b->priority;
  return a->from != b->from ? a->from < b->from : a->row < b->row;
}

INLINE void
interval_heap_push (GArray *heap, const SweepInterval *interval, IntervalBeforeFunc before)
{
  guint i = heap->len;

  g_array_set_size (heap, i + 1);
  SweepInterval *all = &g_array_index (heap, SweepInterval, 0);
  for (; i && before (interval, &all[(i - 1) / 2]); i = (i - 1) / 2)
    all[i] = all[(i - 1) / 2];
  all[i] = *interval;
}

INLINE SweepInterval
interval_heap_pop (GArray *heap, IntervalBeforeFunc before)
{
  SweepInterval *all = &g_array_index (heap, SweepInterval, 0);
  SweepInterval first = all[0], last = all[--heap->len];
  guint i = 0;

  for (guint child; (child = 2 * i + 1) < heap->len; i = child) {
    if (child + 1 < heap->len && before (&all[child + 1], &all[child]))
      child++;
    if (!before (&all[child], &last))
      break;
    all[i] = all[child];
  }
  all[i] = last;
  return first;
}

static const SweepInterval *
interval_heap_top (const GArray *heap)
{
  return heap->len ? &g_array_index (heap, SweepInterval, 0) : NULL;
}

/* ---- the sweep of an IPU --------------------------------------------------------------------- */

/* State of the sweep of an IPU. */
typedef struct {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  guint64 at;          /* current cycle: segments before it are final */
  GArray *coming;      /* SweepInterval: heap by .from of intervals that begin later */
  GArray *open;        /* SweepInterval: heap by priority of the intervals that are open at .at */
  GArray *cuts;        /* guint64: cycles at which a new segment has to begin, ascending */
  guint cut;           /* index in .cuts of the next cut */
  const GArray *waits; /* PoplensTimeJoinWait, sorted by row */
  guint wait;          /* index in .waits of the next wait */
  /* (nullable): approximates the work of tiles; NULL: the work comes from lists. */
  PoplensTimeMeans *means;
} BoundSweep;

static void
sweep_add_segment (BoundSweep *self, guint64 from, const SweepInterval *by, gboolean cut)
{
  PoplensTimeSegment segment = {.from = from, .bound = POPLENS_BOUND_UNTRACKED, .row = G_MAXUINT32};
  GArray *segments = self->ipu->segments;

  if (by) {
    segment.bound = by->bound;
    segment.row = by->row;
    segment.unused = by->unused;
  }
  if (segments->len && !cut) {
    const PoplensTimeSegment *last = poplens_time_segment (self->ipu, segments->len - 1);
    if (last->bound == segment.bound && last->row == segment.row)
      return;
  }
  g_array_append_val (segments, segment);
}

static void
sweep_advance_to (BoundSweep *self, guint64 to)
{
  const SweepInterval *top, *next;

  while (self->at < to) {
    gboolean cut = FALSE;
    while ((next = interval_heap_top (self->coming)) && next->from <= self->at) {
      SweepInterval begun = interval_heap_pop (self->coming, interval_begins_before);
      interval_heap_push (self->open, &begun, interval_has_priority);
    }
    while ((top = interval_heap_top (self->open)) && top->to <= self->at)
      interval_heap_pop (self->open, interval_has_priority);
    for (;
         self->cut < self->cuts->len && g_array_index (self->cuts, guint64, self->cut) <= self->at;
         self->cut++)
      cut = TRUE;
    guint64 end = MIN (to, top ? top->to : to);
    end = MIN (end, next ? next->from : to);
    if (self->cut < self->cuts->len)
      end = MIN (end, g_array_index (self->cuts, guint64, self->cut));
    sweep_add_segment (self, self->at, top, cut);
    self->ipu->bound[top ? top->bound : POPLENS_BOUND_UNTRACKED] += end - self->at;
    self->at = end;
  }
}

static void
sweep_add_interval (BoundSweep *self, SweepInterval interval)
{
  interval.from = MAX (interval.from, self->at);
  if (interval.from < interval.to)
    interval_heap_push (self->coming, &interval, interval_begins_before);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Returns the share of the waiting in a compute set that falls on tiles without work, × 2^32. The
 * rest falls on tiles that finish before the slowest. */
static guint32
compute_unused_share (const PoplensScanStepTimes *fields, guint32 tiles)
{
  double all = (double) fields->cycles * tiles;
  double waits = all - round (all * fields->tile_balance);
  double idle = (double) fields->cycles * ((double) tiles - (double) fields->active_tiles);

  return waits > 0 ? (guint32) MIN (CLAMP (idle / waits, 0, 1) * 4294967296.0, 4294967295.0) : 0;
}

static void
sweep_add_work (BoundSweep *self, const PoplensScanStepTimes *fields, SweepInterval whole,
                PoplensTileWork work)
{
  static const guint8 bounds[] = {POPLENS_BOUND_COMPUTE, POPLENS_BOUND_EXCHANGE,
                                  POPLENS_BOUND_INTER_IPU};
  static const guint8 priorities[][2] = {{PRIORITY_COMPUTE, PRIORITY_COMPUTE_BEGINS},
                                         {PRIORITY_EXCHANGE, PRIORITY_EXCHANGE_BEGINS},
                                         {PRIORITY_INTER_IPU, PRIORITY_INTER_IPU_BEGINS}};
  SweepInterval begins = whole;

  begins.to = fields->base + fields->active_from_max;
  whole.from = begins.to;
  begins.bound = whole.bound = bounds[work];
  begins.priority = priorities[work][1];
  whole.priority = priorities[work][0];
  sweep_add_interval (self, whole);
  sweep_add_interval (self, begins);
}

static void
sweep_add_step (BoundSweep *self, const PoplensScanStepTimes *fields, SweepInterval whole,
                PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
  case POPLENS_STEP_DO_EXCHANGE:
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    sweep_add_work (self, fields, whole, poplens_time_work_of (kind));
    return;
  case POPLENS_STEP_STREAM_COPY_MID:
    whole.bound = POPLENS_BOUND_HOST_TRANSFER;
    whole.priority = PRIORITY_HOST_TRANSFER;
    break;
  case POPLENS_STEP_STREAM_COPY_BEGIN:
  case POPLENS_STEP_STREAM_COPY_END:
    whole.bound = POPLENS_BOUND_HOST_WAIT;
    whole.priority = kind == POPLENS_STEP_STREAM_COPY_END ? PRIORITY_HOST_END : PRIORITY_HOST_BEGIN;
    break;
  case POPLENS_STEP_SYNC:
  case POPLENS_STEP_SANS:
  case POPLENS_STEP_SYNC_ANS:
    whole.bound = POPLENS_BOUND_SYNC;
    whole.priority = PRIORITY_SYNC;
    break;
  default:
    return;
  }
  sweep_add_interval (self, whole);
}

static void
sweep_add_waits (BoundSweep *self, guint32 row)
{
  for (; self->wait < self->waits->len; self->wait++) {
    const PoplensTimeJoinWait *wait = &g_array_index (self->waits, PoplensTimeJoinWait, self->wait);
    if (row < wait->row)
      return;
    sweep_add_interval (self, (SweepInterval){.from = wait->arrive,
                                              .to = wait->came,
                                              .row = row,
                                              .bound = POPLENS_BOUND_ANOTHER_IPU,
                                              .priority = PRIORITY_ANOTHER_IPU});
  }
}

/* Distributes the steps that end before the last segment. The end of that segment is not known
 * yet. */
static void
sweep_settle_means (BoundSweep *self)
{
  const GArray *segments = self->ipu->segments;

  if (self->means && segments->len)
    poplens_time_means_settle (self->means,
                               poplens_time_segment (self->ipu, segments->len - 1)->from);
}

/* Stores values of a row in PoplensTime, for the search for causes. */
static void
time_store_row (PoplensTime *time, guint32 row, const PoplensScanStepTimes *fields,
                PoplensStepKind kind)
{
  double all = (double) fields->cycles * time->tiles;

  if (kind == POPLENS_STEP_ON_TILE_EXECUTE) {
    time->row_waits[row] = (float) MAX (all - all * fields->tile_balance, 0);
    time->row_tiles[row] = (guint16) MIN (MIN (fields->active_tiles, time->tiles), G_MAXUINT16);
  }
  if (time->row_list && fields->list >= 0 && fields->list < POPLENS_TIME_NO_LIST)
    time->row_list[row] = (guint32) fields->list;
}

static gboolean
sweep_add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer sweep, GError **error)
{
  BoundSweep *self = sweep;
  const PoplensExecution *x = self->making->input->execution;
  guint32 step = x->row_step[row];
  PoplensStepKind kind = poplens_execution_step_kind (x, step);
  SweepInterval whole = {.from = fields->base + fields->active_from_min,
                         .to = fields->base + fields->active_to_max,
                         .row = row};

  time_store_row (self->making->time, row, fields, kind);
  sweep_advance_to (self, MIN (fields->base, self->making->time->total));
  sweep_settle_means (self);
  if (!fields->active_tiles)
    return TRUE;
  if (kind == POPLENS_STEP_ON_TILE_EXECUTE)
    whole.unused = compute_unused_share (fields, self->making->time->tiles);
  if (poplens_time_role (self->making, step) & POPLENS_TIME_PROFILES) {
    whole.bound = POPLENS_BOUND_PROFILER;
    whole.priority = PRIORITY_PROFILER;
    sweep_add_interval (self, whole);
  }
  sweep_add_step (self, fields, whole, kind);
  sweep_add_waits (self, row);
  if (self->means)
    poplens_time_means_take (self->means, row, fields);
  return TRUE;
}

/* ---- all IPUs -------------------------------------------------------------------------------- */

static void
sweep_add_cut (BoundSweep *self, guint64 at)
{
  guint64 last = self->cuts->len ? g_array_index (self->cuts, guint64, self->cuts->len - 1) : 0;

  if (at > last)
    g_array_append_val (self->cuts, at);
}

/* Initializes the sweep of an IPU. Segments are cut where an epoch begins, where its IPU arrives at
 * the join, and where the last IPU arrives. So a replay can sum whole segments. */
static void
bound_sweep_init (const PoplensTimeMaking *making, BoundSweep *self, PoplensTimeIpu *ipu)
{
  const PoplensTime *time = making->time;

  self->making = making;
  self->ipu = ipu;
  self->waits = making->waits[ipu - time->ipus];
  if (!poplens_time_has_lists (making))
    self->means = poplens_time_means_new (making, ipu);
  self->coming = g_array_new (FALSE, FALSE, sizeof (SweepInterval));
  self->open = g_array_new (FALSE, FALSE, sizeof (SweepInterval));
  self->cuts = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint r = 0; r < time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, r);
    sweep_add_interval (self, (SweepInterval){.from = run->from,
                                              .to = run->work,
                                              .row = G_MAXUINT32,
                                              .bound = POPLENS_BOUND_OUTSIDE,
                                              .priority = PRIORITY_OUTSIDE});
  }
  for (guint e = 0; e < ipu->epochs->len; e++) {
    const PoplensTimeEpoch *epoch = &g_array_index (ipu->epochs, PoplensTimeEpoch, e);
    sweep_add_cut (self, epoch->from);
    sweep_add_cut (self, epoch->arrive);
    if (epoch->join != G_MAXUINT32)
      sweep_add_cut (self, g_array_index (time->joins, PoplensTimeJoin, epoch->join).came);
  }
}

static void
bound_sweep_clear (BoundSweep *self)
{
  poplens_time_means_free (self->means);
  g_array_unref (self->coming);
  g_array_unref (self->open);
  g_array_unref (self->cuts);
}

gboolean
poplens_time_sweep (PoplensTimeMaking *making, GError **error)
{
  PoplensTime *time = making->time;
  g_autofree BoundSweep *sweeps = g_new0 (BoundSweep, time->n_ipus + 1);

  for (guint i = 0; i < time->n_ipus; i++)
    bound_sweep_init (making, &sweeps[i], &time->ipus[i]);
  gboolean done = poplens_time_each_row (making->input, making->time, making->work, 0, 0.5,
                                         sweep_add_row, sweeps, sizeof *sweeps, error);
  for (guint i = 0; i < time->n_ipus; i++) {
    if (done)
      sweep_advance_to (&sweeps[i], time->total);
    if (done && sweeps[i].means)
      poplens_time_means_settle (sweeps[i].means, G_MAXUINT64);
    bound_sweep_clear (&sweeps[i]);
  }
  return done;
}
