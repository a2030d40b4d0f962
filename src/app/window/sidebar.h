/* PoplensSidebar: a row for each page of a report. Beside the page, the sidebar is wide or narrow
 * (only icons). The user's choice is kept separately for windows below 1,100 pixels, where the
 * default is narrow. If the window has no space beside the page, its AdwFlap hides the sidebar,
 * which then opens over the page. */
#pragma once

#include <adwaita.h>

#include "model/location.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SIDEBAR (poplens_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSidebar, poplens_sidebar, POPLENS, SIDEBAR, AdwBin)

/* Signals: "page-chosen" (int page): the user chose another row; "left" (): the sidebar was closed
 * while it had the focus. Property "is-open" (boolean): the sidebar is wide, or open over the page.
 */

/* Makes the rows of pages that are not available grey, with the reason as tooltip. @reasons:
 * [POPLENS_N_PAGES]: NULL for an available page. */
void poplens_sidebar_set_reasons (PoplensSidebar *self, char *const *reasons);
void poplens_sidebar_set_page (PoplensSidebar *self, PoplensPageId page);
/* Focuses the row of the current page. FALSE if the sidebar is not visible. */
gboolean poplens_sidebar_focus_page (PoplensSidebar *self);
/* Adapts the sidebar to a window of @width pixels. Can be called during the layout of the window,
 * before the layout of the flap. */
void poplens_sidebar_set_window_width (PoplensSidebar *self, int width);
/* Sets the AdwFlap that contains the sidebar. @flap: must outlive the sidebar. */
void poplens_sidebar_set_flap (PoplensSidebar *self, AdwFlap *flap);
/* Closes the sidebar if it is open over the page. FALSE if there was nothing to close. */
gboolean poplens_sidebar_close (PoplensSidebar *self);

G_END_DECLS
