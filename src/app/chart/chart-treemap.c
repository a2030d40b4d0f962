/* PoplensChartWidget with a TREEMAP chart: down into a group, up again, and from cell to cell. */
#include "app/chart/chart-private.h"

gboolean
poplens_chart_widget_is_treemap (PoplensChartWidget *self)
{
  return self->chart && poplens_chart_get_kind (self->chart) == &poplens_treemap_kind;
}

/* On the way up the cursor stays on what one comes from, else it is on the largest part. */
void
poplens_chart_treemap_go (PoplensChartWidget *self, gsize root)
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

gboolean
poplens_chart_treemap_up (PoplensChartWidget *self)
{
  if (!self->view.root)
    return FALSE;
  poplens_chart_treemap_go (self, poplens_chart_get_treemap_up (self->chart, self->view.root));
  return TRUE;
}

gboolean
poplens_chart_treemap_drill (PoplensChartWidget *self, gsize item)
{
  gsize root = poplens_chart_get_treemap_drill (self->chart, self->view.root, item);

  if (root == self->view.root)
    return FALSE;
  poplens_chart_treemap_go (self, root);
  return TRUE;
}

/* What keys are about: where they moved the cursor, else what the pointer is on. */
gsize
poplens_chart_treemap_item (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  gsize item;

  if (poplens_chart_widget_get_hover (self, &item))
    return item;
  return layout ? poplens_chart_layout_treemap_neighbour (layout, self->cursor, 0, 0)
                : self->cursor;
}

void
poplens_chart_treemap_move_cursor (PoplensChartWidget *self, int dx, int dy)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  gsize item;

  if (!layout)
    return;
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_widget_get_hover (self, &item))
    self->cursor = item;
  else
    self->cursor = poplens_chart_layout_treemap_neighbour (
        layout, self->cursor, self->cursor_moved ? dx : 0, self->cursor_moved ? dy : 0);
}

/* Into the group that holds it, where the one that is shown does not. */
void
poplens_chart_treemap_show_item (PoplensChartWidget *self, gsize item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (layout && item < poplens_chart_get_n_items (self->chart) &&
      !poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height))
    poplens_chart_treemap_go (self, poplens_chart_get_treemap_up (self->chart, item));
}
