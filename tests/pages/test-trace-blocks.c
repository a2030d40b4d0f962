/* Tests of Execution Trace with "view=blocks" (lightweight profiling): drawing, selecting and
 * finding blocks, also in a report that has nothing else. */
#include "charts/lanes/lanes.h"
#include "pages/trace-fixture.h"
#include "pages/trace/light.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

static gboolean
page_has_section (const PoplensPage *page, const char *key)
{
  const PoplensSection *section = poplens_page_find_section (page, key);

  return section && section->kind == POPLENS_SECTION_NOTICE;
}

/* ---- what is drawn --------------------------------------------------------------------------- */

static int
by_row_and_begin (gconstpointer a, gconstpointer b)
{
  const guint64 *x = a, *y = b;

  if (x[0] != y[0])
    return x[0] < y[0] ? -1 : 1;
  return x[1] < y[1] ? -1 : x[1] > y[1];
}

/* Checks that blocks of a lane do not overlap, and that their lengths add up to @cycles. */
static void
check_lanes (const PoplensPage *page, gint64 cycles)
{
  gsize n = poplens_chart_get_n_items (trace_chart (page));
  g_autofree guint64 (*all)[3] = g_malloc (MAX (n, 1) * sizeof *all);
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++) {
    guint row;
    g_assert_true (
        poplens_chart_get_lane_item (trace_chart (page), i, &all[i][1], &all[i][2], &row));
    all[i][0] = row;
    sum += all[i][2] - all[i][1];
  }
  g_assert_cmpuint (sum, ==, cycles);
  qsort (all, n, sizeof *all, by_row_and_begin);
  for (gsize i = 1; i < n; i++)
    if (all[i][0] == all[i - 1][0])
      g_assert_cmpuint (all[i][1], >=, all[i - 1][2]);
}

static void
test_drawn (void)
{
  static const char sum[] = "SELECT sum(cycles_to - cycles_from) FROM blocks";
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=blocks");
  g_autoptr (PoplensPage) first = trace_page (report, "trace?view=blocks&clock=first");
  g_autoptr (PoplensPage) one = trace_page (report, "trace?view=blocks&ipu=1");
  PoplensChartView view = poplens_page_chart_view (page, page->location);

  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (page)), ==,
                    report_fixture_ask (db, "SELECT count(*) FROM blocks"));
  check_lanes (page, report_fixture_ask (db, sum));
  check_lanes (first, report_fixture_ask (db, sum));
  check_lanes (one, report_fixture_ask (
                        db, "%s WHERE tile >= (SELECT tiles_per_ipu FROM target_info)", sum));
  g_assert_cmpfloat (view.from, ==, report_fixture_ask (db, "SELECT min(cycles_from) FROM blocks"));
  g_assert_cmpfloat (view.to, ==, report_fixture_ask (db, "SELECT max(cycles_to) FROM blocks"));
  view = poplens_page_chart_view (first, first->location);
  g_assert_cmpfloat (view.from, ==, 0);
  g_assert_true (page_has_section (page, "lost"));
  g_assert_true (page_has_section (page, "clocks"));
  g_assert_false (page_has_section (page, "only-blocks"));
  g_assert_null (page->trace);
}

/* Cycles of steps are on another axis: switching to the view of blocks drops the keys "from", "to"
 * and "range". */
static void
test_other_cycles (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=blocks&from=5&to=900");
  g_autoptr (PoplensLocation) flat = trace_location ("trace?from=5&to=900&range=7..8&executed=3");
  g_autoptr (PoplensLocation) blocks = poplens_page_choose (NULL, flat, "view", "blocks");
  g_autoptr (PoplensLocation) back = poplens_page_choose (page, page->location, "view", "flat");

  g_assert_cmpfloat (poplens_page_chart_view (page, page->location).from, >, 900);
  g_assert_null (poplens_location_get (blocks, "from"));
  g_assert_null (poplens_location_get (blocks, "range"));
  g_assert_cmpstr (poplens_location_get (blocks, "executed"), ==, "3");
  g_assert_null (poplens_location_get (back, "to"));
}

/* ---- what is selected and found -------------------------------------------------------------- */

static void
check_selection (const PoplensPage *page, gsize item, guint32 row)
{
  g_autofree char *number = g_strdup_printf ("%u", row);
  g_autoptr (PoplensLocation) location = poplens_page_select_items (
      page, page->location, (PoplensItemRange){item, item + 1}, POPLENS_SELECT_REPLACE);
  g_autoptr (GArray) selected = poplens_page_selected_items (page, location);

  g_assert_cmpstr (poplens_location_get (location, "block"), ==, number);
  g_assert_cmpuint (selected->len, ==, 1);
  g_assert_cmpuint (g_array_index (selected, PoplensItemRange, 0).from, ==, item);
}

static void
test_blocks_selection (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=blocks");
  g_autoptr (PoplensPage) one = trace_page (report, "trace?view=blocks&ipu=1");
  gint64 before = report_fixture_ask (
      db, "SELECT count(*) FROM blocks WHERE tile < (SELECT tiles_per_ipu FROM target_info)");

  check_selection (page, 11, 11);
  check_selection (one, 11, (guint32) before + 11);
  g_autoptr (PoplensLocation) both = poplens_page_select_items (
      page, page->location, (PoplensItemRange){3, 5}, POPLENS_SELECT_REPLACE);
  double from, to;
  guint64 begin, end;
  g_assert_true (poplens_page_selected_span (page, both, &from, &to));
  poplens_chart_get_lane_item (trace_chart (page), 3, &begin, NULL, NULL);
  poplens_chart_get_lane_item (trace_chart (page), 4, NULL, &end, NULL);
  g_assert_cmpfloat (from, ==, begin);
  g_assert_cmpfloat (to, ==, end);
}

static void
test_blocks_found (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=blocks&filter.blocks=overflow");
  g_autoptr (GArray) found = poplens_page_found_items (page, page->location, NULL, NULL);

  g_assert_nonnull (found);
  g_assert_cmpuint (found->len, ==,
                    report_fixture_ask (db, "SELECT count(*) FROM blocks WHERE type = 2"));
}

static void
test_collapsed (void)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;
  g_autoptr (PoplensPage) page = trace_page (report, "trace?view=blocks");
  g_autoptr (PoplensLocation) closed = poplens_page_toggle_group (page, page->location, 1);
  g_autoptr (PoplensLocation) open = poplens_page_toggle_group (page, closed, 1);

  g_assert_true (poplens_light_is_collapsed (
      closed, g_array_index (page->light->groups, PoplensLightGroup, 1).tile));
  g_assert_false (poplens_light_is_collapsed (
      closed, g_array_index (page->light->groups, PoplensLightGroup, 0).tile));
  g_assert_true (poplens_location_equal (open, page->location));
}

static void
test_blocks_misuse (void)
{
  static const char *const wrong[] = {
      "trace?view=blocks&ipu=99", "trace?view=blocks&block=99999999",
      "trace?view=blocks&range=9..3", "trace?view=blocks&clock=none",
      "trace?view=blocks&block=a&ipu=b&range=c"};
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  if (!report)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (PoplensLocation) location = trace_location (wrong[i]);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensPage) page =
        poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_no_error (error);
    g_assert_nonnull (page->misuse);
    g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (page)), >, 100);
  }
}

/* ---- nothing else ---------------------------------------------------------------------------- */

static void
test_only_blocks (void)
{
  static const char *const options[] = {
      "--preset", "mnist", "--instrumentation", "blocks", "--tiles", "48", NULL};
  g_autofree char *folder = temp_dir_new ();
  g_autoptr (GError) error = NULL;

  if (!run_demo (folder, options)) {
    g_test_skip ("poplens-demo is not there");
    temp_dir_remove (folder);
    return;
  }
  {
    g_autoptr (PoplensReport) report = poplens_report_open (folder, &error);
    g_assert_no_error (error);
    g_autoptr (PoplensPage) page = trace_page (report, "trace");
    g_autoptr (PoplensPage) flat = trace_page (report, "trace?view=flat");
    const PoplensControl *view = poplens_page_find_control (page, "view");
    g_assert_nonnull (page->light);
    g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (page)), >, 5);
    g_assert_cmpstr (view->options[view->current], ==, "blocks");
    g_assert_true (page_has_section (page, "only-blocks"));
    g_assert_true (page_has_section (flat, "no-steps"));
    /* The notice links to the view that has data. */
    const PoplensSection *notice = poplens_page_find_section (flat, "no-steps");
    g_assert_nonnull (notice->notice.links);
    const PoplensPageLink *link = notice->notice.links->pdata[0];
    g_assert_cmpstr (link->location, ==, "trace?view=blocks");
    g_autoptr (GPtrArray) facts = poplens_page_headline (
        report, POPLENS_PART_BIT (POPLENS_PART_EXECUTION), (PoplensPageDefaults){0}, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (facts->len, ==, 1);
    g_assert_cmpstr (((const PoplensFact *) facts->pdata[0])->label, ==, "Blocks");
  }
  temp_dir_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/blocks/drawn", test_drawn);
  g_test_add_func ("/pages/blocks/other-cycles", test_other_cycles);
  g_test_add_func ("/pages/blocks/selection", test_blocks_selection);
  g_test_add_func ("/pages/blocks/found", test_blocks_found);
  g_test_add_func ("/pages/blocks/collapsed", test_collapsed);
  g_test_add_func ("/pages/blocks/misuse", test_blocks_misuse);
  g_test_add_func ("/pages/blocks/only", test_only_blocks);
  return g_test_run ();
}
