/* The parts that insights are drawn from, loaded. */
#pragma once

#include "analysis/insights/insights.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Fills @input with what the report has, but for @without (POPLENS_PART_BIT()s) and what needs
 * these;
 * @names: (out) (transfer full), may become NULL, and has to live as long as @input is used. */
gboolean poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                                PoplensNameSums **names, GCancellable *cancellable, GError **error);

G_END_DECLS
