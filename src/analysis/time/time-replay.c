/* Replays the trace with shortened epochs. An epoch is what an IPU does between two syncs with
 * other IPUs. The cycles that the replay ends earlier are an upper bound of what a change saves. */
#include "analysis/time/time-replay.h"

#include "analysis/time/time-private.h"
#include "base/search.h"

#include <math.h>

#define HOST_BOUNDS (POPLENS_BOUND_BIT (HOST_TRANSFER) | POPLENS_BOUND_BIT (HOST_WAIT))

/* Remaining tile cycles of an epoch. .before: before its IPU arrives at the join; .after: after the
 * last IPU has arrived. */
typedef struct {
  guint64 before, after;
} EpochLength;

struct _PoplensTimeReplay {
  const PoplensTime *time;
  guint64 from, to;
  guint join;   /* index of the first join that ends in the range */
  guint *epoch; /* [IPUs] index of the first epoch in the range, which contains .from or begins
                   there */
  EpochLength **length; /* [IPUs][n] remaining lengths of the epochs in the range */
  guint *n;             /* [IPUs] number of epochs of each IPU in the range */
  /* [IPUs] index of the epoch that was found last; the next search begins there. */
  guint *near;
  guint8 *removed; /* (nullable): [joins of the time] TRUE if the join is removed; NULL: none is */
  guint bounds;    /* PoplensBound bits of the bounds that were removed */
};

static const PoplensTimeEpoch *
replay_epoch_at (const PoplensTime *time, guint place, guint epoch)
{
  return &g_array_index (time->ipus[place].epochs, PoplensTimeEpoch, epoch);
}

static const PoplensTimeJoin *
time_join_at (const PoplensTime *time, guint join)
{
  return &g_array_index (time->joins, PoplensTimeJoin, join);
}

/* ---- epochs of a range ----------------------------------------------------------------------- */

static PoplensTimeSpan
replay_span (const PoplensTimeReplay *self)
{
  return (PoplensTimeSpan){self->from, self->to};
}

/* Fills @stretch with the two parts of an epoch in which the IPU does not only wait for another
 * IPU. [0] to [1]: before the IPU arrives at the join. [2] to [3]: after the last IPU has arrived.
 * Both are clipped to @span. */
static void
epoch_get_stretches (const PoplensTime *time, const PoplensTimeEpoch *epoch, PoplensTimeSpan span,
                     guint64 stretch[4])
{
  guint64 end = poplens_time_epoch_to (time, epoch);

  stretch[0] = epoch->from;
  stretch[1] = epoch->arrive;
  stretch[2] = epoch->join == G_MAXUINT32 ? end : time_join_at (time, epoch->join)->came;
  stretch[3] = end;
  for (guint i = 0; i < 4; i++)
    stretch[i] = CLAMP (stretch[i], span.from, span.to);
}

static gboolean
epoch_is_within (const PoplensTime *time, const PoplensTimeEpoch *epoch, PoplensTimeSpan span)
{
  return epoch->from >= span.from && poplens_time_epoch_to (time, epoch) <= span.to;
}

/* Returns the first epoch of an IPU that ends after @cycle; the last epoch if none does. */
static guint
replay_find_epoch (const PoplensTime *time, guint place, guint64 cycle)
{
  guint low = 0, high = time->ipus[place].epochs->len - 1;

  POPLENS_SEARCH (low, high, at,
                  poplens_time_epoch_to (time, replay_epoch_at (time, place, at)) <= cycle);
  return low;
}

/* Returns the same as replay_find_epoch (). Fast if the result is @near or the next epoch. */
static guint
replay_find_epoch_near (const PoplensTime *time, guint place, guint near, guint64 cycle)
{
  for (guint e = near; e < MIN (near + 2, time->ipus[place].epochs->len); e++)
    if (poplens_time_epoch_to (time, replay_epoch_at (time, place, e)) > cycle)
      return replay_epoch_at (time, place, e)->from <= cycle
                 ? e
                 : replay_find_epoch (time, place, cycle);
  return replay_find_epoch (time, place, cycle);
}

static guint
time_find_join (const PoplensTime *time, guint64 cycle)
{
  guint low = 0, high = time->joins->len;

  POPLENS_SEARCH (low, high, at, time_join_at (time, at)->end <= cycle);
  return low;
}

static void
replay_add_ipu (PoplensTimeReplay *self, guint place)
{
  const PoplensTime *time = self->time;
  guint first = replay_find_epoch (time, place, self->from);
  guint last = replay_find_epoch (time, place, self->to ? self->to - 1 : 0);

  self->epoch[place] = self->near[place] = first;
  self->n[place] = last + 1 - first;
  self->length[place] = g_new (EpochLength, self->n[place]);
  for (guint e = 0; e < self->n[place]; e++) {
    guint64 stretch[4];
    epoch_get_stretches (time, replay_epoch_at (time, place, first + e), replay_span (self),
                         stretch);
    self->length[place][e] = (EpochLength){(stretch[1] - stretch[0]) * time->tiles,
                                           (stretch[3] - stretch[2]) * time->tiles};
  }
}

PoplensTimeReplay *
poplens_time_replay_new (const PoplensTime *time, guint64 from, guint64 to)
{
  PoplensTimeReplay *self = g_new0 (PoplensTimeReplay, 1);

  self->time = time;
  self->to = MIN (to, time->total);
  self->from = MIN (from, self->to);
  self->join = time_find_join (time, self->from);
  self->epoch = g_new (guint, time->n_ipus + 1);
  self->n = g_new (guint, time->n_ipus + 1);
  self->near = g_new (guint, time->n_ipus + 1);
  self->length = g_new0 (EpochLength *, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++)
    replay_add_ipu (self, i);
  return self;
}

PoplensTimeReplay *
poplens_time_replay_copy (const PoplensTimeReplay *self)
{
  PoplensTimeReplay *copy = g_memdup2 (self, sizeof *self);
  guint n = self->time->n_ipus;

  copy->epoch = g_memdup2 (self->epoch, n * sizeof *self->epoch);
  copy->n = g_memdup2 (self->n, n * sizeof *self->n);
  copy->near = g_memdup2 (self->near, n * sizeof *self->near);
  copy->length = g_new (EpochLength *, n + 1);
  for (guint i = 0; i < n; i++)
    copy->length[i] = g_memdup2 (self->length[i], self->n[i] * sizeof (EpochLength));
  if (self->removed)
    copy->removed = g_memdup2 (self->removed, self->time->joins->len);
  return copy;
}

void
poplens_time_replay_free (PoplensTimeReplay *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->time->n_ipus; i++)
    g_free (self->length[i]);
  g_free (self->length);
  g_free (self->epoch);
  g_free (self->n);
  g_free (self->near);
  g_free (self->removed);
  g_free (self);
}

/* ---- changes --------------------------------------------------------------------------------- */

static void
length_subtract (guint64 *length, guint64 tile_cycles)
{
  *length -= MIN (*length, tile_cycles);
}

/* Adds the tile cycles of an IPU in [@from, @to) to .tile_cycles of @sums, by bound. Adds the tile
 * cycles in which tiles compute to .compute. A segment that the range cuts counts in proportion. */
static void
time_sum_range (const PoplensTime *time, guint place, guint64 from, guint64 to,
                PoplensTimeSum sums[POPLENS_N_BOUNDS])
{
  const PoplensTimeIpu *ipu = &time->ipus[place];

  if (from >= to)
    return;
  for (guint s = poplens_time_find_segment (ipu, from); s < ipu->segments->len; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
    guint64 end = poplens_time_segment_to (time, ipu, s);
    if (at->from >= to)
      break;
    guint64 length = MIN (end, to) - MAX (at->from, from);
    sums[at->bound].tile_cycles += length * time->tiles;
    if (poplens_time_counts_work (at->bound))
      sums[at->bound].compute +=
          length == end - at->from
              ? at->compute
              : (guint64) ((double) at->compute * (double) length / (double) (end - at->from));
  }
}

static PoplensTimeSum
sum_bounds (const PoplensTime *time, guint place, guint64 from, guint64 to, guint bounds)
{
  PoplensTimeSum sums[POPLENS_N_BOUNDS] = {0}, sum = {0};

  time_sum_range (time, place, from, to, sums);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    if (bounds & 1u << b) {
      sum.tile_cycles += sums[b].tile_cycles;
      sum.compute += sums[b].compute;
    }
  return sum;
}

static PoplensTimeSum
sum_bounds_of_epoch (const PoplensTime *time, guint32 first, guint32 n, guint bounds)
{
  PoplensTimeSum sum = {0};

  for (guint32 i = first; i < first + n; i++) {
    const PoplensTimeSum *one = &g_array_index (time->sums, PoplensTimeSum, i);
    if (bounds & 1u << one->bound) {
      sum.tile_cycles += one->tile_cycles;
      sum.compute += one->compute;
    }
  }
  return sum;
}

/* Sums the tile cycles with @bounds in @span, separately for the two parts of an epoch
 * (epoch_get_stretches ()). */
static void
epoch_sum_stretches (const PoplensTimeReplay *self, guint place, guint e, PoplensTimeSpan span,
                     guint bounds, PoplensTimeSum sums[2])
{
  const PoplensTime *time = self->time;
  const PoplensTimeEpoch *epoch = replay_epoch_at (time, place, self->epoch[place] + e);
  guint64 stretch[4];

  if (epoch_is_within (time, epoch, span)) {
    sums[0] = sum_bounds_of_epoch (time, epoch->before, epoch->n_before, bounds);
    sums[1] = sum_bounds_of_epoch (time, epoch->after, epoch->n_after, bounds);
    return;
  }
  epoch_get_stretches (time, epoch, span, stretch);
  sums[0] = sum_bounds (time, place, stretch[0], stretch[1], bounds);
  sums[1] = sum_bounds (time, place, stretch[2], stretch[3], bounds);
}

/* Returns the tile cycles in which tiles do not compute. The result is 0 if approximated compute
 * exceeds all tile cycles. */
static guint64
sum_without_compute (const PoplensTimeSum *sum)
{
  return sum->tile_cycles - MIN (sum->tile_cycles, sum->compute);
}

void
poplens_time_replay_remove_join (PoplensTimeReplay *self, guint join)
{
  if (!self->removed)
    self->removed = g_new0 (guint8, self->time->joins->len);
  self->removed[join] = TRUE;
}

static gboolean
is_made_by_copies (const PoplensTime *time, const PoplensTimeJoin *join)
{
  for (guint32 m = join->first; m < join->first + join->n; m++)
    if (poplens_time_meet (time, m)->copy != G_MAXUINT32)
      return TRUE;
  return FALSE;
}

void
poplens_time_replay_remove (PoplensTimeReplay *self, guint bounds)
{
  self->bounds |= bounds;
  for (guint j = self->join; !(HOST_BOUNDS & ~bounds) && j < self->time->joins->len; j++)
    if (is_made_by_copies (self->time, time_join_at (self->time, j)))
      poplens_time_replay_remove_join (self, j);
  for (guint i = 0; i < self->time->n_ipus; i++)
    for (guint e = 0; e < self->n[i]; e++) {
      PoplensTimeSum sums[2];
      epoch_sum_stretches (self, i, e, replay_span (self), bounds, sums);
      length_subtract (&self->length[i][e].before, sum_without_compute (&sums[0]));
      length_subtract (&self->length[i][e].after, sum_without_compute (&sums[1]));
    }
}

static void
length_scale_part (guint64 *length, guint64 tile_cycles, double factor)
{
  double more = round ((double) tile_cycles * (factor - 1));

  if (more < 0)
    length_subtract (length, (guint64) -more);
  else
    *length += (guint64) more;
}

void
poplens_time_replay_scale (PoplensTimeReplay *self, guint place, PoplensTimeSpan span, guint bounds,
                           double factor)
{
  span.from = MAX (span.from, self->from);
  span.to = MIN (span.to, self->to);
  if (span.from >= span.to)
    return;
  for (guint e = replay_find_epoch (self->time, place, span.from) - self->epoch[place];
       e < self->n[place] &&
       replay_epoch_at (self->time, place, self->epoch[place] + e)->from < span.to;
       e++) {
    PoplensTimeSum sums[2];
    epoch_sum_stretches (self, place, e, span, bounds, sums);
    length_scale_part (&self->length[place][e].before, sums[0].tile_cycles, factor);
    length_scale_part (&self->length[place][e].after, sums[1].tile_cycles, factor);
  }
}

void
poplens_time_replay_take (PoplensTimeReplay *self, guint place, guint segment, guint64 tile_cycles)
{
  const PoplensTime *time = self->time;
  const PoplensTimeIpu *ipu = &time->ipus[place];
  guint64 from = poplens_time_segment (ipu, segment)->from;
  guint64 to = poplens_time_segment_to (time, ipu, segment), stretch[4];

  if (to <= self->from || from >= self->to)
    return;
  from = MAX (from, self->from);
  to = MIN (to, self->to);
  tile_cycles = MIN (tile_cycles, (to - from) * time->tiles);
  guint e = replay_find_epoch_near (time, place, self->near[place], from);
  EpochLength *length = &self->length[place][e - self->epoch[place]];
  self->near[place] = e;
  epoch_get_stretches (time, replay_epoch_at (time, place, e), replay_span (self), stretch);
  if (from < stretch[1])
    length_subtract (&length->before, tile_cycles);
  else if (from >= stretch[2])
    length_subtract (&length->after, tile_cycles);
}

void
poplens_time_replay_stretch (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                             guint64 tile_cycles, double factor)
{
  guint first = self->epoch[place];

  if (epoch < first || epoch >= first + self->n[place])
    return;
  EpochLength *length = &self->length[place][epoch - first];
  length_scale_part (after ? &length->after : &length->before, tile_cycles, factor);
}

void
poplens_time_replay_shorten (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                             guint64 tile_cycles)
{
  guint first = self->epoch[place];

  if (epoch < first || epoch >= first + self->n[place])
    return;
  EpochLength *length = &self->length[place][epoch - first];
  length_subtract (after ? &length->after : &length->before, tile_cycles);
}

/* ---- running it ------------------------------------------------------------------------------ */

/* Returns the tile cycles that an epoch would take if its IPU did not wait for others at the join.
 */
static guint64
epoch_length_alone (const PoplensTimeReplay *self, guint place, guint e)
{
  guint64 stretch[4];
  PoplensTimeSum left, removed;

  epoch_get_stretches (self->time, replay_epoch_at (self->time, place, self->epoch[place] + e),
                       replay_span (self), stretch);
  left = sum_bounds (self->time, place, stretch[1], stretch[2],
                     ~(self->bounds | POPLENS_BOUND_BIT (ANOTHER_IPU)));
  removed = sum_bounds (self->time, place, stretch[1], stretch[2],
                        self->bounds & ~POPLENS_BOUND_BIT (ANOTHER_IPU));
  return self->length[place][e].before + left.tile_cycles + removed.tile_cycles -
         sum_without_compute (&removed) + self->length[place][e].after;
}

guint64
poplens_time_replay_run (const PoplensTimeReplay *self)
{
  const PoplensTime *time = self->time;
  const guint16 *ipus = time->execution->row_ipu;
  g_autofree guint64 *clock = g_new0 (guint64, time->n_ipus + 1);
  g_autofree guint *at = g_new0 (guint, time->n_ipus + 1);
  guint64 end = 0;

  for (guint j = self->join; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = time_join_at (time, j);
    guint64 came = 0, after = 0;
    guint there = 0;
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      guint i = time->place[ipus[poplens_time_meet (time, m)->row]];
      if (at[i] < self->n[i]) {
        came = MAX (came, clock[i] + self->length[i][at[i]].before);
        after = MAX (after, self->length[i][at[i]].after);
        there++;
      }
    }
    if (!there)
      break;
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      guint i = time->place[ipus[poplens_time_meet (time, m)->row]];
      if (at[i] < self->n[i]) {
        guint64 alone = self->removed && self->removed[j]
                            ? clock[i] + epoch_length_alone (self, i, at[i])
                            : G_MAXUINT64;
        clock[i] = MIN (came + after, alone);
        at[i]++;
      }
    }
  }
  for (guint i = 0; i < time->n_ipus; i++) {
    guint64 rest = at[i] < self->n[i] ? self->length[i][at[i]].before : 0;
    end = MAX (end, clock[i] + rest);
  }
  return end;
}

void
poplens_time_add_bounds (const PoplensTime *time, guint place, guint64 from, guint64 to,
                         guint64 bounds[POPLENS_N_BOUNDS], guint64 *compute)
{
  PoplensTimeSum sums[POPLENS_N_BOUNDS] = {0};

  time_sum_range (time, place, from, to, sums);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
    bounds[b] += sums[b].tile_cycles / time->tiles;
    *compute += sums[b].compute;
  }
}
