/* PoplensChartWidget with a FLOOR chart: a view and a cursor that move in two dimensions, and
 * rectangles of cells. */
#include "app/chart/chart-private.h"

gboolean
poplens_chart_widget_is_floor (PoplensChartWidget *self)
{
  return self->chart && poplens_chart_get_kind (self->chart) == &poplens_floor_kind;
}

void
poplens_chart_floor_pan (PoplensChartWidget *self, double dx, double dy)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout)
    poplens_chart_widget_change_view (self, poplens_chart_layout_pan (layout, dx, dy));
}

gboolean
poplens_chart_floor_is_zoomed (PoplensChartWidget *self)
{
  return self->view.zoom > 1;
}

void
poplens_chart_floor_fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout)
    poplens_chart_widget_change_view (self, poplens_chart_layout_fit (layout, ranges, n));
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
void
poplens_chart_floor_show_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view = self->view;
  PoplensFloorCell cell;

  if (!layout || !poplens_chart_floor_is_zoomed (self) || is_in_plot (layout, item) ||
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

void
poplens_chart_floor_move_cursor (PoplensChartWidget *self, int dx, int dy)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (!layout || (!self->cursor_moved && find_cursor (self, layout)))
    return;
  self->cursor = poplens_chart_layout_neighbour (layout, self->cursor, dx, dy);
}

gboolean
poplens_chart_floor_middle_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double width, height;

  if (!layout || !poplens_chart_layout_item_rect (layout, item, x, y, &width, &height))
    return FALSE;
  *x += width / 2;
  *y += height / 2;
  return TRUE;
}

/* ---- rectangles --------------------------------------------------------------------------------
 */

void
poplens_chart_widget_drag_over (PoplensChartWidget *self, double x0, double y0, double x1,
                                double y1, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  g_autoptr (GArray) ranges = NULL;
  gboolean add = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK);

  if (!layout || !poplens_chart_widget_is_floor (self))
    return;
  ranges = poplens_chart_layout_items_in (layout, x0, y0, x1, y1);
  if (!ranges->len)
    return;
  self->anchor = self->cursor = g_array_index (ranges, PoplensItemRange, 0).from;
  self->has_anchor = TRUE;
  g_signal_emit_by_name (self, "select-ranges", ranges,
                         (int) (add ? POPLENS_SELECT_ADD : POPLENS_SELECT_REPLACE));
}

/* With Shift the rectangle from the last click's cell up to this one. FALSE: there is none */
gboolean
poplens_chart_floor_extend_to (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  g_autoptr (GArray) ranges = NULL;
  double x0, y0, x1, y1;

  if (!layout || !self->has_anchor ||
      !poplens_chart_floor_middle_of (self, self->anchor, &x0, &y0) ||
      !poplens_chart_floor_middle_of (self, item, &x1, &y1))
    return FALSE;
  ranges = poplens_chart_layout_items_in (layout, x0, y0, x1, y1);
  self->cursor = item;
  g_signal_emit_by_name (self, "select-ranges", ranges, (int) POPLENS_SELECT_ADD);
  return TRUE;
}
