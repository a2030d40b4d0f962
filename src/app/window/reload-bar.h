/* PoplensReloadBar: says that files of the open report changed, and offers to reload it
 * ("win.reload"), also to compare it with the state that is loaded ("report.reload-and-compare").
 */
#pragma once

#include <adwaita.h>

#include "report/watch.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_RELOAD_BAR (poplens_reload_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReloadBar, poplens_reload_bar, POPLENS, RELOAD_BAR, AdwBin)

/* The bar as the files are: hidden while they are the SAME. A bar that the user closed comes back
 * with the next change. */
void poplens_reload_bar_set_state (PoplensReloadBar *self, PoplensWatchState state,
                                   const char *description);
/* While the report is reloaded. */
void poplens_reload_bar_set_busy (PoplensReloadBar *self, const char *name);
/* The reload failed: the old report is still shown. */
void poplens_reload_bar_set_error (PoplensReloadBar *self, const char *message);

G_END_DECLS
