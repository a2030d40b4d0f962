/* Every table of the registry, on real reports: it builds, and every cell of it can be read. */
#include "tables/fixtures.h"

#include "base/error.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* ---- every table ---------------------------------------------------------------------- */

static void
check_columns (const PoplensTable *table)
{
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    g_assert_cmpint (poplens_table_find_column (table, column->name), ==, c); /* names are unique */
    g_assert_cmpstr (column->title, !=, "");
    /* A noun phrase has no full stop; two sentences have two. */
    g_assert_cmpint (g_str_has_suffix (column->doc, "."), ==, strstr (column->doc, ". ") != NULL);
  }
}

static void
check_cells (const PoplensTable *table)
{
  PoplensNumber buffer;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    g_autofree char *link = poplens_table_get_link (table, row);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = link ? poplens_location_parse (link, &error) : NULL;
    g_assert_no_error (error);
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensValue value = poplens_table_get (table, row, c);
      g_assert_nonnull (poplens_value_format (&value, POPLENS_BYTE_UNIT_BINARY, buffer));
      if (poplens_unit_is_numeric (value.unit))
        g_assert_cmpint (value.type, !=, POPLENS_VALUE_TEXT);
    }
  }
}

static void
check_outputs (const PoplensTable *table)
{
  const PoplensTableOutput output = {.totals = TRUE, .max_width = 100, .limit = 200};
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &output);
  g_autofree char *json = fixture_write (table, NULL, POPLENS_TABLE_JSON, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  JsonObject *tables = json_object_get_object_member (
      json_node_get_object (json_parser_get_root (parser)), "tables");
  JsonObject *object = json_object_get_object_member (tables, poplens_table_get_name (table));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "rows")), ==,
                    poplens_table_n_rows (table));
}

static void
check_views (const PoplensTable *table)
{
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    g_autoptr (PoplensTableView) view = poplens_table_view_new (table, NULL, c, c % 2, NULL);
    g_autofree guint8 *seen = g_new0 (guint8, view->n + 1);
    g_assert_cmpuint (view->n, ==, poplens_table_n_rows (table));
    for (guint32 i = 0; i < view->n; i++) {
      g_assert_false (seen[view->rows[i]]);
      seen[view->rows[i]] = TRUE;
    }
  }
}

static void
check_report (const char *name, const char *location_text)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  const PoplensTableSpec *specs;
  guint n, built = 0;

  if (!report)
    return;
  specs = poplens_tables_list (&n);
  for (guint t = 0; t < n; t++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (location_text, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensTable) table =
        poplens_tables_build (specs[t].name, report, location, NULL, &error);
    g_test_message ("%s: %u rows", specs[t].name, table ? poplens_table_n_rows (table) : 0);
    if (!table) {
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      continue;
    }
    g_assert_cmpstr (poplens_table_get_name (table), ==, specs[t].name);
    g_assert_cmpstr (poplens_table_get_title (table), ==, specs[t].title);
    check_columns (table);
    check_cells (table);
    check_outputs (table);
    check_views (table);
    built++;
  }
  g_assert_cmpuint (built, >, n / 2);
}

static void
test_all (gconstpointer name)
{
  check_report (name, "memory");
}

static void
test_tiles (gconstpointer name)
{
  check_report (name, "memory?tile=0,5,100-120");
}

static void
test_last_tile (gconstpointer name)
{
  check_report (name, "memory?tile=1471");
}

/* ---- what the numbers say ------------------------------------------------------------- */

static void
test_totals_agree (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensTable) tiles = fixture_build (report, "memory-tiles", "memory");
  g_autoptr (PoplensTable) categories = fixture_build (report, "memory-categories", "memory");
  g_autoptr (PoplensTable) details = fixture_build (report, "memory-details", "memory");
  g_autoptr (PoplensTable) types = fixture_build (report, "memory-vertices", "memory");
  g_autoptr (PoplensTable) sets = fixture_build (report, "memory-compute-sets", "memory");
  g_autoptr (PoplensTable) time = fixture_build (report, "compile-time", "summary");

  /* formats.md 7 and 8. */
  g_assert_cmpint (fixture_total (categories, "not_overlapped") + fixture_total (tiles, "shared"),
                   ==, fixture_total (tiles, "total"));
  g_assert_cmpint (fixture_total (types, "vertex_data_bytes"), ==,
                   fixture_total (sets, "vertex_data_bytes"));
  g_assert_cmpint (fixture_total (types, "state_bytes"), ==, fixture_total (sets, "total"));
  g_assert_cmpint (fixture_total (types, "instances"), ==, fixture_total (sets, "vertices"));
  g_assert_cmpint (poplens_table_get (details, 1, 1).integer, ==, fixture_total (tiles, "total"));
  g_assert_cmpint (fixture_total (time, "self_microseconds"), >, 0);
}

/* The two rows that the tiles' columns and the sum of a selection must agree on. */
static void
test_selection_adds_up (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensTable) details =
      fixture_build (report, "memory-details", "memory?tile=3,7,900");
  g_autoptr (PoplensTable) many = fixture_build (report, "memory-details", "memory?tile=0-99");
  g_autoptr (PoplensTable) one = fixture_build (report, "memory-details", "memory?tile=3");

  g_assert_cmpuint (poplens_table_n_columns (details), ==, 5);
  for (guint32 row = 0; row < poplens_table_n_rows (details); row++) {
    PoplensValue sum = poplens_table_get (details, row, 1);
    gint64 tiles = 0;
    for (guint c = 2; c < 5; c++)
      tiles += poplens_table_get (details, row, c).integer;
    g_assert_cmpint (sum.integer, ==, tiles);
  }
  g_assert_cmpuint (poplens_table_n_columns (many), ==, 1 + 1 + 16);
  g_assert_nonnull (strstr (poplens_table_get_note (many), "16 of 100"));
  g_assert_cmpuint (poplens_table_n_columns (one), ==, 2);
  g_assert_cmpstr (poplens_table_get_column (one, 1)->name, ==, "tile_3");
}

static void
test_changed_options (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensTable) all = fixture_build (report, "options", "summary");
  g_autoptr (PoplensTable) changed = fixture_build (report, "options", "summary?changed=yes");
  int column = poplens_table_find_column (changed, "is_default");

  g_assert_cmpuint (poplens_table_n_rows (changed), <, poplens_table_n_rows (all));
  g_assert_cmpuint (poplens_table_n_rows (changed), >, 0);
  for (guint32 row = 0; row < poplens_table_n_rows (changed); row++)
    g_assert_cmpint (poplens_table_get (changed, row, column).integer, ==, 0);
}

static void
test_unknown_table (void)
{
  g_autoptr (GError) near = NULL;
  g_autoptr (GError) far = NULL;

  g_assert_null (poplens_tables_build ("memory-tile", NULL, NULL, NULL, &near));
  g_assert_error (near, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (near->message, "memory-tiles"));
  g_assert_null (poplens_tables_build ("zzzzzzzz", NULL, NULL, NULL, &far));
  g_assert_error (far, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (far->message, "--list"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/tables/registry/all", test_all, "integrals", "firehose", "demo-run",
                      "demo-compiled", NULL);
  report_fixture_add ("/tables/registry/tiles", test_tiles, "integrals", "demo-run", NULL);
  report_fixture_add ("/tables/registry/last-tile", test_last_tile, "firehose-killed",
                      "demo-killed", NULL);
  report_fixture_add ("/tables/registry/totals", test_totals_agree, "integrals", "demo-run", NULL);
  report_fixture_add ("/tables/registry/selection", test_selection_adds_up, "integrals", "demo-run",
                      NULL);
  report_fixture_add ("/tables/registry/changed-options", test_changed_options, "integrals",
                      "demo-run", NULL);
  g_test_add_func ("/tables/registry/unknown", test_unknown_table);
  int status = g_test_run ();
  report_fixture_clean_up ();
  return status;
}
