/* Classes of an IPU: of the whole trace, and of a range of it. */
#include "analysis/time/time-private.h"

/* ---- work of tiles -----------------------------------------------------------------------------
 */

/* What tiles of a segment that do not compute work on, nearly always: segments do not say it. */
static PoplensTileWork
usual_work (PoplensBound bound)
{
  switch (bound) {
  case POPLENS_BOUND_INTER_IPU:
    return POPLENS_WORK_INTER_IPU;
  case POPLENS_BOUND_HOST_TRANSFER:
  case POPLENS_BOUND_HOST_WAIT:
    return POPLENS_WORK_HOST_TRANSFER;
  default:
    return POPLENS_WORK_EXCHANGE;
  }
}

static void
add_other (PoplensTimeIpu *ipu, PoplensTimeOther other)
{
  PoplensTimeOther *last =
      ipu->others->len ? &g_array_index (ipu->others, PoplensTimeOther, ipu->others->len - 1)
                       : NULL;

  if (last && last->segment == other.segment && last->work == other.work &&
      last->beyond == other.beyond)
    last->cycles += other.cycles;
  else
    g_array_append_val (ipu->others, other);
}

void
poplens_time_add_work (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  PoplensTimeSegment *at = poplens_time_segment (ipu, segment);

  if (!cycles)
    return;
  at->work += cycles;
  if (work == POPLENS_WORK_COMPUTE)
    at->compute += cycles;
  else if (work != usual_work (at->bound))
    add_other (ipu, (PoplensTimeOther){cycles, segment, (guint16) work, 0});
  ipu->work[at->bound][work] += cycles;
}

void
poplens_time_add_beyond (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  add_other (ipu, (PoplensTimeOther){cycles, segment, (guint16) work, 1});
  ipu->work[poplens_time_segment (ipu, segment)->bound][work] += cycles;
}

/* ---- a range -----------------------------------------------------------------------------------
 */

/* Sums over the segments of an IPU, as far as they are in the range. */
typedef struct {
  guint64 bound[POPLENS_N_BOUNDS];                 /* cycles */
  guint64 work[POPLENS_N_BOUNDS][POPLENS_N_WORKS]; /* tile cycles */
  double unused;                                   /* tile cycles */
} Sums;

__extension__ typedef unsigned __int128 Wide;

/* @all × @part / @whole, which is 0 of nothing. */
static guint64
share_of (guint64 all, guint64 part, guint64 whole)
{
  return part >= whole ? all : (guint64) ((Wide) all * part / whole);
}

/* What of the work of a segment lies in its first @part of @length cycles. All work is divided at
 * first, then kind after kind is taken from what is left: so no kind ever decreases as the part
 * grows, and all together never exceed what tiles can do. */
static guint64
divide_work (const guint64 kinds[POPLENS_N_WORKS], guint64 part, guint64 length,
             guint64 divided[POPLENS_N_WORKS])
{
  guint64 all = 0;

  for (guint w = 0; w < POPLENS_N_WORKS; w++)
    all += kinds[w];
  guint64 here = share_of (all, part, length), left = here;
  for (guint w = 0; w < POPLENS_N_WORKS; w++) {
    divided[w] = share_of (kinds[w], left, all);
    left -= divided[w];
    all -= kinds[w];
  }
  return here;
}

/* The cycles of a segment that are in the range, from its begin, and its length. */
typedef struct {
  guint64 from, to, length;
} Part;

/* @other: the first that is of this segment or a later one; goes on to the next segment's. */
static void
add_segment (const PoplensTime *time, const PoplensTimeIpu *ipu, guint segment, const Part *part,
             guint *other, Sums *sums)
{
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  guint64 kinds[POPLENS_N_WORKS] = {0}, before[POPLENS_N_WORKS], after[POPLENS_N_WORKS];
  guint64 *work = sums->work[at->bound], usual = at->work - at->compute;

  sums->bound[at->bound] += part->to - part->from;
  for (; *other < ipu->others->len; ++*other) {
    const PoplensTimeOther *one = &g_array_index (ipu->others, PoplensTimeOther, *other);
    if (one->segment != segment)
      break;
    if (one->beyond) {
      work[one->work] += share_of (one->cycles, part->to, part->length) -
                         share_of (one->cycles, part->from, part->length);
    } else {
      kinds[one->work] += one->cycles;
      usual -= one->cycles;
    }
  }
  kinds[POPLENS_WORK_COMPUTE] += at->compute;
  kinds[usual_work (at->bound)] += usual;
  guint64 all = (part->to - part->from) * time->tiles, done = at->work;
  if (part->to - part->from < part->length) {
    done = divide_work (kinds, part->to, part->length, after) -
           divide_work (kinds, part->from, part->length, before);
    for (guint w = 0; w < POPLENS_N_WORKS; w++)
      kinds[w] = after[w] - before[w];
  }
  for (guint w = 0; w < POPLENS_N_WORKS; w++)
    work[w] += kinds[w];
  if (at->bound == POPLENS_BOUND_COMPUTE && all > done)
    sums->unused += poplens_time_unused (at, all - done);
}

static guint
find_other (const PoplensTimeIpu *ipu, guint segment)
{
  guint low = 0, high = ipu->others->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (ipu->others, PoplensTimeOther, middle).segment < segment)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
sum_range (const PoplensTime *time, const PoplensTimeIpu *ipu, guint64 from, guint64 to, Sums *sums)
{
  if (from >= to || !ipu->segments->len)
    return;
  guint first = poplens_time_find_segment (ipu, from), other = find_other (ipu, first);
  for (guint s = first; s < ipu->segments->len; s++) {
    guint64 begin = poplens_time_segment (ipu, s)->from;
    guint64 end = poplens_time_segment_to (time, ipu, s);
    if (begin >= to)
      break;
    Part part = {MAX (from, begin) - begin, MIN (to, end) - begin, end - begin};
    add_segment (time, ipu, s, &part, &other, sums);
  }
}

/* Work is its columns, waiting its rows; all of what is outside or the profiler's is that. */
static void
fill_classes (const Sums *sums, guint32 tiles, guint64 classes[POPLENS_N_TIMES])
{
  static const PoplensTimeClass waiting[POPLENS_N_BOUNDS] = {
      [POPLENS_BOUND_OUTSIDE] = POPLENS_TIME_OUTSIDE,
      [POPLENS_BOUND_PROFILER] = POPLENS_TIME_PROFILER,
      [POPLENS_BOUND_COMPUTE] = POPLENS_TIME_UNEQUAL,
      [POPLENS_BOUND_EXCHANGE] = POPLENS_TIME_TILE_EXCHANGE,
      [POPLENS_BOUND_INTER_IPU] = POPLENS_TIME_TILE_EXCHANGE,
      [POPLENS_BOUND_ANOTHER_IPU] = POPLENS_TIME_ANOTHER_IPU,
      [POPLENS_BOUND_HOST_TRANSFER] = POPLENS_TIME_HOST,
      [POPLENS_BOUND_HOST_WAIT] = POPLENS_TIME_HOST,
      [POPLENS_BOUND_SYNC] = POPLENS_TIME_SYNC,
      [POPLENS_BOUND_UNTRACKED] = POPLENS_TIME_UNTRACKED,
  };

  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    classes[c] = 0;
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
    guint64 left = sums->bound[b] * tiles;
    for (guint w = 0; w < POPLENS_N_WORKS && poplens_time_counts_work (b); w++) {
      guint64 work = MIN (sums->work[b][w], left);
      classes[w] += work; /* the first classes are those of work */
      left -= work;
    }
    classes[waiting[b]] += left;
  }
  classes[POPLENS_TIME_UNUSED] =
      MIN ((guint64) (sums->unused + 0.5), classes[POPLENS_TIME_UNEQUAL]);
  classes[POPLENS_TIME_UNEQUAL] -= classes[POPLENS_TIME_UNUSED];
}

static gint
compare_others (gconstpointer a, gconstpointer b)
{
  const PoplensTimeOther *one = a, *two = b;

  if (one->segment != two->segment)
    return one->segment < two->segment ? -1 : 1;
  return one->work != two->work ? (int) one->work - (int) two->work
                                : (int) one->beyond - (int) two->beyond;
}

/* Sorts them and joins those of the same segment and kind of work: a range reads all that its
 * segments have, and thousands of steps may overlap one segment. */
static void
join_others (PoplensTimeIpu *ipu)
{
  GArray *all = ipu->others;
  guint n = all->len;

  g_array_sort (all, compare_others);
  ipu->others = g_array_new (FALSE, FALSE, sizeof (PoplensTimeOther));
  for (guint i = 0; i < n; i++)
    add_other (ipu, g_array_index (all, PoplensTimeOther, i));
  g_array_unref (all);
}

void
poplens_time_sum_classes (const PoplensTime *time, PoplensTimeIpu *ipu)
{
  Sums sums = {0};

  join_others (ipu);
  sum_range (time, ipu, 0, time->total, &sums);
  fill_classes (&sums, time->tiles, ipu->classes);
}

void
poplens_time_classes (const PoplensTime *self, guint place, guint64 from, guint64 to,
                      guint64 classes[POPLENS_N_TIMES])
{
  Sums sums = {0};

  sum_range (self, &self->ipus[place], from, to, &sums);
  fill_classes (&sums, self->tiles, classes);
}
