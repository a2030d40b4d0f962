/* Tests of address maps: drawing, hit test and text, against the blocks one by one. */
#include <math.h>
#include <string.h>

#include "charts/lanes/address-private.h"
#include "charts/map-fixture.h"

static PoplensChartLayout *
lay_out_address (PoplensChart *chart, PoplensChartView view, double width, double height)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, &view, &style, width, height);
}

static void
test_address_text (void)
{
  g_autoptr (PoplensChart) chart = fixture_address (FALSE);
  g_autofree char *text = poplens_chart_describe_item (chart, 0);
  g_autofree char *span = poplens_chart_describe_span (chart, 0x4c000, 0x50000);

  g_assert_nonnull (strstr (text, "layer_0/weights\nTensors\t"));
  g_assert_nonnull (strstr (text, "\nFrom\t0x4c000\nTo before\t0x"));
  g_assert_nonnull (strstr (text, "\nAlignment\t8 B"));
  g_assert_cmpstr (span, ==, "0x4c000 to 0x50000 (16.0 KiB)");
}

/* Labels of the ruler are visible addresses, with a round step between them. */
static void
test_address_ruler (void)
{
  g_autoptr (PoplensChart) chart = fixture_address (FALSE);

  for (guint round = 0; round < 100; round++) {
    PoplensChartView view = poplens_chart_view_all (chart);
    double span = (view.to - view.from) * pow (10, -g_test_rand_double_range (0, 4.5));
    guint64 last = 0, step = 0;
    guint n = 0;
    g_autoptr (PoplensChartLayout) layout = NULL;
    view.from += g_test_rand_double () * (view.to - view.from - span);
    view.to = view.from + span;
    layout = lay_out_address (chart, view, 700, 200);
    for (guint i = 0; i < layout->texts->len; i++) {
      const char *text =
          pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout);
      guint64 address;
      if (!g_str_has_prefix (text, "0x"))
        continue;
      address = g_ascii_strtoull (text + 2, NULL, 16);
      g_assert_cmpfloat ((double) address, >=, layout->view.from);
      g_assert_cmpfloat ((double) address, <=, layout->view.to);
      if (last && step)
        g_assert_cmpuint (address - last, ==, step);
      else if (last)
        step = address - last;
      last = address;
      n++;
    }
    g_assert_cmpuint (n, >=, 2);
    g_assert_cmpuint (step & (step - 1), ==, 0);
  }
}

/* A box of several blocks is dim if all of them are. */
static void
test_address_dimmed (void)
{
  for (guint round = 0; round < 20; round++) {
    g_autoptr (PoplensChart) chart = fixture_random_address (2000, 1 + round % 4);
    gsize n = poplens_chart_get_n_items (chart);
    guint8 *dim = g_new (guint8, n);
    g_autofree guint8 *copy = NULL;
    for (gsize i = 0; i < n; i++)
      dim[i] = g_test_rand_int_range (0, 8) > 0;
    copy = g_memdup2 (dim, n);
    poplens_chart_set_lane_dimmed (chart, dim);
    for (guint k = 0; k < 200; k++) {
      gsize from = (gsize) g_test_rand_int_range (0, (gint32) n), all = 1;
      gsize length = (gsize) g_test_rand_int_range (1, 20), end = MIN (from + length, n);
      for (gsize s = from; s < end; s++)
        all &= copy[poplens_lane_item (poplens_lanes (chart)->blocks, s)];
      g_assert_cmpint (poplens_lane_is_dim (chart, from, end), ==, (int) all);
    }
  }
}

/* The hit test of every byte in a row gives the block or gap that covers it. */
static void
test_address_hits (void)
{
  g_autoptr (PoplensChart) chart = fixture_address (FALSE);

  for (guint round = 0; round < 300; round++) {
    PoplensChartView view = poplens_chart_view_all (chart);
    double span = 200 + g_test_rand_double () * 20000, x, y, address;
    g_autoptr (PoplensChartLayout) layout = NULL;
    PoplensChartHit hit;
    guint64 from, to;
    guint row;
    view.from += g_test_rand_double () * (view.to - view.from - span);
    view.to = view.from + span;
    layout = lay_out_address (chart, view, 700, 200);
    x = layout->plot.x + floor (g_test_rand_double () * layout->plot.width) + 0.5;
    y = layout->plot.y + 4 + 11;
    address = poplens_chart_layout_x_to_position (layout, x);
    hit = poplens_chart_layout_hit (layout, x, y);
    if (hit.area != POPLENS_CHART_HIT_ITEM || hit.n_items > 1)
      continue;
    g_assert_true (poplens_chart_get_lane_item (chart, hit.item, &from, &to, &row));
    g_assert_cmpuint (row, ==, 0);
    /* A box has whole pixels. */
    g_assert_cmpfloat (address, >=, (double) from - 3 * span / layout->plot.width - 1);
    g_assert_cmpfloat (address, <=, (double) to + 3 * span / layout->plot.width + 1);
  }
}

/* 10^5 blocks take a few milliseconds, and there are never more boxes than pixels. */
static void
test_address_large (void)
{
  g_autoptr (PoplensChart) chart = fixture_random_address (100000, 8);
  g_autoptr (PoplensChartLayout) layout =
      lay_out_address (chart, poplens_chart_view_all (chart), 1500, 500);

  g_assert_cmpuint (poplens_lanes_layout (layout)->cells->len, <, 8 * 1500);
}

/* TRUE if a text of the layout ends with @end. */
static gboolean
has_text_ending (const PoplensChartLayout *layout, const char *end)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (g_str_has_suffix (
            pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout), end))
      return TRUE;
  return FALSE;
}

/* A chart opens with the requested view, shows how much is free after it, and can show all. */
static void
test_address_opening (void)
{
  g_autoptr (PoplensChart) chart = fixture_address (FALSE);
  PoplensChartView all = poplens_chart_view_all (chart);
  PoplensChartView opening = poplens_chart_view_opening (chart);
  guint64 end = (guint64) all.to, used = end - 100 * 1024;

  g_assert_cmpfloat (opening.from, ==, all.from);
  g_assert_cmpfloat (opening.to, ==, all.to);
  poplens_chart_set_lane_opening (chart, (guint64) all.from, used);
  opening = poplens_chart_view_opening (chart);
  g_assert_cmpfloat (opening.to, ==, (double) used);
  g_assert_cmpfloat (poplens_chart_view_all (chart).to, ==, all.to);

  g_autoptr (PoplensChartLayout) first = lay_out_address (chart, opening, 700, 200);
  g_assert_true (has_text_ending (first, "100 KiB free \u2192"));
  double x = first->plot.x + first->plot.width - 10, y = first->plot.y - 8;
  g_assert_cmpint (poplens_chart_layout_hit (first, x, y).area, ==, POPLENS_CHART_HIT_LIMIT);
  g_autoptr (PoplensChartLayout) whole = lay_out_address (chart, all, 700, 200);
  g_assert_false (has_text_ending (whole, "\u2192"));
  /* If blocks after the view are hidden, they are not shown as free memory. */
  opening.to -= 4096;
  g_autoptr (PoplensChartLayout) part = lay_out_address (chart, opening, 700, 200);
  g_assert_false (has_text_ending (part, "\u2192"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/address/text", test_address_text);
  g_test_add_func ("/charts/address/ruler", test_address_ruler);
  g_test_add_func ("/charts/address/dimmed", test_address_dimmed);
  g_test_add_func ("/charts/address/hits", test_address_hits);
  g_test_add_func ("/charts/address/large", test_address_large);
  g_test_add_func ("/charts/address/opening", test_address_opening);
  return g_test_run ();
}
