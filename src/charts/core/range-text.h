/* Writes and parses the range of a view as a text that the user can type: "1000-25000", "37..52",
 * "1.5-2 ms", "0x4c000 to 0x50000". */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* TRUE if the chart has an axis that can be zoomed. */
gboolean poplens_chart_has_range (const PoplensChart *chart);
/* Formats the visible range: "453–1,659". poplens_chart_range_parse () parses this text. (transfer
 * full) */
char *poplens_chart_range_format (const PoplensChart *chart, const PoplensChartView *view);
/* Returns a hint with an example: "Tiles, for example 100-200". (transfer full) */
char *poplens_chart_range_hint (const PoplensChart *chart);
/* Parses @text into the range of @view. Numbers can have thousands separators and units. A unit
 * after the second number applies to both numbers, if the first has none. FALSE with
 * POPLENS_ERROR_USAGE and a message for the user. */
gboolean poplens_chart_range_parse (const PoplensChart *chart, const char *text,
                                    PoplensChartView *view, GError **error);

G_END_DECLS
