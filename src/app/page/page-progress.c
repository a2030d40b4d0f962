#include "app/page/page-progress.h"

/* What takes less is not worth a sign of progress. */
#define DELAY 150
/* While it is not known how much is left, the bar moves so often (ms). */
#define PULSE 60

static GtkWidget *
build_empty (PoplensPageProgress *self)
{
  GtkWidget *outside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->spinner = gtk_spinner_new ();
  gtk_widget_set_size_request (self->spinner, 32, 32);
  self->text = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->text, "dim-label");
  gtk_box_append (GTK_BOX (box), self->spinner);
  gtk_box_append (GTK_BOX (box), self->text);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (box, TRUE);
  gtk_widget_set_visible (box, FALSE);
  gtk_box_append (GTK_BOX (outside), box);
  return outside;
}

void
poplens_page_progress_init (PoplensPageProgress *self, GtkStack *stack)
{
  self->stack = stack;
  self->empty = build_empty (self);
  gtk_stack_add_named (stack, self->empty, "empty");
  self->bar = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->bar, "osd");
  gtk_widget_set_valign (self->bar, GTK_ALIGN_START);
  gtk_widget_set_visible (self->bar, FALSE);
}

/* What is read has a fraction, and what is made of it where that takes long. */
static gboolean
on_pulse (gpointer data)
{
  PoplensPageProgress *self = data;

  if (!self->has_fraction)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->bar));
  return G_SOURCE_CONTINUE;
}

static gboolean
on_delay (gpointer data)
{
  PoplensPageProgress *self = data;
  gboolean empty = gtk_stack_get_visible_child (self->stack) == self->empty;

  self->delay = 0;
  gtk_widget_set_visible (self->bar, TRUE);
  if (!self->pulse)
    self->pulse = g_timeout_add (PULSE, on_pulse, self);
  gtk_widget_set_visible (gtk_widget_get_parent (self->spinner), empty);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), empty);
  return G_SOURCE_REMOVE;
}

void
poplens_page_progress_begin (PoplensPageProgress *self)
{
  self->has_fraction = FALSE;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), 0);
  gtk_label_set_label (GTK_LABEL (self->text), "Loading the report…");
  if (!self->delay)
    self->delay = g_timeout_add (DELAY, on_delay, self);
}

void
poplens_page_progress_tell (PoplensPageProgress *self, double fraction, const char *what)
{
  g_autofree char *text = fraction > 0 && fraction < 1
                              ? g_strdup_printf ("%s… %d %%", what, (int) (fraction * 100))
                              : g_strdup_printf ("%s…", what);

  self->has_fraction = fraction < 1;
  if (self->has_fraction)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), MAX (fraction, 0));
  gtk_label_set_label (GTK_LABEL (self->text), text);
}

void
poplens_page_progress_end (PoplensPageProgress *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  g_clear_handle_id (&self->pulse, g_source_remove);
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_widget_set_visible (gtk_widget_get_parent (self->spinner), FALSE);
}
