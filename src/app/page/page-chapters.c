#include "app/page/page-chapters.h"

#include "app/widgets/scroll-start.h"

struct _PoplensPageChapters {
  GtkWidget parent_instance;
  GtkWidget *scrolled; /* a narrow window shows them all the same */
  GtkWidget *box;
  const char *key; /* of the location; static */
  guint n;
  int current;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensPageChapters, poplens_page_chapters, GTK_TYPE_WIDGET)

static void
on_toggled (GtkToggleButton *button, gpointer data)
{
  PoplensPageChapters *self = data;

  if (!self->quiet && gtk_toggle_button_get_active (button))
    g_signal_emit_by_name (self, "choice", self->key,
                           g_object_get_data (G_OBJECT (button), "poplens-option"));
}

static void
rebuild (PoplensPageChapters *self, const PoplensControl *control)
{
  GtkWidget *child, *first = NULL;

  while ((child = gtk_widget_get_first_child (self->box)))
    gtk_box_remove (GTK_BOX (self->box), child);
  for (guint i = 0; i < control->n_options; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (control->titles[i]);
    g_object_set_data_full (G_OBJECT (button), "poplens-option", g_strdup (control->options[i]),
                            g_free);
    if (first)
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
    else
      first = button;
    g_signal_connect (button, "toggled", G_CALLBACK (on_toggled), self);
    gtk_box_append (GTK_BOX (self->box), button);
  }
  self->key = control->key;
  self->n = control->n_options;
}

static const PoplensControl *
find_chapters (const PoplensPage *page)
{
  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (control->is_chapters)
      return control;
  }
  return NULL;
}

gboolean
poplens_page_chapters_show (GtkWidget *widget, const PoplensPage *page)
{
  PoplensPageChapters *self = POPLENS_PAGE_CHAPTERS (widget);
  const PoplensControl *control = find_chapters (page);
  GtkWidget *button;
  gboolean changed;

  gtk_widget_set_visible (widget, control != NULL);
  if (!control)
    return FALSE;
  self->quiet = TRUE;
  if (control->n_options != self->n)
    rebuild (self, control);
  button = gtk_widget_get_first_child (self->box);
  for (guint i = 0; i < control->current; i++)
    button = gtk_widget_get_next_sibling (button);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  self->quiet = FALSE;
  changed = self->current >= 0 && self->current != (int) control->current;
  self->current = (int) control->current;
  return changed;
}

static void
poplens_page_chapters_dispose (GObject *object)
{
  g_clear_pointer (&POPLENS_PAGE_CHAPTERS (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (poplens_page_chapters_parent_class)->dispose (object);
}

static void
poplens_page_chapters_class_init (PoplensPageChaptersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_chapters_dispose;
  g_signal_new ("choice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_page_chapters_init (PoplensPageChapters *self)
{
  self->current = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->box, "linked");
  gtk_widget_add_css_class (self->box, "page-chapters");
  gtk_widget_set_halign (self->box, GTK_ALIGN_START);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->box);
  poplens_scroll_from_start (GTK_SCROLLED_WINDOW (self->scrolled));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
poplens_page_chapters_new (void)
{
  return g_object_new (POPLENS_TYPE_PAGE_CHAPTERS, NULL);
}
