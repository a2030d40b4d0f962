/* PoplensChartOverview: the strip that shows the whole chart and which part of it is in view: its
 * window is drawn about, its handles make it wider or narrower.
 *
 * Signal "view-changed" (): the user moved it: see get_view(). */
#pragma once

#include <gtk/gtk.h>

#include "charts/core/chart.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHART_OVERVIEW (poplens_chart_overview_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChartOverview, poplens_chart_overview, POPLENS, CHART_OVERVIEW,
                      GtkWidget)

GtkWidget *poplens_chart_overview_new (void);
void poplens_chart_overview_set_chart (PoplensChartOverview *self, PoplensChart *chart);
/* From outside: emits nothing. */
void poplens_chart_overview_set_view (PoplensChartOverview *self, PoplensChartView view);
/* Positions that are marked on it: hits of a search, rising, and flags; of double. (nullable)
 * (transfer none) */
void poplens_chart_overview_set_hits (PoplensChartOverview *self, const GArray *positions);
void poplens_chart_overview_set_flags (PoplensChartOverview *self, const GArray *positions);
PoplensChartView poplens_chart_overview_get_view (PoplensChartOverview *self);

/* Presses at (x, y), moves by dx pixels, lets go: for tests and the gesture. */
void poplens_chart_overview_press (PoplensChartOverview *self, double x, double y);
void poplens_chart_overview_move (PoplensChartOverview *self, double dx);

G_END_DECLS
