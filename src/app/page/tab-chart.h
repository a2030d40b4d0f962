/* PoplensTabChartView: a chart in a tab: with what is said of its selection beside it, and a slider
 * over steps below. It changes the session's location; what that means for the chart comes from
 * outside. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TAB_CHART_VIEW (poplens_tab_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTabChartView, poplens_tab_chart_view, POPLENS, TAB_CHART_VIEW,
                      GtkWidget)

/* @beside: for the column beside the page's chart; else for a tab. */
GtkWidget *poplens_tab_chart_view_new (PoplensSession *session, gboolean beside);
/* The chart and facts on the screen. (nullable) (transfer none) */
PoplensTabChart *poplens_tab_chart_view_get_content (PoplensTabChartView *self);
/* @section: of @bundle's page, which has the controls. */
void poplens_tab_chart_view_show (PoplensTabChartView *self, PoplensPageBundle *bundle,
                                  const PoplensSection *section, PoplensTabChart *chart);
void poplens_tab_chart_view_follow_location (PoplensTabChartView *self,
                                             const PoplensLocation *location);
/* Its choices, to be put beside the tabs. (transfer none) */
GtkWidget *poplens_tab_chart_view_get_tools (PoplensTabChartView *self);

G_END_DECLS
