/* Tests of the Memory page against SQL: the values of its graphs by tile, the map of a tile's
 * memory, and the choices that select many tiles at once. */
#include "pages/trace-fixture.h"

#include "charts/floor/floor.h"
#include "charts/lanes/lanes.h"
#include "tables/engine/registry.h"

#include <string.h>

typedef void (*MemoryTest) (PoplensReport *report, sqlite3 *db);

typedef struct {
  MemoryTest test;
  const char *name;
} MemoryCase;

static void
with_report (gconstpointer data)
{
  const MemoryCase *c = data;
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (trace_open_both (c->name, &report, &db))
    c->test (report, db);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static void
test_map_values (PoplensReport *report, sqlite3 *db)
{
  static const struct {
    const char *value, *sql;
  } cases[] = {
      {"total", "total"},
      {"with-gaps", "total_including_gaps"},
      {"gaps", "total_including_gaps - total"},
      {"overflowed", "overflowed"},
      {"interleaved", "interleaved"},
      {"non-interleaved", "non_interleaved"},
      {"always-live", "always_live_bytes"},
      {"peak", "always_live_bytes + not_always_live_max_bytes"},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *text = g_strdup_printf ("memory?view=map&colour=%s", cases[c].value);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    const PoplensSection *section = poplens_page_get_chart (page);
    g_assert_cmpstr (section->key, ==, "tile-map");
    g_assert_true (poplens_chart_get_kind (section->chart) == &poplens_floor_kind);
    g_assert_cmpint (poplens_chart_get_n_items (section->chart), ==,
                     report_fixture_ask (db, "SELECT count(*) FROM memory_by_tile"));
    for (gsize i = 0; i < poplens_chart_get_n_items (section->chart); i += 97)
      g_assert_cmpint (poplens_chart_get_value (section->chart, 0, i), ==,
                       report_fixture_ask (db, "SELECT %s FROM memory_by_tile WHERE tile = %u",
                                           cases[c].sql, section->plot.tiles[i]));
  }
}

static void
test_locations (PoplensReport *report, sqlite3 *db)
{
  static const char *const plans[] = {"physical", "logical"};

  for (guint p = 0; p < G_N_ELEMENTS (plans); p++) {
    g_autofree char *text = g_strdup_printf ("memory?view=map&layout=%s", plans[p]);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    PoplensChart *chart = poplens_page_get_chart (page)->chart;
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
      PoplensFloorCell cell;
      g_assert_true (poplens_chart_get_floor_cell (chart, i, &cell));
      g_assert_true (g_hash_table_add (
          seen, GUINT_TO_POINTER ((cell.group * 256u + cell.row) * 256u + cell.column + 1)));
    }
  }
}

static void
test_memory_order (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) page = trace_page (report, "memory?order=physical&breakdown=none");
  const PoplensSection *section = poplens_page_get_chart (page);
  gsize n = poplens_chart_get_n_items (section->chart);
  guint64 sum = 0;

  /* On the die, tile 0 is beside tile 90 (formats.md 4.6). */
  g_assert_cmpint (section->plot.tiles[0], ==, 0);
  g_assert_cmpint (section->plot.tiles[1], !=, 1);
  for (gsize i = 0; i < n; i++)
    sum += poplens_chart_get_value (section->chart, 0, i);
  g_assert_cmpint (sum, ==, report_fixture_ask (db, "SELECT sum(total) FROM memory_by_tile"));
}

/* The graph and the tables of one IPU add up to the same bytes. */
static void
test_ipu (PoplensReport *report, sqlite3 *db)
{
  gint64 of_ipu = report_fixture_ask (db, "SELECT tiles_per_ipu FROM target_info");
  gint64 n = report_fixture_ask (db, "SELECT count(*) FROM memory_by_tile");
  guint64 sum = 0;

  if (n <= of_ipu)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "memory?ipu=1&breakdown=none&order=use");
  const PoplensSection *section = poplens_page_get_chart (page);
  g_assert_cmpint (poplens_chart_get_n_items (section->chart), ==, of_ipu);
  for (gsize i = 0; i < (gsize) of_ipu; i++)
    sum += poplens_chart_get_value (section->chart, 0, i);
  gint64 want = report_fixture_ask (db, "SELECT sum(total) FROM memory_by_tile WHERE tile / %d = 1",
                                    (int) of_ipu);
  g_assert_cmpint (sum, ==, want);
  const PoplensTable *tiles = poplens_page_find_section (page, "memory-tiles")->table;
  int column = poplens_table_find_column (tiles, "total");
  g_assert_cmpint (poplens_table_n_rows (tiles), ==, of_ipu);
  g_assert_cmpint (poplens_table_sum (tiles, (guint) column, NULL, 0).integer, ==, want);
}

/* The graph of a variable, chosen by ID or name, has the bytes of the file for each tile; three
 * variables. */
static void
test_memory_variables (PoplensReport *report, sqlite3 *db)
{
  for (int k = 0; k < 3; k++) {
    gint64 id = report_fixture_ask (
        db,
        "SELECT unlowered_var_id FROM var_bytes_by_eq_class WHERE tile IS NOT NULL AND "
        "eq_class_id GROUP BY 1 ORDER BY sum(bytes) DESC LIMIT 1 OFFSET %d",
        k);
    g_autofree char *text = g_strdup_printf (
        "memory?view=variables&order=use&plot=category:stack,%" G_GINT64_FORMAT, id);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    const PoplensSection *section = poplens_page_get_chart (page);
    g_assert_cmpstr (section->key, ==, "variables-chart");
    g_assert_cmpint (poplens_chart_get_n_series (section->chart), ==, 2);
    guint64 sum = 0;
    for (gsize i = 0; i < poplens_chart_get_n_items (section->chart); i++) {
      guint64 value = poplens_chart_get_value (section->chart, 1, i);
      sum += value;
      if (i % 211 == 0)
        g_assert_cmpint (
            value, ==,
            report_fixture_ask (db,
                                "SELECT coalesce(sum(bytes), 0) FROM var_bytes_by_eq_class WHERE "
                                "unlowered_var_id = %d AND tile = %u AND eq_class_id",
                                (int) id, section->plot.tiles[i]));
    }
    g_assert_cmpint (
        sum, ==,
        report_fixture_ask (db,
                            "SELECT sum(bytes) FROM var_bytes_by_eq_class WHERE "
                            "unlowered_var_id = %d AND tile IS NOT NULL AND eq_class_id",
                            (int) id));
  }
}

/* Choosing a name adds it once; an unknown name is misuse. */
static void
test_plot (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) page = trace_page (report, "memory?view=variables&plot=category:stack");
  const PoplensControl *control = poplens_page_find_control (page, "plot");
  g_autoptr (PoplensLocation) more =
      poplens_page_choose (page, page->location, "plot", "category:constant");
  g_autoptr (PoplensLocation) same = poplens_page_choose (page, more, "plot", "category:stack");
  g_autoptr (PoplensLocation) bad = trace_location ("memory?view=variables&plot=no such variable");
  g_autoptr (PoplensPage) said =
      poplens_page_build (report, bad, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);

  g_assert_cmpint (g_strv_length (control->completions), >, 20);
  g_assert_cmpstr (poplens_location_get (more, "plot"), ==, "category:stack,category:constant");
  g_assert_true (poplens_location_equal (more, same));
  g_assert_nonnull (strstr (said->misuse, "no such variable"));
  /* The next choice replaces a wrong name, or its warning would stay forever. */
  g_autoptr (PoplensLocation) right =
      poplens_page_choose (said, said->location, "plot", "category:stack");
  g_assert_cmpstr (poplens_location_get (right, "plot"), ==, "category:stack");
}

/* ---- the tile map ---------------------------------------------------------------------------- */

/* Bytes of a variable on a tile, from the file. */
#define VARIABLE_BYTES                                                                             \
  "coalesce ((SELECT sum (bytes) FROM var_bytes_by_eq_class WHERE unlowered_var_id = %d AND tile " \
  "= %u AND eq_class_id), 0)"

static int
large_variable (sqlite3 *db, int rank)
{
  return (int) report_fixture_ask (
      db,
      "SELECT unlowered_var_id FROM var_bytes_by_eq_class WHERE tile IS NOT NULL AND "
      "eq_class_id GROUP BY 1 ORDER BY sum(bytes) DESC LIMIT 1 OFFSET %d",
      rank);
}

/* The colour of a tile is the sum of the chosen items, and its description lists them; the table
 * has the same column. */
static void
test_map_chosen (PoplensReport *report, sqlite3 *db)
{
  int a = large_variable (db, 0), b = large_variable (db, 2);
  g_autofree char *text =
      g_strdup_printf ("memory?view=map&colour=chosen&plot=%d,category:stack,%d", a, b);
  g_autoptr (PoplensPage) page = trace_page (report, text);
  const PoplensSection *section = poplens_page_get_chart (page);
  PoplensChart *chart = section->chart;
  g_autofree char *second = g_strdup_printf ("plot:%d", b);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("memory-tiles", report, page->location, NULL, &error);
  int column = poplens_table_find_column (table, "value");
  gint64 sum = 0;

  g_assert_no_error (error);
  g_assert_cmpint (column, >=, 0);
  g_assert_nonnull (poplens_page_find_control (page, "plot"));
  g_assert_cmpstr (poplens_chart_get_series_key (chart, 0), ==, "chosen");
  g_assert_cmpstr (poplens_chart_get_series_key (chart, 3), ==, second);
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    guint tile = section->plot.tiles[i];
    guint64 parts = 0;
    for (guint s = 1; s <= 3; s++)
      parts += poplens_chart_get_value (chart, s, i);
    g_assert_cmpint (poplens_chart_get_value (chart, 0, i), ==, parts);
    sum += (gint64) parts;
    if (i % 211)
      continue;
    g_assert_cmpint (poplens_chart_get_value (chart, 1, i), ==,
                     report_fixture_ask (db, "SELECT " VARIABLE_BYTES, a, tile));
    g_assert_cmpint (poplens_chart_get_value (chart, 3, i), ==,
                     report_fixture_ask (db, "SELECT " VARIABLE_BYTES, b, tile));
  }
  g_assert_cmpint (poplens_table_sum (table, (guint) column, NULL, 0).integer, ==, sum);
}

/* If nothing is chosen, a text says how to choose; the table has the column only if it is
 * requested. */
static void
test_map_unchosen (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) page = trace_page (report, "memory?view=map&colour=chosen");
  g_autoptr (PoplensPage) total = trace_page (report, "memory?view=map");
  g_autoptr (PoplensLocation) plain = trace_location ("memory");
  g_autoptr (PoplensLocation) wrong = trace_location ("memory?colour=chosen&plot=no such variable");
  g_autoptr (PoplensTable) table = poplens_tables_build ("memory-tiles", report, plain, NULL, NULL);
  g_autoptr (GError) error = NULL;

  const char *says = poplens_chart_get_empty_text (poplens_page_get_chart (page)->chart);
  g_assert_nonnull (strstr (says, "Add variables or categories"));
  g_assert_null (poplens_chart_get_empty_text (poplens_page_get_chart (total)->chart));
  g_assert_null (poplens_page_find_control (total, "plot"));
  g_assert_cmpint (poplens_table_find_column (table, "value"), <, 0);
  g_assert_null (poplens_tables_build ("memory-tiles", report, wrong, NULL, &error));
  g_assert_nonnull (strstr (error->message, "no such variable"));
}

static void
test_map_ramp (PoplensReport *report, sqlite3 *db)
{
  static const struct {
    const char *ramp, *low, *high;
  } cases[] = {
      {"largest", "0", "(SELECT max (total) FROM memory_by_tile)"},
      {"spread", "(SELECT min (total) FROM memory_by_tile)",
       "(SELECT max (total) FROM memory_by_tile)"},
      {"limit", "0", "(SELECT bytes_per_tile FROM target_info)"},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *text = g_strdup_printf ("memory?view=map&ramp=%s", cases[c].ramp);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    guint64 low, high;
    g_assert_true (
        poplens_chart_get_floor_range (poplens_page_get_chart (page)->chart, &low, &high));
    g_assert_cmpint (low, ==, report_fixture_ask (db, "SELECT %s", cases[c].low));
    g_assert_cmpint (high, ==, report_fixture_ask (db, "SELECT %s", cases[c].high));
  }
}

/* The key "zoom" sets the view of the map; other graphs ignore it. */
static void
test_map_zoom (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) map = trace_page (report, "memory?view=map&zoom=4@0:31.5,11.25");
  g_autoptr (PoplensPage) total = trace_page (report, "memory?zoom=4@0:31.5,11.25");
  PoplensChartView view = poplens_page_chart_view (map, map->location);
  PoplensChartView all = poplens_chart_view_all (poplens_page_get_chart (total)->chart);
  PoplensChartView same = poplens_page_chart_view (total, total->location);

  g_assert_cmpfloat (view.zoom, ==, 4);
  g_assert_cmpint (view.group, ==, 0);
  g_assert_cmpfloat (view.column, ==, 31.5);
  g_assert_cmpfloat (view.row, ==, 11.25);
  g_assert_cmpfloat (same.from, ==, all.from);
  g_assert_cmpfloat (same.to, ==, all.to);
}

/* ---- the memory map -------------------------------------------------------------------------- */

static guint64
length_of_gaps (const PoplensTabChart *tab, gsize first)
{
  guint64 sum = 0, from, to;

  for (gsize i = first; i < poplens_chart_get_n_items (tab->chart); i++)
    if (poplens_chart_get_lane_item (tab->chart, i, &from, &to, NULL))
      sum += to - from;
  return sum;
}

/* Checks that blocks are in the order of the file's offsets, and that each can be selected. */
static void
check_items (const PoplensTabChart *tab, PoplensReport *report, const PoplensPage *page, gsize n)
{
  const PoplensSection *section = poplens_page_find_section (page, "memory-map");

  for (gsize i = 0; i < poplens_chart_get_n_items (tab->chart); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = poplens_page_select_in_tab (tab, page->location, i, 0);
    g_autoptr (PoplensTabChart) again =
        poplens_page_make_chart (report, page, section, location, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (again->misuse, ==, NULL);
    g_assert_cmpint (again->selected->len, ==, 1);
    g_assert_cmpint (g_array_index (again->selected, PoplensItemRange, 0).from, ==, i);
    g_assert_true (!poplens_location_get (location, i < n ? "address" : "tile-variable"));
  }
}

static void
test_memory_map (PoplensReport *report, sqlite3 *db)
{
  static const int tiles[] = {0, 1, 5};

  for (guint t = 0; t < G_N_ELEMENTS (tiles); t++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strdup_printf ("memory?tile=%d&tab=memory-map", tiles[t]);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    const PoplensSection *section = poplens_page_find_section (page, "memory-map");
    g_assert_true (section->state == POPLENS_PARTIAL && !section->chart);
    g_autoptr (PoplensTabChart) tab =
        poplens_page_make_chart (report, page, section, page->location, NULL, NULL, &error);
    g_assert_no_error (error);
    gsize n = (gsize) report_fixture_ask (
        db, "SELECT count(*) FROM vars_info WHERE tile = %d AND bitset & 1 AND size_bytes > 0",
        tiles[t]);
    g_assert_cmpint (poplens_chart_get_n_items (tab->chart), >=, n);
    g_assert_cmpint (length_of_gaps (tab, n), ==,
                     report_fixture_ask (
                         db,
                         "SELECT total_including_gaps - total FROM memory_by_tile WHERE tile = %d",
                         tiles[t]));
    check_items (tab, report, page, n);
  }
}

/* The map opens on the offsets that any of the tiles uses and a margin, or on the whole memory. */
static void
test_opening (PoplensReport *report, sqlite3 *db)
{
  static const char *const tiles[] = {"0", "5", "0,5"};

  for (guint t = 0; t < G_N_ELEMENTS (tiles); t++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strdup_printf ("memory?tile=%s&tab=memory-map", tiles[t]);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    g_autoptr (PoplensTabChart) tab =
        poplens_page_make_chart (report, page, poplens_page_find_section (page, "memory-map"),
                                 page->location, NULL, NULL, &error);
    g_assert_no_error (error);
    PoplensChartView all = poplens_chart_view_all (tab->chart);
    PoplensChartView opening = poplens_chart_view_opening (tab->chart);
    double used = (double) report_fixture_ask (
        db, "SELECT max (total_including_gaps) FROM memory_by_tile WHERE tile IN (%s)", tiles[t]);
    double memory = (double) report_fixture_ask (db, "SELECT bytes_per_tile FROM target_info");
    g_assert_cmpfloat (all.to - all.from, ==, memory);
    g_assert_cmpfloat (opening.from, ==, all.from);
    g_assert_cmpfloat (opening.to - opening.from, >=, used);
    if (used < memory * 0.85)
      g_assert_cmpfloat (opening.to - opening.from, <=, used * 1.05);
    else if (used > memory * 0.95)
      g_assert_cmpfloat (opening.to, ==, all.to);
  }
}

static void
test_live_at_step (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) page = trace_page (report, "memory?tile=5&tab=memory-map");
  const PoplensSection *section = poplens_page_find_section (page, "memory-map");

  int n = (int) report_fixture_ask (db, "SELECT count(*) FROM depth_first_steps");

  g_assert_cmpint (n, >, 20);
  for (int step = 0; step < n; step += MAX (n / 13, 1)) {
    g_autofree char *number = g_strdup_printf ("%d", step);
    g_autoptr (PoplensLocation) location = poplens_location_with (page->location, "step", number);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensTabChart) tab =
        poplens_page_make_chart (report, page, section, location, NULL, NULL, &error);
    gint64 live = report_fixture_ask (
        db,
        "SELECT sum(size_bytes) FROM vars_info WHERE tile = 5 AND bitset & 1 AND "
        "(equivalence_class IN (SELECT eq_class_id FROM eq_class_step WHERE step_id_from <= %d "
        "AND step_id_to > %d) OR equivalence_class IN (SELECT id FROM eq_classes WHERE "
        "is_always_live))",
        step, step);
    PoplensNumber bytes;
    g_assert_no_error (error);
    g_autofree char *want = g_strdup_printf (
        "%s live", poplens_format_bytes (bytes, (guint64) live, POPLENS_BYTE_UNIT_BINARY));
    g_assert_nonnull (strstr (tab->step_label, want));
  }
}

/* ---- tiles at a stroke ----------------------------------------------------------------------- */

static const PoplensTileChoice *
find_choice (const PoplensPage *page, const char *title)
{
  for (guint i = 0; i < page->tile_choices->len; i++) {
    const PoplensTileChoice *choice = page->tile_choices->pdata[i];
    if (!strcmp (choice->title, title))
      return choice;
  }
  g_assert_not_reached ();
}

static void
test_tile_choices (PoplensReport *report, sqlite3 *db)
{
  g_autoptr (PoplensPage) page = trace_page (report, "memory");
  const PoplensTileChoice *fullest = find_choice (page, "Fullest tile");
  gint64 over = report_fixture_ask (db, "SELECT count(*) FROM memory_by_tile, target_info WHERE "
                                        "total_including_gaps > bytes_per_tile");
  const PoplensTileChoice *overflow = find_choice (page, "Tiles over");

  g_assert_cmpint (fullest->tiles->ranges[0].first, ==,
                   report_fixture_ask (db, "SELECT tile FROM memory_by_tile ORDER BY "
                                           "total_including_gaps DESC, tile LIMIT 1"));
  g_assert_cmpint (overflow->tiles ? (gint64) poplens_tile_set_count (overflow->tiles) : 0, ==,
                   over);
  g_assert_null (find_choice (page, "Similar tiles")->tiles);
  g_autoptr (PoplensPage) with = trace_page (report, "memory?tile=5");
  const PoplensTileChoice *alike = find_choice (with, "Tiles similar to 5");
  g_assert_true (poplens_tile_set_contains (alike->tiles, 5));
  g_assert_cmpint (poplens_tile_set_count (alike->tiles), <,
                   report_fixture_ask (db, "SELECT count(*) FROM memory_by_tile"));
}

/* ---- misuse ---------------------------------------------------------------------------------- */

static void
test_memory_misuse (PoplensReport *report, sqlite3 *db)
{
  static const struct {
    const char *location, *says;
  } cases[] = {
      {"memory?view=map&colour=weight", "weight"},
      {"memory?view=pie", "total, variables or map"},
      {"memory?view=map&ramp=rainbow", "rainbow"},
      {"memory?view=map&colour=chosen&plot=no such thing", "no such thing"},
      {"memory?replica=1", "unknown replica"},
      {"memory?ipu=9", "unknown IPU"},
      {"memory?tile=5&tile-variable=4294967290", "no variable 4294967290"},
      {"memory?tile=5&address=0x1", "0x1"},
      {"memory?tile=5&step=99999999", "99999999"},
      {"memory?tab=memory-maps", "memory-maps"},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = trace_location (cases[c].location);
    g_autoptr (PoplensPage) page =
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (poplens_page_complete (page, report, NULL, &error));
    g_assert_nonnull (page->misuse);
    g_assert_nonnull (strstr (page->misuse, cases[c].says));
  }
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *path;
    MemoryTest test;
  } tests[] = {
      {"/memory-page/map/values", test_map_values},
      {"/memory-page/map/places", test_locations},
      {"/memory-page/order", test_memory_order},
      {"/memory-page/ipu", test_ipu},
      {"/memory-page/variables/bytes", test_memory_variables},
      {"/memory-page/variables/plot", test_plot},
      {"/memory-page/map/chosen", test_map_chosen},
      {"/memory-page/map/unchosen", test_map_unchosen},
      {"/memory-page/map/ramp", test_map_ramp},
      {"/memory-page/map/zoom", test_map_zoom},
      {"/memory-page/memory-map/items", test_memory_map},
      {"/memory-page/memory-map/opening", test_opening},
      {"/memory-page/memory-map/step", test_live_at_step},
      {"/memory-page/tile-choices", test_tile_choices},
      {"/memory-page/misuse", test_memory_misuse},
  };

  static const char *const names[] = {"integrals", "demo"};

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests) * G_N_ELEMENTS (names); i++) {
    MemoryCase c = {tests[i / 2].test, names[i % 2]};
    g_autofree char *path = g_strconcat (tests[i / 2].path, "/", c.name, NULL);
    g_test_add_data_func_full (path, g_memdup2 (&c, sizeof c), with_report, g_free);
  }
  return g_test_run ();
}
