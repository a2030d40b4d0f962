/* Charts for a folder of reports: figures over the reports of a series, and bars that compare
 * different models. */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* Returns the reports that are items of the charts of @series: those with at least one figure. A
 * chart shows a gap if a report lacks the chart's figure. (transfer full): guint32: indices in
 * @list */
GArray *poplens_series_chart_reports (const PoplensReportList *list, const char *series);

/* Creates a chart of the figure @measure: one value per report, the level with its noise, and marks
 * where the level changes. @headline: names the report whose name is bold. (transfer full)
 * (nullable): NULL if fewer than two reports have the figure */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        const GArray *reports,
                                        const PoplensReportsHeadline *headline);
/* Returns the text beside the title of a small chart: the changes ("+19.5 %"). If nothing changed:
 * the range ("22.5 to 22.9 MiB"). (transfer full) */
char *poplens_series_chart_fact (const PoplensReportList *list, const char *series,
                                 PoplensReportMeasure measure, PoplensByteUnit unit);
/* Returns a note on the chart of time classes, which leaves out time outside the program: "mean of
 * tiles and IPUs; 2.40 M to 2.50 M cycles outside are not counted". (transfer full) */
char *poplens_series_chart_outside (const PoplensReportList *list, const GArray *reports);
/* Creates a column chart of program time by time class. A report whose classes are not loaded has
 * an outline only. If the headline says that a report became slower, the class that grew most has a
 * label. (transfer full) */
PoplensChart *poplens_series_chart_new_columns (PoplensReportList *list, const GArray *reports,
                                                const PoplensReportsHeadline *headline);

/* The two functions below create bars for reports of different models. The first chart shows
 * program time by time class. The second shows the fullest tile, the capacity, and whether the
 * model fits. (transfer full) */
PoplensChart *poplens_series_chart_new_time_bars (PoplensReportList *list, const GArray *reports,
                                                  gboolean legend);
PoplensChart *poplens_series_chart_new_tile_bars (PoplensReportList *list, const GArray *reports,
                                                  PoplensByteUnit unit);

G_END_DECLS
