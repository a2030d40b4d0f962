/* Time of two reports: what the page shows, against plain SQL on both files. */
#include "pages/compare-fixture.h"

#include <string.h>

/* The bars are those of the table, and both add up to the change of the trace. */
static void
test_time (void)
{
  gint64 bars = 0, rows = 0, cycles[2];
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("compare-waterfall", pair.report[0], page->location, NULL, NULL);
  const PoplensChart *chart = poplens_page_find_section (page, "compared-bars")->chart;
  guint change = (guint) poplens_table_find_column (table, "cycles_change");
  for (guint s = 0; s < 2; s++)
    cycles[s] = report_fixture_ask (pair.db[s], "select sum(cycles) from execution_cycle_totals");
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, poplens_table_n_rows (table));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    bars += poplens_chart_get_change (chart, 0, row);
    rows += poplens_table_get (table, row, change).integer;
  }
  g_assert_cmpint (bars, ==, cycles[1] - cycles[0]);
  g_assert_cmpint (rows, ==, cycles[1] - cycles[0]);
  g_assert_nonnull (strstr (notice (page, "compared"), "Program time "));
  g_assert_nonnull (poplens_page_find_section (page, "compare-path"));
  pair_close (&pair);
}

/* A row and a line for each finding that changed; both reports say it in the same words. */
static void
check_findings (const PoplensPage *page, const PoplensTable *table)
{
  const GPtrArray *facts = poplens_page_find_section (page, "time-findings")->facts;
  guint change = (guint) poplens_table_find_column (table, "saving_change");

  g_assert_cmpuint (facts->len, >, 0);
  g_assert_cmpuint (facts->len, ==, poplens_table_n_rows (table));
  for (guint32 row = 0; row < facts->len; row++) {
    const PoplensFact *shown = g_ptr_array_index (facts, row);
    gint64 cycles = poplens_table_get (table, row, change).integer;
    PoplensNumber text;
    g_assert_true (g_str_has_prefix (shown->value, poplens_format_signed (text, cycles)));
    g_assert_cmpint (shown->tone, ==, cycles > 0 ? POPLENS_TONE_MORE : POPLENS_TONE_LESS);
  }
}

static void
test_findings (void)
{
  static const char *const pages[] = {"trace", "insights"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("compare-time-findings", pair.report[0], NULL, NULL, NULL);
  for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
    g_autoptr (PoplensPage) page = build (&pair, pages[p]);
    check_findings (page, table);
  }
  pair_close (&pair);
}

/* A report without executed steps leaves the programs, and why. */
static void
test_no_time (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,execution");
  g_autoptr (PoplensPage) page = build (&pair, "trace");
  g_assert_nonnull (strstr (notice (page, "absent"), "the report after"));
  g_assert_null (poplens_page_find_section (page, "compared-bars"));
  g_assert_nonnull (poplens_page_find_section (page, "compare-programs"));
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare-time/bars", test_time);
  g_test_add_func ("/pages/compare-time/findings", test_findings);
  g_test_add_func ("/pages/compare-time/absent", test_no_time);
  return g_test_run ();
}
