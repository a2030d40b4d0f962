#include "app/window/whats-new.h"

gboolean
poplens_whats_new_is_due (PoplensSettings *settings, const char *version)
{
  g_autofree char *last = poplens_settings_get_string (settings, "general", "version");

  poplens_settings_set_string (settings, "general", "version", version);
  return last && g_strcmp0 (last, version);
}
