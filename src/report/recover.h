/* A report whose profile cannot be read where it lies, opened as a copy that was put right. */
#pragma once

#include "base/export.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* TRUE where @path leads to a report whose profile a killed program left with a journal or a
 * write-ahead log: poplens_report_open() refuses it, and a recovered copy can be tried. */
POPLENS_EXPORT gboolean poplens_report_can_recover (const char *path);

/* Makes a recovered copy of the report at @path in the user's cache directory, or finds the one
 * made of the same state of the same files, and gives a directory for poplens_report_open(). The
 * copy holds the profile; the other files are links to the report's own. Copies of earlier states
 * of the report are removed, and those of other reports but the newest few. Nothing is written at
 * @path. A report that needs no recovery is given back as it is. Errors as poplens_report_open()
 * and poplens_profile_recover(). (transfer full) */
POPLENS_EXPORT char *poplens_report_recover (const char *path, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
