/* PoplensExportDialog: a chart of a page as a picture, into a file or the clipboard. What is chosen
 * is kept in the settings. */
#pragma once

#include <adwaita.h>

#include "app/page/page-bundle.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_EXPORT_DIALOG (poplens_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PoplensExportDialog, poplens_export_dialog, POPLENS, EXPORT_DIALOG, AdwWindow)

/* Says how it went, in @page, a PoplensPageView. @bundle: of a page that has a chart */
GtkWidget *poplens_export_dialog_new (GtkWidget *page, PoplensPageBundle *bundle,
                                      PoplensLocation *location);
/* What is chosen, into a file; shows how far that is, and closes the dialog then. Closed before, it
 * is given up, and nothing is written. */
void poplens_export_dialog_save_to (PoplensExportDialog *self, const char *path);
/* The page's first chart, which it has to have, to the clipboard, as the dialog was last left. */
void poplens_export_copy (GtkWidget *page, PoplensPageBundle *bundle, PoplensLocation *location);

G_END_DECLS
