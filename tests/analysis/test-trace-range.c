/* Tests of statistics of ranges, and of live bytes over a trace, against adding up row by row. */
#include "analysis/trace/trace-live.h"
#include "analysis/trace/trace-range.h"

#include "analysis/trace-fixture.h"

/* ---- ranges ---------------------------------------------------------------------------------- */

static PoplensRangeTotal
brute_total (const PoplensExecution *execution, guint16 ipu, guint8 type, guint64 from, guint64 to)
{
  PoplensRangeTotal total = {.ipu = ipu, .type = type, .min = G_MAXUINT64};

  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint64 row_from = execution->row_from[r], row_to, inside;
    if (row_from == G_MAXUINT64 || execution->row_ipu[r] != ipu ||
        execution->step_type[execution->row_step[r]] != type)
      continue;
    row_to = poplens_execution_row_to (execution, r);
    if (row_from >= to || MAX (row_to, row_from + 1) <= from)
      continue;
    inside = MIN (row_to, to) - MAX (row_from, from);
    total.count++;
    total.whole += row_from >= from && row_to <= to;
    total.sum += inside;
    total.min = MIN (total.min, inside);
    total.max = MAX (total.max, inside);
  }
  return total;
}

static void
assert_range (const PoplensExecution *execution, const PoplensTraceRanges *ranges, guint64 from,
              guint64 to)
{
  g_autoptr (GArray) totals = poplens_trace_ranges_query (ranges, from, to);
  guint expected = 0;

  for (guint16 ipu = 0; ipu < execution->n_ipus; ipu++)
    for (guint8 type = 0; type < execution->n_types; type++)
      expected += from < to && brute_total (execution, ipu, type, from, to).count > 0;
  g_assert_cmpuint (totals->len, ==, expected);
  for (guint i = 0; i < totals->len; i++) {
    const PoplensRangeTotal *t = &g_array_index (totals, PoplensRangeTotal, i);
    PoplensRangeTotal brute = brute_total (execution, t->ipu, t->type, from, to);
    g_assert_cmpuint (t->count, ==, brute.count);
    g_assert_cmpuint (t->whole, ==, brute.whole);
    g_assert_cmpuint (t->sum, ==, brute.sum);
    g_assert_cmpuint (t->min, ==, brute.min);
    g_assert_cmpuint (t->max, ==, brute.max);
    g_assert_cmpfloat (t->mean, ==, (double) brute.sum / brute.count);
    g_assert_cmpint (t->waiting, ==, poplens_step_kind_is_waiting (t->kind));
    if (i) {
      const PoplensRangeTotal *last = t - 1;
      g_assert_true (last->ipu < t->ipu || (last->ipu == t->ipu && last->waiting <= t->waiting));
    }
  }
}

static void
test_ranges (void)
{
  for (guint round = 0; round < 30; round++) {
    guint32 n = round * 17 % 260;
    g_autoptr (PoplensExecution) execution = fixture_random_execution (n, 1 + round % 3);
    g_autoptr (PoplensTraceRanges) ranges = poplens_trace_ranges_new (execution);
    assert_range (execution, ranges, 0, G_MAXUINT64 - 1);
    for (guint i = 0; i < 40; i++) {
      guint64 from = (guint64) g_test_rand_int_range (0, (gint32) n * 4 + 2);
      assert_range (execution, ranges, from,
                    from + (guint64) g_test_rand_int_range (0, i % 2 ? 12 : 900));
    }
  }
}

/* Enough rows for several levels of minima and maxima. */
static void
test_many_ranges (void)
{
  g_autoptr (PoplensExecution) execution = fixture_random_execution (20000, 1);
  g_autoptr (PoplensTraceRanges) ranges = poplens_trace_ranges_new (execution);

  for (guint i = 0; i < 12; i++) {
    guint64 from = (guint64) g_test_rand_int_range (0, 50000);
    assert_range (execution, ranges, from, from + 1 + (guint64) g_test_rand_int_range (0, 50000));
  }
}

static void
test_no_ranges (void)
{
  g_autoptr (PoplensExecution) execution = fixture_execution (NULL, 0);
  g_autoptr (PoplensTraceRanges) ranges = poplens_trace_ranges_new (execution);
  g_autoptr (GArray) none = poplens_trace_ranges_query (ranges, 0, 100);
  g_autoptr (GArray) backwards = poplens_trace_ranges_query (ranges, 100, 0);

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (backwards->len, ==, 0);
}

/* ---- live bytes ------------------------------------------------------------------------------ */

static PoplensLiveness *
make_liveness (const guint32 *program, const guint64 *bytes, guint32 n)
{
  PoplensLiveness *liveness = poplens_liveness_new ();

  liveness->n_steps = n;
  liveness->program = g_memdup2 (program, n * sizeof (guint32));
  liveness->not_always_live = g_memdup2 (bytes, n * sizeof (guint64));
  liveness->always_live = 1000;
  return liveness;
}

static void
test_live_programs (void)
{
  static const guint32 program[] = {7, 3, 7, 9, 3, 7};
  static const guint64 bytes[] = {10, 5, 40, 1, 5, 40};
  g_autoptr (PoplensLiveness) liveness = make_liveness (program, bytes, 6);
  g_autoptr (PoplensLivePrograms) live = poplens_live_programs_new (liveness, NULL);
  g_autoptr (PoplensLivePrograms) own = poplens_live_programs_new (liveness, bytes);
  guint32 row = poplens_live_programs_find (live, 7);

  g_assert_cmpuint (live->n, ==, 3);
  g_assert_cmpuint (live->bytes[row], ==, 1040);
  g_assert_cmpuint (live->step[row], ==, 2);
  g_assert_true (live->several[row]);
  /* At several steps, but always with the same bytes. */
  row = poplens_live_programs_find (live, 3);
  g_assert_cmpuint (live->step[row], ==, 1);
  g_assert_false (live->several[row]);
  g_assert_cmpuint (poplens_live_programs_find (live, 4), ==, G_MAXUINT32);
  g_assert_cmpuint (own->bytes[poplens_live_programs_find (own, 9)], ==, 1);
}

/* Returns the live bytes at @cycle: the maximum over the steps with the latest begin up to
 * there. */
static guint64
brute_live (const PoplensExecution *execution, const PoplensLivePrograms *live,
            const gboolean *shown, guint64 cycle)
{
  guint64 from = 0, bytes = G_MAXUINT64;

  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint32 program = execution->step_program[execution->row_step[r]], row;
    if (execution->row_from[r] > cycle || !shown[execution->row_ipu[r]])
      continue;
    row = poplens_live_programs_find (live, program);
    if (row == G_MAXUINT32)
      continue;
    if (bytes == G_MAXUINT64 || execution->row_from[r] > from)
      bytes = live->bytes[row];
    else if (execution->row_from[r] == from)
      bytes = MAX (bytes, live->bytes[row]);
    from = MAX (from, execution->row_from[r]);
  }
  return bytes;
}

static void
test_live_trace (void)
{
  static const guint32 program[] = {0, 1, 2, 3, 5, 2};
  static const guint64 bytes[] = {10, 5, 40, 1, 77, 3};
  g_autoptr (PoplensLiveness) liveness = make_liveness (program, bytes, 6);
  g_autoptr (PoplensLivePrograms) live = poplens_live_programs_new (liveness, NULL);

  for (guint round = 0; round < 20; round++) {
    g_autoptr (PoplensExecution) execution = fixture_random_execution (round * 7, 2);
    gboolean shown[] = {TRUE, round % 2};
    g_autoptr (PoplensLiveTrace) trace = poplens_live_trace_new (execution, live, shown);
    guint32 at = 0;
    for (guint32 i = 1; i < trace->n; i++)
      g_assert_cmpuint (execution->row_from[trace->row[i - 1]], <,
                        execution->row_from[trace->row[i]]);
    for (guint64 cycle = 0; cycle < 600; cycle++) {
      while (at < trace->n && execution->row_from[trace->row[at]] <= cycle)
        at++;
      g_assert_cmpuint (at ? live->bytes[trace->program[at - 1]] : G_MAXUINT64, ==,
                        brute_live (execution, live, shown, cycle));
      if (at)
        g_assert_cmpuint (
            poplens_live_programs_find (
                live, execution->step_program[execution->row_step[trace->row[at - 1]]]),
            ==, trace->program[at - 1]);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-range/random", test_ranges);
  g_test_add_func ("/trace-range/many", test_many_ranges);
  g_test_add_func ("/trace-range/nothing", test_no_ranges);
  g_test_add_func ("/trace-range/live/programs", test_live_programs);
  g_test_add_func ("/trace-range/live/trace", test_live_trace);
  return g_test_run ();
}
