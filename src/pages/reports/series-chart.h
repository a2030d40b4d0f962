/* A figure of the reports of a series, one after the other, with its levels and where they change.
 */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* @series: as @list names it. @reports: (out) (transfer full): of guint32: the list's report of
 * each item. NULL where fewer than two reports have the figure. (transfer full) */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        GArray **reports);

G_END_DECLS
