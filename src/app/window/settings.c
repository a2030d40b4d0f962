/* PoplensSettings: keeps the settings in memory, and writes changed keys to the file after a delay.
 */
#include "app/window/settings.h"

#include "report/user-file.h"

#include <gtk/gtk.h>
#include <string.h>

#define SAVE_DELAY_MS 400

struct _PoplensSettings {
  GObject parent;
  char *path;
  GKeyFile *keys;
  GHashTable *dirty; /* set of "group\nkey": keys that changed since the file was written */
  guint save_source;
};

G_DEFINE_FINAL_TYPE (PoplensSettings, poplens_settings, G_TYPE_OBJECT)

static void
poplens_settings_finalize (GObject *object)
{
  PoplensSettings *self = POPLENS_SETTINGS (object);

  poplens_settings_flush (self, NULL);
  g_free (self->path);
  g_key_file_unref (self->keys);
  g_hash_table_unref (self->dirty);
  G_OBJECT_CLASS (poplens_settings_parent_class)->finalize (object);
}

static void
poplens_settings_class_init (PoplensSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_settings_finalize;
  g_signal_new ("changed", POPLENS_TYPE_SETTINGS, G_SIGNAL_RUN_LAST | G_SIGNAL_DETAILED, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
poplens_settings_init (PoplensSettings *self)
{
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

PoplensSettings *
poplens_settings_new (const char *path)
{
  PoplensSettings *self = g_object_new (POPLENS_TYPE_SETTINGS, NULL);

  self->path = g_strdup (path);
  /* If the file does not exist or cannot be read, start with the defaults. */
  self->keys = poplens_user_file_read (path, NULL);
  if (!self->keys)
    self->keys = g_key_file_new ();
  return self;
}

/* Returns the shared settings. They are object data of the display's GtkSettings, and so live as
 * long as the display. */
PoplensSettings *
poplens_settings_get_default (void)
{
  GObject *host = G_OBJECT (gtk_settings_get_default ());
  PoplensSettings *self = g_object_get_data (host, "poplens-settings");

  if (!self) {
    g_autofree char *path =
        g_build_filename (g_get_user_config_dir (), "poplens", "settings.ini", NULL);
    self = poplens_settings_new (path);
    g_object_set_data_full (host, "poplens-settings", self, g_object_unref);
  }
  return self;
}

/* ---- saving ---------------------------------------------------------------------------------- */

static void
apply_dirty (PoplensSettings *self, GKeyFile *file)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    g_auto (GStrv) parts = g_strsplit (name, "\n", 2);
    g_autofree char *value = g_key_file_get_value (self->keys, parts[0], parts[1], NULL);
    if (value)
      g_key_file_set_value (file, parts[0], parts[1], value);
    else
      g_key_file_remove_key (file, parts[0], parts[1], NULL);
  }
}

gboolean
poplens_settings_flush (PoplensSettings *self, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  g_clear_handle_id (&self->save_source, g_source_remove);
  if (!g_hash_table_size (self->dirty))
    return TRUE;
  /* Another Poplens may have written the file meanwhile: read it again, and change only our keys.
   * If it cannot be read, do not write it: the other keys would be lost. */
  g_autoptr (GKeyFile) file = poplens_user_file_read (self->path, &wrong);
  g_autofree char *directory = g_path_get_dirname (self->path);
  if (file) {
    apply_dirty (self, file);
    g_mkdir_with_parents (directory, 0700);
    g_key_file_save_to_file (file, self->path, &wrong);
  }
  if (!wrong) {
    g_hash_table_remove_all (self->dirty);
    return TRUE;
  }
  g_message ("Cannot save settings: %s", wrong->message);
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

static gboolean
save_later (gpointer data)
{
  PoplensSettings *self = data;

  self->save_source = 0;
  poplens_settings_flush (self, NULL);
  return G_SOURCE_REMOVE;
}

/* ---- values ---------------------------------------------------------------------------------- */

char *
poplens_settings_get_string (PoplensSettings *self, const char *group, const char *key)
{
  return g_key_file_get_string (self->keys, group, key, NULL);
}

GStrv
poplens_settings_list_keys (PoplensSettings *self, const char *group)
{
  GStrv keys = g_key_file_get_keys (self->keys, group, NULL, NULL);

  return keys ? keys : g_new0 (char *, 1);
}

void
poplens_settings_set_string (PoplensSettings *self, const char *group, const char *key,
                             const char *value)
{
  g_autofree char *now = poplens_settings_get_string (self, group, key);

  if (!g_strcmp0 (now, value))
    return;
  if (value)
    g_key_file_set_string (self->keys, group, key, value);
  else
    g_key_file_remove_key (self->keys, group, key, NULL);
  g_autofree char *detailed = g_strconcat ("changed::", group, NULL);
  g_hash_table_add (self->dirty, g_strconcat (group, "\n", key, NULL));
  if (!self->save_source)
    self->save_source = g_timeout_add (SAVE_DELAY_MS, save_later, self);
  g_signal_emit_by_name (self, detailed, group, key);
}

int
poplens_settings_get_int (PoplensSettings *self, const char *group, const char *key, int fallback)
{
  g_autoptr (GError) error = NULL;
  int value = g_key_file_get_integer (self->keys, group, key, &error);

  return error ? fallback : value;
}

void
poplens_settings_set_int (PoplensSettings *self, const char *group, const char *key, int value)
{
  g_autofree char *text = g_strdup_printf ("%d", value);

  poplens_settings_set_string (self, group, key, text);
}

gboolean
poplens_settings_get_bool (PoplensSettings *self, const char *group, const char *key,
                           gboolean fallback)
{
  g_autoptr (GError) error = NULL;
  gboolean value = g_key_file_get_boolean (self->keys, group, key, &error);

  return error ? fallback : value;
}

void
poplens_settings_set_bool (PoplensSettings *self, const char *group, const char *key,
                           gboolean value)
{
  poplens_settings_set_string (self, group, key, value ? "true" : "false");
}
