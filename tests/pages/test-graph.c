/* Tests of the graph of operations against the tables of the same page. */
#include "charts/graph/graph.h"
#include "pages/operations/operations-open.h"
#include "pages/operations/operations-treemap.h"
#include "pages/trace-fixture.h"
#include "support/table-cells.h"
#include "support/temp-dir.h"

#include <string.h>

static const PoplensTable *
page_table (const PoplensPage *page, const char *name)
{
  const PoplensSection *section = poplens_page_find_section (page, name);

  g_assert_nonnull (section);
  g_assert_nonnull (section->table);
  return section->table;
}

static gboolean
lacks_dot (void)
{
  g_autofree char *dot = g_find_program_in_path ("dot");

  if (!dot)
    g_test_skip ("graphviz is not installed");
  return !dot;
}

/* Lists the items that are boxes. Frames of groups, which have no lines, are left out. (transfer
 * full) */
static GArray *
list_boxes (const PoplensPage *page)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (gsize));
  PoplensChart *chart = (PoplensChart *) trace_chart (page);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, NULL, 4000, 2000);
  double x, y, width, height;

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    if (!strstr (text, "\nInputs from\t") ||
        !poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height) ||
        poplens_chart_layout_hit (layout, x + width / 2, y + height / 2).item != i)
      continue;
    g_array_append_val (items, i);
  }
  return items;
}

/* Checks that the values of boxes add up to the values of the operations in the table. */
static void
check_values (const PoplensPage *page, const char *metric)
{
  const PoplensTable *table = page_table (page, "operations");
  g_autoptr (GArray) boxes = list_boxes (page);
  guint64 sum = 0, whole = 0;

  for (guint i = 0; i < boxes->len; i++)
    sum += poplens_chart_get_value (trace_chart (page), 0, g_array_index (boxes, gsize, i));
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue cost = table_cell (table, row, metric);
    if (g_ascii_isdigit (*table_cell (table, row, "operation").text) &&
        cost.type != POPLENS_VALUE_NULL && cost.integer > 0)
      whole += (guint64) cost.integer;
  }
  g_assert_cmpuint (sum, ==, whole);
}

static void
test_graph_values (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  static const char *const metrics[] = {"tile_cycles", "peak_bytes"};

  if (lacks_dot ())
    return;
  for (guint m = 0; m < 2 * G_N_ELEMENTS (metrics); m++) {
    g_autofree char *location = g_strdup_printf ("operations?view=graph&measure=%s&fold=%s",
                                                 metrics[m / 2], m % 2 ? "no" : "yes");
    g_autoptr (PoplensPage) page = trace_page (report, location);
    g_assert_null (poplens_chart_get_empty_text (trace_chart (page)));
    check_values (page, metrics[m / 2]);
  }
}

/* Checks that the frame of an open group has the sum of its boxes, and that a click closes it. */
static void
check_frame (const PoplensPage *page, guint group)
{
  const PoplensChart *chart = trace_chart (page);
  gsize frame = poplens_chart_get_n_items (chart) - 1;
  g_autofree char *title = poplens_chart_item_name (chart, frame);
  g_autoptr (GArray) boxes = list_boxes (page);
  guint64 sum = 0;
  guint closes, around, n = 0;

  g_assert_true (poplens_chart_get_graph_group (chart, frame, &closes));
  g_assert_cmpuint (closes, ==, group);
  for (guint i = 0; i < boxes->len; i++) {
    gsize item = g_array_index (boxes, gsize, i);
    g_autofree char *name = poplens_chart_item_name (chart, item);
    if (!g_str_has_prefix (name, title))
      continue;
    n++;
    sum += poplens_chart_get_value (chart, 0, item);
    g_assert_true (poplens_chart_get_graph_around (chart, item, &around));
    g_assert_cmpuint (around, ==, group);
  }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (poplens_chart_get_value (chart, 0, frame), ==, sum);
}

/* Repeated layers are folded into one box. A click opens it, a click on its frame closes it. */
static void
test_fold (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&regions=no");
  const PoplensChart *chart = trace_chart (page);
  g_autoptr (GArray) boxes = list_boxes (page);
  guint n_repeated = 0, group;

  for (guint i = 0; i < boxes->len; i++) {
    gsize item = g_array_index (boxes, gsize, i);
    g_autofree char *name = poplens_chart_item_name (chart, item);
    if (!strstr (name, "layer* ×2"))
      continue;
    n_repeated++;
    g_assert_true (poplens_chart_get_graph_group (chart, item, &group));
    g_autoptr (PoplensLocation) zoomed = poplens_location_with (page->location, "zoom", "2@10,10");
    g_autoptr (PoplensLocation) location = poplens_page_toggle_group (page, zoomed, group);
    g_assert_true (g_str_has_suffix (poplens_location_get (location, "open"), "wd/encoder"));
    g_assert_null (poplens_location_get (location, "zoom"));
    g_autofree char *text = poplens_location_to_string (location);
    g_autoptr (PoplensPage) inside = trace_page (report, text);
    g_autoptr (GArray) more = list_boxes (inside);
    g_assert_cmpuint (more->len, ==, boxes->len + 1);
    /* The other boxes keep their colours. */
    g_assert_cmpuint (poplens_chart_get_graph_highest (trace_chart (inside)), ==,
                      poplens_chart_get_graph_highest (chart));
    g_assert_null (inside->misuse);
    check_frame (inside, group);
    g_autoptr (PoplensLocation) back = poplens_page_toggle_group (inside, location, group);
    g_assert_true (poplens_location_equal (back, page->location));
  }
  g_assert_cmpuint (n_repeated, ==, 2);
  g_autoptr (PoplensLocation) none = poplens_location_with (page->location, "open", "no/such");
  g_autoptr (PoplensPage) wrong =
      poplens_page_build_work (report, none, (PoplensPageDefaults){0}, NULL, NULL, NULL);
  g_autoptr (PoplensPage) again =
      poplens_page_build_work (report, none, (PoplensPageDefaults){0}, wrong, NULL, NULL);
  g_assert_nonnull (strstr (wrong->misuse, "no/such"));
  g_assert_cmpstr (again->misuse, ==, wrong->misuse);
}

/* The demo has layer1 on IPU 0 and layer2 on IPU 1: boxes are in the frames of their IPUs, whose
 * values are the sums of their boxes. */
static void
test_regions (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&fold=no");
  g_autoptr (PoplensPage) without = trace_page (report, "operations?view=graph&fold=no&regions=no");
  PoplensChart *chart = (PoplensChart *) trace_chart (page);
  gsize n = poplens_chart_get_n_items (chart);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, NULL, 4000, 2000);
  g_autoptr (GArray) boxes = list_boxes (page);
  double x[3], y[3], width[3], height[3];
  guint64 sums[2] = {0, 0};
  guint n_layer[2] = {0, 0};

  g_assert_cmpuint (n, ==, poplens_chart_get_n_items (trace_chart (without)) + 2);
  for (guint ipu = 0; ipu < 2; ipu++) {
    g_autofree char *name = poplens_chart_item_name (chart, n - 2 + ipu);
    g_assert_cmpstr (name, ==, ipu ? "IPU 1" : "IPU 0");
    g_assert_true (poplens_chart_layout_item_rect (layout, n - 2 + ipu, &x[ipu], &y[ipu],
                                                   &width[ipu], &height[ipu]));
  }
  for (guint i = 0; i < boxes->len; i++) {
    gsize item = g_array_index (boxes, gsize, i);
    g_autofree char *name = poplens_chart_item_name (chart, item);
    g_assert_true (
        poplens_chart_layout_item_rect (layout, item, &x[2], &y[2], &width[2], &height[2]));
    for (guint ipu = 0; ipu < 2; ipu++) {
      gboolean in = x[2] >= x[ipu] && x[2] < x[ipu] + width[ipu] && y[2] >= y[ipu] &&
                    y[2] < y[ipu] + height[ipu];
      gboolean is_layer = strstr (name, ipu ? "/layer2/" : "/layer1/") != NULL;
      g_assert_true (in || !is_layer);
      n_layer[ipu] += is_layer;
      sums[ipu] += in ? poplens_chart_get_value (chart, 0, item) : 0;
    }
  }
  for (guint ipu = 0; ipu < 2; ipu++) {
    g_assert_cmpuint (n_layer[ipu], >, 10);
    g_assert_cmpuint (poplens_chart_get_value (chart, 0, n - 2 + ipu), ==, sums[ipu]);
  }
}

/* A group in two regions has a frame in each, and both close it. */
static void
test_split (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page =
      trace_page (report, "operations?view=graph&open=Fwd/encoder,Fwd/encoder/layer2");
  const PoplensChart *chart = trace_chart (page);
  static const char *const titles[] = {"IPU 0", "IPU 1", "Fwd/encoder", "Fwd/encoder",
                                       "Fwd/encoder/layer2"};
  gsize first = poplens_chart_get_n_items (chart) - G_N_ELEMENTS (titles);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++) {
    g_autofree char *name = poplens_chart_item_name (chart, first + i);
    guint group;
    g_assert_cmpstr (name, ==, titles[i]);
    g_assert_true (poplens_chart_get_graph_group (chart, first + i, &group) == (i > 1));
    if (i < 2)
      continue;
    g_autoptr (PoplensLocation) closed = poplens_page_toggle_group (page, page->location, group);
    g_assert_cmpstr (poplens_location_get (closed, "open"), ==, i < 4 ? NULL : "Fwd/encoder");
  }
}

/* Returns the class with the largest share of time in a box's description. (transfer full) */
static char *
largest_class (const char *described)
{
  g_auto (GStrv) lines = g_strsplit (described, "\n", -1);
  char *largest = NULL;
  double most = 0, sum = 0;

  for (guint i = 0; lines[i]; i++) {
    char *tab = strchr (lines[i], '\t');
    if (!tab || !g_str_has_suffix (tab, " %"))
      continue;
    double share = g_ascii_strtod (tab + 1, NULL);
    sum += share;
    if (share <= most)
      continue;
    most = share;
    g_free (largest);
    largest = g_strndup (lines[i], (gsize) (tab - lines[i]));
  }
  if (largest)
    g_assert_cmpfloat (ABS (sum - 100), <, 1.5);
  return largest;
}

/* The legend has the classes that are the largest in some box. */
static void
test_graph_classes (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) plain = trace_page (report, "operations?view=graph&fold=no");
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&fold=no&colour=class");
  const PoplensChart *chart = trace_chart (page);
  g_autoptr (GArray) boxes = list_boxes (page);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpuint (poplens_chart_get_n_series (trace_chart (plain)), ==, 1);
  for (guint i = 0; i < boxes->len; i++) {
    gsize item = g_array_index (boxes, gsize, i);
    g_autofree char *text = poplens_chart_describe_item (chart, item);
    char *largest = largest_class (text);
    g_assert_cmpuint (poplens_chart_get_value (chart, 0, item), ==,
                      poplens_chart_get_value (trace_chart (plain), 0, item));
    if (largest)
      g_hash_table_add (seen, largest);
  }
  g_assert_true (g_hash_table_contains (seen, "Compute"));
  g_assert_cmpuint (g_hash_table_size (seen), ==, poplens_chart_get_n_series (chart) - 1);
  for (guint s = 1; s < poplens_chart_get_n_series (chart); s++)
    g_assert_true (g_hash_table_contains (seen, poplens_chart_get_series_name (chart, s)));
}

/* A report without an execution cannot be coloured by class. */
static void
test_no_classes (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo-compiled");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&colour=class");

  g_assert_cmpuint (poplens_chart_get_n_series (trace_chart (page)), ==, 1);
}

/* Opens and closes groups in a tree of paths, some of which contain commas and backslashes. */
static void
test_open (void)
{
  static const char *const paths[] = {"a,b/c/d", "a,b/c/e", "d\\e/f", "a/b", "a,b/cc/d"};
  static const struct {
    const char *group, *root;
  } steps[] = {{"a,b/c", "a\\,b/c"},
               {"d\\e", "a\\,b/c,d\\\\e"},
               {"a,b/cc", "a\\,b/c,d\\\\e,a\\,b/cc"},
               {"a,b", "a\\,b/c,d\\\\e,a\\,b/cc,a\\,b"},
               /* Closing a group also closes the groups in it. */
               {"a,b", "d\\\\e"},
               {"a,b/c", "d\\\\e,a\\,b/c"},
               {"a,b/cc", "d\\\\e,a\\,b/c,a\\,b/cc"},
               {"a,b/c", "d\\\\e,a\\,b/cc"},
               {"d\\e", "a\\,b/cc"},
               {"a,b/cc", NULL}};
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (PoplensLocation) location = poplens_location_parse ("operations?view=graph", NULL);
  guint32 places[G_N_ELEMENTS (paths)];

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    places[i] = poplens_path_index_add (index, 0, paths[i]);
  g_autoptr (PoplensPathTree) tree = poplens_path_tree_new (index, places, G_N_ELEMENTS (paths));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    guint32 group = poplens_path_tree_find (tree, steps[i].group);
    g_autoptr (PoplensLocation) next = poplens_operations_toggle_group (tree, location, group);
    g_autoptr (GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GArray) open = poplens_operations_open_groups (tree, next, unknown);
    guint n = 0;
    g_assert_cmpstr (poplens_location_get (next, "open"), ==, steps[i].root);
    for (const char *c = steps[i].root; c && *c; c++)
      n += *c == ',' && c[-1] != '\\';
    g_assert_cmpuint (open->len, ==, steps[i].root ? n + 1 : 0);
    g_assert_cmpuint (unknown->len, ==, 0);
    poplens_location_unref (location);
    location = g_steal_pointer (&next);
  }
}

static void
test_backward (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&fold=no&backward=no");
  g_autoptr (GArray) boxes = list_boxes (page);

  g_assert_cmpuint (boxes->len, >, 10);
  for (guint i = 0; i < boxes->len; i++) {
    g_autofree char *name =
        poplens_chart_item_name (trace_chart (page), g_array_index (boxes, gsize, i));
    g_assert_false (g_str_has_prefix (name, "Bwd/"));
  }
}

/* A click selects the operation of any box; the words that filter the table find items of the
 * graph. */
static void
test_graph_selection (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&fold=no");
  const PoplensTable *table = page_table (page, "operations");

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    const char *key = table_cell (table, row, "operation").text;
    g_autoptr (PoplensLocation) location = poplens_location_with (page->location, "operation", key);
    g_autoptr (GArray) items = poplens_page_selected_items (page, location);
    g_assert_cmpuint (items->len, ==, 1);
    gsize item = g_array_index (items, PoplensItemRange, 0).from;
    g_autoptr (PoplensLocation) back = poplens_page_select_items (
        page, page->location, (PoplensItemRange){item, item + 1}, POPLENS_SELECT_REPLACE);
    g_assert_cmpstr (poplens_location_get (back, "operation"), ==, key);
  }
  g_autoptr (PoplensLocation) search =
      poplens_location_with (page->location, "filter.operations", "softmax");
  g_autoptr (GArray) found = poplens_page_found_items (page, search, NULL, NULL);
  gsize n = 0;
  for (guint r = 0; r < found->len; r++)
    for (gsize i = g_array_index (found, PoplensItemRange, r).from;
         i < g_array_index (found, PoplensItemRange, r).to; i++, n++) {
      g_autofree char *name = poplens_chart_item_name (trace_chart (page), i);
      g_assert_nonnull (strstr (name, "softmax"));
    }
  g_assert_cmpuint (n, ==, 4);
}

/* A click on an item reuses the chart: graphviz is not run again. */
static void
test_taken (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (lacks_dot ())
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph");
  const char *key = table_cell (page_table (page, "operations"), 3, "operation").text;
  g_autoptr (PoplensLocation) one = poplens_location_with (page->location, "operation", key);
  g_autoptr (PoplensLocation) other = poplens_location_with (page->location, "shapes", "yes");
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPage) next =
      poplens_page_build_work (report, one, (PoplensPageDefaults){0}, page, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (trace_chart (next) == trace_chart (page));
  g_autoptr (PoplensPage) changed =
      poplens_page_build_work (report, other, (PoplensPageDefaults){0}, page, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (trace_chart (changed) != trace_chart (page));
}

/* Without graphviz the chart names the missing package; the table still lists the edges. */
static void
test_no_graphviz (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autofree char *dir = temp_dir_new ();

  g_setenv ("PATH", dir, TRUE);
  g_autoptr (PoplensPage) page = trace_page (report, "operations?view=graph&tab=operation-edges");
  g_setenv ("PATH", path, TRUE);
  temp_dir_remove (dir);
  g_assert_nonnull (strstr (poplens_chart_get_empty_text (trace_chart (page)), "package graphviz"));
  g_assert_cmpuint (poplens_table_n_rows (page_table (page, "operation-edges")), >, 40);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/graph/values", test_graph_values);
  g_test_add_func ("/pages/graph/fold", test_fold);
  g_test_add_func ("/pages/graph/regions", test_regions);
  g_test_add_func ("/pages/graph/split", test_split);
  g_test_add_func ("/pages/graph/classes", test_graph_classes);
  g_test_add_func ("/pages/graph/no-classes", test_no_classes);
  g_test_add_func ("/pages/graph/open", test_open);
  g_test_add_func ("/pages/graph/backward", test_backward);
  g_test_add_func ("/pages/graph/selection", test_graph_selection);
  g_test_add_func ("/pages/graph/taken", test_taken);
  g_test_add_func ("/pages/graph/no-graphviz", test_no_graphviz);
  return g_test_run ();
}
