/* Figures of the reports of a series, one report after the other. */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* The items of all charts of @series, as @list names it: reports that have any of the figures. What
 * has not the one of a chart is a gap in it. (transfer full): of guint32: reports of the list. */
GArray *poplens_series_chart_reports (const PoplensReportList *list, const char *series);

/* With levels, and where they change. @n_values: (out): how many of @reports have it. NULL where
 * fewer than two do. (transfer full) */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        const GArray *reports, guint *n_values);

/* Cycles of each time class that is not 0 everywhere; none where fewer than two of @reports have
 * them. All have one scale, and that which differs most is first: what moves is what made cycles
 * rise or fall. (transfer full): of PoplensChart */
GPtrArray *poplens_series_chart_new_times (PoplensReportList *list, const GArray *reports);

G_END_DECLS
