/* Short messages over the window, one at a time: a new one takes the place of the last, which would
 * otherwise have to be waited for. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Says @text, which is no markup, for a few seconds. */
void poplens_toaster_say (AdwToastOverlay *overlay, const char *text);
/* The same with a button @label, which calls @func and ends it. @data: (transfer full): freed with
 * @free_data when that can no longer be. */
void poplens_toaster_offer (AdwToastOverlay *overlay, const char *text, const char *label,
                            void (*func) (gpointer data), gpointer data, GDestroyNotify free_data);

G_END_DECLS
