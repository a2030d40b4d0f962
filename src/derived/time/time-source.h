/* Where the time of a report went: worked out once and kept with it. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/time/time-occurrences.h"
#include "analysis/time/time-light.h"
#include "analysis/time/time-transfers.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* FALSE with ABSENT where no executed steps were recorded, with the option that records them. */
gboolean poplens_time_has_steps (const PoplensExecution *execution, GError **error);

/* NULL with an error: ABSENT where no executed steps were recorded, with the option that records
 * them. It lives as long as the report. */
const PoplensTime *poplens_report_time (PoplensReport *report, GCancellable *cancellable,
                                        GError **error);

/* The same where it was worked out already, or NULL; never waits. */
const PoplensTime *poplens_report_peek_time (PoplensReport *report);

/* Returns at least what binds each cycle (PoplensTimeInput.brief): the whole time if that was
 * worked out already. NULL with an error, as above. */
const PoplensTime *poplens_report_time_brief (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);

/* Where the time went by blocks of lightweight profiling; for a report without executed steps.
 * *@light is NULL where there are steps, or no blocks either. FALSE with an error. (transfer full)
 */
gboolean poplens_report_time_light (PoplensReport *report, PoplensTimeLight **light,
                                    GCancellable *cancellable, GError **error);
/* That an answer is of blocks alone: a sentence or two; static. */
const char *poplens_time_light_caveat (void);

/* What a person should know of the numbers: that they are approximated, and how to record more;
 * NULL: nothing. Static. */
const char *poplens_time_caveat (const PoplensTime *time);

/* ---- what was found in it -------------------------------------------------------------------- */

/* What the time of a report says: its iterations and findings, worked out once and kept with it;
 * and the scope of a location. */

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

/* Where a finding of the whole report is (analysis/time/time-occurrences.h). NULL with an error, as
 * above. (transfer full) */
GArray *poplens_report_time_occurrences (PoplensReport *report, const PoplensTimeFinding *finding,
                                         GCancellable *cancellable, GError **error);

/* The steps of the finding on time that @location (nullable) follows by its key "finding": the
 * costliest first, as poplens_time_occurrence_compare () sorts them. *@finding: (out): of @all, the
 * findings of the whole report. NULL with ABSENT if it follows none, or with an error as above.
 * (transfer full) */
GArray *poplens_report_followed_steps (PoplensReport *report, const PoplensLocation *location,
                                       PoplensTimeFindings *all, const PoplensTimeFinding **finding,
                                       GCancellable *cancellable, GError **error);

/* Transfers of that scope. Those of the whole report are kept. NULL with an error, as above.
 * (transfer full) */
PoplensTimeTransfers *poplens_report_time_transfers (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);

G_END_DECLS
