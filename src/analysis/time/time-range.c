/* Classes of an IPU: of the whole trace, and of a range of it. */
#include "analysis/time/time-private.h"
#include "base/search.h"
#include "base/work.h"

#include <math.h>

/* ---- time pass ------------------------------------------------------------------------------- */

/* A pass over all rows of steps_by_ipu on two threads: each IPU's rows go to their function in
 * their order, two IPUs at a time, while the next pieces of the table are read. Of a program that
 * runs on one IPU at a time, one thread reads and the other goes through. */

/* Pieces of a turn: rows of two turns are in memory at a time. */
#define PIECES 8

typedef struct {
  guint64 key;
  PoplensSlice *slice;
  guint32 *first;  /* [IPUs + 1] where each IPU's rows begin in the other two … */
  guint32 *row;    /* … of the execution */
  guint32 *fields; /* … and of the slice */
  GError *error;
} Piece;

typedef struct {
  Piece pieces[PIECES];
  guint n;
} Turn;

typedef struct {
  const PoplensTimeInput *input;
  const PoplensTime *time;
  PoplensTimeRowFunc each;
  guint8 *ipus;
  gsize size;
  GError **wrong; /* [IPUs] */
  Turn turns[2];
  Turn *now, *next; /* the turn that is gone through, and the one that is read */
} Pass;

/* ---- reading -----------------------------------------------------------------------------------
 */

/* The first row of a step whose id is not below @id. */
static guint32
find_row (const PoplensExecution *x, guint64 id)
{
  guint32 low = 0, high = x->n_rows;

  POPLENS_SEARCH (low, high, at, poplens_execution_step_id (x, x->row_step[at]) < id);
  return low;
}

/* The place of an IPU for each row of the slice that the execution has, and its row: both lie by
 * step and IPU. */
static void
match (const PoplensTime *time, const PoplensSlice *slice, guint32 row, guint32 *places,
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

/* A counting sort by IPU, which leaves the rows of each in their order. */
static void
sort (Piece *self, guint n_ipus, const guint32 *places, const guint32 *rows)
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
  /* first[p + 1] is where the next row of IPU p goes, and in the end where they end. */
  for (guint32 i = 0; i < n; i++)
    if (places[i] < n_ipus) {
      guint32 at = self->first[places[i] + 1]++;
      self->row[at] = rows[i];
      self->fields[at] = i;
    }
}

static void
read_piece (Pass *pass, Piece *self)
{
  const PoplensTimeInput *input = pass->input;

  self->slice =
      input->get_slice (POPLENS_SLICE_SCAN_STEP_TIMES, self->key, input->slice_data, &self->error);
  if (!self->slice)
    return;
  g_autofree guint32 *places = g_new (guint32, self->slice->n + 1);
  g_autofree guint32 *rows = g_new (guint32, self->slice->n + 1);
  match (pass->time, self->slice,
         find_row (input->execution, self->key << POPLENS_SCAN_STEP_TIMES_SHIFT), places, rows);
  sort (self, pass->time->n_ipus, places, rows);
}

static void
piece_clear (Piece *self)
{
  g_clear_pointer (&self->slice, poplens_slice_unref);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->row, g_free);
  g_clear_pointer (&self->fields, g_free);
  g_clear_error (&self->error);
}

/* ---- going through it --------------------------------------------------------------------------
 */

static void
go_through (const Pass *pass, guint ipu)
{
  gpointer state = pass->ipus + ipu * pass->size;

  for (guint p = 0; p < pass->now->n && !pass->wrong[ipu]; p++) {
    const Piece *piece = &pass->now->pieces[p];
    for (guint32 i = piece->first[ipu]; i < piece->first[ipu + 1]; i++)
      if (!pass->each (piece->row[i], &piece->slice->scan_step_times[piece->fields[i]], state,
                       &pass->wrong[ipu]))
        break;
  }
}

/* The IPUs of one turn come first, as they take longer, and then the pieces of the next. */
static void
do_one (guint i, gpointer data)
{
  Pass *pass = data;
  guint n_ipus = pass->now->n ? pass->time->n_ipus : 0;

  if (i < n_ipus)
    go_through (pass, i);
  else
    read_piece (pass, &pass->next->pieces[i - n_ipus]);
}

/* Names the pieces of the next turn, from the row @row on. The row behind them. */
static guint32
begin_turn (Pass *self, guint32 row)
{
  const PoplensExecution *x = self->input->execution;
  Turn *turn = self->next;

  for (turn->n = 0; turn->n < PIECES && row < x->n_rows; turn->n++) {
    guint64 key = poplens_execution_step_id (x, x->row_step[row]) >> POPLENS_SCAN_STEP_TIMES_SHIFT;
    turn->pieces[turn->n] = (Piece){.key = key};
    row = find_row (x, (key + 1) << POPLENS_SCAN_STEP_TIMES_SHIFT);
  }
  return row;
}

static void
end_turn (Turn *self)
{
  for (guint p = 0; p < self->n; p++)
    piece_clear (&self->pieces[p]);
  self->n = 0;
}

static gboolean
do_turn (Pass *self, GError **error)
{
  guint n_ipus = self->now->n ? self->time->n_ipus : 0;

  poplens_both ("poplens-time", do_one, self, n_ipus + self->next->n);
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
  end_turn (self->now);
  Turn *done = self->now;
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
  Pass pass = {
      .input = input, .time = time, .each = each, .ipus = ipus, .size = size, .wrong = wrong};
  guint32 row = 0;
  gboolean good = TRUE;

  pass.now = &pass.turns[0];
  pass.next = &pass.turns[1];
  do {
    good = poplens_work_go_on (&share, "Adding up where the time went", row, x->n_rows) ||
           !g_cancellable_set_error_if_cancelled (share.cancellable, error);
    row = good ? begin_turn (&pass, row) : row;
    good = good && do_turn (&pass, error);
  } while (good && pass.now->n);
  end_turn (pass.now);
  end_turn (pass.next);
  for (guint i = 0; i < n_ipus; i++)
    g_clear_error (&wrong[i]);
  return good;
}

/* ---- time means ------------------------------------------------------------------------------ */

/* What tiles do where no cycles by tile were recorded: their sums are exact, as a step's tile
 * balance gives them; where in the step they work is not known. */

/* A step that works. */
typedef struct {
  guint64 from, to, cycles; /* of its first and last tile; tile cycles */
  guint32 row;
  PoplensTileWork work;
} Step;

struct _PoplensTimeMeans {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  GArray *steps; /* Step: those from `settled` on wait */
  guint settled;
  const Step *step; /* that is being added … */
  guint first, end; /* … and the segments that it touches */
};

static guint64
room_of (const PoplensTimeMeans *self, guint segment)
{
  const PoplensTime *time = self->making->time;
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);
  guint64 all = (poplens_time_segment_to (time, self->ipu, segment) - at->from) * time->tiles;

  return all - MIN (all, at->work);
}

/* Its own segments; or those of others, but for compute: of the waiting in a compute set nothing
 * but its own work is known to be none. */
static gboolean
is_wanted (const PoplensTimeMeans *self, guint segment, gboolean own)
{
  const PoplensTimeSegment *at = poplens_time_segment (self->ipu, segment);

  return own ? at->row == self->step->row
             : at->row != self->step->row && at->bound != POPLENS_BOUND_COMPUTE;
}

/* Evenly over the segments that the step binds (@own), or the others, as far as there is room.
 * What is left of @cycles. */
static guint64
spread (PoplensTimeMeans *self, guint64 cycles, gboolean own)
{
  guint64 room = 0, left = cycles;

  for (guint s = self->first; s < self->end; s++)
    room += is_wanted (self, s, own) ? room_of (self, s) : 0;
  double share = room ? (double) MIN (cycles, room) / (double) room : 0;
  for (guint pass = 0; pass < 2 && room; pass++)
    for (guint s = self->first; s < self->end && left; s++) {
      guint64 here = is_wanted (self, s, own) ? room_of (self, s) : 0;
      /* Rounded down at first; the rest goes where there is room. */
      guint64 more = pass ? here : (guint64) ((double) here * share);
      more = MIN (MIN (more, here), left);
      if (more)
        poplens_time_add_work (self->ipu, s, self->step->work, more);
      left -= more;
    }
  return left;
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

/* The same where the segment has no room: no replay removes it. */
static void
time_add_beyond (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  add_other (ipu, (PoplensTimeOther){cycles, segment, (guint16) work, 1});
  ipu->work[poplens_time_segment (ipu, segment)->bound][work] += cycles;
}

static void
add_step (PoplensTimeMeans *self, const Step *step)
{
  self->step = step;
  self->first = poplens_time_find_near (self->ipu, self->first, step->from);
  self->end = poplens_time_find_near (self->ipu, self->first, step->to - 1) + 1;
  guint64 left = spread (self, step->cycles, TRUE);
  left = spread (self, left, FALSE);
  /* The rest counts as work, but is in no segment, so that no replay removes it. */
  if (left)
    time_add_beyond (self->ipu, self->first, step->work, left);
}

/* ---- steps -------------------------------------------------------------------------------------
 */

/* Steps that are settled are forgotten once they are so many. */
#define MOST_SETTLED 4096

PoplensTimeMeans *
poplens_time_means_new (const PoplensTimeMaking *making, PoplensTimeIpu *ipu)
{
  PoplensTimeMeans *self = g_new0 (PoplensTimeMeans, 1);

  self->making = making;
  self->ipu = ipu;
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
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
  Step step = {.from = fields->base + fields->active_from_min,
               .to = MIN (fields->base + fields->active_to_max, time->total),
               .row = row,
               .work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]))};

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
    const Step *step = &g_array_index (self->steps, Step, self->settled);
    if (step->to > until)
      break;
    add_step (self, step);
  }
  if (self->settled == self->steps->len || self->settled > MOST_SETTLED) {
    g_array_remove_range (self->steps, 0, self->settled);
    self->settled = 0;
  }
}

/* ---- a pass of their own -----------------------------------------------------------------------
 */

static gboolean
add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer means, GError **error)
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
  gboolean done = !needed || poplens_time_each_row (making->input, making->time, making->work, 0.6,
                                                    0.9, add_row, means, sizeof *means, error);
  for (guint i = 0; i < time->n_ipus; i++)
    poplens_time_means_free (means[i]);
  return done;
}

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

  POPLENS_SEARCH (low, high, middle,
                  g_array_index (ipu->others, PoplensTimeOther, middle).segment < segment);
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
