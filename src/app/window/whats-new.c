#include "app/window/whats-new.h"

#include "app/help/help-window.h"
#include "app/widgets/toaster.h"

gboolean
poplens_whats_new_is_due (PoplensSettings *settings, const char *version)
{
  g_autofree char *last = poplens_settings_get_string (settings, "general", "version");

  poplens_settings_set_string (settings, "general", "version", version);
  return last && g_strcmp0 (last, version);
}

static void
show_whats_new (gpointer window)
{
  poplens_help_window_present (gtk_window_get_application (window), POPLENS_WHATS_NEW_PLACE);
}

void
poplens_whats_new_offer (GtkWindow *window, AdwToastOverlay *toasts)
{
  if (poplens_whats_new_is_due (poplens_settings_get_default (), POPLENS_VERSION))
    poplens_toaster_offer (toasts, "Poplens was updated to " POPLENS_VERSION, "What's New",
                           show_whats_new, g_object_ref (window), g_object_unref);
}
