/* Tests of the time of two reports: compared pages against plain SQL on both files. */
#include "pages/compare-fixture.h"

#include "charts/lanes/lanes.h"
#include "derived/time/time-source.h"
#include "support/table-cells.h"

#include <string.h>

/* The bars match the rows of the table, and both add up to the change of the trace. */
static void
test_time (void)
{
  gint64 bars = 0, rows = 0, outside = 0, cycles[2];
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=summary");
  g_autoptr (PoplensTable) table =
      poplens_tables_compare ("time-causes", pair.report[0], page->location, NULL, NULL);
  const PoplensChart *chart = poplens_page_find_section (page, "compared-bars")->chart;
  guint change = (guint) poplens_table_find_column (table, "cycles_change");
  for (guint s = 0; s < 2; s++)
    cycles[s] = report_fixture_ask (pair.db[s], "select sum(cycles) from execution_cycle_totals");
  guint bar = (guint) poplens_table_find_column (table, "bar");
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    gint64 value = poplens_table_get (table, row, change).integer;
    rows += value;
    outside += strcmp (poplens_table_get (table, row, bar).text, "outside") ? 0 : value;
  }
  for (gsize item = 0; item < poplens_chart_get_n_items (chart); item++)
    bars += poplens_chart_get_change (chart, 0, item);
  /* Cycles outside the program are not a bar. */
  g_assert_cmpint (bars, ==, cycles[1] - cycles[0] - outside);
  g_assert_cmpint (rows, ==, cycles[1] - cycles[0]);
  g_assert_nonnull (strstr (notice (page, "compared"), "Program time "));
  g_assert_nonnull (poplens_page_find_section (page, "critical-path"));
  pair_close (&pair);
}

/* Checks that each changed finding has a row and a fact, and that both reports describe it in the
 * same words. */
static void
check_findings (const PoplensPage *page, const PoplensTable *table)
{
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-time")->facts;
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
test_compared_time_findings (void)
{
  static const char *const pages[] = {"trace?view=summary", "insights"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensTable) table =
      poplens_tables_compare ("time-findings", pair.report[0], NULL, NULL, NULL);
  for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
    g_autoptr (PoplensPage) page = build (&pair, pages[p]);
    check_findings (page, table);
  }
  pair_close (&pair);
}

/* The sentence names the tile that others wait for. Its button shows the tile in the report where
 * it is slow, in place of the comparison. */
static void
test_straggler (void)
{
  static const char *const places[][2] = {
      {"trace?with=/x", "trace?tab=trace-stragglers&tile=7&with=/x&compare=after"},
      {"trace?with=/x&before=other",
       "trace?tab=trace-stragglers&tile=7&with=/x&before=other&compare=after"}};
  Pair pair;

  pair_open (&pair, "--plant=straggler=7:40000", "--without=archive");
  for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
    g_autoptr (PoplensLocation) expected = poplens_location_parse (places[p][1], NULL);
    g_autoptr (PoplensPage) page = build (&pair, places[p][0]);
    const GPtrArray *links = poplens_page_find_section (page, "compared")->notice.links;
    g_assert_nonnull (strstr (notice (page, "compared"), " waiting for tile 7 on IPU 0, in "));
    const PoplensPageLink *link = links->pdata[0];
    g_autoptr (PoplensLocation) location = poplens_location_parse (link->location, NULL);
    g_assert_cmpstr (link->title, ==, "Show Tile 7 in After");
    g_assert_true (poplens_location_equal (location, expected));
  }
  /* Without the key "with", the page does not know the other report's file, so it has no link. */
  g_autoptr (PoplensPage) page = build (&pair, "trace");
  g_assert_null (poplens_page_find_section (page, "compared")->notice.links);
  pair_close (&pair);
}

/* An iteration that takes longer than the others is named and linked in the same way. */
static void
test_slow_iteration (void)
{
  Pair pair;

  pair_open (&pair, "--plant=slow-iteration=2:900000", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?with=/x");
  g_assert_nonnull (strstr (notice (page, "compared"), " is iteration 2 taking longer than the "));
  const PoplensPageLink *link =
      poplens_page_find_section (page, "compared")->notice.links->pdata[0];
  g_autoptr (PoplensLocation) location = poplens_location_parse (link->location, NULL);
  g_assert_cmpstr (link->title, ==, "Show Iteration 2 in After");
  g_assert_cmpstr (poplens_location_get (location, "compare"), ==, "after");
  g_assert_nonnull (poplens_location_get (location, "range"));
  pair_close (&pair);
}

/* If a finding became smaller, the link leads to the first report. */
static void
test_faster (void)
{
  Pair pair;

  pair_open (&pair, "--plant=straggler=7:40000", "--without=archive");
  poplens_report_set_other (pair.report[0], NULL);
  poplens_report_set_other (pair.report[1], pair.report[0]);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("trace", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (pair.report[1], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  const PoplensPageLink *link =
      poplens_page_find_section (page, "compared")->notice.links->pdata[0];
  g_assert_cmpstr (link->title, ==, "Show Tile 7 in Before");
  g_assert_cmpstr (link->location, ==, "trace?compare=before&tab=trace-stragglers&tile=7");
  pair_close (&pair);
}

/* Finds the fact on the finding @kind, or fails. */
static const PoplensFact *
find_time_fact (const PoplensPage *page, const char *kind)
{
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-time")->facts;

  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    if (g_str_has_prefix (fact->label, kind))
      return fact;
  }
  g_assert_not_reached ();
}

/* A finding links to the report in which it costs more: a new one to the second report. */
static void
test_compared_time_links (void)
{
  Pair pair;

  pair_open (&pair, "--plant=straggler=7:40000", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "insights?with=/x");
  const PoplensFact *slow = find_time_fact (page, "Straggler, ");
  g_autoptr (PoplensLocation) link = poplens_location_parse (slow->link, NULL);
  g_autoptr (PoplensLocation) expected =
      poplens_location_parse ("trace?finding=straggler tile 7&"
                              "tab=trace-stragglers&tile=7&with=/x&compare=after",
                              NULL);
  g_assert_true (poplens_location_equal (link, expected));
  g_assert_true (g_str_has_prefix (slow->detail, "Other tiles wait for tile 7 "));

  poplens_report_set_other (pair.report[0], NULL);
  poplens_report_set_other (pair.report[1], pair.report[0]);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("insights?with=/x", NULL);
  g_autoptr (PoplensPage) turned =
      poplens_page_build (pair.report[1], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  g_assert_cmpstr (find_time_fact (turned, "Straggler, ")->link, ==,
                   "trace?compare=before&finding=straggler tile 7&tab=trace-stragglers&tile=7");
  pair_close (&pair);
}

/* A finding that is gone has the first report's description. */
static void
test_gone (void)
{
  Pair pair;
  guint n = 0;

  pair_open (&pair, "--tiles=48", "--without=archive");
  pair_alter (&pair, "update programs set name = replace (name, 'matmul', 'product');"
                     "update compute_sets set name = replace (name, 'matmul', 'product')");
  g_autoptr (PoplensPage) page = build (&pair, "insights");
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-time")->facts;
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = g_ptr_array_index (facts, i);
    gboolean gone = g_str_has_suffix (fact->label, ": gone");
    g_assert_true (gone == g_str_has_prefix (fact->detail, "Before: "));
    g_assert_true (gone == g_str_has_prefix (fact->cause, "After: "));
    n += gone;
  }
  g_assert_cmpuint (n, >, 0);
  pair_close (&pair);
}

/* Summary does not read cycles by tile for its sentence: it only gives the change of the program
 * time until another page has read them. */
static void
test_known (void)
{
  Pair pair;
  gint64 cycles[2];
  PoplensNumber change;

  pair_open (&pair, "--plant=straggler=7:40000", "--without=archive");
  g_autoptr (PoplensPage) before = build (&pair, "summary");
  g_assert_null (poplens_report_peek_time (pair.report[0]));
  g_autoptr (PoplensPage) trace = build (&pair, "trace");
  g_autoptr (PoplensPage) after = build (&pair, "summary");
  g_assert_cmpstr (notice (after, "compared"), ==, notice (trace, "compared"));
  for (guint s = 0; s < 2; s++) {
    const PoplensTime *time = poplens_report_peek_time (pair.report[s]);
    cycles[s] = (gint64) (time->total - time->outside);
  }
  g_autofree char *expected =
      g_strdup_printf ("Program time rose by %s (",
                       poplens_format_count (change, (guint64) (cycles[1] - cycles[0])));
  g_assert_true (g_str_has_prefix (notice (before, "compared"), expected));
  for (guint p = 0; p < 2; p++) {
    const PoplensPage *page = p ? after : before;
    const GPtrArray *links = poplens_page_find_section (page, "compared")->notice.links;
    const PoplensPageLink *link = links->pdata[links->len - 1];
    g_assert_cmpstr (link->title, ==, "Show Causes");
    g_assert_cmpstr (link->location, ==, "trace");
  }
  pair_close (&pair);
}

/* ---- the flame ------------------------------------------------------------------------------- */

/* Returns the cycles of all work from the table of one report, which sums them in another way. */
static gint64
work_cycles (PoplensReport *report, const char *place)
{
  g_autoptr (PoplensLocation) all = poplens_location_parse (place, NULL);
  g_autoptr (PoplensLocation) location = poplens_location_with (all, "by", "top-down");
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("trace-costs", report, location, NULL, NULL);

  return table_sum (table, "own_cycles");
}

/* Checks that the rows add up to the cycles of each report, and their changes to the change of the
 * total, which the chart gives for all work. @alone: the location in one report */
static void
check_flame (const Pair *pair, const char *place, const char *alone)
{
  g_autoptr (PoplensPage) page = build (pair, place);
  const PoplensChart *chart = poplens_page_find_section (page, "compared-flame")->chart;
  const PoplensTable *table = poplens_page_find_section (page, "trace-costs")->table;
  const char *const sides[] = {"cycles_before", "cycles_after"};
  gint64 cycles[2];
  PoplensNumber number;

  for (guint s = 0; s < 2; s++) {
    cycles[s] = work_cycles (pair->report[s], alone);
    g_assert_cmpint (table_sum (table, sides[s]), ==, cycles[s]);
  }
  g_assert_cmpint (cycles[0], !=, cycles[1]);
  g_assert_cmpint (table_sum (table, "cycles_change"), ==, cycles[1] - cycles[0]);
  g_autofree char *text = poplens_chart_describe_item (chart, 0);
  g_assert_true (g_str_has_prefix (text, "All work\nBefore\t"));
  g_assert_nonnull (strstr (text, poplens_format_signed (number, cycles[1] - cycles[0])));
  g_assert_nonnull (
      strstr (notice (page, "compared"), poplens_format_signed (number, cycles[1] - cycles[0])));
}

/* Checks that boxes are within the box above, and that no row is wider than the row above it. */
static void
check_boxes (const PoplensChart *chart)
{
  gsize n = poplens_chart_get_n_items (chart);
  guint64 from, to, all_from, all_to, wide[64] = {0};
  guint row;

  g_assert_cmpuint (n, >, 50);
  g_assert_true (poplens_chart_get_lane_item (chart, 0, &all_from, &all_to, &row));
  g_assert_cmpuint (all_from, ==, 0);
  for (gsize i = 0; i < n; i++) {
    g_assert_true (poplens_chart_get_lane_item (chart, i, &from, &to, &row));
    g_assert_cmpuint (from, <, to);
    g_assert_cmpuint (to, <=, all_to);
    wide[row] += to - from;
    if (!row)
      continue;
    gsize above = poplens_chart_get_lane_neighbour (chart, i, 0, -1);
    g_assert_true (poplens_chart_get_lane_item (chart, above, &all_from, &to, NULL));
    g_assert_cmpuint (all_from, <=, from);
    g_assert_cmpuint (wide[row], <=, wide[row - 1]);
  }
}

static void
test_flame (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  check_flame (&pair, "trace?view=flame&same=yes", "trace");
  check_flame (&pair, "trace?view=flame&same=yes&ipu=1", "trace?ipu=1");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=flame");
  check_boxes (poplens_page_find_section (page, "compared-flame")->chart);
  g_assert_null (notice (page, "ipus"));
  pair_close (&pair);
}

/* The flame graph can be limited to the same iteration of both reports; an iteration that does not
 * exist is misuse. */
static void
test_flame_scope (void)
{
  g_autoptr (PoplensLocation) all = poplens_location_parse ("trace?same=yes", NULL);
  g_autoptr (PoplensLocation) one =
      poplens_location_parse ("trace?same=yes&range=iteration%3D1", NULL);
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensTable) whole =
      poplens_tables_compare ("trace-costs", pair.report[0], all, NULL, NULL);
  g_autoptr (PoplensTable) part =
      poplens_tables_compare ("trace-costs", pair.report[0], one, NULL, NULL);
  g_assert_cmpint (table_sum (part, "cycles_before"), >, 0);
  g_assert_cmpint (table_sum (part, "cycles_before"), <, table_sum (whole, "cycles_before"));
  g_autoptr (PoplensLocation) none =
      poplens_location_parse ("trace?view=flame&range=iteration%3D99", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (pair.report[0], none, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  g_assert_nonnull (page->misuse);
  pair_close (&pair);
}

/* If the numbers of IPUs differ, sums are over all IPUs, and a notice says so. */
static void
test_flame_ipus (void)
{
  Pair pair;

  pair_open (&pair, "--preset=plain", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=flame");
  g_assert_nonnull (strstr (notice (page, "ipus"), "Before ran on 2 IPUs, after on 4"));
  g_autoptr (PoplensPage) one = build (&pair, "trace?view=flame&ipu=1");
  g_assert_null (notice (one, "ipus"));
  pair_close (&pair);
}

/* If a report has no executed steps, the page shows the programs and the reason. */
static void
test_no_time (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,execution");
  g_autoptr (PoplensPage) page = build (&pair, "trace");
  g_assert_nonnull (strstr (notice (page, "absent"), "The report after"));
  g_assert_null (poplens_page_find_section (page, "compared-bars"));
  g_assert_nonnull (poplens_page_find_section (page, "programs"));
  g_autoptr (PoplensPage) flame = build (&pair, "trace?view=flame");
  g_assert_nonnull (strstr (notice (flame, "absent"), "The report after"));
  g_assert_nonnull (poplens_page_find_section (flame, "programs"));
  pair_close (&pair);
}

/* The cycles of a cause differ between critical path and waterfall, so their columns have different
 * titles. */
static void
test_titles (void)
{
  static const char *const tables[][3] = {
      {"critical-path", "Path cycles change", "held the run up"},
      {"time-causes", "Bar cycles change", "saves"}};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "trace?view=summary");
  for (guint t = 0; t < G_N_ELEMENTS (tables); t++) {
    const PoplensTable *table = poplens_page_find_section (page, tables[t][0])->table;
    guint column = (guint) poplens_table_find_column (table, "cycles_change");
    g_assert_cmpstr (poplens_table_get_column (table, column)->title, ==, tables[t][1]);
    g_assert_nonnull (strstr (poplens_table_get_note (table), tables[t][2]));
  }
  pair_close (&pair);
}

/* A report that was reloaded has the name "(before reload)", as in the window's bar, once. */
static void
test_past (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autofree char *name = g_strdup (poplens_report_get_name (pair.report[1]));
  g_autofree char *expected = g_strdup_printf (
      "%s (before reload): Not loaded before the files of the report changed.", name);
  poplens_report_leave_files (pair.report[1]);
  g_autoptr (PoplensPage) page = build (&pair, "trace");
  g_assert_cmpstr (notice (page, "absent"), ==, expected);
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare-time/bars", test_time);
  g_test_add_func ("/pages/compare-time/findings", test_compared_time_findings);
  g_test_add_func ("/pages/compare-time/straggler", test_straggler);
  g_test_add_func ("/pages/compare-time/slow-iteration", test_slow_iteration);
  g_test_add_func ("/pages/compare-time/straggler/faster", test_faster);
  g_test_add_func ("/pages/compare-time/findings/links", test_compared_time_links);
  g_test_add_func ("/pages/compare-time/findings/gone", test_gone);
  g_test_add_func ("/pages/compare-time/known", test_known);
  g_test_add_func ("/pages/compare-time/flame", test_flame);
  g_test_add_func ("/pages/compare-time/flame/scope", test_flame_scope);
  g_test_add_func ("/pages/compare-time/flame/ipus", test_flame_ipus);
  g_test_add_func ("/pages/compare-time/absent", test_no_time);
  g_test_add_func ("/pages/compare-time/titles", test_titles);
  g_test_add_func ("/pages/compare-time/past", test_past);
  return g_test_run ();
}
