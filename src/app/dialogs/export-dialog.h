/* PoplensExportDialog: exports a chart of a page as a picture, to a file or the clipboard.
 * Remembers the choices in the settings. */
#pragma once

#include <adwaita.h>

#include "app/page/page-bundle.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_EXPORT_DIALOG (poplens_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PoplensExportDialog, poplens_export_dialog, POPLENS, EXPORT_DIALOG, AdwWindow)

/* Creates the dialog. @page: a PoplensPageView, which shows the result. @bundle: of a page with at
 * least one chart. */
GtkWidget *poplens_export_dialog_new (GtkWidget *page, PoplensPageBundle *bundle,
                                      PoplensLocation *location);
/* Saves the picture with the current choices, shows the progress, and closes the dialog at the end.
 * If the user closes it earlier, saving is cancelled and nothing is written. */
void poplens_export_dialog_save_to (PoplensExportDialog *self, const char *path);
/* Copies the page's first chart, which must exist, to the clipboard, with the choices of the last
 * use of the dialog. */
void poplens_export_copy (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location);

G_END_DECLS
