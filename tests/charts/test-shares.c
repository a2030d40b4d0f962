/* Tests of SHARES charts: blocks and rows of parts, labels, thin bars, the limit, and the
 * height. */
#include "charts/core/layout-private.h"
#include "charts/shares/shares.h"

#include <string.h>

#define PARTS 4
#define BARS 2

static char *
bar_text (gconstpointer data, gsize item)
{
  return g_strdup (item < PARTS ? "" : "half");
}

/* Returns parts of 50, 30, 15 and 5 of 100 KiB, and two thin bars, full of the first two. @limit:
 * bytes; 0: none. (transfer full) */
static PoplensChart *
make_shares (guint64 limit)
{
  static const guint64 of[PARTS] = {50, 30, 15, 5};
  PoplensChart *chart = poplens_chart_new (&poplens_shares_kind, "Shares", PARTS + BARS,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  char **texts = g_new0 (char *, PARTS + BARS + 1);

  for (guint i = 0; i < PARTS + BARS; i++)
    texts[i] = i < PARTS ? g_strdup_printf ("Part %u", i) : g_strdup_printf ("IPU %u", i - PARTS);
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_item_names (chart, bar_text, NULL, NULL);
  poplens_chart_add_group (chart, 0, "First");
  poplens_chart_add_group (chart, 2, "Second");
  poplens_chart_add_group (chart, PARTS, "IPUs");
  for (guint s = 0; s < PARTS; s++) {
    guint64 *values = g_new0 (guint64, PARTS + BARS);
    values[s] = of[s] * 1024;
    values[PARTS] = values[PARTS + 1] = s < 2 ? 512 : 0;
    poplens_chart_add_series (chart, s == 2 ? POPLENS_SERIES_WAITING : POPLENS_SERIES_BAND, "s",
                              texts[s], POPLENS_INK_COMPUTE, s, values, FALSE);
  }
  if (limit)
    poplens_chart_set_limit (chart, "Capacity", limit);
  poplens_chart_set_shares_foot (chart, "left", "right");
  return chart;
}

static PoplensChartLayout *
lay_out_shares (PoplensChart *chart, double width)
{
  return poplens_chart_layout_new (chart, NULL, NULL, width,
                                   poplens_chart_natural_height (chart, width));
}

static gboolean
shares_say (const PoplensChartLayout *layout, const char *text)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (!strcmp (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
                 text))
      return TRUE;
  return FALSE;
}

/* TRUE if a line at @x crosses a text of the bar at @top. */
static gboolean
crosses_text (const PoplensChartLayout *layout, double x, double top)
{
  for (guint i = 0; i < layout->texts->len; i++) {
    const PoplensDrawText *text = &g_array_index (layout->texts, PoplensDrawText, i);
    int width;
    pango_layout_get_size (text->layout, &width, NULL);
    if (text->y >= top && text->y < top + 30 && text->x < x &&
        text->x + (double) width / PANGO_SCALE > x)
      return TRUE;
  }
  return FALSE;
}

/* Wherever the limit is, its line crosses no label of the bar. */
static void
test_labels_beside_limit (void)
{
  guint labelled = 0;

  for (guint64 limit = 1; limit < 100; limit++) {
    g_autoptr (PoplensChart) chart = make_shares (limit * 1024);
    g_autoptr (PoplensChartLayout) layout = lay_out_shares (chart, 530);
    double left, top, width, height;
    poplens_chart_layout_get_plot (layout, &left, &top, &width, &height);
    g_assert_false (crosses_text (layout, left + width * (double) limit / 100, top));
    labelled += shares_say (layout, "Part 0 50.0 KiB") || shares_say (layout, "Part 0 50 KiB");
  }
  g_assert_cmpuint (labelled, >, 50);
}

/* Blocks have the length of their shares and touch; a block and its row are one item. */
static void
test_share_blocks (void)
{
  g_autoptr (PoplensChart) chart = make_shares (0);
  g_autoptr (PoplensChartLayout) layout = lay_out_shares (chart, 530);
  double end = 0;

  for (gsize i = 0; i < PARTS; i++) {
    double x, y, width, height;
    g_assert_true (poplens_chart_layout_item_rect (layout, i, &x, &y, &width, &height));
    g_assert_cmpfloat (height, ==, 30);
    if (i)
      g_assert_cmpfloat (x, ==, end);
    end = x + width;
    g_assert_cmpfloat_with_epsilon (
        width, 500 * (double) poplens_chart_get_value (chart, i, i) / 102400, 1);
    PoplensChartHit hit = poplens_chart_layout_hit (layout, x + width / 2, y + 5);
    g_assert_cmpint (hit.area, ==, POPLENS_CHART_HIT_ITEM);
    g_assert_cmpuint (hit.item, ==, i);
  }
  /* The rows of both groups are below, the thin bars between. */
  g_assert_cmpuint (poplens_chart_layout_hit (layout, 30, 130).item, ==, 0);
  g_assert_cmpuint (poplens_chart_layout_hit (layout, 300, 130).item, ==, 2);
  g_assert_cmpuint (poplens_chart_layout_hit (layout, 300, 52).item, ==, PARTS);
}

/* A block has its name and value if both fit, else the value, else nothing; the legend has all. */
static void
test_share_labels (void)
{
  g_autoptr (PoplensChart) chart = make_shares (0);
  g_autoptr (PoplensChartLayout) wide = lay_out_shares (chart, 530);
  g_autoptr (PoplensChartLayout) narrow = lay_out_shares (chart, 230);

  g_assert_true (shares_say (wide, "Part 0 50.0 KiB"));
  g_assert_true (shares_say (wide, "Part 1 30.0 KiB"));
  g_assert_false (shares_say (wide, "Part 3 5.00 KiB"));
  g_assert_true (shares_say (wide, "Part 3") && shares_say (wide, "5.00 KiB"));
  g_assert_false (shares_say (narrow, "Part 1 30.0 KiB"));
  g_assert_true (shares_say (wide, "80.0 KiB") && shares_say (wide, "20.0 KiB"));
  g_assert_true (shares_say (wide, "half") && shares_say (wide, "left") &&
                 shares_say (wide, "right"));
}

/* Values in percent of the bar, which is longer than its parts if that is requested. */
static void
test_percent (void)
{
  g_autoptr (PoplensChart) chart = make_shares (0);

  poplens_chart_set_shares (chart, TRUE);
  poplens_chart_set_top (chart, 200 * 1024);
  g_autoptr (PoplensChartLayout) layout = lay_out_shares (chart, 530);
  g_assert_true (shares_say (layout, "Part 0 25.0 %"));
  g_autofree char *text = poplens_chart_describe_item (chart, 0);
  g_assert_cmpstr (text, ==, "Part 0\nMemory\t50.0 KiB (51,200 B) (25.0 %)");
}

/* If the parts exceed the limit, the names of both are above the bar, in a row of their own. */
static void
test_limit (void)
{
  g_autoptr (PoplensChart) below = make_shares (120 * 1024);
  g_autoptr (PoplensChart) over = make_shares (80 * 1024);
  g_autoptr (PoplensChartLayout) fits = lay_out_shares (below, 530);
  g_autoptr (PoplensChartLayout) full = lay_out_shares (over, 530);

  g_assert_false (shares_say (fits, "Capacity 120 KiB"));
  g_assert_true (shares_say (full, "Capacity 80.0 KiB"));
  g_assert_true (shares_say (full, "20.0 KiB too many"));
  g_assert_cmpfloat (full->height, >, fits->height);
}

/* The height depends on the width alone, with and without values. */
static void
test_height (void)
{
  g_autoptr (PoplensChart) chart = make_shares (0);
  g_autoptr (PoplensChart) empty = poplens_chart_new (
      &poplens_shares_kind, "Shares", 1 + BARS, POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_set_empty_text (empty, "Loading…");
  poplens_chart_add_group (empty, 0, "First");
  poplens_chart_add_group (empty, 1, "Second");
  poplens_chart_add_group (empty, 1, "IPUs");
  poplens_chart_set_shares_foot (empty, "", NULL);
  for (double width = 300; width < 1200; width += 100)
    g_assert_cmpfloat (poplens_chart_natural_height (empty, width), ==,
                       poplens_chart_natural_height (chart, width));
  /* A wide chart is low: two columns for each group, and no thin bars. */
  g_assert_cmpfloat (poplens_chart_natural_height (chart, 1000), <,
                     poplens_chart_natural_height (chart, 530));
  g_autoptr (PoplensChartLayout) layout = lay_out_shares (empty, 530);
  g_assert_true (shares_say (layout, "Loading…"));
}

/* A chart of states of the whole has the limit's line, and takes more height if it is wide. */
static void
test_states (void)
{
  g_autoptr (PoplensChart) chart = make_shares (60 * 1024);
  double before = poplens_chart_natural_height (chart, 900), x, y, width, height;

  poplens_chart_set_shares_states (chart);
  g_assert_cmpfloat (poplens_chart_natural_height (chart, 900), >, before);
  g_autoptr (PoplensChartLayout) layout = lay_out_shares (chart, 900);
  g_assert_true (shares_say (layout, "IPU 0"));
  g_assert_true (poplens_chart_layout_item_rect (layout, PARTS, &x, &y, &width, &height));
  g_assert_cmpfloat (height, ==, 11);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/shares/labels-beside-limit", test_labels_beside_limit);
  g_test_add_func ("/charts/shares/blocks", test_share_blocks);
  g_test_add_func ("/charts/shares/labels", test_share_labels);
  g_test_add_func ("/charts/shares/percent", test_percent);
  g_test_add_func ("/charts/shares/limit", test_limit);
  g_test_add_func ("/charts/shares/height", test_height);
  g_test_add_func ("/charts/shares/states", test_states);
  return g_test_run ();
}
