/* PoplensChartOverview: a strip that shows the whole chart and, as a window in it, the range in
 * view. Dragging the window pans; dragging its handles zooms.
 *
 * Signal "view-changed" (): the user moved the window or a handle; see get_view (). */
#pragma once

#include <gtk/gtk.h>

#include "charts/core/chart.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHART_OVERVIEW (poplens_chart_overview_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChartOverview, poplens_chart_overview, POPLENS, CHART_OVERVIEW,
                      GtkWidget)

GtkWidget *poplens_chart_overview_new (void);
void poplens_chart_overview_set_chart (PoplensChartOverview *self, PoplensChart *chart);
/* Sets the view without emitting "view-changed". */
void poplens_chart_overview_set_view (PoplensChartOverview *self, PoplensChartView view);
/* Marks search matches on the overview. @positions: (nullable) (transfer none): of double,
 * positions on the axis, ascending. */
void poplens_chart_overview_set_hits (PoplensChartOverview *self, const GArray *positions);
/* Sets the flags. @positions: (nullable) (transfer none): of double, positions on the axis. */
void poplens_chart_overview_set_flags (PoplensChartOverview *self, const GArray *positions);
PoplensChartView poplens_chart_overview_get_view (PoplensChartOverview *self);

/* Simulate a drag, for gestures and tests. press (): presses the button at (@x, @y). move (): moves
 * the pointer to a position @dx pixels right of the press. */
void poplens_chart_overview_press (PoplensChartOverview *self, double x, double y);
void poplens_chart_overview_move (PoplensChartOverview *self, double dx);

G_END_DECLS
