/* Charts for a folder of reports: figures over the reports of a series, and bars that compare
 * different models. */
#pragma once

#include "charts/core/chart.h"
#include "tables/reports/report-list.h"

G_BEGIN_DECLS

/* Returns the reports that are items of all charts of @series (a name in @list): those that have at
 * least one figure. In the chart of a figure that a report lacks, it is a gap. (transfer full):
 * guint32: indices of reports in the list */
GArray *poplens_series_chart_reports (const PoplensReportList *list, const char *series);

/* Creates a chart of one figure over the reports: its values, its level with the noise about it,
 * and marks where the level changes; for the fullest tile also the capacity. @headline: names the
 * report whose name is bold. (transfer full) (nullable): NULL if fewer than two of @reports have
 * the figure */
PoplensChart *poplens_series_chart_new (PoplensReportList *list, const char *series,
                                        PoplensReportMeasure measure, PoplensByteUnit unit,
                                        const GArray *reports,
                                        const PoplensReportsHeadline *headline);
/* Returns the text beside the title of a small chart: its changes ("+19.5 %") or, without any, its
 * range ("same in all, 622 KiB of 624 KiB", "22.5 to 22.9 MiB"). (transfer full) */
char *poplens_series_chart_fact (const PoplensReportList *list, const char *series,
                                 PoplensReportMeasure measure, PoplensByteUnit unit);
/* Returns a note on what the chart of time classes counts: "mean of tiles and IPUs; 2.40 M to 2.50
 * M cycles outside are not counted". (transfer full) */
char *poplens_series_chart_outside (const PoplensReportList *list, const GArray *reports);
/* Creates a column chart of program time by time class. Reports whose classes are not loaded have
 * only an outline. If the headline says that a report became slower, the class that grew most in it
 * is labelled. (transfer full) */
PoplensChart *poplens_series_chart_new_columns (PoplensReportList *list, const GArray *reports,
                                                const PoplensReportsHeadline *headline);

/* The two functions below create bars for reports of different models, which are not compared with
 * each other. The first one shows program time by time class, the second one the fullest tile with
 * its capacity and verdict. (transfer full) */
PoplensChart *poplens_series_chart_new_time_bars (PoplensReportList *list, const GArray *reports,
                                                  gboolean legend);
PoplensChart *poplens_series_chart_new_tile_bars (PoplensReportList *list, const GArray *reports,
                                                  PoplensByteUnit unit);

G_END_DECLS
