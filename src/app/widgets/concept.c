/* Popovers that explain a term with its entry in the guide's glossary. */
#include "app/widgets/concept.h"

#include "app/widgets/popover-point.h"
#include "guide/glossary.h"

#define WIDTH 46 /* width of the popover's text, in characters */
#define KEY "poplens-glossary"

/* Returns the glossary: loaded once, and stored with the display. (transfer none) */
static const PoplensGlossary *
get_glossary (void)
{
  GObject *display = G_OBJECT (gdk_display_get_default ());
  PoplensGlossary *glossary = g_object_get_data (display, KEY);

  if (!glossary) {
    glossary = poplens_glossary_new ();
    g_object_set_data_full (display, KEY, glossary, (GDestroyNotify) poplens_glossary_free);
  }
  return glossary;
}

static gboolean
on_link (GtkWidget *label, const char *target)
{
  gtk_widget_activate_action (label, "win.guide", "s", target);
  return TRUE;
}

static GtkWidget *
popover_new (const PoplensGlossaryEntry *entry)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (entry->term), *text = gtk_label_new (NULL);
  GtkWidget *more = gtk_button_new_with_label ("Open Glossary");

  gtk_label_set_markup (GTK_LABEL (text), entry->markup);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (text), WIDTH);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (more, "flat");
  gtk_widget_set_halign (more, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (more), "win.guide");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (more), "s", POPLENS_GLOSSARY_PLACE);
  g_signal_connect (text, "activate-link", G_CALLBACK (on_link), NULL);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), more);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  entry->term, -1);
  return popover;
}

/* Creates the popover when the button is first clicked: a page has many such buttons. */
static void
on_popup (GtkMenuButton *button, gpointer entry)
{
  if (!gtk_menu_button_get_popover (button))
    gtk_menu_button_set_popover (button, popover_new (entry));
}

GtkWidget *
poplens_concept_wrap (GtkWidget *label)
{
  const PoplensGlossaryEntry *entry =
      poplens_glossary_find (get_glossary (), gtk_label_get_text (GTK_LABEL (label)));
  GtkWidget *button;

  if (!entry)
    return label;
  button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), label);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), on_popup, (gpointer) entry,
                                         NULL);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "concept");
  /* Set the accessible label: a screen reader would otherwise read the name of the widget's class.
   */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (GTK_LABEL (label)),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Explain", -1);
  return button;
}

void
poplens_concept_add_menu (GMenu *menu, const char *const *texts, const char *action)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; texts[i]; i++) {
    const PoplensGlossaryEntry *entry = poplens_glossary_find (get_glossary (), texts[i]);
    if (!entry || !g_hash_table_add (seen, (gpointer) entry->term))
      continue;
    g_autofree char *title = g_strdup_printf ("Explain “%s”", entry->term);
    g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);
    g_menu_item_set_action_and_target (item, action, "s", entry->term);
    g_menu_append_item (menu, item);
  }
}

void
poplens_concept_popup (GtkWidget *parent, const char *term, double x, double y)
{
  const PoplensGlossaryEntry *entry = poplens_glossary_find (get_glossary (), term);

  if (entry)
    poplens_popover_open_at (GTK_POPOVER (popover_new (entry)), parent, x, y);
}
