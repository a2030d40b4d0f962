/* Reads the rows of steps_by_ipu on two threads, approximates the work of tiles from means, and
 * sums the classes of an IPU over the whole trace or a range. */
#include "analysis/time/time-private.h"
#include "base/search.h"
#include "base/work.h"

#include <math.h>

/* ---- pass over the rows ---------------------------------------------------------------------- */

/* Passes all rows of steps_by_ipu to a function. Two threads divide the tasks of a batch:
 * processing the rows of one IPU in their order, and reading the chunks of the next batch. */

/* Number of chunks of the table in a batch. The rows of two batches are in memory at a time. */
#define BATCH_CHUNKS 8

typedef struct {
  guint64 key;
  PoplensSlice *slice;
  guint32 *first;  /* [IPUs + 1] index of the first row of each IPU in .row and .fields */
  guint32 *row;    /* rows of the execution, sorted by IPU */
  guint32 *fields; /* [rows] row in .slice of each element of .row */
  GError *error;
} RowChunk;

typedef struct {
  RowChunk pieces[BATCH_CHUNKS];
  guint n;
} RowBatch;

typedef struct {
  const PoplensTimeInput *input;
  const PoplensTime *time;
  PoplensTimeRowFunc each;
  guint8 *ipus;
  gsize size;
  GError **wrong; /* [IPUs] first error when rows of the IPU were processed; NULL: none */
  RowBatch turns[2];
  /* Batch that is being processed; batch that is being read at the same time. */
  RowBatch *now, *next;
} RowPass;

/* ---- reading --------------------------------------------------------------------------------- */

/* Returns the first row of the execution whose step id is at least @id. */
static guint32
execution_find_step_row (const PoplensExecution *x, guint64 id)
{
  guint32 low = 0, high = x->n_rows;

  POPLENS_SEARCH (low, high, at, poplens_execution_step_id (x, x->row_step[at]) < id);
  return low;
}

/* Finds the row of the execution for each row of the slice. @row: row of the execution at which the
 * search begins. @rows: (out): rows of the execution. @places: (out): index of the row's IPU in
 * PoplensTime.ipus; G_MAXUINT32 if the execution lacks the row. Both tables are sorted by step and
 * IPU, so one pass suffices. */
static void
slice_match_rows (const PoplensTime *time, const PoplensSlice *slice, guint32 row, guint32 *places,
                  guint32 *rows)
{
  const PoplensExecution *x = time->execution;

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanStepTimes *fields = &slice->scan_step_times[i];
    guint32 step = fields->step_id, ipu = fields->ipu;
    while (row < x->n_rows &&
           (poplens_execution_step_id (x, x->row_step[row]) < step ||
            (poplens_execution_step_id (x, x->row_step[row]) == step && x->row_ipu[row] < ipu)))
      row++;
    gboolean found = row < x->n_rows && x->row_ipu[row] == ipu &&
                     poplens_execution_step_id (x, x->row_step[row]) == step;
    places[i] = found ? time->place[ipu] : G_MAXUINT32;
    rows[i] = row;
    if (found)
      row++;
  }
}

/* Sorts the rows of the slice by IPU (a stable counting sort). @places, @rows: of slice_match_rows
 * (). */
static void
chunk_sort_rows (RowChunk *self, guint n_ipus, const guint32 *places, const guint32 *rows)
{
  guint32 n = self->slice->n;

  self->first = g_new0 (guint32, n_ipus + 2);
  self->row = g_new (guint32, n + 1);
  self->fields = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    if (places[i] < n_ipus)
      self->first[places[i] + 2]++;
  for (guint p = 2; p < n_ipus + 2; p++)
    self->first[p] += self->first[p - 1];
  /* In this loop, first[p + 1] is the position for the next row of IPU p. After the loop, it is the
   * end of the rows of IPU p. */
  for (guint32 i = 0; i < n; i++)
    if (places[i] < n_ipus) {
      guint32 at = self->first[places[i] + 1]++;
      self->row[at] = rows[i];
      self->fields[at] = i;
    }
}

static void
chunk_read (RowPass *pass, RowChunk *self)
{
  const PoplensTimeInput *input = pass->input;

  self->slice =
      input->get_slice (POPLENS_SLICE_SCAN_STEP_TIMES, self->key, input->slice_data, &self->error);
  if (!self->slice)
    return;
  g_autofree guint32 *places = g_new (guint32, self->slice->n + 1);
  g_autofree guint32 *rows = g_new (guint32, self->slice->n + 1);
  slice_match_rows (
      pass->time, self->slice,
      execution_find_step_row (input->execution, self->key << POPLENS_SCAN_STEP_TIMES_SHIFT),
      places, rows);
  chunk_sort_rows (self, pass->time->n_ipus, places, rows);
}

static void
chunk_clear (RowChunk *self)
{
  g_clear_pointer (&self->slice, poplens_slice_unref);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->row, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_error (&self->error);
}

/* ---- processing ------------------------------------------------------------------------------ */

static void
pass_process_ipu (const RowPass *pass, guint ipu)
{
  gpointer state = pass->ipus + ipu * pass->size;

  for (guint p = 0; p < pass->now->n && !pass->wrong[ipu]; p++) {
    const RowChunk *piece = &pass->now->pieces[p];
    for (guint32 i = piece->first[ipu]; i < piece->first[ipu + 1]; i++)
      if (!pass->each (piece->row[i], &piece->slice->scan_step_times[piece->fields[i]], state,
                       &pass->wrong[ipu]))
        break;
  }
}

/* Does task @i of a batch. The first tasks process the IPUs of this batch, as they take longer; the
 * others read the chunks of the next batch. */
static void
pass_do_task (guint i, gpointer data)
{
  RowPass *pass = data;
  guint n_ipus = pass->now->n ? pass->time->n_ipus : 0;

  if (i < n_ipus)
    pass_process_ipu (pass, i);
  else
    chunk_read (pass, &pass->next->pieces[i - n_ipus]);
}

/* Begins a batch with the chunks of the table that start at the row @row. Returns the row after
 * them. */
static guint32
pass_begin_batch (RowPass *self, guint32 row)
{
  const PoplensExecution *x = self->input->execution;
  RowBatch *turn = self->next;

  for (turn->n = 0; turn->n < BATCH_CHUNKS && row < x->n_rows; turn->n++) {
    guint64 key = poplens_execution_step_id (x, x->row_step[row]) >> POPLENS_SCAN_STEP_TIMES_SHIFT;
    turn->pieces[turn->n] = (RowChunk){.key = key};
    row = execution_find_step_row (x, (key + 1) << POPLENS_SCAN_STEP_TIMES_SHIFT);
  }
  return row;
}

static void
batch_clear (RowBatch *self)
{
  for (guint p = 0; p < self->n; p++)
    chunk_clear (&self->pieces[p]);
  self->n = 0;
}

static gboolean
pass_do_batch (RowPass *self, GError **error)
{
  guint n_ipus = self->now->n ? self->time->n_ipus : 0;

  poplens_both ("poplens-time", pass_do_task, self, n_ipus + self->next->n);
  for (guint i = 0; i < n_ipus; i++)
    if (self->wrong[i]) {
      g_propagate_error (error, g_steal_pointer (&self->wrong[i]));
      return FALSE;
    }
  for (guint p = 0; p < self->next->n; p++)
    if (!self->next->pieces[p].slice) {
      g_propagate_error (error, g_steal_pointer (&self->next->pieces[p].error));
      return FALSE;
    }
  batch_clear (self->now);
  RowBatch *done = self->now;
  self->now = self->next;
  self->next = done;
  return TRUE;
}

gboolean
poplens_time_each_row (const PoplensTimeInput *input, const PoplensTime *time,
                       const PoplensWork *work, double from, double to, PoplensTimeRowFunc each,
                       gpointer ipus, gsize size, GError **error)
{
  const PoplensExecution *x = input->execution;
  guint n_ipus = time->n_ipus;
  PoplensWork share = poplens_work_share (work, from, to);
  g_autofree GError **wrong = g_new0 (GError *, n_ipus + 1);
  RowPass pass = {
      .input = input, .time = time, .each = each, .ipus = ipus, .size = size, .wrong = wrong};
  guint32 row = 0;
  gboolean good = TRUE;

  pass.now = &pass.turns[0];
  pass.next = &pass.turns[1];
  do {
    good = poplens_work_go_on (&share, "Adding up where the time went", row, x->n_rows) ||
           !g_cancellable_set_error_if_cancelled (share.cancellable, error);
    row = good ? pass_begin_batch (&pass, row) : row;
    good = good && pass_do_batch (&pass, error);
  } while (good && pass.now->n);
  batch_clear (pass.now);
  batch_clear (pass.next);
  for (guint i = 0; i < n_ipus; i++)
    g_clear_error (&wrong[i]);
  return good;
}

/* ---- means of steps -------------------------------------------------------------------------- */

/* Approximates the work of tiles if no cycles by tile were recorded. The sum over a step is exact,
 * because it follows from the step's tile balance. The distribution within the step is an
 * estimate. */

/* A step in which tiles work. */
typedef struct {
  guint64 from, to, cycles; /* begin of its first tile, end of its last tile; tile cycles */
  guint32 row;
  PoplensTileWork work;
} MeanStep;

struct _PoplensTimeMeans {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  GArray *steps; /* MeanStep in order; elements before .settled are distributed already */
  guint settled;
  const MeanStep *step; /* step that is being distributed */
  guint first, end;     /* segments that .step overlaps: [first, end) */
};

static guint64
means_free_cycles (const PoplensTimeMeans *self, guint segment)
{
  const PoplensTime *time = self->making->time;
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);
  guint64 all = (poplens_time_segment_to (time, self->ipu, segment) - at->from) * time->tiles;

  return all - MIN (all, at->work);
}

/* TRUE if work of the current step may be added to @segment. @own: TRUE: accepts segments that this
 * step limits. FALSE: accepts segments that another step limits, except compute segments, in which
 * tiles without work wait. */
static gboolean
means_accept_segment (const PoplensTimeMeans *self, guint segment, gboolean own)
{
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);

  return own ? at->row == self->step->row
             : at->row != self->step->row && at->bound != POPLENS_BOUND_COMPUTE;
}

/* Distributes @cycles evenly over the free tile cycles of the segments of the current step. @own:
 * see means_accept_segment (). Returns the cycles that did not fit. */
static guint64
means_distribute (PoplensTimeMeans *self, guint64 cycles, gboolean own)
{
  guint64 room = 0, left = cycles;

  for (guint s = self->first; s < self->end; s++)
    room += means_accept_segment (self, s, own) ? means_free_cycles (self, s) : 0;
  double share = room ? (double) MIN (cycles, room) / (double) room : 0;
  for (guint pass = 0; pass < 2 && room; pass++)
    for (guint s = self->first; s < self->end && left; s++) {
      guint64 here = means_accept_segment (self, s, own) ? means_free_cycles (self, s) : 0;
      /* The first pass rounds down, the second pass adds the cycles that rounding left. */
      guint64 more = pass ? here : (guint64) ((double) here * share);
      more = MIN (MIN (more, here), left);
      if (more)
        poplens_time_add_work (self->ipu, s, self->step->work, more);
      left -= more;
    }
  return left;
}

static void
ipu_add_other (PoplensTimeIpu *ipu, PoplensTimeOther other)
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

/* Adds @cycles to the sums of @ipu, but not to .work of @segment, which is full. Records these
 * cycles in .others, with .beyond set. */
static void
ipu_add_beyond (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  ipu_add_other (ipu, (PoplensTimeOther){cycles, segment, (guint16) work, 1});
  ipu->work[poplens_time_segment (ipu, segment)->bound][work] += cycles;
}

static void
means_add_step (PoplensTimeMeans *self, const MeanStep *step)
{
  self->step = step;
  self->first = poplens_time_find_near (self->ipu, self->first, step->from);
  self->end = poplens_time_find_near (self->ipu, self->first, step->to - 1) + 1;
  guint64 left = means_distribute (self, step->cycles, TRUE);
  left = means_distribute (self, left, FALSE);
  /* Cycles that fit into no segment are work in the sums, but a replay does not remove them. */
  if (left)
    ipu_add_beyond (self->ipu, self->first, step->work, left);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Number of distributed steps above which they are freed even if later steps are still pending. */
#define MOST_SETTLED 4096

PoplensTimeMeans *
poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu)
{
  PoplensTimeMeans *self = g_new0 (PoplensTimeMeans, 1);

  self->making = making;
  self->ipu = ipu;
  self->steps = g_array_new (FALSE, FALSE, sizeof (MeanStep));
  return self;
}

void
poplens_time_means_free (PoplensTimeMeans *self)
{
  if (!self)
    return;
  g_array_unref (self->steps);
  g_free (self);
}

void
poplens_time_means_take (PoplensTimeMeans *self, guint32 row, const PoplensScanStepTimes *fields)
{
  const PoplensTime *time = self->making->time;
  const PoplensExecution *x = time->execution;
  MeanStep step = {.from = fields->base + fields->active_from_min,
                   .to = MIN (fields->base + fields->active_to_max, time->total),
                   .row = row,
                   .work =
                       poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]))};

  if (step.work == POPLENS_NO_WORK || !fields->active_tiles || step.from >= step.to)
    return;
  double sum = round ((double) fields->cycles * fields->tile_balance * time->tiles);
  step.cycles = sum >= 0 && sum < 9e15 ? (guint64) sum : 0;
  g_array_append_val (self->steps, step);
}

void
poplens_time_means_settle (PoplensTimeMeans *self, guint64 until)
{
  for (; self->settled < self->steps->len; self->settled++) {
    const MeanStep *step = &g_array_index (self->steps, MeanStep, self->settled);
    if (step->to > until)
      break;
    means_add_step (self, step);
  }
  if (self->settled == self->steps->len || self->settled > MOST_SETTLED) {
    g_array_remove_range (self->steps, 0, self->settled);
    self->settled = 0;
  }
}

/* ---- means in a pass of their own ------------------------------------------------------------ */

static gboolean
means_add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer means, GError **error)
{
  PoplensTimeMeans *self = *(PoplensTimeMeans **) means;

  if (self) {
    poplens_time_means_take (self, row, fields);
    poplens_time_means_settle (self, G_MAXUINT64);
  }
  return TRUE;
}

gboolean
poplens_time_add_means (PoplensTimeMaking *making, GError **error)
{
  const PoplensTime *time = making->time;
  g_autofree PoplensTimeMeans **means = g_new0 (PoplensTimeMeans *, time->n_ipus + 1);
  gboolean needed = FALSE;

  for (guint i = 0; i < time->n_ipus && poplens_time_has_lists (making); i++)
    if (!time->ipus[i].by_tile) {
      means[i] = poplens_time_means_new (making, &time->ipus[i]);
      needed = TRUE;
    }
  gboolean done =
      !needed || poplens_time_each_row (making->input, making->time, making->work, 0.6, 0.9,
                                        means_add_row, means, sizeof *means, error);
  for (guint i = 0; i < time->n_ipus; i++)
    poplens_time_means_free (means[i]);
  return done;
}

/* ---- work of tiles --------------------------------------------------------------------------- */

/* Returns the work, other than compute, that tiles usually do in a segment with @bound. Other work
 * is recorded separately (PoplensTimeOther), as it is rare. */
static PoplensTileWork
bound_usual_work (PoplensBound bound)
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

void
poplens_time_add_work (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  PoplensTimeSegment *at = poplens_time_segment (ipu, segment);

  if (!cycles)
    return;
  at->work += cycles;
  if (work == POPLENS_WORK_COMPUTE)
    at->compute += cycles;
  else if (work != bound_usual_work (at->bound))
    ipu_add_other (ipu, (PoplensTimeOther){cycles, segment, (guint16) work, 0});
  ipu->work[at->bound][work] += cycles;
}

/* ---- a range --------------------------------------------------------------------------------- */

/* Sums over the segments of an IPU in a range, by bound. */
typedef struct {
  guint64 bound[POPLENS_N_BOUNDS]; /* cycles by bound */
  /* Tile cycles of work, by bound and kind of work. */
  guint64 work[POPLENS_N_BOUNDS][POPLENS_N_WORKS];
  double unused; /* tile cycles in which tiles without work wait for compute sets */
} RangeSums;

__extension__ typedef unsigned __int128 Wide;

/* Returns @all × @part / @whole, rounded down; @all if @part is at least @whole. */
static guint64
proportion (guint64 all, guint64 part, guint64 whole)
{
  return part >= whole ? all : (guint64) ((Wide) all * part / whole);
}

/* Computes the work of each kind in the first @part of the @length cycles of a segment. Returns the
 * total, which is rounded before it is divided. So a larger @part never has less work of a kind,
 * and the sum never exceeds the cycles of all tiles. */
static guint64
segment_divide_work (const guint64 kinds[POPLENS_N_WORKS], guint64 part, guint64 length,
                     guint64 divided[POPLENS_N_WORKS])
{
  guint64 all = 0;

  for (guint w = 0; w < POPLENS_N_WORKS; w++)
    all += kinds[w];
  guint64 here = proportion (all, part, length), left = here;
  for (guint w = 0; w < POPLENS_N_WORKS; w++) {
    divided[w] = proportion (kinds[w], left, all);
    left -= divided[w];
    all -= kinds[w];
  }
  return here;
}

/* The cycles [.from, .to) of a segment that are in a range, counted from the segment's begin.
 * .length: cycles of the whole segment. */
typedef struct {
  guint64 from, to, length;
} SegmentPart;

/* Adds the part of @segment that is in a range to @sums. @other: (inout): index in .others of the
 * next element to read. */
static void
range_add_segment (const PoplensTime *time, const PoplensTimeIpu *ipu, guint segment,
                   const SegmentPart *part, guint *other, RangeSums *sums)
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
      work[one->work] += proportion (one->cycles, part->to, part->length) -
                         proportion (one->cycles, part->from, part->length);
    } else {
      kinds[one->work] += one->cycles;
      usual -= one->cycles;
    }
  }
  kinds[POPLENS_WORK_COMPUTE] += at->compute;
  kinds[bound_usual_work (at->bound)] += usual;
  guint64 all = (part->to - part->from) * time->tiles, done = at->work;
  if (part->to - part->from < part->length) {
    done = segment_divide_work (kinds, part->to, part->length, after) -
           segment_divide_work (kinds, part->from, part->length, before);
    for (guint w = 0; w < POPLENS_N_WORKS; w++)
      kinds[w] = after[w] - before[w];
  }
  for (guint w = 0; w < POPLENS_N_WORKS; w++)
    work[w] += kinds[w];
  if (at->bound == POPLENS_BOUND_COMPUTE && all > done)
    sums->unused += poplens_time_unused (at, all - done);
}

static guint
ipu_find_other (const PoplensTimeIpu *ipu, guint segment)
{
  guint low = 0, high = ipu->others->len;

  POPLENS_SEARCH (low, high, middle,
                  g_array_index (ipu->others, PoplensTimeOther, middle).segment < segment);
  return low;
}

static void
range_sum_segments (const PoplensTime *time, const PoplensTimeIpu *ipu, guint64 from, guint64 to,
                    RangeSums *sums)
{
  if (from >= to || !ipu->segments->len)
    return;
  guint first = poplens_time_find_segment (ipu, from), other = ipu_find_other (ipu, first);
  for (guint s = first; s < ipu->segments->len; s++) {
    guint64 begin = poplens_time_segment (ipu, s)->from;
    guint64 end = poplens_time_segment_to (time, ipu, s);
    if (begin >= to)
      break;
    SegmentPart part = {MAX (from, begin) - begin, MIN (to, end) - begin, end - begin};
    range_add_segment (time, ipu, s, &part, &other, sums);
  }
}

/* Fills @classes with the work of tiles by kind. The remaining cycles of each bound are waiting.
 * Outside and profiler cycles belong to their own class as a whole. */
static void
sums_fill_classes (const RangeSums *sums, guint32 tiles, guint64 classes[POPLENS_N_TIMES])
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
      /* PoplensTimeClass begins with the kinds of PoplensTileWork, in the same order. */
      classes[w] += work;
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

/* Sorts .others, and merges elements with the same segment and kind. Thousands of steps may overlap
 * one segment, which would make sums of a range slow. */
static void
ipu_merge_others (PoplensTimeIpu *ipu)
{
  GArray *all = ipu->others;
  guint n = all->len;

  g_array_sort (all, compare_others);
  ipu->others = g_array_new (FALSE, FALSE, sizeof (PoplensTimeOther));
  for (guint i = 0; i < n; i++)
    ipu_add_other (ipu, g_array_index (all, PoplensTimeOther, i));
  g_array_unref (all);
}

void
poplens_time_sum_classes (const PoplensTime *time, PoplensTimeIpu *ipu)
{
  RangeSums sums = {0};

  ipu_merge_others (ipu);
  range_sum_segments (time, ipu, 0, time->total, &sums);
  sums_fill_classes (&sums, time->tiles, ipu->classes);
}

void
poplens_time_classes (const PoplensTime *self, guint place, guint64 from, guint64 to,
                      guint64 classes[POPLENS_N_TIMES])
{
  RangeSums sums = {0};

  range_sum_segments (self, &self->ipus[place], from, to, &sums);
  sums_fill_classes (&sums, self->tiles, classes);
}
