#include "app/window/recent-menu.h"

#include <string.h>

/* Whether another entry of the list has the same name: then its folder tells them apart. */
static gboolean
is_named_twice (GPtrArray *entries, const PoplensRecentEntry *entry)
{
  for (guint i = 0; i < entries->len; i++) {
    const PoplensRecentEntry *other = g_ptr_array_index (entries, i);
    if (other != entry && !other->other && !strcmp (other->name, entry->name))
      return TRUE;
  }
  return FALSE;
}

/* Underscores of names are no mnemonics. */
static char *
label_of (GPtrArray *entries, const PoplensRecentEntry *entry)
{
  g_autofree char *folder = g_path_get_dirname (entry->path);
  g_autofree char *shown = g_filename_display_name (folder);
  g_autoptr (GString) label = g_string_new (entry->name);

  if (is_named_twice (entries, entry))
    g_string_append_printf (label, " (%s)", shown);
  g_string_replace (label, "_", "__", 0);
  return g_string_free (g_steal_pointer (&label), FALSE);
}

/* As bytes: a path need not be UTF-8. */
static GVariant *
target_of (const char *path, const char *other)
{
  return path ? g_variant_new ("(^ay^ay)", path, other) : g_variant_new ("^ay", other);
}

void
poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair)
{
  GPtrArray *entries = poplens_recent_get_entries (recent);
  int n = 0;

  g_menu_remove_all (menu);
  for (guint i = 0; i < entries->len && n < POPLENS_RECENT_MENU_MAX; i++) {
    const PoplensRecentEntry *entry = g_ptr_array_index (entries, i);
    if (entry->other || entry->is_folder || !g_strcmp0 (entry->path, path))
      continue;
    g_autofree char *label = label_of (entries, entry);
    g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
    g_menu_item_set_action_and_target_value (item, pair ? "win.compare-pair" : "win.compare-with",
                                             target_of (pair ? path : NULL, entry->path));
    g_menu_append_item (menu, item);
    n++;
  }
  if (!n)
    g_menu_append (menu, "No Other Recent Reports", "win.nothing");
}
