/* PoplensChartWidget with a TREEMAP chart: down into a group, up again, and from cell to cell. */
#include "app/chart/chart-widget-private.h"

/* Shows the inside of @root. On the way up the cursor stays on what one comes from, else it is on
 * the largest part. */
static void
go (PoplensChartWidget *self, gsize root)
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
leave (PoplensChartWidget *self)
{
  if (!self->view.root)
    return FALSE;
  go (self, poplens_chart_get_treemap_up (self->chart, self->view.root));
  return TRUE;
}

/* Into the group that @item is, or that holds it. FALSE: that is shown */
static gboolean
drill (PoplensChartWidget *self, gsize item)
{
  gsize root = poplens_chart_get_treemap_drill (self->chart, self->view.root, item);

  if (root == self->view.root)
    return FALSE;
  go (self, root);
  return TRUE;
}

/* What keys are about: where they moved the cursor, else what the pointer is on. */
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

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  int dx = (int) CLAMP (step, -1, 1);
  gsize item;

  if (!layout)
    return TRUE;
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_widget_get_hover (self, &item))
    self->cursor = item;
  else
    self->cursor = poplens_chart_layout_treemap_neighbour (
        layout, self->cursor, self->cursor_moved ? dx : 0, self->cursor_moved ? rows : 0);
  return TRUE;
}

/* Into the group that holds it, where the one that is shown does not. */
static void
show_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (layout && item < poplens_chart_get_n_items (self->chart) &&
      !poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    go (self, poplens_chart_get_treemap_up (self->chart, item));
}

static gboolean
enter (PoplensChartWidget *self)
{
  self->cursor = item_of_keys (self);
  return poplens_chart_is_treemap_group (self->chart, self->cursor) && drill (self, self->cursor);
}

static void
zoom (PoplensChartWidget *self, double factor)
{
  if (factor > 1)
    drill (self, item_of_keys (self));
  else
    leave (self);
}

static void
fit_all (PoplensChartWidget *self)
{
  go (self, 0);
}

static void
fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n)
{
  drill (self, ranges[0].from);
}

/* "12 more": no item, but those that have no cell of their own. */
static char *
describe_several (PoplensChartWidget *self, gsize item)
{
  return poplens_chart_layout_describe_more (poplens_chart_widget_get_layout (self), item);
}

static void
click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
       GdkModifierType state)
{
  if (hit->area == POPLENS_CHART_HIT_PATH)
    go (self, hit->item);
  else if (hit->area == POPLENS_CHART_HIT_MORE)
    drill (self, hit->item);
  else
    poplens_chart_items_click (self, hit, x, y, state);
}

/* Of what cannot be opened further, all that there is to say. */
static void
double_click (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y)
{
  if (hit->area == POPLENS_CHART_HIT_ITEM && !drill (self, hit->item))
    g_signal_emit_by_name (self, "show-card", (guint64) hit->item);
}

const PoplensChartUse poplens_chart_treemap_use = {
    .is_plane = TRUE,
    .has_boxes = TRUE,
    .zoom = zoom,
    .fit_all = fit_all,
    .fit = fit,
    .show_item = show_item,
    .move_cursor = move_cursor,
    .enter = enter,
    .leave = leave,
    .item_at = poplens_chart_items_item_at,
    .place_of = poplens_chart_items_middle_of,
    .describe_several = describe_several,
    .click = click,
    .double_click = double_click,
};
