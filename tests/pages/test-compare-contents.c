/* Tests of the contents of tiles in two reports: the treemap of changes against the table beside
 * it, which tests/contents/contents.py checks against its oracle. */
#include "pages/compare-fixture.h"

#include "charts/treemap/treemap.h"

#include <string.h>

static gint64
row_bytes (const PoplensTable *table, guint32 row, const char *column)
{
  guint at;

  g_assert_true (poplens_table_require_column (table, column, &at, NULL));
  return poplens_table_get (table, row, at).integer;
}

/* Sums the larger of both sides over the leaves below @row. @next: (out): row after the subtree */
static guint64
sum_larger_leaves (const PoplensTable *table, guint32 row, guint32 *next)
{
  guint32 n = poplens_table_n_rows (table);
  guint16 depth = poplens_table_get_depth (table, row);
  guint64 sum = 0;

  *next = row + 1;
  if (*next == n || poplens_table_get_depth (table, *next) <= depth)
    return (guint64) MAX (
        0, MAX (row_bytes (table, row, "bytes_before"), row_bytes (table, row, "bytes_after")));
  while (*next < n && poplens_table_get_depth (table, *next) > depth)
    sum += sum_larger_leaves (table, *next, next);
  return sum;
}

/* Checks the line of the change, with its sign: "Change\t+1,234 B", "Change\tadded +1.21 KiB". */
static void
check_change (const char *text, gint64 change)
{
  const char *said = strstr (text, "Change\t");

  g_assert_nonnull (said);
  g_autofree char *line = g_strndup (said, strcspn (said, "\n"));
  g_assert_true (!change == !!strstr (line, "unchanged"));
  g_assert_true ((change > 0) == !!strchr (line, '+'));
  g_assert_true ((change < 0) == !!strstr (line, "\u2212"));
}

static void
check_chart (const PoplensChart *chart, const PoplensTable *table)
{
  guint32 n = poplens_table_n_rows (table), next;
  guint64 all = 0;

  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, n + 1);
  for (guint32 row = 0; row < n; row++) {
    guint64 larger = sum_larger_leaves (table, row, &next);
    g_autofree char *text = poplens_chart_describe_item (chart, row + 1);
    g_assert_cmpuint (poplens_chart_get_treemap_total (chart, row + 1), ==, larger);
    check_change (text, row_bytes (table, row, "bytes_change"));
    if (!poplens_table_get_depth (table, row))
      all += larger;
  }
  g_assert_cmpuint (poplens_chart_get_treemap_total (chart, 0), ==, all);
}

static void
test_contents_change (gconstpointer location)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, location);
  g_assert_true (poplens_page_complete (page, pair.report[0], NULL, NULL));
  const PoplensSection *chart = poplens_page_find_section (page, "contents-chart");
  const PoplensSection *table = poplens_page_find_section (page, "contents");
  g_assert_cmpstr (chart->tab_name, ==, table->tab_name);
  g_assert_true (poplens_chart_get_kind (chart->chart) == &poplens_treemap_kind);
  g_assert_cmpuint (poplens_table_n_rows (table->table), >, 20);
  check_chart (chart->chart, table->table);
  pair_close (&pair);
}

/* The fullest tiles of the two reports differ: the title and text name both, with their steps. */
static void
test_two_tiles (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) worst = build (&pair, "liveness");
  g_autoptr (PoplensPage) named = build (&pair, "liveness?tile=3");
  g_assert_true (poplens_page_complete (worst, pair.report[0], NULL, NULL));
  g_assert_true (poplens_page_complete (named, pair.report[0], NULL, NULL));
  const PoplensTabChart *two = poplens_page_find_section (worst, "contents-chart")->tab.chart;
  const PoplensTabChart *one = poplens_page_find_section (named, "contents-chart")->tab.chart;
  g_assert_true (g_regex_match_simple ("^Tiles \\d+ and \\d+$", two->title, 0, 0));
  g_assert_true (
      g_regex_match_simple ("^The fullest tile of each report: before, tile \\d+ at step "
                            "[\\d,]+; after, tile \\d+ at step [\\d,]+\\. Areas",
                            two->text, 0, 0));
  g_assert_cmpstr (one->title, ==, "Tile 3");
  g_assert_true (g_regex_match_simple ("^Before, at step [\\d,]+; after, at step [\\d,]+\\. Areas",
                                       one->text, 0, 0));
  pair_close (&pair);
}

/* Without names of variables there are no kinds: the chart and the table say so. */
static void
test_absent_contents (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  pair_alter (&pair, "DROP TABLE vars_info");
  g_autoptr (PoplensPage) page = build (&pair, "liveness");
  g_assert_true (poplens_page_complete (page, pair.report[0], NULL, NULL));
  const PoplensSection *chart = poplens_page_find_section (page, "contents-chart");
  g_assert_cmpint (chart->state, ==, POPLENS_ABSENT);
  g_assert_nonnull (chart->text);
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pages/compare-contents/kind", "liveness?same=yes", test_contents_change);
  g_test_add_data_func ("/pages/compare-contents/layer", "liveness?by=layer&same=yes",
                        test_contents_change);
  g_test_add_data_func ("/pages/compare-contents/tile", "liveness?tile=3&same=yes",
                        test_contents_change);
  g_test_add_func ("/pages/compare-contents/two-tiles", test_two_tiles);
  g_test_add_func ("/pages/compare-contents/absent", test_absent_contents);
  return g_test_run ();
}
