#include "app/chart-private.h"

#include <math.h>

/* Pixels that a pressed pointer moves before it is a drag. */
#define DRAG_THRESHOLD 4
#define ZOOM_STEP 1.25
#define PAN_STEP 0.1 /* of what is visible */
/* Touchpads tell pixels, wheels tell clicks; so many pixels are as good as a click. */
#define PIXELS_A_CLICK 40

static PoplensSelectMode
mode_of (GdkModifierType state)
{
  if (state & GDK_CONTROL_MASK)
    return POPLENS_SELECT_TOGGLE;
  return state & GDK_SHIFT_MASK ? POPLENS_SELECT_ADD : POPLENS_SELECT_REPLACE;
}

/* ---- zoom and pan ------------------------------------------------------------------------------
 */

void
poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout && poplens_chart_widget_has_axis (self))
    poplens_chart_widget_change_view (
        self, poplens_chart_view_zoom (self->chart, self->view, factor,
                                       poplens_chart_layout_x_to_position (layout, x)));
}

/* At the pointer where it is in the plot, else in the middle. */
static void
zoom (PoplensChartWidget *self, double factor)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (self->has_pointer && self->pointer_x >= x && self->pointer_x <= x + width)
    x = self->pointer_x;
  else
    x += width / 2;
  poplens_chart_widget_zoom_at (self, factor, x);
}

static void
pan (PoplensChartWidget *self, double share)
{
  if (poplens_chart_widget_has_axis (self))
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view,
                                      share * (self->view.to - self->view.from)));
}

static void
fit (PoplensChartWidget *self)
{
  PoplensChartView view;

  if (!poplens_chart_widget_has_axis (self))
    return;
  view = poplens_chart_view_all (self->chart);
  view.limit_to_scale = self->view.limit_to_scale;
  poplens_chart_widget_change_view (self, view);
}

static void
fit_selection (PoplensChartWidget *self)
{
  PoplensItemRange range;

  if (!poplens_chart_widget_has_axis (self) || !self->selected->len)
    return;
  range.from = g_array_index (self->selected, PoplensItemRange, 0).from;
  range.to = g_array_index (self->selected, PoplensItemRange, self->selected->len - 1).to;
  poplens_chart_widget_change_view (self, poplens_chart_view_fit (self->chart, self->view, range));
}

static void
on_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (!self->chart)
    return;
  if (g_str_equal (action, "chart.zoom-in"))
    zoom (self, ZOOM_STEP);
  else if (g_str_equal (action, "chart.zoom-out"))
    zoom (self, 1 / ZOOM_STEP);
  else if (g_str_equal (action, "chart.pan-left"))
    pan (self, -PAN_STEP);
  else if (g_str_equal (action, "chart.pan-right"))
    pan (self, PAN_STEP);
  else if (g_str_equal (action, "chart.fit"))
    fit (self);
  else if (g_str_equal (action, "chart.fit-selection"))
    fit_selection (self);
  else if (g_str_equal (action, "chart.clear-selection"))
    poplens_chart_widget_select (self, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
}

/* ---- keyboard cursor ---------------------------------------------------------------------------
 */

static void
say_cursor (PoplensChartWidget *self)
{
  g_autofree char *text = poplens_chart_describe_item (self->chart, self->cursor);

  g_strdelimit (text, "\t", ' ');
  g_strdelimit (text, "\n", ';');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

static void
bring_into_view (PoplensChartWidget *self)
{
  double item = (double) self->cursor;

  if (!poplens_chart_widget_has_axis (self))
    return;
  if (item < self->view.from)
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view, item - self->view.from));
  else if (item + 1 > self->view.to)
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view, item + 1 - self->view.to));
}

static gboolean
on_move_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  gsize n = self->chart ? poplens_chart_get_n_items (self->chart) : 0;
  gint64 step = 0;

  if (!n)
    return FALSE;
  g_variant_get (arguments, "(x)", &step);
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_widget_has_axis (self) &&
      ((double) self->cursor < self->view.from || (double) self->cursor >= self->view.to))
    self->cursor = (gsize) self->view.from;
  self->cursor = (gsize) CLAMP ((gint64) self->cursor + step, 0, (gint64) n - 1);
  self->cursor_moved = TRUE;
  bring_into_view (self);
  say_cursor (self);
  gtk_widget_queue_draw (widget);
  return TRUE;
}

static gboolean
on_select_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  gint32 mode;

  if (!self->chart || self->cursor >= poplens_chart_get_n_items (self->chart))
    return FALSE;
  g_variant_get (arguments, "(i)", &mode);
  poplens_chart_widget_select (self, (PoplensItemRange){self->cursor, self->cursor + 1},
                               (PoplensSelectMode) mode);
  return TRUE;
}

/* ---- clicks and drags --------------------------------------------------------------------------
 */

static void
click_item (PoplensChartWidget *self, gsize item, GdkModifierType state)
{
  PoplensSelectMode mode = mode_of (state);
  PoplensItemRange range = {item, item + 1};

  /* Shift: from the last click up to here. */
  if (mode == POPLENS_SELECT_ADD && self->has_anchor &&
      self->anchor < poplens_chart_get_n_items (self->chart))
    range = (PoplensItemRange){MIN (item, self->anchor), MAX (item, self->anchor) + 1};
  else
    self->anchor = item;
  self->has_anchor = TRUE;
  self->cursor = item;
  poplens_chart_widget_select (self, range, mode);
}

void
poplens_chart_widget_click (PoplensChartWidget *self, double x, double y, GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit;

  if (!layout)
    return;
  hit = poplens_chart_layout_hit (layout, x, y);
  if (hit.area == POPLENS_CHART_HIT_ITEM)
    click_item (self, hit.item, state);
  else if (hit.area == POPLENS_CHART_HIT_LEGEND)
    g_signal_emit_by_name (self, "toggle-series",
                           poplens_chart_get_series_key (self->chart, (guint) hit.series));
  else if (hit.area == POPLENS_CHART_HIT_LIMIT)
    g_signal_emit_by_name (self, "limit-clicked");
}

void
poplens_chart_widget_drag (PoplensChartWidget *self, double from_x, double to_x,
                           GdkModifierType state)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensItemRange range;
  double a, b;

  if (!layout || !poplens_chart_widget_has_axis (self))
    return;
  a = poplens_chart_layout_x_to_position (layout, MIN (from_x, to_x));
  b = poplens_chart_layout_x_to_position (layout, MAX (from_x, to_x));
  range.from = (gsize) MAX (0, floor (a));
  range.to = MIN ((gsize) MAX (0, ceil (b)), poplens_chart_get_n_items (self->chart));
  if (range.from >= range.to)
    return;
  self->anchor = self->cursor = range.from;
  self->has_anchor = TRUE;
  /* A dragged range that is toggled would be half on, half off. */
  poplens_chart_widget_select (self, range,
                               mode_of (state) == POPLENS_SELECT_REPLACE ? POPLENS_SELECT_REPLACE
                                                                         : POPLENS_SELECT_ADD);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->cursor_moved = FALSE;
  if (n_press == 2)
    fit (self);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  if (n_press == 1 && !self->dragging)
    poplens_chart_widget_click (
        self, x, y, gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, plot_x, plot_y, width, height;

  if (!layout || !poplens_chart_widget_has_axis (self) ||
      (!self->dragging && fabs (dx) < DRAG_THRESHOLD))
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  poplens_chart_layout_get_plot (layout, &plot_x, &plot_y, &width, &height);
  if (!self->dragging &&
      (y < plot_y || y > plot_y + height + 24 || x < plot_x - 8 || x > plot_x + width + 8))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->drag_from = poplens_chart_layout_x_to_position (layout, x);
  self->drag_to = poplens_chart_layout_x_to_position (layout, x + dx);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  double x, y;

  if (!self->dragging)
    return;
  self->dragging = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  poplens_chart_widget_drag (
      self, x, x + dx,
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, gpointer data)
{
  PoplensChartWidget *self = data;

  self->dragging = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_pan_begin (GtkGestureDrag *gesture, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  self->panning = TRUE;
  self->pan_last = 0;
}

static void
on_pan_update (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (width > 0)
    pan (self, (self->pan_last - dx) / width);
  self->pan_last = dx;
}

static void
on_pan_end (GtkGestureDrag *gesture, double dx, double dy, gpointer data)
{
  ((PoplensChartWidget *) data)->panning = FALSE;
}

/* ---- pointer and wheel -------------------------------------------------------------------------
 */

static void
show_pointer (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartHit hit = {0};

  if (layout)
    hit = poplens_chart_layout_hit (layout, self->pointer_x, self->pointer_y);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hit.area == POPLENS_CHART_HIT_LEGEND ||
                                                              hit.area == POPLENS_CHART_HIT_LIMIT
                                                          ? "pointer"
                                                          : NULL);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;

  /* GTK repeats the last place when something below the pointer changes. */
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
on_leave (GtkEventControllerMotion *controller, gpointer data)
{
  PoplensChartWidget *self = data;

  self->has_pointer = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  PoplensChartWidget *self = data;
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double unit = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE
                    ? PIXELS_A_CLICK
                    : 1;

  if (!poplens_chart_widget_has_axis (self))
    return FALSE;
  if (state & GDK_CONTROL_MASK) {
    zoom (self, pow (ZOOM_STEP, -dy / unit));
    return TRUE;
  }
  if (state & GDK_SHIFT_MASK && dx == 0)
    dx = dy;
  else if (!(state & GDK_SHIFT_MASK) && fabs (dx) <= fabs (dy))
    return FALSE;
  pan (self, PAN_STEP * dx / unit);
  return TRUE;
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
  poplens_chart_widget_zoom_at (self, scale / self->pinch, x);
  self->pinch = scale;
}

/* ---- putting it together -----------------------------------------------------------------------
 */

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct {
    guint key;
    const char *action;
  } keys[] = {
      {GDK_KEY_w, "chart.zoom-in"},       {GDK_KEY_Up, "chart.zoom-in"},
      {GDK_KEY_plus, "chart.zoom-in"},    {GDK_KEY_KP_Add, "chart.zoom-in"},
      {GDK_KEY_s, "chart.zoom-out"},      {GDK_KEY_Down, "chart.zoom-out"},
      {GDK_KEY_minus, "chart.zoom-out"},  {GDK_KEY_KP_Subtract, "chart.zoom-out"},
      {GDK_KEY_a, "chart.pan-left"},      {GDK_KEY_Left, "chart.pan-left"},
      {GDK_KEY_d, "chart.pan-right"},     {GDK_KEY_Right, "chart.pan-right"},
      {GDK_KEY_0, "chart.fit"},           {GDK_KEY_KP_0, "chart.fit"},
      {GDK_KEY_Home, "chart.fit"},        {GDK_KEY_KP_Home, "chart.fit"},
      {GDK_KEY_f, "chart.fit-selection"}, {GDK_KEY_Escape, "chart.clear-selection"},
  };
  static const struct {
    guint key;
    gint64 step;
  } moves[] = {
      {GDK_KEY_Left, -1}, {GDK_KEY_Right, 1}, {GDK_KEY_Page_Up, -100}, {GDK_KEY_Page_Down, 100}};
  static const guint select[] = {GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, 0, keys[i].action, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    gtk_widget_class_add_binding (widget_class, moves[i].key, GDK_CONTROL_MASK, on_move_cursor,
                                  "(x)", moves[i].step);
  for (guint i = 0; i < G_N_ELEMENTS (select); i++) {
    gtk_widget_class_add_binding (widget_class, select[i], 0, on_select_cursor, "(i)",
                                  (gint32) POPLENS_SELECT_REPLACE);
    gtk_widget_class_add_binding (widget_class, select[i], GDK_CONTROL_MASK, on_select_cursor,
                                  "(i)", (gint32) POPLENS_SELECT_TOGGLE);
  }
}

void
poplens_chart_input_install (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = {
      "chart.zoom-in",        "chart.zoom-out",  "chart.fit",
      "chart.pan-left",       "chart.pan-right", "chart.fit-selection",
      "chart.clear-selection"};

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, on_action);
  add_keys (widget_class);
}

static void
add_gesture (PoplensChartWidget *self, GtkGesture *gesture, guint button)
{
  if (button)
    gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), button);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}

void
poplens_chart_input_attach (PoplensChartWidget *self)
{
  GtkGesture *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();
  GtkGesture *grab = gtk_gesture_drag_new (), *pinch = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  g_signal_connect (grab, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (grab, "drag-update", G_CALLBACK (on_pan_update), self);
  g_signal_connect (grab, "drag-end", G_CALLBACK (on_pan_end), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  add_gesture (self, click, GDK_BUTTON_PRIMARY);
  add_gesture (self, drag, GDK_BUTTON_PRIMARY);
  add_gesture (self, grab, GDK_BUTTON_MIDDLE);
  add_gesture (self, pinch, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
