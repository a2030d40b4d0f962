/* Which reports are of one series, by their paths. */
#include "analysis/reports/report-series.h"

/* Paths and their series, divided by blanks. */
static void
assert_series (const char *paths, const char *expected)
{
  g_auto (GStrv) words = g_strsplit (paths, " ", -1);
  g_autoptr (GStringChunk) names = g_string_chunk_new (64);
  guint n = g_strv_length (words);
  g_autofree const char **series = poplens_report_series ((const char *const *) words, n, names);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++) {
    g_string_append_printf (text, "%s%s", i ? " " : "", series[i]);
    /* The same series is the same pointer. */
    for (guint j = 0; j < i; j++)
      g_assert_true ((series[i] == series[j]) == g_str_equal (series[i], series[j]));
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_series (void)
{
  assert_series ("run-1 run-2 run-3", "* * *");
  assert_series (".", "*");
  assert_series ("bert/1 bert/2 bert/3 large/1 large/2", "bert/* bert/* bert/* large/* large/*");
  assert_series ("1/bert 2/bert 3/bert 1/large 3/large", "*/bert */bert */bert */large */large");
  assert_series ("r1/training r1/inference r2/training r3/training",
                 "*/training */inference */training */training");
  assert_series ("n/b/1/training n/b/2/training n/l/1/training",
                 "n/b/*/training n/b/*/training n/l/*/training");
  /* Of as many names in both the last part. */
  assert_series ("a/1 b/2", "a/* b/*");
  /* Each depth by itself. */
  assert_series ("run-1 run-2 a/x b/x", "* * */x */x");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-series/paths", test_series);
  return g_test_run ();
}
