/* PoplensTabChartView: a chart in a tab, with facts about its selection beside it and a slider over
 * steps below it. Writes choices to the session's location; the caller then updates the chart. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TAB_CHART_VIEW (poplens_tab_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTabChartView, poplens_tab_chart_view, POPLENS, TAB_CHART_VIEW,
                      GtkWidget)

/* Makes the view. @beside: TRUE: for the column beside the page's chart; FALSE: for a tab. */
GtkWidget *poplens_tab_chart_view_new (PoplensSession *session, gboolean beside);
/* Returns the chart and facts that are shown. (transfer none) (nullable) */
PoplensTabChart *poplens_tab_chart_view_get_content (PoplensTabChartView *self);
/* Shows @chart, which was made for @section. @bundle: its page has the controls of the section. */
void poplens_tab_chart_view_show (PoplensTabChartView *self, PoplensPageBundle *bundle,
                                  const PoplensSection *section, PoplensTabChart *chart);
void poplens_tab_chart_view_follow_location (PoplensTabChartView *self,
                                             const PoplensLocation *location);
/* Returns the controls of the chart; the caller places them beside the tabs. (transfer none) */
GtkWidget *poplens_tab_chart_view_get_tools (PoplensTabChartView *self);

G_END_DECLS
