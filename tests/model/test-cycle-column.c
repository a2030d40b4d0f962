/* Tests of PoplensCycleColumn: values that were set are read back, below and above 32 bits. */
#include "model/cycle-column.h"

#define N 3000

static guint64
any_cycles (void)
{
  static const guint64 edges[] = {0,
                                  G_MAXUINT32 - 2,
                                  G_MAXUINT32 - 1,
                                  G_MAXUINT32,
                                  (guint64) G_MAXUINT32 + 1,
                                  POPLENS_NO_CYCLES - 1,
                                  POPLENS_NO_CYCLES};
  guint i = (guint) g_test_rand_int_range (0, 20);

  return i < G_N_ELEMENTS (edges) ? edges[i]
                                  : (guint64) g_test_rand_int () << g_test_rand_int_range (0, 31);
}

static void
test_set (void)
{
  g_autoptr (PoplensCycleColumn) column = poplens_cycle_column_new (N);
  g_autofree guint64 *expected = g_new (guint64, N);

  for (guint32 row = 0; row < N; row++)
    expected[row] = POPLENS_NO_CYCLES;
  /* Some rows are never set, some more than once. */
  for (guint i = 0; i < 2 * N; i++) {
    guint32 row = (guint32) g_test_rand_int_range (0, N);
    expected[row] = any_cycles ();
    poplens_cycle_column_set (column, row, expected[row]);
  }
  for (guint32 row = 0; row < N; row++)
    g_assert_cmpuint (poplens_cycles_at (column, row), ==, expected[row]);
}

static void
test_empty_column (void)
{
  g_autoptr (PoplensCycleColumn) column = poplens_cycle_column_new (0);

  g_assert_cmpuint (column->n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cycle-column/set", test_set);
  g_test_add_func ("/cycle-column/empty", test_empty_column);
  return g_test_run ();
}
