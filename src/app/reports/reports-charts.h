/* PoplensReportsCharts: charts of the reports of a folder. A model with several reports has its
 * program time as columns, and small charts of other measures; models with few reports are cards
 * with one bar per report.
 *
 * Signal "chosen" (guint report): the user selected a report; its index in the list */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_CHARTS (poplens_reports_charts_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, POPLENS, REPORTS_CHARTS, AdwBin)

/* Shows charts of @list. @headline: of @list: the report that it names is marked. */
void poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                      const PoplensReportsHeadline *headline, PoplensByteUnit unit);
/* @expected: TRUE: reserve space for the charts until there is a list, so that nothing below them
 * moves. */
void poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected);
/* Selects reports. @reports: of guint32: indices in the list, ascending. */
void poplens_reports_charts_set_selected (PoplensReportsCharts *self, GArray *reports);

G_END_DECLS
