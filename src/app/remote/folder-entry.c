#include "app/remote/folder-entry.h"

#include "app/window/recent.h"
#include "base/visible.h"

#include <string.h>

struct _PoplensFolderEntry {
  GObject parent;
  char *name;
  char *shown;
  char *key; /* by which it is sorted */
  char *when;
  gint64 modified;
  gboolean is_folder, is_report;
};

G_DEFINE_FINAL_TYPE (PoplensFolderEntry, poplens_folder_entry, G_TYPE_OBJECT)

enum { PROP_SHOWN = 1, PROP_FOLDER, PROP_ICON, PROP_MODIFIED, PROP_WHEN, PROP_REPORT };

static void
poplens_folder_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  PoplensFolderEntry *self = POPLENS_FOLDER_ENTRY (object);

  if (id == PROP_SHOWN)
    g_value_set_string (value, self->shown);
  else if (id == PROP_FOLDER)
    g_value_set_boolean (value, self->is_folder);
  else if (id == PROP_ICON)
    g_value_set_static_string (value,
                               self->is_folder ? "folder-symbolic" : "text-x-generic-symbolic");
  else if (id == PROP_MODIFIED)
    g_value_set_int64 (value, self->modified);
  else if (id == PROP_WHEN)
    g_value_set_string (value, self->when);
  else if (id == PROP_REPORT)
    g_value_set_boolean (value, self->is_report);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
poplens_folder_entry_finalize (GObject *object)
{
  PoplensFolderEntry *self = POPLENS_FOLDER_ENTRY (object);

  g_free (self->name);
  g_free (self->shown);
  g_free (self->key);
  g_free (self->when);
  G_OBJECT_CLASS (poplens_folder_entry_parent_class)->finalize (object);
}

static void
poplens_folder_entry_class_init (PoplensFolderEntryClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamSpec *const specs[] = {
      [PROP_SHOWN] = g_param_spec_string ("shown", NULL, NULL, NULL, flags),
      [PROP_FOLDER] = g_param_spec_boolean ("is-folder", NULL, NULL, FALSE, flags),
      [PROP_ICON] = g_param_spec_string ("icon", NULL, NULL, NULL, flags),
      [PROP_MODIFIED] =
          g_param_spec_int64 ("modified", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags),
      [PROP_WHEN] = g_param_spec_string ("when", NULL, NULL, NULL, flags),
      [PROP_REPORT] = g_param_spec_boolean ("is-report", NULL, NULL, FALSE, flags),
  };

  G_OBJECT_CLASS (klass)->get_property = poplens_folder_entry_get_property;
  G_OBJECT_CLASS (klass)->finalize = poplens_folder_entry_finalize;
  for (guint i = PROP_SHOWN; i <= PROP_REPORT; i++)
    g_object_class_install_property (G_OBJECT_CLASS (klass), i, specs[i]);
}

static void
poplens_folder_entry_init (PoplensFolderEntry *self)
{
}

PoplensFolderEntry *
poplens_folder_entry_new (const char *name, gboolean is_folder, gboolean is_report, gint64 modified,
                          gint64 now)
{
  PoplensFolderEntry *self = g_object_new (POPLENS_TYPE_FOLDER_ENTRY, NULL);

  self->name = g_strdup (name);
  self->shown = poplens_visible_text (name, -1);
  self->key = g_utf8_collate_key_for_filename (self->shown, -1);
  self->when = poplens_recent_when (modified, now);
  self->modified = modified;
  self->is_folder = is_folder;
  self->is_report = is_report;
  return self;
}

const char *
poplens_folder_entry_get_name (PoplensFolderEntry *self)
{
  return self->name;
}

gboolean
poplens_folder_entry_is_folder (PoplensFolderEntry *self)
{
  return self->is_folder;
}

gboolean
poplens_folder_entry_is_report (PoplensFolderEntry *self)
{
  return self->is_report;
}

void
poplens_folder_entry_set_is_report (PoplensFolderEntry *self, gboolean is_report)
{
  if (self->is_report == is_report)
    return;
  self->is_report = is_report;
  g_object_notify (G_OBJECT (self), "is-report");
}

int
poplens_folder_entry_compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensFolderEntry *first = a, *second = b;

  if (first->is_folder != second->is_folder)
    return first->is_folder ? -1 : 1;
  return strcmp (first->key, second->key);
}
