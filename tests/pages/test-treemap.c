/* Tests of the treemap of operations against the table of the same page, in every layer and
 * measure. */
#include "charts/treemap/treemap.h"
#include "pages/operations/operations-treemap.h"
#include "pages/trace-fixture.h"
#include "support/table-cells.h"

#include <string.h>

static const PoplensTable *
operations_table (const PoplensPage *page)
{
  return poplens_page_find_section (page, "operations")->table;
}

/* Returns the item of the operation @key. */
static gsize
operation_item (const PoplensPage *page, const char *key)
{
  g_autoptr (PoplensLocation) location = poplens_location_with (page->location, "operation", key);
  g_autoptr (GArray) items = poplens_page_selected_items (page, location);

  g_assert_cmpuint (items->len, ==, 1);
  return g_array_index (items, PoplensItemRange, 0).from;
}

/* Checks that each operation has an item, whose area is the table's value of it and of its
 * descendants, and that all add up to the total. */
static void
check_page (const PoplensPage *page, const char *metric, gboolean with_rest)
{
  const PoplensTable *table = operations_table (page);
  const PoplensChart *chart = trace_chart (page);
  g_autofree guint64 *own = g_new0 (guint64, poplens_chart_get_n_items (chart));
  guint64 sum = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue cost = table_cell (table, row, metric);
    const char *key = table_cell (table, row, "operation").text;
    gsize item = operation_item (page, key);
    g_autoptr (PoplensLocation) back = poplens_page_select_items (
        page, page->location, (PoplensItemRange){item, item + 1}, POPLENS_SELECT_REPLACE);
    g_assert_cmpstr (poplens_location_get (back, "operation"), ==, key);
    g_assert_cmpuint (own[item], ==, 0);
    if (cost.type == POPLENS_VALUE_NULL || cost.integer < 0 ||
        (!with_rest && !strcmp (key, "no-program")))
      continue;
    own[item] = (guint64) cost.integer;
    sum += own[item];
  }
  g_assert_cmpuint (poplens_chart_get_treemap_total (chart, 0), ==, sum);
  for (gsize i = poplens_chart_get_n_items (chart); i-- > 1;)
    own[poplens_chart_get_treemap_parent (chart, i)] += own[i];
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++)
    g_assert_cmpuint (poplens_chart_get_treemap_total (chart, i), ==, own[i]);
}

static void
test_treemap_values (PoplensReport *report)
{
  g_autoptr (PoplensPage) first = trace_page (report, "operations");
  const PoplensControl *layers = poplens_page_find_control (first, "layer");
  const PoplensControl *metrics = poplens_page_find_control (first, "measure");
  g_assert_cmpuint (metrics->n_options, >, 3);
  /* Each layer with two measures, with and without the rest. */
  for (guint l = 0; l < layers->n_options; l++)
    for (guint m = 4 * l; m < 4 * l + 4; m++) {
      const char *metric = metrics->options[m / 2 % metrics->n_options];
      g_autofree char *location =
          g_strdup_printf ("operations?layer=%s&measure=%s&rest=%s", layers->options[l], metric,
                           m % 2 ? "yes" : "no");
      g_autoptr (PoplensPage) page = trace_page (report, location);
      check_page (page, metric, m % 2);
    }
}

/* A notice says what the treemap leaves out, with the table's number. */
static void
test_left_out (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) without = trace_page (report, "operations?measure=tile_cycles");
  g_autoptr (PoplensPage) with = trace_page (report, "operations?measure=tile_cycles&rest=yes");
  const PoplensTable *table = operations_table (without);
  const PoplensSection *notice = poplens_page_find_section (without, "left-out");

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if (!strcmp (table_cell (table, row, "operation").text, "no-program")) {
      PoplensNumber number;
      poplens_format_cycles (number, (guint64) table_cell (table, row, "tile_cycles").integer);
      g_assert_nonnull (notice);
      g_assert_nonnull (strstr (notice->text, number));
    }
  g_assert_cmpuint (poplens_page_find_control (without, "rest")->current, ==, 1);
  g_assert_cmpuint (poplens_page_find_control (with, "rest")->current, ==, 0);
  g_assert_null (poplens_page_find_section (with, "left-out"));
}

/* The path of each group leads to the group. */
static void
test_treemap_paths (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "operations");
  const PoplensChart *chart = trace_chart (page);
  g_autoptr (PoplensLocation) wrong =
      poplens_location_with (page->location, "path", "no/such/names");
  guint n = 0;

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    PoplensChartView view = poplens_chart_view_all (chart);
    view.root = i;
    if (i && !poplens_chart_is_treemap_group (chart, i))
      continue;
    g_autoptr (PoplensLocation) location = poplens_page_with_view (page, page->location, &view);
    g_assert_cmpuint (poplens_page_chart_view (page, location).root, ==, i);
    n++;
  }
  g_assert_cmpuint (n, >, 3);
  g_assert_cmpuint (poplens_page_chart_view (page, wrong).root, ==, 0);
}

/* A second click with Ctrl, or a click outside, clears the selection. */
static void
test_treemap_selection (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensPage) page = trace_page (report, "operations");
  g_autoptr (PoplensLocation) one =
      poplens_location_with (page->location, "operation", "unattributed");
  PoplensItemRange range = {operation_item (page, "unattributed"), 0}, none = {0, 0};
  range.to = range.from + 1;
  g_autoptr (PoplensLocation) off =
      poplens_page_select_items (page, one, range, POPLENS_SELECT_TOGGLE);
  g_autoptr (PoplensLocation) cleared =
      poplens_page_select_items (page, one, none, POPLENS_SELECT_REPLACE);

  g_assert_cmpstr (poplens_location_get (off, "operation"), ==, NULL);
  g_assert_cmpstr (poplens_location_get (cleared, "operation"), ==, NULL);
}

/* By source code, each row without children is an item, which a click selects and a location finds;
 * all add up to the top rows of the table. */
static void
test_sources (PoplensReport *report)
{
  g_autoptr (PoplensPage) page =
      trace_page (report, "operations?view=source&measure=bytes&frame=innermost");
  const PoplensTable *table = poplens_page_find_section (page, "source-lines")->table;
  const PoplensChart *chart = trace_chart (page);
  gint64 top = 0;
  guint selected = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue key = table_cell (table, row, "key");
    top += poplens_table_get_depth (table, row) ? 0 : table_cell (table, row, "bytes").integer;
    if (key.type == POPLENS_VALUE_NULL)
      continue;
    g_autoptr (PoplensLocation) location = poplens_location_with (page->location, "line", key.text);
    g_autoptr (GArray) items = poplens_page_selected_items (page, location);
    g_assert_cmpuint (items->len, ==, 1);
    PoplensItemRange item = g_array_index (items, PoplensItemRange, 0);
    g_autoptr (PoplensLocation) back =
        poplens_page_select_items (page, page->location, item, POPLENS_SELECT_REPLACE);
    g_assert_cmpstr (poplens_location_get (back, "line"), ==, key.text);
    g_autoptr (PoplensLocation) none =
        poplens_page_select_items (page, back, item, POPLENS_SELECT_TOGGLE);
    g_assert_null (poplens_location_get (none, "line"));
    selected++;
  }
  g_assert_cmpuint (selected, >, 20);
  g_assert_cmpuint (poplens_chart_get_treemap_total (chart, 0), ==, top);
}

/* Unknown values are misuse, and the page is still built. */
static void
test_sources_misuse (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensLocation) location = poplens_location_parse (
      "operations?view=source&measure=joules&frame=middle&path=a%2fb", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (page->misuse);
  g_assert_nonnull (poplens_page_find_section (page, "source-lines")->table);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/treemap/values", test_treemap_values, "demo", "firehose", NULL);
  report_fixture_test ("/pages/treemap/sources", test_sources, "demo", "firehose", NULL);
  g_test_add_func ("/pages/treemap/sources-misuse", test_sources_misuse);
  g_test_add_func ("/pages/treemap/left-out", test_left_out);
  g_test_add_func ("/pages/treemap/paths", test_treemap_paths);
  g_test_add_func ("/pages/treemap/selection", test_treemap_selection);
  return g_test_run ();
}
