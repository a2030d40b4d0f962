/* Tests of transfers: cycles hidden by compute and exposed cycles add up to all, and transfers
 * never block more than is exposed; and cases computed on paper. */
#include "analysis/time-fixture.h"
#include "analysis/time/time-transfers.h"

#include <math.h>

#define RUNS 60

static PoplensTimeTransfers *
find_transfers (TimeFixture *fixture, const PoplensTime *time, guint64 from, guint64 to)
{
  PoplensTimeInput input = time_fixture_input (fixture);
  g_autoptr (GError) error = NULL;
  PoplensTimeTransfers *found = poplens_time_transfers_new (time, &input, from, to, NULL, &error);

  g_assert_no_error (error);
  return found;
}

/* ---- properties of random executions ---- */

/* Asserts the cycles of a transfer by counting each cycle, which is fast enough as fixtures are
 * short. */
static void
check_ipu (const TimeFixture *fixture, const PoplensTime *time, const PoplensTimeTransfer *transfer,
           guint64 from, guint64 to)
{
  const PoplensTimeIpu *ipu = &time->ipus[transfer->place];
  g_autofree guint8 *goes_on = g_new0 (guint8, time->total + 1);
  guint64 cycles = 0, hidden = 0;

  for (guint32 r = 0; r < fixture->rows->len; r++) {
    const PoplensStepRow *row = &g_array_index (fixture->rows, PoplensStepRow, r);
    PoplensStepKind kind =
        poplens_execution_step_kind (time->execution, time->execution->row_step[r]);
    gboolean exchange = kind == POPLENS_STEP_DO_EXCHANGE;
    if (row->ipu == ipu->ipu && row->active_tiles &&
        (exchange ? transfer->kind == POPLENS_TRANSFER_EXCHANGE
                  : kind == POPLENS_STEP_GLOBAL_EXCHANGE &&
                        transfer->kind == POPLENS_TRANSFER_INTER_IPU))
      for (guint64 at = row->base + row->active_from_min; at < row->base + row->active_to_max; at++)
        goes_on[at] = 1;
  }
  for (guint64 at = from; at < to; at++) {
    PoplensBound bound =
        g_array_index (ipu->segments, PoplensTimeSegment, poplens_time_find_segment (ipu, at))
            .bound;
    if (!goes_on[at] || bound == POPLENS_BOUND_OUTSIDE)
      continue;
    cycles++;
    hidden += bound == POPLENS_BOUND_COMPUTE;
  }
  g_assert_cmpuint (transfer->cycles, ==, cycles);
  g_assert_cmpuint (transfer->hidden, ==, hidden);
}

static void
check_sums (const PoplensTimeTransfers *found, const PoplensTimeTransfer *all)
{
  guint64 cycles = 0, hidden = 0, steps = 0;

  for (guint i = 0; i < found->by_ipu->len; i++) {
    const PoplensTimeTransfer *one = poplens_time_transfer_at (found->by_ipu, i);
    if (one->kind != all->kind || g_strcmp0 (one->streams, all->streams))
      continue;
    cycles += one->cycles;
    hidden += one->hidden;
    steps += one->steps;
    g_assert_true (isnan (one->blocking));
  }
  g_assert_cmpuint (all->cycles, ==, cycles);
  g_assert_cmpuint (all->hidden, ==, hidden);
  g_assert_cmpuint (all->steps, ==, steps);
}

/* Returns the cycles that IPUs spend at synchronisation points caused by copies, summed over
 * IPUs. */
static double
sum_awaited (const PoplensTime *time)
{
  guint64 sum = 0;

  for (guint32 j = 0; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, j);
    guint64 awaited = 0;
    gboolean copied = FALSE;
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      awaited += join->end - poplens_time_meet (time, m)->arrive;
      copied |= poplens_time_meet (time, m)->copy != G_MAXUINT32;
    }
    sum += copied ? awaited : 0;
  }
  return (double) sum;
}

static void
check_range (TimeFixture *fixture, const PoplensTime *time, guint64 from, guint64 to)
{
  g_autoptr (PoplensTimeTransfers) found = find_transfers (fixture, time, from, to);
  double before = INFINITY;

  for (guint i = 0; i < found->all->len; i++) {
    const PoplensTimeTransfer *one = poplens_time_transfer_at (found->all, i);
    check_sums (found, one);
    g_assert_cmpuint (one->hidden, <=, one->cycles);
    g_assert_cmpfloat (one->blocking, >=, 0);
    g_assert_cmpfloat (one->blocking, <=,
                       (double) (one->cycles - one->hidden) +
                           (one->kind == POPLENS_TRANSFER_COPY ? sum_awaited (time) : 0));
    g_assert_cmpfloat (one->blocking, <=, before);
    before = one->blocking;
  }
  for (guint i = 0; i < found->by_ipu->len; i++) {
    const PoplensTimeTransfer *one = poplens_time_transfer_at (found->by_ipu, i);
    if (one->kind != POPLENS_TRANSFER_COPY)
      check_ipu (fixture, time, one, from, to);
  }
}

static void
test_random_transfers (void)
{
  for (guint run = 0; run < RUNS; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (5 + run, 1 + run % 4);
    fixture->no_lists = run % 7 == 6;
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    check_range (fixture, time, 0, time->total);
    for (guint range = 0; range < 4 && time->total > 1; range++) {
      guint64 from = (guint64) g_test_rand_int () % time->total;
      check_range (fixture, time, from,
                   from + 1 + (guint64) g_test_rand_int () % (time->total - from));
    }
  }
}

/* ---- on paper ---- */

/* Beside compute on four tiles, the fifth copies for 300 cycles, during 100 of which compute
 * continues. The rest holds the program up. */
static void
test_hidden_transfer (void)
{
  guint64 compute[8][FIXTURE_TILES] = {{100, 100, 100, 100, 0}};
  guint64 copy[8][FIXTURE_TILES] = {{0, 0, 0, 0, 300}};
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, compute, 0);
  time_fixture_add (fixture, POPLENS_STEP_STREAM_COPY_MID, NULL, FIXTURE_COPY + 1, copy, 0);
  time_fixture_join (fixture, "Internal", 1);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeTransfers) found = find_transfers (fixture, time, 0, time->total);
  g_assert_cmpuint (found->all->len, ==, 1);
  const PoplensTimeTransfer *one = poplens_time_transfer_at (found->all, 0);
  g_assert_cmpint (one->kind, ==, POPLENS_TRANSFER_COPY);
  g_assert_cmpuint (one->steps, ==, 1);
  g_assert_cmpuint (one->cycles, ==, 300);
  g_assert_cmpuint (one->hidden, ==, 100);
  g_assert_cmpfloat_with_epsilon (one->blocking, 200, 1e-6);
}

/* Both IPUs exchange, the second for longer: the exchange of the first blocks nothing. */
static void
test_blocking (void)
{
  guint64 cycles[8][FIXTURE_TILES] = {{40, 40, 40, 40, 40}, {100, 100, 100, 100, 100}};
  guint64 beside[8][FIXTURE_TILES] = {{70, 70, 70, 70, 70}};
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  time_fixture_add (fixture, POPLENS_STEP_DO_EXCHANGE, NULL, FIXTURE_NARROW, cycles, 0);
  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, beside, 0);
  time_fixture_join (fixture, "External", 1);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeTransfers) found = find_transfers (fixture, time, 0, time->total);
  g_assert_cmpuint (found->all->len, ==, 1);
  const PoplensTimeTransfer *one = poplens_time_transfer_at (found->all, 0);
  g_assert_cmpuint (one->cycles, ==, 140);
  g_assert_cmpuint (one->hidden, ==, 0);
  /* IPU 0 arrives after 110 cycles; without exchanges it would arrive after 70. */
  g_assert_cmpfloat_with_epsilon (one->blocking, 40, 1e-6);
  g_assert_cmpuint (found->by_ipu->len, ==, 2);
  g_assert_cmpuint (poplens_time_transfer_at (found->by_ipu, 0)->cycles, ==, 40);
}

/* IPU 1 waits for a copy of IPU 0 that ends with its sync, 20 cycles before the sync ends on IPU 2.
 * Without the copy no IPU waits, and IPU 1 computes while IPU 0 does. */
static void
test_awaited (void)
{
  guint64 before[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}, {20, 20, 20, 20, 20}};
  guint64 copy[8][FIXTURE_TILES] = {{300, 300, 300, 300, 300}};
  guint64 sync[8][FIXTURE_TILES] = {{0}, {430, 430, 430, 430, 430}, {470, 470, 470, 470, 470}};
  guint64 after[8][FIXTURE_TILES] = {{0}, {200, 200, 200, 200, 200}};
  g_autoptr (TimeFixture) fixture = time_fixture_new (3);

  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, before, 0);
  time_fixture_add (fixture, POPLENS_STEP_STREAM_COPY_MID, NULL, FIXTURE_COPY + 1, copy, 0);
  time_fixture_add (fixture, POPLENS_STEP_SYNC_ANS, NULL, POPLENS_NO_PROGRAM, sync, 0);
  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, after, 0);
  time_fixture_join (fixture, "External", 1);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeTransfers) found = find_transfers (fixture, time, 0, time->total);
  g_assert_cmpuint (time->joins->len, ==, 2);
  g_assert_cmpuint (time->total, ==, 651);
  g_assert_cmpuint (found->all->len, ==, 1);
  const PoplensTimeTransfer *one = poplens_time_transfer_at (found->all, 0);
  g_assert_cmpuint (one->cycles - one->hidden, ==, 300);
  /* IPU 1 ends after 20 + 200 cycles and the 70 cycles of sync after the copy, which do not belong
   * to a copy. */
  g_assert_cmpfloat_with_epsilon (one->blocking, 651 - 271, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-transfers/random", test_random_transfers);
  g_test_add_func ("/time-transfers/hidden", test_hidden_transfer);
  g_test_add_func ("/time-transfers/blocking", test_blocking);
  g_test_add_func ("/time-transfers/awaited", test_awaited);
  return g_test_run ();
}
