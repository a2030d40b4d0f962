#pragma once

#include "analysis/time/host-rate.h"
#include "report/report.h"

G_BEGIN_DECLS

/* The rate that a report measured. Its bytes are 0 where the report lacks exchanges. FALSE with an
 * error: ABSENT where no executed steps were recorded. */
gboolean poplens_report_host_rate (PoplensReport *report, PoplensHostRate *rate,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
