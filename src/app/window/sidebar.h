/* PoplensSidebar: the pages of a report, one a row. Beside the page it is wide or narrow (icons
 * only) as the user left it in windows of this size; at first it is narrow in windows below 1,100
 * pixels. If the window has no room for it, its flap folds, and it lies over the page while it is
 * open. */
#pragma once

#include <adwaita.h>

#include "model/location.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SIDEBAR (poplens_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSidebar, poplens_sidebar, POPLENS, SIDEBAR, AdwBin)

/* Signals "page-chosen" (int page): the user took another row; "left": it was closed and had the
 * keyboard. Property "is-open" (boolean): wide, or open over the page. */

/* @reasons: why a page is not there, or NULL, one a page: greyed, with the reason as tooltip. */
void poplens_sidebar_set_reasons (PoplensSidebar *self, char *const *reasons);
void poplens_sidebar_set_page (PoplensSidebar *self, PoplensPageId page);
/* Gives the keyboard to the row of the page that is shown; FALSE where it cannot have it. */
gboolean poplens_sidebar_focus_page (PoplensSidebar *self);
/* @width: of the window, in pixels. May be called while the window is laid out, before the flap. */
void poplens_sidebar_set_window_width (PoplensSidebar *self, int width);
/* @flap: in which it is; outlives it */
void poplens_sidebar_set_flap (PoplensSidebar *self, AdwFlap *flap);
/* FALSE: it does not lie over the page. */
gboolean poplens_sidebar_close (PoplensSidebar *self);

G_END_DECLS
