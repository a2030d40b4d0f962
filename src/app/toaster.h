/* Short messages over the window, one at a time: a new one takes the place of the last, which would
 * otherwise have to be waited for. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Says @text, which is no markup, for a few seconds. */
void poplens_toaster_say (AdwToastOverlay *overlay, const char *text);

G_END_DECLS
