/* Tests of fields of LANES charts: pixels against mixtures that are added up one by one, positions
 * of lines, and the hit test. */
#include "charts/field-fixture.h"
#include "charts/lanes-fixture.h"
#include "charts/lanes/field-private.h"

#include <math.h>

/* ---- cells ---- */

/* However sums are combined from groups, they equal the lines' sum, except for rounding of
 * means. */
static void
test_cell_sums (void)
{
  for (guint round = 0; round < 40; round++) {
    guint n_lines = (guint) g_test_rand_int_range (1, 700), n = 3, n_series = 2;
    gsize bytes = (gsize) n * n_series;
    g_autofree guint8 *cells = g_new (guint8, n_lines * bytes);
    guint64 edges[] = {0, 5, 9, 20};
    guint32 *order = g_new (guint32, n_lines);
    for (gsize i = 0; i < n_lines * bytes; i++)
      cells[i] = (guint8) (g_test_rand_bit () ? g_test_rand_int_range (0, 256) : 0);
    for (guint i = 0; i < n_lines; i++)
      order[i] = (i * 7 + 3) % n_lines;
    g_autoptr (PoplensFieldCells) field = poplens_field_cells_new (
        n_lines, g_memdup2 (order, n_lines * sizeof *order), n, edges, n_series, cells, NULL, NULL);
    for (guint i = 0; i < 20; i++) {
      guint from = (guint) g_test_rand_int_range (0, (gint32) n_lines);
      guint to = from + (guint) g_test_rand_int_range (1, (gint32) (n_lines - from) + 1);
      PoplensFieldPiece *pieces = g_new (PoplensFieldPiece, POPLENS_FIELD_PIECES (n_lines));
      guint n_pieces = poplens_field_cells_pieces (field, from, to, pieces);
      guint32 sums[6] = {0};
      for (guint p = 0; p < n_pieces; p++)
        for (gsize k = 0; k < bytes; k++)
          sums[k] += pieces[p].row[k] * pieces[p].times;
      g_free (pieces);
      for (gsize k = 0; k < bytes; k++) {
        guint64 expected = 0;
        for (guint line = from; line < to; line++)
          expected += cells[order[line] * bytes + k];
        g_assert_cmpint (sums[k] > 0, ==, expected > 0);
        /* A mean is rounded once on each level; short ranges need few levels. */
        g_assert_cmpfloat (fabs ((double) sums[k] - (double) expected), <=, 1.5 * (to - from));
      }
    }
    g_free (order);
  }
}

/* ---- pixels ---- */

#define WIDTH 684
#define HEIGHT 400

static PoplensChartLayout *
layout_of (PoplensChart *chart, double from, double to, double zoom, double scroll)
{
  PoplensChartView view = poplens_chart_view_all (chart);
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};

  if (from < to)
    view = (PoplensChartView){from, to};
  view.line_zoom = zoom;
  view.scroll = scroll;
  return poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
}

static const PoplensDrawImage *
image_of (const PoplensChartLayout *layout, guint i)
{
  g_assert_cmpuint (layout->images->len, >, i);
  return &g_array_index (layout->images, PoplensDrawImage, i);
}

static guint32
pixel (const PoplensDrawImage *image, guint x, guint y)
{
  const guint8 *data = cairo_image_surface_get_data (image->surface);

  return (
      (const guint32 *) (gconstpointer) (data + (gsize) y * (guint) cairo_image_surface_get_stride (
                                                                image->surface)))[x];
}

/* Asserts that a pixel mixes the inks in the shares of the lines and columns whose middles are in
 * it. */
static void
check_pixel (const PoplensChartLayout *layout, const FixtureField *field, guint x, guint y)
{
  const PoplensDrawImage *image = image_of (layout, 0);
  const PoplensLaneFieldBox *box =
      &g_array_index (poplens_lanes_layout (layout)->fields, PoplensLaneFieldBox, 0);
  double top = image->rect.y - box->y + y, n = 0;
  double per = box->height / field->n_lines, sum[4] = {0};
  double from = poplens_item_axis_to_position (&layout->axis, layout->plot.x + x);
  double to = poplens_item_axis_to_position (&layout->axis, layout->plot.x + x + 1);
  guint32 found = pixel (image, x, y);
  gboolean begins = FALSE;
  PoplensColor background = poplens_layout_color (layout, POPLENS_INK_BACKGROUND, 1);

  for (guint line = 0; line < field->n_lines; line++)
    begins |= line * per > top - 1e-6 && line * per < top + 1 - 1e-6;
  for (guint line = 0; line < field->n_lines; line++) {
    gboolean in = line * per > top - 1e-6 && line * per < top + 1 - 1e-6;
    /* A pixel inside a line has no line begin in it. */
    if (!begins)
      in = line * per < top && (line + 1) * per > top;
    for (guint c = 0; in && c < field->n_columns; c++) {
      double middle = (double) (field->edges[c] + field->edges[c + 1]) / 2;
      const guint8 *cell =
          field->cells + (gsize) line * FIXTURE_FIELD_SERIES * field->n_columns + c;
      if (middle < floor (from) || middle >= floor (to))
        continue;
      n++;
      for (guint s = 0; s < FIXTURE_FIELD_SERIES; s++) {
        PoplensColor ink = poplens_layout_series_color (layout, s, 1);
        double part = cell[s * field->n_columns] / 255.0, tint = s >= 3 ? 0.22 : 1;
        sum[0] += part * (background.red + (ink.red - background.red) * tint);
        sum[1] += part * (background.green + (ink.green - background.green) * tint);
        sum[2] += part * (background.blue + (ink.blue - background.blue) * tint);
        sum[3] += part;
      }
    }
  }
  g_assert_cmpfloat (n, >, 0);
  sum[0] = (sum[0] + (n - sum[3]) * background.red) / n;
  sum[1] = (sum[1] + (n - sum[3]) * background.green) / n;
  sum[2] = (sum[2] + (n - sum[3]) * background.blue) / n;
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat (fabs (sum[k] * 255 - (double) (found >> (16 - 8 * k) & 0xff)), <=, 3.5);
}

static PoplensChart *
one_field (FixtureField **field, guint n_lines, guint n_columns)
{
  PoplensChart *chart = fixture_lanes (60, FALSE, -1, FALSE);

  *field = fixture_field_new (n_lines, n_columns);
  poplens_chart_set_lane_field (chart, 0, n_lines, &fixture_field_class, *field,
                                fixture_field_free);
  return chart;
}

static void
test_mixtures (void)
{
  static const struct {
    guint lines, columns;
    double zoom;
  } cases[] = {{90, 600, 1}, {1472, 1800, 1}, {1472, 3000, 3}, {7, 600, 1}, {400, 1200, 40}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    FixtureField *field;
    g_autoptr (PoplensChart) chart = one_field (&field, cases[i].lines, cases[i].columns);
    /* Pixels of ten cycles: no column is in two pixels. */
    g_autoptr (PoplensChartLayout) layout = layout_of (chart, 0, 6000, cases[i].zoom, 0);
    const PoplensDrawImage *image = image_of (layout, 0);
    g_assert_cmpfloat (layout->plot.width, ==, 600);
    for (guint k = 0; k < 600; k++)
      check_pixel (layout, field, k,
                   (guint) g_test_rand_int_range (0, (gint32) image->rect.height));
  }
}

/* If there are fewer columns than pixels, cells are wider; hidden series are left out. */
static void
test_hidden_and_coarse (void)
{
  FixtureField *field = fixture_field_new (10, 6);
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, 0, FALSE);
  g_autoptr (PoplensChartLayout) layout = NULL;
  const PoplensDrawImage *image;
  guint32 background;

  /* All cells are compute, which is hidden. */
  for (gsize i = 0; i < 10 * 6 * FIXTURE_FIELD_SERIES; i++)
    field->cells[i] = i / 6 % FIXTURE_FIELD_SERIES ? 0 : 255;
  for (guint line = 0; line < 10; line++)
    field->cells[(line * FIXTURE_FIELD_SERIES + 1) * 6 + 2] = 255;
  poplens_chart_set_lane_field (chart, 0, 10, &fixture_field_class, field, fixture_field_free);
  layout = layout_of (chart, 0, 6000, 1, 0);
  image = image_of (layout, 0);
  background = pixel (image, 0, 0);
  g_assert_cmpuint (background, ==, 0xffffffff);
  for (guint x = 0; x < 600; x++)
    g_assert_cmpint (pixel (image, x, 5) != background, ==, x >= 200 && x < 300);
}

static gboolean
fields_say (const PoplensChartLayout *layout, const char *words)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (!g_strcmp0 (
            pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
            words))
      return TRUE;
  return FALSE;
}

/* If no cells are known there is no image, but a text. */
static void
test_pending (void)
{
  g_autoptr (PoplensChart) chart = fixture_fields (FALSE, FALSE);
  g_autoptr (PoplensChartLayout) layout = layout_of (chart, 0, 0, 1, 0);

  g_assert_cmpuint (layout->images->len, ==, 0);
  g_assert_true (fields_say (layout, "Nothing is known yet"));
}

/* The note of a field with known cells is shown. */
static void
test_note (void)
{
  FixtureField *field;
  g_autoptr (PoplensChart) chart = one_field (&field, 90, 600);
  g_autoptr (PoplensChartLayout) without = layout_of (chart, 0, 6000, 1, 0);
  g_autoptr (PoplensChartLayout) with = NULL;

  field->note = "Read: 37 %";
  with = layout_of (chart, 0, 6000, 1, 0);
  g_assert_false (fields_say (without, "Read: 37 %"));
  g_assert_true (fields_say (with, "Read: 37 %"));
  g_assert_cmpuint (with->images->len, ==, 1);
}

/* ---- positions ---- */

static void
test_field_hits (void)
{
  g_autoptr (PoplensChart) chart = fixture_fields (TRUE, FALSE);
  g_autoptr (PoplensChartLayout) layout = layout_of (chart, 0, 6000, 4, 120);
  guint seen = 0;

  for (double y = layout->plot.y; y < HEIGHT; y++) {
    PoplensChartHit hit = poplens_chart_layout_hit (layout, 372, y);
    PoplensFieldPlace place;
    if (hit.area != POPLENS_CHART_HIT_FIELD) {
      g_assert_false (poplens_chart_layout_field_at (layout, 372, y, &place));
      continue;
    }
    g_assert_true (poplens_chart_layout_field_at (layout, 372, y, &place));
    g_assert_cmpuint (place.group, ==, hit.item);
    g_assert_cmpuint (place.line, ==, hit.n_items);
    g_assert_cmpuint (place.from, ==, 3000);
    g_assert_cmpuint (place.to, ==, 3010);
    g_autofree char *text = poplens_chart_layout_describe_field (layout, &place);
    g_assert_true (g_str_has_suffix (text, ": 3000-3010"));
    seen++;
  }
  g_assert_cmpuint (seen, >, 100);
}

/* Returns the height in pixels of the line at a point. */
static guint
height_of (const PoplensChartLayout *layout, double x, double y)
{
  PoplensFieldPlace place, other;
  guint height = 0;

  g_assert_true (poplens_chart_layout_field_at (layout, x, y, &place));
  for (int dy = -60; dy <= 60; dy++)
    height += poplens_chart_layout_field_at (layout, x, y + dy, &other) &&
              other.group == place.group && other.line == place.line;
  return height;
}

/* The line at the pointer stays there while zooming, up to the largest height of a line and
 * back. */
static void
test_zoom_lines (void)
{
  g_autoptr (PoplensChart) chart = fixture_fields (TRUE, FALSE);
  g_autoptr (PoplensChartLayout) layout = layout_of (chart, 0, 6000, 1, 0);
  double y = 250, first;
  PoplensFieldPlace place, after;

  g_assert_true (poplens_chart_layout_field_at (layout, 300, y, &place));
  first = poplens_chart_layout_get_content_height (layout);
  for (guint i = 0; i < 30; i++) {
    PoplensChartView view = poplens_chart_layout_zoom_lines (layout, i < 15 ? 1.4 : 1 / 1.4, y);
    PoplensChartStyle style = {FALSE, "DejaVu Sans"};
    g_clear_pointer (&layout, poplens_chart_layout_free);
    layout = poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
    g_assert_true (poplens_chart_layout_field_at (layout, 300, y, &after));
    g_assert_cmpuint (after.group, ==, place.group);
    g_assert_cmpint (ABS ((int) after.line - (int) place.line), <=, 1);
    if (i == 14)
      g_assert_cmpuint (height_of (layout, 300, y), ==, 24);
  }
  g_assert_cmpfloat (poplens_chart_layout_get_content_height (layout), ==, first);
}

/* A collapsed group has no field, and the other one gets the height. */
static void
test_collapsed (void)
{
  g_autoptr (PoplensChart) chart = fixture_lanes (60, FALSE, -1, TRUE);
  g_autoptr (PoplensChartLayout) layout = NULL;
  FixtureField *fields[2];

  for (guint g = 0; g < 2; g++) {
    fields[g] = fixture_field_new (50, 10);
    poplens_chart_set_lane_field (chart, g, 50, &fixture_field_class, fields[g],
                                  fixture_field_free);
  }
  layout = layout_of (chart, 0, 0, 1, 0);
  g_assert_cmpuint (poplens_lanes_layout (layout)->fields->len, ==, 1);
  g_assert_cmpuint (
      g_array_index (poplens_lanes_layout (layout)->fields, PoplensLaneFieldBox, 0).group, ==, 1);
  g_assert_cmpfloat (poplens_chart_layout_get_content_height (layout), <=, HEIGHT);
}

/* ---- columns ---- */

static void
check_edges (PoplensChartLayout *layout, guint most)
{
  g_autoptr (GArray) edges = poplens_chart_layout_field_edges (layout, most);
  guint64 first = g_array_index (edges, guint64, 0);
  guint64 last = g_array_index (edges, guint64, edges->len - 1);

  g_assert_cmpuint (edges->len, >=, 2);
  g_assert_cmpuint (edges->len, <=, most + 2);
  g_assert_cmpfloat ((double) first, <=, layout->view.from);
  g_assert_cmpfloat ((double) last, >=, layout->view.to);
  for (guint i = 1; i < edges->len; i++)
    g_assert_cmpuint (g_array_index (edges, guint64, i), >, g_array_index (edges, guint64, i - 1));
}

static void
test_edges (void)
{
  g_autoptr (PoplensChart) chart = fixture_fields (TRUE, FALSE);
  g_autoptr (PoplensChart) folded = fixture_fields (TRUE, TRUE);

  for (guint i = 0; i < 200; i++) {
    double from = g_test_rand_double_range (0, 5000);
    double to = from + g_test_rand_double_range (4, g_test_rand_bit () ? 20 : 50000);
    g_autoptr (PoplensChartLayout) layout =
        layout_of (g_test_rand_bit () ? chart : folded, from, to, 1, 0);
    check_edges (layout, 600);
    check_edges (layout, 100);
  }
  /* Each pixel of several cycles has a column. */
  g_autoptr (PoplensChartLayout) layout = layout_of (chart, 0, 6000, 1, 0);
  g_autoptr (GArray) edges = poplens_chart_layout_field_edges (layout, 600);
  g_assert_cmpuint (edges->len, ==, 601);
  for (guint i = 0; i < edges->len; i++)
    g_assert_cmpuint (g_array_index (edges, guint64, i), ==, 10 * i);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/fields/sums", test_cell_sums);
  g_test_add_func ("/charts/fields/mixtures", test_mixtures);
  g_test_add_func ("/charts/fields/hidden-and-coarse", test_hidden_and_coarse);
  g_test_add_func ("/charts/fields/pending", test_pending);
  g_test_add_func ("/charts/fields/note", test_note);
  g_test_add_func ("/charts/fields/hits", test_field_hits);
  g_test_add_func ("/charts/fields/zoom-lines", test_zoom_lines);
  g_test_add_func ("/charts/fields/collapsed", test_collapsed);
  g_test_add_func ("/charts/fields/edges", test_edges);
  return g_test_run ();
}
