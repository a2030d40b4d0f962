/* A report as a copy in a folder, wherever it lies: to read all of it, or to have it recovered. */
#pragma once

#include "base/work.h"

G_BEGIN_DECLS

typedef struct {
  guint64 bytes; /* of all files */
  guint n_files; /* that were not there yet */
} PoplensReportCopied;

/* Copies what belongs to the report at @path (an address, too) into @folder, which is made if need
 * be: its files, those that lie above it among them, and what lies beside the profile for SQLite.
 * The report need not be readable. A copy that was interrupted goes on where it ended; nothing is
 * replaced (remote/fetch.h).
 * @work: (nullable): told bytes of all. @copied: (out) (nullable): its bytes are there before the
 * first is copied. FALSE with the errors of poplens_report_open () and poplens_fetch (); USAGE
 * where @folder is the report's own. */
gboolean poplens_report_copy (const char *path, const char *folder, const PoplensWork *work,
                              PoplensReportCopied *copied, GError **error);

G_END_DECLS
