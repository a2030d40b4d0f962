/* Tests of what all kinds of charts share: ticks, views, texts, and lines with gaps. */
#include <math.h>
#include <string.h>

#include "charts/core/layout-private.h"
#include "charts/core/value-scale.h"
#include "charts/fixtures.h"

static void
test_binary_ticks (void)
{
  PoplensValueScale scale;
  PoplensNumber label;

  for (double max = 5; max < 1e19; max *= 1.37) {
    poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY, max, 6);
    g_assert_cmpuint (scale.n_ticks, >=, 4);
    g_assert_cmpuint (scale.n_ticks, <=, 6);
    g_assert_cmpfloat (exp2 (round (log2 (scale.step))), ==, scale.step);
    g_assert_cmpfloat (scale.top, >=, max);
    g_assert_cmpfloat (scale.step * (scale.n_ticks - 1), <=, scale.top);
    g_assert_cmpfloat (fmod (scale.step, scale.unit_size), ==, 0);
  }
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY, 650 * 1024,
                            6);
  g_assert_cmpstr (scale.unit, ==, "KiB");
  g_assert_cmpuint (scale.n_ticks, ==, 6);
  g_assert_cmpstr (poplens_value_scale_label (&scale, 5, label), ==, "640");
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY, 2.5e6, 6);
  g_assert_cmpstr (poplens_value_scale_label (&scale, 4, label), ==, "2,048");
}

/* An axis has the unit of its values in texts, and the box of an item has one unit in all lines. */
static void
test_one_unit (void)
{
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_areas_kind, "Memory", 1, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *large = g_new (guint64, 1), *small = g_new (guint64, 1);
  PoplensValueScale scale;
  PoplensNumber number;

  *large = 20 << 20;
  *small = 6000 << 10;
  poplens_chart_set_item_axis (chart, "Tile", "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_TENSORS, 0, large,
                            FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "b", "B", POPLENS_INK_OTHER, 0, small,
                            FALSE);
  g_autofree char *text = poplens_chart_describe_item (chart, 0);
  g_assert_cmpstr (text, ==,
                   "Tile 0\nA\t20.0 MiB (20,971,520 B)\nB\t5.86 MiB (6,144,000 B)\n"
                   "Total\t25.9 MiB (27,115,520 B)");
  for (double max = 1 << 20; max < 1e16; max *= 1.9) {
    poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY, max, 6);
    poplens_format_bytes (number, (guint64) scale.top, POPLENS_BYTE_UNIT_BINARY);
    g_assert_true (g_str_has_suffix (number, scale.unit));
  }
}

static void
test_decimal_ticks (void)
{
  PoplensValueScale scale;
  PoplensNumber label;

  for (double max = 6; max < 1e19; max *= 1.37) {
    poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY, max, 6);
    double lead = scale.step / pow (10, floor (log10 (scale.step) + 1e-9));
    g_assert_cmpuint (scale.n_ticks, >=, 4);
    g_assert_cmpuint (scale.n_ticks, <=, 6);
    g_assert_true (fabs (lead - 1) < 1e-6 || fabs (lead - 2) < 1e-6 || fabs (lead - 5) < 1e-6);
    g_assert_cmpuint (strlen (poplens_value_scale_label (&scale, scale.n_ticks - 1, label)), <, 10);
  }
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY, 9e9, 6);
  g_assert_cmpstr (scale.unit, ==, "G cycles");
  g_assert_cmpstr (poplens_value_scale_label (&scale, 2, label), ==, "4");
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_SI, 650000, 6);
  g_assert_cmpstr (scale.unit, ==, "kB");
  g_assert_cmpstr (poplens_value_scale_label (&scale, 1, label), ==, "200");
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_MICROSECONDS, 0, 45000, 6);
  g_assert_cmpstr (scale.unit, ==, "ms");
  /* No value to scale to, and no height. */
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_COUNT, 0, NAN, 6);
  g_assert_cmpfloat (scale.top, >, 0);
  poplens_value_scale_init (&scale, POPLENS_CHART_UNIT_BYTES, 0, 12345, 2);
  g_assert_cmpuint (scale.n_ticks, ==, 2);
}

/* The ticks of an axis that begins far from zero are round, within the axis, and have different
 * labels. */
static void
test_ticks_from (void)
{
  PoplensValueScale scale;
  PoplensNumber label, next;

  for (double from = 3; from < 1e15; from *= 1.7)
    for (double by = 0.3; by > 0.01; by /= 2) {
      double max = from * (1 + by);
      poplens_value_scale_init_from (&scale, POPLENS_CHART_UNIT_CYCLES, 0, from, max, 5);
      g_assert_cmpfloat (scale.from, ==, from);
      g_assert_cmpfloat (scale.top, >=, max);
      g_assert_cmpuint (scale.n_ticks, <=, 5);
      g_assert_cmpfloat (scale.first, >=, from);
      g_assert_cmpfloat (scale.first, <, from + scale.step);
      for (guint i = 1; i < scale.n_ticks; i++)
        g_assert_cmpstr (poplens_value_scale_label (&scale, i - 1, label), !=,
                         poplens_value_scale_label (&scale, i, next));
    }
  poplens_value_scale_init_from (&scale, POPLENS_CHART_UNIT_CYCLES, 0, 4.9e6, 5.9e6, 4);
  g_assert_cmpstr (scale.unit, ==, "M cycles");
  g_assert_cmpuint (scale.n_ticks, ==, 2);
  g_assert_cmpstr (poplens_value_scale_label (&scale, 0, label), ==, "5.0");
  g_assert_cmpstr (poplens_value_scale_label (&scale, 1, label), ==, "5.5");
  poplens_value_scale_init_from (&scale, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY,
                                 500 * 1024, 640 * 1024, 4);
  g_assert_cmpstr (scale.unit, ==, "KiB");
  g_assert_cmpstr (poplens_value_scale_label (&scale, 0, label), ==, "512");
}

/* Lines of 1,000 to 1,100 fill the height of an axis that begins at 1,000. */
static void
test_base (void)
{
  g_autoptr (PoplensChart) chart =
      poplens_chart_new (&poplens_areas_kind, "Cycles", 2, POPLENS_CHART_UNIT_CYCLES, 0);
  PoplensChartView view = {0, 2, FALSE};
  const PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  guint64 *values = g_new (guint64, 2);

  values[0] = 1000;
  values[1] = 1100;
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "a", "A", POPLENS_INK_TOTAL, 0, values,
                            FALSE);
  poplens_chart_set_base (chart, 1000);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, &view, &style, 300, 120);
  double bottom = layout->plot.y + layout->plot.height;
  g_assert_cmpfloat (poplens_layout_value_to_y (layout, 1000), ==, bottom);
  g_assert_cmpfloat (poplens_layout_value_to_y (layout, 0), ==, bottom);
  double high = bottom - poplens_layout_value_to_y (layout, 1100);
  g_assert_cmpfloat (high, >, layout->plot.height * 0.7);
  g_assert_cmpfloat (fabs (bottom - poplens_layout_value_to_y (layout, 1050) - high / 2), <=, 1);
}

static void
assert_view (PoplensChartView view, double from, double to)
{
  g_assert_cmpfloat_with_epsilon (view.from, from, 1e-9);
  g_assert_cmpfloat_with_epsilon (view.to, to, 1e-9);
}

static void
test_view_zoom (void)
{
  g_autoptr (PoplensChart) chart = fixture_spike (1000, 1, 0, 1);
  PoplensChartView view = poplens_chart_view_all (chart);

  view.limit_to_scale = TRUE;
  assert_view (view, 0, 1000);
  view = poplens_chart_view_zoom (chart, view, 2, 250);
  assert_view (view, 125, 625);
  g_assert_true (view.limit_to_scale);
  for (int i = 0; i < 40; i++) {
    double part = (300 - view.from) / (view.to - view.from);
    view = poplens_chart_view_zoom (chart, view, 1.3, 300);
    g_assert_cmpfloat_with_epsilon ((300 - view.from) / (view.to - view.from), part, 1e-6);
  }
  g_assert_cmpfloat_with_epsilon (view.to - view.from, 4, 1e-9);
  view = poplens_chart_view_zoom (chart, view, 1e-9, 300);
  assert_view (view, 0, 1000);
  assert_view (poplens_chart_view_zoom (chart, view, NAN, 3), 0, 1000);
  assert_view (poplens_chart_view_zoom (chart, view, 0, 3), 0, 1000);
}

static void
test_view_pan_and_clamp (void)
{
  g_autoptr (PoplensChart) chart = fixture_spike (1000, 1, 0, 1);
  g_autoptr (PoplensChart) two = fixture_spike (2, 1, 0, 1);
  PoplensChartView view = {100, 200, FALSE};

  assert_view (poplens_chart_view_pan (chart, view, 50), 150, 250);
  assert_view (poplens_chart_view_pan (chart, view, -500), 0, 100);
  assert_view (poplens_chart_view_pan (chart, view, 1e12), 900, 1000);
  assert_view (poplens_chart_view_pan (chart, view, INFINITY), 100, 200);
  assert_view (poplens_chart_view_clamp (chart, (PoplensChartView){NAN, 3}), 0, 1000);
  assert_view (poplens_chart_view_clamp (chart, (PoplensChartView){9, 3}), 0, 1000);
  assert_view (poplens_chart_view_clamp (chart, (PoplensChartView){-50, 50}), 0, 100);
  assert_view (poplens_chart_view_clamp (chart, (PoplensChartView){999.5, 1000}), 996, 1000);
  assert_view (poplens_chart_view_zoom (two, poplens_chart_view_all (two), 8, 1), 0, 2);
}

static void
test_view_fit (void)
{
  g_autoptr (PoplensChart) chart = fixture_spike (1000, 1, 0, 1);
  PoplensChartView view = {100, 200, FALSE};

  assert_view (poplens_chart_view_fit (chart, view, (PoplensItemRange){400, 500}), 396, 504);
  assert_view (poplens_chart_view_fit (chart, view, (PoplensItemRange){0, 100}), 0, 104);
  assert_view (poplens_chart_view_fit (chart, view, (PoplensItemRange){900, 5000}), 896, 1000);
  assert_view (poplens_chart_view_fit (chart, view, (PoplensItemRange){50, 51}), 48.5, 52.5);
  assert_view (poplens_chart_view_fit (chart, view, (PoplensItemRange){5, 5}), 100, 200);
}

static guint64 *
values_of (guint64 a, guint64 b, guint64 c)
{
  guint64 *values = g_new (guint64, 3);

  values[0] = a, values[1] = b, values[2] = c;
  return values;
}

static PoplensChart *
three_tiles (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory by tile", 3,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "Tensors", POPLENS_INK_TENSORS, 0,
                            values_of (320000, 12, 0), FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "b", "Code", POPLENS_INK_VERTEX_CODE, 0,
                            values_of (1024, 0, 2048), FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "h", "Hidden", POPLENS_INK_OTHER, 0,
                            values_of (7, 7, 7), TRUE);
  poplens_chart_set_item_axis (chart, "Tile", "tile");
  return chart;
}

static void
assert_words (char *words, const char *expected)
{
  g_assert_cmpstr (words, ==, expected);
  g_free (words);
}

static void
test_describe (void)
{
  g_autoptr (PoplensChart) chart = three_tiles ();
  guint32 numbers[] = {812, 5, 1471}, rising[] = {1472, 1473, 1474};

  poplens_chart_add_group (chart, 0, "IPU 0");
  poplens_chart_add_group (chart, 2, "IPU 1");
  assert_words (poplens_chart_describe_item (chart, 1), "Tile 1 · IPU 0\n"
                                                        "Tensors\t12 B\nCode\t0 B\nTotal\t12 B");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){0, 3}),
                "tiles 0–2: 3 tiles, sum 316 KiB (323,084 B), lowest 12 B at tile 1, "
                "highest 314 KiB (321,024 B) at tile 0");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){2, 9}),
                "tile 2: 1 tile, sum 2.00 KiB (2,048 B), lowest 2.00 KiB (2,048 B) at tile 2, "
                "highest 2.00 KiB (2,048 B) at tile 2");
  poplens_chart_set_item_numbers (chart, g_memdup2 (numbers, sizeof numbers));
  assert_words (poplens_chart_describe_item (chart, 0),
                "Tile 812 · IPU 0\nTensors\t313 KiB (320,000 B)\nCode\t1.00 KiB (1,024 B)\n"
                "Total\t314 KiB (321,024 B)");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){0, 2}),
                "tiles at positions 0–1: 2 tiles, sum 314 KiB (321,036 B), lowest 12 B at tile 5, "
                "highest 314 KiB (321,024 B) at tile 812");
  /* Tiles of the second IPU: their numbers are ascending, so positions are not mentioned. */
  poplens_chart_set_item_numbers (chart, g_memdup2 (rising, sizeof rising));
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){0, 2}),
                "tiles 1472–1473: 2 tiles, sum 314 KiB (321,036 B), lowest 12 B at tile 1473, "
                "highest 314 KiB (321,024 B) at tile 1472");
  assert_words (poplens_chart_describe_item (chart, 3), "");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){2, 2}), "");
}

static void
test_describe_huge (void)
{
  g_autoptr (PoplensChart) chart =
      poplens_chart_new (&poplens_areas_kind, "Huge", 3, POPLENS_CHART_UNIT_COUNT, 0);
  g_autofree char *item = NULL, *range = NULL;

  for (guint s = 0; s < 2; s++)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_TOTAL, 0,
                              values_of (G_MAXUINT64, 1, G_MAXUINT64 - 1), FALSE);
  item = poplens_chart_describe_item (chart, 0);
  g_assert_nonnull (strstr (item, "Total\tat least 18,446,744,073,709,551,615"));
  range = poplens_chart_describe_range (chart, (PoplensItemRange){0, 3});
  g_assert_nonnull (strstr (range, "sum more than 18,446,744,073,709,551,615, lowest 2 at item 1"));
}

#define REPORTS 8

/* Returns a line without values at items 2, 3 and 7. (transfer full) */
static PoplensChart *
line_with_gaps (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Cycles", REPORTS,
                                           POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *values = g_new0 (guint64, REPORTS);
  guint8 *absent = g_new0 (guint8, REPORTS);

  for (guint i = 0; i < REPORTS; i++) {
    absent[i] = i == 2 || i == 3 || i == 7;
    values[i] = absent[i] ? 0 : 100 + 10 * i;
  }
  poplens_chart_set_item_axis (chart, "Report", "report");
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "value", "Cycles", POPLENS_INK_TOTAL, 0,
                            values, FALSE);
  poplens_chart_set_absent (chart, absent);
  return chart;
}

/* TRUE if a line is drawn in the middle of @item. Asserts that no line reaches the baseline. */
static gboolean
is_drawn_at (const PoplensChartLayout *layout, guint item)
{
  double middle = poplens_chart_layout_position_to_x (layout, item + 0.5);
  gboolean drawn = FALSE;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint b = op->first; op->part == POPLENS_PART_EDGE && b < op->first + op->n; b++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, b);
      drawn = drawn || (middle >= box->x && middle < box->x + box->width);
      g_assert_cmpfloat (box->y + box->height, <, layout->plot.y + layout->plot.height);
    }
  }
  return drawn;
}

/* Items without a value have no line, the line beside them does not go down to zero, and texts do
 * not say 0. */
static void
test_line_gaps (void)
{
  g_autoptr (PoplensChart) chart = line_with_gaps ();
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  for (guint width = 100; width <= 900; width += 50) {
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, NULL, &style, width, 112);
    for (guint i = 0; i < REPORTS; i++)
      g_assert_cmpint (is_drawn_at (layout, i), ==, i != 2 && i != 3 && i != 7);
  }
  assert_words (poplens_chart_describe_item (chart, 3), "Report 3\nCycles\tnot recorded");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){1, 5}),
                "reports 1–4: 4 reports, sum 250 cycles, lowest 110 cycles at report 1, "
                "highest 140 cycles at report 4");
  assert_words (poplens_chart_describe_range (chart, (PoplensItemRange){2, 4}),
                "reports 2–3: 2 reports, not recorded");
}

/* Charts with the same distance from base to top have the same scale, whatever their values. */
static void
test_top (void)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  double heights[3];

  for (guint c = 0; c < G_N_ELEMENTS (heights); c++) {
    g_autoptr (PoplensChart) chart = line_with_gaps ();
    poplens_chart_set_base (chart, c * 40);
    poplens_chart_set_top (chart, c * 40 + 1000);
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, NULL, &style, 300, 112);
    heights[c] = layout->scale.top - layout->scale.from;
    g_assert_cmpfloat (layout->scale.top, >, c * 40 + 1000);
    g_assert_cmpfloat_with_epsilon (heights[c], heights[0], 1e-6);
  }
}

static void
test_asking (void)
{
  g_autoptr (PoplensChart) chart = three_tiles ();
  PoplensNumber buffer;

  g_assert_true (poplens_chart_get_kind (chart) == &poplens_areas_kind);
  g_assert_cmpstr (poplens_chart_get_title (chart), ==, "Memory by tile");
  g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, 3);
  g_assert_cmpuint (poplens_chart_get_n_series (chart), ==, 3);
  g_assert_cmpstr (poplens_chart_get_series_key (chart, 1), ==, "b");
  g_assert_cmpstr (poplens_chart_get_series_name (chart, 1), ==, "Code");
  g_assert_null (poplens_chart_get_series_key (chart, 3));
  g_assert_true (poplens_chart_is_series_hidden (chart, 2));
  g_assert_cmpuint (poplens_chart_get_value (chart, 1, 2), ==, 2048);
  g_assert_cmpuint (poplens_chart_get_value (chart, 1, 3), ==, 0);
  g_assert_cmpstr (poplens_chart_get_item_label (chart, 2, buffer), ==, "2");
}

static char *
name_item (gconstpointer data, gsize item)
{
  return item == 2 ? g_strdup_printf ("%s %zu", (const char *) data, item) : NULL;
}

static void
test_item_names (void)
{
  g_autoptr (PoplensChart) chart = fixture_totals (10);
  g_autofree char *named = NULL;
  g_autofree char *other = NULL;

  poplens_chart_set_item_names (chart, name_item, g_strdup ("first"), g_free);
  poplens_chart_set_item_names (chart, name_item, g_strdup ("DoExchange"), g_free);
  named = poplens_chart_describe_item (chart, 2);
  other = poplens_chart_describe_item (chart, 3);
  g_assert_true (g_str_has_prefix (named, "Tile 2 · DoExchange 2"));
  g_assert_null (strstr (other, "DoExchange"));
  /* A mark outside the items is ignored. */
  poplens_chart_add_mark (chart, 10, "outside");
  poplens_chart_add_mark (chart, G_MAXSIZE, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/ticks/binary", test_binary_ticks);
  g_test_add_func ("/charts/ticks/one-unit", test_one_unit);
  g_test_add_func ("/charts/ticks/decimal", test_decimal_ticks);
  g_test_add_func ("/charts/ticks-from", test_ticks_from);
  g_test_add_func ("/charts/base", test_base);
  g_test_add_func ("/charts/view/zoom", test_view_zoom);
  g_test_add_func ("/charts/view/pan-and-clamp", test_view_pan_and_clamp);
  g_test_add_func ("/charts/view/fit", test_view_fit);
  g_test_add_func ("/charts/describe", test_describe);
  g_test_add_func ("/charts/describe/huge", test_describe_huge);
  g_test_add_func ("/charts/gaps", test_line_gaps);
  g_test_add_func ("/charts/top", test_top);
  g_test_add_func ("/charts/asking", test_asking);
  g_test_add_func ("/charts/names", test_item_names);
  return g_test_run ();
}
