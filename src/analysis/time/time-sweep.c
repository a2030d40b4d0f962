/* Binding classes: an interval sweep over the steps of each IPU. Each step is one or two intervals
 * with a priority; a cycle is bound by the first of those that hold it. Steps come in their order,
 * and none begins before the base of its own row, so all that lies before it can be told: only
 * intervals that are open are kept. */
#include "analysis/time/time-private.h"

#include <math.h>

/* Lower goes before higher. Of equal ones the interval that begins earlier, then the earlier step.
 * From its last tile's start to its last tile's end a step of work binds its IPU; from its first
 * tile's start only where nothing else does. Waiting for another IPU goes before stream copies, as
 * prefetching on I/O tiles does not hold the IPU up; a copy before its waits and before syncs, as
 * it is what the other tiles wait for. */
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
  guint32 row, unused; /* as of a segment */
  guint8 priority, bound;
} Interval;

/* ---- a heap ------------------------------------------------------------------------------------
 */

/* Inlined for each of both orders: calls to compare would take most of the time. */
#define INLINE static inline __attribute__ ((always_inline))

typedef gboolean (*BeforeFunc) (const Interval *a, const Interval *b);

INLINE gboolean
begins_before (const Interval *a, const Interval *b)
{
  return a->from < b->from;
}

INLINE gboolean
goes_before (const Interval *a, const Interval *b)
{
  if (a->priority != b->priority)
    return a->priority < b->priority;
  return a->from != b->from ? a->from < b->from : a->row < b->row;
}

INLINE void
heap_push (GArray *heap, const Interval *interval, BeforeFunc before)
{
  guint i = heap->len;

  g_array_set_size (heap, i + 1);
  Interval *all = &g_array_index (heap, Interval, 0);
  for (; i && before (interval, &all[(i - 1) / 2]); i = (i - 1) / 2)
    all[i] = all[(i - 1) / 2];
  all[i] = *interval;
}

INLINE Interval
heap_pop (GArray *heap, BeforeFunc before)
{
  Interval *all = &g_array_index (heap, Interval, 0);
  Interval first = all[0], last = all[--heap->len];
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

static const Interval *
heap_top (const GArray *heap)
{
  return heap->len ? &g_array_index (heap, Interval, 0) : NULL;
}

/* ---- the sweep of an IPU -----------------------------------------------------------------------
 */

typedef struct {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  guint64 at;              /* all before it is told */
  GArray *coming;          /* Interval: a heap, by begin … */
  GArray *open;            /* … and of those that have begun, by priority */
  GArray *cuts;            /* guint64, rising: where a segment ends in any case */
  guint cut;               /* the next one */
  const GArray *waits;     /* PoplensTimeJoinWait by row … */
  guint wait;              /* … and the next one */
  PoplensTimeMeans *means; /* NULL where lists will tell what tiles do */
} Sweep;

static void
add_segment (Sweep *self, guint64 from, const Interval *by, gboolean cut)
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
sweep_to (Sweep *self, guint64 to)
{
  const Interval *top, *next;

  while (self->at < to) {
    gboolean cut = FALSE;
    while ((next = heap_top (self->coming)) && next->from <= self->at) {
      Interval begun = heap_pop (self->coming, begins_before);
      heap_push (self->open, &begun, goes_before);
    }
    while ((top = heap_top (self->open)) && top->to <= self->at)
      heap_pop (self->open, goes_before);
    for (;
         self->cut < self->cuts->len && g_array_index (self->cuts, guint64, self->cut) <= self->at;
         self->cut++)
      cut = TRUE;
    guint64 end = MIN (to, top ? top->to : to);
    end = MIN (end, next ? next->from : to);
    if (self->cut < self->cuts->len)
      end = MIN (end, g_array_index (self->cuts, guint64, self->cut));
    add_segment (self, self->at, top, cut);
    self->ipu->bound[top ? top->bound : POPLENS_BOUND_UNTRACKED] += end - self->at;
    self->at = end;
  }
}

static void
add_interval (Sweep *self, Interval interval)
{
  interval.from = MAX (interval.from, self->at);
  if (interval.from < interval.to)
    heap_push (self->coming, &interval, begins_before);
}

/* ---- steps -------------------------------------------------------------------------------------
 */

/* Of what tiles wait for in a compute set: the share of those that have no work in it, as against
 * those that end before the longest. */
static guint32
share_of_unused (const PoplensScanStepTimes *fields, guint32 tiles)
{
  double all = (double) fields->cycles * tiles;
  double waits = all - round (all * fields->tile_balance);
  double idle = (double) fields->cycles * ((double) tiles - (double) fields->active_tiles);

  return waits > 0 ? (guint32) MIN (CLAMP (idle / waits, 0, 1) * 4294967296.0, 4294967295.0) : 0;
}

static void
add_work (Sweep *self, const PoplensScanStepTimes *fields, Interval whole, PoplensTileWork work)
{
  static const guint8 bounds[] = {POPLENS_BOUND_COMPUTE, POPLENS_BOUND_EXCHANGE,
                                  POPLENS_BOUND_INTER_IPU};
  static const guint8 priorities[][2] = {{PRIORITY_COMPUTE, PRIORITY_COMPUTE_BEGINS},
                                         {PRIORITY_EXCHANGE, PRIORITY_EXCHANGE_BEGINS},
                                         {PRIORITY_INTER_IPU, PRIORITY_INTER_IPU_BEGINS}};
  Interval begins = whole;

  begins.to = fields->base + fields->active_from_max;
  whole.from = begins.to;
  begins.bound = whole.bound = bounds[work];
  begins.priority = priorities[work][1];
  whole.priority = priorities[work][0];
  add_interval (self, whole);
  add_interval (self, begins);
}

static void
add_step (Sweep *self, const PoplensScanStepTimes *fields, Interval whole, PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
  case POPLENS_STEP_DO_EXCHANGE:
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    add_work (self, fields, whole, poplens_time_work_of (kind));
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
  add_interval (self, whole);
}

static void
add_waits (Sweep *self, guint32 row)
{
  for (; self->wait < self->waits->len; self->wait++) {
    const PoplensTimeJoinWait *wait = &g_array_index (self->waits, PoplensTimeJoinWait, self->wait);
    if (row < wait->row)
      return;
    add_interval (self, (Interval){.from = wait->arrive,
                                   .to = wait->came,
                                   .row = row,
                                   .bound = POPLENS_BOUND_ANOTHER_IPU,
                                   .priority = PRIORITY_ANOTHER_IPU});
  }
}

/* What lies before the last segment does not change any more. */
static void
settle (Sweep *self)
{
  const GArray *segments = self->ipu->segments;

  if (self->means && segments->len)
    poplens_time_means_settle (self->means,
                               poplens_time_segment (self->ipu, segments->len - 1)->from);
}

/* What is asked of the row once more. */
static void
keep_row (PoplensTime *time, guint32 row, const PoplensScanStepTimes *fields, PoplensStepKind kind)
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
add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer sweep, GError **error)
{
  Sweep *self = sweep;
  const PoplensExecution *x = self->making->input->execution;
  guint32 step = x->row_step[row];
  PoplensStepKind kind = poplens_execution_step_kind (x, step);
  Interval whole = {.from = fields->base + fields->active_from_min,
                    .to = fields->base + fields->active_to_max,
                    .row = row};

  keep_row (self->making->time, row, fields, kind);
  sweep_to (self, MIN (fields->base, self->making->time->total));
  settle (self);
  if (!fields->active_tiles)
    return TRUE;
  if (kind == POPLENS_STEP_ON_TILE_EXECUTE)
    whole.unused = share_of_unused (fields, self->making->time->tiles);
  if (poplens_time_role (self->making, step) & POPLENS_TIME_PROFILES) {
    whole.bound = POPLENS_BOUND_PROFILER;
    whole.priority = PRIORITY_PROFILER;
    add_interval (self, whole);
  }
  add_step (self, fields, whole, kind);
  add_waits (self, row);
  if (self->means)
    poplens_time_means_take (self->means, row, fields);
  return TRUE;
}

/* ---- all IPUs ----------------------------------------------------------------------------------
 */

static void
add_cut (Sweep *self, guint64 at)
{
  guint64 last = self->cuts->len ? g_array_index (self->cuts, guint64, self->cuts->len - 1) : 0;

  if (at > last)
    g_array_append_val (self->cuts, at);
}

/* Segments do not reach over what a replay tells apart. */
static void
begin_sweep (const PoplensTimeMaking *making, Sweep *self, PoplensTimeIpu *ipu)
{
  const PoplensTime *time = making->time;

  self->making = making;
  self->ipu = ipu;
  self->waits = making->waits[ipu - time->ipus];
  if (!poplens_time_has_lists (making))
    self->means = poplens_time_means_new (making, ipu);
  self->coming = g_array_new (FALSE, FALSE, sizeof (Interval));
  self->open = g_array_new (FALSE, FALSE, sizeof (Interval));
  self->cuts = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint r = 0; r < time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, r);
    add_interval (self, (Interval){.from = run->from,
                                   .to = run->work,
                                   .row = G_MAXUINT32,
                                   .bound = POPLENS_BOUND_OUTSIDE,
                                   .priority = PRIORITY_OUTSIDE});
  }
  for (guint e = 0; e < ipu->epochs->len; e++) {
    const PoplensTimeEpoch *epoch = &g_array_index (ipu->epochs, PoplensTimeEpoch, e);
    add_cut (self, epoch->from);
    add_cut (self, epoch->arrive);
    if (epoch->join != G_MAXUINT32)
      add_cut (self, g_array_index (time->joins, PoplensTimeJoin, epoch->join).came);
  }
}

static void
end_sweep (Sweep *self)
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
  g_autofree Sweep *sweeps = g_new0 (Sweep, time->n_ipus + 1);

  for (guint i = 0; i < time->n_ipus; i++)
    begin_sweep (making, &sweeps[i], &time->ipus[i]);
  gboolean done = poplens_time_each_row (making->input, making->time, making->work, 0, 0.5, add_row,
                                         sweeps, sizeof *sweeps, error);
  for (guint i = 0; i < time->n_ipus; i++) {
    if (done)
      sweep_to (&sweeps[i], time->total);
    if (done && sweeps[i].means)
      poplens_time_means_settle (sweeps[i].means, G_MAXUINT64);
    end_sweep (&sweeps[i]);
  }
  return done;
}
