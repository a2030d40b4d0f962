/* PoplensReportView: an open report in a window: sidebar, reload bar, page. Owns the session of the
 * report. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORT_VIEW (poplens_report_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportView, poplens_report_view, POPLENS, REPORT_VIEW, AdwBin)

/* Signal "toast" (char *text): a short message for the user. Property "can-reload" (boolean). */

/* Makes the view of a report. @opened: (transfer full). @location: (nullable): first location;
 * NULL: Summary. */
PoplensReportView *poplens_report_view_new (PoplensOpened *opened, PoplensLocation *location);

/* Shows a toast with the reason if the page of @location is not available. Call after connecting to
 * "toast". */
void poplens_report_view_explain (PoplensReportView *self, PoplensLocation *location);

/* Opens the report at @path, and compares the open report with it. @path: (nullable): NULL stops
 * comparing. */
void poplens_report_view_compare (PoplensReportView *self, const char *path);
/* Returns the widget with notices about the report; the window places it in its header bar.
 * (transfer none) */
GtkWidget *poplens_report_view_get_status (PoplensReportView *self);
/* Returns the sidebar; its property "is-open" (boolean) opens and closes it. (transfer none) */
GObject *poplens_report_view_get_sidebar (PoplensReportView *self);
PoplensSession *poplens_report_view_get_session (PoplensReportView *self); /* (transfer none) */
/* Goes to a page and focuses it. If the page is not available, shows a toast with the reason. */
void poplens_report_view_go_to_page (PoplensReportView *self, PoplensPageId page);
/* Goes to the next (@by 1) or previous (−1) available page in the sidebar, wrapping around. */
void poplens_report_view_step_page (PoplensReportView *self, int by);
/* Goes to @location. If its page is not available, shows a toast with the reason. */
void poplens_report_view_go (PoplensReportView *self, PoplensLocation *location);
void poplens_report_view_focus_search (PoplensReportView *self);
/* Opens the search over the whole report, or closes it. */
void poplens_report_view_find (PoplensReportView *self);
/* Copies the command that opens the report at the current location. @as_link: TRUE: copies a link
 * instead. */
void poplens_report_view_copy_location (PoplensReportView *self, gboolean as_link);
/* Opens the dialog that exports the page, or a chart of it, as a picture. */
void poplens_report_view_export (PoplensReportView *self);
/* Asks for a file, and writes the main results of the report to it as HTML. */
void poplens_report_view_share (PoplensReportView *self);
/* Asks for a folder, and copies a report on another computer into it. */
void poplens_report_view_copy_report (PoplensReportView *self);

/* Loads the report again from its files, and keeps the location. @compares: TRUE: then compares the
 * new state of the report with the old one. */
void poplens_report_view_reload (PoplensReportView *self, gboolean compares);

G_END_DECLS
