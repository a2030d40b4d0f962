/* Tests of the answers that compared pages give: why the peak changed, which options changed, and
 * where findings lead. */
#include "derived/insights/kinds-source.h"
#include "pages/compare-fixture.h"
#include "pages/core/views.h"

#include <string.h>

/* The notice says which kinds of variables changed the peak once kinds are computed for both
 * reports. Pages that show the notice request the kinds; Memory does so only if its Variables tab
 * is in front. */
static void
test_why (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) memory = build (&pair, "memory");
  g_autoptr (PoplensPage) variables = build (&pair, "memory?tab=variables");
  g_assert_false (memory->kinds_later);
  g_assert_true (variables->kinds_later);
  const PoplensKindIndex *own = poplens_report_kind_index (pair.report[0], NULL, NULL);
  g_assert_nonnull (own);
  g_autoptr (PoplensPage) one = build (&pair, "liveness");
  g_assert_null (strstr (notice (one, "compared"), "Mostly"));
  g_assert_nonnull (strstr (notice (one, "compared"), "Largest: "));
  g_assert_true (one->kinds_later);
  g_assert_true (poplens_kinds_make (pair.report[0], NULL));
  g_autoptr (PoplensPage) both = build (&pair, "liveness");
  g_assert_nonnull (strstr (notice (both, "compared"), "Mostly "));
  g_assert_false (both->kinds_later);
  pair_close (&pair);
}

/* Changed options come before other changes; if no option changed, a line after them says so. */
static void
check_options (const Pair *pair, gboolean changed)
{
  g_autoptr (PoplensPage) page = build (pair, "summary");
  const PoplensSection *options = poplens_page_find_section (page, "options");
  guint at, all;

  g_assert_true (g_ptr_array_find (page->sections, options, &at));
  g_assert_true (
      g_ptr_array_find (page->sections, poplens_page_find_section (page, "summary"), &all));
  g_assert_cmpint (at < all, ==, changed);
  g_assert_cmpint (options->table != NULL, ==, changed);
  if (!changed)
    g_assert_true (g_str_has_prefix (options->text, "All ") &&
                   strstr (options->text, " options are the same. "));
}

static void
test_compared_options (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  check_options (&pair, FALSE);
  pair_alter (&pair, "UPDATE compilation_parameters SET value = 'changed' WHERE rowid = 2");
  check_options (&pair, TRUE);
  pair_close (&pair);
}

/* If the second report no longer fits, Summary says so first; the change of the peak links to its
 * causes. */
static void
test_summary (void)
{
  Pair pair;
  guint at, figures;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) fits = build (&pair, "summary");
  g_assert_null (notice (fits, "fit"));
  pair_alter (&pair,
              "UPDATE target_info SET bytes_per_tile = (SELECT max(total_including_gaps) - 1 "
              "FROM memory_by_tile)");
  g_autoptr (PoplensPage) page = build (&pair, "summary");
  const PoplensSection *fit = poplens_page_find_section (page, "fit");
  g_assert_nonnull (fit);
  g_assert_true (g_regex_match_simple ("^The program no longer fits: fullest tile .+, tiles "
                                       "over capacity 0 → 1\\.$",
                                       fit->text, 0, 0));
  g_assert_cmpint (fit->notice.tone, ==, POPLENS_TONE_BAD);
  g_assert_true (g_ptr_array_find (page->sections, fit, &at));
  g_assert_true (
      g_ptr_array_find (page->sections, poplens_page_find_section (page, "facts"), &figures));
  g_assert_cmpuint (at, <, figures);
  const PoplensSection *peak = poplens_page_find_section (page, "compared-peak");
  g_assert_true (g_str_has_prefix (peak->text, "Peak live memory "));
  const PoplensPageLink *link = g_ptr_array_index (peak->notice.links, 0);
  g_autoptr (PoplensPage) next = build (&pair, link->location);
  g_assert_true (g_str_has_prefix (notice (next, "compared"), "Peak live memory: "));
  pair_close (&pair);
}

/* The table of figures begins with the most important ones. */
static void
test_summary_order (void)
{
  static const char *const first[] = {"tiles_over", "tile_bytes",       "free_bytes",
                                      "peak_bytes", "iteration_cycles", "program_cycles"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "summary?same=yes");
  const PoplensTable *table = poplens_page_find_section (page, "summary")->table;
  guint key = (guint) poplens_table_find_column (table, "key");
  for (guint32 row = 0; row < G_N_ELEMENTS (first); row++)
    g_assert_cmpstr (poplens_table_get (table, row, key).text, ==, first[row]);
  pair_close (&pair);
}

/* A figure that one report lacks is not listed as changed: its row is among the unchanged ones, and
 * a note says why it cannot be compared. */
static void
test_summary_lacks (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=liveness");
  g_autoptr (PoplensPage) page = build (&pair, "summary");
  g_autoptr (PoplensPage) all = build (&pair, "summary?same=yes");
  const PoplensTable *changes = poplens_page_find_section (page, "summary")->table;
  const PoplensTable *every = poplens_page_find_section (all, "summary")->table;
  guint key = (guint) poplens_table_find_column (every, "key");
  guint state = (guint) poplens_table_find_column (every, "state");
  guint lacking = 0;
  for (guint32 row = 0; row < poplens_table_n_rows (changes); row++)
    g_assert_cmpstr (poplens_table_get (changes, row, key).text, !=, "peak_bytes");
  for (guint32 row = 0; row < poplens_table_n_rows (every); row++)
    lacking += g_str_equal (poplens_table_get (every, row, state).text, "not recorded after");
  g_assert_cmpuint (lacking, ==, 3);
  g_assert_nonnull (strstr (poplens_table_get_note (changes), " Cannot compare Peak live, "));
  pair_close (&pair);
}

static const PoplensFact *
fact_of_change (const PoplensPage *page, const char *label)
{
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-memory")->facts;

  for (guint i = 0; i < facts->len; i++)
    if (g_str_equal (((const PoplensFact *) facts->pdata[i])->label, label))
      return facts->pdata[i];
  return NULL;
}

/* A finding that is gone links to the first report alone; a new one links to the comparison. */
static void
test_compared_links (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  pair_alter (&pair,
              "UPDATE target_info SET bytes_per_tile = (SELECT max(total_including_gaps) - 1 "
              "FROM memory_by_tile)");
  g_autofree char *tile = g_strdup_printf (
      "memory?finding=tiles-over&tile=%u",
      (guint) report_fixture_ask (pair.db[1], "select tile from memory_by_tile order by "
                                              "total_including_gaps desc, tile limit 1"));
  g_autofree char *alone = poplens_location_before_alone (tile);
  g_autoptr (PoplensPage) page = build (&pair, "insights");
  const PoplensFact *new = fact_of_change (page, "Tiles over: new");
  g_assert_nonnull (new);
  g_assert_cmpstr (new->link, ==, tile);
  g_autoptr (PoplensPage) shown = build (&pair, new->link);
  g_assert_nonnull (strstr (shown->title, "compared with"));
  poplens_report_set_other (pair.report[0], NULL);
  poplens_report_set_other (pair.report[1], pair.report[0]);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("insights", NULL);
  g_autoptr (PoplensPage) back =
      poplens_page_build (pair.report[1], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  const PoplensFact *gone = fact_of_change (back, "Tiles over: gone");
  g_assert_nonnull (gone);
  g_assert_cmpstr (gone->link, ==, alone);
  /* A row of the table has the same link as the fact about the same finding. */
  const PoplensTable *table = poplens_page_find_section (page, "findings")->table;
  const GPtrArray *facts = poplens_page_find_section (page, "found-on-memory")->facts;
  for (guint32 row = 0; row < facts->len; row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    g_assert_cmpstr (link, ==, ((const PoplensFact *) facts->pdata[row])->link);
  }
  pair_close (&pair);
}

/* The answer of Memory gives the change in bytes, the tiles over capacity, the kinds with the
 * largest changes and the tile with the largest change; it links to the variables. */
static void
test_memory_answer (void)
{
  static const char gaps[] = "select sum(total_including_gaps) from memory_by_tile";
  Pair pair;
  PoplensNumber change, first, second;

  pair_open (&pair, "--tiles=48", "--without=archive");
  pair_alter (&pair,
              "UPDATE target_info SET bytes_per_tile = (SELECT max(total_including_gaps) - 1 "
              "FROM memory_by_tile); "
              "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps + "
              "100000000 WHERE tile = 7");
  gint64 before = report_fixture_ask (pair.db[0], gaps);
  gint64 after = report_fixture_ask (pair.db[1], gaps);
  gint64 tile =
      report_fixture_ask (pair.db[1], "select total_including_gaps from memory_by_tile where tile "
                                      "= 7") -
      report_fixture_ask (pair.db[0], "select total_including_gaps from memory_by_tile where tile "
                                      "= 7");
  g_autofree char *words = g_strdup_printf (
      "Memory including gaps, all tiles: %s → %s: %s",
      poplens_format_bytes (first, (guint64) before, POPLENS_BYTE_UNIT_BINARY),
      poplens_format_bytes (second, (guint64) after, POPLENS_BYTE_UNIT_BINARY),
      poplens_format_signed_bytes (change, after - before, POPLENS_BYTE_UNIT_BINARY));
  g_autofree char *largest =
      g_strdup_printf (". Largest: %s on tile 7",
                       poplens_format_signed_bytes (change, tile, POPLENS_BYTE_UNIT_BINARY));
  g_autoptr (PoplensPage) page = build (&pair, "memory");
  const PoplensSection *section = poplens_page_find_section (page, "compared");
  g_assert_true (g_str_has_prefix (section->text, words));
  g_assert_nonnull (strstr (section->text, ". Over capacity: 0 → 2 tiles"));
  g_assert_nonnull (strstr (section->text, ". Mostly "));
  g_assert_true (g_str_has_suffix (section->text, largest));
  const PoplensPageLink *link = g_ptr_array_index (section->notice.links, 0);
  g_autoptr (PoplensPage) next = build (&pair, link->location);
  g_assert_true (g_str_has_prefix (notice (next, "compared"), "Peak live memory: "));
  g_assert_cmpstr (poplens_page_default_tab (next), ==, "variables");
  g_autoptr (PoplensPage) without = build (&pair, "memory?gaps=no");
  g_assert_true (g_str_has_prefix (notice (without, "compared"), "Memory excluding gaps, "));
  pair_close (&pair);
}

/* Checks that each step has the same bytes in the table as in the graph. @columns: by side;
 * @remark: a part of the table's note. */
static void
check_compared_steps (const Pair *pair, const char *text, const char *columns[POPLENS_N_SIDES],
                      const char *remark)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (PoplensTable) table =
      poplens_tables_compare ("liveness-steps", pair->report[0], location, NULL, NULL);
  g_autoptr (PoplensPage) page = build (pair, text);
  const PoplensSection *graph = poplens_page_find_section (page, "liveness-chart");
  guint step = (guint) poplens_table_find_column (table, "step_before");

  g_assert_nonnull (strstr (poplens_table_get_note (table), remark));
  g_assert_cmpuint (poplens_table_n_rows (table), >, 0);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    for (gsize i = 0; i < poplens_chart_get_n_items (graph->chart); i++)
      for (guint s = 0; s < POPLENS_N_SIDES; s++)
        if (graph->plot.steps[i] == poplens_table_get (table, row, step).integer)
          g_assert_cmpint (
              poplens_table_get (table, row, (guint) poplens_table_find_column (table, columns[s]))
                  .integer,
              ==, (gint64) poplens_chart_get_value (graph->chart, s, i));
}

/* Checks that the changes in the table of variables add up to the notice's change of the peak. */
static void
check_variables (const Pair *pair, const char *text, const char *column, const char *remark)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (PoplensTable) table =
      poplens_tables_compare ("variables", pair->report[0], location, NULL, NULL);
  g_autoptr (PoplensPage) page = build (pair, text);
  PoplensNumber number;
  gint64 change = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    change +=
        poplens_table_get (table, row, (guint) poplens_table_find_column (table, column)).integer;
  poplens_format_signed_bytes (number, change, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *noted = g_strdup_printf ("%s: %s.", remark, number);
  g_autofree char *drawn = g_strdup_printf (": %s (", number);
  g_assert_nonnull (strstr (poplens_table_get_note (table), noted));
  g_assert_nonnull (strstr (notice (page, "compared"), drawn));
}

/* Tables of Liveness include always-live memory exactly if the graph does. */
static void
test_always (void)
{
  static const char *live[] = {"live_before", "live_after"},
                    *rest[] = {"not_always_live_before", "not_always_live_after"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  check_compared_steps (&pair, "liveness", live, "Always-live memory: ");
  check_compared_steps (&pair, "liveness?always-live=no", rest,
                        "Always-live memory is not counted: ");
  check_variables (&pair, "liveness", "at_peak_change", " At the peak");
  check_variables (&pair, "liveness?always-live=no", "at_peak_change",
                   " Not always live at the peak");
  g_autoptr (PoplensLocation) off = poplens_location_parse ("liveness?always-live=no", NULL);
  g_autoptr (PoplensTable) variables =
      poplens_tables_compare ("variables", pair.report[0], off, NULL, NULL);
  g_assert_cmpint (poplens_table_find_column (variables, "always_live_change"), <, 0);
  pair_close (&pair);
}

/* Counts the actions on pairs of reports that Ctrl+K finds for @query. */
static guint
count_found (PoplensReport *report, const char *query)
{
  g_autoptr (PoplensFinder) finder = poplens_finder_new_with_views (report, FALSE, NULL, NULL);
  PoplensFinds *finds =
      poplens_finder_find (finder, query, 100, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < finds->results->len; i++) {
    const PoplensFound *found = finds->results->pdata[i];
    n += found->kind == POPLENS_FOUND_VIEW && strstr (found->location, "with=") != NULL;
  }
  poplens_finds_free (finds);
  return n;
}

/* Actions on two reports can be found by name if there are two reports. */
static void
test_actions (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_assert_cmpuint (count_found (pair.report[0], "compare"), ==, 6);
  g_assert_cmpuint (count_found (pair.report[0], "swap"), ==, 1);
  g_assert_cmpuint (count_found (pair.report[0], "close"), ==, 1);
  g_assert_cmpuint (count_found (pair.report[0], "alone"), ==, 2);
  poplens_report_set_other (pair.report[0], NULL);
  g_assert_cmpuint (count_found (pair.report[0], "compare"), ==, 1);
  g_assert_cmpuint (count_found (pair.report[0], "swap"), ==, 0);
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare-answers/why", test_why);
  g_test_add_func ("/pages/compare-answers/memory", test_memory_answer);
  g_test_add_func ("/pages/compare-answers/always", test_always);
  g_test_add_func ("/pages/compare-answers/actions", test_actions);
  g_test_add_func ("/pages/compare-answers/options", test_compared_options);
  g_test_add_func ("/pages/compare-answers/links", test_compared_links);
  g_test_add_func ("/pages/compare-answers/summary", test_summary);
  g_test_add_func ("/pages/compare-answers/summary-order", test_summary_order);
  g_test_add_func ("/pages/compare-answers/summary-lacks", test_summary_lacks);
  return g_test_run ();
}
