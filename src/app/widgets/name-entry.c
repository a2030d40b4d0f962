#include "app/widgets/name-entry.h"

#include "base/format.h"
#include "base/shorten.h"

#include <string.h>

#define MOST 10
#define LINE_CHARS 60

struct _PoplensNameEntry {
  GtkWidget parent_instance;
  const char *const *names;
  GtkWidget *entry;
  GtkWidget *popover;
  GtkWidget *list;
  GtkWidget *rest; /* "10 of 812 names" */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensNameEntry, poplens_name_entry, GTK_TYPE_WIDGET)

static void
close_list (PoplensNameEntry *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
take (PoplensNameEntry *self, const char *name)
{
  g_autofree char *copy = g_strdup (name);

  close_list (self);
  self->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  self->quiet = FALSE;
  if (*copy)
    g_signal_emit_by_name (self, "taken", copy);
}

/* ---- the list ----------------------------------------------------------------------------------
 */

static GtkWidget *
make_row (const char *name)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (name, POPLENS_LINE_BYTES, &cut));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data_full (G_OBJECT (row), "poplens-name", g_strdup (name), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

/* What the list leaves out is said. */
static void
show_rest (PoplensNameEntry *self, guint n)
{
  PoplensNumber some, all;
  g_autofree char *text =
      g_strdup_printf ("%s of %s names; type more to narrow the list",
                       poplens_format_count (some, MIN (n, MOST)), poplens_format_count (all, n));

  gtk_label_set_label (GTK_LABEL (self->rest), text);
  gtk_widget_set_visible (self->rest, n > MOST);
}

static void
on_changed (GtkEditable *editable, gpointer data)
{
  PoplensNameEntry *self = data;
  const char *text = gtk_editable_get_text (editable);
  GtkWidget *row;
  guint n = 0;

  if (self->quiet)
    return;
  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; *text && self->names[i]; i++)
    if (strcasestr (self->names[i], text) && n++ < MOST)
      gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self->names[i]));
  show_rest (self, n);
  if (n)
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    close_list (self);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  take (data, g_object_get_data (G_OBJECT (row), "poplens-name"));
}

static void
move_row (PoplensNameEntry *self, int by)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *now = gtk_list_box_get_selected_row (list);
  int index = now ? gtk_list_box_row_get_index (now) + by : by > 0 ? 0 : -1;
  GtkListBoxRow *next = index < 0 ? NULL : gtk_list_box_get_row_at_index (list, index);

  if (next || index < 0)
    gtk_list_box_select_row (list, next);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer data)
{
  PoplensNameEntry *self = data;
  gboolean open = gtk_widget_get_visible (self->popover);
  GtkListBoxRow *row = open ? gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)) : NULL;

  if (open && (key == GDK_KEY_Down || key == GDK_KEY_Up)) {
    move_row (self, key == GDK_KEY_Down ? 1 : -1);
    return TRUE;
  }
  if (open && key == GDK_KEY_Escape) {
    close_list (self);
    return TRUE;
  }
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter)
    return FALSE;
  take (self, row ? g_object_get_data (G_OBJECT (row), "poplens-name")
                  : gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  return TRUE;
}

/* ---- life --------------------------------------------------------------------------------------
 */

static gboolean
poplens_name_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (POPLENS_NAME_ENTRY (widget)->entry);
}

static void
poplens_name_entry_dispose (GObject *object)
{
  PoplensNameEntry *self = POPLENS_NAME_ENTRY (object);

  self->quiet = TRUE;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  G_OBJECT_CLASS (poplens_name_entry_parent_class)->dispose (object);
}

static void
poplens_name_entry_class_init (PoplensNameEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_name_entry_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = poplens_name_entry_grab_focus;
  g_signal_new ("taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
build_popover (PoplensNameEntry *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "suggestions");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Suggestions", -1);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  self->rest = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->rest), 0);
  gtk_widget_set_margin_start (self->rest, 6);
  gtk_widget_add_css_class (self->rest, "dim-label");
  gtk_widget_add_css_class (self->rest, "caption");
  gtk_box_append (GTK_BOX (box), self->list);
  gtk_box_append (GTK_BOX (box), self->rest);
  self->popover = gtk_popover_new ();
  /* The keyboard stays in the field. */
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

static void
poplens_name_entry_init (PoplensNameEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 20);
  gtk_widget_set_hexpand (self->entry, TRUE);
  g_signal_connect (self->entry, "changed", G_CALLBACK (on_changed), self);
  /* Before the field, to which Up and Down are ways out. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (close_list), self);
  gtk_widget_add_controller (self->entry, focus);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  build_popover (self);
}

GtkWidget *
poplens_name_entry_new (const char *const *names, const char *title)
{
  PoplensNameEntry *self = g_object_new (POPLENS_TYPE_NAME_ENTRY, NULL);

  self->names = names;
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  return GTK_WIDGET (self);
}
