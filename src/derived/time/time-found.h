/* What the time of a report says: its iterations and findings, worked out once and kept with it;
 * and the scope of a location. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/time/time-transfers.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error, as poplens_report_time (). It lives as long as the report. */
const PoplensTimeIterations *
poplens_report_time_iterations (PoplensReport *report, GCancellable *cancellable, GError **error);

/* The cycles that @location (nullable) asks for by its key "range" (FROM..TO,
 * iteration=N, run=N); else all. FALSE with USAGE where there is no such scope, or with an
 * error of the time. */
gboolean poplens_report_time_scope (PoplensReport *report, const PoplensLocation *location,
                                    guint64 *from, guint64 *to, GCancellable *cancellable,
                                    GError **error);

/* @location with the cycles of the iteration or run that its "range" names. NULL with an error, as
 * above. (transfer full) */
PoplensLocation *poplens_report_resolve_range (PoplensReport *report,
                                               const PoplensLocation *location,
                                               GCancellable *cancellable, GError **error);

/* Findings of that scope. Those of the whole report are kept. NULL with an error, as above.
 * (transfer full) */
PoplensTimeFindings *poplens_report_time_findings (PoplensReport *report,
                                                   const PoplensLocation *location,
                                                   GCancellable *cancellable, GError **error);

/* The same of cycles [from, to), at most the total. */
PoplensTimeFindings *poplens_report_time_findings_in (PoplensReport *report, guint64 from,
                                                      guint64 to, GCancellable *cancellable,
                                                      GError **error);

/* Transfers of that scope. Those of the whole report are kept. NULL with an error, as above.
 * (transfer full) */
PoplensTimeTransfers *poplens_report_time_transfers (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);

G_END_DECLS
