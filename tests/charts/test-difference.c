/* Tests of the signed plot below areas: positions against a plain sum, texts, and the hit test. */
#include "charts/difference/difference.h"
#include "charts/fixtures.h"

#include <math.h>

#define WIDTH 700
#define HEIGHT 420

static PoplensChart *
make_chart (gsize n, const gint64 *difference)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Memory by tile", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *values = g_new (guint64, n);

  for (gsize i = 0; i < n; i++)
    values[i] = 100000;
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "first", "First", POPLENS_INK_TOTAL, 0,
                            values, FALSE);
  if (difference)
    poplens_chart_set_difference (chart, "Second minus first",
                                  g_memdup2 (difference, n * sizeof *difference));
  return chart;
}

static PoplensChartLayout *
lay_out_difference (PoplensChart *chart, double height)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, NULL, &style, WIDTH, height);
}

static gboolean
is_ink (PoplensColor color, PoplensInk ink)
{
  PoplensColor of = poplens_ink (ink, (PoplensTheme){0});

  return color.red == of.red && color.green == of.green && color.blue == of.blue;
}

/* Returns how far boxes of @ink reach from the zero line at pixel @x; up is positive. @pale: counts
 * pale boxes too. */
static double
reach (const PoplensChartLayout *layout, PoplensInk ink, gboolean pale, double x)
{
  double top = G_MAXDOUBLE, bottom = 0;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    if (op->series >= 0 || !is_ink (op->color, ink) ||
        (op->part != POPLENS_PART_LOW && !(pale && op->part == POPLENS_PART_HIGH)))
      continue;
    for (guint i = op->first; i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (x + 0.5 < box->x || x + 0.5 >= box->x + box->width)
        continue;
      top = MIN (top, box->y);
      bottom = MAX (bottom, box->y + box->height);
    }
  }
  return top < G_MAXDOUBLE ? bottom - top : 0;
}

static double
middle_of (const PoplensChartLayout *layout, gsize item)
{
  double x, y, width, height;

  g_assert_true (poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height));
  g_assert_cmpfloat (y, ==, layout->plot.y);
  g_assert_cmpfloat (y + height, ==, layout->signed_plot.y + layout->signed_plot.height);
  return floor (x + width / 2);
}

/* Heights are proportional to the numbers; less is blue, more is orange, and no change is
 * neither. */
static void
test_signed_columns (void)
{
  static const gint64 numbers[] = {0, 4096, -8192, 2048, POPLENS_NO_DIFFERENCE, 1};
  g_autoptr (PoplensChart) chart = make_chart (G_N_ELEMENTS (numbers), numbers);
  g_autoptr (PoplensChartLayout) layout = lay_out_difference (chart, HEIGHT);
  double most = reach (layout, POPLENS_INK_LESS, TRUE, middle_of (layout, 2));

  g_assert_cmpfloat (most, >, 60);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    double x = middle_of (layout, i);
    double more = reach (layout, POPLENS_INK_MORE, TRUE, x);
    double less = reach (layout, POPLENS_INK_LESS, TRUE, x);
    double expected = numbers[i] == POPLENS_NO_DIFFERENCE ? 0 : numbers[i] / 8192.0 * most;
    if (numbers[i] == 1) /* too small to be seen, but a pixel is drawn */
      expected = 1;
    g_assert_cmpfloat_with_epsilon (more, MAX (expected, 0), 1.01);
    g_assert_cmpfloat_with_epsilon (less, MAX (-expected, 0), 1.01);
  }
}

/* A pixel column with many items shows their extremes on both sides in a pale ink, and the range
 * that all reach in full ink. */
static void
test_dense (void)
{
  const gsize n = 40000;
  g_autofree gint64 *numbers = g_new (gint64, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = i < n / 2 ? 1000 + (gint64) (i % 7) * 1000 : (i % 2 ? 3000 : -6000);
  g_autoptr (PoplensChart) chart = make_chart (n, numbers);
  g_autoptr (PoplensChartLayout) layout = lay_out_difference (chart, HEIGHT);
  double left = layout->plot.x + layout->plot.width / 4;
  double right = layout->plot.x + layout->plot.width * 3 / 4;
  double unit = layout->signed_plot.height / (13000 * 1.06);

  g_assert_cmpfloat_with_epsilon (reach (layout, POPLENS_INK_MORE, TRUE, left), 7000 * unit, 1.01);
  g_assert_cmpfloat_with_epsilon (reach (layout, POPLENS_INK_MORE, FALSE, left), 1000 * unit, 1.01);
  g_assert_cmpfloat (reach (layout, POPLENS_INK_LESS, TRUE, left), ==, 0);
  g_assert_cmpfloat_with_epsilon (reach (layout, POPLENS_INK_MORE, TRUE, right), 3000 * unit, 1.01);
  g_assert_cmpfloat_with_epsilon (reach (layout, POPLENS_INK_LESS, TRUE, right), 6000 * unit, 1.01);
  g_assert_cmpfloat (reach (layout, POPLENS_INK_MORE, FALSE, right), ==, 0);
  /* There are never more boxes than pixels. */
  g_assert_cmpuint (layout->boxes->len, <, 6 * WIDTH);
}

static gboolean
difference_says (const PoplensChartLayout *layout, const char *text)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (g_str_equal (
            pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout), text))
      return TRUE;
  return FALSE;
}

/* Numbers of any size and sign have a zero line, and a tick with a sign. */
static void
test_ticks (void)
{
  for (guint round = 0; round < 200; round++) {
    gint64 numbers[5];
    gboolean has_tick = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
      gint64 size = (gint64) 1 << g_random_int_range (4, 50);
      numbers[i] = (gint64) (g_random_double () * (double) size) - (round % 3 ? size / 2 : 0);
    }
    numbers[0] = round % 2 ? 1000 : -1000;
    g_autoptr (PoplensChart) chart = make_chart (G_N_ELEMENTS (numbers), numbers);
    g_autoptr (PoplensChartLayout) layout = lay_out_difference (chart, HEIGHT);
    for (guint i = 0; i < layout->texts->len; i++) {
      const char *text =
          pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout);
      has_tick = has_tick || g_str_has_prefix (text, "+") || g_str_has_prefix (text, "\u2212");
    }
    g_assert_true (has_tick);
    g_assert_true (difference_says (layout, "0"));
  }
}

static void
test_difference_text (void)
{
  static const gint64 numbers[] = {4096, -12, 0, POPLENS_NO_DIFFERENCE};
  static const char *const lines[] = {"Second minus first\t+4.00 KiB (+4,096 B)",
                                      "Second minus first\t\u221212 B", "Second minus first\t0 B",
                                      "Second minus first\t\u2013"};
  g_autoptr (PoplensChart) chart = make_chart (G_N_ELEMENTS (numbers), numbers);
  gint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_autofree char *text = poplens_chart_describe_item (chart, i);
    g_auto (GStrv) all = g_strsplit (text, "\n", -1);
    g_assert_true (g_strv_contains ((const char *const *) all, lines[i]));
    g_assert_cmpint (poplens_chart_get_difference (chart, i, &value), ==,
                     numbers[i] != POPLENS_NO_DIFFERENCE);
  }
  g_assert_false (poplens_chart_get_difference (chart, G_N_ELEMENTS (numbers), &value));
}

/* Items reach over both plots; the axis is below both. */
static void
test_difference_hits (void)
{
  static const gint64 numbers[] = {10, -10, 5, 7};
  g_autoptr (PoplensChart) chart = make_chart (G_N_ELEMENTS (numbers), numbers);
  g_autoptr (PoplensChartLayout) layout = lay_out_difference (chart, HEIGHT);
  double plot_y, plot_height;

  poplens_chart_layout_get_plot (layout, NULL, &plot_y, NULL, &plot_height);
  g_assert_cmpfloat (plot_y + plot_height, ==, layout->signed_plot.y + layout->signed_plot.height);
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++) {
    double x = middle_of (layout, i);
    PoplensChartHit above =
        poplens_chart_layout_hit (layout, x, layout->plot.y + layout->plot.height - 2);
    PoplensChartHit below = poplens_chart_layout_hit (
        layout, x, layout->signed_plot.y + layout->signed_plot.height - 2);
    g_assert_cmpint (above.area, ==, POPLENS_CHART_HIT_ITEM);
    g_assert_cmpint (above.series, ==, 0);
    g_assert_cmpint (below.area, ==, POPLENS_CHART_HIT_ITEM);
    g_assert_cmpint (below.series, ==, -1);
    g_assert_cmpuint (above.item, ==, i);
    g_assert_cmpuint (below.item, ==, i);
  }
}

/* Returns the least distance between the labels of the signed plot's ticks, in pixels. */
static double
label_distance (const PoplensChartLayout *layout)
{
  double least = G_MAXDOUBLE, last = 0;

  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    if (text->x >= layout->plot.x || text->y < layout->signed_plot.y - 10 ||
        text->y > layout->signed_plot.y + layout->signed_plot.height)
      continue;
    if (last > 0)
      least = MIN (least, fabs (text->y - last));
    last = text->y;
  }
  return least;
}

/* The height above eight rows of a table in a window of 1000 × 700 pixels. */
static void
test_low (void)
{
  static const gint64 numbers[] = {524288, -540000, 100, 7000};
  g_autoptr (PoplensChart) chart = make_chart (G_N_ELEMENTS (numbers), numbers);
  g_autoptr (PoplensChartLayout) layout = lay_out_difference (chart, 190);

  g_assert_cmpfloat (layout->plot.height, >, 35);
  g_assert_cmpfloat (layout->signed_plot.height, >, 35);
  g_assert_false (difference_says (layout, "Tiles"));
  g_assert_cmpfloat (label_distance (layout), >=, 11);
}

/* If the height is small, or there is no difference, the areas have the whole height. */
static void
test_room (void)
{
  static const gint64 numbers[] = {10, -10};
  g_autoptr (PoplensChart) with = make_chart (2, numbers);
  g_autoptr (PoplensChart) without = make_chart (2, NULL);
  g_autoptr (PoplensChartLayout) small = lay_out_difference (with, 160);
  g_autoptr (PoplensChartLayout) plain = lay_out_difference (without, 160);
  g_autoptr (PoplensChartLayout) large = lay_out_difference (with, HEIGHT);

  g_assert_cmpfloat (small->signed_plot.height, ==, 0);
  g_assert_cmpfloat (small->plot.height, >=, plain->plot.height);
  g_assert_cmpfloat (large->signed_plot.height, >, 80);
  g_assert_cmpfloat (large->signed_plot.y, >=, large->plot.y + large->plot.height);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/difference/columns", test_signed_columns);
  g_test_add_func ("/charts/difference/dense", test_dense);
  g_test_add_func ("/charts/difference/ticks", test_ticks);
  g_test_add_func ("/charts/difference/words", test_difference_text);
  g_test_add_func ("/charts/difference/hits", test_difference_hits);
  g_test_add_func ("/charts/difference/low", test_low);
  g_test_add_func ("/charts/difference/room", test_room);
  return g_test_run ();
}
