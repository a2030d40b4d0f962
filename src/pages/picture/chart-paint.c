/* Paints a chart of a page, with the selection and search matches of a location. */
#include "pages/picture/chart-paint.h"

#include "charts/lanes/field.h"
#include "pages/core/finding.h"

#include <math.h>

/* Sizes in logical pixels (look.md 2, 3). */
#define MARGIN 18.0
#define GAP 12.0
#define TITLE_SIZE 15.0
#define TITLE_HEIGHT 20.0
#define SMALL_SIZE 11.0
#define SMALL_HEIGHT 20.0
/* Largest number of layouts to try when searching for the height that shows all rows. */
#define MOST_LAYOUTS 8

PoplensColor
poplens_page_background (PoplensTheme theme)
{
  static const PoplensColor light = {0.980, 0.980, 0.980, 1}, dark = {0.141, 0.141, 0.141, 1};

  return theme.dark ? dark : light;
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Draws the layout, and over it the selected items and search matches. @selected, @found:
 * (nullable): PoplensItemRange. */
static void
draw_layout (const PoplensPainter *self, const PoplensSection *section,
             const PoplensChartLayout *layout, double x, double y, const GArray *selected,
             const GArray *found)
{
  cairo_t *cr = poplens_canvas_get_cairo (self->canvas);
  PoplensChartOverlay overlay = {0};
  g_autoptr (PoplensLaneFound) lane_found = NULL;
  g_autoptr (GArray) marked = NULL;

  overlay.outlined = found && poplens_page_shows_finding (self->location) &&
                     !poplens_location_get (self->location, "search") &&
                     !poplens_location_get (self->location, "program");
  cairo_save (cr);
  cairo_translate (cr, x, y);
  poplens_chart_layout_draw (layout, cr);
  if (selected) {
    overlay.selected = (const PoplensItemRange *) (gconstpointer) selected->data;
    overlay.n_selected = selected->len;
  }
  if (found && section->plot.selects == POPLENS_SELECTS_CYCLES) {
    g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (section->chart);
    g_autofree gsize *items = g_new (gsize, MAX (found->len, 1));
    for (guint i = 0; i < found->len; i++)
      items[i] = g_array_index (found, PoplensItemRange, i).from;
    overlay.lane_found = lane_found = poplens_lane_found_new (blocks, items, found->len);
  } else if (found) {
    overlay.found = (const PoplensItemRange *) (gconstpointer) found->data;
    overlay.n_found = found->len;
  }
  if (section->plot.selects == POPLENS_SELECTS_CYCLES)
    overlay.has_span = poplens_page_selected_span (self->page, self->location, &overlay.span_from,
                                                   &overlay.span_to);
  if (section->tab.chart && section->tab.chart->shares_axis) {
    marked = poplens_page_selected_items (self->page, self->location);
    overlay.marked = (const PoplensItemRange *) (gconstpointer) marked->data;
    overlay.n_marked = marked->len;
  }
  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  cairo_restore (cr);
}

/* Creates a layout. If the chart has fields, first reads their contents for the columns of the
 * layout. (transfer full) */
static PoplensChartLayout *
layout_new (const PoplensPainter *self, const PoplensSection *section, const PoplensChartView *view,
            double width, double height)
{
  const PoplensChartStyle *style = poplens_canvas_get_style (self->canvas);
  PoplensChartLayout *layout =
      poplens_chart_layout_new (section->chart, view, style, width, height);

  if (section->kind == POPLENS_SECTION_TAB_CHART || !poplens_chart_has_fields (section->chart) ||
      *self->error ||
      !poplens_page_fetch_fields (self->page, self->location, layout, self->work, self->error))
    return layout;
  poplens_chart_layout_free (layout);
  return poplens_chart_layout_new (section->chart, view, style, width, height);
}

double
poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section, double x,
                         double y, double width, double height)
{
  PoplensChartView view = poplens_page_section_view (self->page, section, self->location);
  gboolean main =
      self->page->layout == POPLENS_LAYOUT_CHART && section->kind == POPLENS_SECTION_CHART;
  double natural = poplens_chart_natural_height (section->chart, width);
  g_autoptr (GArray) selected = main ? poplens_page_selected_items (self->page, self->location)
                                : section->tab.chart
                                    ? g_array_ref (section->tab.chart->selected)
                                    : poplens_page_section_marks (section, self->location);
  g_autoptr (GArray) found =
      main ? poplens_page_found_items (self->page, self->location, NULL, NULL) : NULL;
  g_autoptr (PoplensChartLayout) layout = layout_new (self, section, &view, width, height);

  draw_layout (self, section, layout, x, y, selected, found);
  return MAX (poplens_chart_layout_get_content_height (layout), natural) - height;
}

/* ---- with a title ---------------------------------------------------------------------------- */

static void
paint_title (const PoplensPainter *self, const char *report_name, const char *of, double width)
{
  PoplensTextStyle name = {
      .size = TITLE_SIZE, .bold = TRUE, .color = poplens_ink (POPLENS_INK_FOREGROUND, self->theme)};
  PoplensTextStyle title = {.size = TITLE_SIZE,
                            .color = poplens_ink (POPLENS_INK_DIM, self->theme)};
  g_autofree char *what = g_strconcat (" · ", of, NULL);
  double rest = poplens_canvas_measure (self->canvas, what, &title);
  double taken =
      MIN (poplens_canvas_measure (self->canvas, report_name, &name), MAX (width - rest, 40));

  poplens_canvas_text (self->canvas, report_name, &name, MARGIN, MARGIN, taken + 1, TITLE_HEIGHT);
  poplens_canvas_text (self->canvas, what, &title, MARGIN + taken, MARGIN, rest + 1, TITLE_HEIGHT);
}

/* Returns the height at which the chart shows all rows. A higher layout can add a legend and higher
 * lanes, so several heights are tried. */
static double
find_whole_height (const PoplensPainter *self, const PoplensSection *section, double width,
                   double height)
{
  PoplensChartView view = poplens_page_section_view (self->page, section, self->location);

  for (guint i = 0; i < MOST_LAYOUTS; i++) {
    g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (
        section->chart, &view, poplens_canvas_get_style (self->canvas), width, height);
    double needs = MAX (poplens_chart_layout_get_content_height (layout),
                        poplens_chart_natural_height (section->chart, width));
    if (needs <= height)
      break;
    height = needs;
  }
  return height;
}

void
poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                           const char *report_name, double width, double height)
{
  double top = MARGIN + TITLE_HEIGHT + GAP, inner = MAX (width - 2 * MARGIN, 1);
  double left = MAX (MAX (height - 2 * MARGIN - SMALL_HEIGHT, 1) - TITLE_HEIGHT - GAP, 0);
  const char *title = poplens_chart_get_title (section->chart);
  g_autofree char *of = section->tab.chart && section->tab.chart->shares_axis
                            ? g_strdup_printf ("%s: %s", title, section->tab.chart->text)
                            : g_strdup (title);

  poplens_canvas_fill (self->canvas, poplens_page_background (self->theme), 0, 0, width, height);
  paint_title (self, report_name, of, inner);
  double missing = poplens_paint_chart_box (self, section, MARGIN, top, inner, left);
  if (missing > 0) {
    /* Tell the user which height would show all rows. */
    PoplensTextStyle dim = {.size = SMALL_SIZE,
                            .color = poplens_ink (POPLENS_INK_DIM, self->theme)};
    g_autofree char *said = g_strdup_printf (
        "Not in this image: rows below; a height of %u shows all",
        (guint) ceil (find_whole_height (self, section, inner, left + missing) + height - left));
    poplens_canvas_text (self->canvas, said, &dim, MARGIN, height - MARGIN - GAP, inner, 16);
  }
}
