/* PoplensReportsCharts: charts of the reports of a folder. A model of several reports has its
 * program time as columns and small charts of its figures; other models are cards with a bar a
 * report.
 *
 * Signal "chosen" (guint report): one of them was selected: its number in the list. */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_CHARTS (poplens_reports_charts_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, POPLENS, REPORTS_CHARTS, AdwBin)

/* @headline: of @list: which report is pointed at. */
void poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                      const PoplensReportsHeadline *headline, PoplensByteUnit unit);
/* Whether the place of charts is kept until there is a list, so that nothing below them moves. */
void poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected);
/* @reports: of guint32, rising: selected ones. */
void poplens_reports_charts_set_selected (PoplensReportsCharts *self, GArray *reports);

G_END_DECLS
