/* Tests of the layout of areas: the draw list against a plain recalculation, and the hit test. */
#include <math.h>
#include <string.h>

#include "charts/fixtures.h"
#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"
#include "support/work-time.h"

#define WIDTH 900
#define HEIGHT 320

static PoplensChartLayout *
lay_out_areas (PoplensChart *chart, double from, double to, gboolean limit)
{
  PoplensChartView view = {from, to, limit};
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
}

static double
total_of (const PoplensChart *chart, gsize item)
{
  double total = 0;

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (!poplens_chart_is_series_hidden (chart, s))
      total += (double) poplens_chart_get_value (chart, s, item);
  return total;
}

/* Returns the height of all boxes of @part that cover pixel @x. @top: (out): y of the uppermost box
 * of any data part. */
static double
covered (const PoplensChartLayout *layout, PoplensDrawPart part, double x, double *top)
{
  double sum = 0;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint i = op->first; op->part != POPLENS_PART_FURNITURE && i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (x + 0.5 < box->x || x + 0.5 >= box->x + box->width)
        continue;
      if (op->part == part)
        sum += box->height;
      if (op->part != POPLENS_PART_EDGE)
        *top = MIN (*top, box->y);
    }
  }
  return sum;
}

/* Returns the items of pixel column @x: one, or those that begin in it. */
static void
items_of (const PoplensChartLayout *layout, double x, gsize *from, gsize *to)
{
  if (layout->axis.scale >= 1) {
    *from = (gsize) poplens_chart_layout_x_to_position (layout, x + 0.5);
    *to = *from + 1;
  } else {
    *from = (gsize) ceil (poplens_chart_layout_x_to_position (layout, x));
    *to = MAX ((gsize) ceil (poplens_chart_layout_x_to_position (layout, x + 1)), *from + 1);
  }
}

static void
assert_stack (gsize n, double from, double to)
{
  g_autoptr (PoplensChart) chart = fixture_stack (n, FALSE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, from, to, FALSE);
  double base, unit;
  const PoplensRect *plot = &layout->plot;

  base = plot->y + plot->height;
  unit = plot->height / layout->scale.top;
  for (double x = plot->x; x < plot->x + plot->width - 1; x++) {
    double low = G_MAXDOUBLE, high = 0, top = base, sum;
    gsize first, last;
    items_of (layout, x, &first, &last);
    for (gsize i = first; i < last; i++) {
      low = MIN (low, total_of (chart, i));
      high = MAX (high, total_of (chart, i));
    }
    sum = covered (layout, POPLENS_PART_LOW, x, &top);
    g_assert_cmpfloat_with_epsilon (sum, low * unit, 1.01);
    g_assert_cmpfloat_with_epsilon (base - top, high * unit, 1.01);
  }
}

static void
test_stack (void)
{
  assert_stack (300, 0, 300);
  assert_stack (300, 100.3, 171.8);
  assert_stack (2944, 0, 2944);
  assert_stack (2944, 500.7, 1800.1);
  assert_stack (100000, 0, 100000);
}

/* Edges at whole pixels are sharp at scales 1 and 2. */
static void
test_crisp (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (2944, TRUE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 100.37, 2801.91, FALSE);

  for (guint i = 0; i < layout->boxes->len; i++) {
    const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
    g_assert_cmpfloat (box->x, ==, roundf (box->x));
    g_assert_cmpfloat (box->y, ==, roundf (box->y));
    g_assert_cmpfloat (box->width, ==, roundf (box->width));
    g_assert_cmpfloat (box->height, ==, roundf (box->height));
  }
}

static void
test_spike (void)
{
  const gsize n = 1000000, spike = 765432;
  g_autoptr (PoplensChart) chart = fixture_spike (n, 1000, spike, 4000);
  gint64 start = work_time ();
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, n, FALSE);
  gint64 elapsed = work_time () - start;
  double x = floor (poplens_chart_layout_position_to_x (layout, spike)), top = HEIGHT;
  double y =
      layout->plot.y + layout->plot.height - round (4000 / layout->scale.top * layout->plot.height);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint32 pixel;

  /* A generous limit, as sanitizers are slow. */
  g_test_message ("laid out in %.1f ms", (double) elapsed / 1000);
  g_assert_cmpint (elapsed, <, G_USEC_PER_SEC);
  covered (layout, POPLENS_PART_LOW, x, &top);
  g_assert_cmpfloat (top, ==, y);
  g_assert_cmpint (poplens_chart_layout_hit (layout, x + 0.5, y + 20).item, ==, spike);
  poplens_chart_layout_draw (layout, cr);
  cairo_surface_flush (surface);
  memcpy (&pixel,
          cairo_image_surface_get_data (surface) +
              (int) y * cairo_image_surface_get_stride (surface) + (int) x * 4,
          4);
  g_assert_cmphex (pixel, ==, 0xff2c7f93);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_few_boxes (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (200000, TRUE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 200000, FALSE);

  for (guint o = 0; o < layout->ops->len; o++)
    g_assert_cmpuint (g_array_index (layout->ops, PoplensDrawOp, o).n, <=, 3 * WIDTH);
  g_assert_cmpuint (layout->boxes->len, <=, 3 * WIDTH * 8);
}

static void
test_position_round_trip (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (200, TRUE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 30.5, 170.25, FALSE);
  double y = layout->plot.y + layout->plot.height - 2;

  for (gsize i = 31; i < 170; i++) {
    double x = poplens_chart_layout_position_to_x (layout, (double) i + 0.5);
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
    g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ITEM);
    g_assert_cmpuint (hit.item, ==, i);
    g_assert_cmpint (hit.series, ==, 0);
    g_assert_cmpfloat_with_epsilon (poplens_chart_layout_x_to_position (layout, x), i + 0.5, 1e-6);
  }
  g_assert_cmpfloat (poplens_chart_layout_x_to_position (layout, -1e9), ==, 30.5);
  g_assert_cmpfloat (poplens_chart_layout_x_to_position (layout, 1e9), ==, 170.25);
  g_assert_cmpint (poplens_chart_layout_hit (layout, layout->plot.x + 5, layout->plot.y + 1).series,
                   ==, -1);
}

static void
test_item_groups (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (2944, TRUE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 2944, FALSE);
  g_autoptr (PoplensChartLayout) inside = lay_out_areas (chart, 1500, 1600, FALSE);
  double before = poplens_item_axis_to_x (&layout->axis, 1472, TRUE);
  double behind = poplens_chart_layout_position_to_x (layout, 1472);
  double y = layout->plot.y + layout->plot.height - 2;

  g_assert_cmpfloat_with_epsilon (behind - before, POPLENS_GROUP_GAP, 1e-6);
  g_assert_cmpint (poplens_chart_layout_hit (layout, (before + behind) / 2, y).area, ==,
                   POPLENS_CHART_HIT_NONE);
  g_assert_cmpfloat (poplens_chart_layout_x_to_position (layout, before + 3), ==, 1472);
  g_assert_cmpuint (inside->axis.runs->len, ==, 1);
  /* A gap grows smoothly while it comes into view. */
  for (double from = 1472.2, last = 0; from > 1465; from -= 0.1) {
    g_autoptr (PoplensChartLayout) moved = lay_out_areas (chart, from, from + 100, FALSE);
    double gap = poplens_chart_layout_position_to_x (moved, 1472) -
                 poplens_item_axis_to_x (&moved->axis, 1472, TRUE);
    g_assert_cmpfloat (fabs (gap - last), <=, 1);
    last = gap;
    if (from < 1470)
      g_assert_cmpfloat_with_epsilon (gap, POPLENS_GROUP_GAP, 1e-6);
  }
}

static const PoplensHitZone *
zone_of (const PoplensChartLayout *layout, PoplensChartHitArea area, int series)
{
  for (guint i = 0; i < layout->zones->len; i++) {
    const PoplensHitZone *zone = &g_array_index (layout->zones, PoplensHitZone, i);
    if (zone->area == area && zone->series == series)
      return zone;
  }
  return NULL;
}

static PoplensChartHit
hit_middle (const PoplensChartLayout *layout, const PoplensHitZone *zone)
{
  return poplens_chart_layout_hit (layout, zone->rect.x + zone->rect.width / 2,
                                   zone->rect.y + zone->rect.height / 2);
}

static gboolean
layout_says (const PoplensChartLayout *layout, const char *words)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (strstr (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
                words))
      return TRUE;
  return FALSE;
}

static void
test_limit (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (300, FALSE);
  g_autoptr (PoplensChart) over = fixture_spike (300, 10, 7, 5000);
  g_autoptr (PoplensChartLayout) data = lay_out_areas (chart, 0, 300, FALSE);
  g_autoptr (PoplensChartLayout) limit = lay_out_areas (chart, 0, 300, TRUE);
  g_autoptr (PoplensChartLayout) above = NULL;
  double y;

  g_assert_true (layout_says (data, "limit 624 KiB ↑"));
  g_assert_cmpfloat (data->scale.top, <, FIXTURE_LIMIT);
  g_assert_cmpint (hit_middle (data, zone_of (data, POPLENS_CHART_HIT_LIMIT, -1)).area, ==,
                   POPLENS_CHART_HIT_LIMIT);
  g_assert_true (layout_says (limit, "limit 624 KiB"));
  g_assert_false (layout_says (limit, "↑"));
  g_assert_cmpfloat (limit->scale.top, >, FIXTURE_LIMIT);
  y = poplens_layout_value_to_y (limit, FIXTURE_LIMIT);
  g_assert_cmpfloat (y, >=, limit->plot.y + 12);
  g_assert_cmpint (poplens_chart_layout_hit (limit, limit->plot.x + 50, y).area, ==,
                   POPLENS_CHART_HIT_LIMIT);
  /* Values above the limit stay visible, without being requested. */
  poplens_chart_set_limit (over, "limit", 2000);
  above = lay_out_areas (over, 0, 300, FALSE);
  g_assert_cmpfloat (above->scale.top, >, 5000);
  g_assert_false (layout_says (above, "↑"));
}

static void
test_legend (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (300, FALSE);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 300, FALSE);
  g_autoptr (PoplensChartLayout) narrow = NULL;
  PoplensChartView all = poplens_chart_view_all (chart);
  PoplensChartStyle style = {TRUE, "DejaVu Sans"};

  for (int s = 0; s < 8; s++) {
    PoplensChartHit hit = hit_middle (layout, zone_of (layout, POPLENS_CHART_HIT_LEGEND, s));
    g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_LEGEND);
    g_assert_cmpint (hit.series, ==, s);
  }
  narrow = poplens_chart_layout_new (chart, &all, &style, 300, 300);
  g_assert_true (layout_says (narrow, "+4") || layout_says (narrow, "+5") ||
                 layout_says (narrow, "+6"));
  for (guint i = 0; i < narrow->zones->len; i++) {
    const PoplensRect *rect = &g_array_index (narrow->zones, PoplensHitZone, i).rect;
    g_assert_cmpfloat (rect->x + rect->width, <=, 300);
  }
}

/* Tick labels of the item axis do not overlap, and are inside the picture. */
static void
test_item_ticks (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (94208, TRUE);

  for (double span = 94208; span > 4; span /= 1.9) {
    g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 94208 - span, 94208, FALSE);
    double free_from = 0;
    guint n = 0;
    for (guint i = 0; i < layout->texts->len; i++) {
      const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
      int width;
      if (fabs (text->y - (layout->plot.y + layout->plot.height + 5)) > 4 || text->x < 50)
        continue;
      pango_layout_get_size (text->layout, &width, NULL);
      g_assert_cmpfloat (text->x, >=, free_from);
      free_from = text->x + (double) width / PANGO_SCALE;
      g_assert_cmpfloat (free_from, <=, layout->plot.x + layout->plot.width + 0.01);
      if (span < 5000) /* grouped digits, like all other labels of the axis, which are longer */
        g_assert_nonnull (strchr (pango_layout_get_text (text->layout), ','));
      n++;
    }
    g_assert_cmpuint (n, >=, 3);
    g_assert_cmpuint (n, <=, 20);
  }
}

/* An item axis shows the numbers of items, at round ones, if they are ascending; otherwise it shows
 * positions, and its title says so. */
static void
test_item_numbers (void)
{
  for (guint counts = 0; counts < 2; counts++) {
    g_autoptr (PoplensChart) chart = fixture_stack (1472, FALSE);
    guint32 *numbers = g_new (guint32, 1472);
    guint n = 0;

    for (guint32 i = 0; i < 1472; i++)
      numbers[i] = counts ? 1472 + i : 1471 - i;
    poplens_chart_set_item_axis (chart, "Tiles", "tile");
    poplens_chart_set_item_numbers (chart, numbers);
    g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 1472, FALSE);
    g_assert_cmpint (layout_says (layout, "(position)"), ==, !counts);
    for (guint i = 0; i < layout->texts->len; i++) {
      const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
      guint64 label = g_ascii_strtoull (pango_layout_get_text (text->layout), NULL, 10);
      int width;
      if (fabs (text->y - (layout->plot.y + layout->plot.height + 5)) > 4 || text->x < 50)
        continue;
      pango_layout_get_size (text->layout, &width, NULL);
      gsize item = (gsize) poplens_chart_layout_x_to_position (
          layout, text->x + (double) width / 2 / PANGO_SCALE);
      g_assert_cmpuint (label % 50, ==, 0);
      g_assert_cmpint (ABS ((gint64) label - (gint64) (counts ? numbers[item] : item)), <=, 3);
      n++;
    }
    g_assert_cmpuint (n, >=, 5);
  }
}

static void
test_overview (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (2944, TRUE);
  PoplensChartView view = {1000, 2000, FALSE};
  g_autoptr (PoplensChartLayout) strip =
      poplens_chart_layout_new_overview (chart, &view, NULL, WIDTH, 40);
  double from = poplens_chart_layout_position_to_x (strip, 1000);
  double to = poplens_chart_layout_position_to_x (strip, 2000);

  g_assert_cmpint (poplens_chart_layout_hit (strip, from, 20).area, ==,
                   POPLENS_CHART_HIT_HANDLE_FROM);
  g_assert_cmpint (poplens_chart_layout_hit (strip, to, 20).area, ==, POPLENS_CHART_HIT_HANDLE_TO);
  g_assert_cmpint (poplens_chart_layout_hit (strip, (from + to) / 2, 20).area, ==,
                   POPLENS_CHART_HIT_WINDOW);
  g_assert_cmpint (poplens_chart_layout_hit (strip, from - 50, 20).area, ==,
                   POPLENS_CHART_HIT_ITEM);
  g_assert_cmpint (poplens_chart_layout_hit (strip, 10, 20).area, ==, POPLENS_CHART_HIT_NONE);
}

static void
assert_same_boxes (const PoplensChartLayout *a, const PoplensChartLayout *b)
{
  g_assert_cmpuint (a->ops->len, ==, b->ops->len);
  g_assert_cmpuint (a->zones->len, ==, b->zones->len);
  g_assert_cmpmem (a->boxes->data, a->boxes->len * sizeof (PoplensBox), b->boxes->data,
                   b->boxes->len * sizeof (PoplensBox));
}

/* Moving the window of an overview gives the same as a new layout for that view. */
static void
test_overview_moves (void)
{
  g_autoptr (PoplensChart) chart = fixture_stack (2944, TRUE);
  PoplensChartView one = {1000, 2000, FALSE}, other = {50, 300, FALSE};
  g_autoptr (PoplensChartLayout) strip =
      poplens_chart_layout_new_overview (chart, &one, NULL, WIDTH, 40);
  g_autoptr (PoplensChartLayout) first =
      poplens_chart_layout_new_overview (chart, &one, NULL, WIDTH, 40);
  g_autoptr (PoplensChartLayout) second =
      poplens_chart_layout_new_overview (chart, &other, NULL, WIDTH, 40);

  poplens_chart_layout_move_overview (strip, &other);
  assert_same_boxes (strip, second);
  g_assert_cmpint (poplens_chart_layout_hit (strip, second->window.x, 20).area, ==,
                   POPLENS_CHART_HIT_HANDLE_FROM);
  poplens_chart_layout_move_overview (strip, &one);
  assert_same_boxes (strip, first);
}

static void
draw_all (PoplensChart *chart, double width, double height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 200);
  cairo_t *cr = cairo_create (surface);
  PoplensItemRange selected[] = {{0, 1}, {2, 9}};
  PoplensChartOverlay overlay = {selected, 2, TRUE, 0, TRUE, -5, 7, TRUE, 0};
  PoplensChartView views[] = {{0, 1, FALSE}, {0, 0, TRUE}, {-NAN, 7, FALSE}, {0.5, 0.6, TRUE}};

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    for (int strip = 0; strip < 2; strip++) {
      g_autoptr (PoplensChartLayout) layout =
          (strip ? poplens_chart_layout_new_overview
                 : poplens_chart_layout_new) (chart, &views[v], NULL, width, height);
      poplens_chart_layout_draw (layout, cr);
      poplens_chart_layout_draw_overlay (layout, cr, &overlay);
      for (guint i = 0; i < layout->boxes->len; i++) {
        const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
        g_assert_true (isfinite (box->x) && isfinite (box->y));
        g_assert_true (isfinite (box->width) && isfinite (box->height));
      }
      for (double x = -10; x < 310; x += 7)
        for (double y = -10; y < 210; y += 7)
          g_assert_cmpuint (poplens_chart_layout_hit (layout, x, y).item, <=,
                            poplens_chart_get_n_items (chart));
      g_assert_true (isfinite (poplens_chart_layout_x_to_position (layout, 100)));
      g_assert_true (isfinite (poplens_chart_layout_position_to_x (layout, 1)));
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_extreme_values (void)
{
  static const guint64 values[] = {0, 1, 5, G_MAXUINT64};
  static const double sizes[][2] = {{300, 200}, {0, 0}, {1, 1}, {70, 60}, {-5, NAN}, {3000, 90}};
  static const PoplensChartKind *const kinds[] = {&poplens_areas_kind, &poplens_bars_kind};

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    for (gsize n = 0; n < 12; n = n ? n * 10 + 1 : 1)
      for (guint v = 0; v < G_N_ELEMENTS (values); v++)
        for (guint n_series = 0; n_series < 4; n_series++) {
          g_autoptr (PoplensChart) chart = poplens_chart_new (kinds[kind], "X", n, v % 4, v % 3);
          for (guint s = 0; s < n_series; s++) {
            guint64 *column = g_new (guint64, n);
            for (gsize i = 0; i < n; i++)
              column[i] = values[v];
            poplens_chart_add_series (chart, s == 2 ? POPLENS_SERIES_LINE : POPLENS_SERIES_BAND,
                                      "k", "N", POPLENS_INK_GAPS + s, s, column, n_series == 2);
          }
          poplens_chart_set_limit (chart, NULL, values[(v + n_series) % 4]);
          poplens_chart_add_group (chart, 0, "A");
          poplens_chart_add_group (chart, n / 2, "B");
          for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
            draw_all (chart, sizes[i][0], sizes[i][1]);
        }
}

static void
test_empty_chart (void)
{
  g_autoptr (PoplensChart) none =
      poplens_chart_new (&poplens_areas_kind, "None", 0, POPLENS_CHART_UNIT_BYTES, 0);
  g_autoptr (PoplensChart) hidden =
      poplens_chart_new (&poplens_areas_kind, "Hidden", 5, POPLENS_CHART_UNIT_BYTES, 0);
  g_autoptr (PoplensChartLayout) first = NULL;
  g_autoptr (PoplensChartLayout) second = NULL;

  poplens_chart_set_item_axis (none, "Tile", "tile");
  first = lay_out_areas (none, 0, 1, FALSE);
  g_assert_true (layout_says (first, "No data"));
  poplens_chart_add_series (hidden, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_TOTAL, 0,
                            g_new0 (guint64, 5), TRUE);
  second = lay_out_areas (hidden, 0, 5, FALSE);
  g_assert_true (layout_says (second, "hidden"));
  g_assert_nonnull (zone_of (second, POPLENS_CHART_HIT_LEGEND, 0));
}

/* The first mark, which is the highest, has a name, however close others are and however small the
 * chart is. */
static void
test_first_mark (void)
{
  static const int widths[] = {1600, 900, 480, 320};

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++) {
    g_autoptr (PoplensChart) chart = poplens_chart_new (
        &poplens_areas_kind, "Live", 200, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
    guint64 *values = g_new (guint64, 200);
    PoplensChartView view = {0, 200, FALSE};
    PoplensChartStyle style = {FALSE, "DejaVu Sans"};
    guint named = 0;

    for (guint i = 0; i < 200; i++)
      values[i] = 1000 + i;
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "live", "Live", POPLENS_INK_ALWAYS_LIVE,
                              0, values, FALSE);
    poplens_chart_add_mark (chart, 190, "first/of/all/the/marks/with/a/long/name");
    for (guint i = 20; i < 190; i += 15)
      poplens_chart_add_mark (chart, i, "another/of/all/the/marks/with/a/long/name");
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, widths[w], 240);
    for (guint t = 0; t < layout->texts->len; t++) {
      const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, t);
      named += g_str_has_prefix (pango_layout_get_text (text->layout), "first/");
    }
    g_assert_cmpuint (named, ==, 1);
  }
}

/* The name of a group with visible rows is visible and can be clicked, wherever the chart is
 * scrolled. */
static void
test_titles (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, -1, FALSE);
  PoplensChartView view = poplens_chart_view_all (chart);
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  for (view.scroll = 0; view.scroll < 120; view.scroll += 3) {
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, &view, &style, WIDTH, 170);
    const PoplensRect *plot = &layout->plot;
    for (guint r = 0; r < poplens_lanes_layout (layout)->rows->len; r++) {
      const PoplensLaneRow *row =
          &g_array_index (poplens_lanes_layout (layout)->rows, PoplensLaneRow, r);
      guint group = row->row >= 3;
      gboolean named = FALSE;
      if (row->bottom - row->top < POPLENS_LANE_HEIGHT)
        continue;
      for (double y = plot->y; y < plot->y + plot->height && !named; y++) {
        PoplensChartHit hit = poplens_chart_layout_hit (layout, 20, y);
        named = hit.area == POPLENS_CHART_HIT_GROUP && hit.item == group;
      }
      g_assert_true (named);
    }
  }
}

/* Returns pixel column @x of the plot as drawn with the overlay. (transfer full) */
static guint32 *
draw_column (const PoplensChartLayout *layout, const PoplensChartOverlay *overlay, int x)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint32 *column = g_new0 (guint32, HEIGHT);

  poplens_chart_layout_draw (layout, cr);
  poplens_chart_layout_draw_overlay (layout, cr, overlay);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = (int) layout->plot.y; y < (int) (layout->plot.y + layout->plot.height); y++)
    column[y] =
        *(const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) +
                                            y * cairo_image_surface_get_stride (surface) + 4 * x);
  cairo_surface_destroy (surface);
  return column;
}

/* Selection, pointer and cursor are drawn beside a spike of one pixel, not over it; nor over a
 * selected one beside it. */
static void
test_selected_spike (void)
{
  g_autoptr (PoplensChart) chart = fixture_spike (2944, 1000, 1700, 50000);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 2944, FALSE);
  int x = (int) poplens_chart_layout_position_to_x (layout, 1700);
  gsize beside = (gsize) poplens_chart_layout_x_to_position (layout, x - 1.5);
  PoplensItemRange selected[] = {{beside, beside + 1}, {1700, 1701}};
  PoplensChartOverlay none = {.focused = TRUE, .cursor = 1};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = G_N_ELEMENTS (selected),
                                 .has_hover = TRUE,
                                 .hover = 1700,
                                 .focused = TRUE,
                                 .cursor = 1700};

  for (guint s = 0; s < G_N_ELEMENTS (selected); s++) {
    int at = (int) poplens_chart_layout_position_to_x (layout, (double) selected[s].from);
    g_autofree guint32 *before = draw_column (layout, &none, at);
    g_autofree guint32 *now = draw_column (layout, &overlay, at);
    g_assert_cmpmem (now, HEIGHT * sizeof *now, before, HEIGHT * sizeof *before);
  }
  g_autofree guint32 *before = draw_column (layout, &none, x + 1);
  g_autofree guint32 *now = draw_column (layout, &overlay, x + 1);
  g_assert_cmpint (memcmp (now, before, HEIGHT * sizeof *now), !=, 0);
}

/* ---- lines far above the bands ---- */

/* Returns bands of 2,000, with one of 4,000 at item 0, and a line of @high up to item 99 and of
 * half of it after that. */
static PoplensChart *
chart_with_line (guint64 high)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "apart", 400,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *band = g_new (guint64, 400), *line = g_new (guint64, 400);

  for (guint i = 0; i < 400; i++) {
    band[i] = i ? 2048 : 4096;
    line[i] = i < 100 ? high : high / 2;
  }
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_limit (chart, "capacity", 638976);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", NULL, POPLENS_INK_TENSORS, 0, band,
                            FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "b", NULL, POPLENS_INK_TOTAL_WITH_GAPS, 0,
                            line, FALSE);
  poplens_chart_set_apart (chart, "Incl. gaps", "Excl. gaps");
  return chart;
}

/* The bands keep their own scale, both plots have titles, and each pixel row of the chart belongs
 * to its series. */
static void
test_apart (void)
{
  g_autoptr (PoplensChart) chart = chart_with_line (32768);
  g_autoptr (PoplensChartLayout) two = lay_out_areas (chart, 0, 400, FALSE);
  g_autoptr (PoplensChartLayout) one = lay_out_areas (chart, 0, 400, TRUE);
  const PoplensRect *upper = &two->apart.plot;

  g_assert_cmpfloat (upper->height, >=, 48);
  g_assert_cmpfloat (upper->height, <=, 90);
  g_assert_cmpfloat (upper->y + upper->height, <, two->plot.y);
  g_assert_cmpfloat (two->scale.top, <, 6000);
  g_assert_cmpfloat (two->apart.scale.top, >, 32768);
  g_assert_true (layout_says (two, "32.0 KiB, tiles 0 to 99"));
  g_assert_true (layout_says (two, "16.0 KiB, tiles 100 to 399"));
  g_assert_true (layout_says (two, "tile 0, 4,096 B") || layout_says (two, "tile 0, 4.00 KiB"));
  g_assert_true (layout_says (two, "capacity 624 KiB \u2191"));
  g_assert_cmpint (poplens_chart_layout_hit (two, 300, upper->y + 5).series, ==, 1);
  g_assert_cmpint (poplens_chart_layout_hit (two, 300, two->plot.y + two->plot.height - 5).series,
                   ==, 0);
  g_assert_cmpfloat (one->apart.plot.height, ==, 0);
  g_assert_cmpfloat (one->scale.top, >=, 638976);
}

/* A line twice as high is not drawn apart. */
static void
test_not_apart (void)
{
  g_autoptr (PoplensChart) chart = chart_with_line (8192);
  g_autoptr (PoplensChartLayout) layout = lay_out_areas (chart, 0, 400, FALSE);

  g_assert_cmpfloat (layout->apart.plot.height, ==, 0);
  g_assert_cmpfloat (layout->scale.top, >=, 8192);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/layout/stack", test_stack);
  g_test_add_func ("/charts/layout/crisp", test_crisp);
  g_test_add_func ("/charts/layout/spike", test_spike);
  g_test_add_func ("/charts/layout/apart", test_apart);
  g_test_add_func ("/charts/layout/not-apart", test_not_apart);
  g_test_add_func ("/charts/layout/few-boxes", test_few_boxes);
  g_test_add_func ("/charts/layout/round-trip", test_position_round_trip);
  g_test_add_func ("/charts/layout/groups", test_item_groups);
  g_test_add_func ("/charts/layout/limit", test_limit);
  g_test_add_func ("/charts/layout/legend", test_legend);
  g_test_add_func ("/charts/layout/item-ticks", test_item_ticks);
  g_test_add_func ("/charts/layout/item-numbers", test_item_numbers);
  g_test_add_func ("/charts/layout/overview", test_overview);
  g_test_add_func ("/charts/layout/overview-moves", test_overview_moves);
  g_test_add_func ("/charts/layout/extremes", test_extreme_values);
  g_test_add_func ("/charts/layout/empty", test_empty_chart);
  g_test_add_func ("/charts/layout/first-mark", test_first_mark);
  g_test_add_func ("/charts/layout/lane-titles", test_titles);
  g_test_add_func ("/charts/layout/selected-spike", test_selected_spike);
  return g_test_run ();
}
