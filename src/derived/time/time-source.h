/* Where the time of a report went: worked out once and kept with it. */
#pragma once

#include "analysis/time/time.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error: ABSENT where no executed steps were recorded, with the option that records
 * them. It lives as long as the report. */
const PoplensTime *poplens_report_time (PoplensReport *report, GCancellable *cancellable,
                                        GError **error);

G_END_DECLS
