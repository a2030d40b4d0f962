/* Tests of time by owner of the limiting step: sums by owner and class agree with the whole, and
 * the waiting that one operation causes is its own. */
#include "analysis/time-fixture.h"
#include "analysis/time/time.h"

#define OWNERS 4

/* Returns the cycles × tiles in which rows of @owner are limiting. */
static guint64
bound_by (const PoplensTime *time, const guint32 *owner, guint32 wanted)
{
  guint64 sum = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    for (guint s = 0; s < time->ipus[i].segments->len; s++) {
      guint32 row = g_array_index (time->ipus[i].segments, PoplensTimeSegment, s).row;
      guint64 from = g_array_index (time->ipus[i].segments, PoplensTimeSegment, s).from;
      if ((row == G_MAXUINT32 ? POPLENS_TIME_NO_OWNER : owner[row]) == wanted)
        sum += poplens_time_segment_to (time, &time->ipus[i], s) - from;
    }
  return sum * time->tiles;
}

static void
check_sums (const PoplensTime *time, const guint32 *owner, const PoplensTimeClasses *all)
{
  guint64 by_class[POPLENS_N_TIMES] = {0}, expected[POPLENS_N_TIMES] = {0};

  for (guint32 o = 0; o <= OWNERS; o++) {
    guint64 sum = 0;
    for (guint c = 0; c < POPLENS_N_TIMES; c++) {
      sum += all[o][c];
      by_class[c] += all[o][c];
    }
    g_assert_cmpuint (sum, ==, bound_by (time, owner, o < OWNERS ? o : POPLENS_TIME_NO_OWNER));
  }
  for (guint i = 0; i < time->n_ipus; i++)
    for (guint c = 0; c < POPLENS_N_TIMES; c++)
      expected[c] += time->ipus[i].classes[c];
  /* The two classes are rounded separately, so only their sum is compared. */
  expected[POPLENS_TIME_UNEQUAL] += expected[POPLENS_TIME_UNUSED];
  by_class[POPLENS_TIME_UNEQUAL] += by_class[POPLENS_TIME_UNUSED];
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    if (c != POPLENS_TIME_UNUSED)
      g_assert_cmpuint (by_class[c], ==, expected[c]);
}

static void
test_owner_sums (void)
{
  for (guint run = 0; run < 40; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (60, 1 + run % 3);
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    g_autofree guint32 *owner = g_new (guint32, fixture->rows->len);
    for (guint row = 0; row < fixture->rows->len; row++) {
      owner[row] = (guint32) g_test_rand_int_range (0, OWNERS + 1);
      if (owner[row] == OWNERS)
        owner[row] = POPLENS_TIME_NO_OWNER;
    }
    g_autofree PoplensTimeClasses *all = poplens_time_by_owner (time, owner, OWNERS, NULL);
    check_sums (time, owner, (const PoplensTimeClasses *) all);
  }
}

/* One step computes on all tiles, one on a single tile of five, and in one four tiles wait for the
 * fifth. */
static void
test_owner_classes (void)
{
  guint64 even[1][FIXTURE_TILES] = {{100, 100, 100, 100, 100}};
  guint64 narrow[1][FIXTURE_TILES] = {{200}};
  guint64 uneven[1][FIXTURE_TILES] = {{300, 10, 10, 10, 10}};
  static const PoplensTimeClass largest[] = {POPLENS_TIME_COMPUTE, POPLENS_TIME_UNUSED,
                                             POPLENS_TIME_UNEQUAL};
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint i = 0; i < 3; i++) {
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER,
                      i == 0   ? even
                      : i == 1 ? narrow
                               : uneven,
                      0);
    time_fixture_join (fixture, "Internal", 4);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autofree guint32 *owner = g_new (guint32, fixture->rows->len);
  for (guint row = 0; row < fixture->rows->len; row++)
    owner[row] = row % 2 ? POPLENS_TIME_NO_OWNER : row / 2;
  g_autofree PoplensTimeClasses *all = poplens_time_by_owner (time, owner, 3, NULL);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (poplens_time_largest_class (all[i]), ==, largest[i]);
  g_assert_cmpuint (all[0][POPLENS_TIME_COMPUTE], ==, 500);
  g_assert_cmpuint (all[1][POPLENS_TIME_COMPUTE], ==, 200);
  g_assert_cmpuint (all[1][POPLENS_TIME_UNUSED], ==, 800);
  g_assert_cmpuint (all[2][POPLENS_TIME_UNEQUAL], ==, 1160);
  PoplensTimeClasses none = {0};
  g_assert_cmpint (poplens_time_largest_class (none), ==, POPLENS_N_TIMES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-owners/sums", test_owner_sums);
  g_test_add_func ("/time-owners/classes", test_owner_classes);
  return g_test_run ();
}
