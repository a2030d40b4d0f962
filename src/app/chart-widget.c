#include "app/chart-private.h"

#include <adwaita.h>
#include <math.h>

G_DEFINE_FINAL_TYPE (PoplensChartWidget, poplens_chart_widget, GTK_TYPE_WIDGET)

/* ---- drawing -----------------------------------------------------------------------------------
 */

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

const char *
poplens_chart_font_of (GtkWidget *widget)
{
  return pango_font_description_get_family (
      pango_context_get_font_description (gtk_widget_get_pango_context (widget)));
}

/* The picture has to be made again. */
static void
invalidate (PoplensChartWidget *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_box (PoplensChartWidget *self)
{
  g_clear_pointer (&self->box, poplens_hover_box_free);
}

PoplensChartLayout *
poplens_chart_widget_get_layout (PoplensChartWidget *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (!self->chart || width <= 0 || height <= 0)
    return NULL;
  if (!self->layout) {
    PoplensChartStyle style = {is_dark (), poplens_chart_font_of (widget)};
    self->layout = poplens_chart_layout_new (self->chart, &self->view, &style, width, height);
  }
  return self->layout;
}

static void
ensure_node (PoplensChartWidget *self, PoplensChartLayout *layout, const graphene_rect_t *bounds)
{
  GtkSnapshot *snapshot;
  cairo_t *cr;

  if (self->node)
    return;
  snapshot = gtk_snapshot_new ();
  cr = gtk_snapshot_append_cairo (snapshot, bounds);
  poplens_chart_layout_draw (layout, cr);
  cairo_destroy (cr);
  self->node = gtk_snapshot_free_to_node (snapshot);
}

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

static void
draw_box (PoplensChartWidget *self, cairo_t *cr, gsize item)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->pointer_x, y = self->pointer_y, plot_x, plot_y, plot_width, plot_height;

  if (!self->box || self->box_item != item) {
    g_autofree char *text = poplens_chart_describe_item (self->chart, item);
    forget_box (self);
    self->box = poplens_hover_box_new (GTK_WIDGET (self), text, height - 8);
    self->box_item = item;
  }
  if (self->cursor_moved) {
    poplens_chart_layout_get_plot (self->layout, &plot_x, &plot_y, &plot_width, &plot_height);
    x = poplens_chart_layout_position_to_x (self->layout, (double) item + 0.5);
    y = plot_y;
  }
  poplens_hover_box_draw (self->box, cr, x, y, width, height, is_dark ());
}

static void
draw_overlay (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr)
{
  gsize hover = 0;
  gboolean has_hover = poplens_chart_widget_get_hover (self, &hover);
  PoplensChartOverlay overlay = {
      .selected = (const PoplensItemRange *) (gpointer) self->selected->data,
      .n_selected = self->selected->len,
      .has_hover = has_hover && !self->dragging,
      .hover = hover,
      .dragging = self->dragging,
      .drag_from = self->drag_from,
      .drag_to = self->drag_to,
      .focused = gtk_widget_has_visible_focus (GTK_WIDGET (self)),
      .cursor = self->cursor,
      .found = (const PoplensItemRange *) (gpointer) self->found->data,
      .n_found = self->found->len,
  };

  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  if (overlay.has_hover)
    draw_box (self, cr, hover);
}

static void
poplens_chart_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  graphene_rect_t bounds;
  cairo_t *cr;

  if (!layout)
    return;
  graphene_rect_init (&bounds, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  ensure_node (self, layout, &bounds);
  if (self->node)
    gtk_snapshot_append_node (snapshot, self->node);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  draw_overlay (self, layout, cr);
  cairo_destroy (cr);
}

/* ---- what is shown and selected, in words ------------------------------------------------------
 */

static char *
describe_selection (PoplensChartWidget *self)
{
  g_autofree char *first = NULL;
  PoplensNumber number;

  if (!self->selected->len)
    return g_strdup ("Nothing selected");
  first = poplens_chart_describe_range (self->chart,
                                        g_array_index (self->selected, PoplensItemRange, 0));
  if (self->selected->len == 1)
    return g_strdup_printf ("Selected: %s", first);
  return g_strdup_printf ("Selected: %s, and %s more ranges", first,
                          poplens_format_count (number, self->selected->len - 1));
}

static gboolean
describe_now (gpointer data)
{
  PoplensChartWidget *self = data;
  g_autofree char *shown = NULL;
  g_autofree char *selected = NULL;
  g_autofree char *text = NULL;

  self->describe_idle = 0;
  if (!self->chart)
    return G_SOURCE_REMOVE;
  shown =
      poplens_chart_describe_range (self->chart, (PoplensItemRange){(gsize) floor (self->view.from),
                                                                    (gsize) ceil (self->view.to)});
  selected = describe_selection (self);
  text = g_strdup_printf ("Shown: %s. %s", shown, selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_chart_get_title (self->chart),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

/* Adding up what is in view takes a while in large charts, so a zoom says it once, at its end. */
void
poplens_chart_widget_describe (PoplensChartWidget *self)
{
  if (!self->describe_idle)
    self->describe_idle = g_timeout_add (100, describe_now, self);
}

/* ---- chart, view, selection --------------------------------------------------------------------
 */

void
poplens_chart_widget_set_chart (PoplensChartWidget *self, PoplensChart *chart)
{
  gsize n = chart ? poplens_chart_get_n_items (chart) : 0;

  g_return_if_fail (POPLENS_IS_CHART_WIDGET (self));
  if (chart == self->chart)
    return;
  if (chart && (!self->chart || poplens_chart_get_n_items (self->chart) != n))
    self->view = poplens_chart_view_all (chart);
  if (chart)
    poplens_chart_ref (chart);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  self->chart = chart;
  self->cursor = n ? MIN (self->cursor, n - 1) : 0;
  self->dragging = FALSE;
  forget_box (self);
  invalidate (self);
  poplens_chart_widget_describe (self);
}

PoplensChart *
poplens_chart_widget_get_chart (PoplensChartWidget *self)
{
  return self->chart;
}

static gboolean
same_view (PoplensChartView a, PoplensChartView b)
{
  /* A Place writes positions in decimals. */
  return fabs (a.from - b.from) < 1e-6 && fabs (a.to - b.to) < 1e-6 &&
         a.limit_to_scale == b.limit_to_scale;
}

void
poplens_chart_widget_set_view (PoplensChartWidget *self, PoplensChartView view)
{
  if (!self->chart)
    return;
  view = poplens_chart_view_clamp (self->chart, view);
  if (same_view (view, self->view))
    return;
  self->view = view;
  invalidate (self);
  poplens_chart_widget_describe (self);
}

PoplensChartView
poplens_chart_widget_get_view (PoplensChartWidget *self)
{
  return self->view;
}

void
poplens_chart_widget_change_view (PoplensChartWidget *self, PoplensChartView view)
{
  PoplensChartView before = self->view;

  poplens_chart_widget_set_view (self, view);
  if (!same_view (before, self->view))
    g_signal_emit_by_name (self, "view-changed");
}

void
poplens_chart_widget_set_selected (PoplensChartWidget *self, GArray *ranges)
{
  g_array_set_size (self->selected, 0);
  if (ranges && ranges->len)
    g_array_append_vals (self->selected, ranges->data, ranges->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  poplens_chart_widget_describe (self);
}

void
poplens_chart_widget_set_found (PoplensChartWidget *self, GArray *ranges)
{
  g_array_set_size (self->found, 0);
  if (ranges && ranges->len)
    g_array_append_vals (self->found, ranges->data, ranges->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
poplens_chart_widget_select (PoplensChartWidget *self, PoplensItemRange range,
                             PoplensSelectMode mode)
{
  g_signal_emit_by_name (self, "select-items", (guint64) range.from, (guint64) range.to, mode);
}

gboolean
poplens_chart_widget_has_axis (PoplensChartWidget *self)
{
  return self->chart && poplens_chart_get_kind (self->chart) == POPLENS_CHART_KIND_AREAS;
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_chart_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  forget_box (self);
  invalidate (self);
}

static void
poplens_chart_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (poplens_chart_widget_parent_class)->css_changed (widget, change);
  forget_box (POPLENS_CHART_WIDGET (widget));
  invalidate (POPLENS_CHART_WIDGET (widget));
}

static void
poplens_chart_widget_dispose (GObject *object)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (object);

  g_clear_handle_id (&self->describe_idle, g_source_remove);
  forget_box (self);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  G_OBJECT_CLASS (poplens_chart_widget_parent_class)->dispose (object);
}

static void
poplens_chart_widget_class_init (PoplensChartWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_chart_widget_dispose;
  widget_class->snapshot = poplens_chart_widget_snapshot;
  widget_class->size_allocate = poplens_chart_widget_size_allocate;
  widget_class->css_changed = poplens_chart_widget_css_changed;
  g_signal_new ("view-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("select-items", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT64, G_TYPE_UINT64, G_TYPE_INT);
  g_signal_new ("toggle-series", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("limit-clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "poplenschart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  poplens_chart_input_install (widget_class);
}

static void
poplens_chart_widget_init (PoplensChartWidget *self)
{
  self->selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  self->found = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (invalidate), NULL);
  poplens_chart_input_attach (self);
}

GtkWidget *
poplens_chart_widget_new (void)
{
  return g_object_new (POPLENS_TYPE_CHART_WIDGET, NULL);
}
