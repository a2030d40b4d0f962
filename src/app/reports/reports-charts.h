/* PoplensReportsCharts: charts of the reports of a folder. For a model with several reports,
 * columns show the program time of each, and small charts other measures. For models with few
 * reports, there is one bar per report.
 *
 * Signal "chosen" (guint report): the user selected a report; its index in the list */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_CHARTS (poplens_reports_charts_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, POPLENS, REPORTS_CHARTS, AdwBin)

/* Shows charts of the reports in @list, and marks the report that @headline names. @headline: made
 * from @list. */
void poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                      const PoplensReportsHeadline *headline, PoplensByteUnit unit);
/* @expected: TRUE: reserves space, so that nothing moves when the charts appear; FALSE: hides the
 * charts. Does nothing if charts are shown. */
void poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected);
/* Marks reports as selected. @reports: of guint32: indices in the list, ascending. */
void poplens_reports_charts_set_selected (PoplensReportsCharts *self, GArray *reports);

G_END_DECLS
