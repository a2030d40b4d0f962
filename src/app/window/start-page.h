/* PoplensStartPage: cards for opening a report, and the list of recent reports. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_START_PAGE (poplens_start_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensStartPage, poplens_start_page, POPLENS, START_PAGE, AdwBin)

/* Signal "chosen" (char *path, char *location): the user chose the recent report at @path.
 * @location: (nullable): for an entry of two reports, the location that compares them. Cards
 * activate actions of the window instead. */

/* ---- progress page --------------------------------------------------------------------------- */

/* PoplensBusyPage: says what is being done, with its progress and a Cancel button (win.cancel). */

#define POPLENS_TYPE_BUSY_PAGE (poplens_busy_page_get_type ())
G_DECLARE_FINAL_TYPE (PoplensBusyPage, poplens_busy_page, POPLENS, BUSY_PAGE, AdwBin)

/* Shows that work has started. The page is blank at first, because most work is done within a
 * moment. */
void poplens_busy_page_start (PoplensBusyPage *self, const char *title, gboolean with_progress);
void poplens_busy_page_stop (PoplensBusyPage *self);
/* Shows progress. @fraction: 0 … 1. @what: what is being done. */
void poplens_busy_page_set_progress (PoplensBusyPage *self, double fraction, const char *what);

G_END_DECLS
