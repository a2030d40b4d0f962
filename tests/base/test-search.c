/* Tests of binary search in sorted numbers, against counting, and of sorting, against qsort (). */
#include "base/search.h"
#include "base/sort.h"

#include <stdlib.h>

#define MOST 40

static void
check_counts (const guint64 *numbers, gsize n, guint64 limit)
{
  guint32 small[MOST];
  double real[MOST];
  gsize count = 0;

  for (gsize i = 0; i < n; i++) {
    small[i] = (guint32) numbers[i];
    real[i] = (double) numbers[i] / 2;
    count += numbers[i] < limit;
  }
  g_assert_cmpuint (poplens_count_below_u64 (numbers, n, limit), ==, count);
  g_assert_cmpuint (poplens_count_below_u32 (small, n, (guint32) limit), ==, count);
  g_assert_cmpuint (poplens_count_below_real (real, n, (double) limit / 2), ==, count);
}

/* Numbers from a small range, so that many repeat; limits before, between, at and after them. */
static void
test_count (void)
{
  guint64 numbers[MOST];

  for (guint round = 0; round < 2000; round++) {
    gsize n = (gsize) g_test_rand_int_range (0, MOST + 1);
    int most = g_test_rand_int_range (1, 60);
    for (gsize i = 0; i < n; i++)
      numbers[i] = (guint64) g_test_rand_int_range (0, most);
    qsort (numbers, n, sizeof *numbers, poplens_compare_u64);
    for (int limit = 0; limit <= most; limit++)
      check_counts (numbers, n, (guint64) limit);
  }
}

/* Numbers of 32 and 64 bits whose difference does not fit into an int. */
static void
test_sort (void)
{
  guint64 large[] = {G_MAXUINT64, 0, G_MAXUINT32, G_MAXINT64, 1};
  guint32 small[] = {G_MAXUINT32, 0, G_MAXINT32, 1, 0};

  qsort (large, G_N_ELEMENTS (large), sizeof *large, poplens_compare_u64);
  qsort (small, G_N_ELEMENTS (small), sizeof *small, poplens_compare_u32);
  for (guint i = 1; i < G_N_ELEMENTS (large); i++)
    g_assert_cmpuint (large[i - 1], <, large[i]);
  for (guint i = 1; i < G_N_ELEMENTS (small); i++)
    g_assert_cmpuint (small[i - 1], <=, small[i]);
}

/* Numbers that differ in any byte, few and many, and none. */
static void
test_radix (void)
{
  for (guint round = 0; round < 400; round++) {
    gsize n = (gsize) g_test_rand_int_range (0, round % 2 ? 40 : 3000);
    guint shift = (guint) g_test_rand_int_range (0, 64);
    g_autofree guint64 *numbers = g_new (guint64, n + 1);
    g_autofree guint64 *sorted = g_new (guint64, n + 1);
    g_autofree guint64 *spare = g_new (guint64, n + 1);
    for (gsize i = 0; i <= n; i++) {
      guint64 high = (guint32) g_test_rand_int (), low = (guint32) g_test_rand_int ();
      numbers[i] = sorted[i] = spare[i] = (high << 32 | low) >> shift;
    }
    qsort (sorted, n, sizeof *sorted, poplens_compare_u64);
    poplens_sort_u64 (numbers, spare, n);
    g_assert_cmpmem (numbers, (n + 1) * sizeof *numbers, sorted, (n + 1) * sizeof *sorted);
  }
}

/* The smallest and the largest numbers of 64 bits. */
static void
test_ends (void)
{
  const guint64 numbers[] = {0, 1, G_MAXUINT64 - 1, G_MAXUINT64};

  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, 0), ==, 0);
  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, 2), ==, 2);
  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, G_MAXUINT64), ==, 3);
  g_assert_cmpuint (poplens_count_below_u64 (NULL, 0, 7), ==, 0);
}

/* Sorting of indices is stable: few are sorted by comparison, many by digits of 16 bits. */
static void
test_sorted_indices (void)
{
  static const guint32 sizes[] = {2, 2048, 2049, 5000};

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    guint32 n = sizes[s];
    g_autofree guint64 *numbers = g_new (guint64, n);
    for (guint32 i = 0; i < n; i++)
      numbers[i] = (guint64) g_test_rand_int_range (0, 300) << (i % 2 ? 0 : 40);
    numbers[0] = G_MAXUINT64;
    g_autofree guint32 *order = poplens_sort_order (n, numbers);
    g_autofree guint8 *seen = g_new0 (guint8, n);
    g_assert_nonnull (order);
    for (guint32 i = 0; i < n; i++) {
      g_assert_cmpuint (seen[order[i]]++, ==, 0);
      if (i)
        g_assert_true (numbers[order[i - 1]] < numbers[order[i]] ||
                       (numbers[order[i - 1]] == numbers[order[i]] && order[i - 1] < order[i]));
    }
    g_assert_cmpuint (order[n - 1], ==, 0);
  }
  g_assert_null (poplens_sort_order (3, (const guint64[]){1, 1, 2}));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/count", test_count);
  g_test_add_func ("/search/ends", test_ends);
  g_test_add_func ("/search/sort", test_sort);
  g_test_add_func ("/search/radix", test_radix);
  g_test_add_func ("/search/order", test_sorted_indices);
  return g_test_run ();
}
