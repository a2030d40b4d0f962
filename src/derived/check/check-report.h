/* Checks the invariants of a report. The result is cached in it. */
#pragma once

#include "analysis/check/check.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Loads the parts that checks need, and runs all checks of @report. The result is cached in the
 * report. @progress: (nullable). NULL with @error if the files changed (CHANGED), or if
 * @cancellable was cancelled. (transfer full): GPtrArray of PoplensCheck, which the caller must not
 * change */
GPtrArray *poplens_report_check (PoplensReport *report, PoplensCheckProgressFunc progress,
                                 gpointer progress_data, GCancellable *cancellable, GError **error);

/* Returns "3 of 50 checks failed", "All 43 checks pass, 7 do not apply". (transfer full) */
char *poplens_checks_summary (const GPtrArray *checks);

G_END_DECLS
