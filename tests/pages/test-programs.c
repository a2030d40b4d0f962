/* Tests of Program Tree: the chart of a program by tile against its table, which other tests
 * compare with plain SQL, and the row that a picture marks. */
#include "pages/core/page.h"
#include "pages/trace-fixture.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <string.h>

static PoplensPage *
build_programs_page (PoplensReport *report, const PoplensLocation *location)
{
  g_autoptr (GError) error = NULL;
  PoplensPage *page = poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return page;
}

static PoplensTabChart *
make_chart (PoplensReport *report, const PoplensPage *page, const PoplensLocation *location)
{
  g_autoptr (GError) error = NULL;
  const PoplensSection *section = poplens_page_find_section (page, "tile-costs-chart");
  PoplensTabChart *tab =
      poplens_page_make_chart (report, page, section, location, NULL, NULL, &error);

  g_assert_no_error (error);
  return tab;
}

static const struct {
  const char *series, *column, *show;
} values[] = {{"tiles-received", "received_bytes", "bytes"},
              {"tiles-sent", "sent_bytes", "bytes"},
              {"tiles-exchange-code", "exchange_code", "bytes"},
              {"tiles-control-code", "control_code", "bytes"},
              {"tiles-cycles", "cycles", "cycles"},
              {"tiles-estimate", "estimated_cycles", "cycles"},
              {"tiles-vertices", "vertices", "vertices"}};

static int
find_series (const PoplensChart *chart, const char *key)
{
  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (!strcmp (poplens_chart_get_series_key (chart, s), key))
      return (int) s;
  return -1;
}

/* Returns the value of the tile's row; 0 if it has no row or no recorded value. */
static guint64
tile_value (const PoplensTable *table, guint tile, const char *column)
{
  guint at = (guint) poplens_table_find_column (table, "tile");

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (poplens_table_get (table, row, at).integer == (gint64) tile) {
      PoplensValue value =
          poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));
      return value.type == POPLENS_VALUE_INT ? (guint64) value.integer : 0;
    }
  return 0;
}

/* Checks that the chart of each kind has every value of the table. Returns the number of series. */
static guint
check_chart_values (PoplensReport *report, const PoplensPage *page, guint64 program)
{
  g_autofree char *text = g_strdup_printf ("programs?program=%" G_GUINT64_FORMAT, program);
  g_autoptr (PoplensLocation) location = trace_location (text);
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("tile-costs", report, location, NULL, NULL);
  guint found = 0;

  for (guint v = 0; v < G_N_ELEMENTS (values); v++) {
    g_autoptr (PoplensLocation) shown = poplens_location_with (location, "measure", values[v].show);
    g_autoptr (PoplensTabChart) tab = make_chart (report, page, shown);
    int series = find_series (tab->chart, values[v].series);
    gsize n = poplens_chart_get_n_items (tab->chart);
    guint64 sum = 0, expected = 0;
    for (gsize i = 0; i < n; i += 97) {
      guint64 wanted = tile_value (table, (guint) i, values[v].column);
      g_assert_cmpuint (series < 0 ? 0 : poplens_chart_get_value (tab->chart, (guint) series, i),
                        ==, wanted);
    }
    for (gsize i = 0; series >= 0 && i < n; i++)
      sum += poplens_chart_get_value (tab->chart, (guint) series, i);
    PoplensValue total;
    if (poplens_table_get_total (table, (guint) poplens_table_find_column (table, values[v].column),
                                 &total) &&
        total.type == POPLENS_VALUE_INT)
      expected = (guint64) total.integer;
    g_assert_cmpuint (sum, ==, expected);
    found += series >= 0;
  }
  return found;
}

static void
test_by_tile (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  if (!report)
    return;
  sqlite3 *db = report_fixture_open_sql (report);
  g_autoptr (PoplensLocation) location = trace_location ("programs");
  g_autoptr (PoplensPage) page = build_programs_page (report, location);
  gint64 n_types = report_fixture_ask (db, "SELECT max(id) FROM program_types");
  guint checked = 0, series = 0;

  /* One program of each type. */
  for (gint64 type = 0; type <= n_types; type++) {
    gint64 id = report_fixture_ask (
        db, "SELECT coalesce(max(id), -1) FROM programs WHERE variant = %" G_GINT64_FORMAT, type);
    if (id < 0)
      continue;
    series += check_chart_values (report, page, (guint64) id);
    checked++;
  }
  g_test_message ("%u programs, %u series", checked, series);
  g_assert_cmpuint (checked, >, 8);
  g_assert_cmpuint (series, >, checked);
  sqlite3_close (db);
}

/* A click selects the tile, which is marked and described; a click outside clears the selection. */
static void
test_programs_clicks (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensLocation) location = trace_location ("programs");
  g_autoptr (PoplensPage) page = build_programs_page (report, location);
  g_autoptr (PoplensTabChart) tab = make_chart (report, page, location);
  g_autoptr (PoplensLocation) at = poplens_page_select_in_tab (tab, location, 45, 45.5);
  g_autoptr (PoplensTabChart) chosen = make_chart (report, page, at);
  g_autoptr (PoplensLocation) none = poplens_page_select_in_tab (chosen, at, G_MAXSIZE, 0);
  PoplensItemRange range;

  g_assert_cmpstr (poplens_location_get (at, "tile"), ==, "45");
  g_assert_cmpuint (tab->selected->len, ==, 0);
  g_assert_cmpuint (chosen->selected->len, ==, 1);
  range = g_array_index (chosen->selected, PoplensItemRange, 0);
  g_assert_true (range.from == 45 && range.to == 46);
  g_assert_cmpstr (chosen->title, ==, "Tile 45");
  g_assert_null (poplens_location_get (none, "tile"));
}

/* Empty charts say why. */
static void
test_programs_empty (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensLocation) location = trace_location ("programs?program=0&measure=vertices");
  g_autoptr (PoplensPage) page = build_programs_page (report, location);
  g_autoptr (PoplensTabChart) tab = make_chart (report, page, location);

  g_assert_cmpuint (poplens_chart_get_n_series (tab->chart), ==, 0);
  g_assert_nonnull (strstr (poplens_chart_get_empty_text (tab->chart), "compute set"));
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {"integrals", "firehose", "demo"};

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_strdup_printf ("/pages/programs/by-tile/%s", names[i]);
    g_test_add_data_func (path, names[i], test_by_tile);
  }
  g_test_add_func ("/pages/programs/clicks", test_programs_clicks);
  g_test_add_func ("/pages/programs/empty", test_programs_empty);
  return g_test_run ();
}
