#include "app/widgets/hover-layer.h"

struct _PoplensHoverLayer {
  AdwBin parent_instance;
  const GtkWidget *source; /* whose box it is: compared, never used */
  GskRenderNode *node;     /* (nullable): the box */
};

G_DEFINE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, ADW_TYPE_BIN)

PoplensHoverLayer *
poplens_hover_layer_of (GtkWidget *widget)
{
  GtkWidget *layer = gtk_widget_get_ancestor (widget, POPLENS_TYPE_HOVER_LAYER);

  return layer ? POPLENS_HOVER_LAYER (layer) : NULL;
}

void
poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                          double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (self);
  graphene_point_t at = GRAPHENE_POINT_INIT ((float) x, (float) y);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->source = source;
  if (!gtk_widget_compute_point (source, widget, &at, &at))
    return;
  graphene_rect_t place = poplens_hover_box_place (box, at.x, at.y, gtk_widget_get_width (widget),
                                                   gtk_widget_get_height (widget));
  self->node = gsk_cairo_node_new (&place);
  cairo_t *cr = gsk_cairo_node_get_draw_context (self->node);
  poplens_hover_box_draw (box, cr, &place,
                          adw_style_manager_get_dark (adw_style_manager_get_default ()));
  cairo_destroy (cr);
}

void
poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source)
{
  if (self->source != source)
    return;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->source = NULL;
}

/* A widget that is drawn draws those around it: the box was made by the line above its own. */
static void
poplens_hover_layer_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PoplensHoverLayer *self = POPLENS_HOVER_LAYER (widget);

  GTK_WIDGET_CLASS (poplens_hover_layer_parent_class)->snapshot (widget, snapshot);
  if (self->node)
    gtk_snapshot_append_node (snapshot, self->node);
}

static void
poplens_hover_layer_dispose (GObject *object)
{
  PoplensHoverLayer *self = POPLENS_HOVER_LAYER (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  G_OBJECT_CLASS (poplens_hover_layer_parent_class)->dispose (object);
}

static void
poplens_hover_layer_class_init (PoplensHoverLayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_hover_layer_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = poplens_hover_layer_snapshot;
}

static void
poplens_hover_layer_init (PoplensHoverLayer *self)
{
}
