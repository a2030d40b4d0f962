/* Tests of LANES in which each row is an item: names, notes, crosses, and an axis of steps. */
#include <math.h>
#include <string.h>

#include "charts/lanes/lanes-private.h"
#include "charts/rows-fixture.h"

#define WIDTH 700
#define HEIGHT 320

static PoplensChartLayout *
lay_out_rows (PoplensChart *chart, double from, double to, double scroll)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);

  view.from = from;
  view.to = to;
  view.scroll = scroll;
  return poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
}

static const char *
words_of (const PoplensChartLayout *layout, guint i)
{
  return pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout);
}

static double
width_of (const PoplensDrawText *text)
{
  int width;

  pango_layout_get_pixel_size (text->layout, &width, NULL);
  return width;
}

/* Returns the only text with these words. (nullable) */
static const PoplensDrawText *
find_text (const PoplensChartLayout *layout, const char *words)
{
  const PoplensDrawText *found = NULL;

  for (guint i = 0; i < layout->texts->len; i++)
    if (strstr (words_of (layout, i), words)) {
      g_assert_null (found);
      found = &g_array_index (layout->texts, PoplensDrawText, i);
    }
  return found;
}

static void
rect_of (const PoplensChartLayout *layout, gsize item, PoplensRect *r)
{
  g_assert_true (
      poplens_chart_layout_item_rect (layout, item, &r->x, &r->y, &r->width, &r->height));
}

/* ---- names ---- */

static void
assert_within (const PoplensDrawText *text, double from, double to)
{
  g_assert_nonnull (text);
  g_assert_cmpfloat (text->x, >=, from);
  g_assert_cmpfloat (text->x + width_of (text), <=, to + 1);
}

/* A name is in a bar if it fits, else after the last bar, else before the first. */
static void
test_row_names (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();
  g_autoptr (PoplensChartLayout) layout = lay_out_rows (chart, 0, FIXTURE_STEPS, 0);
  double right = layout->plot.x + layout->plot.width;
  PoplensRect r;

  rect_of (layout, 0, &r);
  assert_within (find_text (layout, "layer_0/"), r.x, r.x + r.width);
  rect_of (layout, 1, &r);
  assert_within (find_text (layout, "layer_1/"), r.x + r.width, right);
  rect_of (layout, 2, &r);
  assert_within (find_text (layout, "layer_2/"), layout->plot.x, r.x);
  rect_of (layout, 5, &r);
  assert_within (find_text (layout, "layer_4/"), r.x + r.width, right);
  /* A row without bars shows its name too. */
  assert_within (find_text (layout, "layer_5/"), layout->plot.x, right);
  g_assert_nonnull (find_text (layout, "803 KiB"));
  g_assert_cmpfloat (find_text (layout, "803 KiB")->x + width_of (find_text (layout, "803 KiB")),
                     <=, layout->plot.x);
}

/* Names do not overlap the bars of other rows, whatever is in view. */
static void
test_names_anywhere (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();

  for (guint round = 0; round < 200; round++) {
    double from = g_test_rand_double_range (0, 36), to = from + g_test_rand_double_range (4, 40);
    g_autoptr (PoplensChartLayout) layout =
        lay_out_rows (chart, from, to, g_test_rand_int_range (0, 90));
    double left = layout->plot.x, right = left + layout->plot.width;
    for (guint i = 0; i < layout->texts->len; i++) {
      const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
      if (strstr (words_of (layout, i), "out"))
        assert_within (text, left, right);
    }
    for (guint r = 0; r < poplens_lanes_layout (layout)->rows->len; r++) {
      const PoplensLaneRow *row =
          &g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, r);
      g_autofree char *name = g_strdup_printf ("layer_%u/", row->row);
      gboolean whole = row->bottom - row->top >= POPLENS_LANE_HEIGHT;
      /* Forty touching bars leave no space for a name, and a partly visible row has none. */
      if (row->row != 8 && whole)
        g_assert_nonnull (find_text (layout, name));
      else if (!whole)
        g_assert_null (find_text (layout, name));
    }
  }
}

/* If all bars are out of view, an arrow shows on which side. */
static void
test_row_out_of_view (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();
  g_autoptr (PoplensChartLayout) layout = lay_out_rows (chart, 20, 28, 0);

  g_assert_nonnull (find_text (layout, "← model/layer_1/out"));
  g_assert_nonnull (find_text (layout, "model/layer_2/out →"));
  g_assert_nonnull (find_text (layout, "← model/layer_6/out"));
  /* A row with bars on both sides has no arrow. */
  g_assert_null (find_text (layout, "← model/layer_4"));
  g_assert_nonnull (find_text (layout, "model/layer_4/out"));
}

/* ---- crosses, rows ---- */

static void
test_crosses (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();
  g_autoptr (PoplensChartLayout) layout = lay_out_rows (chart, 0, FIXTURE_STEPS, 0);
  guint crosses = 0;

  for (guint r = 0; r < poplens_lanes_layout (layout)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, r);
    PoplensChartHit hit = poplens_chart_layout_hit (layout, 5, row->y + 11);
    if (row->row < 2) {
      g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ROW);
      g_assert_cmpuint (hit.item, ==, row->row);
      crosses++;
    } else {
      g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_NONE);
    }
  }
  g_assert_cmpuint (crosses, ==, 2);
}

/* Compares the computed position of a row with the drawn one. */
static void
test_lane_y (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();

  for (double scroll = 0; scroll < 80; scroll += 7) {
    g_autoptr (PoplensChartLayout) layout = lay_out_rows (chart, 0, FIXTURE_STEPS, scroll);
    for (gsize item = 0; item < poplens_chart_get_n_items (chart); item++) {
      PoplensRect r;
      double y;
      g_assert_true (poplens_chart_layout_lane_y (layout, item, &y));
      if (poplens_chart_layout_item_rect (layout, item, &r.x, &r.y, &r.width, &r.height) &&
          r.height == POPLENS_LANE_HEIGHT)
        g_assert_cmpfloat (r.y, ==, y - layout->view.scroll);
    }
    g_assert_false (poplens_chart_layout_lane_y (layout, 5000, &(double){0}));
  }
}

/* ---- steps ---- */

/* The ruler's numbers are above the middle of their steps, as in a chart of items. */
static void
test_ruler (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();
  g_autoptr (PoplensChartLayout) layout = lay_out_rows (chart, 0, FIXTURE_STEPS, 0);
  guint n = 0;

  g_assert_nonnull (find_text (layout, "steps"));
  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    const char *words = words_of (layout, i);
    guint64 step;
    double middle;
    if (!g_ascii_string_to_unsigned (words, 10, 0, FIXTURE_STEPS - 1, &step, NULL))
      continue;
    middle = poplens_chart_layout_position_to_x (layout, (double) step + 0.5);
    g_assert_cmpfloat (fabs (text->x + width_of (text) / 2 - middle), <=, 2);
    n++;
  }
  g_assert_cmpuint (n, >=, 5);
}

static void
test_row_text (void)
{
  g_autoptr (PoplensChart) chart = fixture_rows ();
  g_autofree char *item = poplens_chart_describe_item (chart, 1);
  g_autofree char *span = poplens_chart_describe_span (chart, 3, 9);
  g_autofree char *range = poplens_chart_describe_range (chart, (PoplensItemRange){0, 2});

  g_assert_cmpstr (item, ==, "range 1\nNot always live\t2 steps\nFrom step\t12\nTo before\t14");
  g_assert_cmpstr (span, ==, "steps 3 to 9");
  g_assert_cmpstr (range, ==, "2 ranges: sum 36 steps, steps 3–37");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/rows/names", test_row_names);
  g_test_add_func ("/charts/rows/names-anywhere", test_names_anywhere);
  g_test_add_func ("/charts/rows/absent", test_row_out_of_view);
  g_test_add_func ("/charts/rows/crosses", test_crosses);
  g_test_add_func ("/charts/rows/lane-y", test_lane_y);
  g_test_add_func ("/charts/rows/ruler", test_ruler);
  g_test_add_func ("/charts/rows/words", test_row_text);
  return g_test_run ();
}
