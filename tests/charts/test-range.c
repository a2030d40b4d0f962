/* Tests of typed ranges: accepted forms, refused ones, and their errors. */
#include "base/error.h"
#include "charts/core/range-text.h"
#include "charts/floor/floor.h"
#include "charts/lanes-fixture.h"
#include "charts/lanes/address.h"

#include <string.h>

/* Returns 1,000 items, all of them in view. */
static PoplensChart *
areas (gboolean sorted)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory", 1000,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint32 *numbers = g_new (guint32, 1000);

  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_TENSORS, 0,
                            g_new0 (guint64, 1000), FALSE);
  for (guint i = 0; i < 1000; i++)
    numbers[i] = 999 - i;
  if (sorted)
    poplens_chart_set_item_numbers (chart, numbers);
  else
    g_free (numbers);
  return chart;
}

/* Returns lanes of cycles 0 to 10,000,000, at @hz. */
static PoplensChart *
lanes (const PoplensChartKind *kind, guint64 hz, gboolean in_time)
{
  PoplensChart *chart =
      poplens_chart_new (kind, "Lanes", 0, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  FixtureBlocks blocks;

  fixture_blocks_init (&blocks);
  fixture_blocks_add (&blocks, 0, 10000000, 0, 0, 0);
  g_autoptr (PoplensLaneBlocks) shared = fixture_blocks_end (&blocks);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_COMPUTE, 0, NULL,
                            FALSE);
  poplens_chart_set_lane_blocks (chart, shared);
  poplens_chart_set_lane_nominal (chart, hz, FALSE);
  poplens_chart_set_lane_clock (chart, in_time ? hz : 0);
  return chart;
}

static void
assert_read (PoplensChart *chart, const char *text, double from, double to)
{
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_chart_range_parse (chart, text, &view, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (view.from, ==, from);
  g_assert_cmpfloat (view.to, ==, to);
}

/* Asserts that the view is unchanged and the error contains @words. */
static void
assert_refused (PoplensChart *chart, const char *text, const char *words)
{
  const PoplensChartView all = poplens_chart_view_all (chart);
  PoplensChartView view = all;
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_chart_range_parse (chart, text, &view, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_test_message ("“%s”: %s", text, error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_cmpfloat (view.from, ==, all.from);
  g_assert_cmpfloat (view.to, ==, all.to);
}

static void
test_item_range (void)
{
  g_autoptr (PoplensChart) chart = areas (FALSE), sorted = areas (TRUE);
  static const char *const ways[] = {
      "37-52", "37..52", "37 … 52", " 37 – 52 ", "37to52", "37 to 52", "37\302\240-\302\24052",
      "37:52"};

  /* The last item is included. */
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    assert_read (chart, ways[i], 37, 53);
  assert_read (chart, "5-5", 5, 6);
  assert_read (chart, "900-5,000", 900, 5001);
  assert_refused (chart, "", "Tiles, for example");
  assert_refused (chart, "37", "Not a range");
  assert_refused (chart, "-5-7", "Not a range");
  assert_refused (chart, "37-52-60", "Not a range");
  assert_refused (chart, "1.2.3-4", "Not a range");
  assert_refused (chart, "0x-4", "Not a range");
  assert_refused (chart, "52-37", "second number must be larger");
  assert_refused (chart, "1000-2000", "Outside the chart, which has 0–999");
  assert_refused (chart, "1-2 ms", "Unknown unit “ms”; use numbers alone");
  assert_refused (chart, "10000000000000000000000000000000000000000000-1", "Not a range");
  assert_refused (sorted, "", "Positions along the axis");
}

static void
test_cycle_range (void)
{
  g_autoptr (PoplensChart) chart = lanes (&poplens_lanes_kind, 1000000000, FALSE);
  g_autoptr (PoplensChart) bare = lanes (&poplens_lanes_kind, 0, FALSE);

  assert_read (chart, "1,000-25,000", 1000, 25000);
  assert_read (chart, "1000 cycles - 25000 cycles", 1000, 25000);
  /* With 10^9 cycles per second a cycle is 1 ns. */
  assert_read (chart, "1.5-2 ms", 1500000, 2000000);
  assert_read (chart, "500 µs to 2ms", 500000, 2000000);
  assert_read (chart, "500us..0.002 s", 500000, 2000000);
  assert_refused (chart, "5-5", "Empty range");
  assert_refused (chart, "1-2 parsecs", "use ns, µs, ms or s");
  assert_refused (chart, "1-2 h", "Unknown unit");
  assert_refused (bare, "1-2 ms", "use numbers alone");
  assert_refused (bare, "x", "Cycles, for example");
  assert_refused (chart, "x", "Cycles or time, for example");
}

static void
test_addresses (void)
{
  g_autoptr (PoplensChart) chart = lanes (&poplens_address_kind, 0, FALSE);

  assert_read (chart, "0x4c000-0x50000", 0x4c000, 0x50000);
  assert_read (chart, "100-0x1000", 100, 0x1000);
  assert_refused (chart, "0xg-1", "Addresses, for example");
}

static void
assert_round (PoplensChart *chart, double from, double to, const char *wanted)
{
  PoplensChartView view = {from, to};
  g_autofree char *text = poplens_chart_range_format (chart, &view);

  g_assert_cmpstr (text, ==, wanted);
  assert_read (chart, text, from, to);
}

/* A range is formatted in a form that can be typed. */
static void
test_format (void)
{
  g_autoptr (PoplensChart) items = areas (FALSE);
  g_autoptr (PoplensChart) cycles = lanes (&poplens_lanes_kind, 1000000000, FALSE);
  g_autoptr (PoplensChart) time = lanes (&poplens_lanes_kind, 1000000000, TRUE);
  g_autoptr (PoplensChart) addresses = lanes (&poplens_address_kind, 0, FALSE);

  assert_round (items, 37, 53, "37–52");
  assert_round (items, 0, 1000, "0–999");
  assert_round (cycles, 1000, 25000, "1,000–25,000");
  assert_round (time, 1500000, 2000000, "1.500000–2.000000 ms");
  assert_round (time, 1500, 25000, "1.500–25.000 µs");
  assert_round (addresses, 0x4c000, 0x50000, "0x4c000–0x50000");
}

static void
test_has (void)
{
  g_autoptr (PoplensChart) items = areas (FALSE);
  g_autoptr (PoplensChart) none = poplens_chart_new (
      &poplens_floor_kind, "Map", 5, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensChart) bars = poplens_chart_new (
      &poplens_bars_kind, "Bars", 5, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  g_assert_true (poplens_chart_has_range (items));
  g_assert_false (poplens_chart_has_range (none));
  g_assert_false (poplens_chart_has_range (bars));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/range/items", test_item_range);
  g_test_add_func ("/charts/range/cycles", test_cycle_range);
  g_test_add_func ("/charts/range/addresses", test_addresses);
  g_test_add_func ("/charts/range/format", test_format);
  g_test_add_func ("/charts/range/has", test_has);
  return g_test_run ();
}
