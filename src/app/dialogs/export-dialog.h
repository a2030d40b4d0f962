/* PoplensExportDialog: exports a chart of a page as a picture, to a file or the clipboard.
 * Remembers the choices in the settings. */
#pragma once

#include <adwaita.h>

#include "app/page/page-bundle.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_EXPORT_DIALOG (poplens_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PoplensExportDialog, poplens_export_dialog, POPLENS, EXPORT_DIALOG, AdwWindow)

/* Creates the dialog. @page: a PoplensPageView, which shows the final message. @bundle: of a page
 * with at least one chart. */
GtkWidget *poplens_export_dialog_new (GtkWidget *page, PoplensPageBundle *bundle,
                                      PoplensLocation *location);
/* Saves the picture to @path with the choices in the dialog, shows the progress, and closes the
 * dialog at the end. If the user closes it earlier, saving is cancelled and no file is written. */
void poplens_export_dialog_save_to (PoplensExportDialog *self, const char *path);
/* Copies the first chart of the page to the clipboard, with the choices made when the dialog was
 * last used. The page must have a chart. */
void poplens_export_copy (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location);

G_END_DECLS
