/* PoplensChartWidget: a range that is typed, for those who know where they want to look. */
#include "app/chart/chart-widget-private.h"

#include "app/widgets/popover-point.h"
#include "charts/core/range-text.h"

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
