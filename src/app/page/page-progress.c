#include "app/page/page-progress.h"

#include "app/remote/link-cost.h"
#include "base/format.h"

/* What takes less is not worth a sign of progress. */
#define DELAY 200
/* While it is not known how much is left, the bar moves so often (ms). */
#define PULSE 60

static GtkWidget *
add_label (PoplensPageProgress *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, style);
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static GtkWidget *
build_empty (PoplensPageProgress *self)
{
  GtkWidget *outside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_size_request (self->spinner, 32, 32);
  gtk_box_append (GTK_BOX (self->box), self->spinner);
  self->title = add_label (self, "heading");
  self->text = add_label (self, "dim-label");
  self->bytes = add_label (self, "dim-label");
  self->cancel = gtk_button_new_with_mnemonic ("_Cancel");
  gtk_widget_add_css_class (self->cancel, "pill");
  gtk_widget_set_halign (self->cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (self->cancel, 6);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cancel), "page.cancel");
  gtk_box_append (GTK_BOX (self->box), self->cancel);
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (self->box, TRUE);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_box_append (GTK_BOX (outside), self->box);
  /* The focus of a page that this takes the place of stays here, and goes to the next page. */
  gtk_widget_set_focusable (outside, TRUE);
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

static void
show_bytes (PoplensPageProgress *self)
{
  guint64 received = poplens_cost_received (self->report) - self->before;
  PoplensNumber read, all;

  if (!received)
    return;
  poplens_format_bytes (read, received, POPLENS_BYTE_UNIT_BINARY);
  poplens_format_bytes (all, self->expected, POPLENS_BYTE_UNIT_BINARY);
  /* What is expected is an estimate: more may come. */
  g_autofree char *text = received <= self->expected ? g_strdup_printf ("%s of %s", read, all)
                                                     : g_strdup_printf ("%s read", read);
  gtk_label_set_label (GTK_LABEL (self->bytes), text);
}

/* What is read has a fraction, and what is made of it where that takes long. */
static gboolean
on_pulse (gpointer data)
{
  PoplensPageProgress *self = data;

  if (!self->has_fraction)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->bar));
  if (self->report && gtk_widget_get_visible (self->box))
    show_bytes (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_delay (gpointer data)
{
  PoplensPageProgress *self = data;
  gboolean empty = !self->page || gtk_stack_get_visible_child (self->stack) != self->page;

  self->delay = 0;
  if (!self->pulse)
    self->pulse = g_timeout_add (PULSE, on_pulse, self);
  gtk_widget_set_visible (self->bar, TRUE);
  gtk_widget_set_visible (self->box, empty);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), empty);
  if (empty)
    gtk_stack_set_visible_child (self->stack, self->empty);
  return G_SOURCE_REMOVE;
}

static void
set_words (PoplensPageProgress *self, PoplensReport *report, const char *title)
{
  g_autofree char *destination = poplens_cost_destination (report);
  g_autofree char *text = destination ? g_strdup_printf ("Loading %s from %s…", title, destination)
                                      : g_strdup_printf ("Loading %s…", title);

  self->expected = 0;
  g_clear_object (&self->report);
  if (destination) {
    self->report = g_object_ref (report);
    self->before = poplens_cost_received (report);
  }
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), 0);
  gtk_label_set_label (GTK_LABEL (self->title), text);
  /* What they will say comes into lines that are there. */
  gtk_label_set_label (GTK_LABEL (self->text), "");
  gtk_label_set_label (GTK_LABEL (self->bytes), "");
  gtk_widget_set_visible (self->bytes, destination != NULL);
  gtk_widget_set_visible (self->cancel, destination != NULL);
}

void
poplens_page_progress_begin (PoplensPageProgress *self, PoplensReport *report, const char *title,
                             GtkWidget *page, GtkWidget *before)
{
  gboolean goes_on =
      (self->delay || self->pulse) && gtk_stack_get_visible_child (self->stack) == self->empty;

  /* From one page that is waited for to another: words, not a blank and then words. */
  if (!goes_on)
    poplens_page_progress_end (self);
  if (gtk_stack_get_visible_child (self->stack) != before)
    gtk_stack_set_visible_child (self->stack, page ? page : self->empty);
  self->has_fraction = FALSE;
  self->page = page;
  set_words (self, report, title);
  if (!goes_on)
    self->delay = g_timeout_add (DELAY, on_delay, self);
}

void
poplens_page_progress_expect (PoplensPageProgress *self, guint64 bytes)
{
  self->expected = bytes;
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
  g_clear_object (&self->report);
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_widget_set_visible (self->box, FALSE);
}
