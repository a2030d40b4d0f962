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
  /* Models are more than runs, but runs are numbered. */
  assert_series ("bert/run-1 bert/run-2 gpt/run-1 gpt/run-2 vit/run-1 vit/run-2",
                 "bert/* bert/* gpt/* gpt/* vit/* vit/*");
  assert_series ("2024-03-14/bert 2024-03-15/bert 2024-03-14/gpt 2024-03-14/vit 2024-03-15/vit",
                 "*/bert */bert */gpt */vit */vit");
  assert_series ("0a1b2c3/bert fffe012/bert 0a1b2c3/gpt 0a1b2c3/vit", "*/bert */bert */gpt */vit");
  assert_series ("run-1/rank-0 run-1/rank-1 run-2/rank-0 run-2/rank-1 run-3/rank-0",
                 "*/rank-0 */rank-1 */rank-0 */rank-1 */rank-0");
  /* A date and its commit. */
  assert_series ("2024-03-14/0a1b2c3 2024-03-15/fffe012 2024-03-16/77777777", "*/* */* */*");
  /* Two commits of a day. */
  assert_series ("2024-03-14/0a1b2c3 2024-03-14/fffe012 2024-03-16/77777777", "*/* */* */*");
  /* Numbers of runs go on from one model to the next. */
  assert_series ("bert-1/101 bert-1/102 bert-2/103 bert-2/104",
                 "bert-1/* bert-1/* bert-2/* bert-2/*");
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
