/* PoplensTileEntry: parses the tiles that the user types, and formats those that are selected. */
#include "app/widgets/tile-entry.h"

#include "base/error.h"
#include "base/format.h"

#include <string.h>

struct _PoplensTileEntry {
  GtkWidget parent_instance;
  GtkWidget *entry;
  PoplensTileSet *tiles;
  guint32 n_tiles;
};

G_DEFINE_FINAL_TYPE (PoplensTileEntry, poplens_tile_entry, GTK_TYPE_WIDGET)

/* Returns the tiles as the user would type them: "0, 5, 100-120". (transfer full) */
static char *
format_tiles (const PoplensTileSet *tiles)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tiles->n; i++) {
    g_string_append_printf (text, "%s%u", i ? ", " : "", tiles->ranges[i].first);
    if (tiles->ranges[i].last > tiles->ranges[i].first)
      g_string_append_printf (text, "-%u", tiles->ranges[i].last);
  }
  return g_string_free (text, FALSE);
}

static PoplensTileSet *
parse_tiles (PoplensTileEntry *self, GError **error)
{
  g_autofree char *text =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  PoplensTileSet *tiles = poplens_tile_set_parse (text, error);
  PoplensNumber last;

  if (!tiles || !tiles->n || !self->n_tiles || tiles->ranges[tiles->n - 1].last < self->n_tiles)
    return tiles;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "Unknown tile %u; the last tile is %s",
               tiles->ranges[tiles->n - 1].last, poplens_format_count (last, self->n_tiles - 1));
  poplens_tile_set_free (tiles);
  return NULL;
}

static void
show_tile_error (PoplensTileEntry *self, const GError *error)
{
  if (error)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_widget_set_tooltip_text (
      self->entry, error ? error->message : "Tiles, for example 0, 5, 100-120; Enter selects them");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               error ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

static void
on_changed (PoplensTileEntry *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTileSet) tiles = parse_tiles (self, &error);
  gboolean empty = !*gtk_editable_get_text (GTK_EDITABLE (self->entry));

  show_tile_error (self, error);
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_SECONDARY,
                                     empty ? NULL : "edit-clear-symbolic");
}

static void
show_tiles (PoplensTileEntry *self)
{
  g_autofree char *text = self->tiles ? format_tiles (self->tiles) : g_strdup ("");

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

void
poplens_tile_entry_set_tiles (PoplensTileEntry *self, const PoplensTileSet *tiles)
{
  g_autofree char *before = self->tiles ? format_tiles (self->tiles) : g_strdup ("");

  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  self->tiles = tiles ? poplens_tile_set_copy (tiles) : NULL;
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)))) ||
      !strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), before))
    show_tiles (self);
}

void
poplens_tile_entry_set_n_tiles (PoplensTileEntry *self, guint32 n_tiles)
{
  self->n_tiles = n_tiles;
}

GtkEditable *
poplens_tile_entry_get_editable (PoplensTileEntry *self)
{
  return GTK_EDITABLE (self->entry);
}

gboolean
poplens_tile_entry_apply (PoplensTileEntry *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTileSet) tiles = parse_tiles (self, &error);

  if (!tiles) {
    show_tile_error (self, error);
    gtk_widget_error_bell (self->entry);
    return FALSE;
  }
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  self->tiles = poplens_tile_set_copy (tiles);
  show_tiles (self);
  g_signal_emit_by_name (self, "tiles-entered", tiles);
  return TRUE;
}

static void
on_clear (PoplensTileEntry *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  poplens_tile_entry_apply (self);
}

static gboolean
on_key (PoplensTileEntry *self, guint keyval)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  show_tiles (self);
  return TRUE;
}

static void
poplens_tile_entry_dispose (GObject *object)
{
  PoplensTileEntry *self = POPLENS_TILE_ENTRY (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  G_OBJECT_CLASS (poplens_tile_entry_parent_class)->dispose (object);
}

static void
poplens_tile_entry_class_init (PoplensTileEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_tile_entry_dispose;
  g_signal_new ("tiles-entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/tile-entry.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensTileEntry, entry);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, poplens_tile_entry_apply);
}

static void
poplens_tile_entry_init (PoplensTileEntry *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_tile_error (self, NULL);
}

GtkWidget *
poplens_tile_entry_new (void)
{
  return g_object_new (POPLENS_TYPE_TILE_ENTRY, NULL);
}
