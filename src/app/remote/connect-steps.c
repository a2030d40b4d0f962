#include "app/remote/connect-steps.h"

#include <string.h>

struct _PoplensConnectSteps {
  AdwBin parent;
  AdwStatusPage *page;
  GtkBox *list;
};

G_DEFINE_FINAL_TYPE (PoplensConnectSteps, poplens_connect_steps, ADW_TYPE_BIN)

static void
poplens_connect_steps_class_init (PoplensConnectStepsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/connect-steps.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensConnectSteps, page);
  gtk_widget_class_bind_template_child (widget_class, PoplensConnectSteps, list);
}

static void
poplens_connect_steps_init (PoplensConnectSteps *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
poplens_connect_steps_begin (PoplensConnectSteps *self, const char *destination)
{
  g_autofree char *title = g_strdup_printf ("Connecting to %s…", destination);
  GtkWidget *row;

  adw_status_page_set_title (self->page, title);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_box_remove (self->list, row);
}

static GtkWidget *
step_row (const char *step)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *spinner = gtk_spinner_new (), *label = gtk_label_new (step);

  gtk_widget_set_size_request (spinner, 16, 16);
  gtk_spinner_set_spinning (GTK_SPINNER (spinner), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (row), spinner);
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

static void
set_done (GtkBox *row)
{
  GtkWidget *done = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_box_remove (row, gtk_widget_get_first_child (GTK_WIDGET (row)));
  gtk_box_prepend (row, done);
  gtk_widget_add_css_class (GTK_WIDGET (row), "dim-label");
}

void
poplens_connect_steps_add (PoplensConnectSteps *self, const char *step)
{
  GtkWidget *last = gtk_widget_get_last_child (GTK_WIDGET (self->list));
  GtkWidget *label = last ? gtk_widget_get_last_child (last) : NULL;

  if (!*step || (label && !strcmp (gtk_label_get_text (GTK_LABEL (label)), step)))
    return;
  if (last)
    set_done (GTK_BOX (last));
  gtk_box_append (self->list, step_row (step));
}
