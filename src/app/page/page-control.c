/* PoplensPageControl: makes drop-downs, switches, linked buttons and search fields of a page, and
 * sets them by the location. Also PoplensNameEntry. */
#include "app/page/page-control.h"

#include "app/window/session.h"
#include "app/page/page-tables.h"
#include "app/widgets/concept.h"
#include "app/widgets/tooltip.h"
#include "base/format.h"

#include <string.h>

/* ---- name field ------------------------------------------------------------------------------ */

#define MOST 10
#define WIDTH_CHARS 20

struct _PoplensNameEntry {
  PoplensSuggestionEntry parent_instance;
  const char *const *names;
};

G_DEFINE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

static void
poplens_name_entry_written (PoplensSuggestionEntry *entry)
{
  const char *const *names = POPLENS_NAME_ENTRY (entry)->names;
  const char *text = poplens_suggestion_entry_get_text (entry);
  guint n = 0;

  poplens_suggestion_entry_clear (entry);
  for (guint i = 0; *text && names[i]; i++)
    if (strcasestr (names[i], text) && n++ < MOST)
      poplens_suggestion_entry_add (entry, names[i], NULL);

  /* Say how many names the list leaves out. */
  PoplensNumber some, all;
  g_autofree char *rest =
      g_strdup_printf ("%s of %s names; type more to narrow the list",
                       poplens_format_count (some, MIN (n, MOST)), poplens_format_count (all, n));
  poplens_suggestion_entry_open (entry, n > MOST ? rest : NULL);
}

static void
poplens_name_entry_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  g_autofree char *name =
      g_strdup (suggestion ? suggestion : poplens_suggestion_entry_get_text (entry));

  poplens_suggestion_entry_set_text (entry, "");
  if (*name)
    g_signal_emit_by_name (entry, "taken", name);
}

static void
poplens_name_entry_class_init (PoplensNameEntryClass *klass)
{
  POPLENS_SUGGESTION_ENTRY_CLASS (klass)->written = poplens_name_entry_written;
  POPLENS_SUGGESTION_ENTRY_CLASS (klass)->taken = poplens_name_entry_taken;
  g_signal_new ("taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
poplens_name_entry_init (PoplensNameEntry *self)
{
}

GtkWidget *
poplens_name_entry_new (const char *const *names, const char *title)
{
  PoplensNameEntry *self = g_object_new (POPLENS_TYPE_NAME_ENTRY, NULL);

  self->names = names;
  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), title, WIDTH_CHARS, title);
  return GTK_WIDGET (self);
}

/* ---- the control ----------------------------------------------------------------------------- */

struct _PoplensPageControl {
  GtkWidget parent_instance;
  PoplensControl control;
  GtkWidget *label;
  GtkWidget *input;
  GtkWidget *count; /* (nullable): label beside a search field */
  GtkWidget *key;   /* (nullable): label with the keyboard shortcut; only in copies for a menu */
  char *words; /* (nullable): words of the search field, as last set from the location or reported
                  by "choice" */
  GStrv completions;     /* (nullable): names that the field completes */
  GStrv options, titles; /* copies, because the page owns the arrays in .control */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensPageControl, poplens_page_control, GTK_TYPE_WIDGET)

static void
choose_option (PoplensPageControl *self, guint option)
{
  if (!self->quiet && option < self->control.n_options)
    g_signal_emit_by_name (self, "choice", self->control.key, self->control.options[option]);
}

static void
on_option_selected (GtkDropDown *input, GParamSpec *pspec, gpointer data)
{
  choose_option (data, gtk_drop_down_get_selected (input));
}

static void
on_linked (GtkToggleButton *button, gpointer data)
{
  if (gtk_toggle_button_get_active (button))
    choose_option (data,
                   GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "poplens-option")));
}

/* Returns the index of option @value (nullable); G_MAXUINT if there is none. */
static guint
option_of (PoplensPageControl *self, const char *value)
{
  for (guint i = 0; value && i < self->control.n_options; i++)
    if (g_str_equal (self->control.options[i], value))
      return i;
  return G_MAXUINT;
}

static void
on_active (GtkSwitch *input, GParamSpec *pspec, gpointer data)
{
  choose_option (data, gtk_switch_get_active (input) ? 0 : 1);
}

static void
on_search_changed (GtkSearchEntry *input, gpointer data)
{
  PoplensPageControl *self = data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (input));

  /* The signal "search-changed" is delayed. Ignore it if the location has set the same text
   * meanwhile. */
  if (self->quiet || !g_strcmp0 (text, self->words ? self->words : ""))
    return;
  g_free (self->words);
  self->words = g_strdup (text);
  g_signal_emit_by_name (self, "choice", self->control.key, *text ? text : NULL);
}

/* ---- search field ---------------------------------------------------------------------------- */

/* Reports the text of the field now, instead of after the delay of GtkSearchEntry. */
static void
flush_words (PoplensPageControl *self)
{
  on_search_changed (GTK_SEARCH_ENTRY (self->input), self);
}

static gboolean
on_search_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
               gpointer data)
{
  PoplensPageControl *self = data;

  if ((key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter) ||
      state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  flush_words (self);
  g_signal_emit_by_name (self, "search-step", state & GDK_SHIFT_MASK ? -1 : 1);
  return TRUE;
}

static void
on_stop_search (PoplensPageControl *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->input), "");
  flush_words (self);
  g_signal_emit_by_name (self, "search-left");
}

static void
on_next_match (PoplensPageControl *self)
{
  g_signal_emit_by_name (self, "search-step", 1);
}

static void
on_previous_match (PoplensPageControl *self)
{
  g_signal_emit_by_name (self, "search-step", -1);
}

void
poplens_page_control_set_count (PoplensPageControl *self, const char *count)
{
  if (!self->count)
    return;
  gtk_label_set_label (GTK_LABEL (self->count), count ? count : "");
  gtk_widget_set_visible (self->count, count != NULL);
  gtk_widget_set_tooltip_text (self->count, count);
}

gboolean
poplens_page_control_is_search (PoplensPageControl *self)
{
  return self->control.kind == POPLENS_CONTROL_SEARCH ||
         self->control.kind == POPLENS_CONTROL_NAMES;
}

gboolean
poplens_page_control_focus (PoplensPageControl *self)
{
  if (GTK_IS_EDITABLE (self->input))
    gtk_editable_select_region (GTK_EDITABLE (self->input), 0, -1);
  return gtk_widget_grab_focus (self->input);
}

static void
add_search (PoplensPageControl *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->input = gtk_search_entry_new ();
  g_object_set (self->input, "placeholder-text", self->control.title, NULL);
  /* Minimum width of the field, used if the tool bar has little space. */
  gtk_editable_set_width_chars (GTK_EDITABLE (self->input), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->input), 14);
  g_signal_connect (self->input, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->input, "stop-search", G_CALLBACK (on_stop_search), self);
  g_signal_connect_swapped (self->input, "next-match", G_CALLBACK (on_next_match), self);
  g_signal_connect_swapped (self->input, "previous-match", G_CALLBACK (on_previous_match), self);
  /* Handle keys in the capture phase. Otherwise the field handles them first, and ignores Enter and
   * Shift+Enter, which step through matches. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_widget_add_controller (self->input, keys);
  /* Label with the number of matches. It is hidden until there is a search, to save space. */
  self->count = gtk_label_new (NULL);
  gtk_widget_set_visible (self->count, FALSE);
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_widget_add_css_class (self->count, "caption");
  gtk_label_set_xalign (GTK_LABEL (self->count), self->control.count_first ? 1 : 0);
  /* Reserve the width of "1,234 matches" and "12 of 1,234", so that nothing moves while the user
   * steps through matches. Errors in an expression can be longer and are ellipsized. */
  gtk_label_set_width_chars (GTK_LABEL (self->count), 13);
  gtk_label_set_max_width_chars (GTK_LABEL (self->count), 32);
  gtk_label_set_ellipsize (GTK_LABEL (self->count), PANGO_ELLIPSIZE_END);
}

/* TRUE if the control is a single widget that shows its value. Name fields and groups of buttons
 * consist of several widgets. */
static gboolean
is_one_input (PoplensPageControl *self)
{
  return self->control.kind != POPLENS_CONTROL_NAMES &&
         self->control.kind != POPLENS_CONTROL_BUTTONS;
}

gboolean
poplens_page_control_matches (PoplensPageControl *self, const PoplensControl *control)
{
  if (!g_str_equal (self->control.key, control->key) ||
      !g_str_equal (self->control.title, control->title) || self->control.kind != control->kind ||
      self->control.letter != control->letter ||
      (control->completions &&
       g_strv_length (self->completions) != g_strv_length (control->completions)) ||
      self->control.n_options != control->n_options)
    return FALSE;
  for (guint i = 0; i < control->n_options; i++)
    if (!g_str_equal (self->control.options[i], control->options[i]) ||
        g_strcmp0 (self->control.titles[i], control->titles ? control->titles[i] : ""))
      return FALSE;
  return TRUE;
}

static void show_buttons (PoplensPageControl *self, guint nowhere);

static void
show_linked (PoplensPageControl *self, guint option)
{
  GtkWidget *button = gtk_widget_get_first_child (self->input);

  for (; option && button; option--)
    button = gtk_widget_get_next_sibling (button);
  if (button)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
}

/* Returns the index of the shown option. */
static guint
get_shown (PoplensPageControl *self)
{
  guint option = 0;

  if (self->control.kind == POPLENS_CONTROL_SWITCH)
    return gtk_switch_get_active (GTK_SWITCH (self->input)) ? 0 : 1;
  if (!self->control.is_linked)
    return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->input));
  for (GtkWidget *button = gtk_widget_get_first_child (self->input);
       button && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));
       button = gtk_widget_get_next_sibling (button))
    option++;
  return option;
}

gboolean
poplens_page_control_is_in_display (PoplensPageControl *self)
{
  return self->control.in_display;
}

gboolean
poplens_page_control_is_changed (PoplensPageControl *self)
{
  return (self->control.kind == POPLENS_CONTROL_SWITCH ||
          self->control.kind == POPLENS_CONTROL_CHOICE) &&
         get_shown (self) != self->control.fallback;
}

static void
show_current (PoplensPageControl *self, guint option)
{
  if (self->control.kind == POPLENS_CONTROL_BUTTONS) {
    show_buttons (self, option);
    return;
  }
  if (option >= self->control.n_options)
    return;
  self->quiet = TRUE;
  if (self->control.kind == POPLENS_CONTROL_SWITCH)
    gtk_switch_set_active (GTK_SWITCH (self->input), option == 0);
  else if (self->control.is_linked)
    show_linked (self, option);
  else
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->input), option);
  self->quiet = FALSE;
}

void
poplens_page_control_set_current (PoplensPageControl *self, guint option)
{
  self->control.current = option;
  show_current (self, option);
}

/* Sets the text of the search field, unless the user is typing in it. */
static void
show_words (PoplensPageControl *self, const char *words)
{
  GtkEditable *input = GTK_EDITABLE (self->input);

  if (g_str_equal (gtk_editable_get_text (input), words) ||
      gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (input))))
    return;
  self->quiet = TRUE;
  gtk_editable_set_text (input, words);
  self->quiet = FALSE;
}

void
poplens_page_control_set_location (PoplensPageControl *self, const PoplensLocation *location)
{
  const char *value = poplens_location_get (location, self->control.key);
  guint option = option_of (self, value);

  if (self->control.needs)
    show_buttons (self, poplens_location_get (location, self->control.needs) ? self->control.current
                                                                             : G_MAXUINT);
  if (!is_one_input (self))
    return;
  if (self->control.kind == POPLENS_CONTROL_SEARCH) {
    g_free (self->words);
    self->words = g_strdup (value);
    show_words (self, value ? value : "");
    return;
  }
  /* The location has no value for the control. If the key only affects the view, the page is not
   * built again: show the first option. Otherwise wait for the new page, which knows its
   * default. */
  if (option == G_MAXUINT &&
      !poplens_location_is_view_key (self->control.key, poplens_location_get_page (location)))
    return;
  if (option == G_MAXUINT)
    option = 0;
  show_current (self, option);
}

/* Makes a drop-down as wide as its widest option: it would otherwise be as wide as its current one,
 * and a choice would move the widgets beside it. */
static void
reserve_width (GtkWidget *drop_down, PoplensPageControl *self)
{
  guint now = gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down));
  int natural, widest = 0, shown = 0;

  for (guint i = 0; i < self->control.n_options; i++) {
    g_autoptr (PangoLayout) layout =
        gtk_widget_create_pango_layout (drop_down, self->control.titles[i]);
    int width;
    pango_layout_get_pixel_size (layout, &width, NULL);
    widest = MAX (widest, width);
    if (i == now)
      shown = width;
  }
  gtk_widget_set_size_request (drop_down, -1, -1);
  gtk_widget_measure (drop_down, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  gtk_widget_set_size_request (drop_down, natural + widest - shown, -1);
}

static void
on_name_taken (GtkWidget *entry, const char *name, gpointer data)
{
  PoplensPageControl *self = data;

  g_signal_emit_by_name (self, "choice", self->control.key, name);
}

/* ---- buttons --------------------------------------------------------------------------------- */

static void
on_control_button (GtkButton *button, gpointer data)
{
  choose_option (data, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "poplens-option")));
}

static void
add_buttons (PoplensPageControl *self)
{
  self->input = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->input, "linked");
  for (guint i = 0; i < self->control.n_options; i++) {
    GtkWidget *button = self->control.icons[i]
                            ? gtk_button_new_from_icon_name (self->control.icons[i])
                            : gtk_button_new_with_label (self->control.titles[i]);
    g_object_set_data (G_OBJECT (button), "poplens-option", GUINT_TO_POINTER (i));
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    self->control.titles[i], -1);
    g_signal_connect_object (button, "clicked", G_CALLBACK (on_control_button), self, 0);
    gtk_box_append (GTK_BOX (self->input), button);
  }
}

/* Adds linked toggle buttons, of which one is active. */
static void
add_linked (PoplensPageControl *self)
{
  GtkWidget *first = NULL;

  self->input = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->input, "linked");
  for (guint i = 0; i < self->control.n_options; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (self->control.titles[i]);
    g_object_set_data (G_OBJECT (button), "poplens-option", GUINT_TO_POINTER (i));
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                 first ? GTK_TOGGLE_BUTTON (first) : NULL);
    first = first ? first : button;
    gtk_box_append (GTK_BOX (self->input), button);
  }
  show_linked (self, self->control.current);
  for (GtkWidget *button = first; button; button = gtk_widget_get_next_sibling (button))
    g_signal_connect (button, "toggled", G_CALLBACK (on_linked), self);
}

/* Makes the buttons of options that lead nowhere insensitive; their tooltips say why. @nowhere: bit
 * i is set if option i leads nowhere. */
static void
show_buttons (PoplensPageControl *self, guint nowhere)
{
  GtkWidget *button = gtk_widget_get_first_child (self->input);

  for (guint i = 0; button; i++, button = gtk_widget_get_next_sibling (button)) {
    gboolean leads = !(nowhere & 1u << i);
    g_autofree char *why =
        g_strdup_printf ("%s.\n%s", self->control.docs[i], self->control.why_not[i]);
    poplens_tooltip_set (button, leads ? self->control.docs[i] : why);
    gtk_widget_set_sensitive (button, leads);
  }
}

/* Gives an accessible name to the button inside of a drop-down: it gets the focus, but has no name
 * in GTK. */
static void
name_button (PoplensPageControl *self)
{
  GtkWidget *button = gtk_widget_get_first_child (self->input);
  guint option = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->input));

  if (!GTK_IS_TOGGLE_BUTTON (button) || option >= self->control.n_options)
    return;
  g_autofree char *name =
      g_strdup_printf ("%s: %s", self->control.title, self->control.titles[option]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
add_input (PoplensPageControl *self)
{
  switch (self->control.kind) {
  case POPLENS_CONTROL_BUTTONS:
    add_buttons (self);
    break;
  case POPLENS_CONTROL_NAMES:
    self->input =
        poplens_name_entry_new ((const char *const *) self->completions, self->control.title);
    g_signal_connect (self->input, "taken", G_CALLBACK (on_name_taken), self);
    break;
  case POPLENS_CONTROL_SEARCH:
    add_search (self);
    break;
  case POPLENS_CONTROL_SWITCH:
    self->input = gtk_switch_new ();
    g_signal_connect (self->input, "notify::active", G_CALLBACK (on_active), self);
    break;
  default:
    if (self->control.is_linked) {
      add_linked (self);
      break;
    }
    self->input = gtk_drop_down_new_from_strings ((const char *const *) self->titles);
    g_signal_connect (self->input, "notify::selected", G_CALLBACK (on_option_selected), self);
    g_signal_connect (self->input, "realize", G_CALLBACK (reserve_width), self);
    g_signal_connect_swapped (self->input, "notify::selected", G_CALLBACK (name_button), self);
    name_button (self);
  }
  gtk_widget_set_valign (self->input, GTK_ALIGN_CENTER);
  if (is_one_input (self))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->input), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    self->control.title, -1);
  gtk_widget_set_parent (self->input, GTK_WIDGET (self));
  if (self->count)
    gtk_widget_insert_before (self->count, GTK_WIDGET (self),
                              self->control.count_first ? self->input : NULL);
}

static void
set_tooltip (PoplensPageControl *self)
{
  const PoplensControl *control = &self->control;
  g_autofree char *with_key =
      control->letter ? g_strdup_printf ("%s (%c)", control->doc, g_ascii_toupper (control->letter))
                      : NULL;

  poplens_tooltip_set (GTK_WIDGET (self), with_key ? with_key : control->doc);
}

static GStrv
copy_texts (const char *const *texts, guint n)
{
  GStrv copy = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    copy[i] = g_strdup (texts ? texts[i] : "");
  return copy;
}

GtkWidget *
poplens_page_control_new (const PoplensControl *control)
{
  PoplensPageControl *self = g_object_new (POPLENS_TYPE_PAGE_CONTROL, NULL);

  self->control = *control;
  self->completions = g_strdupv (control->completions);
  self->control.completions = self->completions;
  self->options = copy_texts (control->options, control->n_options);
  self->titles = copy_texts (control->titles, control->n_options);
  self->control.options = (const char *const *) self->options;
  self->control.titles = (const char *const *) self->titles;
  self->label = gtk_label_new (poplens_page_control_is_search (self) ? NULL : control->title);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  self->label = poplens_concept_wrap (self->label);
  gtk_widget_set_visible (self->label,
                          !poplens_page_control_is_search (self) && !control->is_plain);
  gtk_widget_set_valign (self->label, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_add_css_class (self->label, "control-label");
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  add_input (self);
  /* Set no tooltip on a field with a list of names, which the tooltip would cover. */
  if (is_one_input (self))
    set_tooltip (self);
  poplens_page_control_set_current (self, control->current);
  return GTK_WIDGET (self);
}

GtkWidget *
poplens_page_control_copy (PoplensPageControl *self)
{
  PoplensPageControl *copy = POPLENS_PAGE_CONTROL (poplens_page_control_new (&self->control));
  char letter[] = {g_ascii_toupper (self->control.letter), '\0'};

  if (*letter) {
    copy->key = gtk_label_new (letter);
    gtk_widget_add_css_class (copy->key, "dim-label");
    gtk_widget_add_css_class (copy->key, "caption");
    gtk_label_set_width_chars (GTK_LABEL (copy->key), 2);
    gtk_widget_insert_before (copy->key, GTK_WIDGET (copy), copy->input);
  }
  return GTK_WIDGET (copy);
}

/* ---- controls of a section ------------------------------------------------------------------- */

static void
on_section_choice (GtkWidget *control, const char *key, const char *value, gpointer session)
{
  poplens_page_set_key (session, key, value, TRUE);
}

void
poplens_page_controls_show (GtkWidget *box, PoplensSession *session, const PoplensPage *page,
                            const char *key)
{
  GtkWidget *next = gtk_widget_get_first_child (box);

  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (g_strcmp0 (control->section, key) || g_str_equal (control->key, "tab"))
      continue;
    if (next && poplens_page_control_matches (POPLENS_PAGE_CONTROL (next), control)) {
      poplens_page_control_set_current (POPLENS_PAGE_CONTROL (next), control->current);
      next = gtk_widget_get_next_sibling (next);
      continue;
    }
    GtkWidget *added = poplens_page_control_new (control);
    g_signal_connect_object (added, "choice", G_CALLBACK (on_section_choice), session, 0);
    gtk_widget_insert_before (added, box, next);
  }
  while (next) {
    GtkWidget *gone = next;
    next = gtk_widget_get_next_sibling (gone);
    gtk_box_remove (GTK_BOX (box), gone);
  }
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_page_control_dispose (GObject *object)
{
  PoplensPageControl *self = POPLENS_PAGE_CONTROL (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->input, gtk_widget_unparent);
  g_clear_pointer (&self->count, gtk_widget_unparent);
  g_clear_pointer (&self->key, gtk_widget_unparent);
  g_clear_pointer (&self->words, g_free);
  g_clear_pointer (&self->completions, g_strfreev);
  g_clear_pointer (&self->options, g_strfreev);
  g_clear_pointer (&self->titles, g_strfreev);
  G_OBJECT_CLASS (poplens_page_control_parent_class)->dispose (object);
}

/* Makes Space toggle a switch that is in a popover: there, GTK binds only Enter. */
static gboolean
on_space (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWidget *input = POPLENS_PAGE_CONTROL (widget)->input;

  return GTK_IS_SWITCH (input) && gtk_widget_is_focus (input) && gtk_widget_activate (input);
}

static void
poplens_page_control_class_init (PoplensPageControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_control_dispose;
  g_signal_new ("choice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  g_signal_new ("search-step", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new ("search-left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_space, 0, on_space, NULL);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
poplens_page_control_init (PoplensPageControl *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              6);
}
