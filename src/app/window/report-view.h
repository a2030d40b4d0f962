/* PoplensReportView: an open report in a window: side bar, the bar that offers to reload,
 * and the page. Owns the report's session. */
#pragma once

#include <adwaita.h>

#include "app/window/report-loader.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORT_VIEW (poplens_report_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportView, poplens_report_view, POPLENS, REPORT_VIEW, AdwBin)

/* Signal "toast" (char *text): worth a short message. Property "can-reload", see below. */

/* @opened: (transfer full). @location: (nullable): where to start; the summary without it. */
PoplensReportView *poplens_report_view_new (PoplensOpened *opened, PoplensLocation *location);

/* Says why @location's page is not there, where it is not; once someone hears "toast". */
void poplens_report_view_explain (PoplensReportView *self, PoplensLocation *location);

/* Compares it with the report at @path, which is opened beside it; NULL: with none. */
void poplens_report_view_compare (PoplensReportView *self, const char *path);
/* What holds for the report, to be put into the header bar. (transfer none) */
GtkWidget *poplens_report_view_get_status (PoplensReportView *self);
/* The sidebar; its property "is-open" (boolean) opens and closes it. (transfer none) */
GObject *poplens_report_view_get_sidebar (PoplensReportView *self);
PoplensSession *poplens_report_view_get_session (PoplensReportView *self); /* (transfer none) */
/* Goes to the page with the keyboard, or says why it is not there. */
void poplens_report_view_go_to_page (PoplensReportView *self, PoplensPageId page);
/* To the next page that is there, or with −1 the one before; from the last on to the first. */
void poplens_report_view_step_page (PoplensReportView *self, int by);
/* The same for a location. */
void poplens_report_view_go (PoplensReportView *self, PoplensLocation *location);
void poplens_report_view_focus_search (PoplensReportView *self);
/* Opens what finds everything, or closes it. */
void poplens_report_view_find (PoplensReportView *self);
/* The command that opens this view goes to the clipboard, or the link that does. */
void poplens_report_view_copy_location (PoplensReportView *self, gboolean as_link);
/* Asks how the page, or a chart of it, is to become a picture. */
void poplens_report_view_export (PoplensReportView *self);
/* Asks where all that matters goes as one HTML file. */
void poplens_report_view_share (PoplensReportView *self);
/* Asks for a folder and copies the report, which is on another computer, into it. */
void poplens_report_view_copy_report (PoplensReportView *self);

/* Opens the files as they are now and swaps once they are read; the location stays. With @compares
 * the new state is then compared with the one that was loaded. */
void poplens_report_view_reload (PoplensReportView *self, gboolean compares);

G_END_DECLS
