/* Findings that the user dismissed, each with a reason: kept in the file of the bookmarks
 * (report/bookmarks.h), by the id of the compilation. Never written to a report; the window writes
 * them (app/page/findings-view.c). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* The group of @report in that file. (transfer full) */
char *poplens_dismissed_group (PoplensReport *report);
/* The key of a finding there: its kind ("exchange", "gaps") and @subject (nullable).
 * (transfer full) */
char *poplens_dismissed_name (const char *kind, const char *subject);

/* Reasons by name, as the file is now; none where it cannot be read. For a worker. (transfer full)
 */
GHashTable *poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable);
/* The reason for which that finding was dismissed, which may be ""; NULL: it was not. */
const char *poplens_dismissed_reason (GHashTable *dismissed, const char *kind, const char *subject);
/* "2 findings dismissed": as texts say it; NULL for none. (transfer full) */
char *poplens_dismissed_text (guint n);

G_END_DECLS
