#include "app/table/table-bookmark.h"

#include "report/bookmarks.h"

static gboolean
read_cycle (const PoplensTable *table, guint32 row, const char *column, guint64 *cycle)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);

  if (value.type != POPLENS_VALUE_INT)
    return FALSE;
  *cycle = (guint64) value.integer;
  return TRUE;
}

/* Its name (report/bookmarks.h); NULL where the row is none. (transfer full) */
static char *
name_of (const PoplensTable *table, guint32 row)
{
  guint64 from, to;

  if (!table || g_strcmp0 (poplens_table_get_name (table), "bookmarks") ||
      row >= poplens_table_n_rows (table) || !read_cycle (table, row, "from", &from))
    return NULL;
  return poplens_bookmark_name (from, read_cycle (table, row, "to", &to) ? to : from);
}

static void
append (GMenu *menu, const char *label, const char *action, const char *name)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

void
poplens_table_bookmark_add_menu (const PoplensTable *table, guint32 row, GMenu *menu)
{
  g_autofree char *name = name_of (table, row);
  g_autoptr (GMenu) section = g_menu_new ();

  if (!name)
    return;
  append (section, "Edit Note…", "bookmarks.edit", name);
  append (section, "Delete Bookmark", "bookmarks.delete", name);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

gboolean
poplens_table_bookmark_key (PoplensTableWidget *self, guint32 row, guint keyval,
                            GdkModifierType state)
{
  gboolean edits = keyval == GDK_KEY_F2;
  gboolean deletes = keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete;
  g_autofree char *name = NULL;

  if ((!edits && !deletes) || (state & gtk_accelerator_get_default_mod_mask ()))
    return FALSE;
  name = name_of (poplens_table_widget_get_table (self), row);
  return name && gtk_widget_activate_action (
                     GTK_WIDGET (self), edits ? "bookmarks.edit" : "bookmarks.delete", "s", name);
}
