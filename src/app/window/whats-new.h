/* What a new version brings is offered once: the version that ran last is kept in the settings. */
#pragma once

#include "app/window/settings.h"

G_BEGIN_DECLS

/* The changelog, as a place of the guide. */
#define POPLENS_WHATS_NEW_PLACE "CHANGELOG.md"

/* TRUE once after @version took the place of another one. Who starts for the first time is told
 * nothing. */
gboolean poplens_whats_new_is_due (PoplensSettings *settings, const char *version);

G_END_DECLS
