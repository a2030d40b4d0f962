/* Tests of operations of two reports: the treemap of changes against the table below it and against
 * the operations of each report alone. */
#include "pages/compare-fixture.h"

#include "charts/treemap/treemap.h"
#include "derived/compare/compare-operations.h"
#include "support/table-cells.h"

#include <string.h>

/* Finds the item with path @path; fails if there is none. */
static gsize
find_item (const PoplensChart *chart, const char *path)
{
  for (gsize item = 0; item < poplens_chart_get_n_items (chart); item++) {
    g_autofree char *text = poplens_chart_describe_item (chart, item);
    gsize n = strlen (path);
    if (!strncmp (text, path, n) && text[n] == '\n')
      return item;
  }
  g_assert_not_reached ();
}

/* Checks that the description @text has the change: "
 * Change\t+1,234 (". */
static void
check_change (const char *text, gint64 change)
{
  PoplensNumber number;
  g_autofree char *line =
      g_strdup_printf ("\nChange\t%s (", poplens_format_signed (number, change));

  g_assert_nonnull (strstr (text, line));
}

/* Checks that the text above the plot has the totals of both reports, not the sum of areas. */
static void
check_caption (const PoplensChart *chart, gint64 first, gint64 second, gint64 largest,
               const char *path)
{
  PoplensChartView all = {0};
  PoplensNumber before, after;
  g_autofree char *said = poplens_chart_view_describe (chart, &all);
  g_autofree char *words = g_strdup_printf ("All operations: Cycles %s → %s (",
                                            poplens_format_count (before, (guint64) first),
                                            poplens_format_count (after, (guint64) second));

  g_assert_true (g_str_has_prefix (said, words));
  /* The largest change is named in the text, as its box may be too small for a name. */
  g_autofree char *most =
      g_strdup_printf (" · Largest change: %s %s", poplens_format_signed (before, largest), path);
  g_assert_nonnull (strstr (said, most));
}

/* The area of each operation is the larger of its two values, and its description gives its change.
 * The root gives the change of the total without steps that have no program. */
static void
test_compared_cycles (void)
{
  gint64 before = 0, after = 0, larger = 0, largest = 0, all[2] = {0};
  const char *largest_path = NULL;
  guint n = 0;
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "operations?measure=cycles&same=yes");
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  const PoplensTable *table = poplens_page_find_section (page, "operations")->table;
  g_assert_true (poplens_chart_get_kind (chart) == &poplens_treemap_kind);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    gint64 first = table_cell (table, row, "cycles_before").integer;
    gint64 second = table_cell (table, row, "cycles_after").integer;
    const char *path = table_cell (table, row, "path").text;
    all[0] += first;
    all[1] += second;
    if (!strcmp (table_cell (table, row, "operation").text, "Steps without a program"))
      continue;
    before += first;
    after += second;
    larger += MAX (first, second);
    if (ABS (second - first) > ABS (largest)) {
      largest = second - first;
      largest_path = path;
    }
    if (!strchr (path, '/') || first == second)
      continue;
    gsize item = find_item (chart, path);
    g_autofree char *text = poplens_chart_describe_item (chart, item);
    g_assert_cmpuint (poplens_chart_get_treemap_total (chart, item), ==, MAX (first, second));
    check_change (text, second - first);
    n++;
  }
  g_assert_cmpuint (n, >, 20);
  g_autofree char *root = poplens_chart_describe_item (chart, 0);
  g_assert_cmpuint (poplens_chart_get_treemap_total (chart, 0), ==, larger);
  check_change (root, after - before);
  check_caption (chart, before, after, largest, largest_path);
  g_assert_nonnull (strstr (notice (page, "left-out"), "Steps without a program"));
  /* The total of the table includes steps without a program. */
  PoplensNumber total[2];
  g_autofree char *with_them =
      g_strdup_printf ("With them: %s → %s: ", poplens_format_count (total[0], (guint64) all[0]),
                       poplens_format_count (total[1], (guint64) all[1]));
  g_assert_nonnull (strstr (notice (page, "left-out"), with_them));
  pair_close (&pair);
}

/* The legend has an entry for each colour, and can hide one. */
static void
test_legend (void)
{
  Pair pair;
  guint hidden = 0;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "operations?hide=same");
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  g_assert_cmpuint (poplens_chart_get_n_series (chart), ==, 5);
  for (guint s = 0; s < 5; s++) {
    gboolean is_same = g_str_equal (poplens_chart_get_series_key (chart, s), "same");
    g_assert_true (poplens_chart_is_series_hidden (chart, s) == is_same);
    hidden += is_same;
  }
  g_assert_cmpuint (hidden, ==, 1);
  pair_close (&pair);
}

/* The path opens a group as on the page of one report; a measure that both reports have can be
 * chosen. */
static void
test_view (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "operations?path=Bwd/encoder&measure=peak_bytes");
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  PoplensChartView view = poplens_page_chart_view (page, page->location);
  g_assert_cmpuint (view.root, ==, find_item (chart, "Bwd/encoder"));
  g_autoptr (PoplensLocation) up =
      poplens_page_with_view (page, page->location, &(PoplensChartView){0});
  g_assert_null (poplens_location_get (up, "path"));
  const PoplensControl *control = poplens_page_find_control (page, "measure");
  g_assert_cmpstr (control->options[control->current], ==, "peak_bytes");
  g_assert_nonnull (poplens_page_find_control (page, "layer"));
  g_assert_null (notice (page, "left-out"));
  pair_close (&pair);
}

/* Reports of two frameworks are compared in a layer that both have; the control offers no other
 * layer. */
static void
test_layers (void)
{
  Pair pair;
  PoplensComparedOperations both = {0};
  g_auto (PoplensCompareSource) source = {0};

  pair_open (&pair, "--preset=plain", "--without=archive");
  g_autoptr (PoplensPage) page = build (&pair, "operations");
  const PoplensControl *control = poplens_page_find_control (page, "layer");
  g_assert_nonnull (poplens_page_get_chart (page)->chart);
  g_assert_cmpuint (control->n_options, ==, 2);
  g_assert_cmpstr (control->options[control->current], ==, "poplibs");
  g_assert_true (poplens_compare_source_init (&source, pair.report[0], NULL));
  g_assert_true (poplens_compared_operations_init (&both, &source, NULL, NULL, NULL));
  for (guint s = 0; s < 2; s++)
    g_assert_cmpstr (poplens_operation_source_layer (&both.of[s]), ==, "poplibs");
  pair_close (&pair);
}

static void
test_operations_misuse (void)
{
  static const char *const places[] = {"operations?path=No/Such", "operations?measure=nothing"};
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_parse (places[i], NULL);
    g_autoptr (PoplensPage) page =
        poplens_page_build (pair.report[0], location, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
    g_assert_nonnull (page->misuse);
  }
  pair_close (&pair);
}

/* If one report lacks debug.cbor, there is no treemap and a notice says so; the tables stay. */
static void
test_absent_operations (void)
{
  Pair pair;

  pair_open (&pair, "--tiles=48", "--without=archive,debug");
  g_autoptr (PoplensPage) page = build (&pair, "operations");
  g_assert_null (poplens_page_get_chart (page));
  const PoplensSection *section = poplens_page_find_section (page, "operations");
  g_assert_cmpint (section->state, ==, POPLENS_ABSENT);
  g_assert_nonnull (strstr (section->text, "debug.cbor"));
  g_assert_nonnull (poplens_page_find_section (page, "compute-sets"));
  pair_close (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/compare-operations/cycles", test_compared_cycles);
  g_test_add_func ("/pages/compare-operations/legend", test_legend);
  g_test_add_func ("/pages/compare-operations/view", test_view);
  g_test_add_func ("/pages/compare-operations/layers", test_layers);
  g_test_add_func ("/pages/compare-operations/misuse", test_operations_misuse);
  g_test_add_func ("/pages/compare-operations/absent", test_absent_operations);
  return g_test_run ();
}
