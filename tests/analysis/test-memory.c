/* Tests of memory sums, bands and the headline, on random memory. */
#include "analysis/memory-fixture.h"
#include "analysis/memory/memory-analysis.h"
#include "analysis/summary/headline.h"

#include <string.h>

static PoplensMemory *
random_memory (guint32 n_tiles)
{
  g_autofree guint32 *tiles = g_new (guint32, MAX (n_tiles, 1));

  for (guint32 t = 0; t < n_tiles; t++)
    tiles[t] = 2 * t + 1;
  return memory_fixture_random (tiles, n_tiles, FALSE);
}

static void
assert_adds_up (const PoplensMemory *m, const GPtrArray *bands, const guint32 *order)
{
  g_assert_cmpuint (bands->len, >, 0);
  for (guint32 i = 0; i < m->n_tiles; i++) {
    guint64 sum = 0;
    for (guint b = 0; b < bands->len; b++)
      sum += ((PoplensBand *) g_ptr_array_index (bands, b))->values[i];
    g_assert_cmpuint (sum, ==, m->total[order[i]]);
  }
}

static void
test_bands_add_up (void)
{
  for (guint round = 0; round < 40; round++) {
    g_autoptr (PoplensMemory) m = random_memory (g_test_rand_int_range (0, 60));
    g_autofree guint32 *order = poplens_memory_order (m, round % 2, round % 3 == 0);
    for (PoplensBreakdown b = 0; b < POPLENS_N_BREAKDOWNS; b++) {
      g_autoptr (GPtrArray) bands = poplens_memory_bands (m, b, order);
      assert_adds_up (m, bands, order);
    }
  }
}

/* If regions contradict the totals, the bands show no more than the total and lose no bytes. */
static void
test_regions_that_do_not_fit (void)
{
  g_autoptr (PoplensMemory) m = random_memory (2);
  g_autofree guint32 *order = poplens_memory_order (m, FALSE, FALSE);

  m->non_interleaved[0] += 1000;
  m->non_interleaved[1] = m->interleaved[1] = m->overflowed[1] = 0;
  m->total[1] = MAX (m->total[1], 10);
  g_autoptr (GPtrArray) bands = poplens_memory_bands (m, POPLENS_BREAKDOWN_REGION, order);
  const PoplensBand *last = g_ptr_array_index (bands, bands->len - 1);
  assert_adds_up (m, bands, order);
  g_assert_cmpint (last->role, ==, POPLENS_BAND_REMAINDER);
  g_assert_cmpuint (last->values[1], ==, m->total[1]);
}

static void
test_bands_of_nothing_are_left_out (void)
{
  g_autoptr (PoplensMemory) m = poplens_memory_new (2);
  g_autofree guint32 *order = NULL;
  PoplensCategory *code = poplens_memory_add_category (m, "vertexCode");

  poplens_memory_add_category (m, "variable");
  m->total[0] = m->total[1] = 64;
  poplens_memory_category_list (m, code, POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED)[0] = 64;
  poplens_memory_category_list (m, code, POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED)[1] = 60;
  g_assert_true (poplens_memory_finish (m, NULL));
  order = poplens_memory_order (m, FALSE, FALSE);
  g_autoptr (GPtrArray) bands = poplens_memory_bands (m, POPLENS_BREAKDOWN_CATEGORY, order);
  g_assert_cmpuint (bands->len, ==, 2);
  const PoplensBand *first = g_ptr_array_index (bands, 0);
  const PoplensBand *second = g_ptr_array_index (bands, 1);
  g_assert_cmpstr (first->key, ==, "category:vertexCode");
  g_assert_cmpint (first->group, ==, POPLENS_GROUP_VERTEX_CODE);
  g_assert_cmpstr (second->key, ==, "shared");
  g_assert_cmpint (second->role, ==, POPLENS_BAND_SHARED);
  g_assert_cmpuint (second->values[1], ==, 4);
}

static void
test_order_by_use (void)
{
  g_autoptr (PoplensMemory) m = poplens_memory_new (4);
  const guint32 totals[] = {5, 9, 5, 7}, gaps[] = {50, 9, 60, 7};
  const guint32 by_total[] = {1, 3, 0, 2}, by_gaps[] = {2, 0, 1, 3};

  for (guint t = 0; t < 4; t++) {
    m->tile[t] = t;
    m->total[t] = totals[t];
    m->total_including_gaps[t] = gaps[t];
  }
  g_autofree guint32 *a = poplens_memory_order (m, TRUE, FALSE);
  g_autofree guint32 *b = poplens_memory_order (m, TRUE, TRUE);
  g_assert_cmpmem (a, sizeof by_total, by_total, sizeof by_total);
  g_assert_cmpmem (b, sizeof by_gaps, by_gaps, sizeof by_gaps);
  g_autoptr (GArray) fullest = poplens_memory_fullest (m, 2, TRUE);
  g_assert_cmpuint (fullest->len, ==, 2);
  g_assert_cmpuint (g_array_index (fullest, guint32, 0), ==, 2);
}

static void
test_sums_over_a_selection (void)
{
  g_autoptr (PoplensMemory) m = random_memory (20);
  g_autoptr (PoplensTileSet) some = poplens_tile_set_parse ("1, 5-9, 1000", NULL);
  g_autoptr (PoplensTileSet) none = poplens_tile_set_parse ("", NULL);
  PoplensMemorySums sums = poplens_memory_sums (m, some);
  guint64 total = 0;

  /* Tile numbers are odd: 1, 5, 7, 9 are at positions 0, 2, 3, 4; tile 1000 does not exist. */
  for (guint i = 0; i < 5; i++)
    total += i == 1 ? 0 : m->total[i];
  g_assert_cmpuint (sums.n_tiles, ==, 4);
  g_assert_cmpuint (sums.total, ==, total);
  g_assert_true (sums.has_not_always_live);
  m->not_always_live_max[2] = G_MAXUINT32;
  g_assert_false (poplens_memory_sums (m, some).has_not_always_live);
  g_assert_cmpuint (poplens_memory_sums (m, none).n_tiles, ==, 20);
  g_assert_cmpuint (poplens_memory_sums (m, NULL).total, ==, poplens_memory_sums (m, none).total);
}

static void
test_category_sums (void)
{
  g_autoptr (PoplensMemory) m = random_memory (10);
  const guint32 positions[] = {0, 4, 9};

  for (guint c = 0; c < m->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (m->categories, c);
    PoplensCategorySums s = poplens_category_sums_at (category, positions, 3);
    guint64 alone = 0, overlapped = 0;
    for (guint i = 0; i < 3; i++) {
      alone += poplens_category_non_overlapped (category, positions[i]);
      overlapped += poplens_category_overlapped (category, positions[i]);
    }
    g_assert_cmpuint (s.not_overlapped, ==, alone);
    g_assert_cmpuint (s.overlapped, ==, overlapped);
    g_assert_cmpuint (s.total, ==, s.interleaved + s.non_interleaved + s.overflowed);
  }
}

static void
test_headline_fits (void)
{
  g_autoptr (PoplensMemory) m = poplens_memory_new (3);
  g_autoptr (PoplensTarget) target = poplens_target_new ();
  PoplensHeadline h;

  for (guint t = 0; t < 3; t++) {
    m->tile[t] = 10 + t;
    m->total[t] = 100 * t;
    m->total_including_gaps[t] = 100 * t + 50;
  }
  target->bytes_per_tile = 250; /* exactly the bytes of the fullest tile */
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_true (h.fits);
  g_assert_cmpuint (h.fullest_tile, ==, 12);
  g_assert_cmpuint (h.fullest_bytes, ==, 250);
  g_assert_cmpuint (h.total, ==, 300);
  g_assert_cmpuint (h.capacity, ==, 750);
  g_assert_false (h.has_peak || h.has_cycles);

  m->incomplete = TRUE; /* a missing tile may be over capacity */
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_false (h.fit_known || h.fits);
  g_assert_true (h.memory_incomplete);
  m->incomplete = FALSE;

  g_assert_cmpuint (h.tiles_odd, ==, 0);

  m->total[1] = 151;
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_cmpuint (h.tiles_odd, ==, 1);
  g_assert_cmpuint (h.odd_position, ==, 1);
  m->total[1] = 100;

  target->bytes_per_tile = 149;
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_false (h.fits);
  g_assert_cmpuint (h.tiles_over, ==, 2);
  g_assert_cmpuint (h.over_bytes, ==, 101);
  g_assert_cmpuint (h.worst_position, ==, 2);

  target->bytes_per_tile = 0; /* unknown: only recorded overflow decides */
  m->overflowed[1] = 8;
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_false (h.fits);
  g_assert_true (h.fit_known);
  g_assert_cmpuint (h.over_bytes, ==, 8);
  m->overflowed[1] = 0;
  poplens_headline_compute (&h, target, m, NULL, NULL);
  g_assert_false (h.fit_known || h.fits || h.tiles_over);
  poplens_headline_compute (&h, NULL, NULL, NULL, NULL);
  g_assert_false (h.has_memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/memory/bands-add-up", test_bands_add_up);
  g_test_add_func ("/analysis/memory/regions-that-do-not-fit", test_regions_that_do_not_fit);
  g_test_add_func ("/analysis/memory/empty-bands", test_bands_of_nothing_are_left_out);
  g_test_add_func ("/analysis/memory/order", test_order_by_use);
  g_test_add_func ("/analysis/memory/sums", test_sums_over_a_selection);
  g_test_add_func ("/analysis/memory/category-sums", test_category_sums);
  g_test_add_func ("/analysis/headline/fits", test_headline_fits);
  return g_test_run ();
}
