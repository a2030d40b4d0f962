/* PoplensStartPage: ways to open a report, and the reports opened last. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_START_PAGE (poplens_start_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensStartPage, poplens_start_page, POPLENS, START_PAGE, AdwBin)

/* Signal "chosen" (char *path, char *location, or NULL): a recent report, or two. The cards start
 * the window's actions. */

G_END_DECLS
