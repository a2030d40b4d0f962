/* PoplensChartWidget: layout and drawing, selection, view, and the description for screen readers.
 * Input is in chart-input.c, chart-pointer.c, chart-items.c and chart-lanes.c. */
#include "app/chart/chart-widget-private.h"

#include "app/widgets/bins.h"
#include "app/window/choices.h"
#include "charts/graph/graph.h"
#include "charts/lanes/address.h"
#include "charts/shares/shares.h"

#include <adwaita.h>
#include <math.h>

G_DEFINE_FINAL_TYPE (PoplensChartWidget, poplens_chart_widget, GTK_TYPE_WIDGET)

/* ---- drawing --------------------------------------------------------------------------------- */

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

PoplensChartStyle
poplens_chart_style_of (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);

  return (PoplensChartStyle){
      is_dark (), pango_font_description_get_family (pango_context_get_font_description (context)),
      poplens_choices_palette (poplens_settings_get_default ()), poplens_text_scale (widget)};
}

void
poplens_chart_widget_refresh (PoplensChartWidget *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Drops the layout, to make it again when needed, and emits "layout-changed". */
static void
invalidate (PoplensChartWidget *self)
{
  poplens_chart_widget_refresh (self);
  g_signal_emit_by_name (self, "layout-changed");
}

/* Computes a layout of the chart for @view, without showing it. (transfer full) */
static PoplensChartLayout *
chart_widget_lay_out (PoplensChartWidget *self, const PoplensChartView *view)
{
  GtkWidget *widget = GTK_WIDGET (self);
  PoplensChartStyle style = poplens_chart_style_of (widget);

  return poplens_chart_layout_new (self->chart, view, &style, gtk_widget_get_width (widget),
                                   gtk_widget_get_height (widget));
}

PoplensChartLayout *
poplens_chart_widget_get_layout (PoplensChartWidget *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (!self->chart || gtk_widget_get_width (widget) <= 0 || gtk_widget_get_height (widget) <= 0)
    return NULL;
  if (!self->layout)
    self->layout = chart_widget_lay_out (self, &self->view);
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

static void
draw_overlay (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr)
{
  gsize hover = 0, n_items;
  gboolean has_hover = poplens_chart_hover_find (self, &hover, &n_items);
  PoplensChartOverlay overlay = {
      .selected = (const PoplensItemRange *) (gpointer) self->selected->data,
      .n_selected = self->selected->len,
      .has_hover = has_hover && !self->dragging,
      .hover = hover,
      .dragging = self->dragging && !self->measuring,
      .drag_from = self->drag_from,
      .drag_to = self->drag_to,
      .drag_top = self->drag_top,
      .drag_bottom = self->drag_bottom,
      .focused = gtk_widget_has_visible_focus (GTK_WIDGET (self)),
      .cursor = self->cursor,
      .found = (const PoplensItemRange *) (gpointer) self->found->data,
      .n_found = self->found->len,
      .lane_found = self->lane_found,
      .outlined = self->outlined,
      .has_current = self->has_current,
      .current = self->current,
      .marked = (const PoplensItemRange *) (gpointer) self->marked->data,
      .n_marked = self->marked->len,
      .hover_more = n_items > 0,
  };

  /* Draw the selected span like a range that is being dragged: the overlay then shows its length.
   */
  if (self->has_span && !self->dragging && self->span_to > self->view.from &&
      self->span_from < self->view.to) {
    overlay.dragging = TRUE;
    overlay.drag_from = self->span_from;
    overlay.drag_to = self->span_to;
  }
  poplens_chart_layout_draw_overlay (layout, cr, &overlay);
  poplens_chart_measure_draw (self, layout, cr);
  poplens_chart_lanes_draw_scroll_bar (self, cr, is_dark ());
  poplens_chart_hover_show (self, overlay.has_hover, hover, n_items);
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

/* ---- accessible description ------------------------------------------------------------------ */

static char *
describe_selection (PoplensChartWidget *self)
{
  g_autofree char *first = NULL;
  PoplensNumber number;

  if (self->has_span) {
    first = poplens_chart_describe_span (self->chart, self->span_from, self->span_to);
    return g_strdup_printf ("Selected: %s", first);
  }
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
  shown = g_strdup (poplens_chart_get_empty_text (self->chart));
  if (!shown)
    shown = poplens_chart_view_describe (self->chart, &self->view);
  selected = describe_selection (self);
  text = g_strdup_printf ("Shown: %s. %s", shown, selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_chart_get_title (self->chart),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

/* Updates the accessible description 100 ms after a change of the view. Summing up what is in view
 * is slow in large charts, so a zoom does it only once, at its end. */
static void
chart_widget_describe (PoplensChartWidget *self)
{
  if (!self->describe_idle)
    self->describe_idle = g_timeout_add (100, describe_now, self);
}

/* ---- chart, view, selection ------------------------------------------------------------------ */

/* Drops the search matches if @chart has other blocks than the old chart, because a match is the
 * index of a block. */
static void
drop_other_hits (PoplensChartWidget *self, PoplensChart *chart)
{
  g_autoptr (PoplensLaneBlocks) old = NULL;
  g_autoptr (PoplensLaneBlocks) new = NULL;

  if (self->chart)
    old = poplens_chart_ref_lane_blocks (self->chart);
  if (chart)
    new = poplens_chart_ref_lane_blocks (chart);
  if (old == new)
    return;
  g_clear_pointer (&self->lane_found, poplens_lane_found_free);
  self->has_current = self->has_span = FALSE;
  self->cursor_moved = self->has_anchor = FALSE;
  self->cursor = 0;
}

/* TRUE if the chart shows the view with which it opened, and this view is only a part of its axis.
 */
static gboolean
is_untouched (PoplensChartWidget *self)
{
  PoplensChartView opening = poplens_chart_view_opening (self->chart);
  PoplensChartView all = poplens_chart_view_all (self->chart);

  return self->view.from == opening.from && self->view.to == opening.to &&
         (opening.from != all.from || opening.to != all.to);
}

/* Returns the behaviour of the kind of @chart. @chart: (nullable): NULL returns the behaviour of
 * BARS charts. */
static const PoplensChartUse *
use_of (PoplensChart *chart)
{
  static const struct {
    const PoplensChartKind *kind;
    const PoplensChartUse *use;
  } uses[] = {{&poplens_areas_kind, &poplens_chart_areas_use},
              {&poplens_lanes_kind, &poplens_chart_lanes_use},
              {&poplens_address_kind, &poplens_chart_address_use},
              {&poplens_floor_kind, &poplens_chart_floor_use},
              {&poplens_treemap_kind, &poplens_chart_treemap_use},
              {&poplens_graph_kind, &poplens_chart_graph_use},
              {&poplens_shares_kind, &poplens_chart_shares_use}};

  for (guint i = 0; chart && i < G_N_ELEMENTS (uses); i++)
    if (poplens_chart_get_kind (chart) == uses[i].kind)
      return uses[i].use;
  return &poplens_chart_bars_use;
}

void
poplens_chart_widget_set_chart (PoplensChartWidget *self, PoplensChart *chart)
{
  gsize n = chart ? poplens_chart_get_n_items (chart) : 0;

  g_return_if_fail (POPLENS_IS_CHART_WIDGET (self));
  if (chart == self->chart)
    return;
  if (chart &&
      (!self->chart || poplens_chart_get_n_items (self->chart) != n || is_untouched (self)))
    self->view = poplens_chart_view_opening (chart);
  if (!chart || !self->chart || poplens_chart_get_n_items (self->chart) != n)
    poplens_chart_history_clear (self);
  drop_other_hits (self, chart);
  if (chart)
    poplens_chart_ref (chart);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  self->chart = chart;
  self->use = use_of (chart);
  self->cursor = n ? MIN (self->cursor, n - 1) : 0;
  self->dragging = FALSE;
  poplens_chart_hover_forget (self);
  invalidate (self);
  if (self->usual_height)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  chart_widget_describe (self);
}

void
poplens_chart_widget_set_usual_height (PoplensChartWidget *self, int height)
{
  self->usual_height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

PoplensChart *
poplens_chart_widget_get_chart (PoplensChartWidget *self)
{
  return self->chart;
}

static gboolean
same_view (PoplensChartView a, PoplensChartView b)
{
  /* Compare with a tolerance: locations store positions as rounded decimals. */
  double least = MAX (1e-6, (b.to - b.from) * 1e-7);

  return fabs (a.from - b.from) < least && fabs (a.to - b.to) < least &&
         a.limit_to_scale == b.limit_to_scale && a.scroll == b.scroll &&
         fabs (a.line_zoom - b.line_zoom) < 0.006 && fabs (a.zoom - b.zoom) <= a.zoom * 1e-3 &&
         a.group == b.group && fabs (a.column - b.column) < 0.006 && fabs (a.row - b.row) < 0.006 &&
         a.root == b.root;
}

void
poplens_chart_widget_set_view (PoplensChartWidget *self, PoplensChartView view)
{
  PoplensChartView before = self->view;

  if (!self->chart)
    return;
  view = poplens_chart_view_clamp (self->chart, view);
  if (same_view (view, self->view))
    return;
  self->view = view;
  poplens_chart_history_note (self, before);
  invalidate (self);
  chart_widget_describe (self);
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
  chart_widget_describe (self);
}

void
poplens_chart_widget_set_stays (PoplensChartWidget *self, gboolean stays)
{
  self->stays = stays;
}

void
poplens_chart_widget_set_span (PoplensChartWidget *self, double from, double to)
{
  self->has_span = from < to;
  self->span_from = from;
  self->span_to = to;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  chart_widget_describe (self);
}

void
poplens_chart_widget_set_marked (PoplensChartWidget *self, GArray *ranges)
{
  g_array_set_size (self->marked, 0);
  if (ranges && ranges->len)
    g_array_append_vals (self->marked, ranges->data, ranges->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
poplens_chart_widget_get_clicked (PoplensChartWidget *self)
{
  return self->clicked;
}

gboolean
poplens_chart_widget_has_selection (PoplensChartWidget *self)
{
  return (self->selected->len > 0 && !self->stays) || self->has_span;
}

void
poplens_chart_widget_set_lane_found (PoplensChartWidget *self, PoplensLaneFound *found)
{
  g_clear_pointer (&self->lane_found, poplens_lane_found_free);
  self->lane_found = found;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
poplens_chart_widget_set_outlined (PoplensChartWidget *self, gboolean outlined)
{
  self->outlined = outlined;
}

void
poplens_chart_widget_set_current (PoplensChartWidget *self, gsize item)
{
  self->has_current = self->chart && item < poplens_chart_get_n_items (self->chart);
  self->current = item;
  if (self->has_current) {
    self->cursor = item;
    self->cursor_moved = !self->use->marks_current;
    /* Forget the pointer, which may rest on an item: the user looks at the match now. */
    self->has_pointer = FALSE;
    poplens_chart_widget_show_cursor (self);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
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

/* ---- widget functions ------------------------------------------------------------------------ */

/* Width in pixels for computing the height while the chart's width is not known. */
#define USUAL_WIDTH 600
#define MAX_HEIGHT 5000

static GtkSizeRequestMode
poplens_chart_widget_get_request_mode (GtkWidget *widget)
{
  return POPLENS_CHART_WIDGET (widget)->usual_height ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                                     : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
poplens_chart_widget_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->usual_height && self->chart)
    *minimum = *natural =
        (int) CLAMP (poplens_chart_block_height (self->chart, self->usual_height,
                                                 for_size < 0 ? USUAL_WIDTH : for_size),
                     1, MAX_HEIGHT);
}

static void
poplens_chart_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  poplens_chart_hover_forget (self);
  invalidate (self);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
poplens_chart_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (poplens_chart_widget_parent_class)->css_changed (widget, change);
  poplens_chart_hover_forget (POPLENS_CHART_WIDGET (widget));
  invalidate (POPLENS_CHART_WIDGET (widget));
}

/* Redraws if the focus changes: the focus ring and the cursor are drawn, not styled by CSS. */
static void
poplens_chart_widget_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  GtkStateFlags changed = before ^ gtk_widget_get_state_flags (widget);

  GTK_WIDGET_CLASS (poplens_chart_widget_parent_class)->state_flags_changed (widget, before);
  if (changed & (GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE))
    gtk_widget_queue_draw (widget);
}

static void
poplens_chart_widget_unmap (GtkWidget *widget)
{
  poplens_chart_hover_hide (POPLENS_CHART_WIDGET (widget));
  GTK_WIDGET_CLASS (poplens_chart_widget_parent_class)->unmap (widget);
}

static void
poplens_chart_widget_dispose (GObject *object)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (object);

  g_clear_handle_id (&self->describe_idle, g_source_remove);
  g_clear_pointer (&self->before, g_array_unref);
  poplens_chart_hover_forget (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->lane_found, poplens_lane_found_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->marked, g_array_unref);
  g_clear_pointer (&self->views, g_array_unref);
  g_clear_pointer (&self->flags, g_array_unref);
  G_OBJECT_CLASS (poplens_chart_widget_parent_class)->dispose (object);
}

static void
poplens_chart_widget_class_init (PoplensChartWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_chart_widget_dispose;
  widget_class->snapshot = poplens_chart_widget_snapshot;
  widget_class->get_request_mode = poplens_chart_widget_get_request_mode;
  widget_class->measure = poplens_chart_widget_measure;
  widget_class->size_allocate = poplens_chart_widget_size_allocate;
  widget_class->css_changed = poplens_chart_widget_css_changed;
  widget_class->state_flags_changed = poplens_chart_widget_state_flags_changed;
  widget_class->unmap = poplens_chart_widget_unmap;
  g_signal_new ("view-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("select-items", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT64, G_TYPE_UINT64, G_TYPE_INT);
  g_signal_new ("show-card", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT64);
  g_signal_new ("select-ranges", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_ARRAY, G_TYPE_INT);
  g_signal_new ("toggle-series", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("layout-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("line-clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT64);
  g_signal_new ("limit-clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("select-span", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  g_signal_new ("group-clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT);
  g_signal_new ("break-clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT);
  g_signal_new ("row-removed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT);
  g_signal_new ("search-step", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_INT);
  g_signal_new ("search-end", type, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                NULL, G_TYPE_BOOLEAN, 0);
  g_signal_new ("copy-details", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "poplenschart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  poplens_chart_input_install (widget_class);
  poplens_chart_menu_install (widget_class);
}

static void
poplens_chart_widget_init (PoplensChartWidget *self)
{
  self->selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  self->found = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  self->marked = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  self->flags = g_array_new (FALSE, FALSE, sizeof (double));
  self->views = g_array_new (FALSE, FALSE, sizeof (PoplensChartView));
  self->clicked = -1;
  self->use = use_of (NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (poplens_settings_get_default (), "changed::charts",
                           G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (invalidate), NULL);
  poplens_chart_pointer_attach (self);
  poplens_chart_menu_attach (self);
}

GtkWidget *
poplens_chart_widget_new (void)
{
  return g_object_new (POPLENS_TYPE_CHART_WIDGET, NULL);
}
