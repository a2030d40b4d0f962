/* PoplensFactsView: makes cards of facts one by one, and has a menu for copying. Also
 * PoplensFactList, which PoplensFindingsView uses, too. */
#include "app/page/facts-view.h"

#include "app/widgets/layouts.h"
#include "app/widgets/concept.h"
#include "app/widgets/popover-point.h"
#include "app/widgets/bins.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"

#include <string.h>

/* ---- facts that are added one by one --------------------------------------------------------- */

/* Key of a widget's object data: all texts of the fact that it shows, joined. */
#define KEY "poplens-fact"

static char *
fact_key_of (const PoplensFact *fact)
{
  const char *texts[] = {fact->label,  fact->value,   fact->detail,  fact->cause, fact->link,
                         fact->source, fact->command, fact->finding, fact->code};
  GString *key = g_string_new (NULL);
  PoplensNumber fill;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_append_printf (key, "%s\n", texts[i] ? texts[i] : "");
  g_string_append_printf (key, "%d %s", fact->tone, poplens_format_exact (fill, fact->fill));
  for (guint i = 0; fact->links && i < fact->links->len; i++) {
    const PoplensPageLink *link = fact->links->pdata[i];
    g_string_append_printf (key, "\n%s %s %d", link->title, link->location, link->is_likely);
  }
  return g_string_free (key, FALSE);
}

static GtkWidget *
widget_at (PoplensFactList *self, guint index)
{
  GtkWidget *child = gtk_widget_get_first_child (self->parent);

  while (child && index--)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static gboolean
widget_shows_fact (GtkWidget *widget, const PoplensFact *fact)
{
  g_autofree char *key = fact_key_of (fact);

  return g_str_equal (g_object_get_data (G_OBJECT (widget), KEY), key);
}

/* TRUE if the widget of a later fact (from .next on) already is @widget, so that it must not be
 * removed. */
static gboolean
is_coming (PoplensFactList *self, GtkWidget *widget)
{
  for (guint i = self->next; i < self->facts->len; i++)
    if (widget_shows_fact (widget, self->facts->pdata[i]))
      return TRUE;
  return FALSE;
}

static void
insert_fact (PoplensFactList *self, const PoplensFact *fact)
{
  GtkWidget *widget = self->widgets->make (self->owner, fact);

  g_object_set_data_full (G_OBJECT (widget), KEY, fact_key_of (fact), g_free);
  self->widgets->insert (self->parent, widget, (int) self->next++);
}

gboolean
poplens_fact_list_show_more (PoplensFactList *self)
{
  for (; self->facts && self->next < self->facts->len; self->next++) {
    const PoplensFact *fact = self->facts->pdata[self->next];
    GtkWidget *there = widget_at (self, self->next);

    if (there && widget_shows_fact (there, fact))
      continue;
    if (there && !is_coming (self, there))
      self->widgets->remove (self->parent, there);
    insert_fact (self, fact);
    return TRUE;
  }
  for (GtkWidget *left = widget_at (self, self->next); left; left = widget_at (self, self->next))
    self->widgets->remove (self->parent, left);
  return FALSE;
}

void
poplens_fact_list_set (PoplensFactList *self, GPtrArray *facts)
{
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  self->facts = facts ? g_ptr_array_ref (facts) : NULL;
  self->next = 0;
  poplens_fact_list_show_more (self);
}

void
poplens_fact_list_clear (PoplensFactList *self)
{
  g_clear_pointer (&self->facts, g_ptr_array_unref);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* Minimum width of a card in pixels, at the normal text size. */
#define CARD_WIDTH 200

struct _PoplensFactsView {
  GtkWidget parent_instance;
  GtkWidget *cards;
  PoplensFactList list;
  GtkWidget *popover; /* (nullable) */
  char *picked;       /* (nullable): the value that the menu copies */
  double x, y;        /* position of the menu in the view, in pixels */
};

G_DEFINE_FINAL_TYPE (PoplensFactsView, poplens_facts_view, GTK_TYPE_WIDGET)

const char *
poplens_tone_icon (PoplensTone tone)
{
  switch (tone) {
  case POPLENS_TONE_GOOD:
    return "object-select-symbolic";
  case POPLENS_TONE_WARNING:
    return "dialog-warning-symbolic";
  case POPLENS_TONE_BAD:
    return "dialog-error-symbolic";
  case POPLENS_TONE_NEUTRAL:
  default:
    return NULL;
  }
}

const char *
poplens_tone_word (PoplensTone tone)
{
  switch (tone) {
  case POPLENS_TONE_GOOD:
    return "Good";
  case POPLENS_TONE_WARNING:
    return "Warning";
  case POPLENS_TONE_BAD:
    return "Problem";
  case POPLENS_TONE_NEUTRAL:
  default:
    return NULL;
  }
}

const char *
poplens_tone_css_class (PoplensTone tone)
{
  static const char *const classes[] = {"tone-neutral", "tone-good", "tone-warning",
                                        "tone-bad",     "tone-less", "tone-more"};

  return classes[MIN ((guint) tone, G_N_ELEMENTS (classes) - 1)];
}

/* ---- a card ---------------------------------------------------------------------------------- */

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 26);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
add_card_title (GtkWidget *box, const PoplensFact *fact)
{
  GtkWidget *label = make_label (fact->label, "fact-label"), *head, *icon;

  if (!poplens_tone_icon (fact->tone)) {
    gtk_box_append (GTK_BOX (box), label);
    return;
  }
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_hexpand (label, TRUE);
  icon = gtk_image_new_from_icon_name (poplens_tone_icon (fact->tone));
  gtk_widget_add_css_class (icon, "fact-icon");
  poplens_tooltip_set (icon, poplens_tone_word (fact->tone));
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  poplens_tone_word (fact->tone), -1);
  gtk_box_append (GTK_BOX (head), poplens_column_bin_new (label));
  gtk_box_append (GTK_BOX (head), icon);
  gtk_box_append (GTK_BOX (box), head);
}

static void
add_bar (GtkWidget *box, const PoplensFact *fact)
{
  GtkWidget *bar;

  if (fact->fill < 0)
    return;
  bar = gtk_progress_bar_new ();
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), CLAMP (fact->fill, 0, 1));
  gtk_widget_add_css_class (bar, "fact-bar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, fact->label,
                                  -1);
  gtk_box_append (GTK_BOX (box), bar);
}

static void
on_card_clicked (GtkButton *button, gpointer data)
{
  g_signal_emit_by_name (data, "follow", g_object_get_data (G_OBJECT (button), "poplens-link"));
}

/* Creates the label for a fact's details. Its lines are ellipsized, not wrapped. */
static GtkWidget *
make_detail (const char *text)
{
  g_autofree char *wrapped = poplens_wrapped_text (text);
  GtkWidget *label = make_label (wrapped, "fact-detail");

  if (strchr (text, '\n')) {
    gtk_label_set_lines (GTK_LABEL (label), 1);
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  }
  return label;
}

static GtkWidget *
make_card (gpointer self, const PoplensFact *fact)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *card = box;
  GtkWidget *value;

  add_card_title (box, fact);
  value = make_label (fact->value, "fact-value");
  gtk_box_append (GTK_BOX (box), value);
  gtk_widget_add_css_class (value, "numeric");
  add_bar (box, fact);
  if (fact->detail && *fact->detail)
    gtk_box_append (GTK_BOX (box), make_detail (fact->detail));
  if (fact->link) {
    card = gtk_button_new ();
    gtk_button_set_child (GTK_BUTTON (card), box);
    g_object_set_data_full (G_OBJECT (card), "poplens-link", g_strdup (fact->link), g_free);
    g_signal_connect_object (card, "clicked", G_CALLBACK (on_card_clicked), self, 0);
    g_autofree char *spoken = g_strdup_printf ("%s: %s", fact->label, fact->value);
    gtk_accessible_update_property (GTK_ACCESSIBLE (card), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                    -1);
  }
  poplens_tooltip_set (card, fact->source);
  gtk_widget_set_size_request (card, CARD_WIDTH, -1);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "fact");
  gtk_widget_add_css_class (card, poplens_tone_css_class (fact->tone));
  g_object_set_data_full (
      G_OBJECT (card), "poplens-copy",
      g_strconcat (fact->label, "\t", fact->value, fact->detail ? "\t" : "", fact->detail, NULL),
      g_free);
  g_object_set_data_full (G_OBJECT (card), "poplens-value", g_strdup (fact->value), g_free);
  g_object_set_data_full (G_OBJECT (card), "poplens-title", g_strdup (fact->label), g_free);
  return card;
}

static void
insert_card (GtkWidget *cards, GtkWidget *card, int index)
{
  GtkWidget *before = NULL;

  for (; index; index--)
    before = before ? gtk_widget_get_next_sibling (before) : gtk_widget_get_first_child (cards);
  gtk_box_insert_child_after (GTK_BOX (cards), card, before);
}

static void
remove_card (GtkWidget *cards, GtkWidget *card)
{
  gtk_box_remove (GTK_BOX (cards), card);
}

gboolean
poplens_facts_view_show_more (PoplensFactsView *self)
{
  gboolean more = poplens_fact_list_show_more (&self->list);

  if (!more)
    gtk_widget_set_visible (self->cards, TRUE);
  return more;
}

void
poplens_facts_view_set_facts (PoplensFactsView *self, GPtrArray *facts)
{
  gboolean first = !gtk_widget_get_first_child (self->cards);

  poplens_fact_list_set (&self->list, facts);
  /* Hide the cards until all are made. Otherwise, each card that is higher than the others would
   * change the height of the row. */
  if (first)
    gtk_widget_set_visible (self->cards, FALSE);
}

/* ---- copying --------------------------------------------------------------------------------- */

static void
copy_facts (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensFactsView *self = POPLENS_FACTS_VIEW (widget);
  GString *text = g_string_new (g_str_equal (action, "facts.copy") ? self->picked : NULL);
  GtkWidget *child;

  if (g_str_equal (action, "facts.copy-all"))
    for (child = gtk_widget_get_first_child (self->cards); child;
         child = gtk_widget_get_next_sibling (child))
      g_string_append_printf (text, "%s\n",
                              (char *) g_object_get_data (G_OBJECT (child), "poplens-copy"));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
  g_string_free (text, TRUE);
  g_signal_emit_by_name (self, "toast", "Copied");
}

static void
explain_term (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensFactsView *self = POPLENS_FACTS_VIEW (widget);

  poplens_concept_popup (widget, g_variant_get_string (parameter, NULL), self->x, self->y);
}

static GMenuModel *
build_facts_menu (GtkWidget *card)
{
  GMenu *menu = g_menu_new ();
  const char *texts[] = {card ? g_object_get_data (G_OBJECT (card), "poplens-title") : NULL, NULL};

  g_menu_append (menu, "Copy Value", "facts.copy");
  g_menu_append (menu, "Copy All", "facts.copy-all");
  poplens_concept_add_menu (menu, texts, "facts.explain");
  return G_MENU_MODEL (menu);
}

/* Opens the context menu at (@x, @y). @found: (nullable): a widget in the card that the menu is
 * for. */
static void
popup_fact_menu (PoplensFactsView *self, GtkWidget *found, double x, double y)
{
  while (found && !g_object_get_data (G_OBJECT (found), "poplens-value"))
    found = gtk_widget_get_parent (found);
  g_autoptr (GMenuModel) menu = build_facts_menu (found);
  g_free (self->picked);
  self->picked = found ? g_strdup (g_object_get_data (G_OBJECT (found), "poplens-value")) : NULL;
  self->x = x;
  self->y = y;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "facts.copy", self->picked != NULL);
  if (!self->popover) {
    self->popover = gtk_popover_menu_new_from_model (menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
    gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
    gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  } else {
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->popover), menu);
  }
  poplens_popover_point_at (GTK_POPOVER (self->popover), x, y);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_secondary_press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  popup_fact_menu (data, gtk_widget_pick (data, x, y, GTK_PICK_DEFAULT), x, y);
}

/* The Menu key or Shift+F10: opens the context menu of the focused card. */
static gboolean
on_facts_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  double x = 0, y = 0;

  if (!focus || !gtk_widget_is_ancestor (focus, widget) ||
      !gtk_widget_translate_coordinates (focus, widget, 12, 24, &x, &y))
    return FALSE;
  popup_fact_menu (POPLENS_FACTS_VIEW (widget), focus, x, y);
  return TRUE;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_facts_view_dispose (GObject *object)
{
  PoplensFactsView *self = POPLENS_FACTS_VIEW (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  poplens_fact_list_clear (&self->list);
  g_clear_pointer (&self->cards, gtk_widget_unparent);
  g_clear_pointer (&self->picked, g_free);
  G_OBJECT_CLASS (poplens_facts_view_parent_class)->dispose (object);
}

static void
poplens_facts_view_class_init (PoplensFactsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_facts_view_dispose;
  g_signal_new ("follow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "facts.copy", NULL, copy_facts);
  gtk_widget_class_install_action (widget_class, "facts.copy-all", NULL, copy_facts);
  gtk_widget_class_install_action (widget_class, "facts.explain", "s", explain_term);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_facts_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_facts_menu_key, NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_facts_view_init (PoplensFactsView *self)
{
  static const PoplensFactWidgets widgets = {make_card, insert_card, remove_card};
  GtkGesture *click = gtk_gesture_click_new ();

  self->cards = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->cards, poplens_cards_layout_new ());
  gtk_widget_set_parent (self->cards, GTK_WIDGET (self));
  self->list = (PoplensFactList){&widgets, self, self->cards, NULL, 0};
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_press), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
poplens_facts_view_new (void)
{
  return g_object_new (POPLENS_TYPE_FACTS_VIEW, NULL);
}
