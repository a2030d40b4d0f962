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

/* @opened: (transfer full). @location: (nullable): where to start; NULL: Summary. */
PoplensReportView *poplens_report_view_new (PoplensOpened *opened, PoplensLocation *location);

/* Says why the page of @location is not available, if it is not. Call after connecting to "toast".
 */
void poplens_report_view_explain (PoplensReportView *self, PoplensLocation *location);

/* Compares with the report at @path, which is opened. @path: (nullable): NULL: stops comparing. */
void poplens_report_view_compare (PoplensReportView *self, const char *path);
/* Returns the report status, to be placed in the header bar. (transfer none) */
GtkWidget *poplens_report_view_get_status (PoplensReportView *self);
/* Returns the sidebar; its property "is-open" (boolean) opens and closes it. (transfer none) */
GObject *poplens_report_view_get_sidebar (PoplensReportView *self);
PoplensSession *poplens_report_view_get_session (PoplensReportView *self); /* (transfer none) */
/* Goes to a page and focuses it, or says why it is not available. */
void poplens_report_view_go_to_page (PoplensReportView *self, PoplensPageId page);
/* Goes to the next (@by 1) or previous (−1) available page, wrapping around. */
void poplens_report_view_step_page (PoplensReportView *self, int by);
/* As poplens_report_view_go_to_page (), for a location. */
void poplens_report_view_go (PoplensReportView *self, PoplensLocation *location);
void poplens_report_view_focus_search (PoplensReportView *self);
/* Opens or closes the search over everything. */
void poplens_report_view_find (PoplensReportView *self);
/* Copies the command that opens this view or, if @as_link, a link. */
void poplens_report_view_copy_location (PoplensReportView *self, gboolean as_link);
/* Opens the dialog that exports the page, or a chart of it, as a picture. */
void poplens_report_view_export (PoplensReportView *self);
/* Asks for a file, and writes the main results as one HTML file. */
void poplens_report_view_share (PoplensReportView *self);
/* Asks for a folder, and copies the report from another computer into it. */
void poplens_report_view_copy_report (PoplensReportView *self);

/* Opens the current files, and replaces the report when they are read; the location stays.
 * @compares: then compares the new state with the old one. */
void poplens_report_view_reload (PoplensReportView *self, gboolean compares);

G_END_DECLS
