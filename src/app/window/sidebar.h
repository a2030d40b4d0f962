/* PoplensSidebar: the reports of a report directory, one a row. */
#pragma once

#include <adwaita.h>

#include "model/location.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_SIDEBAR (poplens_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSidebar, poplens_sidebar, POPLENS, SIDEBAR, AdwBin)

/* Signal "page-chosen" (int page): the user took another row. */

/* @reasons: why a page is not there, or NULL, one a page: greyed, with the reason as tooltip. */
void poplens_sidebar_set_reasons (PoplensSidebar *self, char *const *reasons);
void poplens_sidebar_set_page (PoplensSidebar *self, PoplensPageId page);
/* Gives the keyboard to the row of the page that is shown; FALSE where it cannot have it. */
gboolean poplens_sidebar_focus_page (PoplensSidebar *self);
/* Icons only. */
void poplens_sidebar_set_narrow (PoplensSidebar *self, gboolean narrow);

G_END_DECLS
