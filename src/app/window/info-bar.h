/* Bars of notices that come at once, and move nothing. */
#pragma once

#include "report/watch.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes the slide from @bar. While it slides, GTK 4.8's revealer asks for the width at its height
 * divided by how far it is, as much as 2^20 pixels, and a label that wraps at characters answers
 * with more than its least width: a critical warning, and widgets that overlap. */
void poplens_info_bar_come_at_once (GtkInfoBar *bar);
/* For "get-child-position" of an overlay: @bars of the class "late-bars", which come while one
 * looks, lie over the end of what it shows, as wide as that and as high as their texts are then. */
gboolean poplens_info_bar_lay_over (GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *at);

/* ---- the bar that offers to reload ----------------------------------------------------------- */

/* PoplensReloadBar: says that files of the open report changed, and offers to reload it
 * ("win.reload"), also to compare it with the state that is loaded ("report.reload-and-compare").
 */

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
