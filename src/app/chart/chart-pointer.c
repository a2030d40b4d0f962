/* PoplensChartWidget: pointer input (selecting, dragging, scrolling, measuring), the hover box with
 * exact values, and the flags of a trace. */
#include "app/chart/chart-widget-private.h"
#include "app/page/page-tables.h"
#include "app/widgets/hover-layer.h"
#include "app/window/choices.h"
#include "base/format.h"
#include "charts/lanes/field.h"
#include "charts/lanes/lanes.h"

#include <math.h>

/* ---- measuring ------------------------------------------------------------------------------- */

/* TRUE if the chart is a trace: only there, the user can measure between the edges of steps. */

gboolean
poplens_chart_measure_can (PoplensChartWidget *self)
{
  return self->chart && self->use->can_measure &&
         g_str_equal (poplens_chart_get_item_noun (self->chart), "step");
}

gboolean
poplens_chart_measure_set (PoplensChartWidget *self, gboolean on)
{
  if (on == self->measuring || (on && !poplens_chart_measure_can (self)))
    return FALSE;
  self->measuring = on;
  self->measure_from = self->measure_to = 0;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
chart_measure_drag (PoplensChartWidget *self, double x0, double x1, gboolean snaps)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double a, b;

  if (!layout)
    return;
  a = snaps ? poplens_chart_layout_snap (layout, x0)
            : poplens_chart_layout_x_to_position (layout, x0);
  b = snaps ? poplens_chart_layout_snap (layout, x1)
            : poplens_chart_layout_x_to_position (layout, x1);
  self->measure_from = MIN (a, b);
  self->measure_to = MAX (a, b);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns the length of the measured range as a text. If nothing is measured yet, returns an
 * instruction for the user. (transfer full) */
static char *
describe_measure (PoplensChartWidget *self)
{
  if (!(self->measure_from < self->measure_to))
    return g_strdup ("Drag to measure between steps; hold Alt to measure freely; Esc to stop");
  return poplens_chart_describe_measure (self->chart, self->measure_from, self->measure_to);
}

void
poplens_chart_measure_draw (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr)
{
  g_autofree char *text = NULL;
  double x, y, width, height, middle;

  if (poplens_chart_measure_can (self))
    poplens_chart_layout_draw_flags (layout, cr, (const double *) (gpointer) self->flags->data,
                                     self->flags->len);
  if (!self->measuring || !poplens_chart_measure_can (self))
    return;
  text = describe_measure (self);
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  middle = poplens_chart_layout_x_to_position (layout, x + width / 2);
  if (self->measure_from < self->measure_to)
    poplens_chart_layout_draw_measure (layout, cr, self->measure_from, self->measure_to, text);
  else
    poplens_chart_layout_draw_measure (layout, cr, middle, middle, text);
}

/* Copies the number of measured cycles to the clipboard, without a unit, so that it can be pasted
 * into a calculation. */
gboolean
poplens_chart_measure_copy (PoplensChartWidget *self)
{
  PoplensNumber text;

  if (!self->measuring || !(self->measure_from < self->measure_to))
    return FALSE;
  poplens_format_fixed (text, self->measure_to - self->measure_from, 0);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  poplens_page_toast (GTK_WIDGET (self), "Copied the cycles");
  return TRUE;
}

/* ---- flags ----------------------------------------------------------------------------------- */

void
poplens_chart_widget_set_flags (PoplensChartWidget *self, const GArray *positions)
{
  g_array_set_size (self->flags, 0);
  g_array_append_vals (self->flags, positions->data, positions->len);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
poplens_chart_widget_get_location (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;
  guint64 from;

  if (!layout || !poplens_chart_measure_can (self))
    return -1;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (self->has_pointer && self->pointer_x >= x && self->pointer_x < x + width)
    return poplens_chart_layout_snap (layout, self->pointer_x);
  if (self->selected->len &&
      poplens_chart_get_lane_item (
          self->chart, g_array_index (self->selected, PoplensItemRange, 0).from, &from, NULL, NULL))
    return (double) from;
  return poplens_chart_layout_snap (layout, x + width / 2);
}

void
poplens_chart_widget_show_span (PoplensChartWidget *self, double from, double to)
{
  PoplensChartView view = self->view;

  view.from = from;
  view.to = to;
  poplens_chart_widget_change_view (self, view);
}

/* ---- the hover box --------------------------------------------------------------------------- */

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

/* Returns the text of the hover box for @item. @n_items: number of items that are drawn as the same
 * box. (transfer full) */
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

/* Makes the hover box with @text. @text: (transfer full) */
static void
make_box (PoplensChartWidget *self, PoplensHoverLayer *layer, char *text)
{
  poplens_chart_hover_forget (self);
  self->box_text = text;
  self->box = poplens_hover_box_new (GTK_WIDGET (self), text,
                                     gtk_widget_get_height (GTK_WIDGET (layer)) - 8);
  self->box_item = G_MAXSIZE;
}

/* The hover box does not cover an item that is at most this high, in pixels. */
#define MOST_UNCOVERED 80

/* Returns the vertical range that the hover box must not cover. In a chart with rows, this is the
 * plot. In other charts, it is the item under the pointer, if at most MOST_UNCOVERED high. @at: y
 * of the pointer. */
static PoplensHoverRows
find_rows (PoplensChartWidget *self, gsize item, double at)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensHoverRows rows = {0, 0};
  double x, y, width, height;

  if (layout && self->use->has_rows) {
    poplens_chart_layout_get_plot (layout, &x, &rows.top, &width, &height);
    rows.bottom = rows.top + height;
  } else if (layout && poplens_chart_layout_item_rect (layout, item, &x, &y, &width, &height) &&
             height <= MOST_UNCOVERED && at >= y && at < y + height) {
    rows = (PoplensHoverRows){y, y + height};
  }
  return rows;
}

static gboolean
show_item_box (PoplensChartWidget *self, PoplensHoverLayer *layer, gsize item, gsize n_items)
{
  double x = self->pointer_x, y = self->pointer_y;

  if (!self->box || self->box_item != item || self->box_n_items != n_items) {
    make_box (self, layer, hover_text (self, item, n_items));
    self->box_item = item;
    self->box_n_items = n_items;
  }
  if (self->cursor_moved)
    self->use->place_of (self, item, &x, &y);
  poplens_hover_layer_show (layer, GTK_WIDGET (self), self->box, x, y, find_rows (self, item, y));
  return TRUE;
}

/* Shows the hover box for the line of a field under the pointer. Makes a new box only if the text
 * has changed. FALSE if there is no line under the pointer. */
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
  poplens_hover_layer_show (layer, GTK_WIDGET (self), self->box, self->pointer_x, self->pointer_y,
                            (PoplensHoverRows){0, 0});
  return TRUE;
}

void
poplens_chart_hover_show (PoplensChartWidget *self, gboolean is_item, gsize item, gsize n_items)
{
  PoplensHoverLayer *layer = poplens_hover_layer_of (GTK_WIDGET (self));

  gboolean below_menu = self->menu && gtk_widget_get_visible (self->menu);

  if (layer && (below_menu ||
                !(is_item ? show_item_box (self, layer, item, n_items) : show_line (self, layer))))
    poplens_hover_layer_hide (layer, GTK_WIDGET (self));
}

void
poplens_chart_hover_hide (PoplensChartWidget *self)
{
  PoplensHoverLayer *layer = poplens_hover_layer_of (GTK_WIDGET (self));

  if (layer)
    poplens_hover_layer_hide (layer, GTK_WIDGET (self));
}

/* ---- clicks and drags ------------------------------------------------------------------------ */

/* Pixels that the pointer must move with a pressed button to start a drag. */
#define DRAG_THRESHOLD 4
#define ZOOM_STEP 1.25
#define PAN_STEP 0.1 /* fraction of the visible range that one click of the wheel pans */
/* Pixels of a touchpad that count as one click of a wheel: touchpads report pixels, wheels report
 * clicks. */
#define PIXELS_A_CLICK 40
/* Rows that one click of the wheel scrolls. */
#define ROWS_A_CLICK 3
#define ROW 24

PoplensSelectMode
poplens_chart_select_mode (GdkModifierType state)
{
  if (state & GDK_CONTROL_MASK)
    return POPLENS_SELECT_TOGGLE;
  return state & GDK_SHIFT_MASK ? POPLENS_SELECT_ADD : POPLENS_SELECT_REPLACE;
}

void
poplens_chart_widget_click (PoplensChartWidget *self, double x, double y, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;

  if (!layout)
    return;
  hit = poplens_chart_layout_hit (layout, x, y);
  if (hit.area == POPLENS_CHART_HIT_LEGEND)
    g_signal_emit_by_name (self, "toggle-series",
                           poplens_chart_get_series_key (self->chart, (guint) hit.series));
  else if (hit.area == POPLENS_CHART_HIT_LIMIT)
    g_signal_emit_by_name (self, "limit-clicked");
  else
    self->use->click (self, &hit, x, y, state);
}

void
poplens_chart_widget_drag (PoplensChartWidget *self, double x0, double y0, double x1, double y1,
                           GdkModifierType state)
{
  if (poplens_chart_widget_get_layout (self) && self->use->drag)
    self->use->drag (self, (PoplensDrag){x0, y0, x1, y1}, state);
}

void
poplens_chart_widget_restore_selection (PoplensChartWidget *self)
{
  g_autoptr (GArray) before = g_steal_pointer (&self->before);

  if (!before)
    return;
  if (self->before_has_span)
    g_signal_emit_by_name (self, "select-span", self->before_from, self->before_to);
  else if (!before->len)
    poplens_chart_widget_select (self, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  for (guint i = 0; i < before->len; i++)
    poplens_chart_widget_select (self, g_array_index (before, PoplensItemRange, i),
                                 i || self->before_has_span ? POPLENS_SELECT_ADD
                                                            : POPLENS_SELECT_REPLACE);
}

void
poplens_chart_widget_double_click (PoplensChartWidget *self, double x, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;

  if (!layout)
    return;
  hit = poplens_chart_layout_hit (layout, x, y);
  self->use->double_click (self, &hit, x, y);
}

/* TRUE if an element at (@x, @y) reacts to every single click, such as a legend entry. Two fast
 * clicks on it are then not a double click. */
static gboolean
is_on_switch (PoplensChartWidget *self, double x, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHitArea area =
      layout ? poplens_chart_layout_hit (layout, x, y).area : POPLENS_CHART_HIT_NONE;

  return area == POPLENS_CHART_HIT_LEGEND || area == POPLENS_CHART_HIT_LIMIT ||
         area == POPLENS_CHART_HIT_GROUP || area == POPLENS_CHART_HIT_ROW ||
         area == POPLENS_CHART_HIT_PATH || area == POPLENS_CHART_HIT_MORE;
}

static void
on_chart_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->cursor_moved = FALSE;
  if (n_press == 2 && !is_on_switch (self, x, y))
    poplens_chart_widget_double_click (self, x, y);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  if ((n_press != 1 && !is_on_switch (self, x, y)) || self->dragging || self->bar_held)
    return;
  if (n_press == 1) {
    /* Save the selection: if this is the first click of a double click, the second one restores it.
     */
    g_clear_pointer (&self->before, g_array_unref);
    self->before = g_array_copy (self->selected);
    self->before_has_span = self->has_span;
    self->before_from = self->span_from;
    self->before_to = self->span_to;
  }
  poplens_chart_widget_click (
      self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

/* If the press is on the scroll bar of the rows, starts dragging its thumb; a press beside the
 * thumb first moves the thumb there. */
static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;
  graphene_rect_t track, thumb;

  self->bar_held = FALSE;
  if (!poplens_chart_lanes_scroll_bar (self, &track, &thumb) || x < track.origin.x ||
      y < track.origin.y || y > track.origin.y + track.size.height)
    return;
  self->bar_held = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (y < thumb.origin.y || y > thumb.origin.y + thumb.size.height)
    poplens_chart_lanes_scroll_to (self, (y - track.origin.y - thumb.size.height / 2) /
                                             MAX (track.size.height - thumb.size.height, 1) *
                                             poplens_chart_lanes_most_scroll (self));
  self->bar_scroll = poplens_chart_lanes_get_scroll (self);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, plot_x, plot_y, width, height;

  if (self->bar_held) {
    graphene_rect_t track, thumb;
    if (poplens_chart_lanes_scroll_bar (self, &track, &thumb))
      poplens_chart_lanes_scroll_to (self, self->bar_scroll +
                                               dy / MAX (track.size.height - thumb.size.height, 1) *
                                                   poplens_chart_lanes_most_scroll (self));
    return;
  }
  if (!layout || !self->use->zooms ||
      (!self->dragging && fabs (dx) < DRAG_THRESHOLD &&
       !(self->use->is_plane && fabs (dy) >= DRAG_THRESHOLD)))
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  poplens_chart_layout_get_plot (layout, &plot_x, &plot_y, &width, &height);
  if (!self->dragging &&
      (y < plot_y || y > plot_y + height + 24 || x < plot_x - 8 || x > plot_x + width + 8))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->measuring) {
    chart_measure_drag (
        self, x, x + dx,
        !(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
          GDK_ALT_MASK));
    return;
  }
  if (self->use->is_plane) {
    self->drag_from = x;
    self->drag_to = x + dx;
    self->drag_top = y;
    self->drag_bottom = y + dy;
  } else {
    self->drag_from = poplens_chart_layout_x_to_position (layout, x);
    self->drag_to = poplens_chart_layout_x_to_position (layout, x + dx);
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  GdkModifierType state;
  double x, y;

  self->bar_held = FALSE;
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->measuring)
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  poplens_chart_widget_drag (self, x, y, x + dx, y + dy, state);
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  PoplensChartWidget *self = data;

  self->dragging = self->bar_held = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pan_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  self->panning = TRUE;
  self->pan_x = self->pan_y = 0;
}

static void
on_pan_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;

  if (!poplens_chart_widget_get_layout (self))
    return;
  if (self->use->zooms)
    self->use->pan (self, self->pan_x - dx, self->pan_y - dy);
  self->pan_x = dx;
  self->pan_y = dy;
}

/* The middle button was released: if the pointer did not move, shows the card of the item. */
static void
on_pan_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  PoplensChartHit hit;
  double x, y;

  self->panning = FALSE;
  if (fabs (dx) < DRAG_THRESHOLD && fabs (dy) < DRAG_THRESHOLD &&
      gtk_gesture_drag_get_start_point (gesture, &x, &y) && self->chart &&
      self->use->item_at (self, x, y, &hit) && hit.area == POPLENS_CHART_HIT_ITEM)
    g_signal_emit_by_name (self, "show-card", (guint64) hit.item);
}

/* ---- pointer and wheel ----------------------------------------------------------------------- */

static gboolean
is_button (PoplensChartHitArea area)
{
  return area == POPLENS_CHART_HIT_LEGEND || area == POPLENS_CHART_HIT_LIMIT ||
         area == POPLENS_CHART_HIT_GROUP || area == POPLENS_CHART_HIT_RUN ||
         area == POPLENS_CHART_HIT_BREAK || area == POPLENS_CHART_HIT_ROW ||
         area == POPLENS_CHART_HIT_PATH || area == POPLENS_CHART_HIT_MORE;
}

static void
show_pointer (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit = {0};

  if (layout)
    hit = poplens_chart_layout_hit (layout, self->pointer_x, self->pointer_y);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), is_button (hit.area) ? "pointer"
                                                      : self->measuring    ? "crosshair"
                                                                           : NULL);
}

/* Sets the tooltip of a mark on the axis to the number of cycles that are left out there. Uses this
 * signal because gtk_widget_set_tooltip_text () would replace the accessible description of the
 * chart. */
static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                  gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit = {0};

  if (layout && !keyboard)
    hit = poplens_chart_layout_hit (layout, x, y);
  if (hit.area != POPLENS_CHART_HIT_BREAK)
    return FALSE;
  g_autofree char *text = poplens_chart_describe_lane_break (self->chart, hit.item);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  /* Ignore a repeated position: GTK reports the last one again when the contents below the pointer
   * change. */
  if (self->has_pointer && x == self->pointer_x && y == self->pointer_y)
    return;
  self->has_pointer = TRUE;
  self->cursor_moved = FALSE;
  self->pointer_x = x;
  self->pointer_y = y;
  show_pointer (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pointer_leave (GtkEventControllerMotion *controller, gpointer data)
{
  PoplensChartWidget *self = data;

  self->has_pointer = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pans by the fraction @share of the visible range. FALSE if the view is at its end: then the page
 * that contains the chart can scroll. */
static gboolean
pan_by_share (PoplensChartWidget *self, double share)
{
  PoplensChartView before = poplens_chart_widget_get_view (self);

  poplens_chart_widget_pan (self, share);
  PoplensChartView after = poplens_chart_widget_get_view (self);
  return before.from != after.from || before.to != after.to || before.group != after.group ||
         before.column != after.column || before.row != after.row;
}

static gboolean
on_chart_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean is_wheel = gtk_event_controller_scroll_get_unit (controller) != GDK_SCROLL_UNIT_SURFACE;
  double unit = is_wheel ? 1 : PIXELS_A_CLICK;

  if (!self->use->zooms)
    return FALSE;
  if (state & GDK_CONTROL_MASK &&
      (state & GDK_SHIFT_MASK || poplens_chart_field_is_in_gutter (self)) &&
      poplens_chart_field_zoom (self, pow (ZOOM_STEP, -(dy != 0 ? dy : dx) / unit),
                                self->pointer_y))
    return TRUE;
  if (state & GDK_CONTROL_MASK || (is_wheel && !(state & GDK_SHIFT_MASK) && dy != 0 &&
                                   poplens_choices_wheel_zooms (poplens_settings_get_default ()))) {
    self->use->zoom (self, pow (ZOOM_STEP, -dy / unit));
    return TRUE;
  }
  if (state & GDK_SHIFT_MASK && dx == 0)
    dx = dy;
  else if (!(state & GDK_SHIFT_MASK) && fabs (dx) <= fabs (dy))
    /* If everything is in view, scroll () returns FALSE, and the wheel scrolls the page that
     * contains the chart. */
    return self->use->scroll && self->use->scroll (self, dy * (unit > 1 ? 1 : ROWS_A_CLICK * ROW));
  return pan_by_share (self, PAN_STEP * dx / unit);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  ((PoplensChartWidget *) data)->pinch = 1;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, gpointer data)
{
  PoplensChartWidget *self = data;
  double x, y;

  if (scale <= 0 || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  poplens_chart_widget_zoom_at (self, scale / self->pinch, x, y);
  self->pinch = scale;
}

static void
add_gesture (PoplensChartWidget *self, GtkGesture *gesture, guint button)
{
  if (button)
    gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), button);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}

void
poplens_chart_pointer_attach (PoplensChartWidget *self)
{
  GtkGesture *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();
  GtkGesture *grab = gtk_gesture_drag_new (), *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (click, "pressed", G_CALLBACK (on_chart_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  g_signal_connect (grab, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (grab, "drag-update", G_CALLBACK (on_pan_update), self);
  g_signal_connect (grab, "drag-end", G_CALLBACK (on_pan_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_pointer_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_chart_scroll), self);
  add_gesture (self, click, GDK_BUTTON_PRIMARY);
  add_gesture (self, drag, GDK_BUTTON_PRIMARY);
  add_gesture (self, grab, GDK_BUTTON_MIDDLE);
  add_gesture (self, pinch, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
