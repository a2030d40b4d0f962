/* Golden pictures of each kind of chart, light and dark. */
#include "charts/field-fixture.h"
#include "charts/fixtures.h"
#include "charts/graph-fixture.h"
#include "charts/lanes-fixture.h"
#include "charts/map-fixture.h"
#include "charts/parts-fixture.h"
#include "charts/picture.h"
#include "charts/rows-fixture.h"
#include "charts/treemap-fixture.h"

#define WIDTH 480
#define HEIGHT 240
#define STRIP 36

typedef struct {
  const char *name;
  PoplensChart *(*make) (void);
  double from, to; /* 0, 0: the whole chart */
  gboolean limit;
  gboolean strip;
  gboolean overlay;
  int scale;
  double scroll;            /* LANES: pixels */
  int height;               /* pixels; 0: HEIGHT */
  double zoom, column, row; /* FLOOR, GRAPH: zoom around a point of the first plan or the graph */
  const char *root;         /* TREEMAP: name of the node that is shown */
  double line_zoom;         /* LANES: zoom of the lines of a field */
  gboolean flags;           /* LANES and strips: draw flags of bookmarks */
  double text;              /* scale of text; 0: 1 */
} Picture;

static PoplensChart *
make_stack (void)
{
  return fixture_stack (2944, FALSE);
}

static PoplensChart *
make_grouped_stack (void)
{
  return fixture_stack (120, TRUE);
}

static PoplensChart *
make_totals (void)
{
  return fixture_totals (2944);
}

/* Returns three hills with marks; the names of two would overlap, and one mark is below its
 * neighbour. */
static PoplensChart *
make_marks (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "Live", 600,
                                           POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  guint64 *floor = g_new (guint64, 600), *above = g_new (guint64, 600);

  for (guint i = 0; i < 600; i++) {
    floor[i] = 400 * 1024;
    above[i] = 1024 * (i < 200 ? i : i < 330 ? 330 - i : i < 420 ? 3 * (i - 330) : (600 - i) / 2);
  }
  above[130] += 90 * 1024;
  poplens_chart_set_item_axis (chart, "Program steps (not time)", "step");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "always", "Always live",
                            POPLENS_INK_ALWAYS_LIVE, 0, floor, FALSE);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "not-always", "Not always live",
                            POPLENS_INK_NOT_ALWAYS_LIVE, 0, above, FALSE);
  poplens_chart_add_mark (chart, 419, "OnTileExecute backward/matMul");
  poplens_chart_add_mark (chart, 130, "DoExchange layer/with/a/name/that/is/far/too/long");
  poplens_chart_add_mark (chart, 199, "OnTileExecute forward");
  poplens_chart_add_mark (chart, 560, NULL);
  poplens_chart_add_mark (chart, 600, "not there");
  return chart;
}

static PoplensChart *
make_parts (void)
{
  return fixture_parts (1200, 6, 4, 7);
}

static PoplensChart *
make_bars (void)
{
  return fixture_bars (14);
}

static PoplensChart *
make_waits (void)
{
  return fixture_waits ();
}

static PoplensChart *
make_empty (void)
{
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, "None", 0, POPLENS_CHART_UNIT_BYTES,
                                           POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_set_item_axis (chart, "Tile", "tile");
  return chart;
}

static PoplensChart *
make_lanes (void)
{
  PoplensChart *chart = fixture_lanes (60, FALSE, -1, FALSE);

  poplens_chart_set_lane_clock (chart, 1850000000);
  return chart;
}

/* Returns lanes in which every third block is solid up to another part of its height. */
static PoplensChart *
make_level_lanes (void)
{
  PoplensChart *chart = fixture_lanes (60, FALSE, -1, FALSE);
  gsize n = poplens_chart_get_n_items (chart);
  guint8 *levels = g_new (guint8, n);

  for (gsize i = 0; i < n; i++)
    levels[i] = i % 3 ? (guint8) (i * 17 % 101) : POPLENS_LANE_WHOLE;
  poplens_chart_set_lane_levels (chart, "Tile balance", levels, FALSE);
  return chart;
}

static PoplensChart *
make_folded_lanes (void)
{
  return fixture_lanes (60, TRUE, -1, FALSE);
}

static PoplensChart *
make_many_lanes (void)
{
  return fixture_lanes (6000, TRUE, -1, FALSE);
}

static PoplensChart *
make_fields (void)
{
  return fixture_fields (TRUE, TRUE);
}

static PoplensChart *
make_collapsed_lanes (void)
{
  return fixture_lanes (60, TRUE, 3, TRUE);
}

static PoplensChart *
make_floor (void)
{
  return fixture_floor (1, 64, 23);
}

static PoplensChart *
make_two_floors (void)
{
  return fixture_floor (2, 64, 23);
}

static PoplensChart *
make_many_floors (void)
{
  return fixture_floor (16, 64, 23);
}

static PoplensChart *
make_tiny_floors (void)
{
  return fixture_floor (64, 64, 64);
}

static PoplensChart *
make_few_cells (void)
{
  PoplensChart *chart = fixture_floor (3, 5, 3);

  poplens_chart_set_floor_scale (chart, POPLENS_FLOOR_FROM_LOWEST);
  return chart;
}

static PoplensChart *
make_address (void)
{
  return fixture_address (FALSE);
}

static PoplensChart *
make_dimmed_address (void)
{
  return fixture_address (TRUE);
}

static PoplensChart *
make_many_nodes (void)
{
  return fixture_random_treemap (20000, 1);
}

static const Picture pictures[] = {
    {"areas-many", make_stack, 0, 0, FALSE, FALSE, FALSE, 1},
    {"areas-few", make_grouped_stack, 40.5, 82, FALSE, FALSE, FALSE, 1},
    {"areas-hidpi", make_grouped_stack, 40.5, 82, FALSE, FALSE, FALSE, 2},
    {"totals", make_totals, 0, 0, FALSE, FALSE, FALSE, 1},
    {"totals-limit", make_totals, 0, 0, TRUE, FALSE, FALSE, 1},
    {"marks", make_marks, 0, 0, FALSE, FALSE, FALSE, 1},
    {"marks-few", make_marks, 120, 140, FALSE, FALSE, FALSE, 1},
    {"marks-overlay", make_marks, 0, 0, FALSE, FALSE, TRUE, 1},
    {"marks-overlay-few", make_marks, 100, 160, FALSE, FALSE, TRUE, 1},
    {"overlay", make_totals, 1400, 1500, FALSE, FALSE, TRUE, 1},
    {"overview", make_totals, 900, 1700, FALSE, TRUE, FALSE, 1},
    {"parts", make_parts, .scale = 1, .height = 380},
    {"parts-few", make_parts, 100, 130, .scale = 1, .height = 380},
    {"bars", make_bars, 0, 0, FALSE, FALSE, FALSE, 1},
    {"bars-waiting", make_waits, 0, 0, FALSE, FALSE, FALSE, 1},
    {"bars-overlay", make_bars, 0, 0, FALSE, FALSE, TRUE, 1},
    {"empty", make_empty, 0, 0, FALSE, FALSE, FALSE, 1},
    {"lanes-all", make_lanes, 0, 0, FALSE, FALSE, FALSE, 1},
    {"lanes-close", make_lanes, 300, 2900, FALSE, FALSE, FALSE, 1},
    {"lanes-levels", make_level_lanes, 300, 2900, .scale = 1},
    {"lanes-folded", make_folded_lanes, 0, 0, FALSE, FALSE, FALSE, 1},
    {"lanes-many", make_many_lanes, 0, 0, FALSE, FALSE, FALSE, 1},
    {"lanes-collapsed", make_collapsed_lanes, 900, 5000, FALSE, FALSE, FALSE, 1},
    {"lanes-scrolled", make_folded_lanes, 900, 5000, FALSE, FALSE, FALSE, 1, 61},
    {"lanes-overlay", make_folded_lanes, 900, 3400, FALSE, FALSE, TRUE, 1},
    {"fields", make_fields, 0, 6000, FALSE, FALSE, TRUE, 1, 0, 380},
    {"fields-close", make_fields, 900, 3400, FALSE, FALSE, FALSE, 1, 200, 300, .line_zoom = 6},
    {"lanes-overview", make_folded_lanes, 1500, 2600, FALSE, TRUE, FALSE, 1},
    {"lanes-flags", make_folded_lanes, 900, 3400, .scale = 1, .flags = TRUE},
    {"lanes-flags-overview", make_folded_lanes, 1500, 2600, .strip = TRUE, .scale = 1,
     .flags = TRUE},
    {"rows-all", fixture_rows, 0, 0, FALSE, FALSE, FALSE, 1, 0, 290},
    {"rows-close", fixture_rows, 10, 22.5, FALSE, FALSE, FALSE, 1, 17},
    {"rows-overlay", fixture_rows, 0, 0, FALSE, FALSE, TRUE, 1, 0, 290},
    {"floor-one", make_floor, 0, 0, FALSE, FALSE, FALSE, 1},
    {"floor-two", make_two_floors, 0, 0, FALSE, FALSE, FALSE, 1, 0, 400},
    {"floor-many", make_many_floors, 0, 0, FALSE, FALSE, FALSE, 1, 0, 400},
    {"floor-tiny", make_tiny_floors, 0, 0, FALSE, FALSE, FALSE, 1, 0, 200},
    {"floor-few", make_few_cells, 0, 0, FALSE, FALSE, FALSE, 1},
    {"floor-zoomed", make_two_floors, 0, 0, FALSE, FALSE, FALSE, 1, 0, 400, 8, 30, 8},
    {"floor-overlay", make_floor, 0, 0, FALSE, FALSE, TRUE, 1},
    {"floor-hidpi", make_floor, 0, 0, FALSE, FALSE, TRUE, 2},
    {"address-all", make_address, 0, 0, FALSE, FALSE, FALSE, 1},
    {"address-close", make_address, 505000, 560000, FALSE, FALSE, FALSE, 1},
    {"address-bytes", make_address, 524270, 524310, FALSE, FALSE, FALSE, 1},
    {"address-end", make_address, 900000, 990000, FALSE, FALSE, FALSE, 1},
    {"address-dimmed", make_dimmed_address, 505000, 620000, FALSE, FALSE, TRUE, 1},
    {"address-overview", make_address, 505000, 560000, FALSE, TRUE, FALSE, 1},
    {"treemap-all", fixture_treemap, 0, 0, FALSE, FALSE, FALSE, 1, 0, 400},
    {"treemap-small", fixture_treemap, 0, 0, FALSE, FALSE, FALSE, 1, 0, 120},
    {"treemap-inside", fixture_treemap, .scale = 1, .root = "layer2"},
    {"treemap-many", make_many_nodes, 0, 0, FALSE, FALSE, FALSE, 1, 0, 400},
    {"treemap-overlay", fixture_treemap, 0, 0, FALSE, FALSE, TRUE, 1, 0, 300},
    {"graph-all", fixture_graph, .scale = 1, .height = 300},
    {"graph-zoomed", fixture_graph, .scale = 1, .height = 300, .zoom = 2.6, .column = 300,
     .row = 110},
    {"graph-overlay", fixture_graph, .scale = 1, .overlay = TRUE},
    {"graph-classes", fixture_graph_classes, .scale = 1, .zoom = 1.6, .column = 400, .row = 110},
    {"graph-hidpi", fixture_graph, .scale = 2, .height = 160},
    {"treemap-hidpi", fixture_treemap, 0, 0, FALSE, FALSE, FALSE, 2, 0, 200},
    {"marks-text-15", make_marks, .scale = 1, .text = 1.5, .height = 360},
    {"marks-text-20", make_marks, .scale = 1, .text = 2, .height = 400},
    {"areas-text-15", make_grouped_stack, 40.5, 82, .scale = 1, .text = 1.5, .height = 360},
    {"bars-text-15", make_bars, .scale = 1, .text = 1.5, .height = 360},
    {"bars-text-20", make_bars, .scale = 1, .text = 2, .height = 480},
    {"lanes-text-15", make_lanes, 300, 2900, .scale = 1, .text = 1.5, .height = 360},
    {"lanes-text-20", make_lanes, 300, 2900, .scale = 1, .text = 2, .height = 480},
    {"fields-text-15", make_fields, 0, 6000, .scale = 1, .text = 1.5, .height = 480},
    {"floor-text-15", make_few_cells, .scale = 1, .text = 1.5, .height = 360},
    {"address-text-15", make_address, 505000, 560000, .scale = 1, .text = 1.5, .height = 360},
    {"treemap-text-15", fixture_treemap, .scale = 1, .text = 1.5, .height = 480},
    {"treemap-text-20", fixture_treemap, .scale = 1, .text = 2, .height = 480},
    {"overview-text-15", make_totals, 900, 1700, .strip = TRUE, .scale = 1, .text = 1.5,
     .height = 54},
};

static void
draw_overlay (const PoplensChartLayout *layout, cairo_t *cr, gboolean bars)
{
  PoplensItemRange tiles[] = {{1405, 1420}, {1430, 1431}}, rows[] = {{1, 2}};
  PoplensItemRange found[] = {{1407, 1409}, {1412, 1413}, {1470, 1480}};
  PoplensChartOverlay areas = {tiles, 2, TRUE, 1440, TRUE, 1461.5, 1480.1, TRUE, 1450, found, 3};
  PoplensChartOverlay list = {rows, 1, TRUE, 3, FALSE, 0, 0, TRUE, 5};

  poplens_chart_layout_draw_overlay (layout, cr, bars ? &list : &areas);
}

/* Draws a selection, a hover and a cursor across dots and names. */
static void
draw_marks_overlay (const PoplensChartLayout *layout, cairo_t *cr)
{
  PoplensItemRange selected[] = {{130, 131}, {199, 200}, {420, 430}};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = G_N_ELEMENTS (selected),
                                 .has_hover = TRUE,
                                 .hover = 113,
                                 .focused = TRUE,
                                 .cursor = 130};

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
}

static void
draw_lane_overlay (const PoplensChartLayout *layout, PoplensChart *chart, cairo_t *cr)
{
  static const gsize hits[] = {3, 6, 7, 8, 12};
  static const PoplensItemRange steps[] = {{13, 14}, {30, 32}};
  PoplensItemRange selected[] = {{4, 5}};
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (chart);
  g_autoptr (PoplensLaneFound) found = poplens_lane_found_new (blocks, hits, G_N_ELEMENTS (hits));
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = 1,
                                 .has_hover = TRUE,
                                 .hover = 9,
                                 .dragging = TRUE,
                                 .drag_from = 2700,
                                 .drag_to = 3100,
                                 .focused = TRUE,
                                 .cursor = 5,
                                 .has_span = TRUE,
                                 .span_from = 1200,
                                 .span_to = 1900,
                                 .lane_found = found,
                                 .has_current = TRUE,
                                 .current = 8};

  if (poplens_chart_view_all (chart).to == FIXTURE_STEPS) {
    overlay = (PoplensChartOverlay){.selected = selected,
                                    .n_selected = 1,
                                    .has_hover = TRUE,
                                    .hover = 1,
                                    .marked = steps,
                                    .n_marked = G_N_ELEMENTS (steps)};
  }
  if (poplens_chart_get_kind (chart) == &poplens_address_kind) {
    overlay.drag_from = 570000;
    overlay.drag_to = 600000;
    overlay.has_span = FALSE;
    overlay.hover = 22;
    overlay.current = 24;
    overlay.cursor = 27;
  }
  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
}

static void
draw_floor_overlay (const PoplensChartLayout *layout, cairo_t *cr)
{
  PoplensItemRange selected[] = {{100, 180}, {400, 401}}, found[] = {{900, 905}, {1000, 1080}};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = 2,
                                 .found = found,
                                 .n_found = 2,
                                 .has_hover = TRUE,
                                 .hover = 700,
                                 .focused = TRUE,
                                 .cursor = 550,
                                 .dragging = TRUE,
                                 .drag_from = 130,
                                 .drag_to = 230,
                                 .drag_top = 150,
                                 .drag_bottom = 200,
                                 .has_current = TRUE,
                                 .current = 1290};

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
}

static void
draw_treemap_overlay (const PoplensChartLayout *layout, PoplensChart *chart, cairo_t *cr)
{
  gsize key = fixture_treemap_item (chart, "layer1/attention/key");
  PoplensItemRange selected[] = {{key, key + 1}};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = 1,
                                 .has_hover = TRUE,
                                 .hover = fixture_treemap_item (chart, "optimizer"),
                                 .hover_more = TRUE,
                                 .focused = TRUE,
                                 .cursor = fixture_treemap_item (chart, "layer2")};

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
}

static void
draw_graph_overlay (const PoplensChartLayout *layout, cairo_t *cr)
{
  PoplensItemRange selected[] = {{3, 4}}, found[] = {{1, 4}, {6, 7}};
  PoplensChartOverlay overlay = {.selected = selected,
                                 .n_selected = 1,
                                 .found = found,
                                 .n_found = 2,
                                 .has_hover = TRUE,
                                 .hover = FIXTURE_GRAPH_ENCODER,
                                 .focused = TRUE,
                                 .cursor = 6};

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
}

/* Draws flags: two close together, one at an edge of the view, one outside; and the two of a
 * range. */
static void
draw_flags (const PoplensChartLayout *layout, cairo_t *cr)
{
  static const double at[] = {100, 900, 1500, 1512, 2000, 2600};

  poplens_chart_layout_draw_flags (layout, cr, at, G_N_ELEMENTS (at));
}

static void
draw_picture (const Picture *picture, gboolean dark)
{
  g_autoptr (PoplensChart) chart = picture->make ();
  PoplensChartStyle style = {.dark = dark, .font = "DejaVu Sans", .text_scale = picture->text};
  PoplensChartView view = poplens_chart_view_all (chart);
  g_autoptr (PoplensChartLayout) layout = NULL;
  double text = picture->text > 0 ? picture->text : 1;
  g_autofree char *name = g_strconcat (picture->name, dark ? "-dark" : "-light", NULL);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, (PoplensTheme){dark});
  int scale = picture->scale, width = WIDTH / scale, height = picture->height;
  cairo_surface_t *surface;
  cairo_t *cr;

  if (!height)
    height = picture->strip ? STRIP : HEIGHT;
  if (picture->to > 0)
    view = (PoplensChartView){picture->from, picture->to};
  view.scroll = picture->scroll;
  view.zoom = picture->zoom;
  view.column = picture->column;
  view.row = picture->row;
  view.line_zoom = picture->line_zoom;
  view.limit_to_scale = picture->limit;
  view.root = picture->root ? fixture_treemap_item (chart, picture->root) : 0;
  layout = (picture->strip ? poplens_chart_layout_new_overview : poplens_chart_layout_new) (
      chart, &view, &style, width / text, height / text);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width * scale, height * scale);
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr, background.red, background.green, background.blue);
  cairo_paint (cr);
  cairo_scale (cr, scale * text, scale * text);
  poplens_chart_layout_draw (layout, cr);
  if (picture->overlay && poplens_chart_get_kind (chart) == &poplens_floor_kind)
    draw_floor_overlay (layout, cr);
  else if (picture->overlay && poplens_chart_get_kind (chart) == &poplens_treemap_kind)
    draw_treemap_overlay (layout, chart, cr);
  else if (picture->overlay && poplens_chart_get_kind (chart) == &poplens_graph_kind)
    draw_graph_overlay (layout, cr);
  else if (picture->overlay && picture->make == make_marks)
    draw_marks_overlay (layout, cr);
  else if (picture->overlay && poplens_chart_has_blocks (chart))
    draw_lane_overlay (layout, chart, cr);
  else if (picture->overlay)
    draw_overlay (layout, cr, poplens_chart_get_kind (chart) == &poplens_bars_kind);
  if (picture->flags)
    draw_flags (layout, cr);
  picture_assert (surface, name);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_light (gconstpointer picture)
{
  draw_picture (picture, FALSE);
}

static void
test_dark (gconstpointer picture)
{
  draw_picture (picture, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree char *light = g_strdup_printf ("/charts/golden/%s/light", pictures[i].name);
    g_autofree char *dark = g_strdup_printf ("/charts/golden/%s/dark", pictures[i].name);
    g_test_add_data_func (light, &pictures[i], test_light);
    g_test_add_data_func (dark, &pictures[i], test_dark);
  }
  return g_test_run ();
}
