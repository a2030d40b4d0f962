#include "app/bookmarks.h"

#include <gtk/gtk.h>

/* Notes are a line. */
#define MOST_NOTE 1000

PoplensSettings *
poplens_bookmarks_get_default (void)
{
  GObject *host = G_OBJECT (gtk_settings_get_default ());
  PoplensSettings *self = g_object_get_data (host, "poplens-bookmarks");

  if (!self) {
    g_autofree char *path = poplens_bookmarks_path ();
    self = poplens_settings_new (path);
    g_object_set_data_full (host, "poplens-bookmarks", self, g_object_unref);
  }
  return self;
}

GPtrArray *
poplens_bookmarks_list (PoplensSettings *self, const char *group)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) names = poplens_settings_list_keys (self, group);

  for (guint i = 0; names[i]; i++) {
    g_autofree char *note = poplens_settings_get_string (self, group, names[i]);
    if (note)
      g_key_file_set_string (file, group, names[i], note);
  }
  return poplens_bookmarks_of (file, group);
}

void
poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name, const char *note)
{
  g_autofree char *line =
      note ? g_utf8_substring (note, 0, MIN (g_utf8_strlen (note, -1), MOST_NOTE)) : NULL;

  poplens_settings_set_string (self, group, name, line);
}
