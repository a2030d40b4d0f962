/* Where numbers stand in rising ones, against counting. */
#include "base/search.h"

#include <stdlib.h>

#define MOST 40

static int
by_number (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
check (const guint64 *numbers, gsize n, guint64 limit)
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

/* Few numbers, so that many come twice; limits before, between, at and behind them. */
static void
test_count (void)
{
  guint64 numbers[MOST];

  for (guint round = 0; round < 2000; round++) {
    gsize n = (gsize) g_test_rand_int_range (0, MOST + 1);
    int most = g_test_rand_int_range (1, 60);
    for (gsize i = 0; i < n; i++)
      numbers[i] = (guint64) g_test_rand_int_range (0, most);
    qsort (numbers, n, sizeof *numbers, by_number);
    for (int limit = 0; limit <= most; limit++)
      check (numbers, n, (guint64) limit);
  }
}

/* All that 64 bits hold. */
static void
test_ends (void)
{
  const guint64 numbers[] = {0, 1, G_MAXUINT64 - 1, G_MAXUINT64};

  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, 0), ==, 0);
  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, 2), ==, 2);
  g_assert_cmpuint (poplens_count_below_u64 (numbers, 4, G_MAXUINT64), ==, 3);
  g_assert_cmpuint (poplens_count_below_u64 (NULL, 0, 7), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/count", test_count);
  g_test_add_func ("/search/ends", test_ends);
  return g_test_run ();
}
