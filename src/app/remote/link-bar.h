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

/* Reconnects, as the button of the bar does; if ssh asks a question, shows the dialog. Then emits
 * "reconnected", even if the connection was not lost or the report is local. */
void poplens_link_bar_reconnect (PoplensLinkBar *self);

G_END_DECLS
