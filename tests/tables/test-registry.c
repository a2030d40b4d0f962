/* Tests of all registered tables on real reports: each can be built, and all cells can be read. */
#include "tables/fixtures.h"

#include "base/error.h"
#include "model/location-keys.h"
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
    /* A noun phrase has no full stop; sentences have. */
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
  JsonObject *written = json_object_get_object_member (tables, poplens_table_get_name (table));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (written, "rows")), ==,
                    poplens_table_n_rows (table));
  g_assert_cmpuint (json_object_get_int_member (written, "shown"), ==,
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

/* Checks a table. TRUE if it could be built */
static gboolean
check_registered_table (PoplensReport *report, const PoplensTableSpec *spec,
                        const char *location_text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (location_text, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      poplens_tables_build (spec->name, report, location, NULL, &error);

  g_test_message ("%s: %u rows", spec->name, table ? poplens_table_n_rows (table) : 0);
  if (!table) {
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
    return FALSE;
  }
  g_assert_cmpstr (poplens_table_get_name (table), ==, spec->name);
  g_assert_cmpstr (poplens_table_get_title (table), ==, spec->title);
  check_columns (table);
  check_cells (table);
  check_outputs (table);
  check_views (table);
  return TRUE;
}

static void
check_report (const char *name, const char *location_text)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);
  guint n, n_views, built = 0;
  const PoplensTableSpec *specs = poplens_tables_list (&n),
                         *views = poplens_named_views_list (&n_views);

  if (!report)
    return;
  for (guint t = 0; t < n; t++)
    built += check_registered_table (report, &specs[t], location_text);
  for (guint v = 0; v < n_views; v++)
    check_registered_table (report, &views[v], location_text);
  g_assert_cmpuint (built, >, n / 2);
}

/* Counts the visible columns, except the label, before the one that the table is sorted by. */
static guint
columns_before_sort (const PoplensTable *table)
{
  gboolean descending;
  guint column, n = 0;

  if (!poplens_table_get_default_sort (table, &column, &descending))
    return 0;
  for (guint c = 0; c < column; c++)
    n += !poplens_table_get_column (table, c)->for_scripts &&
         (int) c != poplens_table_get_label (table);
  return n;
}

/* If a table starts with the largest row, the column of that value is visible at 1000 px: there is
 * space for a name and four more columns. */
static void
test_first_columns (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++)
    for (guint by = 0; by < G_N_ELEMENTS (specs[t].by) && (!by || specs[t].by[by].key); by++) {
      g_autoptr (PoplensLocation) start = poplens_location_parse ("memory", NULL);
      g_autoptr (PoplensLocation) location =
          poplens_location_with (start, "by", specs[t].by[by].key);
      g_autoptr (PoplensTable) table =
          poplens_tables_build (specs[t].name, report, location, NULL, NULL);
      if (!table)
        continue;
      g_test_message ("%s, by %s", specs[t].name, specs[t].by[by].key);
      g_assert_cmpuint (columns_before_sort (table), <=, 4);
    }
}

/* A key has one title: all tables together have no more titles than keys, and at most 300 keys. */
static void
test_titles (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensLocation) location = poplens_location_parse ("memory", NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++) {
    g_autoptr (PoplensTable) table =
        poplens_tables_build (specs[t].name, report, location, NULL, NULL);
    for (guint c = 0; table && c < poplens_table_n_columns (table); c++) {
      const PoplensColumn *column = poplens_table_get_column (table, c);
      g_hash_table_add (names, g_strdup (column->name));
      g_hash_table_add (titles, g_strdup (column->title));
    }
  }
  g_test_message ("%u keys, %u titles", g_hash_table_size (names), g_hash_table_size (titles));
  g_assert_cmpuint (g_hash_table_size (names), >, 200);
  g_assert_cmpuint (g_hash_table_size (names), <=, 300);
  g_assert_cmpuint (g_hash_table_size (titles), <=, g_hash_table_size (names));
}

/* ---- views ---------------------------------------------------------------------------- */

/* Checks that every name in a list such as "-bytes,tile" is a column of the base. */
static void
check_names (const PoplensTable *base, const char *list)
{
  g_auto (GStrv) names = g_strsplit (list ? list : "", ",", -1);

  for (guint i = 0; names[i]; i++)
    g_assert_cmpint (poplens_table_find_column (base, names[i] + (*names[i] == '-')), >=, 0);
}

/* A view specifies what must be known before its base is built, and names columns of the base. */
static void
test_registry_views (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  guint n;
  const PoplensTableSpec *views = poplens_named_views_list (&n);

  g_assert_cmpuint (n, <=, 18);
  for (guint v = 0; v < n; v++) {
    const PoplensTableSpec *base = poplens_tables_find (views[v].base);
    g_autoptr (PoplensTable) rows = fixture_build (report, views[v].base, "insights");
    g_assert_nonnull (base);
    g_assert_null (base->base);
    g_assert_cmphex (views[v].parts, ==, base->parts);
    g_assert_cmpint (views[v].kinds, ==, base->kinds);
    check_names (rows, views[v].columns);
    check_names (rows, views[v].sort);
    g_assert_true (poplens_tables_find (views[v].name) == &views[v]);
  }
}

/* Rows, order, links and totals of a view are those of its base. */
static void
test_view_rows (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensTable) base = fixture_build (report, "memory-tiles", "memory?tile=100-140");
  g_autoptr (PoplensTable) view = fixture_build (report, "insights-tiles", "memory?tile=100-140");
  guint from = (guint) poplens_table_find_column (base, "total_including_gaps"),
        to = (guint) poplens_table_find_column (view, "total_including_gaps"), found = 0;
  gint64 least = poplens_table_get (view, 4, to).integer;

  g_assert_cmpuint (poplens_table_n_rows (view), ==, 5);
  for (guint32 row = 0; row < poplens_table_n_rows (base); row++)
    found += poplens_table_get (base, row, from).integer >= least;
  g_assert_cmpuint (found, ==, 5);
  for (guint32 row = 1; row < 5; row++)
    g_assert_cmpint (poplens_table_get (view, row, to).integer, <=,
                     poplens_table_get (view, row - 1, to).integer);
  g_autofree char *link = poplens_table_get_link (view, 0);
  g_autofree char *wanted = g_strdup_printf (
      "memory?tile=%" G_GINT64_FORMAT,
      poplens_table_get (view, 0, (guint) poplens_table_find_column (view, "tile")).integer);
  g_assert_cmpstr (link, ==, wanted);
  g_assert_true (poplens_table_column_has_total (view, to));
  g_assert_nonnull (strstr (poplens_table_get_note (view), "5 of 41"));
}

static void
test_all (gconstpointer name)
{
  check_report (name, "memory");
}

static void
test_registry_tiles (gconstpointer name)
{
  check_report (name, "memory?tile=0,5,100-120");
}

static void
test_last_tile (gconstpointer name)
{
  check_report (name, "memory?tile=1471");
}

/* ---- what the numbers say ------------------------------------------------------------- */

/* Returns the number in the first row with the title. */
static gint64
find_number (const PoplensTable *table, const char *title, const char *column)
{
  guint32 row = 0;

  while (strcmp (poplens_table_get (table, row, 0).text, title))
    row++;
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column)).integer;
}

static void
test_totals_agree (PoplensReport *report)
{
  g_autoptr (PoplensTable) tiles = fixture_build (report, "memory-tiles", "memory");
  g_autoptr (PoplensTable) categories = fixture_build (report, "memory-categories", "memory");
  g_autoptr (PoplensTable) details = fixture_build (report, "memory-details", "memory");
  g_autoptr (PoplensTable) types = fixture_build (report, "vertex-types", "memory");
  g_autoptr (PoplensTable) sets = fixture_build (report, "compute-sets", "memory");
  g_autoptr (PoplensTable) time = fixture_build (report, "compile-time", "summary");

  /* Sums of formats.md 7 and 8. */
  g_assert_cmpint (fixture_total (categories, "not_overlapped") + fixture_total (tiles, "shared"),
                   ==, fixture_total (tiles, "total"));
  g_assert_cmpint (fixture_total (types, "vertex_data_bytes"), ==,
                   fixture_total (sets, "vertex_data_bytes"));
  g_assert_cmpint (fixture_total (types, "state_bytes"), ==, fixture_total (sets, "total"));
  g_assert_cmpint (fixture_total (types, "instances"), ==, fixture_total (sets, "vertices"));
  g_assert_cmpint (find_number (details, "Excluding gaps", "all"), ==,
                   fixture_total (tiles, "total"));
  g_assert_cmpint (find_number (details, "Gaps", "all"), ==, fixture_total (tiles, "gaps"));
  g_assert_cmpint (fixture_total (time, "self_microseconds"), >, 0);
}

/* In each row, the sum of a selection is the sum of its tiles' columns; only the first tiles of
 * many have columns. */
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

  g_assert_cmpuint (poplens_table_n_columns (details), ==, 7);
  for (guint32 row = 0; row < poplens_table_n_rows (details); row++) {
    PoplensValue sum = poplens_table_get (details, row, 3);
    gint64 tiles = 0;
    for (guint c = 4; c < 7; c++)
      tiles += poplens_table_get (details, row, c).integer;
    g_assert_cmpint (sum.integer, ==, tiles);
  }
  g_assert_cmpuint (poplens_table_n_columns (many), ==, 1 + 2 + 1 + 16);
  g_assert_nonnull (strstr (poplens_table_get_note (many), "16 of 100"));
  g_assert_cmpuint (poplens_table_n_columns (one), ==, 4);
  g_assert_cmpstr (poplens_table_get_column (one, 3)->name, ==, "tile_3");
}

/* Details begin with gaps and groups of categories, the largest group first; no row has 0 B. */
static void
test_details (gconstpointer name)
{
  g_autoptr (PoplensReport) report = report_fixture_open (name);

  if (!report)
    return;
  g_autoptr (PoplensTable) details = fixture_build (report, "memory-details", "memory");
  guint all = (guint) poplens_table_find_column (details, "all");
  gint64 before = G_MAXINT64;
  guint32 row = 3;

  g_assert_cmpstr (poplens_table_get (details, 0, 0).text, ==, "Including gaps");
  g_assert_cmpstr (poplens_table_get (details, 1, 0).text, ==, "Gaps");
  g_assert_cmpstr (poplens_table_get (details, 2, 0).text, ==, "Excluding gaps");
  for (; poplens_table_get_depth (details, row); row++) {
    gint64 bytes = poplens_table_get (details, row, all).integer;
    if (poplens_table_get_depth (details, row) != 1 ||
        !strcmp (poplens_table_get (details, row, 0).text, "Shared"))
      continue;
    g_assert_cmpint (bytes, <=, before);
    before = bytes;
  }
  for (row = 0; row < poplens_table_n_rows (details); row++)
    g_assert_true (poplens_table_get (details, row, all).type == POPLENS_VALUE_NULL ||
                   poplens_table_get (details, row, all).integer > 0);
  g_assert_cmpint (find_number (details, "Including gaps", "fullest"), >=,
                   find_number (details, "Including gaps", "mean"));
}

/* ---- two reports ---------------------------------------------------------------------- */

static void
check_compared (PoplensReport *report, const PoplensJoin *join, const char *by)
{
  g_autofree char *text = g_strconcat (by ? "memory?same=yes&by=" : "memory?same=yes", by, NULL);
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      poplens_tables_compare (join->name, report, location, NULL, &error);

  g_test_message ("%s %s", join->name, by ? by : "");
  g_assert_no_error (error);
  g_assert_cmpstr (poplens_table_get_name (table), ==, join->name);
  g_assert_cmpstr (poplens_table_get_title (table), ==, join->title);
  g_assert_cmpint (poplens_table_find_column (table, "state") +
                       poplens_table_find_column (table, "verdict"),
                   >=, 0);
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const char *name = poplens_table_get_column (table, c)->name;
    g_autofree char *before =
        g_str_has_suffix (name, "_change")
            ? g_strdup_printf ("%.*s_before", (int) (strlen (name) - strlen ("_change")), name)
            : NULL;
    g_assert_true (!before || poplens_table_find_column (table, before) >= 0);
  }
  check_cells (table);
}

/* A table of two reports has the name of the one of a single report; a page that compares nothing
 * says which pages do. */
static void
test_two_reports (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensReport) other = report_fixture_open ("demo");
  g_autoptr (GError) error = NULL;
  guint n, n_joins = 0;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  poplens_report_set_other (report, other);
  for (guint t = 0; t < n; t++) {
    const PoplensTableSpec *spec = &specs[t];
    g_assert_false (g_str_has_prefix (spec->name, "compare-"));
    for (guint i = 0; i <= G_N_ELEMENTS (spec->by); i++) {
      gboolean last = i == G_N_ELEMENTS (spec->by);
      const PoplensJoin *join = last ? spec->join : spec->by[i].join;
      if (!join)
        continue;
      g_assert_cmpstr (join->name, ==, spec->name);
      g_assert_true (poplens_table_compares (spec));
      check_compared (report, join, last ? NULL : spec->by[i].key);
      n_joins++;
    }
  }
  g_assert_cmpuint (n_joins, ==, 16);
  g_assert_null (poplens_tables_compare ("exchanges", report, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "memory-tiles"));
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

/* Each key is listed once and exists, for one report and for two. */
static void
test_registry_keys (void)
{
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++) {
    g_auto (GStrv) keys = poplens_table_list_keys (&specs[t]);
    for (guint k = 0; keys[k]; k++) {
      g_assert_nonnull (poplens_location_find_key (keys[k]));
      for (guint before = 0; before < k; before++)
        g_assert_cmpstr (keys[k], !=, keys[before]);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/tables/registry/all", test_all, "integrals", "firehose", "demo-run",
                      "demo-compiled", NULL);
  report_fixture_add ("/tables/registry/tiles", test_registry_tiles, "integrals", "demo-run", NULL);
  report_fixture_add ("/tables/registry/last-tile", test_last_tile, "firehose-killed",
                      "demo-killed", NULL);
  report_fixture_test ("/tables/registry/totals", test_totals_agree, "integrals", "demo-run", NULL);
  report_fixture_add ("/tables/registry/selection", test_selection_adds_up, "integrals", "demo-run",
                      NULL);
  report_fixture_add ("/tables/registry/details", test_details, "integrals", "demo-run", NULL);
  g_test_add_func ("/tables/registry/two-reports", test_two_reports);
  g_test_add_func ("/tables/registry/titles", test_titles);
  g_test_add_func ("/tables/registry/first-columns", test_first_columns);
  g_test_add_func ("/tables/registry/views", test_registry_views);
  g_test_add_func ("/tables/registry/view-rows", test_view_rows);
  g_test_add_func ("/tables/registry/unknown", test_unknown_table);
  g_test_add_func ("/tables/registry/keys", test_registry_keys);
  return g_test_run ();
}
