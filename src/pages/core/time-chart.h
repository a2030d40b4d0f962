/* Stacked bars that show where the time of each IPU went, on Summary and on the trace. */
#pragma once

#include "analysis/time/time.h"
#include "charts/core/chart.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Returns a chart with a bar for each IPU and a series for each time class, in mean cycles of a
 * tile. Each bar adds up to the program time in cycles [@from, @to). @location: says which series
 * are hidden. (transfer full) */
PoplensChart *poplens_time_chart_new (const PoplensTime *time, guint64 from, guint64 to,
                                      const PoplensLocation *location, PoplensByteUnit unit);
/* Returns the share of @program cycles in which the mean tile of an IPU computes. @classes: tile
 * cycles of the IPU in the range. 0 if the program executed nothing. */
double poplens_time_utilisation (const PoplensTime *time, const guint64 *classes, guint64 program);
/* Returns the key of the time class that @series shows; NULL if @series is negative. @chart: from
 * poplens_time_chart_new (). (static) (nullable) */
const char *poplens_time_chart_class (const PoplensChart *chart, int series);

G_END_DECLS
