/* PoplensChartWidget, and the box of exact values of what is under its pointer or cursor. */
#include "app/chart/chart-widget-private.h"

#include "app/widgets/hover-layer.h"
#include "base/format.h"
#include "charts/lanes/field.h"

gboolean
poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;

  if (!layout || self->panning)
    return FALSE;
  if (self->cursor_moved) {
    *item = self->cursor;
    return self->cursor < poplens_chart_get_n_items (self->chart);
  }
  if (!self->has_pointer)
    return FALSE;
  hit = poplens_chart_layout_hit (layout, self->pointer_x, self->pointer_y);
  *item = hit.item;
  return hit.area == POPLENS_CHART_HIT_ITEM;
}

gboolean
poplens_chart_hover_find (PoplensChartWidget *self, gsize *item, gsize *n_items)
{
  PoplensChartHit hit;

  *n_items = 0;
  if (!self->use->has_boxes || self->cursor_moved || !self->has_pointer || self->panning ||
      self->bar_held)
    return poplens_chart_widget_get_hover (self, item);
  if (!self->use->item_at (self, self->pointer_x, self->pointer_y, &hit))
    return FALSE;
  *item = hit.item;
  *n_items = hit.n_items;
  return TRUE;
}

/* Exact values, and of how many items the box consists. (transfer full) */
static char *
hover_text (PoplensChartWidget *self, gsize item, gsize n_items)
{
  g_autofree char *text = NULL;
  PoplensNumber items;

  if (n_items && self->use->describe_several)
    return self->use->describe_several (self, item);
  text = poplens_chart_describe_item (self->chart, item);
  if (n_items < 2)
    return g_steal_pointer (&text);
  poplens_format_items (items, n_items, poplens_chart_get_item_noun (self->chart));
  return g_strdup_printf ("%s here, %s:\n%s", items, self->use->which_of_several, text);
}

void
poplens_chart_hover_forget (PoplensChartWidget *self)
{
  g_clear_pointer (&self->box, poplens_hover_box_free);
  g_clear_pointer (&self->box_text, g_free);
}

/* @text: (transfer full) */
static void
make_box (PoplensChartWidget *self, PoplensHoverLayer *layer, char *text)
{
  poplens_chart_hover_forget (self);
  self->box_text = text;
  self->box = poplens_hover_box_new (GTK_WIDGET (self), text,
                                     gtk_widget_get_height (GTK_WIDGET (layer)) - 8);
  self->box_item = G_MAXSIZE;
}

static gboolean
show_item (PoplensChartWidget *self, PoplensHoverLayer *layer, gsize item, gsize n_items)
{
  double x = self->pointer_x, y = self->pointer_y;

  if (!self->box || self->box_item != item || self->box_n_items != n_items) {
    make_box (self, layer, hover_text (self, item, n_items));
    self->box_item = item;
    self->box_n_items = n_items;
  }
  if (self->cursor_moved)
    self->use->place_of (self, item, &x, &y);
  poplens_hover_layer_show (layer, GTK_WIDGET (self), self->box, x, y);
  return TRUE;
}

/* The text is made at every motion, the box when it is another one. */
static gboolean
show_line (PoplensChartWidget *self, PoplensHoverLayer *layer)
{
  g_autofree char *text = NULL;
  PoplensFieldPlace place;

  if (!self->has_pointer || self->cursor_moved || self->panning || self->dragging ||
      self->bar_held || !poplens_chart_field_at (self, self->pointer_x, self->pointer_y, &place))
    return FALSE;
  text = poplens_chart_layout_describe_field (self->layout, &place);
  if (!self->box || self->box_item != G_MAXSIZE || g_strcmp0 (self->box_text, text))
    make_box (self, layer, g_steal_pointer (&text));
  poplens_hover_layer_show (layer, GTK_WIDGET (self), self->box, self->pointer_x, self->pointer_y);
  return TRUE;
}

void
poplens_chart_hover_show (PoplensChartWidget *self, gboolean is_item, gsize item, gsize n_items)
{
  PoplensHoverLayer *layer = poplens_hover_layer_of (GTK_WIDGET (self));

  if (layer && !(is_item ? show_item (self, layer, item, n_items) : show_line (self, layer)))
    poplens_hover_layer_hide (layer, GTK_WIDGET (self));
}

void
poplens_chart_hover_hide (PoplensChartWidget *self)
{
  PoplensHoverLayer *layer = poplens_hover_layer_of (GTK_WIDGET (self));

  if (layer)
    poplens_hover_layer_hide (layer, GTK_WIDGET (self));
}
