/* PoplensChartWidget with a LANES or ADDRESS chart: scrolls its rows, finds blocks and scrolls to
 * them, and handles fields below the rows. */
#include "app/chart/chart-widget-private.h"
#include "charts/lanes/field.h"

#include <math.h>

#define ROW 24
#define BAR_WIDTH 6
#define BAR_LEAST 24
/* A block counts as visible if at least this many pixels of it are in view, or if it covers half of
 * the view. */
#define SEEN_PIXELS 24
#define PROBE 4
/* Factor by which a double click on a line of a field zooms in. */
#define DOUBLE_CLICK_ZOOM 4

/* ---- what is under the pointer --------------------------------------------------------------- */

/* Finds the block at (@x, @y). Above the lanes, finds the uppermost block at the cycle of @x. */
static gboolean
item_at (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double height = gtk_widget_get_height (GTK_WIDGET (self)), cycle;
  guint64 from, to;

  if (!layout)
    return FALSE;
  *hit = poplens_chart_layout_hit (layout, x, y);
  if (hit->area != POPLENS_CHART_HIT_AREA)
    return hit->area == POPLENS_CHART_HIT_ITEM;
  cycle = poplens_chart_layout_x_to_position (layout, x);
  for (; y < height; y += PROBE) {
    PoplensChartHit below = poplens_chart_layout_hit (layout, x, y);
    if (below.area != POPLENS_CHART_HIT_ITEM || below.series < 0 ||
        !poplens_chart_get_lane_item (self->chart, below.item, &from, &to, NULL))
      continue;
    *hit = below;
    return below.n_items > 1 || (cycle >= (double) from && cycle <= (double) MAX (to, from + 1));
  }
  return FALSE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

double
poplens_chart_lanes_most_scroll (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (!layout)
    return 0;
  return MAX (poplens_chart_layout_get_content_height (layout) -
                  gtk_widget_get_height (GTK_WIDGET (self)),
              0);
}

double
poplens_chart_lanes_get_scroll (PoplensChartWidget *self)
{
  return MIN (self->view.scroll, poplens_chart_lanes_most_scroll (self));
}

void
poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll)
{
  PoplensChartView view = self->view;

  view.scroll = round (CLAMP (scroll, 0, poplens_chart_lanes_most_scroll (self)));
  poplens_chart_widget_set_view (self, view);
}

static gboolean
scroll_lanes (PoplensChartWidget *self, double pixels)
{
  if (poplens_chart_lanes_most_scroll (self) <= 0)
    return FALSE;
  poplens_chart_lanes_scroll_to (self, poplens_chart_lanes_get_scroll (self) + pixels);
  return TRUE;
}

/* Scrolls the rows by pages; a page is the height of the plot less one row. */
static void
scroll_page (PoplensChartWidget *self, int pages)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  scroll_lanes (self, pages * MAX (height - ROW, ROW));
}

static void
pan_lanes (PoplensChartWidget *self, double dx, double dy)
{
  poplens_chart_items_pan (self, dx, dy);
  if (dy != 0)
    scroll_lanes (self, dy);
}

gboolean
poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                graphene_rect_t *thumb)
{
  double most = poplens_chart_lanes_most_scroll (self), x, y, width, height, size;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (most < 1)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  graphene_rect_init (track, (float) (gtk_widget_get_width (GTK_WIDGET (self)) - BAR_WIDTH - 5),
                      (float) (y + 2), BAR_WIDTH + 4, (float) MAX (height - 4, 1));
  size = MIN (MAX (height * height / (height + most), BAR_LEAST), track->size.height);
  graphene_rect_init (thumb, track->origin.x + 2,
                      (float) (track->origin.y + (track->size.height - size) *
                                                     poplens_chart_lanes_get_scroll (self) / most),
                      BAR_WIDTH, (float) size);
  return TRUE;
}

/* Draws a shadow at the upper or lower edge of the rows, as a hint that there are more rows beyond
 * it. */
static void
draw_edge (PoplensChartWidget *self, cairo_t *cr, double edge, double depth, gboolean dark)
{
  cairo_pattern_t *shade = cairo_pattern_create_linear (0, edge, 0, edge + depth);
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  cairo_pattern_add_color_stop_rgba (shade, 0, 0, 0, 0, dark ? 0.45 : 0.16);
  cairo_pattern_add_color_stop_rgba (shade, 1, 0, 0, 0, 0);
  cairo_set_source (cr, shade);
  cairo_rectangle (cr, x, MIN (edge, edge + depth), width, fabs (depth));
  cairo_fill (cr);
  cairo_pattern_destroy (shade);
}

void
poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark)
{
  double scroll = poplens_chart_lanes_get_scroll (self), r = BAR_WIDTH / 2.0, level = dark;
  graphene_rect_t track, bar;

  if (!poplens_chart_lanes_scroll_bar (self, &track, &bar))
    return;
  if (scroll > 0)
    draw_edge (self, cr, track.origin.y - 2, 8, dark);
  if (scroll < poplens_chart_lanes_most_scroll (self))
    draw_edge (self, cr, gtk_widget_get_height (GTK_WIDGET (self)), -8, dark);
  cairo_new_path (cr);
  cairo_arc (cr, bar.origin.x + r, bar.origin.y + r, r, G_PI, 0);
  cairo_arc (cr, bar.origin.x + r, bar.origin.y + bar.size.height - r, r, 0, G_PI);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, level, level, level, self->bar_held ? 0.6 : 0.4);
  cairo_fill (cr);
}

/* Computes @row_y, the y of the row of block @item when the rows are not scrolled. FALSE if the row
 * is hidden. */
static gboolean
find_row (PoplensChartWidget *self, gsize item, double *row_y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  return layout && poplens_chart_layout_lane_y (layout, item, row_y);
}

/* ---- scrolling to blocks --------------------------------------------------------------------- */

/* Returns cycles per pixel in parts of the axis where no cycles are left out. */
static double
cycles_a_pixel (PoplensChartLayout *layout)
{
  double x, y, width, height, least = INFINITY;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  for (double i = 0; i + 1 < width; i++) {
    double step = poplens_chart_layout_x_to_position (layout, x + i + 1) -
                  poplens_chart_layout_x_to_position (layout, x + i);
    if (step > 0)
      least = MIN (least, step);
  }
  return isfinite (least) ? least : 1;
}

/* Returns a view at the present zoom with @cycle in the middle. Zooms out from the smallest view,
 * because only poplens_chart_view_zoom () knows which cycles the axis leaves out. */
static PoplensChartView
view_around (PoplensChartWidget *self, PoplensChartLayout *layout, double cycle)
{
  double x, y, width, height, span;
  PoplensChartView view = self->view;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  span = cycles_a_pixel (layout) * width;
  view.from = cycle - 2;
  view.to = cycle + 2;
  view = poplens_chart_view_clamp (self->chart, view);
  return span > 4 ? poplens_chart_view_zoom (self->chart, view, 4 / span, cycle) : view;
}

/* Changes the scroll position of @view so that the row at @row is in view. @row: y of the row when
 * the rows are not scrolled. */
static void
show_row (PoplensChartWidget *self, PoplensChartLayout *layout, double row, PoplensChartView *view)
{
  double x, y, width, height, bottom = gtk_widget_get_height (GTK_WIDGET (self));

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  view->scroll = poplens_chart_lanes_get_scroll (self);
  if (row - view->scroll < y + 2)
    view->scroll = row - y - 2;
  else if (row + ROW - view->scroll > bottom)
    view->scroll = row + ROW + 2 - bottom;
  view->scroll = round (CLAMP (view->scroll, 0, poplens_chart_lanes_most_scroll (self)));
}

void
poplens_chart_widget_show_fields (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double top, field, room, x, y, width, height;

  if (!layout || !poplens_chart_layout_first_field (layout, &top, &field))
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  /* Scroll until the whole field is visible or, if the field is too high, until it fills half of
   * the plot. */
  room = MIN (field, height / 2);
  if (top + room - poplens_chart_lanes_get_scroll (self) > y + height)
    poplens_chart_lanes_scroll_to (self, MIN (top - y - ROW, top + field - y - height));
}

static gboolean
is_seen (PoplensChartWidget *self, PoplensChartLayout *layout, double from, double to)
{
  double x0, x1, x, y, width, height;

  if (from >= self->view.to || to <= self->view.from)
    return FALSE;
  if (from >= self->view.from && to <= self->view.to)
    return TRUE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  x0 = poplens_chart_layout_position_to_x (layout, MAX (from, self->view.from));
  x1 = poplens_chart_layout_position_to_x (layout, MIN (to, self->view.to));
  return x1 - x0 >= MIN (SEEN_PIXELS, width / 2);
}

/* Zooms @view in around @cycle until it shows the row of block @item: rows of short blocks are
 * hidden at low zoom. FALSE if the row is shown already. */
static gboolean
open_row (PoplensChartWidget *self, PoplensChartLayout *layout, gsize item, double cycle,
          PoplensChartView *view)
{
  double zoom = poplens_chart_layout_lane_zoom (layout, item);

  if (zoom > 1)
    *view = poplens_chart_view_zoom (self->chart, *view, zoom, CLAMP (cycle, view->from, view->to));
  return zoom > 1;
}

void
poplens_chart_widget_show_item (PoplensChartWidget *self, gsize item, gboolean across)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view = self->view;
  double from, to, x, y, width, height;
  guint64 first, last;

  if (!layout || !poplens_chart_get_lane_item (self->chart, item, &first, &last, NULL))
    return;
  from = (double) first;
  to = (double) MAX (last, first + 1);
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (across && !is_seen (self, layout, from, to)) {
    double half = cycles_a_pixel (layout) * width * 0.45;
    view = view_around (self, layout, MIN ((from + to) / 2, from + half));
  }
  if (open_row (self, layout, item, (from + to) / 2, &view)) {
    poplens_chart_widget_change_view (self, view);
    layout = poplens_chart_widget_get_layout (self);
  }
  if (layout && find_row (self, item, &self->cursor_y))
    show_row (self, layout, self->cursor_y, &view);
  poplens_chart_widget_change_view (self, view);
}

static void
show_lane_item (PoplensChartWidget *self, gsize item)
{
  poplens_chart_widget_show_item (self, item, TRUE);
}

/* Returns the point for the hover box of block @item: at the middle of its visible part, in its
 * row. */
static gboolean
place_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  guint64 from, to;

  if (!layout || !poplens_chart_get_lane_item (self->chart, item, &from, &to, NULL))
    return FALSE;
  *x = (poplens_chart_layout_position_to_x (layout, MAX ((double) from, self->view.from)) +
        poplens_chart_layout_position_to_x (layout, MIN ((double) to, self->view.to))) /
       2;
  *y = self->cursor_y - poplens_chart_lanes_get_scroll (self) + ROW / 2;
  return TRUE;
}

/* Finds the first block in view, row by row from the top left corner. */
static gboolean
first_in_view (PoplensChartWidget *self, PoplensChartLayout *layout, gsize *item)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  for (double j = y; j < y + height; j += PROBE)
    for (double i = x; i < x + width; i += PROBE) {
      PoplensChartHit hit = poplens_chart_layout_hit (layout, i, j);
      if (hit.area != POPLENS_CHART_HIT_ITEM)
        continue;
      *item = hit.item;
      return TRUE;
    }
  return FALSE;
}

/* Called before the first key moves the cursor. Puts the cursor at the block under the pointer,
 * else at a visible block. TRUE if it moved the cursor. */
static gboolean
find_cursor (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;
  guint64 from, to;
  double y;

  if (!layout)
    return FALSE;
  if (self->has_pointer && item_at (self, self->pointer_x, self->pointer_y, &hit)) {
    self->cursor = hit.item;
    return TRUE;
  }
  if (poplens_chart_get_lane_item (self->chart, self->cursor, &from, &to, NULL) &&
      (double) from < self->view.to && (double) to > self->view.from && self->has_anchor &&
      find_row (self, self->cursor, &y))
    return FALSE;
  return first_in_view (self, layout, &self->cursor);
}

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  /* If find_cursor () has moved the cursor, the key does not move it further. */
  if (!self->cursor_moved && find_cursor (self))
    return TRUE;
  for (gint64 i = 0; i < ABS (step); i++) {
    gsize next = poplens_chart_get_lane_neighbour (self->chart, self->cursor, step < 0 ? -1 : 1, 0);
    if (next == self->cursor)
      break;
    self->cursor = next;
  }
  if (rows)
    self->cursor = poplens_chart_get_lane_neighbour (self->chart, self->cursor, 0, rows);
  return TRUE;
}

/* ---- clicks and drags ------------------------------------------------------------------------ */

/* Selects the block at (@x, @y). With Shift, selects the cycles from the last clicked block to this
 * one. FALSE if there is no block. */
static gboolean
click_block (PoplensChartWidget *self, double x, double y, GdkModifierType state)
{
  guint64 from, to, other_from, other_to;
  PoplensChartHit hit;

  if (!item_at (self, x, y, &hit))
    return FALSE;
  if (poplens_chart_select_mode (state) == POPLENS_SELECT_ADD && self->has_anchor &&
      poplens_chart_get_lane_item (self->chart, self->anchor, &from, &to, NULL) &&
      poplens_chart_get_lane_item (self->chart, hit.item, &other_from, &other_to, NULL)) {
    g_signal_emit_by_name (self, "select-span", (double) MIN (from, other_from),
                           (double) MAX (to, other_to));
    return TRUE;
  }
  self->anchor = self->cursor = hit.item;
  self->has_anchor = TRUE;
  self->clicked = poplens_chart_layout_x_to_position (poplens_chart_widget_get_layout (self), x);
  poplens_chart_widget_select (self, (PoplensItemRange){hit.item, hit.item + 1},
                               poplens_chart_select_mode (state));
  self->clicked = -1;
  return TRUE;
}

/* Zooms to the cycles of the engine run with index @run. */
static void
fit_run (PoplensChartWidget *self, gsize run)
{
  double from, to;

  if (poplens_chart_get_lane_run (self->chart, run, &from, &to))
    poplens_chart_widget_change_view (
        self, poplens_chart_view_fit_span (self->chart, self->view, from, to));
}

static void
click_field (PoplensChartWidget *self, double x, double y)
{
  PoplensFieldPlace place;

  if (poplens_chart_field_at (self, x, y, &place))
    g_signal_emit_by_name (self, "line-clicked", place.group, place.line, place.from);
}

static void
click_lanes (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
             GdkModifierType state)
{
  if (hit->area == POPLENS_CHART_HIT_GROUP)
    g_signal_emit_by_name (self, "group-clicked", (guint) hit->item);
  else if (hit->area == POPLENS_CHART_HIT_BREAK)
    g_signal_emit_by_name (self, "break-clicked", (guint) hit->item);
  else if (hit->area == POPLENS_CHART_HIT_ROW)
    g_signal_emit_by_name (self, "row-removed", (guint) hit->item);
  else if (hit->area == POPLENS_CHART_HIT_RUN)
    fit_run (self, hit->item);
  else if (hit->area == POPLENS_CHART_HIT_FIELD)
    click_field (self, x, y);
  else if (!click_block (self, x, y, state) && hit->area == POPLENS_CHART_HIT_NONE &&
           poplens_chart_select_mode (state) == POPLENS_SELECT_REPLACE)
    poplens_chart_widget_select (self, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
}

static void
double_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  if (hit->area == POPLENS_CHART_HIT_ITEM)
    poplens_chart_widget_fit_item (self, hit->item);
  else if (hit->area == POPLENS_CHART_HIT_FIELD)
    poplens_chart_widget_zoom_at (self, DOUBLE_CLICK_ZOOM, x, y);
  else
    poplens_chart_items_double_click (self, hit, x, y);
}

static void
drag_lanes (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double a = poplens_chart_layout_x_to_position (layout, MIN (over.x0, over.x1));
  double b = poplens_chart_layout_x_to_position (layout, MAX (over.x0, over.x1));

  if (a < b)
    g_signal_emit_by_name (self, "select-span", floor (a), ceil (b));
}

/* Emits "copy-details". The page copies the details, because it knows more than the chart about the
 * step of the block. */
static void
copy_block (PoplensChartWidget *self, gsize item)
{
  g_signal_emit_by_name (self, "copy-details", (guint64) item);
}

/* Fields of PoplensChartUse that are the same for LANES and ADDRESS charts. */
#define OF_BOTH                                                                                    \
  .zooms = TRUE, .has_boxes = TRUE, .marks_current = TRUE, .which_of_several = "nearest",          \
  .pan = pan_lanes, .zoom = poplens_chart_items_zoom, .fit_all = poplens_chart_items_fit_all,      \
  .fit = poplens_chart_items_fit, .scroll = scroll_lanes, .scroll_page = scroll_page,              \
  .show_item = show_lane_item, .move_cursor = move_cursor, .item_at = item_at,                     \
  .place_of = place_of, .click = click_lanes, .double_click = double_click, .drag = drag_lanes

const PoplensChartUse poplens_chart_lanes_use = {OF_BOTH, .has_rows = TRUE, .can_measure = TRUE,
                                                 .copy = copy_block};
const PoplensChartUse poplens_chart_address_use = {OF_BOTH};

/* ---- fields below the rows ------------------------------------------------------------------- */

gboolean
poplens_chart_field_at (PoplensChartWidget *self, double x, double y, PoplensFieldPlace *place)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  return layout && poplens_chart_layout_hit (layout, x, y).area == POPLENS_CHART_HIT_FIELD &&
         poplens_chart_layout_field_at (layout, x, y, place);
}

gboolean
poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view;

  if (!layout || !self->chart || !poplens_chart_has_fields (self->chart))
    return FALSE;
  view = poplens_chart_layout_zoom_lines (layout, factor, y);
  poplens_chart_widget_change_view (self, view);
  return TRUE;
}

gboolean
poplens_chart_field_is_in_gutter (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  return self->has_pointer && self->pointer_x < x && self->pointer_y >= y;
}

gboolean
poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  double factor, middle = gtk_widget_get_height (widget) / 2.0;

  g_variant_get (arguments, "(d)", &factor);
  return poplens_chart_field_zoom (self, factor, self->has_pointer ? self->pointer_y : middle);
}
