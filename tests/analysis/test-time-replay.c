/* Tests of replay, waterfall, critical path and waits: properties of random executions, and cases
 * computed on paper. */
#include "analysis/time-fixture.h"
#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "analysis/time/time-stages.h"

#define RUNS 80

static guint64
replay_without (const PoplensTime *time, guint64 from, guint64 to, guint bounds)
{
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, from, to);

  poplens_time_replay_remove (replay, bounds);
  return poplens_time_replay_run (replay);
}

/* ---- properties ---- */

static void
random_range (const PoplensTime *time, guint64 *from, guint64 *to)
{
  gint32 total = (gint32) time->total;
  guint64 a = (guint64) g_test_rand_int_range (0, total + 1);
  guint64 b = (guint64) g_test_rand_int_range (0, total + 1);

  *from = MIN (a, b);
  *to = MAX (a, b);
}

static void
check_replay (const PoplensTime *time, guint64 from, guint64 to)
{
  guint all = (1u << POPLENS_N_BOUNDS) - 1;

  g_assert_cmpuint (replay_without (time, from, to, 0), ==, (to - from) * time->tiles);
  for (guint i = 0; i < 8; i++) {
    guint some = (guint) g_test_rand_int () & all, more = some | ((guint) g_test_rand_int () & all);
    guint64 left = replay_without (time, from, to, some);
    g_assert_cmpuint (left, <=, (to - from) * time->tiles);
    g_assert_cmpuint (replay_without (time, from, to, more), <=, left);
  }
}

static void
check_waterfall (const PoplensTime *time, guint64 from, guint64 to)
{
  double bars[POPLENS_N_BARS], sum = 0;

  poplens_time_waterfall (time, from, to, bars);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    sum += bars[b];
    if (b != POPLENS_BAR_OTHER_IPUS)
      g_assert_cmpfloat (bars[b], >=, 0);
  }
  g_assert_cmpfloat_with_epsilon (sum, (double) (to - from), 1e-6);
  /* A single IPU never waits for another. */
  if (time->n_ipus == 1 && from == 0 && to == time->total)
    g_assert_cmpfloat_with_epsilon (bars[POPLENS_BAR_OTHER_IPUS], 0, 1e-6);
}

static void
check_path (const PoplensTime *time, guint64 from, guint64 to)
{
  g_autoptr (GArray) path = poplens_time_path (time, from, to);
  g_autoptr (GArray) segments = poplens_time_path_segments (time, path);
  guint64 at = from;

  for (guint p = 0; p < path->len; p++) {
    const PoplensTimeStretch *stretch = &g_array_index (path, PoplensTimeStretch, p);
    g_assert_cmpuint (stretch->from, ==, at);
    g_assert_cmpuint (stretch->to, >, at);
    at = stretch->to;
  }
  g_assert_cmpuint (at, ==, to);
  at = from;
  for (guint s = 0; s < segments->len; s++) {
    const PoplensTimePathSegment *one = &g_array_index (segments, PoplensTimePathSegment, s);
    g_assert_cmpuint (one->from, ==, at);
    g_assert_cmpuint (one->to, >, at);
    at = one->to;
  }
  g_assert_cmpuint (at, ==, to);
}

/* The cycles in which IPU wait is limiting equal those of the pairs, and each pair lists the other
 * IPU's activity for all of them. */
static void
check_waits (const PoplensTime *time)
{
  g_autoptr (GArray) waits = poplens_time_waits (time, 0, time->total);
  guint64 all = 0, expected = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    expected += time->ipus[i].bound[POPLENS_BOUND_ANOTHER_IPU];
  for (guint w = 0; w < waits->len; w++) {
    const PoplensTimeWait *wait = &g_array_index (waits, PoplensTimeWait, w);
    guint64 did = 0;
    for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
      did += wait->did[b];
    g_assert_cmpuint (did, ==, wait->cycles);
    g_assert_cmpuint (wait->longest, <=, wait->cycles);
    g_assert_cmpuint (wait->place, !=, wait->last);
    all += wait->cycles;
  }
  g_assert_cmpuint (all, ==, expected);
}

static void
add_turn (PoplensTimeIterations *self, guint64 from, guint64 to)
{
  PoplensTimeIteration turn = {.from = from, .to = to, .end = to, .length = to - from};

  g_array_append_val (self->iterations.turns, turn);
}

/* Adjacent parts together save no more than as one range, wherever iterations and the cut are. */
static void
check_stages (const PoplensTime *time)
{
  g_autoptr (PoplensTimeIterations) iterations = poplens_time_iterations_new (time, NULL);
  guint64 from, to, cut, cut_to;

  random_range (time, &from, &to);
  random_range (time, &cut, &cut_to);
  if (g_test_rand_int_range (0, 4)) {
    add_turn (iterations, from, from + (to - from) / 3);
    add_turn (iterations, from + (to - from) / 2, to);
  }
  g_autoptr (PoplensTimeStages) stages = poplens_time_stages_new (time, iterations, NULL);
  double whole = poplens_time_stages_saving (stages, 0, time->total);
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, cut) +
                         poplens_time_stages_saving (stages, cut, cut_to) +
                         poplens_time_stages_saving (stages, cut_to, time->total),
                     <=, whole + 1);
  if (iterations->iterations.turns->len) {
    g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, from), ==, 0);
    g_assert_cmpfloat (poplens_time_stages_saving (stages, to, time->total), ==, 0);
  }
}

static void
test_random_replay (void)
{
  for (guint run = 0; run < RUNS; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (5 + run, 1 + run % 4);
    fixture->no_lists = run % 7 == 6;
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    check_waits (time);
    for (guint cut = 0; cut < 12; cut++)
      check_stages (time);
    for (guint range = 0; range < 12; range++) {
      guint64 from = 0, to = time->total;
      if (range)
        random_range (time, &from, &to);
      check_replay (time, from, to);
      check_waterfall (time, from, to);
      check_path (time, from, to);
    }
  }
}

/* ---- on paper ---- */

static void
compute (TimeFixture *fixture, guint64 first, guint64 second)
{
  guint64 cycles[8][FIXTURE_TILES] = {0};

  for (guint t = 0; t < FIXTURE_TILES; t++) {
    cycles[0][t] = first;
    cycles[1][t] = second;
  }
  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, cycles, 0);
}

/* Two IPUs alternate: one computes 30 cycles, then the other. */
static TimeFixture *
turns (void)
{
  TimeFixture *self = time_fixture_new (2);

  for (guint turn = 0; turn < 4; turn++) {
    compute (self, turn % 2 ? 10 : 30, turn % 2 ? 30 : 10);
    time_fixture_join (self, "External", 2);
  }
  time_fixture_end (self);
  return self;
}

static void
test_turns (void)
{
  g_autoptr (TimeFixture) fixture = turns ();
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  double bars[POPLENS_N_BARS];
  g_autoptr (PoplensTimeIterations) none = poplens_time_iterations_new (time, NULL);
  g_autoptr (PoplensTimeStages) stages = poplens_time_stages_new (time, none, NULL);
  PoplensTimeBalance balance;

  g_assert_cmpuint (time->total, ==, 128);
  poplens_time_waterfall (time, 0, time->total, bars);
  g_assert_cmpfloat (bars[POPLENS_BAR_IDEAL], ==, 80);
  g_assert_cmpfloat (bars[POPLENS_BAR_OTHER_IPUS], ==, 40);
  g_assert_cmpfloat (bars[POPLENS_BAR_SYNC], ==, 8);
  poplens_time_balance (time, 0, time->total, &balance);
  /* The IPUs have equal work in total: only another schedule helps. */
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, time->total), ==, 0);
  g_assert_cmpfloat (balance.waits, ==, 40);
  g_autoptr (GArray) path = poplens_time_path (time, 0, time->total);
  g_assert_cmpuint (path->len, ==, 4);
  for (guint turn = 0; turn < 4; turn++)
    g_assert_cmpuint (g_array_index (path, PoplensTimeStretch, turn).place, ==, turn % 2);
  g_autoptr (GArray) waits = poplens_time_waits (time, 0, time->total);
  g_assert_cmpuint (waits->len, ==, 2);
  for (guint w = 0; w < 2; w++) {
    const PoplensTimeWait *wait = &g_array_index (waits, PoplensTimeWait, w);
    g_assert_cmpuint (wait->joins, ==, 2);
    g_assert_cmpuint (wait->cycles, ==, 40);
    g_assert_cmpuint (wait->did[POPLENS_BOUND_COMPUTE], ==, 40);
  }
}

/* One IPU has twice the work of the other: equal stages would take 30 cycles instead of 40. */
static void
test_stages (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);
  PoplensTimeBalance balance;

  for (guint i = 0; i < 3; i++) {
    compute (fixture, 20, 40);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeIterations) none = poplens_time_iterations_new (time, NULL);
  g_autoptr (PoplensTimeStages) stages = poplens_time_stages_new (time, none, NULL);
  poplens_time_balance (time, 0, time->total, &balance);
  g_assert_cmpuint (time->total, ==, 3 * 41);
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, time->total), ==, 30);
  g_assert_cmpfloat (poplens_time_stages_bubble (30, &balance), ==, 0);
  /* The first of three rounds has the same factors as all rounds. */
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, 41), ==, 10);
  /* Work of 180 cycles in 123 cycles, then in 93. */
  g_assert_cmpfloat (poplens_time_stages_working (stages, 0, time->total, FALSE), ==, 180. / 123);
  g_assert_cmpfloat (poplens_time_stages_working (stages, 0, time->total, TRUE), ==, 180. / 93);
  g_assert_cmpfloat (balance.waits, ==, 30);
  g_assert_cmpuint (stages->most, ==, 1);
  g_assert_cmpfloat_with_epsilon (stages->most_share, 1. / 3, 1e-9);
}

/* The IPU with less work in the iterations runs the update after them: in total it has as much work
 * as the other, and no stage imbalance is reported for that. */
static void
test_update (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  for (guint i = 0; i < 3; i++) {
    compute (fixture, 20, 40);
    time_fixture_join (fixture, "External", 1);
  }
  compute (fixture, 60, 0);
  time_fixture_join (fixture, "External", 1);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeIterations) iterations = poplens_time_iterations_new (time, NULL);
  g_autoptr (PoplensTimeStages) flat = poplens_time_stages_new (time, iterations, NULL);
  g_assert_cmpfloat (poplens_time_stages_saving (flat, 0, time->total), ==, 0);
  for (guint64 i = 0; i < 3; i++)
    add_turn (iterations, 41 * i, 41 * i + 40);
  g_autoptr (PoplensTimeStages) stages = poplens_time_stages_new (time, iterations, NULL);
  g_assert_cmpuint (stages->most, ==, 1);
  g_assert_cmpfloat_with_epsilon (stages->most_share, 1. / 3, 1e-9);
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 0, time->total), ==, 30);
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 41, 82), ==, 10);
  g_assert_cmpfloat (poplens_time_stages_saving (stages, 123, time->total), ==, 0);
}

/* In the last of four iterations both IPUs take 100 cycles more: equal stages save as much as
 * before, and work outside the stage does not get longer. */
static void
test_slow_turn (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  for (guint i = 0; i < 4; i++) {
    compute (fixture, i < 3 ? 20 : 120, i < 3 ? 40 : 140);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeIterations) iterations = poplens_time_iterations_new (time, NULL);
  for (guint64 i = 0; i < 4; i++) {
    guint64 length = i < 3 ? 40 : 140;
    add_turn (iterations, 41 * i, 41 * i + length);
    g_array_append_val (iterations->iterations.length, length);
  }
  poplens_time_loop_measure (&iterations->iterations);
  g_autoptr (PoplensTimeStages) stages = poplens_time_stages_new (time, iterations, NULL);
  g_assert_cmpuint (stages->most, ==, 1);
  g_assert_cmpfloat_with_epsilon (stages->most_share, 1. / 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (poplens_time_stages_saving (stages, 0, time->total), 40, 0.5);
}

/* One tile of five takes 50 cycles, two take 20, two have no work: 50 − 90 ÷ 5 = 32 cycles are
 * lost, 20 of them because two tiles have no work. A shorter step on the waiting IPU saves nothing.
 */
static void
test_replay_of_tiles (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);
  guint64 cycles[8][FIXTURE_TILES] = {{10, 10, 10, 10, 0}, {50, 20, 20, 0, 0}};
  PoplensTimeBalance balance;

  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, cycles, 0);
  time_fixture_join (fixture, "External", 1);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  poplens_time_balance (time, 0, time->total, &balance);
  g_assert_cmpfloat (balance.tiles, ==, 32);
  g_assert_cmpfloat_with_epsilon (balance.unused, 20, 0.21);
  g_assert_cmpfloat_with_epsilon (balance.unequal, 12, 0.21);
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_new (time, 0, time->total);
  poplens_time_replay_take (replay, 0, 0, 30);
  g_assert_cmpuint (poplens_time_replay_run (replay), ==, time->total * time->tiles);
  poplens_time_replay_take (replay, 1, 0, 30);
  g_assert_cmpuint (poplens_time_replay_run (replay), ==, time->total * time->tiles - 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-replay/random", test_random_replay);
  g_test_add_func ("/time-replay/turns", test_turns);
  g_test_add_func ("/time-replay/stages", test_stages);
  g_test_add_func ("/time-replay/update", test_update);
  g_test_add_func ("/time-replay/slow-turn", test_slow_turn);
  g_test_add_func ("/time-replay/tiles", test_replay_of_tiles);
  return g_test_run ();
}
