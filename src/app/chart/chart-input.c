#include "app/chart/chart-private.h"

#include <math.h>

#define ZOOM_STEP 1.25
#define PAN_STEP 0.1 /* of what is visible */

/* ---- zoom and pan ------------------------------------------------------------------------------
 */

void
poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout && poplens_chart_widget_has_axis (self))
    poplens_chart_widget_change_view (self, poplens_chart_layout_zoom (layout, factor, x, y));
}

void
poplens_chart_widget_zoom (PoplensChartWidget *self, double factor)
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
poplens_chart_widget_pan (PoplensChartWidget *self, double share)
{
  if (poplens_chart_widget_is_floor (self))
    poplens_chart_floor_pan (self, share * gtk_widget_get_width (GTK_WIDGET (self)), 0);
  else if (poplens_chart_widget_has_axis (self))
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view,
                                      share * (self->view.to - self->view.from)));
}

void
poplens_chart_widget_fit (PoplensChartWidget *self)
{
  PoplensChartView view;

  if (poplens_chart_widget_is_treemap (self))
    poplens_chart_treemap_go (self, 0);
  if (!poplens_chart_widget_has_axis (self))
    return;
  view = poplens_chart_view_all (self->chart);
  view.limit_to_scale = self->view.limit_to_scale;
  view.scroll = self->view.scroll;
  poplens_chart_widget_change_view (self, view);
}

void
poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item)
{
  PoplensItemRange range = {item, item + 1};

  if (poplens_chart_widget_is_treemap (self))
    poplens_chart_treemap_drill (self, item);
  if (!poplens_chart_widget_has_axis (self) || item >= poplens_chart_get_n_items (self->chart))
    return;
  if (poplens_chart_widget_is_floor (self))
    poplens_chart_floor_fit (self, &range, 1);
  else
    poplens_chart_widget_change_view (self,
                                      poplens_chart_view_fit (self->chart, self->view, range));
}

/* Selected blocks need not lie beside each other. */
static void
fit_blocks (PoplensChartWidget *self)
{
  double low = INFINITY, high = -INFINITY;
  guint64 from, to;

  for (guint i = 0; i < self->selected->len; i++) {
    PoplensItemRange range = g_array_index (self->selected, PoplensItemRange, i);
    for (gsize k = range.from; k < range.to; k++)
      if (poplens_chart_get_lane_item (self->chart, k, &from, &to, NULL)) {
        low = MIN (low, (double) from);
        high = MAX (high, (double) MAX (to, from + 1));
      }
  }
  poplens_chart_widget_change_view (
      self, poplens_chart_view_fit_span (self->chart, self->view, low, high));
}

static void
fit_selection (PoplensChartWidget *self)
{
  PoplensItemRange range;

  if (poplens_chart_widget_is_treemap (self) && self->selected->len)
    poplens_chart_treemap_drill (self, g_array_index (self->selected, PoplensItemRange, 0).from);
  if (!poplens_chart_widget_has_axis (self) || !poplens_chart_widget_has_selection (self))
    return;
  if (self->has_span) {
    poplens_chart_widget_change_view (
        self,
        poplens_chart_view_fit_span (self->chart, self->view, self->span_from, self->span_to));
    return;
  }
  if (poplens_chart_widget_is_lanes (self)) {
    fit_blocks (self);
    return;
  }
  if (poplens_chart_widget_is_floor (self)) {
    poplens_chart_floor_fit (self, (const PoplensItemRange *) (gpointer) self->selected->data,
                             self->selected->len);
    return;
  }
  range.from = g_array_index (self->selected, PoplensItemRange, 0).from;
  range.to = g_array_index (self->selected, PoplensItemRange, self->selected->len - 1).to;
  poplens_chart_widget_change_view (self, poplens_chart_view_fit (self->chart, self->view, range));
}

/* FALSE where the action does what it does in every chart. */
static gboolean
treemap_action (PoplensChartWidget *self, const char *action)
{
  if (!poplens_chart_widget_is_treemap (self))
    return FALSE;
  if (g_str_equal (action, "chart.zoom-in"))
    poplens_chart_treemap_drill (self, poplens_chart_treemap_item (self));
  else if (g_str_equal (action, "chart.zoom-out"))
    poplens_chart_treemap_up (self);
  else
    return g_str_equal (action, "chart.clear-selection") && poplens_chart_treemap_up (self);
  return TRUE;
}

/* Where nothing is selected, what restricts the page that the chart is in. */
static void
clear_selection (PoplensChartWidget *self)
{
  gboolean any = poplens_chart_widget_has_selection (self);

  if (poplens_chart_measure_set (self, FALSE))
    return;
  poplens_chart_widget_select (self, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  if (!any)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.show-all", NULL);
}

static void
on_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (!self->chart || treemap_action (self, action))
    return;
  if (g_str_equal (action, "chart.zoom-in"))
    poplens_chart_widget_zoom (self, ZOOM_STEP);
  else if (g_str_equal (action, "chart.zoom-out"))
    poplens_chart_widget_zoom (self, 1 / ZOOM_STEP);
  else if (g_str_equal (action, "chart.pan-left"))
    poplens_chart_widget_pan (self, -PAN_STEP);
  else if (g_str_equal (action, "chart.pan-right"))
    poplens_chart_widget_pan (self, PAN_STEP);
  else if (g_str_equal (action, "chart.fit"))
    poplens_chart_widget_fit (self);
  else if (g_str_equal (action, "chart.fit-selection"))
    fit_selection (self);
  else
    clear_selection (self);
}

/* ---- rows and hits of LANES --------------------------------------------------------------------
 */

/* A page less a row, up or down. */
static gboolean
on_scroll_page (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;
  gint32 pages;

  if (!layout || (!poplens_chart_widget_is_lanes (self) && !poplens_chart_widget_is_floor (self)))
    return FALSE;
  g_variant_get (arguments, "(i)", &pages);
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  if (poplens_chart_widget_is_floor (self)) {
    poplens_chart_floor_pan (self, 0, pages * height * 0.8);
    return TRUE;
  }
  poplens_chart_lanes_scroll_to (self, poplens_chart_lanes_get_scroll (self) +
                                           pages * MAX (height - 24, 24));
  return TRUE;
}

static gboolean
on_search_step (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gint32 by;

  g_variant_get (arguments, "(i)", &by);
  g_signal_emit_by_name (widget, "search-step", by);
  return TRUE;
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

void
poplens_chart_widget_show_cursor (PoplensChartWidget *self)
{
  double item = (double) self->cursor;

  if (poplens_chart_widget_is_lanes (self)) {
    poplens_chart_widget_show_item (self, self->cursor, TRUE);
    return;
  }
  if (poplens_chart_widget_is_floor (self)) {
    poplens_chart_floor_show_item (self, self->cursor);
    return;
  }
  if (poplens_chart_widget_is_treemap (self))
    poplens_chart_treemap_show_item (self, self->cursor);
  if (!poplens_chart_widget_has_axis (self))
    return;
  if (item < self->view.from)
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view, item - self->view.from));
  else if (item + 1 > self->view.to)
    poplens_chart_widget_change_view (
        self, poplens_chart_view_pan (self->chart, self->view, item + 1 - self->view.to));
}

static void
move_along_items (PoplensChartWidget *self, gint64 step)
{
  gsize n = poplens_chart_get_n_items (self->chart);

  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_widget_has_axis (self) &&
      ((double) self->cursor < self->view.from || (double) self->cursor >= self->view.to))
    self->cursor = (gsize) self->view.from;
  self->cursor = (gsize) CLAMP ((gint64) self->cursor + step, 0, (gint64) n - 1);
}

static void
move_along_blocks (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  /* The first key shows the cursor where one looks. */
  if (!self->cursor_moved && poplens_chart_lanes_find_cursor (self))
    return;
  for (gint64 i = 0; i < ABS (step); i++) {
    gsize next = poplens_chart_get_lane_neighbour (self->chart, self->cursor, step < 0 ? -1 : 1, 0);
    if (next == self->cursor)
      break;
    self->cursor = next;
  }
  if (rows)
    self->cursor = poplens_chart_get_lane_neighbour (self->chart, self->cursor, 0, rows);
}

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  if (!self->chart || !poplens_chart_get_n_items (self->chart))
    return FALSE;
  if (poplens_chart_widget_is_floor (self))
    poplens_chart_floor_move_cursor (self, (int) CLAMP (step, -1, 1), rows);
  else if (poplens_chart_widget_is_treemap (self))
    poplens_chart_treemap_move_cursor (self, (int) CLAMP (step, -1, 1), rows);
  else if (poplens_chart_widget_is_lanes (self))
    move_along_blocks (self, step, rows);
  else if (step)
    move_along_items (self, step);
  else
    return FALSE;
  self->cursor_moved = TRUE;
  poplens_chart_widget_show_cursor (self);
  say_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static gboolean
on_move_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gint64 step;
  gint32 rows;

  g_variant_get (arguments, "(xi)", &step, &rows);
  return move_cursor (POPLENS_CHART_WIDGET (widget), step, rows);
}

/* Plans and treemaps have no axis to pan along, but cells in all four directions. */
static gboolean
on_arrow (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  gint32 dx, dy;

  g_variant_get (arguments, "(ii)", &dx, &dy);
  if (!self->chart)
    return FALSE;
  if (poplens_chart_widget_is_floor (self) || poplens_chart_widget_is_treemap (self))
    return move_cursor (self, dx, dy);
  if (dx)
    poplens_chart_widget_pan (self, dx * PAN_STEP);
  else
    poplens_chart_widget_zoom (self, dy < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
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

/* A group is opened, anything else is selected. */
static gboolean
on_enter (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (poplens_chart_widget_is_treemap (self)) {
    self->cursor = poplens_chart_treemap_item (self);
    if (poplens_chart_is_treemap_group (self->chart, self->cursor) &&
        poplens_chart_treemap_drill (self, self->cursor)) {
      self->cursor_moved = TRUE;
      say_cursor (self);
      return TRUE;
    }
  }
  return on_select_cursor (widget, arguments, data);
}

/* Out of a group; elsewhere to the last zoom. */
static gboolean
on_back (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (poplens_chart_widget_is_treemap (self))
    return poplens_chart_treemap_up (self);
  return poplens_chart_history_back (self);
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
      {GDK_KEY_w, "chart.zoom-in"},       {GDK_KEY_plus, "chart.zoom-in"},
      {GDK_KEY_KP_Add, "chart.zoom-in"},  {GDK_KEY_s, "chart.zoom-out"},
      {GDK_KEY_minus, "chart.zoom-out"},  {GDK_KEY_KP_Subtract, "chart.zoom-out"},
      {GDK_KEY_a, "chart.pan-left"},      {GDK_KEY_d, "chart.pan-right"},
      {GDK_KEY_0, "chart.fit"},           {GDK_KEY_KP_0, "chart.fit"},
      {GDK_KEY_Home, "chart.fit"},        {GDK_KEY_KP_Home, "chart.fit"},
      {GDK_KEY_f, "chart.fit-selection"}, {GDK_KEY_Escape, "chart.clear-selection"},
  };
  static const struct {
    guint key;
    gint64 step;
    gint32 rows; /* of LANES */
  } moves[] = {{GDK_KEY_Left, -1, 0},       {GDK_KEY_Right, 1, 0}, {GDK_KEY_Page_Up, -100, 0},
               {GDK_KEY_Page_Down, 100, 0}, {GDK_KEY_Up, 0, -1},   {GDK_KEY_Down, 0, 1}};
  static const struct {
    guint key;
    gint32 dx, dy;
  } arrows[] = {
      {GDK_KEY_Left, -1, 0}, {GDK_KEY_Right, 1, 0}, {GDK_KEY_Up, 0, -1}, {GDK_KEY_Down, 0, 1}};
  static const guint select[] = {GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter};
  static const guint enter[] = {GDK_KEY_Return, GDK_KEY_KP_Enter};

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, 0, keys[i].action, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    gtk_widget_class_add_binding (widget_class, arrows[i].key, 0, on_arrow, "(ii)", arrows[i].dx,
                                  arrows[i].dy);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    gtk_widget_class_add_binding (widget_class, moves[i].key, GDK_CONTROL_MASK, on_move_cursor,
                                  "(xi)", moves[i].step, moves[i].rows);
  for (guint i = 0; i < G_N_ELEMENTS (select); i++) {
    gtk_widget_class_add_binding (widget_class, select[i], GDK_CONTROL_MASK, on_select_cursor,
                                  "(i)", (gint32) POPLENS_SELECT_TOGGLE);
  }
  for (guint i = 0; i < G_N_ELEMENTS (enter); i++)
    gtk_widget_class_add_binding (widget_class, enter[i], 0, on_enter, "(i)",
                                  (gint32) POPLENS_SELECT_REPLACE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, on_select_cursor, "(i)",
                                (gint32) POPLENS_SELECT_REPLACE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_BackSpace, 0, on_back, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Page_Up, 0, on_scroll_page, "(i)", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Page_Down, 0, on_scroll_page, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_bracketright, 0,
                                poplens_chart_field_on_zoom_key, "(d)", 1.5);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_bracketleft, 0,
                                poplens_chart_field_on_zoom_key, "(d)", 1 / 1.5);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_n, 0, on_search_step, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_n, GDK_SHIFT_MASK, on_search_step, "(i)", -1);
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
