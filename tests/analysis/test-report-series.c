/* Tests of grouping reports of one model into a series. */
#include "analysis/reports/report-series.h"

/* Returns the names in "a b c …", as names of compute sets. (transfer full) */
static GArray *
names_new (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (PoplensStrings) names = poplens_strings_new ();

  for (guint i = 0; words[i]; i++)
    poplens_strings_intern (names, words[i], -1);
  return poplens_compute_set_names_new (names);
}

typedef struct {
  guint32 ipus, tiles, replicas;
  const char *names;
} SeriesReport;

static void
assert_series (const SeriesReport *made, guint n, const guint32 *expected)
{
  g_autofree PoplensReportModel *models = g_new (PoplensReportModel, n);

  for (guint i = 0; i < n; i++)
    models[i] = (PoplensReportModel){made[i].ipus, made[i].tiles, made[i].replicas,
                                     made[i].names ? names_new (made[i].names) : NULL};
  g_autofree guint32 *series = poplens_report_series (models, n);
  g_assert_cmpmem (series, n * sizeof *series, expected, n * sizeof *expected);
  for (guint i = 0; i < n; i++)
    if (models[i].names)
      g_array_unref ((GArray *) models[i].names);
}

static void
test_models (void)
{
  static const SeriesReport made[] = {
      {1, 4, 1, "layer.1/a layer.1/b c d e"},
      {1, 4, 1, "layer.2/a layer.2/b layer.3/b c d f"}, /* shares four of five names */
      {1, 4, 1, "layer.2/a layer.2/b c d2 f"},          /* shares only three of five names of the
                                                         * latest report */
      {2, 8, 1, "layer.1/a layer.1/b c d e"},
      {1, 4, 2, "layer.1/a layer.1/b c d e"},
      {0, 0, 0, "layer.1/a layer.1/b c d e"},
      {1, 4, 1, "layer.1/a layer.1/b c g f"}, /* shares four of five names of the second report */
      {1, 4, 1, "layer.1/a layer.1/b h g f"}, /* shares them with the report above, which is the
                                               * latest now */
      {2, 8, 1, NULL},                        /* matched by the target alone */
  };
  static const guint32 expected[] = {0, 0, 0, 1, 2, POPLENS_NO_SERIES, 0, 0, 1};

  assert_series (made, G_N_ELEMENTS (made), expected);
}

static void
assert_name (const char *paths, const char *expected)
{
  g_auto (GStrv) words = g_strsplit (paths, " ", -1);
  g_autofree char *name =
      poplens_report_series_name ((const char *const *) words, g_strv_length (words));

  g_assert_cmpstr (name, ==, expected);
}

static void
test_series_names (void)
{
  assert_name ("run-1 run-2 run-3", "*");
  assert_name (".", ".");
  assert_name ("bert/1 bert/2", "bert/*");
  assert_name ("1/bert 2/bert", "*/bert");
  assert_name ("2024-03-14/0a1b2c3 2024-03-14/fffe012 2024-03-16/77777777", "*/*");
  assert_name ("a/1 a/2/x", "a/*");
  assert_name ("a b/c/d", "*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-series/models", test_models);
  g_test_add_func ("/report-series/names", test_series_names);
  return g_test_run ();
}
