/* A view in words that can be typed: "1000-25000", "37..52", "1.5-2 ms", "0x4c000 to 0x50000". */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* FALSE: the chart has no axis along which it can be zoomed. */
gboolean poplens_chart_has_range (const PoplensChart *chart);
/* As the reader below takes it: "453–1,659". (transfer full) */
char *poplens_chart_range_format (const PoplensChart *chart, const PoplensChartView *view);
/* What can be typed, with an example: "Tiles, for example 100-200". (transfer full) */
char *poplens_chart_range_hint (const PoplensChart *chart);
/* The range in place of that of @view; numbers may have thousands separators and units, and the
 * unit of the second is that of both where the first has none. FALSE with POPLENS_ERROR_USAGE and a
 * sentence for the user. */
gboolean poplens_chart_range_parse (const PoplensChart *chart, const char *text,
                                    PoplensChartView *view, GError **error);

G_END_DECLS
