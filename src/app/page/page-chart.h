/* PoplensPageChart: a page of layout CHART: controls, notices, the chart with its overview, and
 * tables as tabs below it. */
#pragma once

#include "app/page/page-widget.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_CHART (poplens_page_chart_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageChart, poplens_page_chart, POPLENS, PAGE_CHART, PoplensPageWidget)

G_END_DECLS
