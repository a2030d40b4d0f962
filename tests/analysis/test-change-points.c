/* Tests of change points of a series on hand-made series, and of the time they take. tests/series
 * measures how often changes are found in noise. */
#include "analysis/reports/change-points.h"

#include "support/work-time.h"

#include <math.h>

/* Asserts the changes of @series ("100 100 112"). Each is "2:100>112", "2:once" (an outlier), with
 * ":last" if it is in the last values, or "9:100>190:over 10" (a trend over 10 values). */
static void
assert_changes (const char *series, const char *expected)
{
  g_auto (GStrv) words = g_strsplit (series, " ", -1);
  guint n = g_strv_length (words);
  g_autofree double *values = g_new (double, n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    values[i] = g_ascii_strtod (words[i], NULL);
  g_autoptr (GArray) changes = poplens_change_points_find (values, n, NULL);
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChangePoint *change = &g_array_index (changes, PoplensChangePoint, c);
    g_string_append_printf (text, "%s%u", c ? " " : "", change->at);
    if (change->once)
      g_string_append (text, ":once");
    else
      g_string_append_printf (text, ":%.6g>%.6g", change->before, change->after);
    if (change->over)
      g_string_append_printf (text, ":over %u", change->over);
    g_string_append (text, change->last ? ":last" : "");
  }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Values that a compiler determines are exact: any change of more than 0.1 % counts. */
static void
test_exact (void)
{
  assert_changes ("5000 5000 5000 5006", "3:5000>5006:last");
  assert_changes ("5000 5000 5000 5005", "");
  assert_changes ("10 10 10 11", "");
  assert_changes ("10 10 10 12", "3:10>12:last");
  assert_changes ("7 7 7 9 9 9 9", "3:7>9");
  assert_changes ("9 9 9 9 7 7 7", "4:9>7");
  assert_changes ("7 7 7 7 9 9 9 9 7 7 7 7", "4:7>9 8:9>7");
  assert_changes ("100 100 100 100 150 100 100 100 100 100", "4:once");
  assert_changes ("7 7 9 9 12", "2:7>9 4:9>12:last");
  assert_changes ("1000 1000 1000 1100 1100 1100 1300 1300 1300 1300", "3:1000>1100 6:1100>1300");
  assert_changes ("0 0 0 0 0 0", "");
  /* Too few values. */
  assert_changes ("7 7 9", "");
  assert_changes ("7", "");
}

static void
test_noisy_series (void)
{
  assert_changes ("100 130 90 120 105 140 95", "");
  /* Two values that alternate are not a change of level. */
  assert_changes ("10 10 10 20 10 10 20 10 10 10 20 20 10 10 20 10 10 10 20 10", "");
  /* A regression of five runs, then fixed. */
  assert_changes ("5000 5020 4990 5010 5000 5490 5520 5500 5480 5510 5010 4990 5000 5015",
                  "5:5000>5500 10:5500>5005");
  assert_changes ("636416 636416 636416 636416 906848 874112 876976 909544", "4:636416>891912");
}

/* Each value is a little larger than the one before. */
static void
test_series_trend (void)
{
  assert_changes ("6000 6002 6004 6006 6008 6010 6012 6014 6016", "8:6000>6016:over 9");
  assert_changes ("190 180 170 160 150 140 130 120 110 100", "9:190>100:over 10");
  assert_changes ("100 110 120 130 140 400 160 170 180 190 200", "5:once 10:100>200:over 11");
}

/* No noise is estimated from too few values. Alternating values are reported as such. */
static void
test_series_noise (void)
{
  const double turns[] = {10, 20, 10, 10, 20, 10, 20, 20, 10, 20};
  const double level[] = {1000, 1010, 1005, 995, 1000, 1010, 990, 1000};
  PoplensSeriesNoise noise;

  g_array_unref (poplens_change_points_find (turns, 3, &noise));
  g_assert_true (isnan (noise.differ) && isnan (noise.latest) && !noise.turns);
  g_array_unref (poplens_change_points_find (turns, G_N_ELEMENTS (turns), &noise));
  g_assert_true (noise.turns && !noise.exact);
  g_array_unref (poplens_change_points_find (level, G_N_ELEMENTS (level), &noise));
  g_assert_false (noise.turns || noise.exact);
  /* Median of seven differences: 10, 5, 10, 5, 10, 20 and 10. */
  g_assert_cmpfloat (noise.differ, ==, 10);
  g_assert_cmpfloat (noise.latest, >, 20);
}

/* Thousands of values that all differ, and thousands that switch between two levels: the time must
 * not be quadratic. */
static void
test_long_series (void)
{
  static double values[5000];
  GRand *rand = g_rand_new_with_seed (1);
  gboolean slow = FALSE;

  for (guint sort = 0; sort < 2; sort++) {
    for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
      slow = slow != (g_rand_double (rand) < 0.2);
      values[i] = sort ? 1200000 + 50000 * slow + 1000 * g_rand_double (rand)
                       : 1200000 / (g_rand_double (rand) + 1e-9);
    }
    gint64 start = work_time ();
    g_array_unref (poplens_change_points_find (values, G_N_ELEMENTS (values), NULL));
    gint64 time = work_time () - start;
    g_test_message ("%" G_GINT64_FORMAT " µs", time);
    g_assert_cmpint (time, <, 5 * G_USEC_PER_SEC);
  }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/change-points/exact", test_exact);
  g_test_add_func ("/change-points/noise", test_noisy_series);
  g_test_add_func ("/change-points/line", test_series_trend);
  g_test_add_func ("/change-points/told", test_series_noise);
  g_test_add_func ("/change-points/long", test_long_series);
  return g_test_run ();
}
