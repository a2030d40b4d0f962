/* Iterations of a report, worked out once and kept with it. */
#pragma once

#include "analysis/time/time-iterations.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error, as poplens_report_time (). It lives as long as the report. */
const PoplensTimeIterations *
poplens_report_time_iterations (PoplensReport *report, GCancellable *cancellable, GError **error);

G_END_DECLS
