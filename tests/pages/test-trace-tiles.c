/* Tests of Execution Trace: the rows of tiles below each IPU, on real and generated reports,
 * against all lists of cycles added up in the order of steps. */
#include "charts/lanes/field.h"
#include "pages/trace-fixture.h"
#include "pages/trace/trace-view.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <stdlib.h>
#include <string.h>

/* Lays out the page, reads the data that this needs, and lays it out again. (transfer full) */
static PoplensChartLayout *
make_layout (PoplensPage *page, const PoplensLocation *location)
{
  PoplensChartView view = poplens_page_chart_view (page, location);
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  g_autoptr (GError) error = NULL;
  PoplensChartLayout *layout =
      poplens_chart_layout_new ((PoplensChart *) trace_chart (page), &view, &style, 1000, 900);

  poplens_page_fetch_fields (page, location, layout, NULL, &error);
  g_assert_no_error (error);
  poplens_chart_layout_free (layout);
  return poplens_chart_layout_new ((PoplensChart *) trace_chart (page), &view, &style, 1000, 900);
}

/* ---- every list, one after the other --------------------------------------------------------- */

typedef struct {
  guint32 step;
  guint64 from, to;
} TileStep;

/* Returns the steps of a tile (Part), from the slices of cycles. (transfer full) */
static GArray *
list_tile_steps (PoplensReport *report, const PoplensExecution *x, guint ipu, guint tile)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (TileStep));
  guint64 at = 0;

  for (guint32 first = 0; first < x->n_rows; first += POPLENS_STEP_ROWS_PER_SLICE) {
    g_autoptr (PoplensSlice) rows = poplens_report_get_slice (
        report, POPLENS_SLICE_STEP_ROWS, first / POPLENS_STEP_ROWS_PER_SLICE, NULL, NULL);
    for (guint32 i = 0; i < rows->n; i++) {
      const PoplensStepRow *row = &rows->step_rows[i];
      g_autoptr (PoplensSlice) list = NULL;
      TileStep part = {row->step_id, at, 0};
      if (row->ipu != ipu)
        continue;
      list = poplens_report_get_slice (report, POPLENS_SLICE_CYCLES, (guint64) row->tile_cycles_id,
                                       NULL, NULL);
      part.to = at += list->values[tile];
      if (part.to > part.from)
        g_array_append_val (parts, part);
    }
  }
  return parts;
}

static const TileStep *
part_at (const GArray *parts, guint64 cycle)
{
  for (guint i = 0; i < parts->len; i++) {
    const TileStep *part = &g_array_index (parts, TileStep, i);
    if (part->from <= cycle && part->to > cycle)
      return part;
  }
  return NULL;
}

/* Checks that a click on any cell selects the tile and the step that it was in. Returns the number
 * of checked steps. */
static guint
check_line (PoplensReport *report, PoplensPage *page, guint group, guint line, double from,
            double to)
{
  const PoplensTraceModel *model = page->trace->lanes->model;
  guint ipu = g_array_index (page->trace->lanes->groups, PoplensTraceGroup, group).ipu;
  guint per_ipu = model->target->tiles_per_ipu;
  g_autoptr (PoplensLocation) any = poplens_page_select_line (page, page->location, group, line, 0);
  guint tile = (guint) atoi (poplens_location_get (any, "tile"));
  g_autoptr (GArray) parts = NULL;
  guint found = 0;

  g_assert_cmpuint (tile / per_ipu, ==, ipu);
  parts = list_tile_steps (report, model->execution, ipu, tile % per_ipu);
  for (guint i = 0; i < 50; i++) {
    guint64 cycle = (guint64) (from + (to - from - 1) * i / 50);
    const TileStep *part = part_at (parts, cycle);
    g_autoptr (PoplensLocation) location =
        poplens_page_select_line (page, page->location, group, line, cycle);
    g_assert_cmpint (atoi (poplens_location_get (location, "tile")), ==, (int) tile);
    g_assert_nonnull (part);
    /* Only steps that are wide enough can be selected. */
    if (!poplens_location_get (location, "executed"))
      continue;
    g_assert_cmpint (atoi (poplens_location_get (location, "executed")), ==, (int) part->step);
    found++;
  }
  return found;
}

static void
test_tile_steps (PoplensReport *report)
{
  static const char *const locations[] = {
      "trace?bsp=yes", "trace?bsp=yes&from=0&to=1e12", "trace?bsp=yes&view=flame&order=physical",
      "trace?bsp=yes&order=waiting&fold=yes", "trace?bsp=yes&from=3000000&to=3400000"};

  for (guint p = 0; p < G_N_ELEMENTS (locations); p++) {
    g_autoptr (PoplensPage) page = trace_page (report, locations[p]);
    g_autoptr (PoplensChartLayout) layout = make_layout (page, page->location);
    PoplensChartView view = poplens_page_chart_view (page, page->location);
    guint tiles = page->trace->lanes->model->target->tiles_per_ipu, found = 0;
    g_assert_cmpuint (poplens_page_n_fields (page), ==, page->trace->lanes->groups->len);
    for (guint g = 0; g < poplens_page_n_fields (page); g++)
      for (guint i = 0; i < 4; i++)
        found += check_line (report, page, g, (guint) g_test_rand_int_range (0, (gint32) tiles),
                             view.from, view.to);
    if (view.to - view.from < 1000000)
      g_assert_cmpuint (found, ==, 200 * poplens_page_n_fields (page));
  }
}

/* ---- orders ---------------------------------------------------------------------------------- */

static guint
tile_on (const PoplensPage *page, guint group, guint line)
{
  g_autoptr (PoplensLocation) location =
      poplens_page_select_line (page, page->location, group, line, 0);

  return (guint) atoi (poplens_location_get (location, "tile"));
}

/* Each order has each tile once. */
static void
test_tile_orders (PoplensReport *report)
{
  static const char *const orders[] = {"software", "physical", "waiting"};

  for (guint o = 0; o < G_N_ELEMENTS (orders); o++) {
    g_autofree char *text = g_strdup_printf ("trace?bsp=yes&order=%s", orders[o]);
    g_autoptr (PoplensPage) page = trace_page (report, text);
    g_autoptr (PoplensChartLayout) layout = make_layout (page, page->location);
    guint n = page->trace->lanes->model->target->tiles_per_ipu, in_order = 0;
    for (guint g = 0; g < poplens_page_n_fields (page); g++) {
      g_autofree guint *seen = g_new0 (guint, n);
      for (guint line = 0; line < n; line++) {
        guint tile = tile_on (page, g, line);
        g_assert_cmpuint (tile / n, ==, g);
        g_assert_cmpuint (seen[tile % n]++, ==, 0);
        in_order += tile % n == line;
      }
    }
    g_assert_cmpint (in_order == n * poplens_page_n_fields (page), ==, !o);
  }
}

/* Returns the tiles of all IPUs in the order of their rows. (transfer full) */
static GArray *
list_tile_order (PoplensReport *report, const char *text)
{
  g_autoptr (PoplensPage) page = trace_page (report, text);
  g_autoptr (PoplensChartLayout) layout = make_layout (page, page->location);
  guint n = page->trace->lanes->model->target->tiles_per_ipu;
  GArray *tiles = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint g = 0; g < poplens_page_n_fields (page); g++)
    for (guint line = 0; line < n; line++) {
      guint tile = tile_on (page, g, line);
      g_array_append_val (tiles, tile);
    }
  return tiles;
}

static gboolean
orders_are_equal (const GArray *a, const GArray *b)
{
  return a->len == b->len && !memcmp (a->data, b->data, a->len * sizeof (guint));
}

/* In order of waiting, tiles are sorted by the current view, whatever the view was before. */
static void
test_order_of_view (void)
{
  static const char here[] = "trace?bsp=yes&order=waiting&from=1800000&to=2200000",
                    there[] = "trace?bsp=yes&order=waiting&from=4500000&to=5000000",
                    by_number[] = "trace?bsp=yes&from=4500000&to=5000000";
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensReport) fresh = report_fixture_open ("demo");

  g_autoptr (GArray) before = list_tile_order (report, here);
  g_autoptr (GArray) plain = list_tile_order (report, by_number);
  g_autoptr (GArray) got = list_tile_order (report, there);
  g_autoptr (GArray) want = list_tile_order (fresh, there);
  g_assert_false (orders_are_equal (want, before));
  g_assert_false (orders_are_equal (want, plain));
  g_assert_true (orders_are_equal (got, want));
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Descriptions have the cycles of the tile and of the longest tile of its IPU, as in the file:
 * "1,234 of 5,678 cycles". */
static void
test_tile_descriptions (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;
  guint seen = 0;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) page =
      trace_page (report, "trace?bsp=yes&ipu=1&outside=yes&from=3000000&to=3300000");
  g_autoptr (PoplensChartLayout) layout = make_layout (page, page->location);
  double x, y, width, height;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  for (double at = y; at < y + height; at += 7)
    for (double across = x; across < x + width; across += 13) {
      PoplensFieldPlace location;
      PoplensNumber number;
      if (!poplens_chart_layout_field_at (layout, across, at, &location))
        continue;
      g_autofree char *text = poplens_chart_layout_describe_field (layout, &location);
      g_assert_true (g_str_has_prefix (text, "Tile "));
      g_autoptr (PoplensLocation) chosen = poplens_page_select_line (
          page, page->location, location.group, location.line, location.from);
      const char *of = strstr (text, " of ");
      if (!of) {
        g_assert_nonnull (strstr (text, " %"));
        continue;
      }
      guint64 longest =
          report_fixture_ask (db, "select cycles from steps_by_ipu where ipu = 1 and step_id = %s",
                              poplens_location_get (chosen, "executed"));
      g_assert_true (g_str_has_prefix (of + 4, poplens_format_count (number, longest)));
      seen++;
    }
  g_assert_cmpuint (seen, >, 50);
}

/* ---- without --------------------------------------------------------------------------------- */

static void
test_no_tiles (void)
{
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (sqlite3) db = NULL;

  if (!trace_open_both ("demo", &report, &db))
    return;
  g_autoptr (PoplensPage) off = trace_page (report, "trace");
  g_assert_cmpuint (poplens_page_n_fields (off), ==, 0);
  g_assert_false (poplens_chart_has_fields (trace_chart (off)));
  g_assert_null (poplens_page_find_control (off, "order"));
}

/* A report that was recorded by IPU says which option records tiles. */
static void
test_level (void)
{
  g_autofree char *directory = temp_dir_new (),
                  *path = g_build_filename (directory, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = NULL;

  mini_profile_write (path, "UPDATE steps_by_ipu SET tile_cycles_id = NULL;"
                            "UPDATE instrumentation_settings SET compute_level = 'IPU'");
  report = poplens_report_open (directory, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensPage) page = trace_page (report, "trace?bsp=yes");
  const PoplensSection *notice = poplens_page_find_section (page, "no-tiles");
  g_assert_nonnull (notice);
  g_assert_nonnull (strstr (notice->text, "debug.computeInstrumentationLevel=tile"));
  g_assert_nonnull (strstr (notice->text, "“IPU”"));
  g_assert_cmpuint (poplens_page_n_fields (page), ==, 0);
  temp_dir_remove (directory);
}

int
main (int argc, char **argv)
{

  g_test_init (&argc, &argv, NULL);
  report_fixture_test ("/pages/trace-tiles/steps", test_tile_steps, "integrals", "demo", NULL);
  report_fixture_test ("/pages/trace-tiles/orders", test_tile_orders, "integrals", "demo", NULL);
  g_test_add_func ("/pages/trace-tiles/order-of-view", test_order_of_view);
  g_test_add_func ("/pages/trace-tiles/words", test_tile_descriptions);
  g_test_add_func ("/pages/trace-tiles/no-tiles", test_no_tiles);
  g_test_add_func ("/pages/trace-tiles/level", test_level);
  return g_test_run ();
}
