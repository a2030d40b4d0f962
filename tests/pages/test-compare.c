/* Tests of pages of two reports: their charts and headlines against plain SQL on both files. */
#include "pages/compare-fixture.h"

#include "derived/compare/compare-insights.h"

#include <string.h>

/* Two reports that are each other's other report are still freed. */
static void
test_ring (void)
{
  Pair pair;
  gpointer gone[2];

  pair_open (&pair, "--tiles=48", "--without=archive,debug");
  poplens_report_set_other (pair.report[1], pair.report[0]);
  g_assert_null (poplens_report_ref_other (pair.report[0]));
  for (guint s = 0; s < 2; s++) {
    gone[s] = pair.report[s];
    g_object_add_weak_pointer (gone[s], &gone[s]);
  }
  pair_close (&pair);
  g_assert_null (gone[0]);
  g_assert_null (gone[1]);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static gint64
tile_bytes (const Pair *pair, guint side, const char *column, guint32 tile)
{
  return report_fixture_ask (pair->db[side],
                             "select coalesce(sum(%s), 0) from memory_by_tile where tile = %u",
                             column, tile);
}

static void
check_memory (const Pair *pair, const char *location, const char *column, guint n_tiles)
{
  g_autoptr (PoplensPage) page = build (pair, location);
  const PoplensSection *section = poplens_page_get_chart (page);
  const PoplensChart *chart = section->chart;

  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, n_tiles);
  for (guint i = 0; i < n_tiles; i++) {
    guint32 tile = section->plot.tiles[i];
    gint64 difference, of[2];
    for (guint s = 0; s < 2; s++) {
      of[s] = tile_bytes (pair, s, column, tile);
      g_assert_cmpint ((gint64) poplens_chart_get_value (chart, s, i), ==, of[s]);
    }
    g_assert_true (poplens_chart_get_difference (chart, i, &difference));
    g_assert_cmpint (difference, ==, of[1] - of[0]);
  }
}

/* Tiles that only the second report has count as 0 in the first, and a notice says so. */
static void
test_compared_memory (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=50", "--without=archive");
  check_memory (&pair, "memory", "total_including_gaps", 100);
  check_memory (&pair, "memory?gaps=no", "total", 100);
  g_autoptr (PoplensPage) page = build (&pair, "memory?tile=7");
  g_assert_nonnull (strstr (notice (page, "compared"), ". Added: 4 tiles"));
  g_autoptr (GArray) selected = poplens_page_selected_items (page, page->location);
  g_assert_cmpuint (selected->len, ==, 1);
  g_assert_cmpuint (g_array_index (selected, PoplensItemRange, 0).from, ==, 7);
  g_assert_cmpstr (poplens_page_default_tab (page), ==, "memory-tiles");
  pair_close (&pair);
}

/* ---- what the difference is of --------------------------------------------------------------- */

/* Checks that the parts of each tile add up to its difference, and that interleaved memory matches
 * the file. */
static void
check_parts (const Pair *pair, const char *breakdown, const char *gaps)
{
  g_autofree char *location = g_strdup_printf ("memory?breakdown=%s&gaps=%s", breakdown, gaps);
  g_autoptr (PoplensPage) page = build (pair, location);
  const PoplensSection *section = poplens_page_get_chart (page);
  const PoplensChart *chart = section->chart;
  guint n_series = poplens_chart_get_n_series (chart);

  g_assert_cmpuint (n_series, >, 2);
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    guint32 tile = section->plot.tiles[i];
    gint64 sum = 0, difference;
    for (guint s = 2; s < n_series; s++) {
      gint64 change = poplens_chart_get_change (chart, s, i);
      sum += change;
      if (!strcmp (poplens_chart_get_series_key (chart, s), "region:interleaved"))
        g_assert_cmpint (change, ==,
                         tile_bytes (pair, 1, "interleaved", tile) -
                             tile_bytes (pair, 0, "interleaved", tile));
    }
    g_assert_true (poplens_chart_get_difference (chart, i, &difference));
    g_assert_cmpint (sum, ==, difference);
  }
}

static void
check_order (const Pair *pair)
{
  g_autoptr (PoplensPage) page = build (pair, "memory?order=change&tile=7");
  const PoplensSection *section = poplens_page_get_chart (page);
  gsize n = poplens_chart_get_n_items (section->chart);
  gint64 last = G_MAXINT64, difference;

  for (gsize i = 0; i < n; i++) {
    g_assert_true (poplens_chart_get_difference (section->chart, i, &difference));
    g_assert_cmpint (difference, <=, last);
    last = difference;
  }
  g_autoptr (GArray) selected = poplens_page_selected_items (page, page->location);
  g_assert_cmpuint (selected->len, ==, 1);
  g_assert_cmpuint (section->plot.tiles[g_array_index (selected, PoplensItemRange, 0).from], ==, 7);
}

static void
test_breakdown (void)
{
  static const char *const breakdowns[] = {"region", "group", "category", "liveness"};
  Pair pair;

  pair_open (&pair, "--tiles=50", "--without=archive");
  for (guint b = 0; b < G_N_ELEMENTS (breakdowns); b++) {
    check_parts (&pair, breakdowns[b], "yes");
    check_parts (&pair, breakdowns[b], "no");
  }
  check_order (&pair);
  g_autoptr (PoplensPage) none = build (&pair, "memory?breakdown=none");
  g_assert_cmpuint (poplens_chart_get_n_series (poplens_page_get_chart (none)->chart), ==, 2);
  g_autoptr (PoplensPage) hidden = build (&pair, "memory?hide=group:tensors,second");
  const PoplensChart *chart = poplens_page_get_chart (hidden)->chart;
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++) {
    const char *key = poplens_chart_get_series_key (chart, s);
    g_assert_cmpint (poplens_chart_is_series_hidden (chart, s), ==,
                     !strcmp (key, "group:tensors") || !strcmp (key, "second"));
  }
  pair_close (&pair);
}

/* ---- Liveness -------------------------------------------------------------------------------- */

static gint64
peak_bytes (const Pair *pair, guint side)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (pair->report[side], NULL, NULL);
  gint64 peak = 0;

  for (guint32 i = 0; i < liveness->n_steps; i++)
    peak = MAX (peak, (gint64) liveness->not_always_live[i]);
  return peak;
}

/* Every step of both reports is on the axis once, with its bytes; matched steps have their
 * difference. */
static void
test_liveness (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "liveness?always-live=no");
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  guint64 sums[2] = {0}, highest[2] = {0};
  gsize matched = 0;
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    gint64 difference;
    guint64 of[] = {poplens_chart_get_value (chart, 0, i), poplens_chart_get_value (chart, 1, i)};
    for (guint s = 0; s < 2; s++) {
      sums[s] += of[s];
      highest[s] = MAX (highest[s], of[s]);
    }
    if (!poplens_chart_get_difference (chart, i, &difference))
      continue;
    g_assert_cmpint (difference, ==, (gint64) of[1] - (gint64) of[0]);
    matched++;
  }
  g_assert_cmpuint (matched, >, 100);
  for (guint s = 0; s < 2; s++) {
    const PoplensLiveness *liveness = poplens_report_load_liveness (pair.report[s], NULL, NULL);
    guint64 sum = 0;
    for (guint32 i = 0; i < liveness->n_steps; i++)
      sum += liveness->not_always_live[i];
    g_assert_cmpuint (sums[s], ==, sum);
    g_assert_cmpint ((gint64) highest[s], ==, peak_bytes (&pair, s));
  }
  /* The answer uses the name of the figure on Summary, with and without always-live memory. */
  g_assert_true (g_str_has_prefix (notice (page, "compared"), "Peak not-always-live memory: "));
  g_autoptr (PoplensPage) all = build (&pair, "liveness");
  g_assert_true (g_str_has_prefix (notice (all, "compared"), "Peak live memory: "));
  pair_close (&pair);
}

/* Without programs steps have no names: they are matched by number, and a notice says so. */
static void
test_ordinals (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,programs");
  g_autoptr (PoplensPage) page = build (&pair, "liveness");
  const PoplensSection *section = poplens_page_get_chart (page);
  if (section) {
    const PoplensLiveness *a = poplens_report_load_liveness (pair.report[0], NULL, NULL);
    const PoplensLiveness *b = poplens_report_load_liveness (pair.report[1], NULL, NULL);
    g_assert_cmpuint (poplens_chart_get_n_items (section->chart), ==, MAX (a->n_steps, b->n_steps));
    g_assert_nonnull (strstr (notice (page, "compared"), "matched by number"));
  }
  g_assert_nonnull (notice (page, "absent"));
  pair_close (&pair);
}

/* A click selects the step of the first report; a step that one report lacks is not described as 0
 * bytes. */
static void
test_compared_steps (void)
{
  Pair pair;
  gsize lacks[] = {G_MAXSIZE, G_MAXSIZE};

  pair_open (&pair, "--tiles=48", "--without=archive");
  pair_alter (&pair, "UPDATE programs SET name = 'renamed' WHERE id = (SELECT program_id FROM "
                     "depth_first_steps s JOIN programs p ON p.id = program_id "
                     "WHERE name != '' ORDER BY s.id LIMIT 1)");
  g_autoptr (PoplensPage) page = build (&pair, "liveness");
  const PoplensSection *section = poplens_page_get_chart (page);
  gsize n = poplens_chart_get_n_items (section->chart);
  for (gsize i = 0; i < n; i++) {
    g_autoptr (PoplensLocation) location = poplens_page_select_items (
        page, page->location, (PoplensItemRange){i, i + 1}, POPLENS_SELECT_REPLACE);
    g_autoptr (GArray) selected = poplens_page_selected_items (page, location);
    g_autofree char *step = g_strdup_printf ("%u", section->plot.steps[i]);
    gint64 difference;
    if (section->plot.steps[i] == G_MAXUINT32) {
      lacks[0] = i;
      g_assert_null (poplens_location_get (location, "step"));
      continue;
    }
    if (!poplens_chart_get_difference (section->chart, i, &difference))
      lacks[1] = i;
    g_assert_cmpstr (poplens_location_get (location, "step"), ==, step);
    g_assert_cmpuint (selected->len, ==, 1);
    g_assert_cmpuint (g_array_index (selected, PoplensItemRange, 0).from, ==, i);
  }
  for (guint s = 0; s < 2; s++) {
    g_assert_cmpuint (lacks[s], <, n);
    g_autofree char *words = poplens_chart_describe_item (section->chart, lacks[s]);
    g_assert_nonnull (strstr (words, "\tnot recorded\n"));
  }
  pair_close (&pair);
}

/* ---- the others ------------------------------------------------------------------------------ */

static const PoplensFact *
find_fact (const PoplensPage *page, const char *label)
{
  const GPtrArray *facts = poplens_page_find_section (page, "facts")->facts;

  for (guint i = 0; i < facts->len; i++)
    if (!strcmp (((const PoplensFact *) facts->pdata[i])->label, label))
      return facts->pdata[i];
  g_assert_not_reached ();
}

static void
check_fact (const Pair *pair, const PoplensPage *page, const char *label, const char *sql)
{
  gint64 first = report_fixture_ask (pair->db[0], "%s", sql);
  gint64 second = report_fixture_ask (pair->db[1], "%s", sql);
  const PoplensFact *shown = find_fact (page, label);
  PoplensNumber text;

  g_assert_cmpint (first, !=, second);
  g_assert_cmpstr (shown->value, ==,
                   poplens_format_signed_bytes (text, second - first, POPLENS_BYTE_UNIT_BINARY));
  g_assert_cmpint (shown->tone, ==, second > first ? POPLENS_TONE_MORE : POPLENS_TONE_LESS);
}

/* Differences have a sign. */
static void
test_summary (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "summary");
  check_fact (&pair, page, "Memory including gaps",
              "select sum(total_including_gaps) from memory_by_tile");
  g_assert_cmpstr (find_fact (page, "Fullest tile")->detail, ==, "unchanged");
  g_assert_nonnull (strstr (page->title, "compared with"));
  /* A column whose rows have different units is right-aligned, too. */
  const PoplensTable *numbers = poplens_page_find_section (page, "summary")->table;
  g_assert_true (poplens_table_column_is_numeric (
      numbers, (guint) poplens_table_find_column (numbers, "value_change")));
  g_assert_false (poplens_table_column_is_numeric (
      numbers, (guint) poplens_table_find_column (numbers, "name")));
  pair_close (&pair);
}

/* A tab that only the page of one report or only the comparison has is not misuse on the other. */
static void
test_switch (void)
{
  static const char *const pages[] = {"summary",  "insights",   "memory", "liveness",
                                      "programs", "operations", "trace",  NULL};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  for (guint p = 0; pages[p]; p++) {
    g_autofree char *alone = g_strdup_printf ("%s?compare=before&tab=variables", pages[p]);
    g_autofree char *both = g_strdup_printf ("%s?tab=memory-details", pages[p]);
    g_autoptr (PoplensPage) first = build (&pair, alone);
    g_autoptr (PoplensPage) compared = build (&pair, both);
    g_assert_null (strstr (first->title, "compared with"));
    g_assert_nonnull (strstr (compared->title, "compared with"));
    g_assert_nonnull (poplens_page_find_control (first, "compare"));
    g_assert_cmpuint (poplens_page_find_control (compared, "compare")->current, ==, 0);
    g_assert_true (poplens_page_complete (compared, pair.report[0], NULL, NULL));
  }
  /* Only the overview of Insights compares; its other views are about one report. */
  g_autoptr (PoplensPage) section = build (&pair, "insights?view=tiles");
  g_assert_null (poplens_page_find_control (section, "compare"));
  g_assert_nonnull (strstr (notice (section, "alone"), poplens_report_get_name (pair.report[0])));
  poplens_report_set_other (pair.report[0], NULL);
  g_autoptr (PoplensPage) alone = build (&pair, "memory");
  g_assert_null (poplens_page_find_control (alone, "compare"));
  g_autoptr (PoplensPage) tiles = build (&pair, "insights?view=tiles");
  g_assert_null (notice (tiles, "alone"));
  pair_close (&pair);
}

/* The table has a row for each finding that differs, with the sign and colour of its change. */
static void
test_insights (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=64", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "insights");
  g_autoptr (PoplensTable) table =
      poplens_tables_compare ("findings", pair.report[0], page->location, NULL, NULL);
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-memory")->facts;
  int change = poplens_table_find_column (table, "bytes_change");
  g_assert_cmpuint (facts->len, >, 3);
  g_assert_cmpuint (facts->len, ==, poplens_table_n_rows (table));
  for (guint32 row = 0; row < facts->len; row++) {
    const PoplensFact *shown = g_ptr_array_index (facts, row);
    gint64 bytes = poplens_table_get (table, row, (guint) change).integer;
    PoplensNumber text;
    g_assert_cmpstr (shown->value, ==,
                     poplens_format_signed_bytes (text, bytes, POPLENS_BYTE_UNIT_BINARY));
    g_assert_cmpint (shown->tone, ==, bytes > 0 ? POPLENS_TONE_MORE : POPLENS_TONE_LESS);
  }
  /* The answer is about memory and time. */
  g_assert_true (g_str_has_prefix (notice (page, "compared"), "On memory: "));
  g_assert_nonnull (strstr (notice (page, "compared"), "n time"));
  pair_close (&pair);
}

/* Findings are computed once per report and shared by the page, its table and later callers. */
static void
test_once (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedFindings) first = {0};
  g_auto (PoplensComparedFindings) again = {0};
  g_assert_true (poplens_compare_source_init (&source, pair.report[0], NULL));
  g_assert_true (poplens_compared_findings_load (&source, &first, NULL, NULL));
  g_assert_true (poplens_compared_findings_load (&source, &again, NULL, NULL));
  for (guint s = 0; s < 2; s++)
    g_assert_true (first.of[s] == again.of[s]);
  poplens_compare_source_clear (&source);
  pair_close (&pair);
}

/* If a report lacks a part, the page is still built and says why. */
static void
test_absent_parts (void)
{
  static const char *const pages[] = {"summary",  "insights",   "memory", "liveness",
                                      "programs", "operations", "trace",  NULL};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,memory,liveness,execution,debug,variables");
  for (guint p = 0; pages[p]; p++) {
    g_autoptr (PoplensPage) page = build (&pair, pages[p]);
    g_assert_true (poplens_page_complete (page, pair.report[0], NULL, NULL));
  }
  g_autoptr (PoplensPage) memory = build (&pair, "memory");
  g_assert_null (poplens_page_get_chart (memory));
  g_assert_nonnull (notice (memory, "absent"));
  pair_close (&pair);
}

/* The key "with" keeps any path bytes. Removing it also removes a tab that only the comparison has;
 * other tabs stay. */
static void
test_location (void)
{
  static const char *const paths[] = {"/tmp/run b", "/tmp/\xff\xfe", "/tmp/a&b=c#d?e%20", "/x"};

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    const char *of_one = "memory?tab=memory-tiles";
    g_autoptr (PoplensLocation) location =
        poplens_location_parse (i % 2 ? of_one : "memory?tab=variables", NULL);
    g_autoptr (PoplensLocation) with = poplens_location_with_other (location, paths[i]);
    g_autofree char *text = poplens_location_to_string (with);
    g_autoptr (PoplensLocation) again = poplens_location_parse (text, NULL);
    g_autofree char *other = poplens_location_get_other (again);
    g_autoptr (PoplensLocation) without = poplens_location_with_other (again, NULL);
    g_autofree char *left = poplens_location_to_string (without);
    g_assert_cmpstr (other, ==, paths[i]);
    g_assert_cmpstr (left, ==, i % 2 ? of_one : "memory");
  }
}

/* When the other report is removed, the location keeps its tab if the page of one report has it. */
static void
test_leave (void)
{
  static const char *const pages[][2] = {{"memory", "memory?compare=before"},
                                         {"liveness", "liveness?compare=before"},
                                         {"programs", "programs?compare=before"},
                                         {"operations", "operations?compare=before"},
                                         {"trace?view=flame", "trace?compare=before"}};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
    g_autoptr (PoplensPage) compared = build (&pair, pages[p][0]);
    g_autoptr (PoplensPage) alone = build (&pair, pages[p][1]);
    g_autoptr (PoplensLocation) with = poplens_location_with_other (compared->location, "/x");
    guint n = 0;
    for (guint i = 0; i < compared->sections->len; i++) {
      const PoplensSection *section = compared->sections->pdata[i];
      if (!poplens_section_is_tab (section))
        continue;
      g_autoptr (PoplensLocation) tab = poplens_location_with (with, "tab", section->key);
      g_autoptr (PoplensLocation) left = poplens_location_with_other (tab, NULL);
      const PoplensSection *same = poplens_page_find_section (alone, section->key);
      g_assert_cmpstr (poplens_location_get (left, "tab"), ==,
                       same && poplens_section_is_tab (same) ? section->key : NULL);
      n++;
    }
    g_assert_cmpuint (n, >, 1);
  }
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare/leave", test_leave);
  g_test_add_func ("/pages/compare/ring", test_ring);
  g_test_add_func ("/pages/compare/memory", test_compared_memory);
  g_test_add_func ("/pages/compare/breakdown", test_breakdown);
  g_test_add_func ("/pages/compare/liveness", test_liveness);
  g_test_add_func ("/pages/compare/steps", test_compared_steps);
  g_test_add_func ("/pages/compare/ordinals", test_ordinals);
  g_test_add_func ("/pages/compare/summary", test_summary);
  g_test_add_func ("/pages/compare/switch", test_switch);
  g_test_add_func ("/pages/compare/insights", test_insights);
  g_test_add_func ("/pages/compare/once", test_once);
  g_test_add_func ("/pages/compare/absent", test_absent_parts);
  g_test_add_func ("/pages/compare/place", test_location);
  return g_test_run ();
}
