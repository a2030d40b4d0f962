/* Tests of the parts of a difference: positions against a plain sum, texts, the legend, and hidden
 * parts. */
#include "charts/difference/difference.h"
#include "charts/parts-fixture.h"

#include <math.h>
#include <string.h>

#define WIDTH 700
#define HEIGHT 520
#define FIRST_PART 2 /* parts come after both areas */

static PoplensChartLayout *
lay_out_parts (PoplensChart *chart)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, NULL, &style, WIDTH, HEIGHT);
}

static gboolean
is_below (const PoplensChartLayout *layout, const PoplensBox *box)
{
  return box->y >= layout->signed_plot.y - 1;
}

/* Returns in @out the pixels that series @s covers at @x in the signed plot, above and below
 * zero. */
static void
covered (const PoplensChartLayout *layout, guint s, double x, double zero, double out[2])
{
  out[0] = out[1] = 0;
  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    if (op->series != (int) s || (op->part != POPLENS_PART_LOW && op->part != POPLENS_PART_HIGH))
      continue;
    for (guint i = op->first; i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (is_below (layout, box) && x + 0.5 >= box->x && x + 0.5 < box->x + box->width)
        out[box->y >= zero] += box->height;
    }
  }
}

/* Returns the y of the zero line, which is the only box of the full width apart from ticks. */
static double
zero_of (const PoplensChartLayout *layout)
{
  double less, more;

  poplens_difference_reach (layout->chart, &less, &more);
  return layout->signed_plot.y +
         round (more * 1.06 * layout->signed_plot.height / ((less + more) * 1.06));
}

static double
middle_of (const PoplensChartLayout *layout, gsize item)
{
  double x, y, width, height;

  g_assert_true (poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height));
  return floor (x + width / 2);
}

/* In a stack each part has the height of its change, on its side of zero; hidden parts have
 * none. */
static void
check_stacks (guint32 seed)
{
  const guint n_parts = 5;
  const gsize n = 40;
  int hidden = seed % 3 ? -1 : (int) (seed % n_parts);
  g_autoptr (PoplensChart) chart = fixture_parts (n, n_parts, hidden, seed);
  g_autoptr (PoplensChartLayout) layout = lay_out_parts (chart);
  double less, more, unit, zero = zero_of (layout);

  poplens_difference_reach (chart, &less, &more);
  unit = layout->signed_plot.height / ((less + more) * 1.06);
  for (gsize i = 0; i < n; i++)
    for (guint p = 0; p < n_parts; p++) {
      gint64 change = poplens_chart_get_change (chart, FIRST_PART + p, i);
      double pixels[2];
      covered (layout, FIRST_PART + p, middle_of (layout, i), zero, pixels);
      if ((int) p == hidden)
        change = 0;
      /* Both edges of a part are rounded to whole pixels. */
      g_assert_cmpfloat_with_epsilon (pixels[0], MAX (change, 0) * unit, 1.01);
      g_assert_cmpfloat_with_epsilon (pixels[1], MAX (-change, 0) * unit, 1.01);
    }
}

static void
test_stacks (void)
{
  for (guint round = 0; round < 30; round++)
    check_stacks (g_test_rand_int ());
}

/* A pixel column with several items shows the furthest of them, with no more boxes than pixels. */
static void
test_dense (void)
{
  const gsize n = 30000;
  g_autoptr (PoplensChart) chart = fixture_parts (n, 4, -1, g_test_rand_int ());
  g_autoptr (PoplensChartLayout) layout = lay_out_parts (chart);
  g_autoptr (GArray) cells = poplens_cells_new (&layout->axis, n);
  double less, more, zero = zero_of (layout), unit;

  poplens_difference_reach (chart, &less, &more);
  unit = layout->signed_plot.height / ((less + more) * 1.06);
  for (guint c = 0; c < cells->len; c += 17) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    double furthest[2] = {0, 0}, all[2] = {0, 0};
    for (gsize i = cell->from; i < cell->to; i++) {
      double stack[2] = {0, 0};
      for (guint p = 0; p < 4; p++) {
        gint64 change = poplens_chart_get_change (chart, FIRST_PART + p, i);
        stack[change < 0] += ABS ((double) change);
      }
      furthest[0] = MAX (furthest[0], stack[0]);
      furthest[1] = MAX (furthest[1], stack[1]);
    }
    for (guint p = 0; p < 4; p++) {
      double pixels[2];
      covered (layout, FIRST_PART + p, cell->x0, zero, pixels);
      all[0] += pixels[0];
      all[1] += pixels[1];
    }
    /* Opaque boxes end at the smallest stack, pale ones at the furthest: they may overlap, but not
     * leave gaps. */
    for (guint side = 0; side < 2; side++)
      g_assert_cmpfloat (all[side], >=, furthest[side] * unit - 4.01);
  }
  g_assert_cmpuint (layout->boxes->len, <, 24 * WIDTH);
}

static gboolean
has_line (const char *text, const char *start, const char *end)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], start) && g_str_has_suffix (lines[i], end))
      return TRUE;
  return FALSE;
}

/* The text has both values and the sign of each part, then the sum, of the shown parts if some are
 * hidden. */
static void
test_parts_text (void)
{
  for (int hidden = -1; hidden < 2; hidden++) {
    g_autoptr (PoplensChart) chart = fixture_parts (20, 3, hidden, 5);
    for (gsize i = 0; i < 20; i++) {
      g_autofree char *text = poplens_chart_describe_item (chart, i);
      gint64 difference, shown = 0;
      PoplensNumber number;
      for (guint s = FIRST_PART; s < FIRST_PART + 3; s++) {
        gint64 change = poplens_chart_get_change (chart, s, i);
        g_autofree char *start = g_strdup_printf ("%s\t", poplens_chart_get_series_name (chart, s));
        poplens_format_signed_bytes (number, change, POPLENS_BYTE_UNIT_BINARY);
        if (poplens_chart_is_series_hidden (chart, s)) {
          g_assert_false (has_line (text, start, ""));
          continue;
        }
        shown += change;
        g_assert_true (has_line (text, start, change ? number : ", unchanged"));
      }
      g_assert_true (poplens_chart_get_difference (chart, i, &difference));
      g_assert_cmpint (hidden >= 0, ==, strstr (text, "Shown\t") != NULL);
      poplens_format_signed_bytes (number, hidden < 0 ? difference : shown,
                                   POPLENS_BYTE_UNIT_BINARY);
      g_assert_nonnull (
          strstr (strstr (text, hidden < 0 ? "Second minus first\t" : "Shown\t"), number));
    }
    g_autofree char *range = poplens_chart_describe_range (chart, (PoplensItemRange){3, 9});
    g_assert_nonnull (strstr (range, ", Second minus first "));
  }
}

/* Parts are named between the plots, the other series above; all of them can be clicked. */
static void
test_legend (void)
{
  g_autoptr (PoplensChart) chart = fixture_parts (12, 4, 1, 9);
  g_autoptr (PoplensChartLayout) layout = lay_out_parts (chart);
  guint found = 0;

  for (guint i = 0; i < layout->zones->len; i++) {
    const PoplensHitZone *zone = &g_array_index (layout->zones, PoplensHitZone, i);
    double y = zone->rect.y + zone->rect.height / 2;
    if (zone->area != POPLENS_CHART_HIT_LEGEND)
      continue;
    found++;
    if (zone->series < FIRST_PART)
      g_assert_cmpfloat (y, <, layout->plot.y);
    else
      g_assert_true (y > layout->plot.y + layout->plot.height && y < layout->signed_plot.y);
    PoplensChartHit hit = poplens_chart_layout_hit (layout, zone->rect.x + 5, y);
    g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_LEGEND);
    g_assert_cmpint (hit.series, ==, zone->series);
  }
  g_assert_cmpuint (found, ==, FIRST_PART + 4);
}

/* Parts do not affect the plot above: neither its scale, nor its drawing, nor the hit test. */
static void
test_above (void)
{
  g_autoptr (PoplensChart) with = fixture_parts (30, 4, -1, 3);
  g_autoptr (PoplensChartLayout) layout = lay_out_parts (with);
  guint64 most = 0;

  for (gsize i = 0; i < 30; i++)
    for (guint s = 0; s < FIRST_PART; s++)
      most = MAX (most, poplens_chart_get_value (with, s, i));
  g_assert_cmpfloat (with->max_value, ==, (double) most);
  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint i = op->first; op->series >= FIRST_PART && i < op->first + op->n; i++)
      g_assert_cmpfloat (g_array_index (layout->boxes, PoplensBox, i).y, >,
                         layout->plot.y + layout->plot.height);
  }
  g_assert_cmpint (poplens_chart_get_change (with, 0, 3), ==, 0);
}

/* All parts are hidden: only the zero line and ticks are drawn. */
static void
test_hidden_parts (void)
{
  g_autoptr (PoplensChart) chart = fixture_parts (10, 1, 0, 1);
  g_autoptr (PoplensChartLayout) layout = lay_out_parts (chart);
  double less, more;

  poplens_difference_reach (chart, &less, &more);
  g_assert_cmpfloat (less + more, ==, 0);
  g_assert_cmpfloat (layout->signed_plot.height, >, 80);
}

/* The size in a window of 1000 × 700 pixels: one row of legend, and both plots. */
static void
test_small (void)
{
  g_autoptr (PoplensChart) chart = fixture_parts (500, 8, -1, 2);
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  g_autoptr (PoplensChartLayout) layout =
      poplens_chart_layout_new (chart, NULL, &style, WIDTH, 190);

  g_assert_cmpfloat (layout->plot.height, >, 35);
  g_assert_cmpfloat (layout->signed_plot.height, >, 35);
  g_assert_cmpfloat (layout->signed_plot.y - layout->plot.y - layout->plot.height, <, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/difference-parts/stacks", test_stacks);
  g_test_add_func ("/charts/difference-parts/dense", test_dense);
  g_test_add_func ("/charts/difference-parts/words", test_parts_text);
  g_test_add_func ("/charts/difference-parts/legend", test_legend);
  g_test_add_func ("/charts/difference-parts/above", test_above);
  g_test_add_func ("/charts/difference-parts/hidden", test_hidden_parts);
  g_test_add_func ("/charts/difference-parts/small", test_small);
  return g_test_run ();
}
