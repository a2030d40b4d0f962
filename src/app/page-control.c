#include "app/page-control.h"

#include "app/page-change.h"

struct _PoplensPageControl {
  GtkWidget parent_instance;
  PoplensControl control;
  GtkWidget *label;
  GtkWidget *input;
  GStrv options, titles; /* what self->control has, for longer than a page lives */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensPageControl, poplens_page_control, GTK_TYPE_WIDGET)

static void
choose (PoplensPageControl *self, guint option)
{
  if (!self->quiet && option < self->control.n_options)
    g_signal_emit_by_name (self, "choice", self->control.key, self->control.options[option]);
}

static void
on_selected (GtkDropDown *input, GParamSpec *pspec, gpointer data)
{
  choose (data, gtk_drop_down_get_selected (input));
}

/* Options are "yes" and "no", in whichever order. */
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
  choose (data, option_of (data, gtk_switch_get_active (input) ? "yes" : "no"));
}

static void
on_search_changed (GtkSearchEntry *input, gpointer data)
{
  PoplensPageControl *self = data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (input));

  if (!self->quiet)
    g_signal_emit_by_name (self, "choice", self->control.key, *text ? text : NULL);
}

gboolean
poplens_page_control_matches (PoplensPageControl *self, const PoplensControl *control)
{
  if (!g_str_equal (self->control.key, control->key) ||
      !g_str_equal (self->control.title, control->title) ||
      self->control.is_switch != control->is_switch || self->control.letter != control->letter ||
      self->control.is_search != control->is_search ||
      self->control.n_options != control->n_options)
    return FALSE;
  for (guint i = 0; i < control->n_options; i++)
    if (!g_str_equal (self->control.options[i], control->options[i]) ||
        g_strcmp0 (self->control.titles[i], control->titles ? control->titles[i] : ""))
      return FALSE;
  return TRUE;
}

const char *
poplens_page_control_get_key (PoplensPageControl *self)
{
  return self->control.key;
}

static void
show (PoplensPageControl *self, guint option)
{
  if (option >= self->control.n_options)
    return;
  self->quiet = TRUE;
  if (self->control.is_switch)
    gtk_switch_set_active (GTK_SWITCH (self->input),
                           g_str_equal (self->control.options[option], "yes"));
  else
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->input), option);
  self->quiet = FALSE;
}

void
poplens_page_control_set_current (PoplensPageControl *self, guint option)
{
  self->control.current = option;
  show (self, option);
}

/* Not over what somebody types. */
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
poplens_page_control_set_place (PoplensPageControl *self, const PoplensPlace *place)
{
  const char *value = poplens_place_get (place, self->control.key);
  guint option = option_of (self, value);

  if (self->control.is_search) {
    show_words (self, value ? value : "");
    return;
  }
  /* Without being built again, a page does not know what stands when a key goes: the first option.
   */
  if (option == G_MAXUINT)
    option = poplens_place_is_view_key (self->control.key) ? 0 : self->control.current;
  show (self, option);
}

static void
add_input (PoplensPageControl *self)
{
  if (self->control.is_search) {
    self->input = gtk_search_entry_new ();
    g_object_set (self->input, "placeholder-text", self->control.title, NULL);
    gtk_editable_set_width_chars (GTK_EDITABLE (self->input), 14);
    gtk_editable_set_max_width_chars (GTK_EDITABLE (self->input), 14);
    g_signal_connect (self->input, "search-changed", G_CALLBACK (on_search_changed), self);
  } else if (self->control.is_switch) {
    self->input = gtk_switch_new ();
    g_signal_connect (self->input, "notify::active", G_CALLBACK (on_active), self);
  } else {
    self->input = gtk_drop_down_new_from_strings ((const char *const *) self->titles);
    g_signal_connect (self->input, "notify::selected", G_CALLBACK (on_selected), self);
  }
  gtk_widget_set_valign (self->input, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->input), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->control.title, -1);
  gtk_widget_set_parent (self->input, GTK_WIDGET (self));
}

static void
set_tooltip (PoplensPageControl *self)
{
  const PoplensControl *control = &self->control;
  g_autofree char *with_key =
      control->letter ? g_strdup_printf ("%s (%c)", control->doc, g_ascii_toupper (control->letter))
                      : NULL;

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), with_key ? with_key : control->doc);
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
  self->options = copy_texts (control->options, control->n_options);
  self->titles = copy_texts (control->titles, control->n_options);
  self->control.options = (const char *const *) self->options;
  self->control.titles = (const char *const *) self->titles;
  self->label = gtk_label_new (control->is_search ? NULL : control->title);
  gtk_widget_set_visible (self->label, !control->is_search);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_add_css_class (self->label, "control-label");
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  add_input (self);
  set_tooltip (self);
  poplens_page_control_set_current (self, control->current);
  return GTK_WIDGET (self);
}

static void
poplens_page_control_dispose (GObject *object)
{
  PoplensPageControl *self = POPLENS_PAGE_CONTROL (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);
  g_clear_pointer (&self->input, gtk_widget_unparent);
  g_clear_pointer (&self->options, g_strfreev);
  g_clear_pointer (&self->titles, g_strfreev);
  G_OBJECT_CLASS (poplens_page_control_parent_class)->dispose (object);
}

static void
poplens_page_control_class_init (PoplensPageControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_control_dispose;
  g_signal_new ("choice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
poplens_page_control_init (PoplensPageControl *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                              6);
}
