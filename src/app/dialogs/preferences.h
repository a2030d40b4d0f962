/* PoplensPreferences: theme and memory unit, and what they do. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PREFERENCES (poplens_preferences_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPreferences, poplens_preferences, POPLENS, PREFERENCES,
                      AdwPreferencesWindow)

GtkWidget *poplens_preferences_new (GtkWindow *parent);
/* Shows the theme that the settings name. */
void poplens_preferences_apply_theme (void);

G_END_DECLS
