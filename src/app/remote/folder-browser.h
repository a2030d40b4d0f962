/* PoplensFolderBrowser: shows folders of a remote host, and marks those that contain reports. Enter
 * opens a row, Backspace and the buttons of the path go up, typing filters by name. */
#pragma once

#include <adwaita.h>

#include "base/storage.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FOLDER_BROWSER (poplens_folder_browser_get_type ())
/* Signals: "chosen" (char *path): the user opened a report; "moved" (char *path): another folder is
 * shown; "lost" (GError *): the connection was lost. Property "can-open" (boolean): a row is
 * selected. */
G_DECLARE_FINAL_TYPE (PoplensFolderBrowser, poplens_folder_browser, POPLENS, FOLDER_BROWSER, AdwBin)

/* Shows the folder at @path (absolute). */
void poplens_folder_browser_show (PoplensFolderBrowser *self, PoplensStorage *storage,
                                  const char *path);
/* Opens the selected row: a folder, or a report. */
void poplens_folder_browser_open (PoplensFolderBrowser *self);
/* Cancels reading folders and marking reports. */
void poplens_folder_browser_stop (PoplensFolderBrowser *self);

G_END_DECLS
