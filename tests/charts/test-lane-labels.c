/* Tests of LANES: labels on blocks and beside their rows. */
#include <string.h>

#include "charts/lanes-fixture.h"
#include "charts/lanes/lanes-private.h"

#define LONG "a label that needs a good deal of room"

/* Returns a wide block, one of 60 pixels, one that is too narrow for text, and a block in another
 * row. */
static PoplensChart *
four_blocks (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Test", 0, POPLENS_CHART_UNIT_BYTES,
                                           POPLENS_BYTE_UNIT_BINARY);
  const guint64 from[] = {0, 400, 470, 0}, to[] = {400, 460, 475, 500};
  const guint32 row[] = {0, 0, 0, 1};
  g_autoptr (PoplensLaneBlocks) blocks =
      poplens_lane_blocks_new (4, g_memdup2 (from, sizeof from), g_memdup2 (to, sizeof to),
                               g_memdup2 (row, sizeof row), g_malloc0 (4), NULL);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "one", "One", POPLENS_INK_COMPUTE, 0, NULL,
                            FALSE);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, "IPU 0", 2, TRUE, FALSE);
  return chart;
}

static PoplensChartLayout *
lay_out_labels (PoplensChart *chart)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);

  return poplens_chart_layout_new (chart, &view, &style, 600, 300);
}

static guint
count_text (const PoplensChartLayout *layout, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < layout->texts->len; i++)
    n += !strcmp (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
                  text);
  return n;
}

typedef struct {
  guint n_calls, n_items;
  gboolean was_freed;
} LabelRequests;

static void
label (gconstpointer data, const gsize *items, guint n, char **labels)
{
  LabelRequests *asked = (gpointer) data;

  asked->n_calls++;
  asked->n_items += n;
  for (guint i = 0; i < n; i++) {
    g_assert_null (labels[i]);
    labels[i] = items[i] == 3 ? NULL : g_strdup (LONG "\nfits\n-");
  }
}

static char *
name (gconstpointer data, gsize item)
{
  return g_strdup_printf ("item %u", (guint) item);
}

static void
on_free (gpointer data)
{
  ((LabelRequests *) data)->was_freed = TRUE;
}

/* All blocks that have space are requested at once, and each gets the longest form that fits. */
static void
test_forms (void)
{
  LabelRequests asked = {0};
  g_autoptr (PoplensChart) chart = four_blocks ();
  g_autoptr (PoplensChartLayout) layout = NULL;

  poplens_chart_set_item_names (chart, name, NULL, NULL);
  poplens_chart_set_lane_labels (chart, label, &asked, on_free);
  layout = lay_out_labels (chart);
  g_assert_cmpuint (asked.n_calls, ==, 1);
  g_assert_cmpuint (asked.n_items, ==, 3);
  g_assert_cmpuint (count_text (layout, LONG), ==, 1);
  g_assert_cmpuint (count_text (layout, "fits"), ==, 1);
  g_assert_cmpuint (count_text (layout, "-"), ==, 0);
  /* A block without a label shows its name. */
  g_assert_cmpuint (count_text (layout, "item 3"), ==, 1);
  g_assert_cmpuint (count_text (layout, "item 0"), ==, 0);
  g_clear_pointer (&layout, poplens_chart_layout_free);
  g_clear_pointer (&chart, poplens_chart_unref);
  g_assert_true (asked.was_freed);
}

static void
test_notes (void)
{
  static const PoplensLaneRowLook first[] = {{"above"}, {NULL}}, second[] = {{NULL}, {"I/O"}};
  g_autoptr (PoplensChart) chart = four_blocks ();
  g_autoptr (PoplensChartLayout) one = NULL, other = NULL;

  poplens_chart_set_lane_row_looks (chart, first, 2);
  one = lay_out_labels (chart);
  /* No label is drawn where the group's name is. */
  g_assert_cmpuint (count_text (one, "above"), ==, 0);
  poplens_chart_set_lane_row_looks (chart, second, 2);
  other = lay_out_labels (chart);
  g_assert_cmpuint (count_text (other, "I/O"), ==, 1);
}

/* A row of contents is closed until the block that contains them is wide enough. */
static void
test_inside (void)
{
  static const PoplensLaneRowLook looks[] = {{NULL, 0}, {NULL, 60}};
  g_autoptr (PoplensChart) chart = four_blocks ();
  g_autoptr (PoplensChartLayout) far = NULL, near = NULL;
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  PoplensChartView view = poplens_chart_view_all (chart);
  double y, zoom;

  poplens_chart_set_lane_row_looks (chart, looks, 2);
  far = lay_out_labels (chart);
  g_assert_true (poplens_chart_layout_lane_y (far, 0, &y));
  g_assert_false (poplens_chart_layout_lane_y (far, 3, &y));
  g_assert_cmpuint (poplens_lanes_layout (far)->rows->len, ==, 1);
  g_assert_cmpfloat (poplens_chart_layout_lane_zoom (far, 0), <=, 1);
  zoom = poplens_chart_layout_lane_zoom (far, 3);
  g_assert_cmpfloat (zoom, >, 1);
  view = poplens_chart_view_zoom (chart, view, zoom, 100);
  near = poplens_chart_layout_new (chart, &view, &style, 600, 300);
  g_assert_true (poplens_chart_layout_lane_y (near, 3, &y));
  g_assert_cmpuint (poplens_lanes_layout (near)->rows->len, ==, 2);
  g_assert_cmpfloat (poplens_chart_layout_lane_zoom (near, 3), <=, 1);
}

/* A row that names the groups of the rows below disappears if the lanes are compact. */
static void
test_above (void)
{
  static const PoplensLaneRowLook looks[] = {{.above = TRUE}, {NULL}};
  g_autoptr (PoplensChart) chart = four_blocks ();
  g_autoptr (PoplensChartLayout) full = NULL, compact = NULL;
  double y;

  poplens_chart_set_lane_row_looks (chart, looks, 2);
  full = lay_out_labels (chart);
  g_assert_true (poplens_chart_layout_lane_y (full, 0, &y));
  poplens_chart_set_lane_compact (chart, TRUE);
  compact = lay_out_labels (chart);
  g_assert_false (poplens_chart_layout_lane_y (compact, 0, &y));
  g_assert_true (poplens_chart_layout_lane_y (compact, 3, &y));
}

/* Returns the series whose box is drawn at a point; -2: none. */
static int
drawn_at (const PoplensChartLayout *layout, double x, double y)
{
  int series = -2;

  for (guint o = 0; o < layout->ops->len; o++) {
    const PoplensDrawOp *op = &g_array_index (layout->ops, PoplensDrawOp, o);
    for (guint i = op->first; op->part == POPLENS_PART_LOW && i < op->first + op->n; i++) {
      const PoplensBox *box = &g_array_index (layout->boxes, PoplensBox, i);
      if (x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height)
        series = op->series;
    }
  }
  return series;
}

/* The first row takes the available height and is divided: work, tiles that wait for it, and tiles
 * without work; also if blocks share a box. */
static void
test_high (void)
{
  static const guint8 levels[] = {50, 50, 50, 50}, used[] = {75, 75, 75, 75};
  g_autoptr (PoplensChart) chart = four_blocks ();
  PoplensLaneParts parts = {g_memdup2 (used, sizeof used), {0}, {0}};

  memset (parts.middle, POPLENS_LANE_GROUP, sizeof parts.middle);
  parts.middle[0] = 1;
  parts.top[0] = 2;
  poplens_chart_add_series (chart, POPLENS_SERIES_WAITING, "two", "Two", POPLENS_INK_COMPUTE, 0,
                            NULL, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_WAITING, "three", "Three", POPLENS_INK_COMPUTE, 0,
                            NULL, FALSE);
  poplens_chart_set_item_names (chart, name, NULL, NULL);
  poplens_chart_set_lane_high (chart, 1472, "tile");
  poplens_chart_set_lane_levels (chart, "Tile balance", g_memdup2 (levels, sizeof levels), TRUE);
  poplens_chart_set_lane_parts (chart, &parts);
  g_autoptr (PoplensChartLayout) layout = lay_out_labels (chart);
  const PoplensLaneRow *rows =
      (const PoplensLaneRow *) (gpointer) poplens_lanes_layout (layout)->rows->data;
  double bottom = rows[0].y + rows[0].height, end = rows[1].y + rows[1].height;

  g_assert_cmpfloat (rows[0].height, >, 150);
  g_assert_cmpfloat (rows[1].height, ==, POPLENS_LANE_LOW_STRIP_HEIGHT);
  g_assert_cmpfloat (layout->plot.y + layout->plot.height - end, <, 24);
  /* A wide block, and one of a few pixels. */
  const double places[] = {layout->plot.x + 20, layout->plot.x + layout->plot.width * 0.943};
  for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
    g_assert_cmpint (drawn_at (layout, places[p], bottom - rows[0].height * 0.4), ==, 0);
    g_assert_cmpint (drawn_at (layout, places[p], bottom - rows[0].height * 0.6), ==, 1);
    g_assert_cmpint (drawn_at (layout, places[p], bottom - rows[0].height * 0.9), ==, 2);
  }
  g_assert_cmpint (drawn_at (layout, places[0], end - 2), ==, 0);
  g_assert_cmpuint (count_text (layout, "400 cycles"), ==, 1);
  g_assert_cmpuint (count_text (layout, "1,472 tiles"), ==, 1);
  g_assert_cmpuint (count_text (layout, "736"), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/lane-labels/forms", test_forms);
  g_test_add_func ("/charts/lane-labels/notes", test_notes);
  g_test_add_func ("/charts/lane-labels/inside", test_inside);
  g_test_add_func ("/charts/lane-labels/above", test_above);
  g_test_add_func ("/charts/lane-labels/high", test_high);
  return g_test_run ();
}
