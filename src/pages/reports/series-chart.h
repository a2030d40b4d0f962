/* Figures of the reports of a series, one report after the other, and those of reports side by
 * side. */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* The items of all charts of @series, as @list names it: reports that have any of the figures. What
 * has not the one of a chart is a gap in it. (transfer full): of guint32: reports of the list. */
GArray *poplens_series_chart_reports (const PoplensReportList *list, const char *series);

/* With levels, how far values lie about them by chance, where they change, and of the fullest tile
 * the capacity. @headline: says which report is named first. NULL where fewer than two of @reports
 * have the figure. (transfer full) */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        const GArray *reports,
                                        const PoplensReportsHeadline *headline);
/* What the small chart says of the figure: "+19.5 %", "same in all, 622 KiB of 624 KiB", "22.5 to
 * 22.9 MiB". (transfer full) */
char *poplens_series_chart_fact (const PoplensReportList *list, const char *series,
                                 PoplensReportMeasure measure, PoplensByteUnit unit);
/* "mean of tiles and IPUs; 2.40 M to 2.50 M cycles outside are not counted". (transfer full) */
char *poplens_series_chart_outside (const PoplensReportList *list, const GArray *reports);
/* A column a report: program time by class, outlines where classes are not read; the class that
 * grew most with the report that got worse has its name. (transfer full) */
PoplensChart *poplens_series_chart_new_columns (PoplensReportList *list, const GArray *reports,
                                                const PoplensReportsHeadline *headline);

/* Reports of models that are not compared: a bar each, of program time by class, and of the fullest
 * tile beside the capacity, with the verdict. (transfer full) */
PoplensChart *poplens_series_chart_new_time_bars (PoplensReportList *list, const GArray *reports,
                                                  gboolean legend);
PoplensChart *poplens_series_chart_new_tile_bars (PoplensReportList *list, const GArray *reports,
                                                  PoplensByteUnit unit);

G_END_DECLS
