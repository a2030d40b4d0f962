/* PoplensChartWidget: a range that is typed, for those who know where they want to look. */
#include "app/chart/chart-widget-private.h"
#include "app/widgets/popover-point.h"
#include "charts/core/range-text.h"
#include "charts/lanes/field.h"

/* ---- chart field ----------------------------------------------------------------------------- */

/* PoplensChartWidget with fields below the rows of a LANES chart: what a line did at the pointer,
 * clicks on it, and how high lines are. */

gboolean
poplens_chart_field_at (PoplensChartWidget *self, double x, double y, PoplensFieldPlace *place)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);

  return layout && poplens_chart_layout_hit (layout, x, y).area == POPLENS_CHART_HIT_FIELD &&
         poplens_chart_layout_field_at (layout, x, y, place);
}

void
poplens_chart_field_click (PoplensChartWidget *self, double x, double y)
{
  PoplensFieldPlace place;

  if (poplens_chart_field_at (self, x, y, &place))
    g_signal_emit_by_name (self, "line-clicked", place.group, place.line, place.from);
}

gboolean
poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  PoplensChartView view;

  if (!layout || !self->chart || !poplens_chart_has_fields (self->chart))
    return FALSE;
  view = poplens_chart_layout_zoom_lines (layout, factor, y);
  poplens_chart_widget_change_view (self, view);
  return TRUE;
}

gboolean
poplens_chart_field_is_in_gutter (PoplensChartWidget *self)
{
  PoplensChartLayout *layout = poplens_chart_widget_get_layout (self);
  double x, y, width, height;

  if (!layout)
    return FALSE;
  poplens_chart_layout_get_plot (layout, &x, &y, &width, &height);
  return self->has_pointer && self->pointer_x < x && self->pointer_y >= y;
}

gboolean
poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  PoplensChartWidget *self = POPLENS_CHART_WIDGET (widget);
  double factor, middle = gtk_widget_get_height (widget) / 2.0;

  g_variant_get (arguments, "(d)", &factor);
  return poplens_chart_field_zoom (self, factor, self->has_pointer ? self->pointer_y : middle);
}

/* ---- chart range ----------------------------------------------------------------------------- */

#define CHARACTERS 28
/* Below the top of the chart, so that its middle stays to be seen. */
#define TOP 24

typedef struct {
  PoplensChartWidget *chart; /* not owned: the popover is its child */
  GtkWidget *popover, *entry, *hint;
} Range;

static void
say (Range *self, const char *text, gboolean wrong)
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
on_changed (Range *self)
{
  g_autofree char *hint = poplens_chart_range_hint (self->chart->chart);

  say (self, hint, FALSE);
}

static void
on_activate (Range *self)
{
  PoplensChartView view = self->chart->view;
  g_autoptr (GError) error = NULL;

  if (!poplens_chart_range_parse (
          self->chart->chart, gtk_editable_get_text (GTK_EDITABLE (self->entry)), &view, &error)) {
    say (self, error->message, TRUE);
    return;
  }
  poplens_chart_widget_change_view (self->chart, view);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* Room for the longest of what may be said: a popover does not grow with its text. */
static void
reserve_lines (GtkWidget *label)
{
  g_autoptr (PangoLayout) lines = gtk_widget_create_pango_layout (label, "\n\n");
  int height;

  pango_layout_get_pixel_size (lines, NULL, &height);
  gtk_widget_set_size_request (label, -1, height);
}

static GtkWidget *
build (Range *self, const char *range)
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
  reserve_lines (self->hint);
  return self->popover;
}

gboolean
poplens_chart_range_can (PoplensChartWidget *self)
{
  return self->chart && poplens_chart_has_range (self->chart);
}

void
poplens_chart_range_open (PoplensChartWidget *chart)
{
  if (!poplens_chart_range_can (chart) || !poplens_popover_may_point_to (GTK_WIDGET (chart)))
    return;
  Range *self = g_new0 (Range, 1);
  g_autofree char *range = poplens_chart_range_format (chart->chart, &chart->view);

  self->chart = chart;
  build (self, range);
  on_changed (self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_object_set_data_full (G_OBJECT (self->popover), "poplens-range", self, g_free);
  poplens_popover_open_at (GTK_POPOVER (self->popover), GTK_WIDGET (chart),
                           gtk_widget_get_width (GTK_WIDGET (chart)) / 2.0, TOP);
  gtk_widget_grab_focus (self->entry);
}
