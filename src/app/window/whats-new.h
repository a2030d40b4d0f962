/* What a new version brings is offered once: the version that ran last is kept in the settings. */
#pragma once

#include "app/window/settings.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The changelog, as a place of the guide. */
#define POPLENS_WHATS_NEW_PLACE "CHANGELOG.md"

/* TRUE once after @version took the place of another one. Who starts for the first time is told
 * nothing. */
gboolean poplens_whats_new_is_due (PoplensSettings *settings, const char *version);
/* As a message of @window, where it is due. */
void poplens_whats_new_offer (GtkWindow *window, AdwToastOverlay *toasts);

G_END_DECLS
