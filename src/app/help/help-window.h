/* PoplensHelpWindow: the user guide beside the reports: contents, a document, a search through all
 * of them, back and forward. One for the program. */
#pragma once

#include "model/location.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_HELP_WINDOW (poplens_help_window_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHelpWindow, poplens_help_window, POPLENS, HELP_WINDOW,
                      AdwApplicationWindow)

/* Shows @place, as "docs/guide/compare.md#in-the-window", in the window of @application that there
 * is, or in a new one. */
void poplens_help_window_present (GtkApplication *application, const char *place);
/* What is shown: the place that was asked for last. */
const char *poplens_help_window_get_place (PoplensHelpWindow *self);
/* Goes there. FALSE where the guide has no such place. */
gboolean poplens_help_window_go (PoplensHelpWindow *self, const char *place);

/* ---- places of the guide --------------------------------------------------------------------- */

/* Which place of the guide is about what the window shows. */

/* Of the icon for what holds for the report. */
#define POPLENS_HELP_NOTICES "docs/guide/reference-window.md#notices"
/* Of the reports of a folder. */
#define POPLENS_HELP_REPORTS "docs/guide/many-reports.md"

/* @location: (nullable): no report is open. */
const char *poplens_help_place (PoplensLocation *location);

G_END_DECLS
