/* PoplensChartWidget: reactions to keys, clicks and drags in charts of items (areas, bars,
 * treemaps, graphs, floor plans). Lanes and address maps are in chart-lanes.c. */
#include "app/chart/chart-widget-private.h"
#include "charts/graph/graph.h"

#include <math.h>

/* Fraction of the visible plot by which Page Up and Page Down scroll a floor plan or a graph. */
#define PAGE 0.8

/* ---- the view -------------------------------------------------------------------------------- */

void
poplens_chart_items_pan (PoplensChartWidget *self, double dx, double dy)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  poplens_chart_widget_change_view (
      self, poplens_chart_view_pan (self->chart, self->view,
                                    dx / width * (self->view.to - self->view.from)));
}

void
poplens_chart_items_zoom (PoplensChartWidget *self, double factor)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (self->has_pointer && self->pointer_x >= x && self->pointer_x <= x + width) {
    x = self->pointer_x;
    y = CLAMP (self->pointer_y, y, y + height);
  } else {
    x += width / 2;
    y += height / 2;
  }
  poplens_chart_widget_zoom_at (self, factor, x, y);
}

void
poplens_chart_items_fit_all (PoplensChartWidget *self)
{
  PoplensChartView view = poplens_chart_view_all (self->chart);

  view.limit_to_scale = self->view.limit_to_scale;
  view.scroll = self->view.scroll;
  poplens_chart_widget_change_view (self, view);
}

void
poplens_chart_items_fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout)
    poplens_chart_widget_change_view (self, poplens_chart_layout_fit (layout, ranges, n));
}

static void
show_series_item (PoplensChartWidget *self, gsize item)
{
  double from = (double) item, by = 0;

  if (from < self->view.from)
    by = from - self->view.from;
  else if (from + 1 > self->view.to)
    by = from + 1 - self->view.to;
  if (by != 0)
    poplens_chart_widget_change_view (self, poplens_chart_view_pan (self->chart, self->view, by));
}

/* ---- cursor ---------------------------------------------------------------------------------- */

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  gsize n = poplens_chart_get_n_items (self->chart);

  if (!step)
    return FALSE;
  /* If the cursor is out of view, put it at the first item in view before the first key moves it.
   */
  if (!self->cursor_moved &&
      ((double) self->cursor < self->view.from || (double) self->cursor >= self->view.to))
    self->cursor = (gsize) self->view.from;
  self->cursor = (gsize) CLAMP ((gint64) self->cursor + step, 0, (gint64) n - 1);
  return TRUE;
}

static gboolean
chart_items_item_at (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (!layout)
    return FALSE;
  *hit = poplens_chart_layout_hit (layout, x, y);
  return hit->area == POPLENS_CHART_HIT_ITEM || hit->area == POPLENS_CHART_HIT_MORE;
}

/* Returns the point for the hover box of an item: above its centre, at the top of the plot. */
static gboolean
place_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double left, width, height;

  if (!layout)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &left, y, &width, &height);
  *x = poplens_chart_layout_position_to_x (layout, (double) item + 0.5);
  return TRUE;
}

static gboolean
chart_items_middle_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double width, height;

  if (!layout || !poplens_chart_layout_item_rect (layout, item, x, y, &width, &height))
    return FALSE;
  *x += width / 2;
  *y += height / 2;
  return TRUE;
}

/* ---- clicks and drags ------------------------------------------------------------------------ */

static void
chart_items_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
                   GdkModifierType state)
{
  PoplensSelectMode mode = poplens_chart_select_mode (state);
  PoplensItemRange range = {hit->item, hit->item + 1};

  if (hit->area != POPLENS_CHART_HIT_ITEM)
    return;
  /* Shift+click: select from the item of the last click to this one. */
  if (mode == POPLENS_SELECT_ADD && self->has_anchor &&
      self->anchor < poplens_chart_get_n_items (self->chart))
    range = (PoplensItemRange){MIN (hit->item, self->anchor), MAX (hit->item, self->anchor) + 1};
  else
    self->anchor = hit->item;
  self->has_anchor = TRUE;
  self->cursor = hit->item;
  poplens_chart_widget_select (self, range, mode);
}

/* Double click: shows the whole chart, and restores the selection that the first click changed.
 * Does nothing on labels and marks, which react to single clicks. */
void
poplens_chart_items_double_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x,
                                  double y)
{
  if (hit->area > POPLENS_CHART_HIT_ITEM && hit->area != POPLENS_CHART_HIT_AREA)
    return;
  poplens_chart_widget_restore_selection (self);
  poplens_chart_widget_fit (self);
}

static void
drag_items (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double a = poplens_chart_layout_x_to_position (layout, MIN (over.x0, over.x1));
  double b = poplens_chart_layout_x_to_position (layout, MAX (over.x0, over.x1));
  PoplensItemRange range = {(gsize) MAX (0, floor (a)), (gsize) MAX (0, ceil (b))};

  range.to = MIN (range.to, poplens_chart_get_n_items (self->chart));
  if (range.from >= range.to)
    return;
  self->anchor = self->cursor = range.from;
  self->has_anchor = TRUE;
  /* With Ctrl, add the range to the selection. Toggling it, as Ctrl+click toggles an item, would
   * deselect items that were selected. */
  poplens_chart_widget_select (self, range,
                               poplens_chart_select_mode (state) == POPLENS_SELECT_REPLACE
                                   ? POPLENS_SELECT_REPLACE
                                   : POPLENS_SELECT_ADD);
}

const PoplensChartUse poplens_chart_areas_use = {
    .zooms = TRUE,
    .pan = poplens_chart_items_pan,
    .zoom = poplens_chart_items_zoom,
    .fit_all = poplens_chart_items_fit_all,
    .fit = poplens_chart_items_fit,
    .show_item = show_series_item,
    .move_cursor = move_cursor,
    .item_at = chart_items_item_at,
    .place_of = place_of,
    .click = chart_items_click,
    .double_click = poplens_chart_items_double_click,
    .drag = drag_items,
};

/* Selects the clicked bar. While "select-items" is emitted, poplens_chart_widget_get_clicked ()
 * returns the clicked series. */
static void
click_bar (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
           GdkModifierType state)
{
  self->clicked = hit->series;
  chart_items_click (self, hit, x, y, state);
  self->clicked = -1;
}

/* Behaviour of BARS charts: a list that is shown completely, so there is no zoom. */
const PoplensChartUse poplens_chart_bars_use = {
    .has_rows = TRUE,
    .move_cursor = move_cursor,
    .item_at = chart_items_item_at,
    .place_of = place_of,
    .click = click_bar,
    .double_click = poplens_chart_items_double_click,
};

/* Behaviour of SHARES charts: parts and bars in two columns. Arrow keys move the cursor through all
 * items in order. */
const PoplensChartUse poplens_chart_shares_use = {
    .move_cursor = move_cursor,
    .item_at = chart_items_item_at,
    .place_of = chart_items_middle_of,
    .click = chart_items_click,
};

/* ---- planes ---------------------------------------------------------------------------------- */

static void
chart_plane_pan (PoplensChartWidget *self, double dx, double dy)
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

/* Scrolls a zoomed floor plan or graph vertically. FALSE if the whole chart is in view. */
static gboolean
chart_plane_scroll (PoplensChartWidget *self, double pixels)
{
  if (!is_zoomed (self))
    return FALSE;
  chart_plane_pan (self, 0, pixels);
  return TRUE;
}

/* ---- treemaps -------------------------------------------------------------------------------- */

/* Opens the group @root of a treemap. Moves the cursor to the group that was open before or, if
 * that group is not in @root, to the largest child of @root. */
static void
go_to_root (PoplensChartWidget *self, gsize root)
{
  PoplensChartView view = self->view;
  PoplensChartLayout *layout;
  gsize from = view.root;

  view.root = root;
  poplens_chart_widget_change_view (self, view);
  layout = poplens_chart_widget_get_layout (self);
  if (!layout || self->view.root == from)
    return;
  self->cursor = poplens_chart_layout_treemap_neighbour (layout, from, 0, 0);
  self->has_anchor = FALSE;
}

static gboolean
leave_treemap (PoplensChartWidget *self)
{
  if (!self->view.root)
    return FALSE;
  go_to_root (self, poplens_chart_get_treemap_up (self->chart, self->view.root));
  return TRUE;
}

/* Opens the group @item of a treemap or, if @item is not a group, the group that contains @item.
 * FALSE if this group is already open. */
static gboolean
open_group (PoplensChartWidget *self, gsize item)
{
  gsize root = poplens_chart_get_treemap_drill (self->chart, self->view.root, item);

  if (root == self->view.root)
    return FALSE;
  go_to_root (self, root);
  return TRUE;
}

/* Returns the item that a key acts on: the item at the keyboard cursor or, if the pointer moved
 * last, the item under the pointer. */
static gsize
item_of_keys (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  gsize item;

  if (poplens_chart_widget_get_hover (self, &item))
    return item;
  return layout ? poplens_chart_layout_treemap_neighbour (layout, self->cursor, 0, 0)
                : self->cursor;
}

/* Moves the cursor to the box that @neighbour returns for the direction of the key. */
static gboolean
move_to_neighbour (PoplensChartWidget *self, gint64 step, gint32 rows,
                   gsize (*neighbour) (const PoplensChartLayout *layout, gsize item, int dx,
                                       int dy))
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  gsize item;

  if (!layout)
    return TRUE;
  /* The first key press only shows the cursor. If the pointer is on an item, the cursor is shown
   * there. */
  if (!self->cursor_moved && poplens_chart_widget_get_hover (self, &item))
    self->cursor = item;
  else
    self->cursor =
        neighbour (layout, self->cursor, self->cursor_moved ? (int) CLAMP (step, -1, 1) : 0,
                   self->cursor_moved ? rows : 0);
  return TRUE;
}

static gboolean
move_treemap_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  return move_to_neighbour (self, step, rows, poplens_chart_layout_treemap_neighbour);
}

/* If @item is not visible in the treemap, opens the group that contains it. */
static void
show_treemap_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (layout && item < poplens_chart_get_n_items (self->chart) &&
      !poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    go_to_root (self, poplens_chart_get_treemap_up (self->chart, item));
}

static gboolean
enter_treemap (PoplensChartWidget *self)
{
  self->cursor = item_of_keys (self);
  return poplens_chart_is_treemap_group (self->chart, self->cursor) &&
         open_group (self, self->cursor);
}

static void
zoom_treemap (PoplensChartWidget *self, double factor)
{
  if (factor > 1)
    open_group (self, item_of_keys (self));
  else
    leave_treemap (self);
}

static void
fit_treemap (PoplensChartWidget *self)
{
  go_to_root (self, 0);
}

static void
fit_treemap_item (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n)
{
  open_group (self, ranges[0].from);
}

/* Describes a cell that stands for several small items, such as "12 more". (transfer full) */
static char *
describe_several (PoplensChartWidget *self, gsize item)
{
  return poplens_chart_layout_describe_more (poplens_chart_widget_get_layout (self), item);
}

static void
click_treemap (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
               GdkModifierType state)
{
  if (hit->area == POPLENS_CHART_HIT_PATH)
    go_to_root (self, hit->item);
  else if (hit->area == POPLENS_CHART_HIT_MORE)
    open_group (self, hit->item);
  else
    chart_items_click (self, hit, x, y, state);
}

/* Double click in a treemap: opens a group, or shows the card of any other item. */
static void
double_click_treemap (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  if (hit->area == POPLENS_CHART_HIT_ITEM && !open_group (self, hit->item))
    g_signal_emit_by_name (self, "show-card", (guint64) hit->item);
}

const PoplensChartUse poplens_chart_treemap_use = {
    .is_plane = TRUE,
    .has_boxes = TRUE,
    .zoom = zoom_treemap,
    .fit_all = fit_treemap,
    .fit = fit_treemap_item,
    .show_item = show_treemap_item,
    .move_cursor = move_treemap_cursor,
    .enter = enter_treemap,
    .leave = leave_treemap,
    .item_at = chart_items_item_at,
    .place_of = chart_items_middle_of,
    .describe_several = describe_several,
    .click = click_treemap,
    .double_click = double_click_treemap,
};

/* ---- graphs ---------------------------------------------------------------------------------- */

static void
scroll_graph_page (PoplensChartWidget *self, int pages)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  chart_plane_pan (self, pages * width * PAGE, 0);
}

static void
show_graph_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensItemRange range = {item, item + 1};
  double x, y, width, height;

  if (layout && self->view.zoom > 1 &&
      !poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    poplens_chart_widget_change_view (self, poplens_chart_layout_fit (layout, &range, 1));
}

static gboolean
move_graph_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  return move_to_neighbour (self, step, rows, poplens_chart_layout_graph_neighbour);
}

/* Emits "group-clicked" for the group of a graph that @find returns for @item. FALSE if @find
 * returns no group. */
static gboolean
click_group (PoplensChartWidget *self, gsize item,
             gboolean (*find) (const PoplensChart *chart, gsize item, guint *group))
{
  guint group;

  if (!find (self->chart, item, &group))
    return FALSE;
  g_signal_emit_by_name (self, "group-clicked", group);
  return TRUE;
}

static gboolean
enter_graph_group (PoplensChartWidget *self)
{
  return click_group (self, self->cursor, poplens_chart_get_graph_group);
}

static gboolean
leave_graph_group (PoplensChartWidget *self)
{
  return click_group (self, self->cursor, poplens_chart_get_graph_around);
}

static void
double_click_graph (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  if (hit->area == POPLENS_CHART_HIT_ITEM)
    click_group (self, hit->item, poplens_chart_get_graph_group);
}

const PoplensChartUse poplens_chart_graph_use = {
    .zooms = TRUE,
    .is_plane = TRUE,
    .has_boxes = TRUE,
    .pan = chart_plane_pan,
    .zoom = poplens_chart_items_zoom,
    .fit_all = poplens_chart_items_fit_all,
    .fit = poplens_chart_items_fit,
    .scroll = chart_plane_scroll,
    .scroll_page = scroll_graph_page,
    .show_item = show_graph_item,
    .move_cursor = move_graph_cursor,
    .enter = enter_graph_group,
    .leave = leave_graph_group,
    .item_at = chart_items_item_at,
    .place_of = chart_items_middle_of,
    .click = chart_items_click,
    .double_click = double_click_graph,
};

/* ---- floor plans ----------------------------------------------------------------------------- */

/* Factor by which a double click zooms into a floor plan. */
#define DOUBLE_CLICK_ZOOM 4

static void
scroll_floor_page (PoplensChartWidget *self, int pages)
{
  double x, y, width, height;

  poplens_chart_layout_get_plot (poplens_chart_widget_get_layout (self), &x, &y, &width, &height);
  chart_plane_pan (self, 0, pages * height * PAGE);
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

/* Scrolls a floor plan to @item without zooming. */
static void
show_floor_item (PoplensChartWidget *self, gsize item)
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

/* ---- floor plans: cursor --------------------------------------------------------------------- */

/* Called before the first key moves the cursor. Puts the cursor at the item under the pointer, else
 * at an item in view. TRUE if it moved the cursor; the key then moves it no further. */
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
move_floor_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout && (self->cursor_moved || !find_cursor (self, layout)))
    self->cursor =
        poplens_chart_layout_neighbour (layout, self->cursor, (int) CLAMP (step, -1, 1), rows);
  return TRUE;
}

/* ---- floor plans: rectangles ----------------------------------------------------------------- */

static void
drag_floor (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state)
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

/* Shift+click: selects also the rectangle of cells from the last click to @item. FALSE if there was
 * no last click. */
static gboolean
extend_to (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  g_autoptr (GArray) ranges = NULL;
  double x0, y0, x1, y1;

  if (!layout || !self->has_anchor || !chart_items_middle_of (self, self->anchor, &x0, &y0) ||
      !chart_items_middle_of (self, item, &x1, &y1))
    return FALSE;
  ranges = poplens_chart_layout_items_in (layout, x0, y0, x1, y1);
  self->cursor = item;
  g_signal_emit_by_name (self, "select-ranges", ranges, (int) POPLENS_SELECT_ADD);
  return TRUE;
}

static void
click_floor (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
             GdkModifierType state)
{
  if (hit->area != POPLENS_CHART_HIT_ITEM ||
      poplens_chart_select_mode (state) != POPLENS_SELECT_ADD || !extend_to (self, hit->item))
    chart_items_click (self, hit, x, y, state);
}

static void
double_click_floor (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
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
    .pan = chart_plane_pan,
    .zoom = poplens_chart_items_zoom,
    .fit_all = poplens_chart_items_fit_all,
    .fit = poplens_chart_items_fit,
    .scroll = chart_plane_scroll,
    .scroll_page = scroll_floor_page,
    .show_item = show_floor_item,
    .move_cursor = move_floor_cursor,
    .item_at = chart_items_item_at,
    .place_of = chart_items_middle_of,
    .click = click_floor,
    .double_click = double_click_floor,
    .drag = drag_floor,
};
