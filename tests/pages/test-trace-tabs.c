/* Tests of the tabs below the trace: tables of sums, and charts of tiles. */
#include "charts/floor/floor.h"
#include "pages/core/page-private.h"
#include "pages/trace-fixture.h"
#include "support/table-cells.h"

#include <string.h>

static PoplensTabChart *
make_tab_chart (PoplensReport *report, const PoplensPage *page, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = trace_location (text);
  PoplensTabChart *tab = poplens_page_make_chart (
      report, page, poplens_page_find_section (page, key), location, NULL, NULL, &error);

  g_assert_no_error (error);
  return tab;
}

/* Each choice of grouping shows its table, for the selected range. */
static void
test_cost_groups (void)
{
  static const char *const groups[][2] = {{"program", "Cycles by program"},
                                          {"compute-set", "Cycles by compute set"},
                                          {"operation", "Cycles by operation"},
                                          {"bottom-up", "Cycles bottom-up"},
                                          {"top-down", "Cycles top-down"}};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");

  for (guint g = 0; g < G_N_ELEMENTS (groups); g++) {
    g_autofree char *text = g_strdup_printf ("trace?by=%s&from=5&to=9", groups[g][0]);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    const PoplensSection *section = poplens_page_find_section (page, "trace-costs");
    g_autoptr (PoplensLocation) all = trace_location ("trace?from=5&to=9");
    g_autoptr (PoplensLocation) some = trace_location ("trace?range=3000000..3500000");
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensTable) table =
        poplens_page_make_table (report, page, section, all, NULL, NULL, &error);
    g_assert_no_error (error);
    g_autoptr (PoplensTable) part =
        poplens_page_make_table (report, page, section, some, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (section->state, ==, POPLENS_PARTIAL);
    g_assert_cmpstr (poplens_table_get_title (table), ==, groups[g][1]);
    g_assert_true (g_str_has_prefix (poplens_table_get_note (table), "The whole trace"));
    g_assert_nonnull (strstr (poplens_table_get_note (part), "3,000,000 to 3,500,000"));
  }
}

/* The cycles of a step's tiles: as a chart, in bins, and relative to each IPU's longest tile. */
static void
test_step (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  gint64 tiles = report_fixture_ask (db, "select tiles_per_ipu from target_info");
  gint64 steps = report_fixture_ask (db, "select max(id) from steps");
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  for (gint64 step = 0; step <= steps; step += 7) {
    g_autofree char *text = g_strdup_printf ("trace?executed=%d&tile=3", (int) step);
    g_autofree char *bins = g_strconcat (text, "&measure=histogram", NULL);
    g_autoptr (PoplensTabChart) tab = make_tab_chart (report, page, "trace-tiles", text);
    g_autoptr (PoplensTabChart) histogram = make_tab_chart (report, page, "trace-tiles", bins);
    gint64 ipus =
        report_fixture_ask (db, "select count(*) from steps_by_ipu where step_id = %d", (int) step);
    guint64 most = 0, counted = 0;
    guint32 active = 0;
    g_assert_cmpint (poplens_chart_get_n_items (tab->chart), ==, ipus * tiles);
    for (gsize i = 0; i < poplens_chart_get_n_items (tab->chart); i++) {
      guint64 value = poplens_chart_get_value (tab->chart, 0, i);
      most = MAX (most, value);
      active += value > 0;
    }
    g_assert_cmpint ((gint64) most, ==,
                     report_fixture_ask (db,
                                         "select max(cycles) from steps_by_ipu where step_id = %d",
                                         (int) step));
    g_assert_cmpint (
        active, ==,
        report_fixture_ask (db, "select sum(active_tiles) from steps_by_ipu where step_id = %d",
                            (int) step));
    for (gsize i = 0; i < poplens_chart_get_n_items (histogram->chart); i++)
      counted += poplens_chart_get_value (histogram->chart, 0, i);
    g_assert_cmpint ((gint64) counted, ==, ipus * tiles);
    g_assert_cmpint ((gint64) poplens_chart_get_value (histogram->chart, 0, 0), ==,
                     ipus * tiles - active);
    g_assert_cmpuint (poplens_chart_get_n_items (histogram->chart), <=, 12);
  }
}

/* The floor plans of senders and receivers of an exchange have the numbers of the chart by tile. */
static void
test_exchange_floor (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  gint64 tiles = report_fixture_ask (db, "select tiles_per_ipu from target_info");
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  for (guint i = 0; i < 12; i++) {
    gint64 step = report_fixture_ask (
        db, "select id from steps where type = 'DoExchange' limit 1 offset %d", (int) i * 3);
    g_autofree char *text = g_strdup_printf ("trace?executed=%d&measure=bytes", (int) step);
    g_autofree char *on_floor =
        g_strdup_printf ("trace?executed=%d&measure=floor&tile=5", (int) step);
    g_autoptr (PoplensTabChart) bytes = make_tab_chart (report, page, "trace-tiles", text);
    g_autoptr (PoplensTabChart) floor = make_tab_chart (report, page, "trace-tiles", on_floor);
    gsize n = poplens_chart_get_n_items (floor->chart);
    guint64 moved[2] = {0}, all[2] = {0};
    /* Floor plans have all tiles, and come in pairs. */
    g_assert_cmpint ((gint64) n % (2 * tiles), ==, 0);
    g_assert_cmpuint (n, >, 0);
    for (gsize item = 0; item < n; item++) {
      g_autoptr (PoplensLocation) clicked =
          poplens_page_select_in_tab (floor, page->location, item, 0);
      gsize tile = (gsize) g_ascii_strtoull (poplens_location_get (clicked, "tile"), NULL, 10);
      PoplensFloorCell at;
      guint64 value = poplens_chart_get_value (floor->chart, 0, item);
      g_assert_true (poplens_chart_get_floor_cell (floor->chart, item, &at));
      /* The first series of the chart by tile is the received bytes. */
      g_assert_cmpuint (value, ==, poplens_chart_get_value (bytes->chart, !(at.group % 2), tile));
      moved[at.group % 2] += value;
    }
    for (gsize tile = 0; tile < poplens_chart_get_n_items (bytes->chart); tile++)
      for (guint s = 0; s < 2; s++)
        all[s] += poplens_chart_get_value (bytes->chart, s, tile);
    g_assert_cmpuint (moved[0], ==, all[1]);
    g_assert_cmpuint (moved[1], ==, all[0]);
    g_assert_cmpuint (moved[0], >, 0);
  }
}

/* If no step is selected, the tab says how to select one. */
static void
test_no_step (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_page_make_chart (report, page,
                                          poplens_page_find_section (page, "trace-tiles"),
                                          page->location, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "Select a step"));
}

/* The colours of the plan are the numbers of the table, and a click selects the tile. */
static void
test_stragglers (void)
{
  static const char *const values[][2] = {
      {"imbalance", "imbalance"}, {"beyond-second", "beyond_second"}, {"times", "times"}};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (GError) error = NULL;

  for (guint v = 0; v < G_N_ELEMENTS (values); v++) {
    g_autofree char *text = g_strdup_printf (
        "trace?by=tile&map-colour=%s&range=2000000..6000000&tile=302", values[v][0]);
    g_autoptr (PoplensTabChart) tab = make_tab_chart (report, page, "trace-stragglers", text);
    g_autoptr (PoplensLocation) location = trace_location (text);
    g_autoptr (PoplensTable) table =
        poplens_tables_build ("trace-slowest", report, location, NULL, &error);
    g_autoptr (GHashTable) cells = g_hash_table_new (g_direct_hash, g_direct_equal);
    guint32 found = 0;
    g_assert_no_error (error);
    for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
      gsize tile = (gsize) table_int (table, row, "tile");
      PoplensFloorCell at;
      found += poplens_chart_get_value (tab->chart, 0, tile) ==
               (guint64) table_int (table, row, values[v][1]);
      g_assert_true (poplens_chart_get_floor_cell (tab->chart, tile, &at));
      g_assert_cmpint (at.group, ==, table_int (table, row, "ipu"));
      /* Each tile has a cell of its own. */
      g_assert_true (g_hash_table_add (
          cells, GUINT_TO_POINTER (((guint) at.group << 20) + ((guint) at.row << 10) + at.column)));
    }
    g_assert_cmpuint (found, ==, poplens_table_n_rows (table));
    g_autoptr (PoplensLocation) clicked = poplens_page_select_in_tab (tab, location, 77, 0);
    g_assert_cmpstr (poplens_location_get (clicked, "tile"), ==, "77");
    g_assert_cmpstr (tab->title, ==, "Tile 302");
    g_assert_cmpuint (tab->selected->len, ==, 1);
    g_assert_cmpuint (g_array_index (tab->selected, PoplensItemRange, 0).from, ==, 302);
  }
}

/* The whole page has nothing left to build. */
static void
test_whole_page (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "trace");
  g_autoptr (PoplensPage) whole = poplens_page_build_whole (
      report, page->location, (PoplensPageDefaults){page->unit}, TRUE, NULL, NULL);

  for (guint i = 0; i < whole->sections->len; i++)
    g_assert_cmpint (((PoplensSection *) whole->sections->pdata[i])->state, !=, POPLENS_PARTIAL);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/trace-tabs/groups", test_cost_groups);
  g_test_add_func ("/pages/trace-tabs/step", test_step);
  g_test_add_func ("/pages/trace-tabs/exchange-floor", test_exchange_floor);
  g_test_add_func ("/pages/trace-tabs/no-step", test_no_step);
  g_test_add_func ("/pages/trace-tabs/stragglers", test_stragglers);
  g_test_add_func ("/pages/trace-tabs/whole", test_whole_page);
  return g_test_run ();
}
