/* PoplensLinkBar: says that the connection to the computer of the open report was lost, and offers
 * to connect again. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_LINK_BAR (poplens_link_bar_get_type ())
/* Signal "reconnected" (): what failed meanwhile can be tried again. */
G_DECLARE_FINAL_TYPE (PoplensLinkBar, poplens_link_bar, POPLENS, LINK_BAR, AdwBin)

/* The bar of the report at @path; never shown for one of this computer. */
void poplens_link_bar_watch (PoplensLinkBar *self, const char *path);

/* What its button does: asks whoever has to be asked. Emits "reconnected" then, also where the
 * connection is there or the report is of this computer. */
void poplens_link_bar_reconnect (PoplensLinkBar *self);

G_END_DECLS
