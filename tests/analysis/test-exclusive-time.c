/* Tests of exclusive time on made-up timelines of tiles, against the rules applied cycle by
 * cycle. */
#include "analysis/time-fixture.h"

#include <string.h>

#define ROW(fixture, row) (&g_array_index ((fixture)->rows, PoplensStepRow, row))

/* ---- the rules, cycle by cycle ---- */

/* Returns the end of the time outside the program: of the copies that start the run and begin
 * before its first work. */
static guint64
find_outside (const TimeFixture *self)
{
  const PoplensExecution *x = self->execution;
  guint64 first = G_MAXUINT64, end = 0;

  for (guint32 r = 0; r < x->n_rows; r++) {
    PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[r]);
    if (kind == POPLENS_STEP_ON_TILE_EXECUTE || kind == POPLENS_STEP_DO_EXCHANGE ||
        kind == POPLENS_STEP_GLOBAL_EXCHANGE)
      first = MIN (first, x->row_from[r]);
  }
  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->step_program[x->row_step[r]] < FIXTURE_START + 3 && x->row_from[r] < first)
      end = MAX (end, poplens_execution_row_to (x, r));
  return end;
}

typedef struct {
  double priority;
  guint64 from;
  guint32 row;
  PoplensBound bound;
} Best;

static void
try (Best *best, double priority, PoplensBound bound, guint64 from, guint64 to, guint32 row,
     guint64 cycle)
{
  if (cycle < from || cycle >= to || priority > best->priority ||
      (priority == best->priority &&
       (from > best->from || (from == best->from && row > best->row))))
    return;
  *best = (Best){priority, from, row, bound};
}

static void
try_row (const TimeFixture *self, guint32 row, guint64 cycle, Best *best)
{
  const PoplensExecution *x = self->execution;
  const PoplensStepRow *f = ROW (self, row);
  guint64 f0 = f->base + f->active_from_min, f1 = f->base + f->active_from_max;
  guint64 t1 = f->base + f->active_to_max;
  guint32 program = x->step_program[x->row_step[row]];

  if (!f->active_tiles)
    return;
  if (program >= FIXTURE_PROFILER && program < FIXTURE_PROFILER + 3)
    try (best, 0.5, POPLENS_BOUND_PROFILER, f0, t1, row, cycle);
  switch (poplens_execution_step_kind (x, x->row_step[row])) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
    try (best, 1, POPLENS_BOUND_COMPUTE, f1, t1, row, cycle);
    try (best, 4.9, POPLENS_BOUND_COMPUTE, f0, f1, row, cycle);
    break;
  case POPLENS_STEP_DO_EXCHANGE:
    try (best, 2, POPLENS_BOUND_EXCHANGE, f1, t1, row, cycle);
    try (best, 5.9, POPLENS_BOUND_EXCHANGE, f0, f1, row, cycle);
    break;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    try (best, 3, POPLENS_BOUND_INTER_IPU, f1, t1, row, cycle);
    try (best, 6.9, POPLENS_BOUND_INTER_IPU, f0, f1, row, cycle);
    break;
  case POPLENS_STEP_STREAM_COPY_MID:
    try (best, 5, POPLENS_BOUND_HOST_TRANSFER, f0, t1, row, cycle);
    break;
  case POPLENS_STEP_STREAM_COPY_BEGIN:
    try (best, 6, POPLENS_BOUND_HOST_WAIT, f0, t1, row, cycle);
    break;
  case POPLENS_STEP_STREAM_COPY_END:
    try (best, 6.5, POPLENS_BOUND_HOST_WAIT, f0, t1, row, cycle);
    break;
  case POPLENS_STEP_SYNC:
  case POPLENS_STEP_SYNC_ANS:
    try (best, 7, POPLENS_BOUND_SYNC, f0, t1, row, cycle);
    break;
  default:
    break;
  }
}

/* Adds to @work, by kind, the tiles of @ipu that work at @cycle. */
static void
count_work (const TimeFixture *self, guint32 ipu, guint64 cycle, guint64 *work)
{
  const PoplensExecution *x = self->execution;

  for (guint32 r = 0; r < x->n_rows; r++)
    for (guint t = 0; t < FIXTURE_TILES && x->row_ipu[r] == ipu; t++) {
      guint64 from = g_array_index (self->begin, guint64, r * FIXTURE_TILES + t);
      guint64 to = from + g_array_index (self->tiles, guint64, r * FIXTURE_TILES + t);
      PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[r]);
      if (cycle < from || cycle >= to)
        continue;
      work[POPLENS_WORK_COMPUTE] += kind == POPLENS_STEP_ON_TILE_EXECUTE;
      work[POPLENS_WORK_EXCHANGE] += kind == POPLENS_STEP_DO_EXCHANGE;
      work[POPLENS_WORK_INTER_IPU] += kind == POPLENS_STEP_GLOBAL_EXCHANGE;
      work[POPLENS_WORK_HOST_TRANSFER] += kind == POPLENS_STEP_STREAM_COPY_MID;
    }
}

/* Takes the synchronisation points from @time; tests/time/reference.py computes them
 * independently. */
static void
try_waits (const PoplensTime *time, guint32 ipu, guint64 cycle, Best *best)
{
  for (guint j = 0; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, j);
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      const PoplensTimeMeet *meet = poplens_time_meet (time, m);
      if (time->execution->row_ipu[meet->row] == ipu)
        try (best, 4, POPLENS_BOUND_ANOTHER_IPU, meet->arrive, join->came, meet->row, cycle);
    }
  }
}

static void
check_ipu (const TimeFixture *self, const PoplensTime *time, const PoplensTimeIpu *ipu,
           guint64 outside)
{
  const PoplensExecution *x = self->execution;
  guint64 work[POPLENS_N_BOUNDS][POPLENS_N_WORKS] = {0}, bound[POPLENS_N_BOUNDS] = {0};

  for (guint64 cycle = 0; cycle < time->total; cycle++) {
    Best best = {9, 0, G_MAXUINT32, POPLENS_BOUND_UNTRACKED};
    for (guint32 r = 0; r < x->n_rows; r++)
      if (x->row_ipu[r] == ipu->ipu)
        try_row (self, r, cycle, &best);
    try_waits (time, ipu->ipu, cycle, &best);
    try (&best, 0, POPLENS_BOUND_OUTSIDE, 0, outside, G_MAXUINT32, cycle);
    guint at = poplens_time_find_segment (ipu, cycle);
    const PoplensTimeSegment *segment = &g_array_index (ipu->segments, PoplensTimeSegment, at);
    g_assert_cmpuint (segment->from, <=, cycle);
    g_assert_cmpuint (poplens_time_segment_to (time, ipu, at), >, cycle);
    g_assert_cmpstr (poplens_bound_key (segment->bound), ==, poplens_bound_key (best.bound));
    g_assert_cmpuint (segment->row, ==, best.row);
    bound[best.bound]++;
    count_work (self, ipu->ipu, cycle, work[best.bound]);
  }
  g_assert_cmpmem (bound, sizeof bound, ipu->bound, sizeof ipu->bound);
  g_assert_cmpmem (work, sizeof work, ipu->work, sizeof ipu->work);
}

static guint64
sum_classes (const PoplensTimeIpu *ipu)
{
  guint64 sum = 0;

  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    sum += ipu->classes[c];
  return sum;
}

/* ---- ranges ---- */

static void
add_classes (const PoplensTime *time, guint place, guint64 from, guint64 to, guint64 *sums)
{
  guint64 classes[POPLENS_N_TIMES], sum = 0;

  poplens_time_classes (time, place, from, to, classes);
  for (guint c = 0; c < POPLENS_N_TIMES; c++) {
    sums[c] += classes[c];
    sum += classes[c];
  }
  g_assert_cmpuint (sum, ==, time->tiles * (to - from));
}

/* Parts of random lengths add up to the whole. Unused time is rounded in each part. */
static void
check_parts (const PoplensTime *time, guint place)
{
  const guint64 *whole = time->ipus[place].classes;
  guint64 sums[POPLENS_N_TIMES] = {0}, at = 0, unused, all;
  guint n = 0;

  for (; at < time->total; n++) {
    guint64 length = (guint64) g_test_rand_int_range (1, 40), to = MIN (at + length, time->total);
    add_classes (time, place, at, to, sums);
    at = to;
  }
  unused = sums[POPLENS_TIME_UNUSED];
  all = unused + sums[POPLENS_TIME_UNEQUAL];
  g_assert_cmpuint (all, ==, whole[POPLENS_TIME_UNUSED] + whole[POPLENS_TIME_UNEQUAL]);
  g_assert_cmpuint (ABS ((gint64) (unused - whole[POPLENS_TIME_UNUSED])), <=, 2 * n + 1);
  sums[POPLENS_TIME_UNUSED] = whole[POPLENS_TIME_UNUSED];
  sums[POPLENS_TIME_UNEQUAL] = whole[POPLENS_TIME_UNEQUAL];
  g_assert_cmpmem (sums, sizeof sums, whole, sizeof sums);
}

/* Compares the work of tiles between the ends of two segments with a count cycle by cycle. */
static void
check_segments (const TimeFixture *self, const PoplensTime *time, guint place)
{
  const PoplensTimeIpu *ipu = &time->ipus[place];

  for (guint s = 0; s < ipu->segments->len; s += 3) {
    guint last = MIN (s + s % 4, ipu->segments->len - 1);
    guint64 from = g_array_index (ipu->segments, PoplensTimeSegment, s).from;
    guint64 to = poplens_time_segment_to (time, ipu, last);
    guint64 work[POPLENS_N_WORKS] = {0}, sums[POPLENS_N_TIMES] = {0};
    for (guint64 cycle = from; cycle < to; cycle++) {
      guint at = poplens_time_find_segment (ipu, cycle);
      PoplensBound bound = g_array_index (ipu->segments, PoplensTimeSegment, at).bound;
      if (bound != POPLENS_BOUND_OUTSIDE && bound != POPLENS_BOUND_PROFILER)
        count_work (self, ipu->ipu, cycle, work);
    }
    add_classes (time, place, from, to, sums);
    g_assert_cmpmem (work, sizeof work, sums, sizeof work);
  }
}

static void
test_ranges (void)
{
  for (guint run = 0; run < 30; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (20 + run, 1 + run % 3);
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    for (guint i = 0; i < time->n_ipus; i++) {
      guint64 whole[POPLENS_N_TIMES] = {0}, none[POPLENS_N_TIMES] = {0};
      add_classes (time, i, 0, time->total, whole);
      g_assert_cmpmem (whole, sizeof whole, time->ipus[i].classes, sizeof whole);
      add_classes (time, i, time->total / 2, time->total / 2, none);
      check_parts (time, i);
      check_segments (fixture, time, i);
    }
  }
}

/* A segment lists each kind of work once, however many steps overlap it, as every range in it reads
 * the whole list. */
static void
check_others (const GArray *others)
{
  for (guint i = 1; i < others->len; i++) {
    const PoplensTimeOther *one = &g_array_index (others, PoplensTimeOther, i - 1);
    const PoplensTimeOther *next = &g_array_index (others, PoplensTimeOther, i);
    guint before = one->work * 2 + one->beyond, after = next->work * 2 + next->beyond;
    g_assert_cmpuint (one->segment, <=, next->segment);
    g_assert_true (one->segment < next->segment || before < after);
  }
}

/* Without cycles by tile, the work of a part may exceed its cycles; each part still adds up. */
static void
test_ranges_no_lists (void)
{
  for (guint run = 0; run < 20; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (60, 1 + run % 3);
    fixture->no_lists = TRUE;
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    for (guint i = 0; i < time->n_ipus; i++) {
      guint64 sums[POPLENS_N_TIMES] = {0};
      add_classes (time, i, 0, time->total, sums);
      g_assert_cmpmem (sums, sizeof sums, time->ipus[i].classes, sizeof sums);
      for (guint64 at = 0; at + 7 < time->total; at += 7)
        add_classes (time, i, at, at + 7, sums);
      check_others (time->ipus[i].others);
    }
  }
}

static void
test_random_exclusive_time (void)
{
  for (guint run = 0; run < 60; run++) {
    guint n_ipus = 1 + run % 3;
    g_autoptr (TimeFixture) fixture = time_fixture_random (5 + run, n_ipus);
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    g_assert_true (poplens_time_is_by_tile (time));
    g_assert_cmpuint (time->n_ipus, ==, n_ipus);
    g_assert_cmpuint (time->outside, ==, find_outside (fixture));
    for (guint i = 0; i < n_ipus; i++) {
      check_ipu (fixture, time, &time->ipus[i], time->outside);
      g_assert_cmpuint (sum_classes (&time->ipus[i]), ==, FIXTURE_TILES * time->total);
    }
  }
}

/* ---- classes on paper ---- */

static guint64
class_of (const PoplensTime *time, guint ipu, PoplensTimeClass class)
{
  return time->ipus[ipu].classes[class];
}

/* Two IPUs compute; the second is late, and has tiles without work. */
static TimeFixture *
late_ipu (void)
{
  TimeFixture *self = time_fixture_new (2);
  guint64 start[8][FIXTURE_TILES] = {{7, 7, 7, 7, 7}, {7, 7, 7, 7, 7}};
  guint64 compute[8][FIXTURE_TILES] = {{10, 10, 10, 10, 10}, {40, 30, 20, 0, 0}};
  guint64 sync[8][FIXTURE_TILES] = {{3, 3, 3, 3, 3}, {3, 13, 23, 43, 43}};

  time_fixture_add (self, POPLENS_STEP_STREAM_COPY_BEGIN, NULL, FIXTURE_START, start, 0);
  time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, compute, 0);
  time_fixture_add (self, POPLENS_STEP_SYNC, "Internal", POPLENS_NO_PROGRAM, sync, 0);
  time_fixture_join (self, "External", 4);
  time_fixture_end (self);
  return self;
}

static void
test_late_ipu (void)
{
  g_autoptr (TimeFixture) fixture = late_ipu ();
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);

  g_assert_cmpuint (time->total, ==, 54);
  g_assert_cmpuint (time->outside, ==, 7);
  g_assert_cmpuint (time->joins->len, ==, 1);
  g_assert_cmpuint (class_of (time, 0, POPLENS_TIME_COMPUTE), ==, 50);
  g_assert_cmpuint (class_of (time, 0, POPLENS_TIME_SYNC), ==, 5 * (3 + 4));
  g_assert_cmpuint (class_of (time, 0, POPLENS_TIME_ANOTHER_IPU), ==, 5 * 30);
  g_assert_cmpuint (class_of (time, 1, POPLENS_TIME_COMPUTE), ==, 90);
  g_assert_cmpuint (class_of (time, 1, POPLENS_TIME_UNUSED), ==, 2 * 40);
  g_assert_cmpuint (class_of (time, 1, POPLENS_TIME_UNEQUAL), ==, 10 + 20);
  g_assert_cmpuint (class_of (time, 1, POPLENS_TIME_ANOTHER_IPU), ==, 0);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (class_of (time, i, POPLENS_TIME_OUTSIDE), ==, 5 * 7);
}

/* ---- without cycles by tile ---- */

/* The limiting classes and the sum of each step's work do not need cycles by tile. */
static void
test_no_lists (void)
{
  for (guint run = 0; run < 40; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (40, 1 + run % 3);
    g_autoptr (PoplensTime) exact = time_fixture_make (fixture);
    fixture->no_lists = TRUE;
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    g_assert_false (poplens_time_is_by_tile (time));
    for (guint i = 0; i < time->n_ipus; i++) {
      const PoplensTimeIpu *ipu = &time->ipus[i], *other = &exact->ipus[i];
      g_assert_cmpmem (ipu->bound, sizeof ipu->bound, other->bound, sizeof other->bound);
      g_assert_cmpuint (sum_classes (ipu), ==, FIXTURE_TILES * time->total);
      for (guint w = 0; w < POPLENS_N_WORKS; w++) {
        guint64 sum = 0, expected = 0;
        for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
          sum += ipu->work[b][w];
          expected += other->work[b][w];
        }
        g_assert_cmpuint (sum, ==, expected);
      }
    }
  }
}

/* The results are the same if the cycles by tile were never recorded and if they turn out to be
 * missing while rows are read, which needs another pass. */
static void
test_lists_lost (void)
{
  for (guint run = 0; run < 20; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (200, 1 + run % 3);
    fixture->no_lists = TRUE;
    g_autoptr (PoplensTime) none = time_fixture_make (fixture);
    fixture->no_lists = FALSE;
    fixture->lists_lost = TRUE;
    g_autoptr (PoplensTime) lost = time_fixture_make (fixture);
    g_assert_false (poplens_time_is_by_tile (lost));
    for (guint i = 0; i < none->n_ipus; i++) {
      const PoplensTimeIpu *a = &none->ipus[i], *b = &lost->ipus[i];
      g_assert_cmpmem (a->work, sizeof a->work, b->work, sizeof b->work);
      g_assert_cmpmem (a->classes, sizeof a->classes, b->classes, sizeof b->classes);
      g_assert_cmpmem (a->segments->data, a->segments->len * sizeof (PoplensTimeSegment),
                       b->segments->data, b->segments->len * sizeof (PoplensTimeSegment));
    }
  }
}

/* ---- runs ---- */

/* The runs alone are those of the whole sweep. */
static void
test_runs (void)
{
  for (guint run = 0; run < 20; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (60, 1 + run % 3);
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    PoplensTimeInput input = time_fixture_input (fixture);
    guint64 outside;
    g_autoptr (GArray) runs = poplens_time_find_runs (&input, &outside);
    g_assert_cmpuint (outside, ==, time->outside);
    g_assert_cmpmem (runs->data, runs->len * sizeof (PoplensTimeRun), time->runs->data,
                     time->runs->len * sizeof (PoplensTimeRun));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time/cycle-by-cycle", test_random_exclusive_time);
  g_test_add_func ("/time/ranges", test_ranges);
  g_test_add_func ("/time/ranges-no-lists", test_ranges_no_lists);
  g_test_add_func ("/time/late-ipu", test_late_ipu);
  g_test_add_func ("/time/no-lists", test_no_lists);
  g_test_add_func ("/time/lists-lost", test_lists_lost);
  g_test_add_func ("/time/runs", test_runs);
  return g_test_run ();
}
