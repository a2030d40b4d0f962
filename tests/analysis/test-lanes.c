/* Tests of lanes against a search of all blocks, and of folds of a trace against every single
 * cycle. */
#include "analysis/trace/lanes.h"
#include "analysis/trace/trace-fold.h"

#include "analysis/flame-fixture.h"
#include "analysis/trace-fixture.h"
#include "base/sort.h"

#include <math.h>

/* ---- order and first fit --------------------------------------------------------------------- */

static void
assert_order (guint32 n, guint64 span)
{
  g_autofree guint64 *from = g_new (guint64, n);
  g_autofree guint32 *order = NULL;

  for (guint32 i = 0; i < n; i++)
    from[i] = (guint64) (g_test_rand_double () * (double) span);
  order = poplens_sort_order (n, from);
  for (guint32 i = 0; i + 1 < n; i++) {
    guint32 a = order ? order[i] : i, b = order ? order[i + 1] : i + 1;
    g_assert_true (from[a] < from[b] || (from[a] == from[b] && a < b));
  }
}

static void
test_lane_order (void)
{
  static const guint64 sorted[] = {1, 1, 5, 9};

  g_assert_null (poplens_sort_order (0, NULL));
  g_assert_null (poplens_sort_order (4, sorted));
  assert_order (100, 50);
  assert_order (2000, G_GUINT64_CONSTANT (1) << 60);
  assert_order (10000, 900);
  assert_order (10000, 1 << 20);
  assert_order (10000, G_GUINT64_CONSTANT (1) << 62);
}

static guint64
end_of (const guint64 *from, const guint64 *to, guint32 i)
{
  return MAX (to[i], from[i] + 1);
}

/* Asserts that each block is in the lowest lane that is free at its begin, among the blocks placed
 * before. */
static void
assert_first_fit (guint32 n, const guint64 *from, const guint64 *to)
{
  g_autofree guint32 *lane = g_new (guint32, n), *order = poplens_sort_order (n, from);
  g_autofree guint64 *lane_end = g_new0 (guint64, (gsize) n + 1);
  guint32 n_lanes = poplens_lanes_assign (n, from, to, lane), highest = 0, most = 0;

  for (guint32 i = 0; i < n; i++) {
    guint32 b = order ? order[i] : i, expected = 0, at_once = 0;
    while (lane_end[expected] > from[b])
      expected++;
    g_assert_cmpuint (lane[b], ==, expected);
    lane_end[expected] = end_of (from, to, b);
    highest = MAX (highest, expected + 1);
    for (guint32 k = 0; k < n; k++)
      at_once += from[k] <= from[b] && end_of (from, to, k) > from[b];
    most = MAX (most, at_once);
  }
  g_assert_cmpuint (n_lanes, ==, highest);
  g_assert_cmpuint (n_lanes, ==, most);
}

static void
test_first_fit (void)
{
  guint64 from[120], to[120];

  for (guint round = 0; round < 300; round++) {
    guint n = round % 120, span = round % 3 ? 60 : 2000;
    for (guint i = 0; i < n; i++) {
      from[i] = (guint64) g_test_rand_int_range (0, (gint32) span);
      to[i] = from[i] + (guint64) g_test_rand_int_range (0, 30);
    }
    assert_first_fit (n, from, to);
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
assert_no_overlap (const PoplensLanes *lanes)
{
  for (guint32 a = 0; a < lanes->n_blocks; a++) {
    g_assert_cmpuint (lanes->from[a], <=, lanes->to[a]);
    if (lanes->row[a] == POPLENS_LANE_NOWHERE)
      continue;
    g_assert_cmpuint (lanes->row[a], <, lanes->n_rows);
    for (guint32 b = 0; b < a; b++)
      if (lanes->row[a] == lanes->row[b])
        g_assert_true (end_of (lanes->from, lanes->to, a) <= lanes->from[b] ||
                       end_of (lanes->from, lanes->to, b) <= lanes->from[a]);
  }
}

static void
random_flame (Trace *trace, guint n)
{
  static const char *const names[] = {"a/b/c", "a/b/d", "a/b", "a/e", "a", "f/g", "f/h", "b"};

  trace_init (trace);
  for (guint i = 0; i < n; i++) {
    guint64 from = i * 10 + (guint64) g_test_rand_int_range (0, 25);
    trace_add (trace, i, POPLENS_STEP_ON_TILE_EXECUTE, names[g_test_rand_int_range (0, 8)], from,
               from + (guint64) g_test_rand_int_range (0, 30));
  }
}

static void
test_flame_rows (void)
{
  for (guint round = 0; round < 60; round++) {
    Trace trace;
    g_autoptr (PoplensFlame) flame = NULL;
    g_autoptr (PoplensLanes) lanes = NULL;
    guint32 deepest = 0;
    random_flame (&trace, round);
    flame = trace_flame (&trace);
    lanes = poplens_lanes_new_flame (flame);
    g_assert_cmpuint (lanes->n_blocks, ==, flame->n_nodes + flame->n_leaves);
    assert_no_overlap (lanes);
    for (guint32 n = 0; n < flame->n_nodes; n++) {
      guint32 above = flame->node_parent[n];
      g_assert_cmpuint (lanes->row_depth[lanes->row[n]], ==, flame->node_row[n]);
      g_assert_true (above == POPLENS_FLAME_NONE || lanes->row[n] > lanes->row[above]);
      deepest = MAX (deepest, flame->node_row[n]);
    }
    /* The flame graph comes first: one row for each depth. */
    for (guint32 r = 0; r < MIN (deepest, lanes->n_rows); r++)
      g_assert_cmpuint (lanes->row_depth[r], ==, r);
    for (guint32 i = 0; i < flame->n_leaves; i++) {
      guint32 block = flame->n_nodes + i, own = flame->leaf_node[i] != POPLENS_FLAME_NONE;
      g_assert_cmpuint (lanes->row_depth[lanes->row[block]], ==, flame->leaf_row[i] + own);
      g_assert_cmpuint (lanes->from[block], ==, flame->leaf_from[i]);
    }
    g_clear_pointer (&flame, poplens_flame_free);
    trace_clear (&trace);
  }
}

/* Steps without overlap need one row for each depth, and a group's own step needs no row of its
 * own. */
static void
test_few_rows (void)
{
  static const char *const names[] = {"a/b", "a/c", "a", "d", "e/f/g", "e/f/h", "e/i"};
  Trace trace;
  g_autoptr (PoplensFlame) flame = NULL;
  g_autoptr (PoplensLanes) lanes = NULL;

  trace_init (&trace);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    trace_next (&trace, POPLENS_STEP_ON_TILE_EXECUTE, names[i]);
  flame = trace_flame (&trace);
  lanes = poplens_lanes_new_flame (flame);
  g_assert_cmpuint (lanes->n_rows, ==, 3);
  assert_no_overlap (lanes);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

typedef struct {
  PoplensStepKind kind;
  const char *name;
  guint64 from, to;
} LaneStep;

static PoplensLanes *
lanes_of (const LaneStep *steps, guint n, PoplensFlame **flame, Trace *trace)
{
  trace_init (trace);
  for (guint i = 0; i < n; i++)
    trace_add (trace, i, steps[i].kind, steps[i].name, steps[i].from, steps[i].to);
  *flame = trace_flame (trace);
  return poplens_lanes_new_flame (*flame);
}

static guint32
leaf_row (const PoplensLanes *lanes, const PoplensFlame *flame, guint32 leaf)
{
  return lanes->row[flame->n_nodes + leaf];
}

/* Overlapping blocks are placed below with all that they contain, and groups before single
 * steps. */
static void
test_bands (void)
{
  static const LaneStep steps[] = {
      {POPLENS_STEP_SYNC_ANS, "ans", 0, 1000},
      {POPLENS_STEP_ON_TILE_EXECUTE, "a/x", 0, 100},
      {POPLENS_STEP_ON_TILE_EXECUTE, "a/y", 100, 200},
      {POPLENS_STEP_ON_TILE_EXECUTE, "b/x", 190, 300},
      {POPLENS_STEP_ON_TILE_EXECUTE, "b/y", 300, 400},
      {POPLENS_STEP_ON_TILE_EXECUTE, "c/x", 400, 450},
      {POPLENS_STEP_ON_TILE_EXECUTE, "c/y", 440, 500},
  };
  g_autoptr (PoplensFlame) flame = NULL;
  Trace trace;
  g_autoptr (PoplensLanes) lanes = lanes_of (steps, G_N_ELEMENTS (steps), &flame, &trace);

  assert_no_overlap (lanes);
  g_assert_cmpuint (flame->n_nodes, ==, 3);
  /* a and c above their x and y; then b above its steps, with c's y; then the step that lasts all
   * the time. */
  g_assert_cmpuint (lanes->row[0], ==, 0);
  g_assert_cmpuint (lanes->row[1], ==, 2);
  g_assert_cmpuint (lanes->row[2], ==, 0);
  g_assert_cmpuint (leaf_row (lanes, flame, 1), ==, 1);
  g_assert_cmpuint (leaf_row (lanes, flame, 3), ==, 3);
  g_assert_cmpuint (leaf_row (lanes, flame, 4), ==, 3);
  g_assert_cmpuint (leaf_row (lanes, flame, 5), ==, 1);
  g_assert_cmpuint (leaf_row (lanes, flame, 6), ==, 3);
  g_assert_cmpuint (leaf_row (lanes, flame, 0), ==, 4);
  g_assert_cmpuint (lanes->n_rows, ==, 5);
  g_assert_cmpuint (lanes->first_io, ==, 5);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

static void
test_io_rows (void)
{
  static const LaneStep steps[] = {
      {POPLENS_STEP_STREAM_COPY_BEGIN, "", 0, 10},   {POPLENS_STEP_STREAM_COPY_END, "", 10, 20},
      {POPLENS_STEP_ON_TILE_EXECUTE, "a", 20, 100},  {POPLENS_STEP_STREAM_COPY_BEGIN, "", 30, 60},
      {POPLENS_STEP_STREAM_COPY_MID, "", 55, 70},    {POPLENS_STEP_STREAM_COPY_END, "", 70, 80},
      {POPLENS_STEP_ON_TILE_EXECUTE, "b", 100, 200},
  };
  g_autoptr (PoplensFlame) flame = NULL;
  Trace trace;
  g_autoptr (PoplensLanes) lanes = lanes_of (steps, G_N_ELEMENTS (steps), &flame, &trace);

  assert_no_overlap (lanes);
  g_assert_cmpuint (flame->n_nodes, ==, 2);
  g_assert_cmpuint (lanes->row[0], ==, 0);
  g_assert_cmpuint (lanes->row[1], ==, POPLENS_LANE_NOWHERE);
  g_assert_cmpuint (lanes->first_io, ==, 2);
  g_assert_cmpuint (leaf_row (lanes, flame, 3), ==, 2);
  g_assert_cmpuint (leaf_row (lanes, flame, 4), ==, 3);
  g_assert_cmpuint (leaf_row (lanes, flame, 5), ==, 2);
  g_assert_cmpuint (leaf_row (lanes, flame, 6), ==, 0);
  g_assert_cmpuint (lanes->n_rows, ==, 4);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

/* More overlapping groups than the search for bands goes through. */
static void
test_many_at_once (void)
{
  g_autoptr (PoplensFlame) flame = NULL;
  g_autoptr (PoplensLanes) lanes = NULL;
  Trace trace;

  trace_init (&trace);
  for (guint i = 0; i < 300; i++) {
    g_autofree char *name = g_strdup_printf ("g%u/%s", i / 2, i % 2 ? "x" : "y");
    trace_add (&trace, i, POPLENS_STEP_ON_TILE_EXECUTE, name, i, 1000 + i % 7);
  }
  flame = trace_flame (&trace);
  lanes = poplens_lanes_new_flame (flame);
  g_assert_cmpuint (flame->n_nodes, ==, 150);
  g_assert_cmpuint (lanes->n_rows, ==, 450);
  assert_no_overlap (lanes);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

static void
test_flat_rows (void)
{
  static const guint64 from[] = {0, 5, 10, 7}, to[] = {10, 20, 30, 8};
  g_autoptr (PoplensLanes) lanes = poplens_lanes_new_flat (4, from, to, NULL);
  g_autoptr (PoplensLanes) none = poplens_lanes_new_flat (0, NULL, NULL, NULL);

  g_assert_cmpuint (lanes->n_rows, ==, 3);
  assert_no_overlap (lanes);
  g_assert_cmpuint (lanes->row[2], ==, 0);
  g_assert_cmpuint (lanes->row[3], ==, 2);
  g_assert_cmpuint (none->n_rows, ==, 0);
}

/* Small overlaps stay in the first row. A copy beside work does not, even if it begins first. */
static void
test_flat_overlap (void)
{
  static const guint64 from[] = {0, 95, 180, 300, 320}, to[] = {100, 195, 280, 350, 400};
  static const guint8 beside[] = {0, 0, 0, 1, 0};
  static const guint32 rows[] = {0, 0, 1, 1, 0};
  g_autoptr (PoplensLanes) lanes = poplens_lanes_new_flat (5, from, to, beside);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (lanes->row[i], ==, rows[i]);
  g_assert_cmpuint (lanes->n_rows, ==, 2);
}

/* A short block that begins before a long one does not move the long one out of the first row. */
static void
test_flat_long (void)
{
  static const guint64 from[] = {0, 95, 98, 600}, to[] = {95, 100, 500, 700};
  static const guint32 rows[] = {0, 1, 0, 0};
  g_autoptr (PoplensLanes) lanes = poplens_lanes_new_flat (4, from, to, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (lanes->row[i], ==, rows[i]);
  g_assert_cmpuint (lanes->n_rows, ==, 2);
}

/* ---- opening range --------------------------------------------------------------------------- */

static void
test_opening_range (void)
{
  static const FixtureRow rows[] = {
      {0, 0, POPLENS_STEP_STREAM_COPY_BEGIN, 0, 0, 1000},
      {1, 0, POPLENS_STEP_DO_EXCHANGE, 1, 1000, 20},
      {2, 1, POPLENS_STEP_ON_TILE_EXECUTE, 2, 900, 70},
      {3, 0, POPLENS_STEP_ON_TILE_EXECUTE, 3, G_MAXUINT64, 0},
      {4, 0, POPLENS_STEP_SYNC, G_MAXUINT32, 1020, 500},
  };
  static const gboolean first[] = {TRUE, FALSE};
  g_autoptr (PoplensExecution) all = fixture_execution (rows, G_N_ELEMENTS (rows));
  g_autoptr (PoplensExecution) wait = fixture_execution (rows, 1);
  g_autoptr (PoplensExecution) none = fixture_execution (rows, 0);
  guint64 from, to;

  g_assert_true (poplens_trace_work_range (all, NULL, &from, &to));
  g_assert_cmpuint (from, ==, 900);
  g_assert_cmpuint (to, ==, 1020);
  g_assert_true (poplens_trace_work_range (all, first, &from, &to));
  g_assert_cmpuint (from, ==, 1000);
  /* The rest after the work is too long to be shown at first. */
  g_assert_true (poplens_trace_opening_range (all, NULL, &from, &to));
  g_assert_cmpuint (to, ==, 1020);
  g_assert_false (poplens_trace_opening_range (wait, NULL, &from, &to));
  g_assert_cmpuint (from, ==, 0);
  g_assert_cmpuint (to, ==, 1000);
  g_assert_false (poplens_trace_opening_range (none, NULL, &from, &to));
  g_assert_cmpuint (to, ==, 0);
}

/* A copy to the host after the last work is shown at first if it is at most as long as the work. */
static void
test_opening_end (void)
{
  for (guint32 length = 119; length <= 121; length++) {
    const FixtureRow rows[] = {
        {0, 0, POPLENS_STEP_STREAM_COPY_BEGIN, 0, 0, 5000},
        {1, 0, POPLENS_STEP_ON_TILE_EXECUTE, 1, 5000, 120},
        {2, 0, POPLENS_STEP_STREAM_COPY_BEGIN, 2, 5120, 10},
        {3, 0, POPLENS_STEP_STREAM_COPY_MID, 2, 5130, length - 10},
    };
    g_autoptr (PoplensExecution) x = fixture_execution (rows, G_N_ELEMENTS (rows));
    guint64 from, to;
    g_assert_true (poplens_trace_opening_range (x, NULL, &from, &to));
    g_assert_cmpuint (from, ==, 5000);
    g_assert_cmpuint (to, ==, length > 120 ? 5120 : 5120 + length);
  }
}

/* ---- folds ----------------------------------------------------------------------------------- */

#define SPAN 400

/* Asserts the folds by checking for each cycle whether anything works or waits. */
static void
assert_folds (const PoplensTraceFold *fold, guint32 n, const guint64 *from, const guint64 *to,
              const gboolean *waiting, guint64 least)
{
  gboolean work[SPAN + 1] = {FALSE}, wait[SPAN + 1] = {FALSE};
  guint64 first = SPAN, end = 0;
  guint32 found = 0;

  for (guint32 i = 0; i < n; i++) {
    guint64 block_end = waiting[i] ? to[i] : end_of (from, to, i);
    for (guint64 c = from[i]; c < block_end; c++)
      *(waiting[i] ? &wait[c] : &work[c]) = TRUE;
    first = MIN (first, from[i]);
    end = MAX (end, to[i]);
  }
  for (guint64 c = first; c < end;) {
    guint64 start = c;
    gboolean waits = FALSE;
    for (; c < end && !work[c]; c++)
      waits = waits || wait[c];
    if (waits && c - start >= MAX (least, 1)) {
      g_assert_cmpuint (found, <, fold->n);
      g_assert_cmpuint (fold->from[found], ==, start);
      g_assert_cmpuint (fold->to[found], ==, c);
      found++;
    }
    for (; c < end && work[c]; c++)
      ;
  }
  g_assert_cmpuint (fold->n, ==, found);
}

static void
test_fold_random (void)
{
  guint64 from[40], to[40];
  gboolean waiting[40];

  for (guint round = 0; round < 600; round++) {
    guint32 n = round % 40;
    guint64 least = round % 5 * 4;
    g_autoptr (PoplensTraceFold) fold = NULL;
    for (guint32 i = 0; i < n; i++) {
      from[i] = (guint64) g_test_rand_int_range (0, round % 2 ? SPAN - 60 : 60);
      waiting[i] = g_test_rand_int_range (0, 2);
      to[i] = from[i] + (guint64) g_test_rand_int_range (0, waiting[i] ? 50 : 12);
    }
    fold = poplens_trace_fold_new_for_blocks (n, from, to, waiting, least);
    assert_folds (fold, n, from, to, waiting, least);
  }
}

/* With two IPUs, a wait is folded only while the other IPU waits too. */
static void
test_fold_execution (void)
{
  static const FixtureRow rows[] = {
      {0, 0, POPLENS_STEP_ON_TILE_EXECUTE, 0, 0, 100},
      {1, 0, POPLENS_STEP_STREAM_COPY_BEGIN, 1, 100, 5000000000},
      {2, 1, POPLENS_STEP_ON_TILE_EXECUTE, 2, 50, 950},
      {3, 1, POPLENS_STEP_SYNC, 3, 1000, 10},
      {4, 0, POPLENS_STEP_STREAM_COPY_MID, 4, 5000000100, 20},
  };
  static const gboolean first[] = {TRUE, FALSE};
  g_autoptr (PoplensExecution) execution = fixture_execution (rows, G_N_ELEMENTS (rows));
  g_autoptr (PoplensTraceFold) all = poplens_trace_fold_new (execution, NULL, 100);
  g_autoptr (PoplensTraceFold) one = poplens_trace_fold_new (execution, first, 100);

  g_assert_cmpuint (all->n, ==, 1);
  g_assert_cmpuint (all->from[0], ==, 1000);
  g_assert_cmpuint (all->to[0], ==, 5000000100);
  g_assert_cmpuint (one->n, ==, 1);
  g_assert_cmpuint (one->from[0], ==, 100);
  g_assert_cmpuint (one->to[0], ==, 5000000100);
  g_assert_cmpuint (poplens_trace_fold_total (one), ==, 5000000000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lanes/order", test_lane_order);
  g_test_add_func ("/lanes/first-fit", test_first_fit);
  g_test_add_func ("/lanes/flame-rows", test_flame_rows);
  g_test_add_func ("/lanes/few-rows", test_few_rows);
  g_test_add_func ("/lanes/bands", test_bands);
  g_test_add_func ("/lanes/io-rows", test_io_rows);
  g_test_add_func ("/lanes/many-at-once", test_many_at_once);
  g_test_add_func ("/lanes/flat-rows", test_flat_rows);
  g_test_add_func ("/lanes/flat-overlap", test_flat_overlap);
  g_test_add_func ("/lanes/flat-long", test_flat_long);
  g_test_add_func ("/lanes/opening-range", test_opening_range);
  g_test_add_func ("/lanes/opening-range/end", test_opening_end);
  g_test_add_func ("/lanes/fold/random", test_fold_random);
  g_test_add_func ("/lanes/fold/execution", test_fold_execution);
  return g_test_run ();
}
