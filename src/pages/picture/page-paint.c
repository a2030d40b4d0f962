#include "pages/picture/page-paint.h"

#include "charts/lanes/field.h"

#include <math.h>

#define CARD_LEAST_WIDTH 230.0
#define CARD_PADDING 12.0
#define VALUE_SIZE 17.0
#define LEAST_VALUE_SIZE 10.0
#define BAR_HEIGHT 4.0

PoplensColor
poplens_painter_ink (const PoplensPainter *self, PoplensInk ink)
{
  return poplens_ink (ink, self->theme);
}

PoplensColor
poplens_painter_tone (const PoplensPainter *self, PoplensTone tone)
{
  /* At least 4.5 : 1 on the page and on cards; bad is the limit's red. */
  static const PoplensColor good[] = {{0.10, 0.47, 0.30, 1}, {0.56, 0.94, 0.64, 1}};
  static const PoplensColor warning[] = {{0.55, 0.36, 0.00, 1}, {0.97, 0.83, 0.38, 1}};

  switch (tone) {
  case POPLENS_TONE_GOOD:
    return good[self->theme.dark];
  case POPLENS_TONE_WARNING:
    return warning[self->theme.dark];
  case POPLENS_TONE_BAD:
    return poplens_painter_ink (self, POPLENS_INK_LIMIT);
  case POPLENS_TONE_LESS:
    return poplens_painter_ink (self, POPLENS_INK_LESS);
  case POPLENS_TONE_MORE:
    return poplens_painter_ink (self, POPLENS_INK_MORE);
  default:
    return poplens_painter_ink (self, POPLENS_INK_FOREGROUND);
  }
}

PoplensColor
poplens_painter_page (const PoplensPainter *self)
{
  /* libadwaita's window backgrounds, which the inks are held against (look.md 8). */
  static const PoplensColor light = {0.980, 0.980, 0.980, 1}, dark = {0.141, 0.141, 0.141, 1};

  return self->theme.dark ? dark : light;
}

PoplensColor
poplens_painter_card (const PoplensPainter *self)
{
  return self->theme.dark ? (PoplensColor){0.21, 0.21, 0.21, 1} : (PoplensColor){1, 1, 1, 1};
}

double
poplens_title_width (const PoplensPainter *self, const char *title, const char *note)
{
  PoplensTextStyle large = {.size = POPLENS_TITLE_SIZE, .bold = TRUE};
  PoplensTextStyle small = {.size = POPLENS_LABEL_SIZE};
  double width = poplens_canvas_measure (self->canvas, title, &large) + 2;

  return note && *note
             ? width + POPLENS_PAGE_GAP * 2 + poplens_canvas_measure (self->canvas, note, &small)
             : width;
}

double
poplens_paint_title (const PoplensPainter *self, const char *title, const char *note,
                     PoplensPageBox box)
{
  PoplensTextStyle large = {.size = POPLENS_TITLE_SIZE,
                            .bold = TRUE,
                            .color = poplens_painter_ink (self, POPLENS_INK_FOREGROUND)};
  PoplensTextStyle dim = {.size = POPLENS_LABEL_SIZE,
                          .color = poplens_painter_ink (self, POPLENS_INK_DIM),
                          .align = POPLENS_ALIGN_END};
  double width = MIN (poplens_canvas_measure (self->canvas, title, &large), box.width);

  poplens_canvas_text (self->canvas, title, &large, box.x, box.y, width + 1, POPLENS_TITLE_HEIGHT);
  if (note && box.width - width > 80)
    poplens_canvas_text (self->canvas, note, &dim, box.x + width + POPLENS_PAGE_GAP, box.y,
                         box.width - width - POPLENS_PAGE_GAP, POPLENS_TITLE_HEIGHT);
  return POPLENS_TITLE_HEIGHT;
}

/* ---- facts -------------------------------------------------------------------------------------
 */

static double
card_height (const PoplensPainter *self, const PoplensFact *fact, double width, gboolean with_bar)
{
  PoplensTextStyle dim = {.size = POPLENS_LABEL_SIZE};
  double detail = fact->detail ? poplens_canvas_paragraph (self->canvas, fact->detail, &dim, 0, 0,
                                                           width - 2 * CARD_PADDING, 3, FALSE)
                               : 0;

  return ceil (CARD_PADDING + 18 + 26 + (with_bar ? BAR_HEIGHT + 8 : 2) + detail + CARD_PADDING);
}

static void
paint_bar (const PoplensPainter *self, const PoplensFact *fact, double x, double y, double width)
{
  PoplensColor color = fact->tone == POPLENS_TONE_BAD || fact->tone == POPLENS_TONE_WARNING
                           ? poplens_painter_tone (self, fact->tone)
                           : poplens_painter_ink (self, POPLENS_INK_TOTAL);
  PoplensColor track = poplens_painter_ink (self, POPLENS_INK_FOREGROUND);

  track.alpha = 0.13;
  poplens_canvas_fill (self->canvas, track, x, y, width, BAR_HEIGHT, BAR_HEIGHT / 2);
  poplens_canvas_fill (self->canvas, color, x, y,
                       fact->fill > 0 ? MAX (width * fact->fill, BAR_HEIGHT) : 0, BAR_HEIGHT,
                       BAR_HEIGHT / 2);
}

/* The size at which @text is whole: a value that is cut says something else. */
static double
fit_value (const PoplensPainter *self, const char *text, PoplensTextStyle style, double width)
{
  while (style.size > LEAST_VALUE_SIZE &&
         poplens_canvas_measure (self->canvas, text, &style) > width)
    style.size -= 1;
  return style.size;
}

static void
paint_card (const PoplensPainter *self, const PoplensFact *fact, PoplensPageBox box,
            gboolean with_bar)
{
  PoplensTextStyle label = {.size = POPLENS_LABEL_SIZE,
                            .color = poplens_painter_ink (self, POPLENS_INK_DIM)};
  PoplensTextStyle value = {
      .size = VALUE_SIZE, .bold = TRUE, .color = poplens_painter_tone (self, fact->tone)};
  double x = box.x + CARD_PADDING, y = box.y + CARD_PADDING;
  double width = box.width - 2 * CARD_PADDING;

  poplens_canvas_fill (self->canvas, poplens_painter_ink (self, POPLENS_INK_GRID), box.x, box.y,
                       box.width, box.height, 8);
  poplens_canvas_fill (self->canvas, poplens_painter_card (self), box.x + 1, box.y + 1,
                       box.width - 2, box.height - 2, 7);
  poplens_canvas_text (self->canvas, fact->label, &label, x, y, width, 16);
  value.size = fit_value (self, fact->value, value, width);
  poplens_canvas_text (self->canvas, fact->value, &value, x, y + 18, width, 24);
  y += 18 + 26;
  if (with_bar) {
    if (fact->fill >= 0)
      paint_bar (self, fact, x, y + 2, width);
    y += BAR_HEIGHT + 8;
  } else {
    y += 2;
  }
  if (fact->detail)
    poplens_canvas_paragraph (self->canvas, fact->detail, &label, x, y, width, 3, TRUE);
}

double
poplens_paint_facts (const PoplensPainter *self, const GPtrArray *facts, PoplensPageBox box)
{
  guint most =
      MAX (1, (guint) ((box.width + POPLENS_PAGE_GAP) / (CARD_LEAST_WIDTH + POPLENS_PAGE_GAP)));
  guint rows = (facts->len + most - 1) / most;
  guint columns = rows ? (facts->len + rows - 1) / rows : 1; /* rows of one length */
  double width = floor ((box.width - (columns - 1) * POPLENS_PAGE_GAP) / columns);
  double y = box.y;

  for (guint first = 0; first < facts->len; first += columns) {
    guint n = MIN (columns, facts->len - first);
    gboolean with_bar = FALSE;
    double height = 0;
    for (guint i = 0; i < n; i++)
      with_bar |= ((const PoplensFact *) g_ptr_array_index (facts, first + i))->fill >= 0;
    for (guint i = 0; i < n; i++)
      height =
          MAX (height, card_height (self, g_ptr_array_index (facts, first + i), width, with_bar));
    if (y + height > box.y + box.height)
      break;
    for (guint i = 0; i < n; i++)
      paint_card (self, g_ptr_array_index (facts, first + i),
                  (PoplensPageBox){box.x + i * (width + POPLENS_PAGE_GAP), y, width, height},
                  with_bar);
    y += height + POPLENS_PAGE_GAP;
  }
  return y - box.y;
}

/* ---- notices and charts ------------------------------------------------------------------------
 */

double
poplens_paint_notice (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box)
{
  PoplensColor tone = poplens_painter_tone (self, section->notice.tone), ground = tone;
  PoplensTextStyle text = {.size = POPLENS_LABEL_SIZE,
                           .color = poplens_painter_ink (self, POPLENS_INK_FOREGROUND)};
  double inner = box.width - 24;
  double height =
      poplens_canvas_paragraph (self->canvas, section->text, &text, 0, 0, inner, 3, FALSE) + 14;

  ground.alpha = section->notice.tone == POPLENS_TONE_NEUTRAL ? 0.06
                 : self->theme.dark                           ? 0.16
                                                              : 0.09;
  if (height > box.height)
    return 0;
  poplens_canvas_fill (self->canvas, ground, box.x, box.y, box.width, height, 6);
  poplens_canvas_fill (self->canvas, tone, box.x, box.y + 5, 3, height - 10, 1.5);
  poplens_canvas_paragraph (self->canvas, section->text, &text, box.x + 14, box.y + 7, inner, 3,
                            TRUE);
  return height + POPLENS_PAGE_GAP / 2;
}

static PoplensLaneFound *
make_lane_found (const PoplensSection *section, const GArray *found)
{
  g_autoptr (PoplensLaneBlocks) blocks = poplens_chart_ref_lane_blocks (section->chart);
  g_autofree gsize *items = g_new (gsize, MAX (found->len, 1));

  for (guint i = 0; i < found->len; i++)
    items[i] = g_array_index (found, PoplensItemRange, i).from;
  return poplens_lane_found_new (blocks, items, found->len);
}

/* What the location selects and searches, over the chart. */
static void
draw_layout (const PoplensPainter *self, const PoplensSection *section,
             const PoplensChartLayout *layout, double x, double y, const GArray *selected,
             const GArray *found)
{
  cairo_t *cr = poplens_canvas_get_cairo (self->canvas);
  PoplensChartOverlay overlay = {0};
  g_autoptr (PoplensLaneFound) lane_found = NULL;
  g_autoptr (GArray) marked = NULL;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  poplens_chart_layout_draw (layout, cr);
  if (selected) {
    overlay.selected = (const PoplensItemRange *) (gconstpointer) selected->data;
    overlay.n_selected = selected->len;
  }
  if (found && section->plot.selects == POPLENS_SELECTS_CYCLES) {
    overlay.lane_found = lane_found = make_lane_found (section, found);
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

/* Fields have something to show once it is read for the columns of a layout. */
static PoplensChartLayout *
layout_new (const PoplensPainter *self, const PoplensSection *section, const PoplensChartView *view,
            PoplensPageBox box)
{
  const PoplensChartStyle *style = poplens_canvas_get_style (self->canvas);
  PoplensChartLayout *layout =
      poplens_chart_layout_new (section->chart, view, style, box.width, box.height);

  if (section->kind == POPLENS_SECTION_TAB_CHART || !poplens_chart_has_fields (section->chart) ||
      *self->error ||
      !poplens_page_fetch_fields (self->page, self->location, layout, self->work, self->error))
    return layout;
  poplens_chart_layout_free (layout);
  return poplens_chart_layout_new (section->chart, view, style, box.width, box.height);
}

double
poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section,
                         PoplensPageBox box)
{
  PoplensChartView view = poplens_page_section_view (self->page, section, self->location);
  gboolean main =
      self->page->layout == POPLENS_LAYOUT_CHART && section->kind == POPLENS_SECTION_CHART;
  double natural = poplens_chart_natural_height (section->chart);
  g_autoptr (GArray) selected = main ? poplens_page_selected_items (self->page, self->location)
                                : section->tab.chart
                                    ? g_array_ref (section->tab.chart->selected)
                                    : poplens_page_section_marks (section, self->location);
  g_autoptr (GArray) found =
      main ? poplens_page_found_items (self->page, self->location, NULL, NULL) : NULL;
  g_autoptr (PoplensChartLayout) layout = layout_new (self, section, &view, box);

  draw_layout (self, section, layout, box.x, box.y, selected, found);
  return MAX (poplens_chart_layout_get_content_height (layout), natural) - box.height;
}

double
poplens_paint_chart (const PoplensPainter *self, const PoplensSection *section, PoplensPageBox box,
                     double *missing)
{
  gboolean with_overview = poplens_chart_has_overview (section->chart);
  PoplensPageBox rest = box;

  if (section->title && !with_overview) {
    double title = poplens_paint_title (self, section->title, NULL, box);
    rest.y += title;
    rest.height -= title;
  }
  if (with_overview) {
    PoplensChartView view = poplens_page_section_view (self->page, section, self->location);
    double strip = 36;
    g_autoptr (PoplensChartLayout) overview = poplens_chart_layout_new_overview (
        section->chart, &view, poplens_canvas_get_style (self->canvas), box.width, strip);
    draw_layout (self, section, overview, box.x, rest.y, NULL, NULL);
    rest.y += strip + POPLENS_PAGE_GAP / 2;
    rest.height -= strip + POPLENS_PAGE_GAP / 2;
  }
  double lacks = poplens_paint_chart_box (self, section, rest);
  if (missing)
    *missing = lacks;
  return box.height;
}
