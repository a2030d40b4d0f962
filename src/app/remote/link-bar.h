/* PoplensLinkBar: says that the connection to the host of the open report was lost, and offers to
 * reconnect. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_LINK_BAR (poplens_link_bar_get_type ())
/* Signal "reconnected" (): operations that failed can be tried again. */
G_DECLARE_FINAL_TYPE (PoplensLinkBar, poplens_link_bar, POPLENS, LINK_BAR, AdwBin)

/* Shows the state of the connection for the report at @path. Stays hidden if that is a local
 * report. */
void poplens_link_bar_watch (PoplensLinkBar *self, const char *path);

/* Reconnects as the button does, with the dialog if ssh asks a question. Then emits "reconnected";
 * also if the connection exists or the report is local. */
void poplens_link_bar_reconnect (PoplensLinkBar *self);

G_END_DECLS
