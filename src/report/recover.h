/* Opens reports whose profile cannot be read, because its writer was killed, as recovered copies.
 */
#pragma once

#include "base/export.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* TRUE if @path is a report whose profile was left with a journal or a write-ahead log by a killed
 * program: poplens_report_open () refuses it, but a recovered copy may be readable. */
POPLENS_EXPORT gboolean poplens_report_can_recover (const char *path);

/* Makes a recovered copy of the report at @path in the user's cache directory, or finds an earlier
 * copy of the same state of the files, and returns a directory for poplens_report_open (). The copy
 * contains the profile; the other files are links to the report's own. Removes copies of earlier
 * states of the report, and those of other reports except the newest few. Writes nothing at @path.
 * Returns @path itself if the report needs no recovery. Errors as poplens_report_open () and
 * poplens_database_recover (). (transfer full) */
POPLENS_EXPORT char *poplens_report_recover (const char *path, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
