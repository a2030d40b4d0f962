/* Tests of joining the blocks of several LANES charts into one. */
#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"

#define N_PARTS 3
#define ROWS 4

/* Joins two sets of random blocks, with rows of one above and between those of the other, shifted:
 * each block is found with its series, shifted by as much as its part. */
static void
test_join (void)
{
  static const guint8 series[] = {2, 0, 1, 5, 4, 3, 7, 6, 8};

  for (guint round = 0; round < 30; round++) {
    gsize n = 1 + round * 37 % 400;
    g_autoptr (PoplensChart) chart = poplens_chart_new (
        &poplens_lanes_kind, "x", 0, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
    PoplensLaneBlocks *of[] = {fixture_random_blocks (n, ROWS, 9),
                               fixture_random_blocks (2 * n, ROWS, 9)};
    const PoplensLaneJoin parts[N_PARTS] = {
        {of[1], n, n / 2, 1000, 0, 0, series},
        {of[0], 0, n, 5, 0, ROWS, series},
        {of[1], 0, n, G_GUINT64_CONSTANT (1) << 40, 0, 2 * ROWS, series},
    };
    PoplensLaneBlocks *joined = poplens_lane_blocks_join (parts, N_PARTS);
    gsize item = 0;
    for (guint p = 0; p < N_PARTS; p++)
      for (gsize i = parts[p].first; i < parts[p].first + parts[p].n; i++, item++) {
        gsize own = poplens_lane_slot (parts[p].blocks, i), slot = poplens_lane_slot (joined, item);
        guint8 look = poplens_lane_series (parts[p].blocks, own);
        g_assert_cmpuint (poplens_lane_from (joined, slot), ==,
                          poplens_lane_from (parts[p].blocks, own) + parts[p].shift);
        g_assert_cmpuint (poplens_lane_length (joined, slot), ==,
                          poplens_lane_length (parts[p].blocks, own));
        g_assert_cmpuint (poplens_lane_row (joined, slot), ==,
                          poplens_lane_row (parts[p].blocks, own) + parts[p].to_row);
        g_assert_cmpuint (poplens_lane_series (joined, slot), ==,
                          look < POPLENS_LANE_MOST_SERIES ? series[look] : look);
        g_assert_cmpuint (joined->look[slot] >> POPLENS_LANE_SERIES_BITS, ==,
                          parts[p].blocks->look[own] >> POPLENS_LANE_SERIES_BITS);
      }
    g_assert_cmpuint (joined->n, ==, item);
    poplens_chart_set_lane_blocks (chart, joined);
    g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, item);
    poplens_lane_blocks_unref (joined);
    poplens_lane_blocks_unref (of[0]);
    poplens_lane_blocks_unref (of[1]);
  }
}

static void
test_none (void)
{
  PoplensLaneBlocks *joined = poplens_lane_blocks_join (NULL, 0);

  g_assert_cmpuint (joined->n, ==, 0);
  poplens_lane_blocks_unref (joined);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/lane-join/join", test_join);
  g_test_add_func ("/charts/lane-join/none", test_none);
  return g_test_run ();
}
