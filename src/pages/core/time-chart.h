/* Where the time of each IPU went, as a stacked bar an IPU: on Summary and on the trace. */
#pragma once

#include "analysis/time/time.h"
#include "charts/core/chart.h"
#include "model/location.h"

G_BEGIN_DECLS

/* A bar an IPU that has steps, of mean cycles a tile, with a series a class that is not 0
 * ("time-" and the class's key), but what is outside. All series of a bar add up to the program
 * time in cycles [from, to). Notes have the utilisation. @location: says which
 * series are hidden. (transfer full) */
PoplensChart *poplens_time_chart_new (const PoplensTime *time, guint64 from, guint64 to,
                                      const PoplensLocation *location, PoplensByteUnit unit);
/* Share of @program cycles of the range in which a mean tile of an IPU computes; @classes: of the
 * IPU in the range. 0 where the program executed nothing. */
double poplens_time_utilisation (const PoplensTime *time, const guint64 *classes, guint64 program);
/* The class of a series of such a chart; NULL: @series is none. Static. */
const char *poplens_time_chart_class (const PoplensChart *chart, int series);

G_END_DECLS
