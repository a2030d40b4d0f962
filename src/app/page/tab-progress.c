#include "app/page/tab-progress.h"

#define WIDTH 260

/* Hangs on the overlay, which owns the widgets. */
typedef struct {
  GtkWidget *box, *label, *bar;
} Progress;

static GtkWidget *
box_new (Progress *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->label = gtk_label_new (NULL);
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_size_request (self->bar, WIDTH, -1);
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->box, GTK_ALIGN_END);
  gtk_widget_set_can_target (self->box, FALSE);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_add_css_class (self->box, "tab-progress");
  gtk_box_append (GTK_BOX (self->box), self->label);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  return self->box;
}

GtkWidget *
poplens_tab_progress_new (GtkWidget *child)
{
  GtkWidget *overlay = gtk_overlay_new ();
  Progress *self = g_new (Progress, 1);

  gtk_overlay_set_child (GTK_OVERLAY (overlay), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), box_new (self));
  g_object_set_data_full (G_OBJECT (overlay), "poplens-tab-progress", self, g_free);
  return overlay;
}

void
poplens_tab_progress_tell (GtkWidget *overlay, double fraction, const char *what)
{
  Progress *self = g_object_get_data (G_OBJECT (overlay), "poplens-tab-progress");

  if (what) {
    int percent = (int) (CLAMP (fraction, 0, 1) * 100);
    g_autofree char *text = g_strdup_printf ("%s: %d %%", what, percent);
    gtk_label_set_text (GTK_LABEL (self->label), text);
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), percent / 100.0);
  }
  gtk_widget_set_visible (self->box, what != NULL);
}
