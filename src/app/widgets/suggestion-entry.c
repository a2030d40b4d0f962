/* PoplensSuggestionEntry: shows the list in a popover, and handles the keys of the field. */
#include "app/widgets/suggestion-entry.h"

#include "base/visible.h"

#define LINE_CHARS 60
#define SUGGESTION "poplens-suggestion"

typedef struct {
  GtkWidget *entry;
  GtkPopover *popover;
  GtkListBox *list;
  GtkLabel *rest; /* text below the list, such as "10 of 812 names" */
  gboolean quiet;
} PoplensSuggestionEntryPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PoplensSuggestionEntry, poplens_suggestion_entry,
                                     GTK_TYPE_WIDGET)

static PoplensSuggestionEntryPrivate *
get_private (PoplensSuggestionEntry *self)
{
  return poplens_suggestion_entry_get_instance_private (self);
}

void
poplens_suggestion_entry_describe (PoplensSuggestionEntry *self, const char *placeholder,
                                   int width_chars, const char *label)
{
  PoplensSuggestionEntryPrivate *own = get_private (self);

  gtk_entry_set_placeholder_text (GTK_ENTRY (own->entry), placeholder);
  gtk_editable_set_width_chars (GTK_EDITABLE (own->entry), width_chars);
  gtk_accessible_update_property (GTK_ACCESSIBLE (own->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

const char *
poplens_suggestion_entry_get_text (PoplensSuggestionEntry *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (get_private (self)->entry));
}

void
poplens_suggestion_entry_set_text (PoplensSuggestionEntry *self, const char *text)
{
  PoplensSuggestionEntryPrivate *own = get_private (self);

  own->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (own->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (own->entry), -1);
  own->quiet = FALSE;
}

gboolean
poplens_suggestion_entry_has_focus (PoplensSuggestionEntry *self)
{
  GtkEditable *entry = GTK_EDITABLE (get_private (self)->entry);

  return gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (entry)));
}

/* ---- list ------------------------------------------------------------------------------------ */

void
poplens_suggestion_entry_clear (PoplensSuggestionEntry *self)
{
  PoplensSuggestionEntryPrivate *own = get_private (self);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (own->list))))
    gtk_list_box_remove (own->list, row);
}

void
poplens_suggestion_entry_add (PoplensSuggestionEntry *self, const char *suggestion,
                              const char *detail)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  g_autofree char *cut = NULL;
  GtkWidget *name = gtk_label_new (poplens_shorten (suggestion, POPLENS_LINE_BYTES, &cut));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_START);
  gtk_label_set_max_width_chars (GTK_LABEL (name), LINE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  if (detail) {
    GtkWidget *label = gtk_label_new (detail);
    gtk_widget_add_css_class (label, "dim-label");
    gtk_widget_add_css_class (label, "numeric");
    gtk_box_append (GTK_BOX (box), label);
  }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), SUGGESTION, g_strdup (suggestion), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, suggestion,
                                  -1);
  gtk_list_box_append (get_private (self)->list, row);
}

void
poplens_suggestion_entry_open (PoplensSuggestionEntry *self, const char *rest)
{
  PoplensSuggestionEntryPrivate *own = get_private (self);

  gtk_label_set_label (own->rest, rest ? rest : "");
  gtk_widget_set_visible (GTK_WIDGET (own->rest), rest != NULL);
  if (gtk_widget_get_first_child (GTK_WIDGET (own->list)))
    gtk_popover_popup (own->popover);
  else
    poplens_suggestion_entry_close (self);
}

void
poplens_suggestion_entry_close (PoplensSuggestionEntry *self)
{
  PoplensSuggestionEntryClass *klass = POPLENS_SUGGESTION_ENTRY_GET_CLASS (self);

  gtk_popover_popdown (get_private (self)->popover);
  if (klass->closed)
    klass->closed (self);
}

/* Closes the list and calls taken (). @row: (nullable): row of the chosen suggestion; NULL: the
 * user chose the typed text. */
static void
take_suggestion (PoplensSuggestionEntry *self, GtkListBoxRow *row)
{
  g_autofree char *suggestion =
      row ? g_strdup (g_object_get_data (G_OBJECT (row), SUGGESTION)) : NULL;

  poplens_suggestion_entry_close (self);
  POPLENS_SUGGESTION_ENTRY_GET_CLASS (self)->taken (self, suggestion);
}

static void
on_row_activated (PoplensSuggestionEntry *self, GtkListBoxRow *row)
{
  take_suggestion (self, row);
}

static void
move_row (GtkListBox *list, int by)
{
  GtkListBoxRow *now = gtk_list_box_get_selected_row (list);
  int index = now ? gtk_list_box_row_get_index (now) + by : by > 0 ? 0 : -1;
  GtkListBoxRow *next = index < 0 ? NULL : gtk_list_box_get_row_at_index (list, index);

  if (next || index < 0)
    gtk_list_box_select_row (list, next);
}

/* ---- field ----------------------------------------------------------------------------------- */

static void
on_changed (PoplensSuggestionEntry *self)
{
  if (!get_private (self)->quiet)
    POPLENS_SUGGESTION_ENTRY_GET_CLASS (self)->written (self);
}

static void
on_leave (PoplensSuggestionEntry *self)
{
  PoplensSuggestionEntryClass *klass = POPLENS_SUGGESTION_ENTRY_GET_CLASS (self);

  poplens_suggestion_entry_close (self);
  if (klass->left)
    klass->left (self);
}

static gboolean
on_key (PoplensSuggestionEntry *self, guint key)
{
  PoplensSuggestionEntryClass *klass = POPLENS_SUGGESTION_ENTRY_GET_CLASS (self);
  PoplensSuggestionEntryPrivate *own = get_private (self);
  gboolean open = gtk_widget_get_visible (GTK_WIDGET (own->popover));

  if (key == GDK_KEY_Down || key == GDK_KEY_Up) {
    if (open)
      move_row (own->list, key == GDK_KEY_Down ? 1 : -1);
    else if (klass->asked)
      klass->asked (self);
    return open || klass->asked;
  }
  if (key == GDK_KEY_Escape && open) {
    poplens_suggestion_entry_close (self);
    return TRUE;
  }
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter)
    return FALSE;
  take_suggestion (self, open ? gtk_list_box_get_selected_row (own->list) : NULL);
  return TRUE;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static gboolean
poplens_suggestion_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (get_private (POPLENS_SUGGESTION_ENTRY (widget))->entry);
}

static void
poplens_suggestion_entry_dispose (GObject *object)
{
  GtkWidget *child;

  get_private (POPLENS_SUGGESTION_ENTRY (object))->quiet = TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (poplens_suggestion_entry_parent_class)->dispose (object);
}

static void
poplens_suggestion_entry_class_init (PoplensSuggestionEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_suggestion_entry_dispose;
  widget_class->grab_focus = poplens_suggestion_entry_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/suggestion-entry.ui");
#define BIND(child)                                                                                \
  gtk_widget_class_bind_template_child_private (widget_class, PoplensSuggestionEntry, child)
  BIND (entry);
  BIND (popover);
  BIND (list);
  BIND (rest);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_suggestion_entry_init (PoplensSuggestionEntry *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
