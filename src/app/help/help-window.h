/* PoplensHelpWindow: the user guide, with contents, search through all documents, and a history.
 * One window per application. */
#pragma once

#include "model/location.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_HELP_WINDOW (poplens_help_window_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHelpWindow, poplens_help_window, POPLENS, HELP_WINDOW,
                      AdwApplicationWindow)

/* Shows @place, such as "docs/guide/compare.md#in-the-window", in the help window of @application.
 * Creates the window if there is none. */
void poplens_help_window_present (GtkApplication *application, const char *place);
/* Returns the place that was last requested. */
const char *poplens_help_window_get_place (PoplensHelpWindow *self);
/* Goes to @place, with a history entry. FALSE if the guide has no such place. */
gboolean poplens_help_window_go (PoplensHelpWindow *self, const char *place);

/* ---- places of the guide --------------------------------------------------------------------- */

/* Places of the guide about what the main window shows. */

/* Place of the guide about the icon with notices in the header bar. */
#define POPLENS_HELP_NOTICES "docs/guide/reference-window.md#notices"
/* Place of the guide about the list of all reports of a folder. */
#define POPLENS_HELP_REPORTS "docs/guide/many-reports.md"

/* Returns the place of the guide about the page that @location shows. @location: (nullable): NULL:
 * no report is open. */
const char *poplens_help_place (PoplensLocation *location);

G_END_DECLS
