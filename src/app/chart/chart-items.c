/* PoplensChartWidget with an AREAS or BARS chart, and what other kinds do as these. */
#include "app/chart/chart-widget-private.h"

#include <math.h>

/* ---- the view ----------------------------------------------------------------------------------
 */

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
show_item (PoplensChartWidget *self, gsize item)
{
  double from = (double) item, by = 0;

  if (from < self->view.from)
    by = from - self->view.from;
  else if (from + 1 > self->view.to)
    by = from + 1 - self->view.to;
  if (by != 0)
    poplens_chart_widget_change_view (self, poplens_chart_view_pan (self->chart, self->view, by));
}

/* ---- cursor ------------------------------------------------------------------------------------
 */

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  gsize n = poplens_chart_get_n_items (self->chart);

  if (!step)
    return FALSE;
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved &&
      ((double) self->cursor < self->view.from || (double) self->cursor >= self->view.to))
    self->cursor = (gsize) self->view.from;
  self->cursor = (gsize) CLAMP ((gint64) self->cursor + step, 0, (gint64) n - 1);
  return TRUE;
}

gboolean
poplens_chart_items_item_at (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (!layout)
    return FALSE;
  *hit = poplens_chart_layout_hit (layout, x, y);
  return hit->area == POPLENS_CHART_HIT_ITEM || hit->area == POPLENS_CHART_HIT_MORE;
}

/* At the top of the plot. */
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

gboolean
poplens_chart_items_middle_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double width, height;

  if (!layout || !poplens_chart_layout_item_rect (layout, item, x, y, &width, &height))
    return FALSE;
  *x += width / 2;
  *y += height / 2;
  return TRUE;
}

/* ---- clicks and drags --------------------------------------------------------------------------
 */

void
poplens_chart_items_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
                           GdkModifierType state)
{
  PoplensSelectMode mode = poplens_chart_select_mode (state);
  PoplensItemRange range = {hit->item, hit->item + 1};

  if (hit->area != POPLENS_CHART_HIT_ITEM)
    return;
  /* Shift: from the last click up to here. */
  if (mode == POPLENS_SELECT_ADD && self->has_anchor &&
      self->anchor < poplens_chart_get_n_items (self->chart))
    range = (PoplensItemRange){MIN (hit->item, self->anchor), MAX (hit->item, self->anchor) + 1};
  else
    self->anchor = hit->item;
  self->has_anchor = TRUE;
  self->cursor = hit->item;
  poplens_chart_widget_select (self, range, mode);
}

/* Names and marks have had their click, and elsewhere all is shown. */
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
drag (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state)
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
  /* A dragged range that is toggled would be half on, half off. */
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
    .show_item = show_item,
    .move_cursor = move_cursor,
    .item_at = poplens_chart_items_item_at,
    .place_of = place_of,
    .click = poplens_chart_items_click,
    .double_click = poplens_chart_items_double_click,
    .drag = drag,
};

/* Of a bar a part may be meant. */
static void
click_bar (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
           GdkModifierType state)
{
  self->clicked = hit->series;
  poplens_chart_items_click (self, hit, x, y, state);
  self->clicked = -1;
}

/* A list: all of it is in view. */
const PoplensChartUse poplens_chart_bars_use = {
    .move_cursor = move_cursor,
    .item_at = poplens_chart_items_item_at,
    .place_of = place_of,
    .click = click_bar,
    .double_click = poplens_chart_items_double_click,
};
