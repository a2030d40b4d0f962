/* Info bars that appear without animation, and without moving other widgets. */
#pragma once

#include "report/watch.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Disables the slide animation of @bar, because of a bug in GTK 4.8. During the animation,
 * GtkRevealer measures its child for a height of up to 2^20 pixels. For such a height, a label with
 * wrapped text returns too large a width. GTK then prints a critical warning, and widgets overlap.
 */
void poplens_info_bar_come_at_once (GtkInfoBar *bar);
/* Handler for "get-child-position" of an overlay. If the child @bars has the style class
 * "late-bars", places it at the bottom, at full width and as high as its texts. Such a child
 * contains info bars that can appear at any time. FALSE for other children. */
gboolean poplens_info_bar_lay_over (GtkOverlay *overlay, GtkWidget *bars, GdkRectangle *at);

/* ---- the bar that offers to reload ----------------------------------------------------------- */

/* PoplensReloadBar: says that files of the open report have changed, and offers to reload it
 * ("win.reload"), or to reload and compare with the loaded state ("report.reload-and-compare"). */

#define POPLENS_TYPE_RELOAD_BAR (poplens_reload_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReloadBar, poplens_reload_bar, POPLENS, RELOAD_BAR, AdwBin)

/* Shows that files of the report have changed; hides the bar if @state is SAME. If the user closed
 * the bar, it appears again at the next change. */
void poplens_reload_bar_set_state (PoplensReloadBar *self, PoplensWatchState state,
                                   const char *description);
/* Shows that the report @name is being reloaded. */
void poplens_reload_bar_set_busy (PoplensReloadBar *self, const char *name);
/* Shows that reloading failed; the old report stays open. */
void poplens_reload_bar_set_error (PoplensReloadBar *self, const char *message);

G_END_DECLS
