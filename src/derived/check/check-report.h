/* The invariants of a report, checked. */
#pragma once

#include "analysis/check/check.h"
#include "report/report.h"

G_BEGIN_DECLS

/* All checks of @report; loads the parts that they need. The answer is kept with the report, as
 * neither changes: a second call is instant. @progress: (nullable), see PoplensCheckInput. NULL
 * with @error: CHANGED, or G_IO_ERROR_CANCELLED. Damage is no error: it is what checks tell.
 * (transfer full): GPtrArray of PoplensCheck, not to be changed */
GPtrArray *poplens_report_check (PoplensReport *report, PoplensCheckProgressFunc progress,
                                 gpointer progress_data, GCancellable *cancellable, GError **error);

/* "3 of 50 checks fail", "all 43 checks pass, 7 do not apply". (transfer full) */
char *poplens_checks_summary (const GPtrArray *checks);

G_END_DECLS
