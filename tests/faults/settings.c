/* Writes what the window saves for its user: a setting, a bookmark, and a recent report.
 *
 *     fault-settings SETTINGS BOOKMARKS RECENT */
#include "app/window/recent.h"
#include "app/window/settings.h"

static void
set (const char *path, const char *group, const char *key)
{
  g_autoptr (PoplensSettings) settings = poplens_settings_new (path);

  poplens_settings_set_string (settings, group, key, "new");
  poplens_settings_flush (settings, NULL);
}

int
main (int argc, char **argv)
{
  g_assert (argc == 4);
  set (argv[1], "general", "theme");
  set (argv[2], "trace 0123", "100");
  g_autoptr (PoplensRecent) recent = poplens_recent_new (argv[3]);
  poplens_recent_add (recent, "/new/report", "new", 1000);
  return 0;
}
