/* Tests of treemaps: texts in cells, and their backgrounds. */
#include <math.h>
#include <string.h>

#include "charts/treemap-fixture.h"
#include "charts/treemap/treemap-private.h"

static double
luminance (PoplensColor color)
{
  double part[3] = {color.red, color.green, color.blue};

  for (guint i = 0; i < 3; i++)
    part[i] = part[i] <= 0.04045 ? part[i] / 12.92 : pow ((part[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}

static void
test_contrast (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();

  for (guint ink = 0; ink < POPLENS_N_INKS; ink++)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "x", "x", (PoplensInk) ink, 0, NULL,
                              FALSE);
  for (guint dark = 0; dark < 2; dark++) {
    PoplensChartStyle style = {dark, "DejaVu Sans"};
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, NULL, &style, 300, 200);
    for (guint s = 0; s < chart->series->len; s++)
      for (guint kind = 0; kind <= POPLENS_TREEMAP_MORE; kind++) {
        PoplensColor fill = poplens_treemap_fill (layout, (PoplensTreemapCellKind) kind, s);
        double a = luminance (fill), b = luminance (poplens_treemap_label_color (fill));
        g_assert_cmpfloat ((MAX (a, b) + 0.05) / (MIN (a, b) + 0.05), >=, 4.5);
      }
  }
}

static gboolean
is_inside (const PoplensDrawText *text, const PoplensTreemapCell *cell)
{
  int along, across;

  pango_layout_get_size (text->layout, &along, &across);
  double width = (double) (text->down ? across : along) / PANGO_SCALE;
  double height = (double) (text->down ? along : across) / PANGO_SCALE;
  double x = text->x - (text->down ? width : 0);
  return x >= cell->x0 - text->down && text->y >= cell->y0 - 1 && x + width <= cell->x1 + 0.5 &&
         text->y + height <= cell->y1 + 1;
}

/* All texts after the path are inside cells. The name of a high cell is vertical. */
static void
test_cell_labels (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  guint down = 0;

  for (double width = 60; width < 1300; width += 97) {
    g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, width, width * 0.6);
    for (guint i = 0; i < layout->texts->len; i++) {
      const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
      gboolean inside = text->y < layout->plot.y - 4;
      for (guint k = 0; k < poplens_treemap_layout (layout)->cells->len && !inside; k++)
        inside = is_inside (text, poplens_treemap_cell (layout, k));
      g_assert_true (inside);
      down += text->down;
    }
  }
  g_assert_cmpuint (down, >, 0);
}

static gboolean
has_label (const PoplensChartLayout *layout, const PoplensTreemapCell *cell)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (is_inside (&g_array_index (layout->texts, PoplensDrawText, i), cell))
      return TRUE;
  return FALSE;
}

/* A leaf that is as high as a line and as wide as a short name, or the other way round, has a
 * name. */
static void
test_all_named (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  guint n = 0;

  for (double width = 100; width < 1300; width += 97) {
    g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, width, width * 0.6);
    for (guint k = 0; k < poplens_treemap_layout (layout)->cells->len; k++) {
      const PoplensTreemapCell *cell = poplens_treemap_cell (layout, k);
      int wide = cell->x1 - cell->x0, high = cell->y1 - cell->y0;
      if (cell->kind != POPLENS_TREEMAP_LEAF || MIN (wide, high) < 17 || MAX (wide, high) < 40)
        continue;
      g_assert_true (has_label (layout, cell));
      n += wide < 40;
    }
  }
  g_assert_cmpuint (n, >, 5);
}

static char *
name_of_line (gconstpointer data, gsize item)
{
  return item % 2 ? g_strdup_printf ("module.py:%u", (guint) item)
                  : g_strdup_printf ("a_function_with_a_long_name%u", (guint) item);
}

/* The number of a line of source code is complete or left out. */
static void
test_lines (void)
{
  enum { N = 200 };
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_treemap_kind, "Lines", N, POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  guint64 *own = g_new (guint64, N);
  guint whole = 0, shortened = 0, bare = 0;

  for (guint i = 0; i < N; i++)
    own[i] = i;
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                            FALSE);
  poplens_chart_set_treemap (chart, g_new0 (guint32, N), own, g_new0 (guint8, N));
  poplens_chart_set_item_names (chart, name_of_line, NULL, NULL);
  for (double width = 300; width < 3000; width += 150) {
    g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, width, width / 2);
    for (guint i = 0; i < layout->texts->len; i++) {
      PangoLayout *laid = g_array_index (layout->texts, PoplensDrawText, i).layout;
      const char *text = pango_layout_get_text (laid), *line = strrchr (text, ':');
      if (!line)
        continue;
      g_assert_false (pango_layout_is_ellipsized (laid));
      guint64 number = g_ascii_strtoull (line + 1, NULL, 10);
      g_assert_true (number % 2 && number < N);
      whole += g_str_has_prefix (text, "module");
      shortened += g_str_has_prefix (text, "\u2026:");
      bare += *text == ':';
    }
  }
  g_assert_cmpuint (whole, >, 10);
  g_assert_cmpuint (shortened, >, 10);
  g_assert_cmpuint (bare, >, 10);
}

static char *
text_of_node (gconstpointer data, gsize item)
{
  return g_strdup ("+7");
}

static char *
caption_of (gconstpointer data, gsize item)
{
  return g_strdup ("5 → 12");
}

static gboolean
has_name (const PoplensChartLayout *layout, const char *name)
{
  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    if (!strcmp (pango_layout_get_text (text->layout), name) && text->y < layout->plot.y)
      return TRUE;
  }
  return FALSE;
}

/* TRUE if the legend has the series, in the colour of its leaves. */
static gboolean
has_chip (const PoplensChartLayout *layout, guint series)
{
  PoplensColor leaf = poplens_treemap_fill (layout, POPLENS_TREEMAP_LEAF, series);

  for (guint i = 0; i < layout->ops->len; i++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, i);
    gboolean is_chip = op->kind == POPLENS_DRAW_ROUNDED || op->kind == POPLENS_DRAW_HATCH;
    if (is_chip && op->series == (int) series && !memcmp (&op->color, &leaf, sizeof leaf))
      return has_name (layout, poplens_chart_series (layout->chart, series)->name);
  }
  return FALSE;
}

/* Texts replace values; cells that are not nodes have none. The values of areas are not shown, and
 * the legend explains the colours. */
static void
test_texts (void)
{
  g_autoptr (PoplensChart) chart = fixture_treemap ();
  guint n = 0, captions = 0;

  poplens_chart_set_treemap_texts (chart, text_of_node, caption_of, NULL, NULL);
  g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, 1200, 700);
  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    const char *words = pango_layout_get_text (text->layout);
    n += !strcmp (words, "+7");
    captions += !strcmp (words, "5 → 12") && text->y < layout->plot.y;
    g_assert_null (strstr (words, "iB"));
  }
  g_assert_cmpuint (n, >, 5);
  g_assert_cmpuint (captions, ==, 1);
  for (guint s = 0; s < chart->series->len; s++)
    g_assert_true (has_chip (layout, s));
  PoplensChartView all = {0};
  g_autofree char *said = poplens_chart_view_describe (chart, &all);
  g_assert_nonnull (strstr (said, "All operations: 5 → 12"));
}

static char *
name_of_series (gconstpointer data, gsize item)
{
  return g_strdup (item % 2 ? "hidden" : "shown");
}

/* Items of a hidden series keep their cells, as empty frames without a name. */
static void
test_hidden_cells (void)
{
  enum { N = 9 };
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_treemap_kind, "Parts", N, POPLENS_CHART_UNIT_COUNT, POPLENS_BYTE_UNIT_BINARY);
  guint64 *own = g_new0 (guint64, N);
  guint8 *series = g_new0 (guint8, N);
  guint shown = 0;

  for (guint i = 1; i < N; i++) {
    own[i] = 10;
    series[i] = i % 2;
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "A", POPLENS_INK_MORE, 0, NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "b", "B", POPLENS_INK_LESS, 0, NULL, TRUE);
  poplens_chart_set_treemap (chart, g_new0 (guint32, N), own, series);
  poplens_chart_set_item_names (chart, name_of_series, NULL, NULL);
  g_autoptr (PoplensChartLayout) layout = fixture_treemap_layout (chart, 0, 800, 500);
  g_assert_cmpuint (poplens_treemap_layout (layout)->cells->len, ==, N - 1);
  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    const char *words = pango_layout_get_text (text->layout);
    g_assert_true (text->y < layout->plot.y || strcmp (words, "hidden"));
    shown += !strcmp (words, "shown") && text->y > layout->plot.y;
  }
  g_assert_cmpuint (shown, ==, N / 2);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, layout->theme);
  PoplensColor empty = poplens_treemap_fill (layout, POPLENS_TREEMAP_LEAF, 1);
  g_assert_true (!memcmp (&empty, &background, sizeof background));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/treemap/contrast", test_contrast);
  g_test_add_func ("/charts/treemap/hidden", test_hidden_cells);
  g_test_add_func ("/charts/treemap/labels", test_cell_labels);
  g_test_add_func ("/charts/treemap/labels/all", test_all_named);
  g_test_add_func ("/charts/treemap/texts", test_texts);
  g_test_add_func ("/charts/treemap/lines", test_lines);
  return g_test_run ();
}
