/* PoplensChartOverview: draws a strip with the whole chart, and a window that marks the range in
 * view. The user can drag the window and its two handles. */
#include "app/chart/chart-overview.h"

#include <adwaita.h>
#include <math.h>

#include "app/chart/chart-widget.h"
#include "app/widgets/frame-turn.h"
#include "app/window/settings.h"

#define HEIGHT 40

struct _PoplensChartOverview {
  GtkWidget parent_instance;
  PoplensChart *chart;
  PoplensChartView view;
  GArray *hits, *flags; /* of double: positions of search matches, and of flags */
  PoplensChartLayout *layout;
  guint turn; /* id of poplens_frame_wait () while the layout of a new chart is delayed; 0: not
                 delayed */
  PoplensChartHitArea held;   /* what is being dragged: the window or one of its handles */
  PoplensChartView held_view; /* view when dragging began */
  double held_x;
};

G_DEFINE_FINAL_TYPE (PoplensChartOverview, poplens_chart_overview, GTK_TYPE_WIDGET)

static void
invalidate (PoplensChartOverview *self)
{
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
stop_waiting (PoplensChartOverview *self)
{
  if (self->turn)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->turn);
  self->turn = 0;
}

static void
on_turn (GtkWidget *widget)
{
  PoplensChartOverview *self = POPLENS_CHART_OVERVIEW (widget);

  self->turn = 0;
  invalidate (self);
}

static PoplensChartLayout *
ensure_layout (PoplensChartOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (!self->chart || width <= 0 || height <= 0)
    return NULL;
  if (self->turn) {
    stop_waiting (self);
    invalidate (self);
  }
  if (!self->layout) {
    PoplensChartStyle style = poplens_chart_style_of (widget);
    self->layout =
        poplens_chart_layout_new_overview (self->chart, &self->view, &style, width, height);
  }
  return self->layout;
}

static void
poplens_chart_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PoplensChartOverview *self = POPLENS_CHART_OVERVIEW (widget);
  PoplensChartLayout *layout = self->turn ? self->layout : ensure_layout (self);
  graphene_rect_t bounds;
  cairo_t *cr;

  if (!layout)
    return;
  graphene_rect_init (&bounds, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  poplens_chart_layout_draw (layout, cr);
  poplens_chart_layout_draw_hits (layout, cr, (const double *) (gpointer) self->hits->data,
                                  self->hits->len);
  poplens_chart_layout_draw_flags (layout, cr, (const double *) (gpointer) self->flags->data,
                                   self->flags->len);
  cairo_destroy (cr);
}

void
poplens_chart_overview_set_chart (PoplensChartOverview *self, PoplensChart *chart)
{
  if (chart == self->chart)
    return;
  if (chart) {
    poplens_chart_ref (chart);
    self->view = poplens_chart_view_clamp (chart, self->view);
  }
  g_clear_pointer (&self->chart, poplens_chart_unref);
  self->chart = chart;
  /* Lay out the overview in a later frame than the chart: both in one frame would take twice as
   * long. */
  if (!self->turn)
    self->turn = poplens_frame_wait (GTK_WIDGET (self), on_turn);
}

void
poplens_chart_overview_set_view (PoplensChartOverview *self, PoplensChartView view)
{
  if (!self->chart)
    return;
  view = poplens_chart_view_clamp (self->chart, view);
  if (view.from == self->view.from && view.to == self->view.to)
    return;
  self->view = view;
  if (self->layout && !self->turn)
    poplens_chart_layout_move_overview (self->layout, &self->view);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_marks (PoplensChartOverview *self, GArray *marks, const GArray *positions)
{
  if (!marks->len && (!positions || !positions->len))
    return;
  g_array_set_size (marks, 0);
  if (positions)
    g_array_append_vals (marks, positions->data, positions->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
poplens_chart_overview_set_hits (PoplensChartOverview *self, const GArray *positions)
{
  set_marks (self, self->hits, positions);
}

void
poplens_chart_overview_set_flags (PoplensChartOverview *self, const GArray *positions)
{
  set_marks (self, self->flags, positions);
}

PoplensChartView
poplens_chart_overview_get_view (PoplensChartOverview *self)
{
  return self->view;
}

static void
change_view (PoplensChartOverview *self, PoplensChartView view)
{
  PoplensChartView before = self->view;

  view.limit_to_scale = before.limit_to_scale;
  poplens_chart_overview_set_view (self, view);
  if (before.from != self->view.from || before.to != self->view.to)
    g_signal_emit_by_name (self, "view-changed");
}

/* ---- pointer --------------------------------------------------------------------------------- */

void
poplens_chart_overview_press (PoplensChartOverview *self, double x, double y)
{
  PoplensChartLayout *layout = ensure_layout (self);
  PoplensChartHit hit;
  double position;

  self->held = POPLENS_CHART_HIT_NONE;
  if (!layout)
    return;
  hit = poplens_chart_layout_hit (layout, x, y);
  self->held = hit.area;
  if (hit.area != POPLENS_CHART_HIT_HANDLE_FROM && hit.area != POPLENS_CHART_HIT_HANDLE_TO &&
      hit.area != POPLENS_CHART_HIT_WINDOW) {
    /* A press outside of the window moves the window to the pointer, and then drags it. */
    position = poplens_chart_layout_x_to_position (layout, x);
    self->held = POPLENS_CHART_HIT_WINDOW;
    change_view (self, poplens_chart_view_pan (self->chart, self->view,
                                               position - (self->view.from + self->view.to) / 2));
  }
  self->held_view = self->view;
  self->held_x = x;
}

void
poplens_chart_overview_move (PoplensChartOverview *self, double dx)
{
  PoplensChartLayout *layout = ensure_layout (self);
  PoplensChartView view = self->held_view;
  double at, items;

  if (!layout || self->held == POPLENS_CHART_HIT_NONE)
    return;
  at = poplens_chart_layout_x_to_position (layout, self->held_x + dx);
  items = at - poplens_chart_layout_x_to_position (layout, self->held_x);
  if (self->held == POPLENS_CHART_HIT_WINDOW) {
    change_view (self, poplens_chart_view_pan (self->chart, view, items));
    return;
  }
  /* A handle stops 4 positions from the other handle, which does not move. */
  if (self->held == POPLENS_CHART_HIT_HANDLE_FROM)
    view.from = MIN (at, view.to - 4);
  else
    view.to = MAX (at, view.from + 4);
  change_view (self, view);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  poplens_chart_overview_press (data, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  poplens_chart_overview_move (data, dx);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  ((PoplensChartOverview *) data)->held = POPLENS_CHART_HIT_NONE;
}

static void
on_overview_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartOverview *self = data;

  if (n_press == 2 && self->chart)
    change_view (self, poplens_chart_view_all (self->chart));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  PoplensChartOverview *self = data;
  PoplensChartLayout *layout = ensure_layout (self);
  PoplensChartHitArea area =
      layout ? poplens_chart_layout_hit (layout, x, y).area : POPLENS_CHART_HIT_NONE;

  if (self->held != POPLENS_CHART_HIT_NONE)
    area = self->held;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), area == POPLENS_CHART_HIT_HANDLE_FROM ||
                                                              area == POPLENS_CHART_HIT_HANDLE_TO
                                                          ? "ew-resize"
                                                      : area == POPLENS_CHART_HIT_WINDOW ? "grab"
                                                                                         : NULL);
}

static gboolean
on_overview_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  PoplensChartOverview *self = data;
  double middle = (self->view.from + self->view.to) / 2;

  if (!self->chart ||
      !(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller)) &
        GDK_CONTROL_MASK))
    return FALSE;
  change_view (self, poplens_chart_view_zoom (self->chart, self->view, pow (1.25, -dy), middle));
  return TRUE;
}

/* ---- widget functions ------------------------------------------------------------------------ */

static void
poplens_chart_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
poplens_chart_overview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  invalidate (POPLENS_CHART_OVERVIEW (widget));
}

static void
poplens_chart_overview_dispose (GObject *object)
{
  PoplensChartOverview *self = POPLENS_CHART_OVERVIEW (object);

  stop_waiting (self);
  g_clear_pointer (&self->layout, poplens_chart_layout_free);
  g_clear_pointer (&self->chart, poplens_chart_unref);
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->flags, g_array_unref);
  G_OBJECT_CLASS (poplens_chart_overview_parent_class)->dispose (object);
}

static void
poplens_chart_overview_class_init (PoplensChartOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_chart_overview_dispose;
  widget_class->snapshot = poplens_chart_overview_snapshot;
  widget_class->measure = poplens_chart_overview_measure;
  widget_class->size_allocate = poplens_chart_overview_size_allocate;
  g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "poplensoverview");
  /* Hide the overview from screen readers: actions of the chart do all that it can do. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
poplens_chart_overview_init (PoplensChartOverview *self)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->hits = g_array_new (FALSE, FALSE, sizeof (double));
  self->flags = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_overview_pressed), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_overview_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_group (click, drag);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (poplens_settings_get_default (), "changed::charts",
                           G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
}

GtkWidget *
poplens_chart_overview_new (void)
{
  return g_object_new (POPLENS_TYPE_CHART_OVERVIEW, NULL);
}
