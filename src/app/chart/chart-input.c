/* PoplensChartWidget: keyboard actions, and the zoom history for Backspace. */
#include "app/chart/chart-widget-private.h"

#include <math.h>

/* ---- zoom history ---------------------------------------------------------------------------- */

/* Zoom history: Backspace returns to the view before the last zoom. The location history has no
 * entries for zooms. */

/* Changes of the view that follow each other within this time (µs) make one entry in the zoom
 * history. For example, a whole drag is one entry. */
#define PAUSE (700 * G_TIME_SPAN_MILLISECOND)
/* Maximum number of entries in the zoom history. */
#define MOST 100
/* Two views count as equal if their ends differ by at most this fraction of the visible range. */
#define LEAST 0.001

static gboolean
is_alike (PoplensChartView a, PoplensChartView b)
{
  double least = (b.to - b.from) * LEAST;

  return fabs (a.from - b.from) <= least && fabs (a.to - b.to) <= least && a.zoom == b.zoom &&
         a.group == b.group && a.column == b.column && a.row == b.row;
}

void
poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before)
{
  gint64 now = g_get_monotonic_time ();
  gboolean goes_on = now - self->view_time < PAUSE;

  /* Add no entry if Backspace restores a view, or if the view was never drawn or did not change. */
  if (self->going_back || !self->layout || is_alike (before, self->view))
    return;
  self->view_time = now;
  if (goes_on && self->views->len)
    return;
  if (self->views->len == MOST)
    g_array_remove_index (self->views, 0);
  g_array_append_val (self->views, before);
}

void
poplens_chart_history_clear (PoplensChartWidget *self)
{
  g_array_set_size (self->views, 0);
}

static gboolean
chart_history_back (PoplensChartWidget *self)
{
  while (self->views->len) {
    PoplensChartView view = g_array_index (self->views, PoplensChartView, self->views->len - 1);
    g_array_set_size (self->views, self->views->len - 1);
    if (is_alike (view, self->view))
      continue;
    view.scroll = self->view.scroll;
    view.limit_to_scale = self->view.limit_to_scale;
    self->going_back = TRUE;
    poplens_chart_widget_change_view (self, view);
    self->going_back = FALSE;
    self->view_time = 0;
    return TRUE;
  }
  return FALSE;
}

/* ---- zoom and pan ---------------------------------------------------------------------------- */

#define ZOOM_STEP 1.25
#define PAN_STEP 0.1 /* fraction of the visible range that an arrow key pans */

void
poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  if (layout && self->use->zooms)
    poplens_chart_widget_change_view (self, poplens_chart_layout_zoom (layout, factor, x, y));
}

void
poplens_chart_widget_pan (PoplensChartWidget *self, double share)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout || !self->use->zooms)
    return;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  self->use->pan (self, share * width, 0);
}

static void
zoom_chart (PoplensChartWidget *self, double factor)
{
  if (self->use->zoom)
    self->use->zoom (self, factor);
}

void
poplens_chart_widget_fit (PoplensChartWidget *self)
{
  if (self->use->fit_all)
    self->use->fit_all (self);
}

void
poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item)
{
  PoplensItemRange range = {item, item + 1};

  if (self->use->fit && item < poplens_chart_get_n_items (self->chart))
    self->use->fit (self, &range, 1);
}

static void
fit_selection (PoplensChartWidget *self)
{
  const PoplensItemRange *ranges = (const PoplensItemRange *) (gpointer) self->selected->data;

  if (self->has_span)
    poplens_chart_widget_change_view (
        self,
        poplens_chart_view_fit_span (self->chart, self->view, self->span_from, self->span_to));
  else if (self->selected->len && self->use->fit)
    self->use->fit (self, ranges, self->selected->len);
}

/* Leaves the open group of the chart. FALSE if no group is open. */
static gboolean
leave_group (PoplensChartWidget *self)
{
  return self->use->leave && self->use->leave (self);
}

static gboolean
end_search (PoplensChartWidget *self)
{
  gboolean ended = FALSE;

  g_signal_emit_by_name (self, "search-end", &ended);
  return ended;
}

/* Escape: ends measuring, else ends a search, else leaves a group, else clears the selection. If
 * there is no selection, activates "page.show-all" and returns FALSE, so that Escape can also close
 * a pane beside the chart. */
static gboolean
clear_selection (PoplensChartWidget *self)
{
  gboolean any = poplens_chart_widget_has_selection (self);

  if (poplens_chart_measure_set (self, FALSE) || end_search (self) || leave_group (self))
    return TRUE;
  poplens_chart_widget_select (self, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  if (!any)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.show-all", NULL);
  return any;
}

static gboolean
on_chart_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  return self->chart && clear_selection (self);
}

/* Backspace: leaves the open group; in charts without groups, returns to the previous zoom. */
static void
go_back (PoplensChartWidget *self)
{
  if (self->use->leave)
    leave_group (self);
  else
    chart_history_back (self);
}

static void
on_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (!self->chart)
    return;
  if (g_str_equal (action, "chart.zoom-in"))
    zoom_chart (self, ZOOM_STEP);
  else if (g_str_equal (action, "chart.zoom-out"))
    zoom_chart (self, 1 / ZOOM_STEP);
  else if (g_str_equal (action, "chart.pan-left"))
    poplens_chart_widget_pan (self, -PAN_STEP);
  else if (g_str_equal (action, "chart.pan-right"))
    poplens_chart_widget_pan (self, PAN_STEP);
  else if (g_str_equal (action, "chart.page-left"))
    poplens_chart_widget_pan (self, -1);
  else if (g_str_equal (action, "chart.page-right"))
    poplens_chart_widget_pan (self, 1);
  else if (g_str_equal (action, "chart.range"))
    poplens_chart_range_open (self);
  else if (g_str_equal (action, "chart.fit"))
    poplens_chart_widget_fit (self);
  else if (g_str_equal (action, "chart.fit-selection"))
    fit_selection (self);
  else if (g_str_equal (action, "chart.back"))
    go_back (self);
  else
    clear_selection (self);
}

/* ---- rows and search matches ----------------------------------------------------------------- */

static gboolean
on_scroll_page (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  gint32 pages;

  if (!poplens_chart_widget_get_layout (self) || !self->use->scroll_page)
    return FALSE;
  g_variant_get (arguments, "(i)", &pages);
  self->use->scroll_page (self, pages);
  return TRUE;
}

static gboolean
on_chart_search_step (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gint32 by;

  g_variant_get (arguments, "(i)", &by);
  g_signal_emit_by_name (widget, "search-step", by);
  return TRUE;
}

/* ---- keyboard cursor ------------------------------------------------------------------------- */

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
  if (self->use->show_item)
    self->use->show_item (self, self->cursor);
}

static gboolean
move_cursor (PoplensChartWidget *self, gint64 step, gint32 rows)
{
  if (!self->chart || !poplens_chart_get_n_items (self->chart) ||
      !self->use->move_cursor (self, step, rows))
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

static gboolean
on_arrow (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  gint32 dx, dy;

  g_variant_get (arguments, "(ii)", &dx, &dy);
  if (!self->chart)
    return FALSE;
  if (self->use->is_plane)
    return move_cursor (self, dx, dy);
  /* A chart without zoom is a list that is shown completely, so arrow keys move the cursor, not the
   * view. */
  if (!self->use->zooms)
    return move_cursor (self, dx + dy, 0);
  if (dx)
    poplens_chart_widget_pan (self, dx * PAN_STEP);
  else
    zoom_chart (self, dy < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
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

/* Enter: opens the group at the cursor; selects any other item. */
static gboolean
on_enter (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (self->chart && self->use->enter && self->use->enter (self)) {
    self->cursor_moved = TRUE;
    say_cursor (self);
    return TRUE;
  }
  return on_select_cursor (widget, arguments, data);
}

/* ---- installing actions and keys ------------------------------------------------------------- */

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
      {GDK_KEY_f, "chart.fit-selection"}, {GDK_KEY_z, "chart.range"},
      {GDK_KEY_BackSpace, "chart.back"},
  };
  static const struct {
    guint key;
    gint64 step;
    gint32 rows;
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
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_SHIFT_MASK,
                                       "chart.page-left", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_SHIFT_MASK,
                                       "chart.page-right", NULL);
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
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_chart_escape, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Page_Up, 0, on_scroll_page, "(i)", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Page_Down, 0, on_scroll_page, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_bracketright, 0,
                                poplens_chart_field_on_zoom_key, "(d)", 1.5);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_bracketleft, 0,
                                poplens_chart_field_on_zoom_key, "(d)", 1 / 1.5);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_n, 0, on_chart_search_step, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_n, GDK_SHIFT_MASK, on_chart_search_step,
                                "(i)", -1);
}

void
poplens_chart_input_install (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = {
      "chart.zoom-in",   "chart.zoom-out",       "chart.fit",
      "chart.pan-left",  "chart.pan-right",      "chart.fit-selection",
      "chart.page-left", "chart.page-right",     "chart.range",
      "chart.back",      "chart.clear-selection"};

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, on_action);
  add_keys (widget_class);
}
