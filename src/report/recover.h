/* Makes recovered copies of reports whose profile cannot be read because its writer was killed. */
#pragma once

#include "base/export.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* TRUE if a killed program left a journal or a write-ahead log beside the profile of @path.
 * poplens_report_open () refuses such a report, but a recovered copy may be readable. */
POPLENS_EXPORT gboolean poplens_report_can_recover (const char *path);

/* Makes a recovered copy of the report at @path in the user's cache directory, or finds an earlier
 * copy of the same state of its files. Returns the copy's directory for poplens_report_open ();
 * returns @path itself if the report needs no recovery. The copy contains the profile, and links to
 * the report's other files. Deletes outdated and old copies; writes nothing at @path. Errors as
 * poplens_report_open () and poplens_database_recover (). (transfer full) */
POPLENS_EXPORT char *poplens_report_recover (const char *path, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
