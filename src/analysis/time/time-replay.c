#include "analysis/time/time-replay.h"

#include "analysis/time/time-private.h"
#include "base/search.h"

#include <math.h>

#define HOST_BOUNDS (POPLENS_BOUND_BIT (HOST_TRANSFER) | POPLENS_BOUND_BIT (HOST_WAIT))

/* What is left of an epoch; tile cycles. */
typedef struct {
  guint64 before, after; /* up to where the IPU arrives; from when all have come */
} Length;

struct _PoplensTimeReplay {
  const PoplensTime *time;
  guint64 from, to;
  guint join;      /* the first that ends in the range … */
  guint *epoch;    /* [IPUs] … and the epochs that hold its first cycle, or begin there */
  Length **length; /* [IPUs][epochs of the IPU from there on, up to the end of the range] */
  guint *n;        /* [IPUs] how many those are */
  guint *near;     /* [IPUs] the epoch that was shortened last */
  guint8 *removed; /* [joins of the time] TRUE: is removed; NULL: none is */
  guint bounds;    /* bits that poplens_time_replay_remove () removed */
};

static const PoplensTimeEpoch *
epoch_at (const PoplensTime *time, guint place, guint epoch)
{
  return &g_array_index (time->ipus[place].epochs, PoplensTimeEpoch, epoch);
}

static const PoplensTimeJoin *
join_at (const PoplensTime *time, guint join)
{
  return &g_array_index (time->joins, PoplensTimeJoin, join);
}

/* ---- epochs of a range -------------------------------------------------------------------------
 */

static PoplensTimeSpan
span_of (const PoplensTimeReplay *self)
{
  return (PoplensTimeSpan){self->from, self->to};
}

/* Both stretches of an epoch in which its IPU does not just wait for another, clipped. */
static void
get_stretches (const PoplensTime *time, const PoplensTimeEpoch *epoch, PoplensTimeSpan span,
               guint64 stretch[4])
{
  guint64 end = poplens_time_epoch_to (time, epoch);

  stretch[0] = epoch->from;
  stretch[1] = epoch->arrive;
  stretch[2] = epoch->join == G_MAXUINT32 ? end : join_at (time, epoch->join)->came;
  stretch[3] = end;
  for (guint i = 0; i < 4; i++)
    stretch[i] = CLAMP (stretch[i], span.from, span.to);
}

static gboolean
is_whole (const PoplensTime *time, const PoplensTimeEpoch *epoch, PoplensTimeSpan span)
{
  return epoch->from >= span.from && poplens_time_epoch_to (time, epoch) <= span.to;
}

/* The first epoch of an IPU that ends after @cycle; the last where none does. */
static guint
find_epoch (const PoplensTime *time, guint place, guint64 cycle)
{
  guint low = 0, high = time->ipus[place].epochs->len - 1;

  POPLENS_SEARCH (low, high, at, poplens_time_epoch_to (time, epoch_at (time, place, at)) <= cycle);
  return low;
}

/* The same, quickly where it is at @near or the next one. */
static guint
find_epoch_near (const PoplensTime *time, guint place, guint near, guint64 cycle)
{
  for (guint e = near; e < MIN (near + 2, time->ipus[place].epochs->len); e++)
    if (poplens_time_epoch_to (time, epoch_at (time, place, e)) > cycle)
      return epoch_at (time, place, e)->from <= cycle ? e : find_epoch (time, place, cycle);
  return find_epoch (time, place, cycle);
}

static guint
find_join (const PoplensTime *time, guint64 cycle)
{
  guint low = 0, high = time->joins->len;

  POPLENS_SEARCH (low, high, at, join_at (time, at)->end <= cycle);
  return low;
}

static void
add_ipu (PoplensTimeReplay *self, guint place)
{
  const PoplensTime *time = self->time;
  guint first = find_epoch (time, place, self->from);
  guint last = find_epoch (time, place, self->to ? self->to - 1 : 0);

  self->epoch[place] = self->near[place] = first;
  self->n[place] = last + 1 - first;
  self->length[place] = g_new (Length, self->n[place]);
  for (guint e = 0; e < self->n[place]; e++) {
    guint64 stretch[4];
    get_stretches (time, epoch_at (time, place, first + e), span_of (self), stretch);
    self->length[place][e] =
        (Length){(stretch[1] - stretch[0]) * time->tiles, (stretch[3] - stretch[2]) * time->tiles};
  }
}

PoplensTimeReplay *
poplens_time_replay_new (const PoplensTime *time, guint64 from, guint64 to)
{
  PoplensTimeReplay *self = g_new0 (PoplensTimeReplay, 1);

  self->time = time;
  self->to = MIN (to, time->total);
  self->from = MIN (from, self->to);
  self->join = find_join (time, self->from);
  self->epoch = g_new (guint, time->n_ipus + 1);
  self->n = g_new (guint, time->n_ipus + 1);
  self->near = g_new (guint, time->n_ipus + 1);
  self->length = g_new0 (Length *, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++)
    add_ipu (self, i);
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
  copy->length = g_new (Length *, n + 1);
  for (guint i = 0; i < n; i++)
    copy->length[i] = g_memdup2 (self->length[i], self->n[i] * sizeof (Length));
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

/* ---- what is removed ---------------------------------------------------------------------------
 */

static void
shorten (guint64 *length, guint64 tile_cycles)
{
  *length -= MIN (*length, tile_cycles);
}

/* Tile cycles by bound in [from, to) of an IPU, and those of compute within; segments at the ends
 * count by the share of them that lies in it. */
static void
sum_range (const PoplensTime *time, guint place, guint64 from, guint64 to,
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

  sum_range (time, place, from, to, sums);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    if (bounds & 1u << b) {
      sum.tile_cycles += sums[b].tile_cycles;
      sum.compute += sums[b].compute;
    }
  return sum;
}

static PoplensTimeSum
sum_epoch (const PoplensTime *time, guint32 first, guint32 n, guint bounds)
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

/* Of both stretches of an epoch, as far as they lie in @span. */
static void
sum_stretches (const PoplensTimeReplay *self, guint place, guint e, PoplensTimeSpan span,
               guint bounds, PoplensTimeSum sums[2])
{
  const PoplensTime *time = self->time;
  const PoplensTimeEpoch *epoch = epoch_at (time, place, self->epoch[place] + e);
  guint64 stretch[4];

  if (is_whole (time, epoch, span)) {
    sums[0] = sum_epoch (time, epoch->before, epoch->n_before, bounds);
    sums[1] = sum_epoch (time, epoch->after, epoch->n_after, bounds);
    return;
  }
  get_stretches (time, epoch, span, stretch);
  sums[0] = sum_bounds (time, place, stretch[0], stretch[1], bounds);
  sums[1] = sum_bounds (time, place, stretch[2], stretch[3], bounds);
}

/* Where steps were approximated more can be said to compute than there is time. */
static guint64
waste_of (const PoplensTimeSum *sum)
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
    if (is_made_by_copies (self->time, join_at (self->time, j)))
      poplens_time_replay_remove_join (self, j);
  for (guint i = 0; i < self->time->n_ipus; i++)
    for (guint e = 0; e < self->n[i]; e++) {
      PoplensTimeSum sums[2];
      sum_stretches (self, i, e, span_of (self), bounds, sums);
      shorten (&self->length[i][e].before, waste_of (&sums[0]));
      shorten (&self->length[i][e].after, waste_of (&sums[1]));
    }
}

static void
stretch_by (guint64 *length, guint64 tile_cycles, double factor)
{
  double more = round ((double) tile_cycles * (factor - 1));

  if (more < 0)
    shorten (length, (guint64) -more);
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
  for (guint e = find_epoch (self->time, place, span.from) - self->epoch[place];
       e < self->n[place] && epoch_at (self->time, place, self->epoch[place] + e)->from < span.to;
       e++) {
    PoplensTimeSum sums[2];
    sum_stretches (self, place, e, span, bounds, sums);
    stretch_by (&self->length[place][e].before, sums[0].tile_cycles, factor);
    stretch_by (&self->length[place][e].after, sums[1].tile_cycles, factor);
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
  guint e = find_epoch_near (time, place, self->near[place], from);
  Length *length = &self->length[place][e - self->epoch[place]];
  self->near[place] = e;
  get_stretches (time, epoch_at (time, place, e), span_of (self), stretch);
  if (from < stretch[1])
    shorten (&length->before, tile_cycles);
  else if (from >= stretch[2])
    shorten (&length->after, tile_cycles);
}

void
poplens_time_replay_stretch (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                             guint64 tile_cycles, double factor)
{
  guint first = self->epoch[place];

  if (epoch < first || epoch >= first + self->n[place])
    return;
  Length *length = &self->length[place][epoch - first];
  stretch_by (after ? &length->after : &length->before, tile_cycles, factor);
}

void
poplens_time_replay_shorten (PoplensTimeReplay *self, guint place, guint epoch, gboolean after,
                             guint64 tile_cycles)
{
  guint first = self->epoch[place];

  if (epoch < first || epoch >= first + self->n[place])
    return;
  Length *length = &self->length[place][epoch - first];
  shorten (after ? &length->after : &length->before, tile_cycles);
}

/* ---- running it --------------------------------------------------------------------------------
 */

/* Tile cycles of an epoch until its IPU goes on where it does not wait for others. */
static guint64
length_alone (const PoplensTimeReplay *self, guint place, guint e)
{
  guint64 stretch[4];
  PoplensTimeSum left, removed;

  get_stretches (self->time, epoch_at (self->time, place, self->epoch[place] + e), span_of (self),
                 stretch);
  left = sum_bounds (self->time, place, stretch[1], stretch[2],
                     ~(self->bounds | POPLENS_BOUND_BIT (ANOTHER_IPU)));
  removed = sum_bounds (self->time, place, stretch[1], stretch[2],
                        self->bounds & ~POPLENS_BOUND_BIT (ANOTHER_IPU));
  return self->length[place][e].before + left.tile_cycles + removed.tile_cycles -
         waste_of (&removed) + self->length[place][e].after;
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
    const PoplensTimeJoin *join = join_at (time, j);
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
        guint64 alone = self->removed && self->removed[j] ? clock[i] + length_alone (self, i, at[i])
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

  sum_range (time, place, from, to, sums);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
    bounds[b] += sums[b].tile_cycles / time->tiles;
    *compute += sums[b].compute;
  }
}
