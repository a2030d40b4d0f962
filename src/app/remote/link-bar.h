/* PoplensLinkBar: says that the connection to the host of the open report was lost, and offers to
 * reconnect. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_LINK_BAR (poplens_link_bar_get_type ())
/* Signal "reconnected" (): the connection is restored, so operations that failed can be tried
 * again. */
G_DECLARE_FINAL_TYPE (PoplensLinkBar, poplens_link_bar, POPLENS, LINK_BAR, AdwBin)

/* Watches the connection to the host of the report at @path. If the report is local, the bar stays
 * hidden. */
void poplens_link_bar_watch (PoplensLinkBar *self, const char *path);

/* Reconnects to the host, as the button of the bar does. Shows a dialog if ssh asks a question.
 * Emits "reconnected" when connected; at once if the report is local. */
void poplens_link_bar_reconnect (PoplensLinkBar *self);

G_END_DECLS
