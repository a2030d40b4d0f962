/* PoplensChartWidget with a FLOOR chart: a view and a cursor that move in two dimensions, and
 * rectangles of cells. */
#include "app/chart/chart-widget-private.h"

/* What a double click shows larger. */
#define DOUBLE_CLICK_ZOOM 4
/* Of what is in view. */
#define PAGE 0.8

void
poplens_chart_plane_pan (PoplensChartWidget *self, double dx, double dy)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout)
    poplens_chart_widget_change_view (self, poplens_chart_layout_pan (layout, dx, dy));
}

static gboolean
is_zoomed (PoplensChartWidget *self)
{
  return self->view.zoom > 1;
}

gboolean
poplens_chart_plane_scroll (PoplensChartWidget *self, double pixels)
{
  if (!is_zoomed (self))
    return FALSE;
  poplens_chart_plane_pan (self, 0, pixels);
  return TRUE;
}

static void
scroll_page (PoplensChartWidget *self, int pages)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  poplens_chart_plane_pan (self, 0, pages * height * PAGE);
}

static gboolean
is_in_plot (PoplensChartLayout *layout, gsize item)
{
  double x, y, width, height, left, top, right, bottom;

  if (!poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    return FALSE;
  poplens_chart_layout_get_plot (layout, &left, &top, &right, &bottom);
  return x >= left - 1 && y >= top - 1 && x + width <= left + right + 1 &&
         y + height <= top + bottom + 1;
}

/* Without zooming. */
static void
show_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view = self->view;
  PoplensFloorCell cell;

  if (!layout || !is_zoomed (self) || is_in_plot (layout, item) ||
      !poplens_chart_get_floor_cell (self->chart, item, &cell))
    return;
  view.group = cell.group;
  view.column = cell.column + 0.5;
  view.row = cell.row + 0.5;
  poplens_chart_widget_change_view (self, view);
}

/* ---- cursor ------------------------------------------------------------------------------------
 */

/* The first key shows the cursor where one looks. TRUE: it was moved */
static gboolean
find_cursor (PoplensChartWidget *self, PoplensChartLayout *layout)
{
  double x, y, width, height;

  if (self->has_pointer) {
    PoplensChartHit hit = poplens_chart_layout_hit (layout, self->pointer_x, self->pointer_y);
    if (hit.area == POPLENS_CHART_HIT_ITEM) {
      self->cursor = hit.item;
      return TRUE;
    }
  }
  if (self->has_anchor && is_in_plot (layout, self->cursor))
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  return poplens_chart_layout_nearest (layout, x + width / 2, y + height / 2, &self->cursor);
}

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout && (self->cursor_moved || !find_cursor (self, layout)))
    self->cursor =
        poplens_chart_layout_neighbour (layout, self->cursor, (int) CLAMP (step, -1, 1), rows);
  return TRUE;
}

/* ---- rectangles --------------------------------------------------------------------------------
 */

static void
drag (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  g_autoptr (GArray) ranges =
      poplens_chart_layout_items_in (layout, over.x0, over.y0, over.x1, over.y1);
  gboolean add = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK);

  if (!ranges->len)
    return;
  self->anchor = self->cursor = g_array_index (ranges, PoplensItemRange, 0).from;
  self->has_anchor = TRUE;
  g_signal_emit_by_name (self, "select-ranges", ranges,
                         (int) (add ? POPLENS_SELECT_ADD : POPLENS_SELECT_REPLACE));
}

/* With Shift the rectangle from the last click's cell up to this one. FALSE: there is none */
static gboolean
extend_to (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  g_autoptr (GArray) ranges = NULL;
  double x0, y0, x1, y1;

  if (!layout || !self->has_anchor ||
      !poplens_chart_items_middle_of (self, self->anchor, &x0, &y0) ||
      !poplens_chart_items_middle_of (self, item, &x1, &y1))
    return FALSE;
  ranges = poplens_chart_layout_items_in (layout, x0, y0, x1, y1);
  self->cursor = item;
  g_signal_emit_by_name (self, "select-ranges", ranges, (int) POPLENS_SELECT_ADD);
  return TRUE;
}

static void
click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
       GdkModifierType state)
{
  if (hit->area != POPLENS_CHART_HIT_ITEM ||
      poplens_chart_select_mode (state) != POPLENS_SELECT_ADD || !extend_to (self, hit->item))
    poplens_chart_items_click (self, hit, x, y, state);
}

static void
double_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  if (is_zoomed (self)) {
    poplens_chart_items_double_click (self, hit, x, y);
    return;
  }
  poplens_chart_widget_restore_selection (self);
  poplens_chart_widget_zoom_at (self, DOUBLE_CLICK_ZOOM, x, y);
}

const PoplensChartUse poplens_chart_floor_use = {
    .zooms = TRUE,
    .is_plane = TRUE,
    .has_boxes = TRUE,
    .which_of_several = "highest",
    .pan = poplens_chart_plane_pan,
    .zoom = poplens_chart_items_zoom,
    .fit_all = poplens_chart_items_fit_all,
    .fit = poplens_chart_items_fit,
    .scroll = poplens_chart_plane_scroll,
    .scroll_page = scroll_page,
    .show_item = show_item,
    .move_cursor = move_cursor,
    .item_at = poplens_chart_items_item_at,
    .place_of = poplens_chart_items_middle_of,
    .click = click,
    .double_click = double_click,
    .drag = drag,
};
