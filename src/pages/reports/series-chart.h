/* Charts of a folder of reports: figures over the reports of a series, and bars that compare
 * different models. */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* Returns the items of all charts of @series, as @list names it: the reports that have any of the
 * figures. A report without the figure of a chart is a gap in it. (transfer full): guint32: indices
 * of reports in the list */
GArray *poplens_series_chart_reports (const PoplensReportList *list, const char *series);

/* Creates a chart of a figure, with its level, the noise about it, marks where it changes, and for
 * the fullest tile the capacity. @headline: names the report that is in bold. (transfer full)
 * (nullable): NULL if fewer than two of @reports have the figure */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        const GArray *reports,
                                        const PoplensReportsHeadline *headline);
/* Returns the text of a small chart: "+19.5 %", "same in all, 622 KiB of 624 KiB", "22.5 to 22.9
 * MiB". (transfer full) */
char *poplens_series_chart_fact (const PoplensReportList *list, const char *series,
                                 PoplensReportMeasure measure, PoplensByteUnit unit);
/* "mean of tiles and IPUs; 2.40 M to 2.50 M cycles outside are not counted". (transfer full) */
char *poplens_series_chart_outside (const PoplensReportList *list, const GArray *reports);
/* Creates a column chart of program time by class; outlines for reports whose classes are not
 * loaded. The class that grew most in the report that became worse is labelled. (transfer full) */
PoplensChart *poplens_series_chart_new_columns (PoplensReportList *list, const GArray *reports,
                                                const PoplensReportsHeadline *headline);

/* Create bars for reports of models that are not compared with each other: program time by class;
 * and the fullest tile with capacity and verdict. (transfer full) */
PoplensChart *poplens_series_chart_new_time_bars (PoplensReportList *list, const GArray *reports,
                                                  gboolean legend);
PoplensChart *poplens_series_chart_new_tile_bars (PoplensReportList *list, const GArray *reports,
                                                  PoplensByteUnit unit);

G_END_DECLS
