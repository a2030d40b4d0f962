/* PoplensReportsCharts: small charts of the figures of one series of reports, side by side, and
 * below them those of time classes.
 *
 * Signal "chosen" (guint report): one of them was selected: its number in the list. */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_CHARTS (poplens_reports_charts_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, POPLENS, REPORTS_CHARTS, AdwBin)

/* The series of the first report that got worse, or the longest. @list: (nullable): not yet. */
void poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                      PoplensByteUnit unit);
/* Whether the place of all charts is kept until there is a list, so that nothing below them moves.
 */
void poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected);
/* Whether there are charts of time classes, which have their place as soon as it is known that they
 * come. They have no selection until set_selected() is called. */
void poplens_reports_charts_set_time (PoplensReportsCharts *self, gboolean time);
/* @reports: of guint32, rising: selected ones; their series is shown where all are of one. */
void poplens_reports_charts_set_selected (PoplensReportsCharts *self, GArray *reports);

G_END_DECLS
