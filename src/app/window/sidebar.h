/* PoplensSidebar: the pages of a report, as rows. Beside the page, it is wide or narrow (icons
 * only), as the user left it in windows of this size; by default narrow in windows below 1,100
 * pixels. If the window is too narrow, its flap folds, and the open sidebar is over the page. */
#pragma once

#include <adwaita.h>

#include "model/location.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SIDEBAR (poplens_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSidebar, poplens_sidebar, POPLENS, SIDEBAR, AdwBin)

/* Signals "page-chosen" (int page): the user chose another row; "left" (): it was closed while it
 * had the focus. Property "is-open" (boolean): wide, or open over the page. */

/* Sets which pages are not available: greyed, with the reason as tooltip. @reasons: by page,
 * (nullable) each. */
void poplens_sidebar_set_reasons (PoplensSidebar *self, char *const *reasons);
void poplens_sidebar_set_page (PoplensSidebar *self, PoplensPageId page);
/* Focuses the row of the shown page. FALSE if that is not possible. */
gboolean poplens_sidebar_focus_page (PoplensSidebar *self);
/* @width: of the window, in pixels. Can be called while the window is laid out, before the flap. */
void poplens_sidebar_set_window_width (PoplensSidebar *self, int width);
/* @flap: contains the sidebar; must outlive it */
void poplens_sidebar_set_flap (PoplensSidebar *self, AdwFlap *flap);
/* Closes the sidebar if it is over the page. FALSE if it is not. */
gboolean poplens_sidebar_close (PoplensSidebar *self);

G_END_DECLS
