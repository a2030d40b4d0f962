/* Tests of floor plans: drawing and hit test against the cells one by one. */
#include <math.h>
#include <string.h>

#include "charts/floor/floor-private.h"
#include "charts/lanes/address-private.h"
#include "charts/map-fixture.h"

static PoplensChartLayout *
lay_out_floor (PoplensChart *chart, PoplensChartView view, double width, double height)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  return poplens_chart_layout_new (chart, &view, &style, width, height);
}

/* ---- random charts ---- */

/* Returns plans of different sizes, with items in random cells, some in an occupied cell, some
 * nowhere. (transfer full) */
static PoplensChart *
random_floor (void)
{
  guint n_groups = (guint) g_test_rand_int_range (1, 6);
  gsize n = (gsize) g_test_rand_int_range (1, 3000);
  PoplensChart *chart = poplens_chart_new (&poplens_floor_kind, "Random", n,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  PoplensFloorCell *cells = g_new (PoplensFloorCell, n);
  guint64 *values = g_new (guint64, n);
  guint8 *bad = g_new (guint8, n);

  for (guint i = 0; i < n_groups; i++)
    poplens_chart_add_floor_group (chart, i ? "IPU" : "", (guint) g_test_rand_int_range (0, 90),
                                   (guint) g_test_rand_int_range (1, 60));
  for (gsize i = 0; i < n; i++) {
    cells[i].group = (guint16) g_test_rand_int_range (0, (gint32) n_groups + 1);
    cells[i].column = (guint16) g_test_rand_int_range (0, 90);
    cells[i].row = (guint16) g_test_rand_int_range (0, 60);
    values[i] = g_test_rand_int_range (0, 9) ? (guint64) g_test_rand_int_range (0, 1 << 20)
                                             : POPLENS_FLOOR_NONE;
    bad[i] = g_test_rand_int_range (0, 20) == 0;
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, values,
                            FALSE);
  poplens_chart_set_floor_cells (chart, cells);
  poplens_chart_set_floor_bad (chart, "bad", bad);
  return chart;
}

static PoplensChartView
random_view (PoplensChart *chart)
{
  PoplensChartView view = poplens_chart_view_all (chart);

  if (g_test_rand_int_range (0, 3) == 0)
    return view;
  view.zoom = pow (10, g_test_rand_double_range (-0.2, 1.6));
  view.group = (guint) g_test_rand_int_range (0, 6);
  view.column = g_test_rand_double_range (-20, 100);
  view.row = g_test_rand_double_range (-20, 70);
  return view;
}

static PoplensChartLayout *
random_layout (PoplensChart *chart)
{
  return lay_out_floor (chart, random_view (chart), g_test_rand_double_range (150, 900),
                        g_test_rand_double_range (120, 500));
}

/* ---- hit test ---- */

/* Returns the number of items at the pixel, by the rectangles of all. @highest: (out): their
 * highest value + 1, 0 if none is known. @any: (out): one of the items. */
static gsize
brute_force (const PoplensChartLayout *layout, double x, double y, guint64 *highest, gsize *any)
{
  const PoplensChart *chart = layout->chart;
  gsize n = 0;

  *highest = 0;
  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    double left, top, width, height;
    guint64 value = poplens_chart_get_value (chart, 0, i);
    if (!poplens_chart_layout_item_rect (layout, i, &left, &top, &width, &height) || x < left ||
        y < top || x >= left + width || y >= top + height)
      continue;
    n++;
    *any = i;
    if (value != POPLENS_FLOOR_NONE)
      *highest = MAX (*highest, value + 1);
  }
  return n;
}

static gboolean
is_in_plot (const PoplensChartLayout *layout, double x, double y)
{
  const PoplensRect *plot = &layout->plot;

  return x >= plot->x && y >= plot->y && x < plot->x + plot->width && y < plot->y + plot->height;
}

static void
test_floor_hits (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (PoplensChart) chart = random_floor ();
    g_autoptr (PoplensChartLayout) layout = random_layout (chart);
    for (guint i = 0; i < 60; i++) {
      double x = floor (g_test_rand_double_range (0, layout->width)) + 0.5;
      double y = floor (g_test_rand_double_range (0, layout->height)) + 0.5;
      PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
      guint64 highest, value;
      gsize any = 0, n;
      if (!is_in_plot (layout, x, y)) {
        g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_NONE);
        continue;
      }
      n = brute_force (layout, x, y, &highest, &any);
      g_assert_cmpint (hit.area, ==, n ? POPLENS_CHART_HIT_ITEM : POPLENS_CHART_HIT_NONE);
      if (!n)
        continue;
      g_assert_cmpuint (hit.n_items, ==, n);
      value = poplens_chart_get_value (chart, 0, hit.item);
      g_assert_cmpuint (value == POPLENS_FLOOR_NONE ? 0 : value + 1, ==, highest);
      if (n == 1)
        g_assert_cmpuint (hit.item, ==, any);
    }
  }
}

/* Asserts that pixels of the image have the colour of the item that the hit test gives. */
static void
assert_picture (const PoplensChartLayout *layout, const PoplensDrawImage *image)
{
  int width = cairo_image_surface_get_width (image->surface);
  int height = cairo_image_surface_get_height (image->surface);

  for (guint i = 0; i < 40; i++) {
    int column = g_test_rand_int_range (0, width), row = g_test_rand_int_range (0, height);
    double x = image->rect.x + (column + 0.5) * image->rect.width / width;
    double y = image->rect.y + (row + 0.5) * image->rect.height / height;
    const guint32 *line =
        (const guint32 *) (void *) (cairo_image_surface_get_data (image->surface) +
                                    (gsize) row * cairo_image_surface_get_stride (image->surface));
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
    guint64 value = POPLENS_FLOOR_NONE;
    if (!is_in_plot (layout, x, y))
      continue;
    if (hit.area == POPLENS_CHART_HIT_ITEM)
      value = poplens_chart_get_value (layout->chart, 0, hit.item);
    if (value == POPLENS_FLOOR_NONE) {
      g_assert_cmphex (line[column], ==, 0);
    } else {
      PoplensColor color = poplens_floor_color (layout, value);
      g_assert_cmpint (labs (lround (color.red * 255) - (long) (line[column] >> 16 & 0xff)), <=, 1);
      g_assert_cmpint (labs (lround (color.blue * 255) - (long) (line[column] & 0xff)), <=, 1);
    }
  }
}

static void
test_floor_pictures (void)
{
  for (guint round = 0; round < 80; round++) {
    g_autoptr (PoplensChart) chart = random_floor ();
    g_autoptr (PoplensChartLayout) layout = random_layout (chart);
    gboolean legend =
        layout->height >= 100 && layout->images->len > poplens_floor_layout (layout)->plans->len;
    guint first = 0;
    /* The image of the legend, if there is one, comes first and is above the plot. */
    while (first < layout->images->len &&
           g_array_index (layout->images, PoplensDrawImage, first).rect.y < layout->plot.y &&
           g_array_index (layout->images, PoplensDrawImage, first).clip.y < layout->plot.y)
      first++;
    g_assert_cmpuint (first, <=, 1 + legend);
    for (guint i = first; i < layout->images->len; i++)
      assert_picture (layout, &g_array_index (layout->images, PoplensDrawImage, i));
  }
}

/* ---- layout ---- */

static void
test_floor_plans (void)
{
  for (guint round = 0; round < 200; round++) {
    guint n = (guint) g_test_rand_int_range (1, 20);
    guint columns = (guint) g_test_rand_int_range (1, 80);
    guint rows = (guint) g_test_rand_int_range (1, 60);
    g_autoptr (PoplensChart) chart = fixture_floor (n, columns, rows);
    double width = g_test_rand_double_range (60, 1600),
           height = g_test_rand_double_range (150, 900);
    g_autoptr (PoplensChartLayout) layout =
        lay_out_floor (chart, poplens_chart_view_all (chart), width, height);
    double ratio =
        poplens_floor_layout (layout)->cell_width / poplens_floor_layout (layout)->cell_height;
    for (guint i = 0; i < n; i++) {
      const PoplensRect *a = &poplens_floor_plan (layout, i)->rect;
      /* If nothing fits, plans still have one pixel. */
      if (a->width > 2 && a->height > 2) {
        g_assert_cmpfloat (a->x, >=, layout->plot.x);
        g_assert_cmpfloat (a->y, >=, layout->plot.y);
        g_assert_cmpfloat (a->x + a->width, <=, layout->plot.x + layout->plot.width + 1);
        g_assert_cmpfloat (a->y + a->height, <=, layout->plot.y + layout->plot.height + 1);
      }
      for (guint j = 0; j < i; j++) {
        const PoplensRect *b = &poplens_floor_plan (layout, j)->rect;
        g_assert_true (a->x >= b->x + b->width || b->x >= a->x + a->width ||
                       a->y >= b->y + b->height || b->y >= a->y + a->height);
      }
    }
    /* Rounding to whole pixels may make it a little longer. */
    g_assert_cmpfloat (ratio, <=, 1.6 * 1.25);
    g_assert_cmpfloat (ratio, >=, 1 / (1.6 * 1.25));
  }
}

/* The tiles of sixteen IPUs fit a laptop's screen. */
static void
test_floor_space (void)
{
  g_autoptr (PoplensChart) chart = fixture_floor (16, 64, 23);
  g_autoptr (PoplensChartLayout) layout =
      lay_out_floor (chart, poplens_chart_view_all (chart), 1200, 600);

  g_assert_cmpuint (poplens_floor_layout (layout)->across, ==, 4);
  g_assert_cmpfloat (poplens_floor_layout (layout)->cell_width, >=, 4);
  g_assert_cmpfloat (poplens_floor_layout (layout)->cell_height, >=, 4);
}

static void
test_floor_zoom (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (PoplensChart) chart = fixture_floor (1 + round % 5, 64, 23);
    g_autoptr (PoplensChartLayout) layout =
        lay_out_floor (chart, poplens_chart_view_all (chart), 1000, 500);
    gsize n = poplens_chart_get_n_items (chart), item;
    double x, y, width, height;
    item = (gsize) g_test_rand_int_range (0, (gint32) n);
    g_assert_true (poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height));
    x += width / 2;
    y += height / 2;
    for (guint step = 0; step < 12; step++) {
      PoplensChartView view = poplens_chart_layout_zoom (layout, 1.3, x, y), parsed = view;
      g_autofree char *text = poplens_floor_view_format (&view);
      PoplensChartHit hit;
      poplens_chart_layout_free (g_steal_pointer (&layout));
      g_assert_true (poplens_floor_view_parse (text, &parsed));
      g_assert_cmpfloat_with_epsilon (parsed.zoom, view.zoom, view.zoom * 1e-3);
      g_assert_cmpfloat_with_epsilon (parsed.column, view.column, 0.006);
      g_assert_cmpuint (parsed.group, ==, view.group);
      layout = lay_out_floor (chart, view, 1000, 500);
      hit = poplens_chart_layout_hit (layout, x, y);
      g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ITEM);
      /* Plans begin on whole pixels, which may shift a small cell by one. */
      if (poplens_floor_layout (layout)->cell_width >= 8 &&
          poplens_floor_layout (layout)->cell_height >= 8)
        g_assert_cmpuint (hit.item, ==, item);
    }
    /* Zooming out as far as in shows everything again. */
    for (guint step = 0; step < 16; step++) {
      PoplensChartView view = poplens_chart_layout_zoom (layout, 1 / 1.3, x, y);
      poplens_chart_layout_free (g_steal_pointer (&layout));
      layout = lay_out_floor (chart, view, 1000, 500);
    }
    g_assert_cmpfloat (poplens_floor_layout (layout)->zoom, ==, 1);
    g_assert_cmpfloat (layout->view.zoom, <=, 1);
  }
}

static void
test_floor_fit (void)
{
  g_autoptr (PoplensChart) chart = fixture_floor (4, 64, 23);
  g_autoptr (PoplensChartLayout) all =
      lay_out_floor (chart, poplens_chart_view_all (chart), 900, 500);
  PoplensItemRange ranges[] = {{1500, 1503}, {1530, 1531}};
  g_autoptr (PoplensChartLayout) layout =
      lay_out_floor (chart, poplens_chart_layout_fit (all, ranges, 2), 900, 500);
  double x, y, width, height, before;

  before = poplens_floor_layout (all)->cell_width;
  g_assert_cmpfloat (poplens_floor_layout (layout)->cell_width, >, 4 * before);
  for (guint r = 0; r < 2; r++)
    for (gsize i = ranges[r].from; i < ranges[r].to; i++) {
      g_assert_true (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height));
      g_assert_true (is_in_plot (layout, x, y) &&
                     is_in_plot (layout, x + width - 1, y + height - 1));
    }
}

static void
test_floor_rectangles (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (PoplensChart) chart = random_floor ();
    g_autoptr (PoplensChartLayout) layout = random_layout (chart);
    double x0 = floor (g_test_rand_double_range (0, layout->width)) + 0.5;
    double x1 = floor (g_test_rand_double_range (0, layout->width)) + 0.5;
    double y0 = floor (g_test_rand_double_range (0, layout->height)) + 0.5;
    double y1 = floor (g_test_rand_double_range (0, layout->height)) + 0.5;
    g_autoptr (GArray) ranges = poplens_chart_layout_items_in (layout, x0, y0, x1, y1);
    const PoplensRect *plot = &layout->plot;
    double left = MAX (MIN (x0, x1), plot->x + 0.5), top = MAX (MIN (y0, y1), plot->y + 0.5);
    double right = MIN (MAX (x0, x1), plot->x + plot->width - 0.5);
    double bottom = MIN (MAX (y0, y1), plot->y + plot->height - 0.5);
    gsize n = 0, brute = 0;
    for (guint i = 0; i < ranges->len; i++) {
      PoplensItemRange range = g_array_index (ranges, PoplensItemRange, i);
      g_assert_cmpuint (range.from, <, range.to);
      g_assert_true (!i || g_array_index (ranges, PoplensItemRange, i - 1).to < range.from);
      n += range.to - range.from;
    }
    for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
      double x, y, width, height;
      if (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height) && x <= right &&
          x + width > left && y <= bottom && y + height > top && left <= right && top <= bottom)
        brute++;
    }
    g_assert_cmpuint (n, ==, brute);
  }
}

/* Each step moves the cursor: by one cell in the grid, and past the end into the next plan. */
static void
test_floor_neighbours (void)
{
  g_autoptr (PoplensChart) chart = fixture_floor (4, 7, 5);
  g_autoptr (PoplensChartLayout) layout =
      lay_out_floor (chart, poplens_chart_view_all (chart), 800, 500);
  gsize item = 0, steps = 0;
  PoplensFloorCell cell;

  g_assert_cmpuint (poplens_floor_layout (layout)->across, ==, 2);
  g_assert_cmpuint (poplens_chart_layout_neighbour (layout, 0, -1, 0), ==, 0);
  g_assert_cmpuint (poplens_chart_layout_neighbour (layout, 0, 0, -1), ==, 0);
  while (poplens_chart_layout_neighbour (layout, item, 1, 0) != item) {
    gsize next = poplens_chart_layout_neighbour (layout, item, 1, 0);
    g_assert_cmpuint (poplens_chart_layout_neighbour (layout, next, -1, 0), ==, item);
    item = next;
    steps++;
  }
  g_assert_cmpuint (steps, ==, 13);
  g_assert_true (poplens_chart_get_floor_cell (chart, item, &cell));
  g_assert_cmpuint (cell.group, ==, 1);
  for (steps = 0; poplens_chart_layout_neighbour (layout, item, 0, 1) != item; steps++)
    item = poplens_chart_layout_neighbour (layout, item, 0, 1);
  g_assert_cmpuint (steps, ==, 9);
  g_assert_true (poplens_chart_get_floor_cell (chart, item, &cell));
  g_assert_cmpuint (cell.group, ==, 3);
}

static void
test_floor_text (void)
{
  g_autoptr (PoplensChart) chart = fixture_floor (2, 8, 8);
  g_autofree char *unknown = poplens_chart_describe_item (chart, 36);
  g_autofree char *known = poplens_chart_describe_item (chart, 70);
  PoplensChartView view = {0};

  g_assert_nonnull (strstr (unknown, "Tile 36 · IPU 0\nTotal memory\tnot recorded"));
  g_assert_nonnull (strstr (known, "Tile 70 · IPU 1\nTotal memory\t"));
  g_assert_true (poplens_floor_view_parse ("", &view));
  g_assert_false (poplens_floor_view_parse (NULL, &view));
  g_assert_false (poplens_floor_view_parse ("2@0", &view));
  g_assert_false (poplens_floor_view_parse ("nan@0:1,1", &view));
  g_assert_false (poplens_floor_view_parse ("2@-1:1,1", &view));
  g_assert_false (poplens_floor_view_parse ("2@0:1,1x", &view));
  g_assert_cmpfloat (view.zoom, ==, 0);
  g_assert_true (poplens_floor_view_parse ("2.5@1:3.25,-1", &view));
  g_assert_cmpuint (view.group, ==, 1);
  g_assert_cmpfloat (view.row, ==, -1);
}

/* ---- the ramp ---- */

static double
lightness (PoplensColor c)
{
  double sum = 0, channels[] = {c.red, c.green, c.blue}, weights[] = {0.2126, 0.7152, 0.0722};

  for (guint i = 0; i < 3; i++)
    sum += weights[i] * (channels[i] <= 0.04045 ? channels[i] / 12.92
                                                : pow ((channels[i] + 0.055) / 1.055, 2.4));
  return 116 * cbrt (sum) - 16;
}

static void
check_ramp (PoplensTheme theme)
{
  double whole = lightness (poplens_ramp (1, theme)) - lightness (poplens_ramp (0, theme));

  g_assert_cmpfloat (whole, >, 55);
  for (guint i = 0; i < 16; i++) {
    double step = lightness (poplens_ramp ((i + 1) / 16.0, theme)) -
                  lightness (poplens_ramp (i / 16.0, theme));
    g_assert_cmpfloat (step, >, whole / 16 * 0.75);
    g_assert_cmpfloat (step, <, whole / 16 * 1.25);
  }
  /* Text on the ramp has a contrast of 4.5 : 1. */
  for (guint i = 0; i <= 64; i++) {
    double l = (lightness (poplens_ramp (i / 64.0, theme)) + 16) / 116, y = l * l * l;
    gboolean white = poplens_ramp_text (i / 64.0, theme).red > 0.5;
    g_assert_cmpfloat (white ? 1.05 / (y + 0.05) : (y + 0.05) / 0.05, >=, 4.5);
  }
}

static void
test_ramp (void)
{
  for (guint palette = 0; palette < POPLENS_N_PALETTES; palette++)
    for (int dark = 0; dark < 2; dark++)
      check_ramp ((PoplensTheme){dark, palette});
}

/* ---- invalid input ---- */

static void
draw (const PoplensChartLayout *layout)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 60, 60);
  cairo_t *cr = cairo_create (surface);
  PoplensItemRange all[] = {{0, G_MAXSIZE}};
  PoplensChartOverlay overlay = {.selected = all,
                                 .n_selected = 1,
                                 .found = all,
                                 .n_found = 1,
                                 .has_hover = TRUE,
                                 .hover = 5,
                                 .focused = TRUE,
                                 .cursor = 1u << 30,
                                 .dragging = TRUE,
                                 .drag_from = -50,
                                 .drag_to = 1e9,
                                 .drag_top = 1e9,
                                 .drag_bottom = -5};

  poplens_chart_layout_draw (layout, cr);
  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Returns the text of the layout that begins with @start. (nullable) */
static const char *
find_text (const PoplensChartLayout *layout, const char *start)
{
  for (guint i = 0; i < layout->texts->len; i++) {
    const char *text =
        pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout);
    if (g_str_has_prefix (text, start))
      return text;
  }
  return NULL;
}

/* The legend shows the values of its ends, and that some values are beyond them. */
static void
test_floor_range (void)
{
  g_autoptr (PoplensChart) chart = fixture_floor (1, 20, 10);
  PoplensChartView all = poplens_chart_view_all (chart);
  guint64 low = G_MAXUINT64, high = 0, from, to;

  for (gsize i = 0; i < poplens_chart_get_n_items (chart); i++) {
    guint64 value = poplens_chart_get_value (chart, 0, i);
    low = value != POPLENS_FLOOR_NONE ? MIN (low, value) : low;
    high = value != POPLENS_FLOOR_NONE ? MAX (high, value) : high;
  }
  g_assert_true (poplens_chart_get_floor_range (chart, &from, &to));
  g_assert_cmpuint (from, ==, 0);
  g_assert_cmpuint (to, ==, high);
  poplens_chart_set_floor_scale (chart, POPLENS_FLOOR_FROM_LOWEST);
  poplens_chart_set_floor_range_name (chart, "minimum to maximum");
  g_assert_true (poplens_chart_get_floor_range (chart, &from, &to));
  g_assert_cmpuint (from, ==, low);
  g_autoptr (PoplensChartLayout) spread = lay_out_floor (chart, all, 900, 500);
  g_assert_nonnull (find_text (spread, "minimum to maximum"));
  g_assert_null (find_text (spread, "\u2264"));
  g_assert_null (find_text (spread, "\u2265"));
  poplens_chart_set_floor_range (chart, 200 * 1024, 400 * 1024);
  g_autoptr (PoplensChartLayout) cut = lay_out_floor (chart, all, 900, 500);
  g_assert_cmpstr (find_text (cut, "\u2264"), ==, "\u2264 200");
  g_assert_cmpstr (find_text (cut, "\u2265"), ==, "\u2265 400 KiB");
}

/* The legend names each line series, and nothing else above the plot can be hit. */
static void
test_floor_removable (void)
{
  static const char *const names[] = {"encoder/layer0/weights", "stack",
                                      "a/name/that/is/much/longer/than/there/is/room/for/it/all"};
  g_autoptr (PoplensChart) chart = fixture_floor (2, 20, 10);
  gsize n = poplens_chart_get_n_items (chart);
  gboolean seen[G_N_ELEMENTS (names)] = {FALSE};

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    poplens_chart_add_series (chart, POPLENS_SERIES_LINE, names[s], names[s], POPLENS_INK_TOTAL, 0,
                              g_new0 (guint64, n), FALSE);
  for (double width = 240; width < 1300; width += 353) {
    g_autoptr (PoplensChartLayout) layout =
        lay_out_floor (chart, poplens_chart_view_all (chart), width, 500);
    memset (seen, 0, sizeof seen);
    for (double y = 0; y < layout->plot.y; y += 3)
      for (double x = 0; x < width; x += 3) {
        PoplensChartHit hit = poplens_chart_layout_hit (layout, x, y);
        if (hit.area == POPLENS_CHART_HIT_NONE)
          continue;
        g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_LEGEND);
        g_assert_cmpint (hit.series, >=, 1);
        seen[hit.series - 1] = TRUE;
      }
    for (guint s = 0; s < G_N_ELEMENTS (names); s++)
      g_assert_true (seen[s]);
  }
}

static void
test_invalid_maps (void)
{
  for (guint round = 0; round < 40; round++) {
    g_autoptr (PoplensChart) floor = round ? random_floor () : fixture_floor (0, 5, 5);
    g_autoptr (PoplensChart) address =
        round ? fixture_random_address (round * 7, 1 + round % 3) : fixture_random_address (0, 1);
    PoplensChart *charts[] = {floor, address};
    for (guint k = 0; k < 2; k++) {
      PoplensChartView view = poplens_chart_view_all (charts[k]);
      double width = round % 3 ? g_test_rand_double_range (-5, 300) : 1;
      g_autoptr (PoplensChartLayout) layout = NULL;
      view.zoom = round % 4 ? NAN : INFINITY;
      view.column = round % 5 ? -1e300 : NAN;
      view.row = INFINITY;
      view.group = round % 2 ? G_MAXUINT : 0;
      layout = lay_out_floor (charts[k], view, width, round % 7 * 40.0);
      draw (layout);
      poplens_chart_layout_hit (layout, NAN, 3);
      view = poplens_chart_layout_zoom (layout, round % 2 ? NAN : 1e9, 3, 3);
      poplens_chart_layout_free (g_steal_pointer (&layout));
      layout = lay_out_floor (charts[k], view, width, 300);
      draw (layout);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/floor/hits", test_floor_hits);
  g_test_add_func ("/charts/floor/pictures", test_floor_pictures);
  g_test_add_func ("/charts/floor/plans", test_floor_plans);
  g_test_add_func ("/charts/floor/space", test_floor_space);
  g_test_add_func ("/charts/floor/zoom", test_floor_zoom);
  g_test_add_func ("/charts/floor/fit", test_floor_fit);
  g_test_add_func ("/charts/floor/rectangles", test_floor_rectangles);
  g_test_add_func ("/charts/floor/neighbours", test_floor_neighbours);
  g_test_add_func ("/charts/floor/text", test_floor_text);
  g_test_add_func ("/charts/floor/range", test_floor_range);
  g_test_add_func ("/charts/floor/removable", test_floor_removable);
  g_test_add_func ("/charts/floor/ramp", test_ramp);
  g_test_add_func ("/charts/floor/extremes", test_invalid_maps);
  return g_test_run ();
}
