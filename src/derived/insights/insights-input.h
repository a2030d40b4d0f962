/* What insights are drawn from: parts, loaded, and sums of names, read once a report. */
#pragma once

#include "analysis/insights/insights.h"
#include "report/report.h"

G_BEGIN_DECLS

/* What the names of all lowered variables add up to; read once a report. NULL without an error
 * where the report lacks variables. It lives as long as the report. */
const PoplensNameSums *poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable,
                                                 GError **error);

/* Fills @input with what the report has, but for @without (POPLENS_PART_BIT()s) and what needs
 * these. */
gboolean poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                                GCancellable *cancellable, GError **error);

/* Adds causes, changes, the plan, and what is live and never used again to @input of a program that
 * does not fit. A report that lacks what they are made of stays without them; FALSE with an error
 * of the report. The report keeps them. */
gboolean poplens_insights_load_fit (PoplensReport *report, PoplensInsightsInput *input,
                                    GCancellable *cancellable, GError **error);

/* Adds the findings on time to @input, where steps were executed; *@time is NULL elsewhere. FALSE
 * with an error of the report. @time: (out) (transfer full): has to live as long as @input is used.
 */
gboolean poplens_insights_load_time (PoplensReport *report, PoplensInsightsInput *input,
                                     PoplensTimeFindings **time, GCancellable *cancellable,
                                     GError **error);

G_END_DECLS
