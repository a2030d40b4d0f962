/* PoplensChartWidget: the context menu and Ctrl+C for the chart, a block or a cell, and a popover
 * for typing the range to zoom to. */
#include "app/chart/chart-widget-private.h"

#include "app/widgets/popover-point.h"
#include "charts/core/range-text.h"

/* ---- typing a range -------------------------------------------------------------------------- */

#define CHARACTERS 28
/* Pixels between the top of the chart and the popover, which leaves the middle of the chart
 * visible. */
#define TOP 24

typedef struct {
  PoplensChartWidget *chart; /* (not owned): parent of the popover */
  GtkWidget *popover, *entry, *hint;
} RangePopover;

static void
show_range_hint (RangePopover *self, const char *text, gboolean wrong)
{
  gtk_label_set_label (GTK_LABEL (self->hint), text);
  (wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (self->entry, "error");
  (wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (self->hint, "error");
  (wrong ? gtk_widget_remove_css_class : gtk_widget_add_css_class) (self->hint, "dim-label");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

static void
on_range_changed (RangePopover *self)
{
  g_autofree char *hint = poplens_chart_range_hint (self->chart->chart);

  show_range_hint (self, hint, FALSE);
}

static void
on_range_activate (RangePopover *self)
{
  PoplensChartView view = self->chart->view;
  g_autoptr (GError) error = NULL;

  if (!poplens_chart_range_parse (
          self->chart->chart, gtk_editable_get_text (GTK_EDITABLE (self->entry)), &view, &error)) {
    show_range_hint (self, error->message, TRUE);
    return;
  }
  poplens_chart_widget_change_view (self->chart, view);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static GtkWidget *
build_range_popover (RangePopover *self, const char *range)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new ("Zoom to Range");

  self->popover = gtk_popover_new ();
  self->entry = gtk_entry_new ();
  self->hint = gtk_label_new (NULL);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_label_set_yalign (GTK_LABEL (self->hint), 0);
  gtk_label_set_width_chars (GTK_LABEL (self->hint), CHARACTERS + 8);
  gtk_label_set_max_width_chars (GTK_LABEL (self->hint), CHARACTERS + 8);
  gtk_widget_add_css_class (self->hint, "caption");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), CHARACTERS);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), range);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Range", -1);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->hint);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  /* Reserve space for the longest hint, three lines, because an open popover does not grow with its
   * text. */
  g_autoptr (PangoLayout) lines = gtk_widget_create_pango_layout (self->hint, "\n\n");
  int height;
  pango_layout_get_pixel_size (lines, NULL, &height);
  gtk_widget_set_size_request (self->hint, -1, height);
  return self->popover;
}

static gboolean
chart_range_can (PoplensChartWidget *self)
{
  return self->chart && poplens_chart_has_range (self->chart);
}

void
poplens_chart_range_open (PoplensChartWidget *chart)
{
  if (!chart_range_can (chart) || !poplens_popover_may_point_to (GTK_WIDGET (chart)))
    return;
  RangePopover *self = g_new0 (RangePopover, 1);
  g_autofree char *range = poplens_chart_range_format (chart->chart, &chart->view);

  self->chart = chart;
  build_range_popover (self, range);
  on_range_changed (self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_range_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_range_activate), self);
  g_object_set_data_full (G_OBJECT (self->popover), "poplens-range", self, g_free);
  poplens_popover_open_at (GTK_POPOVER (self->popover), GTK_WIDGET (chart),
                           gtk_widget_get_width (GTK_WIDGET (chart)) / 2.0, TOP);
  gtk_widget_grab_focus (self->entry);
}

/* ---- the menu -------------------------------------------------------------------------------- */

static void
copy_item (PoplensChartWidget *self)
{
  g_autofree char *text = NULL;

  if (!self->use->has_boxes || self->menu_item >= poplens_chart_get_n_items (self->chart))
    return;
  if (self->use->copy) {
    self->use->copy (self, self->menu_item);
    return;
  }
  text = poplens_chart_describe_item (self->chart, self->menu_item);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  copy_item (POPLENS_CHART_WIDGET (widget));
}

static void
on_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  poplens_chart_widget_fit_item (self, self->menu_item);
}

static void
on_menu_show_card (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "show-card", (guint64) POPLENS_CHART_WIDGET (widget)->menu_item);
}

/* Finds the block that a key acts on: the block at the keyboard cursor, else the first selected
 * block. FALSE if there is none. */
static gboolean
item_of_keys (PoplensChartWidget *self, gsize *item)
{
  if (!self->use->has_boxes)
    return FALSE;
  *item = self->cursor;
  if (!self->cursor_moved && self->selected->len)
    *item = g_array_index (self->selected, PoplensItemRange, 0).from;
  else if (!self->cursor_moved)
    return FALSE;
  return *item < poplens_chart_get_n_items (self->chart);
}

static void
on_measure (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  /* Focus the chart while the user measures, so that the chart gets Escape, which ends measuring.
   */
  if (poplens_chart_measure_set (self, !self->measuring))
    gtk_widget_grab_focus (widget);
}

static gboolean
on_copy_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);

  if (poplens_chart_measure_copy (self))
    return TRUE;
  if (!item_of_keys (self, &self->menu_item))
    return FALSE;
  copy_item (self);
  return TRUE;
}

/* Makes the submenu of the actions that jump between steps of a trace. The page that contains the
 * chart implements these actions. */
static GMenuModel *
jumps_new (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, "Next Longer Step", "page.jump::next-longer");
  g_menu_append (menu, "Previous Longer Step", "page.jump::previous-longer");
  g_menu_append (menu, "Next Execution of Program", "page.jump::next-run");
  g_menu_append (menu, "Previous Execution of Program", "page.jump::previous-run");
  g_menu_append (menu, "Next Wait", "page.jump::next-wait");
  g_menu_append (menu, "Previous Wait", "page.jump::previous-wait");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
build_chart_menu (PoplensChartWidget *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) item = g_menu_new ();
  g_autoptr (GMenu) picture = g_menu_new ();
  g_autoptr (GMenuItem) trace = g_menu_item_new ("Export Trace…", "page.export-trace");
  g_autoptr (GMenuModel) jumps = jumps_new ();

  g_menu_append (item, "Show Card", "chart.show-card");
  g_menu_append (item, "Copy Details", "chart.copy-details");
  g_menu_append (item, "Zoom to Selection", "chart.fit-item");
  if (self->use->has_boxes)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (item));
  if (poplens_chart_measure_can (self)) {
    g_menu_append (menu, "Measure", "chart.measure");
    g_menu_append (menu, "Add Bookmark…", "bookmarks.add");
    g_menu_append (menu, "Bookmarks…", "bookmarks.list");
  }
  if (poplens_chart_measure_can (self))
    g_menu_append_submenu (menu, "Go To", jumps);
  if (chart_range_can (self))
    g_menu_append (menu, "Zoom to Range…", "chart.range");
  /* The page that contains the chart implements these actions. */
  g_menu_append (picture, "Copy Image", "page.copy-picture");
  g_menu_append (picture, "Export Image…", "page.export");
  g_menu_item_set_attribute (trace, "hidden-when", "s", "action-disabled");
  g_menu_append_item (picture, trace);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (picture));
  return G_MENU_MODEL (menu);
}

static void
popup_chart_menu (PoplensChartWidget *self, double x, double y, gboolean on_item)
{
  g_autoptr (GMenuModel) model = build_chart_menu (self);

  if (!self->menu) {
    self->menu = gtk_popover_menu_new_from_model (NULL);
    gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
    gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
    g_signal_connect_swapped (self->menu, "closed", G_CALLBACK (gtk_widget_queue_draw), self);
  }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), model);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.show-card", on_item);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.copy-details", on_item);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "chart.fit-item", on_item);
  poplens_popover_point_at (GTK_POPOVER (self->menu), x, y);
  /* The menu now has the pointer: forget its position until GTK reports that it moves over the
   * chart again. */
  self->has_pointer = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static gboolean
on_chart_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  double x, y;

  if (!item_of_keys (self, &self->menu_item)) {
    popup_chart_menu (self, 24, 24, FALSE);
    return TRUE;
  }
  self->use->show_item (self, self->menu_item);
  if (self->use->place_of (self, self->menu_item, &x, &y))
    popup_chart_menu (self, x, y, TRUE);
  return TRUE;
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  PoplensChartWidget *self = data;
  PoplensChartHit hit = {0};
  gboolean on_item = self->use->has_boxes && self->use->item_at (self, x, y, &hit) &&
                     hit.area != POPLENS_CHART_HIT_MORE;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->menu_item = hit.item;
  popup_chart_menu (self, x, y, on_item);
}

void
poplens_chart_menu_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "chart.copy-details", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "chart.show-card", NULL, on_menu_show_card);
  gtk_widget_class_install_action (widget_class, "chart.fit-item", NULL, on_fit);
  gtk_widget_class_install_action (widget_class, "chart.measure", NULL, on_measure);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, on_copy_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_chart_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_chart_menu_key, NULL);
}

void
poplens_chart_menu_attach (PoplensChartWidget *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
