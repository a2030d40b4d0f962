/* PoplensFolderBrowser: folders of another computer, with the reports among them marked. Enter
 * opens a row, Backspace and the buttons of the path go up, typing filters by name. */
#pragma once

#include <adwaita.h>

#include "base/storage.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FOLDER_BROWSER (poplens_folder_browser_get_type ())
/* Signals: "chosen" (char *path): a report; "moved" (char *path): that folder is shown; "lost"
 * (GError *): the connection. Property "can-open": a row that is chosen can be opened. */
G_DECLARE_FINAL_TYPE (PoplensFolderBrowser, poplens_folder_browser, POPLENS, FOLDER_BROWSER, AdwBin)

/* Shows the folder at @path (absolute). */
void poplens_folder_browser_show (PoplensFolderBrowser *self, PoplensStorage *storage,
                                  const char *path);
/* Opens the row that is chosen: a folder, or a report. */
void poplens_folder_browser_open (PoplensFolderBrowser *self);
/* Stops what is under way. */
void poplens_folder_browser_stop (PoplensFolderBrowser *self);

G_END_DECLS
