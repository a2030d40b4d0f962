/* Loads the data from which insights are computed: parts, sums of names, and optionally the fit and
 * the findings on time. */
#pragma once

#include "analysis/insights/insights.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns sums over the names of all lowered variables. The sums are cached in the report. NULL
 * without @error if the report lacks variables. */
const PoplensNameSums *poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable,
                                                 GError **error);

/* Fills @input with the parts of the report. @without: POPLENS_PART_BIT ()s of parts to leave out,
 * with all data that need them. FALSE with @error. */
gboolean poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                                GCancellable *cancellable, GError **error);

/* Adds causes, changes, the change plan, and memory that is never used again to @input, if the
 * program does not fit. The report owns these data. Adds nothing if the report lacks a part. FALSE
 * with any other error. */
gboolean poplens_insights_load_fit (PoplensReport *report, PoplensInsightsInput *input,
                                    GCancellable *cancellable, GError **error);

/* Adds the findings on time to @input if steps were executed. @time: (out) (transfer full)
 * (nullable): must live as long as @input is used. FALSE with @error. */
gboolean poplens_insights_load_time (PoplensReport *report, PoplensInsightsInput *input,
                                     PoplensTimeFindings **time, GCancellable *cancellable,
                                     GError **error);

G_END_DECLS
