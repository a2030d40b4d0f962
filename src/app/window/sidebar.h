/* PoplensSidebar: the pages of a report, as rows. If the window is wide enough, it is beside the
 * page, wide or narrow (only icons). The user's choice is kept for small and large windows
 * separately; the default in windows below 1,100 pixels is narrow. In a still narrower window its
 * AdwFlap folds: the sidebar is hidden, and opens over the page. */
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
/* Adapts to the width of the window, in pixels. Can be called while the window is being laid out,
 * before the flap is. */
void poplens_sidebar_set_window_width (PoplensSidebar *self, int width);
/* Sets the AdwFlap that contains the sidebar. @flap: must outlive the sidebar. */
void poplens_sidebar_set_flap (PoplensSidebar *self, AdwFlap *flap);
/* Closes the sidebar if it is open over the page. FALSE if it is not. */
gboolean poplens_sidebar_close (PoplensSidebar *self);

G_END_DECLS
