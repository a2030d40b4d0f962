/* PoplensPageChart: a page of the layout CHART: choices, notices, the chart with its overview, and
 * below it tables as tabs. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_CHART (poplens_page_chart_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageChart, poplens_page_chart, POPLENS, PAGE_CHART, GtkWidget)

GtkWidget *poplens_page_chart_new (PoplensSession *session);
/* Tables that were there before keep their widgets. */
void poplens_page_chart_show (PoplensPageChart *self, PoplensPageBundle *bundle);
/* View, selection, tab, sort and filter follow @location; nothing is built. */
void poplens_page_chart_follow_location (PoplensPageChart *self, const PoplensLocation *location);
/* The choices of the toolbar follow @location at once, while what they ask for is being built. */
void poplens_page_chart_follow_controls (PoplensPageChart *self, const PoplensLocation *location);
gboolean poplens_page_chart_focus_search (PoplensPageChart *self);
PoplensChartWidget *poplens_page_chart_get_chart (PoplensPageChart *self);

G_END_DECLS
