/* PoplensPreferences: the window of preferences, which applies each change at once. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PREFERENCES (poplens_preferences_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPreferences, poplens_preferences, POPLENS, PREFERENCES,
                      AdwPreferencesWindow)

GtkWidget *poplens_preferences_new (GtkWindow *parent);
/* Applies the theme that is set in the settings: system, light or dark. */
void poplens_preferences_apply_theme (void);

G_END_DECLS
