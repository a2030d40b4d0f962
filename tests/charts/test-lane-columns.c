/* Tests of the columns of LANES charts, blocks and the values of an area, against the numbers they
 * were made from. */
#include <math.h>

#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"

/* ---- area ---- */

/* Asserts minimum and maximum of random ranges of the area, against all of its values. */
static void
check_area (const PoplensLaneArea *area, const guint64 *from, const guint64 *values)
{
  gsize n = area->n;

  for (guint round = 0; round < 200; round++) {
    gsize a = (gsize) g_test_rand_int_range (0, (gint32) n);
    gsize b = a + (gsize) g_test_rand_int_range (0, (gint32) (round % 2 ? 40 : n - a) + 1);
    double cycle = g_test_rand_double_range (-5, (double) from[n - 1] + 5);
    guint64 low, high, brute_low = G_MAXUINT64, brute_high = 0;
    gboolean known;
    gssize at = -1;
    b = MIN (b, n);
    known = poplens_lane_area_range (area, a, b, &low, &high);
    for (gsize i = a; i < b; i++)
      if (values[i] != G_MAXUINT64) {
        brute_low = MIN (brute_low, values[i]);
        brute_high = MAX (brute_high, values[i]);
      }
    g_assert_cmpint (known, ==, brute_low <= brute_high);
    g_assert_true (!known || (low == brute_low && high == brute_high));
    cycle = round % 3 ? cycle : floor (cycle);
    while (at + 1 < (gssize) n && (double) from[at + 1] <= cycle)
      at++;
    g_assert_cmpint (poplens_lane_area_at (area, cycle), ==, at);
  }
}

static void
test_area (void)
{
  g_autoptr (PoplensChart) chart = fixture_random_lanes (10, 1);
  gsize n = (gsize) g_test_rand_int_range (1, 5000);
  guint64 *from = g_new (guint64, 2 * n), *values = from + n, *back = g_new (guint64, 2 * n);
  guint32 *at = g_new (guint32, n);
  PoplensLaneStairs stairs = {n, from, NULL, values, NULL, NULL, NULL};
  PoplensLaneStairs pointing = {n, back, at, back + n, at, NULL, NULL};
  const PoplensLaneArea *area = &poplens_lanes (chart)->area;

  for (gsize i = 0; i < n; i++) {
    from[i] = i * 3;
    values[i] =
        g_test_rand_int_range (0, 9) ? (guint64) g_test_rand_int_range (0, 100000) : G_MAXUINT64;
    at[i] = (guint32) (n - 1 - i);
    back[at[i]] = from[i];
    back[n + at[i]] = values[i];
  }
  poplens_chart_set_lane_area (chart, "Live", POPLENS_INK_TOTAL, &stairs);
  check_area (area, from, values);
  /* Reads equal values at other addresses, in another order. */
  poplens_chart_set_lane_area (chart, "Live", POPLENS_INK_TOTAL, &pointing);
  check_area (area, from, values);
  /* The caller owns the arrays, and frees them after the chart. */
  g_clear_pointer (&chart, poplens_chart_unref);
  g_free (from);
  g_free (back);
  g_free (at);
}

/* ---- blocks ---- */

/* Begins and lengths that exceed 32 bits are exact, in any order; so are flags, which share a byte
 * with the series. */
static void
test_long_blocks (void)
{
  const guint64 most = G_MAXUINT32;
  const guint64 lengths[] = {most - 1, 3, most, most + 1, 0, 5 * most, 1ull << 50, most};
  gsize n = G_N_ELEMENTS (lengths);
  guint64 *from = g_new (guint64, n), *to = g_new (guint64, n), sum = 0;
  guint64 begins[G_N_ELEMENTS (lengths)];
  guint8 *series = g_new (guint8, n), *flags = g_new (guint8, n);
  guint32 *row = g_new0 (guint32, n);
  double mix[POPLENS_LANE_MIX] = {0}, all = 0;

  for (gsize i = 0; i < n; i++) {
    gsize item = i * 3 % n; /* not in the order of their begin */
    from[item] = begins[i] = sum;
    to[item] = sum + lengths[i];
    series[item] = i % 4 == 3 ? POPLENS_LANE_GROUP : (guint8) (i % 4);
    flags[item] = (guint8) (i % 3);
    sum = to[item] + 1;
  }
  g_autoptr (PoplensLaneBlocks) blocks = poplens_lane_blocks_new (n, from, to, row, series, flags);
  for (gsize i = 0; i < n; i++) {
    gsize slot = poplens_lane_slot (blocks, i * 3 % n);
    g_assert_cmpuint (slot, ==, i);
    g_assert_cmpuint (poplens_lane_from (blocks, slot), ==, begins[i]);
    g_assert_cmpuint (poplens_lane_length (blocks, slot), ==, lengths[i]);
    g_assert_cmpuint (poplens_lane_series (blocks, slot), ==,
                      i % 4 == 3 ? POPLENS_LANE_MOST_SERIES : i % 4);
    g_assert_cmpint (poplens_lane_has_flag (blocks, slot, POPLENS_LANE_ESTIMATED), ==, i % 3 == 1);
    g_assert_cmpint (poplens_lane_has_flag (blocks, slot, POPLENS_LANE_STRIPED) != 0, ==,
                     i % 3 == 2);
    all += (double) MAX (lengths[i], 1);
  }
  poplens_lane_add_mix (blocks, 0, n, mix);
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    all -= mix[m];
  g_assert_cmpfloat (all, ==, 0);
}

/* Blocks of rows that begin at random cycles, mostly close to each other, in ascending order. */
typedef struct {
  GArray *from, *to, *row, *series;
} BlockRows;

static void
add_row (BlockRows *rows, guint32 row, guint n)
{
  guint64 at = (guint64) g_test_rand_int_range (0, 1000) << g_test_rand_int_range (0, 40);

  for (guint i = 0; i < n; i++) {
    guint64 from = at + (guint64) g_test_rand_int_range (0, 20);
    guint64 to = from + (guint64) g_test_rand_int_range (0, 9);
    guint8 series = (guint8) g_test_rand_int_range (0, 6);
    if (!g_test_rand_int_range (0, 40))
      to += 1ull << g_test_rand_int_range (20, 40);
    series = series < 5 ? series : POPLENS_LANE_GROUP;
    g_array_append_val (rows->from, from);
    g_array_append_val (rows->to, to);
    g_array_append_val (rows->row, row);
    g_array_append_val (rows->series, series);
    at = MAX (to, from + 1);
    if (!g_test_rand_int_range (0, 60))
      at += 1ull << g_test_rand_int_range (20, 40);
  }
}

static PoplensLaneBlocks *
make_blocks (guint n_rows, guint most)
{
  BlockRows rows = {
      g_array_new (FALSE, FALSE, sizeof (guint64)), g_array_new (FALSE, FALSE, sizeof (guint64)),
      g_array_new (FALSE, FALSE, sizeof (guint32)), g_array_new (FALSE, FALSE, sizeof (guint8))};
  gsize n;

  for (guint r = 0; r < n_rows; r++)
    add_row (&rows, r, (guint) g_test_rand_int_range (0, (gint32) most));
  n = rows.from->len;
  return poplens_lane_blocks_new (n, (guint64 *) (gpointer) g_array_free (rows.from, FALSE),
                                  (guint64 *) (gpointer) g_array_free (rows.to, FALSE),
                                  (guint32 *) (gpointer) g_array_free (rows.row, FALSE),
                                  (guint8 *) g_array_free (rows.series, FALSE), NULL);
}

/* Checks both searches, in a part of a row, for a cycle at or beside an edge of a block. */
static void
check_search (const PoplensLaneBlocks *blocks, guint row)
{
  gsize first = blocks->row_first[row], end = blocks->row_first[row + 1], near, from, ending;
  double cycle;

  if (first == end)
    return;
  near = (gsize) g_test_rand_int_range ((gint32) first, (gint32) end);
  cycle = g_test_rand_int_range (0, 2) ? (double) poplens_lane_from (blocks, near)
                                       : poplens_lane_end (blocks, near);
  cycle += g_test_rand_int_range (-1, 2) * 0.5;
  first = (gsize) g_test_rand_int_range ((gint32) first, (gint32) end);
  end = (gsize) g_test_rand_int_range ((gint32) first, (gint32) end + 1);
  from = ending = first;
  while (from < end && (double) poplens_lane_from (blocks, from) < cycle)
    from++;
  while (ending < end && poplens_lane_end (blocks, ending) <= cycle)
    ending++;
  g_assert_cmpuint (poplens_lane_first_from (blocks, first, end, cycle), ==, from);
  g_assert_cmpuint (poplens_lane_first_ending (blocks, first, end, cycle), ==, ending);
}

static void
check_sums (const PoplensLaneBlocks *blocks)
{
  gsize first = (gsize) g_test_rand_int_range (0, (gint32) blocks->n + 1);
  gsize end = (gsize) g_test_rand_int_range ((gint32) first, (gint32) blocks->n + 1);
  double mix[POPLENS_LANE_MIX] = {0}, brute[POPLENS_LANE_MIX] = {0};

  poplens_lane_add_mix (blocks, first, end, mix);
  for (gsize s = first; s < end; s++)
    brute[poplens_lane_series (blocks, s)] += (double) MAX (poplens_lane_length (blocks, s), 1);
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    g_assert_cmpfloat (mix[m], ==, brute[m]);
}

static void
test_chunks (void)
{
  for (guint round = 0; round < 20; round++) {
    guint n_rows = (guint) g_test_rand_int_range (1, 9);
    g_autoptr (PoplensLaneBlocks) blocks = make_blocks (n_rows, round % 2 ? 2000 : 90);
    for (guint i = 0; i < 300; i++) {
      if (blocks->n_rows)
        check_search (blocks, (guint) g_test_rand_int_range (0, (gint32) blocks->n_rows));
      check_sums (blocks);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/lane-columns/area", test_area);
  g_test_add_func ("/charts/lane-columns/long", test_long_blocks);
  g_test_add_func ("/charts/lane-columns/chunks", test_chunks);
  return g_test_run ();
}
