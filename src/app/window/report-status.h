/* PoplensReportStatus: an icon in the header bar with notices about the whole report: problems of
 * its files, unverified assumptions, results of its checks. A popover lists them. The icon shows
 * the tone of the worst notice, and is hidden if there are none.
 *
 * Signal "toast" (char *text): a short message for the user */
#pragma once

#include "app/page/page-view.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORT_STATUS (poplens_report_status_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportStatus, poplens_report_status, POPLENS, REPORT_STATUS, AdwBin)

/* Shows the notices about the session's report, and starts to check the report. @view: (nullable):
 * if set, notices of the pages that @view has built are shown too. */
void poplens_report_status_begin (PoplensReportStatus *self, PoplensSession *session,
                                  PoplensPageView *view);

G_END_DECLS
