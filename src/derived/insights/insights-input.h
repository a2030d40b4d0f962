/* Loads the data from which insights are computed: parts, sums of names, and optionally the fit and
 * the findings on time. */
#pragma once

#include "analysis/insights/insights.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns sums over the names of all lowered variables; read once and owned by the report. NULL
 * without @error if the report lacks variables. */
const PoplensNameSums *poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable,
                                                 GError **error);

/* Fills @input with the parts that the report has, except @without (POPLENS_PART_BIT ()s) and data
 * that depends on those. FALSE with @error. */
gboolean poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                                GCancellable *cancellable, GError **error);

/* If the program does not fit, adds to @input causes, changes, the change plan, and memory that is
 * live but never used again; they are owned by the report. Leaves @input as it is if the report
 * lacks the parts for them. FALSE with another error. */
gboolean poplens_insights_load_fit (PoplensReport *report, PoplensInsightsInput *input,
                                    GCancellable *cancellable, GError **error);

/* Adds the findings on time to @input if steps were executed. @time: (out) (transfer full)
 * (nullable): must live as long as @input is used. FALSE with @error. */
gboolean poplens_insights_load_time (PoplensReport *report, PoplensInsightsInput *input,
                                     PoplensTimeFindings **time, GCancellable *cancellable,
                                     GError **error);

G_END_DECLS
