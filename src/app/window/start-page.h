/* PoplensStartPage: ways to open a report, and the reports opened last. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_START_PAGE (poplens_start_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensStartPage, poplens_start_page, POPLENS, START_PAGE, AdwBin)

/* Signal "chosen" (char *path, char *location, or NULL): a recent report, or two. The cards start
 * the window's actions. */

/* ---- the page while work is under way -------------------------------------------------------- */

/* PoplensBusyPage: that something is under way, how far it is, and a button to end it (win.cancel).
 */

#define POPLENS_TYPE_BUSY_PAGE (poplens_busy_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensBusyPage, poplens_busy_page, POPLENS, BUSY_PAGE, AdwBin)

/* Blank for a moment, as most work is done before one could read it. */
void poplens_busy_page_start (PoplensBusyPage *self, const char *title, gboolean with_progress);
void poplens_busy_page_stop (PoplensBusyPage *self);
/* @fraction: 0 … 1; @what: what is being done. */
void poplens_busy_page_set_progress (PoplensBusyPage *self, double fraction, const char *what);

G_END_DECLS
