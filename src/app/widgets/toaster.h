/* Short messages on top of a window, one at a time. A new message replaces the previous one, while
 * AdwToastOverlay would queue it. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows @text (not markup) for a few seconds. */
void poplens_toaster_say (AdwToastOverlay *overlay, const char *text);
/* Shows @text with a button @label, which calls @func and closes the message. @data: (transfer
 * full): freed with @free_data when the button is gone. */
void poplens_toaster_offer (AdwToastOverlay *overlay, const char *text, const char *label,
                            void (*func) (gpointer data), gpointer data, GDestroyNotify free_data);

G_END_DECLS
