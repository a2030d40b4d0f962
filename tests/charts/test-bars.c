/* Tests of bars: the rows that fit, the hit test, and the style of series that wait. */
#include "charts/core/layout-private.h"
#include "charts/fixtures.h"

#include <string.h>

#define WIDTH 900
#define HEIGHT 320

static PoplensChartLayout *
lay_out_bars (PoplensChart *chart, double from, double to, gboolean limit)
{
  PoplensChartView view = {from, to, limit};
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
}

static gboolean
bars_say (const PoplensChartLayout *layout, const char *words)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (strstr (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
                words))
      return TRUE;
  return FALSE;
}

static void
test_bar_rows (void)
{
  g_autoptr (PoplensChart) chart = fixture_bars (40);
  g_autoptr (PoplensChartLayout) layout = lay_out_bars (chart, 0, 40, FALSE);
  g_autoptr (PoplensChartLayout) scrolled = lay_out_bars (chart, 20, 40, FALSE);
  double y = poplens_chart_layout_position_to_x (layout, 3.5);
  gsize shown = (gsize) layout->view.to;
  g_autofree char *more = g_strdup_printf ("… %" G_GSIZE_FORMAT " more", 40 - shown);

  g_assert_cmpuint (shown, >, 5);
  g_assert_cmpfloat (layout->plot.y + layout->plot.height + 20, <=, HEIGHT);
  g_assert_true (bars_say (layout, more));
  g_assert_true (bars_say (layout, "/MatMul"));
  g_assert_true (bars_say (layout, "806 KiB") || bars_say (layout, "830 KiB"));
  g_assert_cmpuint (poplens_chart_layout_hit (layout, layout->plot.x + 1, y).item, ==, 3);
  g_assert_cmpint (poplens_chart_layout_hit (layout, layout->plot.x + 1, y).series, ==, 0);
  g_assert_cmpint (poplens_chart_layout_hit (layout, 20, y).series, ==, -1);
  g_assert_true (bars_say (scrolled, "… 20 above"));
}

/* Returns the total width in pixels of the bars of @series in row @item that are drawn as @kind. */
static double
width_of (const PoplensChartLayout *layout, int series, PoplensDrawKind kind, gsize item)
{
  double middle = poplens_chart_layout_position_to_x (layout, (double) item + 0.5), sum = 0;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint i = op->first; i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (op->series == series && op->kind == kind && op->part != POPLENS_PART_FURNITURE &&
          box->y < middle && box->y + box->height > middle)
        sum += box->width;
    }
  }
  return sum;
}

/* Waiting series are tinted, and hatched from 8 px on unless they are quiet; series outside the
 * program are not filled. */
static void
test_bars_that_wait (void)
{
  g_autoptr (PoplensChart) chart = fixture_waits ();
  g_autoptr (PoplensChartLayout) layout = lay_out_bars (chart, 0, 4, FALSE);
  double scale = layout->plot.width / 1000;
  g_autofree char *text = poplens_chart_describe_item (chart, 0);

  g_assert_cmpfloat_with_epsilon (width_of (layout, 0, POPLENS_DRAW_FILL, 0), 300 * scale + 1, 1.1);
  g_assert_cmpfloat_with_epsilon (width_of (layout, 2, POPLENS_DRAW_FILL, 0), 100 * scale + 1, 1.1);
  g_assert_cmpfloat_with_epsilon (width_of (layout, 2, POPLENS_DRAW_FRAME, 0), 100 * scale, 1.1);
  g_assert_cmpfloat (width_of (layout, 2, POPLENS_DRAW_HATCH, 0), ==, 0);
  g_assert_cmpfloat_with_epsilon (width_of (layout, 3, POPLENS_DRAW_HATCH, 0), 100 * scale, 1.1);
  g_assert_cmpfloat_with_epsilon (width_of (layout, 3, POPLENS_DRAW_FRAME, 0), 100 * scale, 1.1);
  /* Bars of 6 of 1,000 cycles are too narrow for a hatch, bars of 2 for an outline. */
  g_assert_cmpfloat (width_of (layout, 3, POPLENS_DRAW_HATCH, 1), ==, 0);
  g_assert_cmpfloat (width_of (layout, 3, POPLENS_DRAW_FILL, 1), >, 1);
  g_assert_cmpfloat (width_of (layout, 3, POPLENS_DRAW_FRAME, 2), ==, 0);
  g_assert_cmpfloat_with_epsilon (width_of (layout, 6, POPLENS_DRAW_DOTTED_BOX, 3), 1000 * scale,
                                  1.1);
  g_assert_cmpfloat (width_of (layout, 6, POPLENS_DRAW_FILL, 3), ==, 0);
  g_assert_cmpint (poplens_chart_layout_hit (layout, layout->plot.x + 700 * scale,
                                             poplens_chart_layout_position_to_x (layout, 0.5))
                       .series,
                   ==, 6);
  g_assert_nonnull (strstr (text, "Compute\t300 cycles (30.0 %)"));
  g_assert_nonnull (strstr (text, "Total\t1,000 cycles"));
  g_assert_null (strstr (text, "(100"));
  g_assert_cmpfloat (poplens_chart_natural_height (chart, 600), >=,
                     layout->plot.y + layout->plot.height);
}

/* Bars of changes begin at zero: less to the left, more to the right, and texts have the sign. */
static void
test_bars_of_change (void)
{
  static const guint64 before[] = {500, 100, 7}, now[] = {200, 700, 7};
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_bars_kind, "Change", 3, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
  char **names = g_new0 (char *, 4);

  for (guint i = 0; i < 3; i++)
    names[i] = g_strdup_printf ("bar %u", i);
  poplens_chart_set_item_texts (chart, names);
  poplens_chart_add_change (chart, "change", "Cycles", POPLENS_INK_MORE, 0,
                            g_memdup2 (before, sizeof before), g_memdup2 (now, sizeof now), FALSE);
  g_autoptr (PoplensChartLayout) layout = lay_out_bars (chart, 0, 3, FALSE);
  double unit = layout->plot.width / 900, zero = layout->plot.x + 300 * unit;
  g_autofree char *text = poplens_chart_describe_item (chart, 0);
  double y = poplens_chart_layout_position_to_x (layout, 1.5);

  g_assert_cmpfloat_with_epsilon (width_of (layout, -1, POPLENS_DRAW_FILL, 0), 300 * unit, 1.1);
  g_assert_cmpfloat_with_epsilon (width_of (layout, -1, POPLENS_DRAW_FILL, 1), 600 * unit, 1.1);
  g_assert_cmpfloat (width_of (layout, -1, POPLENS_DRAW_FILL, 2), ==, 0);
  for (guint i = 0; i < layout->boxes->len; i++) {
    const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
    if (box->width > 1 && box->y < y && box->y + box->height > y)
      g_assert_cmpfloat_with_epsilon (box->x, zero, 1.1);
  }
  g_assert_true (bars_say (layout, "−300 cycles"));
  g_assert_true (bars_say (layout, "+600 cycles"));
  g_assert_nonnull (strstr (text, "Cycles\t500 cycles → 200 cycles: −300"));
  g_assert_cmpuint (poplens_chart_layout_hit (layout, zero + 5, y).item, ==, 1);
  g_assert_cmpint (poplens_chart_layout_hit (layout, zero + 5, y).series, ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/bars/rows", test_bar_rows);
  g_test_add_func ("/charts/bars/waiting", test_bars_that_wait);
  g_test_add_func ("/charts/bars/change", test_bars_of_change);
  return g_test_run ();
}
