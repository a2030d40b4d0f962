/* Computes where the time of a report went, with its iterations, findings and transfers, and caches
 * the results in the report. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/time/time-occurrences.h"
#include "analysis/time/time-light.h"
#include "analysis/time/time-transfers.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* FALSE with ABSENT if no executed steps were recorded. The error names the engine option that
 * records them. */
gboolean poplens_time_has_steps (const PoplensExecution *execution, GError **error);

/* Returns where the time went. NULL with ABSENT if no executed steps were recorded; the error names
 * the engine option that records them. Owned by the report. */
const PoplensTime *poplens_report_time (PoplensReport *report, GCancellable *cancellable,
                                        GError **error);

/* Returns the time if it is cached; never waits. (nullable) */
const PoplensTime *poplens_report_peek_time (PoplensReport *report);

/* Returns the runs and their cycles outside the program, sooner than poplens_report_time () and
 * with the same errors. Owned by the report: GArray of PoplensTimeRun */
const GArray *poplens_report_time_runs (PoplensReport *report, GCancellable *cancellable,
                                        GError **error);

/* Computes where the time went from blocks of lightweight profiling. @light: (out) (transfer full)
 * (nullable): NULL if the report has executed steps, or has no blocks. FALSE with @error. */
gboolean poplens_report_time_light (PoplensReport *report, PoplensTimeLight **light,
                                    GCancellable *cancellable, GError **error);
/* Returns the caveat for an answer that is based on lightweight-profiling blocks only.
 * (transfer none) */
const char *poplens_time_light_caveat (void);

/* Returns a sentence that says that the numbers are approximations, and how to record exact
 * numbers. (transfer none) (nullable): NULL if the numbers are exact */
const char *poplens_time_caveat (const PoplensTime *time);

/* ---- iterations, findings and transfers ------------------------------------------------------ */

/* Returns the iterations. NULL with @error as poplens_report_time (). Owned by the report. */
const PoplensTimeIterations *
poplens_report_time_iterations (PoplensReport *report, GCancellable *cancellable, GError **error);

/* Finds the cycles [@from, @to) of the location's key "range": "FROM..TO", "iteration=N" or
 * "run=N". Without the key, finds the whole trace. @location: (nullable). FALSE with USAGE if there
 * is no such range, or with an error of poplens_report_time (). */
gboolean poplens_report_time_scope (PoplensReport *report, const PoplensLocation *location,
                                    guint64 *from, guint64 *to, GCancellable *cancellable,
                                    GError **error);

/* Returns @location with "range" replaced by the cycles of the iteration or run that it names. NULL
 * with @error as poplens_report_time_scope (). (transfer full) */
PoplensLocation *poplens_report_resolve_range (PoplensReport *report,
                                               const PoplensLocation *location,
                                               GCancellable *cancellable, GError **error);

/* Returns the findings in the range of @location (nullable). Findings in the whole trace are
 * cached. NULL with the errors of poplens_report_time_scope (). (transfer full) */
PoplensTimeFindings *poplens_report_time_findings (PoplensReport *report,
                                                   const PoplensLocation *location,
                                                   GCancellable *cancellable, GError **error);

/* Returns the findings in the cycles [@from, @to). @to: at most PoplensTime.total. NULL with the
 * errors of poplens_report_time (). (transfer full) */
PoplensTimeFindings *poplens_report_time_findings_in (PoplensReport *report, guint64 from,
                                                      guint64 to, GCancellable *cancellable,
                                                      GError **error);

/* Returns the occurrences of a finding of the whole trace (analysis/time/time-occurrences.h). NULL
 * with @error as poplens_report_time (). (transfer full): GArray of PoplensTimeOccurrence */
GArray *poplens_report_time_occurrences (PoplensReport *report, const PoplensTimeFinding *finding,
                                         GCancellable *cancellable, GError **error);

/* Returns the occurrences, at executed steps, of the finding that the location's key "finding"
 * names; the costliest is first. @all: findings of the whole trace. @finding: (out) (transfer
 * none): the named finding in @all. NULL with ABSENT if the key names no finding in @all, or with
 * the errors of poplens_report_time (). (transfer full): GArray of PoplensTimeOccurrence */
GArray *poplens_report_followed_steps (PoplensReport *report, const PoplensLocation *location,
                                       PoplensTimeFindings *all, const PoplensTimeFinding **finding,
                                       GCancellable *cancellable, GError **error);

/* Returns the transfers in the range of @location (nullable). Transfers in the whole trace are
 * cached. NULL with the errors of poplens_report_time_scope (). (transfer full) */
PoplensTimeTransfers *poplens_report_time_transfers (PoplensReport *report,
                                                     const PoplensLocation *location,
                                                     GCancellable *cancellable, GError **error);

G_END_DECLS
