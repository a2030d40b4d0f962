/* Tests of the causes of changed time, on invented executions: operations that only one report has,
 * and operations that are now on the critical path although they take as long as before. */
#include "analysis/time-fixture.h"

#include "tables/compare/compare-time-causes.h"

#include <string.h>

/* The first IPU does 300 cycles of one operation; in parallel the second IPU does 200 of another
 * one, then @more of a third. (transfer full) */
static TimeFixture *
make_parallel (guint64 more)
{
  TimeFixture *self = time_fixture_new (2);

  for (guint r = 0; r < 5; r++) {
    guint64 wide[8][FIXTURE_TILES] = {{0}}, narrow[8][FIXTURE_TILES] = {{0}};
    guint64 third[8][FIXTURE_TILES] = {{0}};
    for (guint t = 0; t < FIXTURE_TILES; t++) {
      wide[0][t] = 300;
      narrow[1][t] = 200;
      third[1][t] = more;
    }
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE, wide, 0);
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, narrow, 0);
    if (more)
      time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE_BACK, third, 0);
    time_fixture_join (self, "External", 1);
  }
  time_fixture_end (self);
  return self;
}

static PoplensTimeSide
side_of (const TimeFixture *fixture, const PoplensTime *time)
{
  return (PoplensTimeSide){time, fixture->programs, 0, time->total};
}

static void
check_causes (TimeFixture *first, TimeFixture *second, gint64 expected, const char *causes,
              const char *alone)
{
  g_autoptr (PoplensTime) before = time_fixture_make (first);
  g_autoptr (PoplensTime) after = time_fixture_make (second);
  const PoplensTimeSide of[] = {side_of (first, before), side_of (second, after)};
  g_autoptr (GPtrArray) changes = poplens_compare_paths (of);
  g_autoptr (PoplensComparedWork) work = poplens_compare_work (of);
  const PoplensCauseRule rule = {.most = POPLENS_MOST_CAUSES, .noise = 1, .work = work};
  g_autoptr (GArray) list = poplens_change_causes_new (changes, &rule);
  g_autoptr (GString) path = g_string_new (NULL), only = g_string_new (NULL);
  gint64 sum = 0;

  for (guint c = 0; c < changes->len; c++)
    sum += poplens_path_change (changes->pdata[c]);
  g_assert_cmpint (sum, ==, expected);
  poplens_change_causes_append (path, list, FALSE, work);
  poplens_change_causes_append_alone (only, work, sum);
  if (list->len == 1) {
    const PoplensChangeCause *one = &g_array_index (list, PoplensChangeCause, 0);
    g_autofree char *title = poplens_change_cause_title (one);
    g_assert_cmpint (one->moved, ==, strstr (title, "did not change") != NULL);
    g_assert_null (strstr (title, "layer"));
  }
  g_assert_cmpstr (path->str, ==, causes);
  g_assert_cmpstr (only->str, ==, alone);
}

/* The added operation makes the second IPU the last one: its other operations are then on the
 * critical path, but are not slower. */
static void
test_added (void)
{
  g_autoptr (TimeFixture) one = make_parallel (0);
  g_autoptr (TimeFixture) other = make_parallel (150);

  check_causes (
      one, other, 5 * 50,
      ": +1,000 from Bwd/layer.*/narrow (compute, now on the critical path; its own cycles did "
      "not change), +750 from Bwd/layer.*/wide (compute, added), −1,500 from Fwd/layer.*/wide "
      "(compute, no longer on the critical path; its own cycles did not change)",
      " Added: Bwd/layer.*/wide, 750 cycles of work.");
  check_causes (
      other, one, -5 * 50,
      ": −1,000 from Bwd/layer.*/narrow (compute, no longer on the critical path; its own "
      "cycles did not change), −750 from Bwd/layer.*/wide (compute, removed), +1,500 from "
      "Fwd/layer.*/wide (compute, now on the critical path; its own cycles did not change)",
      " Removed: Bwd/layer.*/wide, 750 cycles of work.");
}

/* An operation that both reports have is not "added", even if it was not on the critical path
 * before. */
static void
test_slower (void)
{
  g_autoptr (TimeFixture) one = make_parallel (50);
  g_autoptr (TimeFixture) other = make_parallel (150);

  check_causes (
      one, other, 5 * 50,
      ": +1,000 from Bwd/layer.*/narrow (compute, now on the critical path; its own cycles did "
      "not change), +750 from Bwd/layer.*/wide (compute, now on the critical path), −1,500 from "
      "Fwd/layer.*/wide (compute, no longer on the critical path; its own cycles did not change)",
      "");
}

/* A layer has more of the same operations. */
static void
test_layer (void)
{
  g_autoptr (TimeFixture) one = make_parallel (150);
  g_autoptr (TimeFixture) other = make_parallel (150);
  PoplensPrograms *programs = other->programs;

  programs->name[FIXTURE_WIDE_BACK] =
      poplens_strings_intern (programs->strings, "Bwd/layer.8/wide", -1);
  check_causes (one, other, 0, "", " Added: layer.8, 750 cycles of work.");
  check_causes (other, one, 0, "", " Removed: layer.8, 750 cycles of work.");
}

/* An operation that replaces another one of the same layer is not matched with it. */
static void
test_replaced (void)
{
  g_autoptr (TimeFixture) one = make_parallel (50);
  g_autoptr (TimeFixture) other = make_parallel (150);
  PoplensPrograms *programs = one->programs;

  programs->name[FIXTURE_WIDE_BACK] =
      poplens_strings_intern (programs->strings, "Bwd/layer.7/other", -1);
  check_causes (
      one, other, 5 * 50,
      ": +1,000 from Bwd/layer.*/narrow (compute, now on the critical path; its own cycles did "
      "not change), +750 from Bwd/layer.*/wide (compute, added), −1,500 from Fwd/layer.*/wide "
      "(compute, no longer on the critical path; its own cycles did not change)",
      "");
}

/* The second IPU does @narrow cycles of one operation and 400 of another: in parallel to the first
 * IPU's 700 cycles if @beside, else after them. (transfer full) */
static TimeFixture *
make_two (gboolean beside, guint64 narrow)
{
  TimeFixture *self = time_fixture_new (2);

  for (guint r = 0; r < 5; r++) {
    guint64 first[8][FIXTURE_TILES] = {{0}}, second[2][8][FIXTURE_TILES] = {{{0}}};
    for (guint t = 0; t < FIXTURE_TILES; t++) {
      first[0][t] = 700;
      second[0][1][t] = narrow;
      second[1][1][t] = 400;
    }
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE, first, 0);
    if (!beside)
      time_fixture_join (self, "External", 1);
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, second[0], 0);
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE_BACK, second[1], 0);
    time_fixture_join (self, "External", 1);
  }
  time_fixture_end (self);
  return self;
}

/* If each IPU computes as long as before, no operation is named as cause. */
static void
test_overlap (void)
{
  g_autoptr (TimeFixture) beside = make_two (TRUE, 200);
  g_autoptr (TimeFixture) behind = make_two (FALSE, 200);
  g_autoptr (TimeFixture) slower = make_two (FALSE, 300);

  check_causes (beside, behind, 5 * 601,
                ": +3,000 from compute that itself did not change: less of it overlaps other work",
                "");
  check_causes (behind, beside, -5 * 601,
                ": −3,000 from compute that itself did not change: more of it overlaps other work",
                "");
  /* A seventh of the change is due to one operation's own cycles. */
  check_causes (
      beside, slower, 5 * 701,
      ": +2,000 from Bwd/layer.*/wide (compute, now on the critical path; its own cycles did "
      "not change), +1,500 from Bwd/layer.*/narrow (compute, now on the critical path)",
      "");
}

/* A stream that is no longer waited for may still exist. */
static void
test_stream (void)
{
  g_autoptr (TimeFixture) fixture = make_parallel (0);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  const PoplensTimeSide side = side_of (fixture, time), of[] = {side, side};
  g_autoptr (PoplensComparedWork) work = poplens_compare_work (of);
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  PoplensPathChange stream = {.bound = POPLENS_BOUND_HOST_WAIT,
                              .match = POPLENS_MATCHED_NOT,
                              .subject = (char *) "Update/learningRate",
                              .cycles = {24000, 0},
                              .n = {3, 0}};
  const PoplensCauseRule rule = {.most = POPLENS_MOST_CAUSES, .noise = 1};
  g_autoptr (GString) text = g_string_new (NULL);

  g_ptr_array_add (changes, &stream);
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, &rule);
  poplens_change_causes_append (text, causes, FALSE, work);
  g_assert_cmpstr (text->str, ==,
                   ": −24,000 from Update/learningRate (host wait, no longer on the critical "
                   "path)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-causes/added", test_added);
  g_test_add_func ("/compare-causes/slower", test_slower);
  g_test_add_func ("/compare-causes/layer", test_layer);
  g_test_add_func ("/compare-causes/replaced", test_replaced);
  g_test_add_func ("/compare-causes/overlap", test_overlap);
  g_test_add_func ("/compare-causes/stream", test_stream);
  return g_test_run ();
}
