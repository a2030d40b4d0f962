/* Checks the invariants of a report. The result is cached in it. */
#pragma once

#include "analysis/check/check.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Runs all checks of @report, and loads the parts that they need. The result is cached in the
 * report, so a second call is instant. @progress: (nullable), see PoplensCheckInput. NULL with
 * @error: CHANGED, or G_IO_ERROR_CANCELLED. Damage is a result of checks, not an error.
 * (transfer full): GPtrArray of PoplensCheck, not to be changed */
GPtrArray *poplens_report_check (PoplensReport *report, PoplensCheckProgressFunc progress,
                                 gpointer progress_data, GCancellable *cancellable, GError **error);

/* Returns "3 of 50 checks failed", "All 43 checks pass, 7 do not apply". (transfer full) */
char *poplens_checks_summary (const GPtrArray *checks);

G_END_DECLS
