/* PoplensReportStatus: an icon in the header bar for what holds for the report, whatever one looks
 * at: notices on its files, what is unverified, and how its checks ended. A popover lists them. It
 * is hidden where there is nothing to say, and has the tone of the worst.
 *
 * Signal "toast" (char *text) */
#pragma once

#include "app/page/page-view.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORT_STATUS (poplens_report_status_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportStatus, poplens_report_status, POPLENS, REPORT_STATUS, AdwBin)

/* Of the report that @session has now; begins to check it. @view: (nullable): whose pages say more.
 */
void poplens_report_status_begin (PoplensReportStatus *self, PoplensSession *session,
                                  PoplensPageView *view);

G_END_DECLS
