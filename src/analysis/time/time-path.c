#include "analysis/time/time-path.h"

#include "analysis/time/time-private.h"
#include "analysis/time/time-replay.h"

static const PoplensTimeEpoch *
epoch_at (const PoplensTime *time, guint place, guint epoch)
{
  return &g_array_index (time->ipus[place].epochs, PoplensTimeEpoch, epoch);
}

/* ---- path --------------------------------------------------------------------------------------
 */

/* The epoch of an IPU in which cycle − 1 lies. */
static guint
find_epoch (const PoplensTime *time, guint place, guint64 cycle)
{
  guint low = 0, high = time->ipus[place].epochs->len - 1;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (poplens_time_epoch_to (time, epoch_at (time, place, middle)) >= cycle)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Who the others wait for at @cycle: from an IPU that waits at a join to the one that comes last.
 */
static guint
find_last (const PoplensTime *time, guint place, guint64 cycle)
{
  const PoplensTimeEpoch *epoch = epoch_at (time, place, find_epoch (time, place, cycle));

  if (epoch->join == G_MAXUINT32)
    return place;
  const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, epoch->join);
  return time->place[time->execution->row_ipu[join->last]];
}

GArray *
poplens_time_path (const PoplensTime *time, guint64 from, guint64 to)
{
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (PoplensTimeStretch));
  GArray *path = g_array_new (FALSE, FALSE, sizeof (PoplensTimeStretch));
  guint place = 0;

  to = MIN (to, time->total);
  for (guint64 at = to; at > from && time->n_ipus;) {
    place = find_last (time, place, at);
    const PoplensTimeEpoch *epoch = epoch_at (time, place, find_epoch (time, place, at));
    PoplensTimeStretch stretch = {place, MAX (epoch->from, from), at};
    at = stretch.from;
    g_array_append_val (back, stretch);
  }
  for (guint i = back->len; i--;) {
    const PoplensTimeStretch *stretch = &g_array_index (back, PoplensTimeStretch, i);
    PoplensTimeStretch *last =
        path->len ? &g_array_index (path, PoplensTimeStretch, path->len - 1) : NULL;
    if (last && last->place == stretch->place)
      last->to = stretch->to;
    else
      g_array_append_vals (path, stretch, 1);
  }
  return path;
}

GArray *
poplens_time_path_segments (const PoplensTime *time, const GArray *path)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (PoplensTimePathSegment));

  for (guint p = 0; p < path->len; p++) {
    const PoplensTimeStretch *stretch = &g_array_index (path, PoplensTimeStretch, p);
    const PoplensTimeIpu *ipu = &time->ipus[stretch->place];
    for (guint s = poplens_time_find_segment (ipu, stretch->from); s < ipu->segments->len; s++) {
      const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
      PoplensTimePathSegment one = {stretch->place, MAX (at->from, stretch->from),
                                    MIN (poplens_time_segment_to (time, ipu, s), stretch->to),
                                    at->bound, at->row};
      if (one.from >= one.to)
        break;
      PoplensTimePathSegment *last =
          segments->len ? &g_array_index (segments, PoplensTimePathSegment, segments->len - 1)
                        : NULL;
      if (last && last->place == one.place && last->bound == one.bound && last->row == one.row)
        last->to = one.to;
      else
        g_array_append_val (segments, one);
    }
  }
  return segments;
}

/* ---- waits -------------------------------------------------------------------------------------
 */

/* Adds what the segments of an IPU in [from, to) that are bound as waiting at the join take. */
static void
add_wait (const PoplensTime *time, const PoplensTimeJoin *join, const PoplensTimeMeet *meet,
          guint64 from, guint64 to, PoplensTimeWait *wait)
{
  const PoplensTimeIpu *ipu = &time->ipus[wait->place];
  guint64 cycles = 0, compute = 0;

  from = MAX (from, meet->arrive);
  to = MIN (to, join->came);
  for (guint s = poplens_time_find_segment (ipu, from); s < ipu->segments->len; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
    guint64 begin = MAX (at->from, from);
    guint64 end = MIN (poplens_time_segment_to (time, ipu, s), to);
    if (begin >= end)
      break;
    if (at->bound != POPLENS_BOUND_ANOTHER_IPU || at->row != meet->row)
      continue;
    cycles += end - begin;
    poplens_time_add_bounds (time, wait->last, begin, end, wait->did, &compute);
  }
  if (!cycles)
    return;
  wait->joins++;
  wait->cycles += cycles;
  if (cycles > wait->longest) {
    wait->longest = cycles;
    wait->longest_row = meet->row;
  }
}

static int
compare_waits (gconstpointer a, gconstpointer b)
{
  const PoplensTimeWait *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

GArray *
poplens_time_waits (const PoplensTime *time, guint64 from, guint64 to)
{
  GArray *waits = g_array_new (FALSE, TRUE, sizeof (PoplensTimeWait));
  guint n = time->n_ipus;

  g_array_set_size (waits, n * n);
  for (guint i = 0; i < n * n; i++) {
    g_array_index (waits, PoplensTimeWait, i).place = i / n;
    g_array_index (waits, PoplensTimeWait, i).last = i % n;
  }
  for (guint j = 0; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, j);
    guint last = time->place[time->execution->row_ipu[join->last]];
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      const PoplensTimeMeet *meet = poplens_time_meet (time, m);
      guint place = time->place[time->execution->row_ipu[meet->row]];
      if (place != last)
        add_wait (time, join, meet, from, to,
                  &g_array_index (waits, PoplensTimeWait, place * n + last));
    }
  }
  for (guint i = waits->len; i--;)
    if (!g_array_index (waits, PoplensTimeWait, i).cycles)
      g_array_remove_index_fast (waits, i);
  g_array_sort (waits, compare_waits);
  return waits;
}
